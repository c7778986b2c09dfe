import type { AttributeValues, ChangeRepository } from "../adapters/git/git.ts";
import {
  type BlankFacts,
  type BlankRules,
  blankRulesOf,
  bytesOf,
  bytesOfHex,
  changesOnlyBlanks,
  type FileDiff,
  fileNoise,
  hasGeneratedHeader,
  isSpecial,
  type NoiseFacts,
} from "../engine/diff/diff.ts";
import { compareBytes } from "../kit/order.ts";
import { allLanguages } from "../languages/registry.ts";
import { readLongStrings } from "./long-strings.ts";

/** Looks up what markNoise asks of the files of one diff. */
export interface NoiseFactsByFile {
  noiseFactsOf(file: FileDiff): NoiseFacts;
  /** The filters that attributes name for the files, sorted; their programs do not run. */
  readonly filters: readonly string[];
}

/**
 * Collects what tells noise from change and is not in the diff itself: attributes, the comment at the top of
 * each file, and for files with hunks that change blanks alone, where their strings run over line ends. Reads
 * the old content of each modified file that its name and attributes leave open.
 */
export async function readNoiseFacts(
  repository: ChangeRepository,
  files: readonly FileDiff[],
  hasAttributes: boolean,
  signal: AbortSignal,
): Promise<NoiseFactsByFile> {
  const facts = new Map<FileDiff, NoiseFacts>();
  const paths = files.map((file) =>
    file.pathHex === undefined ? bytesOf(file.path) : bytesOfHex(file.pathHex),
  );
  const attributes = hasAttributes ? await repository.readAttributes(paths, signal) : [];
  for (const [i, file] of files.entries()) facts.set(file, attributeFacts(attributes[i]));
  const isOpen = (file: FileDiff) =>
    file.hunks.length > 0 && !isSpecial(file) && fileNoise(file, facts.get(file) ?? {}) === undefined;
  for (const file of await findGenerated(repository, files.filter(isOpen), signal)) {
    facts.set(file, { ...facts.get(file), hasGeneratedHeader: true });
  }
  for (const [file, blanks] of await readBlanks(repository, files.filter(isOpen), signal)) {
    facts.set(file, { ...facts.get(file), blanks });
  }
  const filters = new Set(attributes.map((values) => values.filter));
  return {
    noiseFactsOf: (file) => facts.get(file) ?? {},
    filters: [...filters].filter((name) => !/^(?:unspecified|unset|set|lfs)$/.test(name)).sort(compareBytes),
  };
}

/** The family of the language that reads a file; `undefined` when none does. */
export function familyOf(path: string): string | undefined {
  return languageOf(path)?.family;
}

function languageOf(path: string) {
  const extension = /\.[^./]+$/.exec(path)?.[0]?.toLowerCase();
  return allLanguages.find((language) => extension !== undefined && language.extensions.includes(extension));
}

function attributeFacts(values: AttributeValues | undefined): NoiseFacts {
  if (values === undefined) return {};
  const isGenerated = switchOf(values.linguistGenerated);
  const isDiffed = switchOf(values.diff);
  return {
    ...(isGenerated === undefined ? {} : { isGenerated }),
    ...(isDiffed === undefined ? {} : { isDiffed }),
    isBinary: values.binary === "set",
  };
}

/** `attr`, `attr=true`, `-attr` and `attr=false` are all written. */
function switchOf(value: string): boolean | undefined {
  if (value === "set" || value === "true") return true;
  return value === "unset" || value === "false" ? false : undefined;
}

/**
 * The files that say at their top that they are generated. A modified one has to have said so before: a
 * change cannot fold itself away.
 */
async function findGenerated(
  repository: ChangeRepository,
  files: readonly FileDiff[],
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  const whole = files.filter((file) => file.status === "added" || file.status === "deleted");
  const modified = files.filter((file) => file.oldBlob !== undefined && file.newBlob !== undefined);
  const before = await filterByHeader(repository, modified, (file) => file.oldBlob, signal);
  const after = await filterByHeader(repository, before, (file) => file.newBlob, signal);
  return [...whole.filter((file) => hasGeneratedHeader(firstLines(file))), ...after];
}

function firstLines(file: FileDiff): string {
  return (file.hunks[0]?.lines.slice(0, 100) ?? []).map((line) => line.text).join("\n");
}

/** So many files are in memory at a time. */
const filesAtOnce = 256;
const headerBytes = 8192;

async function filterByHeader(
  repository: ChangeRepository,
  files: readonly FileDiff[],
  blobOf: (file: FileDiff) => string | undefined,
  signal: AbortSignal,
): Promise<readonly FileDiff[]> {
  const found: FileDiff[] = [];
  for (let start = 0; start < files.length; start += filesAtOnce) {
    const chunk = files.slice(start, start + filesAtOnce);
    const contents = await repository.readBlobs(
      chunk.map((file) => blobOf(file) as string),
      signal,
      headerBytes,
    );
    for (const [i, content] of contents.entries()) {
      const text = decoder.decode(content);
      if (hasGeneratedHeader(text)) found.push(chunk[i] as FileDiff);
    }
  }
  return found;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

async function readBlanks(
  repository: ChangeRepository,
  files: readonly FileDiff[],
  signal: AbortSignal,
): Promise<ReadonlyMap<FileDiff, BlankFacts>> {
  const rules = new Map<FileDiff, BlankRules>();
  for (const file of files) {
    const found = blankRulesOf(file.path, languageOf(file.path)?.indentationMatters);
    if (file.hunks.some((hunk) => changesOnlyBlanks(hunk, found))) rules.set(file, found);
  }
  const candidates = [...rules.keys()].filter(
    (file) => file.oldBlob !== undefined && file.newBlob !== undefined,
  );
  const sources = candidates.flatMap((file) => {
    const language = languageOf(file.path);
    return [file.oldBlob as string, file.newBlob as string].map((blob) => ({
      path: file.path,
      blob,
      language,
    }));
  });
  const strings = await readLongStrings(repository, sources, signal);
  return new Map(
    candidates.map((file, i) => [
      file,
      {
        rules: rules.get(file) as BlankRules,
        oldStrings: strings[2 * i],
        newStrings: strings[2 * i + 1],
      },
    ]),
  );
}
