import type { ChangeSource } from "../../src/app/session-input.ts";
import type { DiffLine, FileDiff, Hunk } from "../../src/engine/diff/diff.ts";
import type { ChangeNode, Placement, ReviewGraph, ReviewNode } from "../../src/engine/review/review.ts";
import { blobId, sha1 } from "../../src/kit/hash.ts";

export interface MadeOptions {
  readonly files?: number;
  readonly hunksPerFile?: number;
  /** Changed lines of a hunk, half of them removed; six lines of context stand around. */
  readonly linesPerHunk?: number;
  readonly head?: string;
  readonly base?: string;
  readonly reviewId?: string;
  /** The text of a changed line. */
  readonly lineText?: (file: number, hunk: number, line: number) => string;
  /** The text of the lines around, as of a head that moved. */
  readonly contextText?: string;
  /** Places that did not change, of each core; one of them is upstream. */
  readonly contextsPerCore?: number;
  /** How many hunks at the end are folded. */
  readonly lowSignal?: number;
}

export interface MadeReview {
  readonly graph: ReviewGraph;
  /** Whole files by `old:path` and `new:path`. */
  readonly contents: ReadonlyMap<string, string>;
}

/** A review as an extraction would give it: files, hunks, nodes, one core for each ten files, and contexts. */
export function makeReview(options: MadeOptions = {}): MadeReview {
  const { files: fileCount = 3, hunksPerFile = 2, linesPerHunk = 4 } = options;
  const contents = new Map<string, string>();
  const files: FileDiff[] = [];
  let hunkNumber = 0;
  for (let f = 0; f < fileCount; f++) {
    const path = `src/part${String(Math.floor(f / 20)).padStart(3, "0")}/file${String(f).padStart(5, "0")}.ts`;
    const made = makeFile(path, f, hunksPerFile, linesPerHunk, options, () => ++hunkNumber);
    files.push(made.file);
    contents.set(`old:${path}`, made.old);
    contents.set(`new:${path}`, made.new);
  }
  contents.set("old:lib/untouched.ts", untouched);
  contents.set("new:lib/untouched.ts", untouched);
  return { graph: makeGraph(files, options), contents };
}

const untouched = Array.from({ length: 40 }, (_, i) => `untouched line ${i + 1}`).join("\n");

function makeFile(
  path: string,
  f: number,
  hunkCount: number,
  linesPerHunk: number,
  options: MadeOptions,
  nextNumber: () => number,
): { file: FileDiff; old: string; new: string } {
  const oldLines: string[] = [];
  const newLines: string[] = [];
  const hunks: Hunk[] = [];
  const textOf = options.lineText ?? ((_, h, l) => `  const value${h}_${l} = compute(${f}, ${h}, ${l});`);
  const contextOf = (h: number, i: number) => `  ${options.contextText ?? "around"} ${h}.${i} of ${f}`;
  for (let h = 0; h < hunkCount; h++) {
    for (let gap = 0; gap < 5; gap++) {
      oldLines.push(`  gap ${h}.${gap}`);
      newLines.push(`  gap ${h}.${gap}`);
    }
    const lines: DiffLine[] = [];
    const oldStart = oldLines.length + 1;
    const newStart = newLines.length + 1;
    const context = (i: number) => {
      oldLines.push(contextOf(h, i));
      newLines.push(contextOf(h, i));
      lines.push({ kind: " ", old: oldLines.length, new: newLines.length, text: contextOf(h, i) });
    };
    for (let i = 0; i < 3; i++) context(i);
    for (let l = 0; l < linesPerHunk; l++) {
      const text = textOf(f, h, l);
      if (l % 2 === 0) {
        oldLines.push(text);
        lines.push({ kind: "-", old: oldLines.length, text });
      } else {
        newLines.push(text);
        lines.push({ kind: "+", new: newLines.length, text });
      }
    }
    for (let i = 3; i < 6; i++) context(i);
    const changed = lines.filter((line) => line.kind !== " ");
    hunks.push({
      id: `h${nextNumber()}`,
      hash: sha1(path, JSON.stringify(lines.map((line) => line.kind + line.text)), String(h)),
      changeHash: sha1(path, JSON.stringify(changed.map((line) => line.kind + line.text)), String(h)),
      oldStart,
      oldLines: oldLines.length - oldStart + 1,
      newStart,
      newLines: newLines.length - newStart + 1,
      section: `function part${h}() {`,
      lines,
    });
  }
  const oldText = `${oldLines.join("\n")}\n`;
  const newText = `${newLines.join("\n")}\n`;
  const file: FileDiff = { path, status: "modified", binary: false, hunks };
  return { file, old: oldText, new: newText };
}

function makeGraph(made: readonly FileDiff[], options: MadeOptions): ReviewGraph {
  const total = made.reduce((sum, file) => sum + file.hunks.length, 0);
  const firstFolded = total - (options.lowSignal ?? 0);
  let seen = 0;
  const files = made.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) =>
      seen++ >= firstFolded ? { ...hunk, noise: "generated" as const } : hunk,
    ),
  }));
  const nodes: ReviewNode[] = [];
  const placements: Placement[] = [];
  const cores: { id: string; title: string; hook: string; placements: Record<string, string[]> }[] = [];
  const place = (core: number, band: Placement["band"], node: string, repeatOf?: string) => {
    const id = `p${placements.length + 1}`;
    const title = node.slice(node.lastIndexOf("#") + 1);
    const why = `it is in ${band}`;
    placements.push({ id, core: `c${core}`, band, node, title, why, ...(repeatOf ? { repeatOf } : {}) });
    cores[core - 1]?.placements[band]?.push(id);
    return id;
  };
  let firstPlaced: string | undefined;
  files.forEach((file, f) => {
    if (f % 10 === 0) {
      const empty = {
        upstream: [],
        "upstream-changed": [],
        core: [],
        "downstream-changed": [],
        downstream: [],
      };
      cores.push({
        id: `c${cores.length + 1}`,
        title: `Core ${cores.length + 1}`,
        hook: "Why?",
        placements: empty,
      });
      const context = contextNode(f + 1);
      nodes.push(context);
      place(cores.length, "upstream", context.id);
    }
    const hunks = file.hunks.filter((hunk) => hunk.noise === undefined).map((hunk) => hunk.id);
    if (hunks.length === 0) return;
    const node: ChangeNode = {
      kind: "change",
      id: `chg:${file.path}#part${f}`,
      path: file.path,
      symbol: `part${f}`,
      symbolKind: "function",
      hunks,
      added: 1,
      removed: 1,
      byText: false,
    };
    nodes.push(node);
    for (let k = 1; f % 10 === 0 && k < (options.contextsPerCore ?? 1); k++) {
      const context = contextNode(f + k, `lib/area${(f + k * 7) % 40}/caller${f * 4 + k}.ts`);
      nodes.push(context);
      place(cores.length, "downstream", context.id);
    }
    const id = place(cores.length, f % 10 === 0 ? "core" : "downstream-changed", node.id);
    if (firstPlaced === undefined) firstPlaced = id;
    else if (f % 10 === 0) place(cores.length, "downstream-changed", nodes[1]?.id ?? "", firstPlaced);
  });
  const edges = placements
    .filter((placement) => placement.band === "downstream-changed")
    .map((placement) => {
      const from = cores.find((core) => core.id === placement.core)?.placements.core?.[0] ?? "";
      return { core: placement.core, from, to: placement.id, label: "uses it" };
    });
  return {
    version: 1,
    generator: { name: "headwater", version: "0.1.0", extraction: 1 },
    change: {
      reviewId: options.reviewId ?? "local-made",
      title: "A made change",
      body: "",
      provider: "local",
      number: 0,
      url: "",
      author: "A",
      branch: "feature",
      baseRef: "main",
      base: options.base ?? "b".repeat(40),
      head: options.head ?? "a".repeat(40),
      isWorkingCopy: false,
      commits: [{ id: "a".repeat(40), subject: "A made change", author: "A", date: "2024-01-01T00:00:00Z" }],
      untrackedCount: 0,
      notes: [],
    },
    files,
    nodes,
    cores: cores as unknown as ReviewGraph["cores"],
    placements,
    edges,
    walk: placements.filter((placement) => placement.repeatOf === undefined).map(({ id }) => id),
    lowSignal: files.flatMap((file) => file.hunks.filter((hunk) => hunk.noise).map((hunk) => hunk.id)),
    definitions: [],
    tree: "static",
    problems: [],
    limits: [],
    discussion: [],
  };
}

function contextNode(line: number, path = "lib/untouched.ts"): ReviewNode {
  const lines = Array.from({ length: 21 }, (_, i) => `untouched line ${line + i}`);
  const snippet = { startLine: line, lines };
  return {
    kind: "context",
    id: `ctx:${path}:${line + 10}`,
    path,
    line: line + 10,
    symbol: "untouched",
    snippet,
    byText: false,
  };
}

export interface MadeSource extends ChangeSource {
  isClosed: boolean;
}

/** A source that gives the made review; `pause` holds its stages back. */
export function makeSource(
  made: MadeReview,
  extra: Partial<ChangeSource> & { pause?: (stage: "diff" | "analyse") => Promise<void> } = {},
): MadeSource {
  const { pause, ...over } = extra;
  return {
    change: made.graph.change,
    isClosed: false,
    cachedGraph: async () => undefined,
    async diff() {
      await pause?.("diff");
      return made.graph.files;
    },
    async analyse(report, signal) {
      report({ what: "files", done: 1, total: 2 });
      await pause?.("analyse");
      signal.throwIfAborted();
      return made.graph;
    },
    plainDiff: async () => made.graph.files,
    movedBetween: async () => new Map(),
    async fileAt(side, path) {
      const text = made.contents.get(`${side}:${path}`);
      return text === undefined ? undefined : { blob: blobId(Buffer.from(text)), mode: "100644" };
    },
    async readBlob(id) {
      for (const text of made.contents.values()) {
        const bytes = Buffer.from(text);
        if (blobId(bytes) === id) return bytes;
      }
      return undefined;
    },
    countChangedFiles: async () => 1,
    close() {
      this.isClosed = true;
    },
    ...over,
  };
}
