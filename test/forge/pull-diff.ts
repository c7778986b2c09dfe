import type { GitStore } from "./git-store.ts";

/** The diff that GitHub has of a pull request: merge base to head, three lines of context, renames from 50 %. */
export interface PullDiff {
  readonly mergeBase: string;
  readonly head: string;
  readonly files: readonly PullFile[];
  readonly additions: number;
  readonly deletions: number;
  /** Lines of the diff as text: GitHub refuses to give one of more than 20,000. */
  readonly lineCount: number;
}

export interface PullFile {
  readonly path: string;
  readonly oldPath?: string;
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed";
  readonly blob: string;
  readonly additions: number;
  readonly deletions: number;
  /** The hunks as text, from the first @@; undefined for a binary file or one without changed lines. */
  readonly patch?: string;
  readonly hunks: readonly PullHunk[];
}

export interface PullHunk {
  readonly header: string;
  readonly rows: readonly PullRow[];
}

export interface PullRow {
  readonly kind: " " | "+" | "-";
  readonly old?: number;
  readonly new?: number;
  readonly text: string;
}

export type Side = "LEFT" | "RIGHT";

/** `isDirect` compares the two commits themselves, and without context. */
export async function readPullDiff(
  store: GitStore,
  base: string,
  head: string,
  { isDirect = false }: { readonly isDirect?: boolean } = {},
): Promise<PullDiff> {
  const mergeBase = isDirect ? base : await mergeBaseOf(store, base, head);
  const words = [
    "-c",
    "core.quotePath=false",
    "-c",
    "diff.renameLimit=10000",
    "diff",
    "--no-color",
    "--no-ext-diff",
  ];
  const common = [...words, "--no-textconv", "-M50%", "--full-index"];
  const raw = (await store.read([...common, "--raw", "-z", mergeBase, head])).toString("utf8");
  const text = (await store.read([...common, "-p", isDirect ? "-U0" : "-U3", mergeBase, head])).toString(
    "utf8",
  );
  const sections = `\n${text}`.split("\ndiff --git ").slice(1);
  let next = 0;
  const files = rawEntries(raw).map((entry) => {
    // A change of type is shown as one file that goes and one that comes.
    const count = entry.letter === "T" ? 2 : 1;
    const own = sections.slice(next, next + count);
    next += count;
    return readFile(entry, own);
  });
  return {
    mergeBase,
    head,
    files,
    additions: sum(files.map((file) => file.additions)),
    deletions: sum(files.map((file) => file.deletions)),
    lineCount: text.split("\n").length - 1,
  };
}

/** Histories that have nothing in common are compared as they are. */
async function mergeBaseOf(store: GitStore, base: string, head: string): Promise<string> {
  const found = (await store.read(["merge-base", base, head], [1])).toString().trim();
  return found === "" ? base : found;
}

interface RawEntry {
  readonly letter: string;
  readonly blob: string;
  readonly path: string;
  readonly oldPath?: string;
}

function rawEntries(raw: string): readonly RawEntry[] {
  const words = raw.split("\0");
  const entries: RawEntry[] = [];
  for (let at = 0; at + 1 < words.length; ) {
    const [, , oldBlob, newBlob, status] = (words[at++] as string).split(" ") as string[];
    const letter = (status as string)[0] as string;
    const first = words[at++] as string;
    const blob = letter === "D" ? oldBlob : newBlob;
    if (letter === "R" || letter === "C") {
      entries.push({ letter, blob: blob as string, oldPath: first, path: words[at++] as string });
    } else entries.push({ letter, blob: blob as string, path: first });
  }
  return entries;
}

const statusOf: Readonly<Record<string, PullFile["status"]>> = {
  A: "added",
  D: "removed",
  M: "modified",
  R: "renamed",
  T: "changed",
};

function readFile(entry: RawEntry, sections: readonly string[]): PullFile {
  const hunks = sections.flatMap(readHunks);
  const rows = hunks.flatMap((hunk) => hunk.rows);
  const patch = sections.map(patchOf).filter((text) => text !== "");
  return {
    path: entry.path,
    ...(entry.oldPath !== undefined && { oldPath: entry.oldPath }),
    status: statusOf[entry.letter] as PullFile["status"],
    blob: entry.blob,
    additions: rows.filter((row) => row.kind === "+").length,
    deletions: rows.filter((row) => row.kind === "-").length,
    ...(patch.length > 0 && { patch: patch.join("\n") }),
    hunks,
  };
}

function patchOf(section: string): string {
  const start = section.indexOf("\n@@ ");
  return start < 0 ? "" : section.slice(start + 1).replace(/\n$/, "");
}

function readHunks(section: string): PullHunk[] {
  const hunks: { header: string; rows: PullRow[] }[] = [];
  let oldLine = 0;
  let newLine = 0;
  for (const line of patchOf(section).split("\n")) {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (header !== null) {
      oldLine = Number(header[1]);
      newLine = Number(header[2]);
      hunks.push({ header: line, rows: [] });
      continue;
    }
    const rows = hunks.at(-1)?.rows;
    const text = line.slice(1);
    if (line.startsWith("+")) rows?.push({ kind: "+", new: newLine++, text });
    else if (line.startsWith("-")) rows?.push({ kind: "-", old: oldLine++, text });
    else if (line.startsWith(" ")) rows?.push({ kind: " ", old: oldLine++, new: newLine++, text });
  }
  return hunks;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Where a line stands in the diff of its file. Context belongs to the right side only. */
export interface RowPlace {
  readonly hunk: number;
  readonly row: number;
}

export function findRow(file: PullFile, line: number, side: Side): RowPlace | undefined {
  for (const [hunk, { rows }] of file.hunks.entries()) {
    const row = rows.findIndex((candidate) =>
      side === "RIGHT" ? candidate.new === line : candidate.kind === "-" && candidate.old === line,
    );
    if (row >= 0) return { hunk, row };
  }
  return undefined;
}

/** The hunk's text up to the row, as GitHub gives it with a comment. */
export function hunkText(file: PullFile, place: RowPlace): string {
  const hunk = file.hunks[place.hunk] as PullHunk;
  return [hunk.header, ...hunk.rows.slice(0, place.row + 1).map((row) => row.kind + row.text)].join("\n");
}

/** GitHub's `position`: rows below the file's first @@, later headers counted. */
export function positionOf(file: PullFile, place: RowPlace): number {
  let position = 0;
  for (let hunk = 0; hunk < place.hunk; hunk++) position += (file.hunks[hunk] as PullHunk).rows.length + 1;
  return position + place.row + 1;
}
