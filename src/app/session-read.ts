import type { Progress, Stage } from "../wire/api.ts";
import type { ChangeSource } from "./session-input.ts";
import { emptySnapshot, makeSnapshot, type Snapshot } from "./session-snapshot.ts";

/**
 * Takes one source through its stages and tells the snapshot at the start of each: with the diff in hand
 * there are files and counts, with the graph all the rest. A graph that was kept skips to the end.
 */
export async function readStages(
  source: ChangeSource,
  signal: AbortSignal,
  tell: (snapshot: Snapshot, stage: Stage) => void,
  report: (progress: Progress) => void,
): Promise<void> {
  const { change } = source;
  tell({ ...emptySnapshot, change }, "diffing");
  signal.throwIfAborted();
  const kept = await source.cachedGraph(signal);
  if (kept !== undefined) {
    tell(makeSnapshot(change, kept.files, kept), "ready");
    return;
  }
  signal.throwIfAborted();
  const files = await source.diff(signal);
  signal.throwIfAborted();
  tell(makeSnapshot(change, files, undefined), "analysing");
  const graph = await source.analyse((progress) => report({ stage: "analysing", ...progress }), signal);
  signal.throwIfAborted();
  tell(makeSnapshot(change, graph.files, graph), "ready");
}
