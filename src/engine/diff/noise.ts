import type { DiffLine, FileDiff, Hunk, Noise } from "./file-diff.ts";
import { isGeneratedName, isLockfileName } from "./generated-names.ts";
import { type BlankRules, changesOnlyBlanks, type LineRange, touchesLines } from "./whitespace.ts";

/** What is known of a file beside its diff. All of it may be left out: less is then called noise. */
export interface NoiseFacts {
  /** The attribute `linguist-generated`: set, unset, or not there. */
  readonly isGenerated?: boolean;
  /** The attribute `diff`: set, unset, or not there. A driver's name is not there. */
  readonly isDiffed?: boolean;
  /** The attribute macro `binary`. */
  readonly isBinary?: boolean;
  /** The comment at its top says so, before and after the change. */
  readonly hasGeneratedHeader?: boolean;
  /** Absent: whether blanks mean something is not known. */
  readonly blanks?: BlankFacts;
}

export interface BlankFacts {
  readonly rules: BlankRules;
  /** Where strings run over line ends before and after the change; `undefined` when nobody can tell. */
  readonly oldStrings: readonly LineRange[] | undefined;
  readonly newStrings: readonly LineRange[] | undefined;
}

const submodule = "160000";
const link = "120000";

/**
 * Files and hunks with their `noise`: what a reviewer need not read, claimed only where nothing of meaning
 * can be in it. A change of type, a submodule's pointer and a link never are.
 */
export function markNoise(
  files: readonly FileDiff[],
  factsOf: (file: FileDiff) => NoiseFacts,
): readonly FileDiff[] {
  return files.map((file) => markFile(file, factsOf(file)));
}

/** The noise of a whole file as far as git, its names and its attributes tell; no content is looked at. */
export function fileNoise(file: FileDiff, facts: NoiseFacts): Noise | undefined {
  if (file.status === "typechange") return undefined;
  if (file.hunks.length === 0) return noiseWithoutLines(file, facts);
  if (isSpecial(file)) return undefined;
  if (isLfsPointer(file)) return "lfs pointer";
  if (facts.isGenerated === false) return undefined;
  if (isLockfileName(file.path)) return "lockfile";
  if (facts.isGenerated === true) return "generated";
  if (facts.isDiffed === true) return undefined;
  return isGeneratedName(file.path) || facts.hasGeneratedHeader === true ? "generated" : undefined;
}

/** A link or a submodule. */
export function isSpecial(file: FileDiff): boolean {
  const mode = file.newMode ?? file.oldMode;
  return mode === submodule || mode === link;
}

function markFile(file: FileDiff, facts: NoiseFacts): FileDiff {
  const noise = fileNoise(file, facts);
  if (noise !== undefined) return { ...file, noise, hunks: file.hunks.map((hunk) => ({ ...hunk, noise })) };
  const { blanks } = facts;
  if (blanks === undefined || isSpecial(file) || file.status === "typechange") return file;
  const hunks = file.hunks.map(
    (hunk): Hunk => (isBlankNoise(hunk, blanks) ? { ...hunk, noise: "whitespace" } : hunk),
  );
  const isAll = hunks.length > 0 && hunks.every((hunk) => hunk.noise !== undefined);
  const isModeKept =
    file.oldMode === undefined || file.newMode === undefined || file.oldMode === file.newMode;
  return isAll && isModeKept ? { ...file, noise: "whitespace", hunks } : { ...file, hunks };
}

function isBlankNoise(hunk: Hunk, { rules, oldStrings, newStrings }: BlankFacts): boolean {
  if (!changesOnlyBlanks(hunk, rules)) return false;
  if (oldStrings === undefined || newStrings === undefined) return false;
  return !touchesLines(hunk, oldStrings, newStrings);
}

function noiseWithoutLines(file: FileDiff, facts: NoiseFacts): Noise {
  const isSameContent = file.oldBlob === file.newBlob;
  const isSameMode = file.oldMode === file.newMode;
  if (file.status === "renamed" && isSameContent) return isSameMode ? "renamed" : "mode change";
  if (file.binary) return facts.isDiffed === false && facts.isBinary !== true ? "generated" : "binary";
  if (file.status === "added" || file.status === "deleted") return "empty file";
  return isSameMode ? "unchanged" : "mode change";
}

/** Each side that is there is a whole pointer of Git LFS: the content itself is not in the repository. */
function isLfsPointer(file: FileDiff): boolean {
  const [hunk] = file.hunks;
  if (hunk === undefined || file.hunks.length > 1 || hunk.lines.length > 20) return false;
  const old = hunk.lines.filter((line) => line.kind !== "+");
  const now = hunk.lines.filter((line) => line.kind !== "-");
  return [old, now].every((side) => side.length === 0 || isPointerText(side));
}

function isPointerText(lines: readonly DiffLine[]): boolean {
  const [first, ...rest] = lines.map((line) => line.text);
  return (
    first === "version https://git-lfs.github.com/spec/v1" &&
    rest.some((line) => /^oid sha256:[0-9a-f]{64}$/.test(line)) &&
    rest.every((line) => /^(?:ext-\d-\S+ sha256:[0-9a-f]{64}|oid sha256:[0-9a-f]{64}|size \d+)$/.test(line))
  );
}
