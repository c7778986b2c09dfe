import { createHash } from "node:crypto";
import type { FileHead, HunkBody, ShownLine } from "../../src/wire/api.ts";

/** A change of one file, written line by line: " kept", "-removed", "+added". */
export interface FileScript {
  readonly path: string;
  readonly oldPath?: string;
  readonly status?: FileHead["status"];
  readonly binary?: boolean;
  readonly noise?: FileHead["noise"];
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly lines: readonly string[];
  /** Bytes of an image, by side. */
  readonly image?: { readonly old?: string; readonly new?: string };
}

export interface ScriptedFile {
  readonly head: FileHead;
  readonly hunks: readonly HunkBody[];
  readonly newLines: readonly string[];
  readonly oldLines: readonly string[];
  readonly image?: FileScript["image"];
}

const CONTEXT = 3;

/** Makes a file's hunks, with three lines of context as git does, and the text of both sides. */
export function scriptFile(script: FileScript, nextId: () => string): ScriptedFile {
  const lines = numberLines(script.lines);
  const bodies = groupHunks(lines).map((group) => makeHunk(script, group, nextId()));
  const hunks = bodies.length > 0 ? bodies : [emptyHunk(script, nextId())];
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return {
    head: {
      path: script.path,
      ...(script.oldPath !== undefined && { oldPath: script.oldPath }),
      status: script.status ?? "modified",
      binary: script.binary ?? false,
      ...(script.noise && { noise: script.noise }),
      ...(script.oldMode && { oldMode: script.oldMode }),
      ...(script.newMode && { newMode: script.newMode }),
      added: count("+"),
      removed: count("-"),
      hunks: hunks.map((hunk) => [hunk.id, hunk.hash, ""]),
    },
    hunks,
    newLines: lines.filter((line) => line.kind !== "-").map((line) => line.text),
    oldLines: lines.filter((line) => line.kind !== "+").map((line) => line.text),
    ...(script.image && { image: script.image }),
  };
}

function numberLines(lines: readonly string[]): ShownLine[] {
  let before = 0;
  let after = 0;
  return lines.map((line) => {
    const kind = line[0] as ShownLine["kind"];
    const text = line.slice(1);
    if (kind === "+") return { kind, new: ++after, text };
    if (kind === "-") return { kind, old: ++before, text };
    return { kind: " ", old: ++before, new: ++after, text };
  });
}

function groupHunks(lines: readonly ShownLine[]): ShownLine[][] {
  const groups: ShownLine[][] = [];
  let end = -1;
  lines.forEach((line, i) => {
    if (line.kind === " ") return;
    const from = Math.max(end, i - CONTEXT, 0);
    const to = Math.min(lines.length, i + CONTEXT + 1);
    if (end >= i - CONTEXT && groups.length > 0) groups.at(-1)!.push(...lines.slice(end, to));
    else groups.push(lines.slice(from, to));
    end = to;
  });
  return groups;
}

function makeHunk(script: FileScript, lines: ShownLine[], id: string): HunkBody {
  const olds = lines.flatMap((line) => line.old ?? []);
  const news = lines.flatMap((line) => line.new ?? []);
  return {
    id,
    hash: hashOf(
      `${script.path}\n${lines.map((line) => line.kind + line.text).join("\n")}\n${olds[0]} ${news[0]}`,
    ),
    path: script.path,
    oldStart: olds[0] ?? 0,
    oldLines: olds.length,
    newStart: news[0] ?? 0,
    newLines: news.length,
    section: "",
    added: lines.filter((line) => line.kind === "+").length,
    removed: lines.filter((line) => line.kind === "-").length,
    lineCount: lines.length,
    ...(script.noise && { noise: script.noise }),
    lines,
  };
}

function emptyHunk(script: FileScript, id: string): HunkBody {
  const zero = { oldStart: 0, oldLines: 0, newStart: 0, newLines: 0, added: 0, removed: 0, lineCount: 0 };
  return {
    id,
    hash: hashOf(script.path),
    path: script.path,
    ...zero,
    section: "",
    noise: script.noise ?? "unchanged",
    lines: [],
  };
}

function hashOf(text: string): string {
  return createHash("sha1").update(text).digest("hex").slice(0, 20);
}
