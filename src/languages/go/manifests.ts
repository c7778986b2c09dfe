/** What a `go.mod` says of imports. */
export interface GoModule {
  /** The path that imports of the module's packages start with; "" when the file names none. */
  readonly path: string;
  readonly replacements: readonly Replacement[];
}

/** `replace from => ./folder`. Replacements by a module from elsewhere are left out: they stay outside. */
export interface Replacement {
  readonly from: string;
  /** As written: "./x", "../x". */
  readonly folder: string;
}

/** What a `go.work` says. */
export interface GoWorkspace {
  readonly uses: readonly string[];
  readonly replacements: readonly Replacement[];
}

export function readGoMod(text: string): GoModule {
  let path = "";
  const replacements: Replacement[] = [];
  for (const [verb, ...words] of directives(text)) {
    if (verb === "module" && path === "") path = words[0] ?? "";
    if (verb === "replace") addReplacement(replacements, words);
  }
  return { path, replacements };
}

export function readGoWork(text: string): GoWorkspace {
  const uses: string[] = [];
  const replacements: Replacement[] = [];
  for (const [verb, ...words] of directives(text)) {
    if (verb === "use" && words[0] !== undefined) uses.push(words[0]);
    if (verb === "replace") addReplacement(replacements, words);
  }
  return { uses, replacements };
}

/** A version on the left narrows the replacement; a project has one version of a module, so it is not read. */
function addReplacement(found: Replacement[], words: readonly string[]): void {
  const arrow = words.indexOf("=>");
  const [from, folder] = [words[0], words[arrow + 1]];
  if (arrow <= 0 || from === undefined || folder === undefined) return;
  if (/^\.{1,2}(\/|$)/.test(folder)) found.push({ from, folder });
}

/** The lines as words, with the word before a bracket put before each line in it. */
function* directives(text: string): Generator<string[]> {
  let block: string | undefined;
  for (const line of text.split("\n")) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    if (block !== undefined && words[0] === ")") block = undefined;
    else if (block !== undefined) yield [block, ...words];
    else if (words.at(-1) === "(") block = words[0];
    else yield words;
  }
}

function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [, quoted, raw, bare] of line.replace(/^\uFEFF/, "").matchAll(/"([^"]*)"|`([^`]*)`|(\S+)/g)) {
    if (bare?.startsWith("//")) break;
    const word = quoted ?? raw ?? bare ?? "";
    if (bare !== undefined && bare.length > 1 && bare.endsWith("(")) words.push(bare.slice(0, -1), "(");
    else words.push(word);
  }
  return words;
}
