import { compareBytes } from "../../kit/order.ts";
import type { NameMatch } from "./repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** More names in one pattern make it slower than a second process. */
const namesPerGrep = 500;

/**
 * Every line of the text files of a tree that holds one of the names as a whole word, by path and line.
 * Files that hold a zero byte are left out. One process for each 500 names.
 */
export async function grepNames(
  place: GitPlace,
  tree: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly NameMatch[]> {
  const wanted = [...new Set(names)]
    .filter((name) => name !== "" && !/[\n\r\0]/.test(name))
    .sort(compareBytes);
  const matches = new Map<string, NameMatch>();
  let canPerl = true;
  for (let start = 0; start < wanted.length; start += namesPerGrep) {
    const chunk = wanted.slice(start, start + namesPerGrep);
    let output = canPerl ? await grep(place, tree, ["-P"], perlPattern(chunk), signal) : undefined;
    if (output === undefined) {
      canPerl = false;
      output = await grep(place, tree, ["-w", "-E"], extendedPattern(chunk), signal);
    }
    const isWhole = wholeWordTest(chunk);
    for (const match of readMatches(output ?? Buffer.alloc(0), tree)) {
      if (isWhole(match.text)) matches.set(`${match.path}\0${match.line}`, match);
    }
  }
  return [...matches.values()].sort(
    (left, right) => compareBytes(left.path, right.path) || left.line - right.line,
  );
}

/** The output, or nothing when this git cannot read the kind of pattern. */
async function grep(
  place: GitPlace,
  tree: string,
  kind: readonly string[],
  pattern: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const options = ["-n", "-z", "-I", "--full-name", "--no-color", "--no-textconv", "--no-recurse-submodules"];
  const isPerl = kind.includes("-P");
  const answer = await runGit(
    place,
    ["grep", ...options, ...kind, "-f", "-", tree, "--"],
    { input: `${pattern}\n`, answers: isPerl ? [0, 1, 128] : [0, 1] },
    signal,
  );
  return answer.exitCode === 128 ? undefined : answer.output;
}

/** A word is letters, digits and `_`, as for `grep -w`; a name may also begin or end with something else. */
function perlPattern(names: readonly string[]): string {
  return `(?<!\\w)(?:${names.map((name) => name.replace(/[\\^$.|?*+()[\]{}#\s-]/g, "\\$&")).join("|")})(?!\\w)`;
}

function extendedPattern(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")).join("|");
}

/** git sees bytes: beside a letter that is not ASCII it finds words where there are none. */
function wholeWordTest(names: readonly string[]): (text: string) => boolean {
  const alternatives = names.map((name) => name.replace(/[\\^$.|?*+()[\]{}/]/g, "\\$&")).join("|");
  const word = new RegExp(`(?<![\\p{ID_Continue}])(?:${alternatives})(?![\\p{ID_Continue}])`, "u");
  return (text) => !/[^\0-\x7f]/.test(text) || word.test(text);
}

/** Each match is `<tree>:<path> NUL <line> NUL <text> LF`. */
function* readMatches(output: Buffer, tree: string): Generator<NameMatch> {
  for (let at = 0; at < output.length; ) {
    const pathEnd = output.indexOf(0, at);
    const lineEnd = output.indexOf(0, pathEnd + 1);
    const textEnd = output.indexOf(0x0a, lineEnd + 1);
    const end = textEnd === -1 ? output.length : textEnd;
    yield {
      path: output.toString("utf8", at + tree.length + 1, pathEnd),
      line: Number(output.toString("latin1", pathEnd + 1, lineEnd)),
      text: output.toString("utf8", lineEnd + 1, end),
    };
    at = end + 1;
  }
}
