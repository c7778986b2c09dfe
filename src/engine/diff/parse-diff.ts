import { bytesOf, hexOf, isUtf8, keyOf, sameBytes, startsWith, textOf } from "./bytes.ts";
import { type Cursor, type DiffProblem, LF, report, skipLine, takeLine } from "./cursor.ts";
import type { FileDiff, FileStatus } from "./file-diff.ts";
import { hashHunks } from "./hunk-hash.ts";
import { type ParsedHunk, parseHunk } from "./parse-hunk.ts";
import { endOfQuotedName, unquoteName } from "./quoted-name.ts";
import { isAbsent, parseRawEntries, type RawEntry } from "./raw-entries.ts";

export interface ParsedDiff {
  /** In the order of the text; that of git is by path in byte order. */
  readonly files: readonly FileDiff[];
  /** Empty for whatever git printed to its end. */
  readonly problems: readonly DiffProblem[];
}

/**
 * The files and hunks of a diff as `git diff -p` prints it, with prefixes `a/` and `b/`; with `--raw` before
 * the patch the blob ids of moved files are known too. The two halves of a change of type are one file. The
 * counts of a hunk's header decide where it ends, so lines that look like headers are lines. Names and lines
 * that are not UTF-8 show U+FFFD, hashes are made of the bytes.
 *
 * Never throws: of broken text it gives what can be read, and where it could not. Noise is not yet known.
 * Costs one pass over the bytes and keeps the text of every line.
 *
 * @param knownAs  the path that hashes are made with, for a diff whose names stand for others
 */
export function parseDiff(bytes: Uint8Array, knownAs: (path: string) => string = (path) => path): ParsedDiff {
  const cursor: Cursor = { bytes, at: 0, problems: [] };
  const rawByPath = parseRawEntries(cursor);
  const sections: Section[] = [];
  while (cursor.at < bytes.length) {
    if (startsWith(bytes, sectionStart, cursor.at)) addSection(sections, readSection(cursor));
    else {
      if (bytes[cursor.at] !== LF) report(cursor, "unknown-line", cursor.at);
      skipLine(cursor);
    }
  }
  let hunkCount = 0;
  const files = sections.map((section) => {
    const file = toFile(section, rawByPath.get(keyOf(section.path)), hunkCount, knownAs);
    hunkCount += file.hunks.length;
    return file;
  });
  return { files, problems: cursor.problems };
}

interface Section {
  path: Uint8Array;
  oldPath: Uint8Array;
  status: FileStatus;
  isBinary: boolean;
  oldMode?: string;
  newMode?: string;
  oldBlob?: string;
  newBlob?: string;
  readonly hunks: ParsedHunk[];
}

const sectionStart = bytesOf("diff --git ");
const hunkStart = bytesOf("@@ -");
const noFile = bytesOf("/dev/null");

function readSection(cursor: Cursor): Section | undefined {
  const { bytes } = cursor;
  const start = cursor.at;
  const title = takeLine(cursor).subarray(sectionStart.length);
  const header: Header = {};
  while (cursor.at < bytes.length && !startsWith(bytes, sectionStart, cursor.at)) {
    if (startsWith(bytes, hunkStart, cursor.at)) break;
    const lineStart = cursor.at;
    const line = takeLine(cursor);
    if (!readHeaderLine(header, line) && line.length > 0) report(cursor, "unknown-line", lineStart);
    if (header.hasBinaryPatch) skipToNextSection(cursor);
  }
  const hunks: ParsedHunk[] = [];
  while (startsWith(bytes, hunkStart, cursor.at)) {
    const hunk = parseHunk(cursor);
    if (hunk !== undefined) hunks.push(hunk);
  }
  const names = namesOf(title, header);
  if (names === undefined) {
    report(cursor, "no-name", start);
    return undefined;
  }
  return {
    ...names,
    status: header.status ?? "modified",
    isBinary: header.isBinary ?? false,
    ...(header.oldMode === undefined ? {} : { oldMode: header.oldMode }),
    ...(header.newMode === undefined ? {} : { newMode: header.newMode }),
    ...(header.oldBlob === undefined ? {} : { oldBlob: header.oldBlob }),
    ...(header.newBlob === undefined ? {} : { newBlob: header.newBlob }),
    hunks,
  };
}

interface Header {
  status?: FileStatus;
  oldMode?: string;
  newMode?: string;
  oldBlob?: string;
  newBlob?: string;
  movedFrom?: Uint8Array;
  movedTo?: Uint8Array;
  /** The names on the lines `---` and `+++`, prefix and all. */
  minus?: Uint8Array;
  plus?: Uint8Array;
  isBinary?: boolean;
  hasBinaryPatch?: boolean;
}

/** Answers whether the line is one that git writes between the title and the first hunk. */
function readHeaderLine(header: Header, line: Uint8Array): boolean {
  for (const [prefix, read] of headerLines) {
    if (!startsWith(line, prefix, 0)) continue;
    read(header, line.subarray(prefix.length));
    return true;
  }
  return false;
}

type ReadHeader = (header: Header, rest: Uint8Array) => void;

const headerLines: readonly (readonly [Uint8Array, ReadHeader])[] = (
  [
    ["index ", readIndexLine],
    [
      "--- ",
      (header, rest) => {
        header.minus = rest;
      },
    ],
    [
      "+++ ",
      (header, rest) => {
        header.plus = rest;
      },
    ],
    [
      "new file mode ",
      (header, rest) => {
        header.status = "added";
        header.newMode = textOf(rest);
      },
    ],
    [
      "deleted file mode ",
      (header, rest) => {
        header.status = "deleted";
        header.oldMode = textOf(rest);
      },
    ],
    [
      "old mode ",
      (header, rest) => {
        header.oldMode = textOf(rest);
      },
    ],
    [
      "new mode ",
      (header, rest) => {
        header.newMode = textOf(rest);
      },
    ],
    ["similarity index ", () => {}],
    ["dissimilarity index ", () => {}],
    [
      "rename from ",
      (header, rest) => {
        header.status = "renamed";
        header.movedFrom = rest;
      },
    ],
    [
      "rename to ",
      (header, rest) => {
        header.movedTo = rest;
      },
    ],
    [
      "copy from ",
      (header, rest) => {
        header.status = "copied";
        header.movedFrom = rest;
      },
    ],
    [
      "copy to ",
      (header, rest) => {
        header.movedTo = rest;
      },
    ],
    [
      "Binary files ",
      (header) => {
        header.isBinary = true;
      },
    ],
    [
      "GIT binary patch",
      (header) => {
        header.isBinary = true;
        header.hasBinaryPatch = true;
      },
    ],
  ] satisfies [string, ReadHeader][]
).map(([prefix, read]) => [bytesOf(prefix), read]);

/** `index <old>..<new> <mode>`: the mode stands there only when it did not change. */
function readIndexLine(header: Header, rest: Uint8Array): void {
  const found = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: ([0-7]+))?$/.exec(textOf(rest));
  if (found === null) return;
  const [, oldBlob, newBlob, mode] = found;
  if (!isAbsent(oldBlob as string)) header.oldBlob = oldBlob as string;
  if (!isAbsent(newBlob as string)) header.newBlob = newBlob as string;
  if (mode !== undefined) {
    header.oldMode ??= mode;
    header.newMode ??= mode;
  }
}

function skipToNextSection(cursor: Cursor): void {
  while (cursor.at < cursor.bytes.length && !startsWith(cursor.bytes, sectionStart, cursor.at))
    skipLine(cursor);
}

/**
 * The most telling lines first: only `rename` and `copy` lines carry no prefix, and only where neither they
 * nor `---` and `+++` stand is the title needed, whose two names are then the same.
 */
function namesOf(title: Uint8Array, header: Header): Pick<Section, "path" | "oldPath"> | undefined {
  if (header.movedFrom !== undefined && header.movedTo !== undefined) {
    return { path: unquoteName(header.movedTo), oldPath: unquoteName(header.movedFrom) };
  }
  const old = header.minus === undefined ? undefined : markedName(header.minus);
  const now = header.plus === undefined ? undefined : markedName(header.plus);
  const path = now ?? old;
  if (path !== undefined) return { path, oldPath: old ?? path };
  const twice = twiceNamed(title);
  return twice === undefined ? undefined : { path: twice, oldPath: twice };
}

/** The name on a `---` or `+++` line; none for /dev/null. git puts a tab behind a name with blanks. */
function markedName(printed: Uint8Array): Uint8Array | undefined {
  const end = printed[0] !== 0x22 && printed.at(-1) === 0x09 ? printed.length - 1 : printed.length;
  const name = printed.subarray(0, end);
  if (sameBytes(name, noFile)) return undefined;
  return unquoteName(name).subarray(2);
}

/** The name of a title that names one file twice, `a/NAME b/NAME`. */
function twiceNamed(title: Uint8Array): Uint8Array | undefined {
  if (title[0] === 0x22) {
    const end = endOfQuotedName(title, 0);
    return end === -1 ? undefined : unquoteName(title.subarray(0, end)).subarray(2);
  }
  const half = (title.length - 1) / 2;
  if (!Number.isInteger(half) || title[half] !== 0x20) return undefined;
  const left = title.subarray(2, half);
  return sameBytes(left, title.subarray(half + 3)) ? left : undefined;
}

/** git prints a change of type as a deletion and an addition of the same path, one after the other. */
function addSection(sections: Section[], section: Section | undefined): void {
  if (section === undefined) return;
  const last = sections.at(-1);
  const isOtherHalf =
    last?.status === "deleted" && section.status === "added" && sameBytes(last.path, section.path);
  if (!isOtherHalf) {
    sections.push(section);
    return;
  }
  sections[sections.length - 1] = {
    ...last,
    status: "typechange",
    isBinary: last.isBinary || section.isBinary,
    ...(section.newMode === undefined ? {} : { newMode: section.newMode }),
    ...(section.newBlob === undefined ? {} : { newBlob: section.newBlob }),
    hunks: [...last.hunks, ...section.hunks],
  };
}

function toFile(
  section: Section,
  raw: RawEntry | undefined,
  hunksBefore: number,
  knownAs: (path: string) => string,
): FileDiff {
  const { path, oldPath, hunks } = section;
  const hasOldPath = section.status === "renamed" || section.status === "copied";
  const oldMode = section.oldMode ?? raw?.oldMode;
  const newMode = section.newMode ?? raw?.newMode;
  const oldBlob = section.oldBlob ?? raw?.oldBlob;
  const newBlob = section.newBlob ?? raw?.newBlob;
  const name = textOf(path);
  const knownName = knownAs(name);
  const hashes = hashHunks(knownName === name ? path : bytesOf(knownName), hunks);
  return {
    path: name,
    ...(hasOldPath ? { oldPath: textOf(oldPath) } : {}),
    ...(isUtf8(path) ? {} : { pathHex: hexOf(path) }),
    ...(hasOldPath && !isUtf8(oldPath) ? { oldPathHex: hexOf(oldPath) } : {}),
    status: section.status,
    binary: section.isBinary,
    ...(oldMode === undefined ? {} : { oldMode }),
    ...(newMode === undefined ? {} : { newMode }),
    ...(oldBlob === undefined ? {} : { oldBlob }),
    ...(newBlob === undefined ? {} : { newBlob }),
    hunks: hunks.map((hunk, i) => ({
      id: `h${hunksBefore + i + 1}`,
      hash: hashes[i]?.hash as string,
      changeHash: hashes[i]?.changeHash as string,
      oldStart: hunk.oldStart,
      oldLines: hunk.oldLines,
      newStart: hunk.newStart,
      newLines: hunk.newLines,
      section: hunk.section,
      lines: hunk.lines,
    })),
  };
}
