import type { Repository } from "../../src/adapters/git/repository.ts";
import { buildReview } from "../../src/app/build-review.ts";
import type { ReviewLimits } from "../../src/app/review-budget.ts";
import type { FileDiff } from "../../src/engine/diff/diff.ts";
import type { ReviewGraph } from "../../src/engine/review/review.ts";
import { blobId } from "../../src/kit/hash.ts";
import { compareBytes } from "../../src/kit/order.ts";
import { readSources } from "../graph/read-sources.ts";
import { change, makeDiff, makeHunk } from "./fixtures.ts";

type Texts = Readonly<Record<string, string>>;

export interface ReviewedTexts {
  readonly graph: ReviewGraph;
  /** Calls of git, by name. */
  readonly calls: readonly string[];
}

/** The review of a change from one set of files to another, read by the real languages, without git. */
export async function reviewTexts(
  before: Texts,
  after: Texts,
  options: { readonly limits?: Partial<ReviewLimits>; readonly signal?: AbortSignal } = {},
): Promise<ReviewedTexts> {
  const calls: string[] = [];
  const contents = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  for (const text of [...Object.values(before), ...Object.values(after)]) {
    const bytes = encoder.encode(text);
    contents.set(blobId(bytes), bytes);
  }
  const blobOf = (text: string) => blobId(encoder.encode(text));
  const repository: Pick<Repository, "listTree" | "readBlobs" | "grepNames"> = {
    async listTree() {
      calls.push("listTree");
      return Object.entries(after)
        .map(([path, text]) => ({
          path,
          mode: "100644",
          blob: blobOf(text),
          sizeBytes: encoder.encode(text).byteLength,
        }))
        .sort((left, right) => compareBytes(left.path, right.path));
    },
    async readBlobs(ids) {
      calls.push("readBlobs");
      return ids.map((id) => contents.get(id));
    },
    async grepNames(_, names, __, without = []) {
      calls.push("grepNames");
      const wanted = new Set(names);
      const searched = Object.entries(after).filter(([path]) => !without.includes(path));
      return searched.flatMap(([path, text]) =>
        text.split("\n").flatMap((line, at) => {
          const words = line.match(/[\w$]+/g) ?? [];
          return words.some((word) => wanted.has(word)) ? [{ path, line: at + 1, text: line }] : [];
        }),
      );
    },
  };
  const files = diffTexts(before, after);
  const graph = await buildReview(
    { info: change, repository },
    files,
    {
      generatorVersion: "0",
      sourceReader: { read: (sources) => readSources(sources) },
      ...(options.limits === undefined ? {} : { limits: options.limits }),
    },
    options.signal ?? new AbortController().signal,
  );
  return { graph, calls };
}

/** One hunk for each run of changed lines, with one line of context; good enough for texts of a test. */
function diffTexts(before: Texts, after: Texts): FileDiff[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareBytes);
  let count = 0;
  return paths.flatMap((path) => {
    const old = before[path];
    const now = after[path];
    if (old === now) return [];
    const hunks = changedRuns(linesOf(old), linesOf(now)).map(({ oldStart, newStart, lines }) =>
      makeHunk(`h${++count}`, oldStart, newStart, lines),
    );
    const encoder = new TextEncoder();
    return [
      makeDiff(path, hunks, {
        status: old === undefined ? "added" : now === undefined ? "deleted" : "modified",
        ...(old === undefined ? {} : { oldBlob: blobId(encoder.encode(old)) }),
        ...(now === undefined ? {} : { newBlob: blobId(encoder.encode(now)) }),
      }),
    ];
  });
}

interface Run {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: string[];
}

/** Runs of a longest common subsequence. */
function changedRuns(old: readonly string[], now: readonly string[]): Run[] {
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i] as number[];
      const below = common[i + 1] as number[];
      row[j] =
        old[i] === now[j] ? (below[j + 1] as number) + 1 : Math.max(below[j] as number, row[j + 1] as number);
    }
  }
  const runs: Run[] = [];
  let open: Run | undefined;
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      open = undefined;
      i++;
      j++;
      continue;
    }
    if (open === undefined) {
      open = { oldStart: i + 1, newStart: j + 1, lines: [] };
      runs.push(open);
    }
    const removes =
      j >= now.length || (i < old.length && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0));
    open.lines.push(removes ? `-${old[i++]}` : `+${now[j++]}`);
  }
  return runs;
}

function linesOf(text: string | undefined): string[] {
  const lines = (text ?? "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** "band title: why", core by core, as a reader meets them. */
export function told(graph: ReviewGraph): string[] {
  return graph.placements.map((one) => `${one.core} ${one.band} ${one.title}: ${one.why}`);
}
