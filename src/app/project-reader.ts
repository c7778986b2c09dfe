import type { Repository, TreeEntry } from "../adapters/git/repository.ts";
import { createPathTree, type ProjectView } from "../engine/graph/graph.ts";
import type { FileIndex } from "../engine/index/index.ts";
import type { ReviewProblem, Tallies } from "../engine/review/review.ts";
import { compareBytes } from "../kit/order.ts";
import type { LanguagePack } from "../languages/language-pack.ts";
import type { ReviewLimits } from "./review-budget.ts";
import type { SourceBytes, SourceReader } from "./source-reader.ts";

/** The files of one revision, read as they are wanted. */
export interface ProjectReader {
  /** Answers from what was read so far and notes what it could not answer. */
  readonly project: ProjectView;
  /** Whether something was asked for that was not read yet. */
  readonly isWanting: boolean;
  /** Notes files as wanted. */
  want(paths: Iterable<string>): void;
  /** Reads what is wanted: one request to git, one to the parser. */
  load(signal: AbortSignal, onProgress?: (done: number, total: number) => void): Promise<void>;
  /** The record of a file that was read, without wanting it. */
  loaded(path: string): FileIndex | undefined;
  /** Whether some language reads files of this name. */
  isSource(path: string): boolean;
  entry(path: string): TreeEntry | undefined;
  /** Why files could not be read by their syntax. */
  problemOf(path: string): ReviewProblem | undefined;
  readonly problems: readonly ReviewProblem[];
  readonly filesRead: number;
}

export interface ProjectReaderOptions {
  readonly repository: Pick<Repository, "readBlobs">;
  /** All entries of the tree. */
  readonly entries: readonly TreeEntry[];
  readonly languages: readonly LanguagePack[];
  readonly sourceReader: Pick<SourceReader, "read">;
  readonly limits: ReviewLimits;
  readonly tallies: Tallies;
}

/** Starts with nothing read. Links and submodules are not files of the project. */
export function createProjectReader(options: ProjectReaderOptions): ProjectReader {
  const { limits, tallies } = options;
  const entries = new Map(
    options.entries.filter((entry) => entry.mode.startsWith("100")).map((entry) => [entry.path, entry]),
  );
  const packOf = languageByPath(options.languages);
  const records = new Map<string, FileIndex>();
  const manifests = new Map<string, string>();
  const settled = new Set<string>();
  const problems = new Map<string, ReviewProblem>();
  const wanted = new Set<string>();
  let files = 0;
  let bytes = 0;

  const note = (path: string): void => {
    if (!settled.has(path) && entries.has(path)) wanted.add(path);
  };
  const isManifest = (path: string): boolean => options.languages.some((pack) => pack.isManifest(path));
  const project: ProjectView = {
    tree: createPathTree(entries.keys()),
    manifest(path) {
      const text = manifests.get(path);
      if (text === undefined && isManifest(path)) note(path);
      return text;
    },
    index(path) {
      const record = records.get(path);
      if (record === undefined && packOf(path) !== undefined) note(path);
      return record;
    },
  };

  return {
    project,
    get isWanting() {
      return wanted.size > 0;
    },
    want(paths) {
      for (const path of paths) note(path);
    },
    load,
    loaded: (path) => records.get(path),
    isSource: (path) => packOf(path) !== undefined,
    entry: (path) => entries.get(path),
    problemOf: (path) => problems.get(path),
    get problems() {
      return [...problems.values()];
    },
    get filesRead() {
      return files;
    },
  };

  async function load(
    signal: AbortSignal,
    onProgress?: (done: number, total: number) => void,
  ): Promise<void> {
    const asked = [...wanted].sort(compareBytes);
    wanted.clear();
    for (const path of asked) settled.add(path);
    const chosen = withinLimits(asked);
    const blobs = await options.repository.readBlobs(
      chosen.map((entry) => entry.blob),
      signal,
    );
    const sources: SourceBytes[] = [];
    chosen.forEach(({ path, blob }, at) => {
      const content = blobs[at];
      if (content === undefined) {
        problems.set(path, { path, kind: "unreadable", detail: "git has no such object here" });
      } else if (isManifest(path)) manifests.set(path, decode(content));
      if (content !== undefined && packOf(path) !== undefined) sources.push({ path, blob, bytes: content });
    });
    const read = await options.sourceReader.read(sources, signal, onProgress);
    for (const { path } of sources) keep(path, read.get(path));
  }

  function withinLimits(paths: readonly string[]): TreeEntry[] {
    let unread = 0;
    const chosen = paths.flatMap((path) => {
      const entry = entries.get(path);
      if (entry === undefined) return [];
      const size = entry.sizeBytes ?? 0;
      if (size > limits.fileBytes) {
        const detail = `${size} bytes; files over ${limits.fileBytes} bytes are not parsed`;
        problems.set(path, { path, kind: "too-large", detail });
        return [];
      }
      if (files + 1 > limits.files || bytes + size > limits.bytes) {
        unread++;
        return [];
      }
      files++;
      bytes += size;
      return [entry];
    });
    const isByCount = files >= limits.files;
    tallies.cut(
      isByCount ? "files-read" : "bytes-read",
      isByCount ? limits.files : limits.bytes,
      unread,
      "files around the change were not read, so uses in them are not known",
    );
    return chosen;
  }

  function keep(path: string, record: FileIndex | undefined): void {
    if (record === undefined) {
      problems.set(path, { path, kind: "unreadable", detail: "the parser gave no answer" });
      return;
    }
    const problem = record.problems[0];
    if (problem !== undefined) problems.set(path, toReviewProblem(path, record));
    if (isUsable(record)) records.set(path, record);
  }
}

/** The one problem of a record that says most: what kept it from being read, else where it does not parse. */
export function toReviewProblem(path: string, record: FileIndex): ReviewProblem {
  const worst = record.problems.find((one) => one.kind !== "syntax-error") ?? record.problems[0];
  const kind = worst?.kind ?? "syntax-error";
  const places = record.problems.filter((one) => one.kind === kind);
  const shown = places.slice(0, 5).map((one) => one.startLine + 1);
  const more = places.length > shown.length ? ` and ${places.length - shown.length} more` : "";
  const where = kind === "syntax-error" || kind === "too-deep" ? ` (line ${shown.join(", ")}${more})` : "";
  return { path, kind: kind === "failed" ? "unreadable" : kind, detail: `${worst?.detail ?? ""}${where}` };
}

const emptying: ReadonlySet<string> = new Set(["too-large", "timed-out", "not-text", "failed"]);

/** A record that holds nothing because the file could not be read is as good as none. */
export function isUsable(record: FileIndex): boolean {
  return !record.problems.some((one) => emptying.has(one.kind));
}

/** The language of a path, by its extension. */
export function languageByPath(
  languages: readonly LanguagePack[],
): (path: string) => LanguagePack | undefined {
  const byExtension = new Map(languages.flatMap((pack) => pack.extensions.map((one) => [one, pack])));
  return (path) => {
    const dot = path.lastIndexOf(".");
    return dot <= path.lastIndexOf("/") ? undefined : byExtension.get(path.slice(dot).toLowerCase());
  };
}

function decode(content: Uint8Array): string {
  return new TextDecoder().decode(content);
}
