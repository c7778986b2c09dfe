import { UserError } from "../kit/errors.ts";
import type { ChangeSource, Side } from "./session-input.ts";
import type { Snapshot } from "./session-snapshot.ts";

/** How many files stay in memory: a reader goes back and forth between few. */
const KEPT_FILES = 6;

/** The bytes of files on both sides of a snapshot, the last few kept. */
export interface SideFiles {
  /**
   * The bytes of a file; on the old side a renamed file answers to its new path too. Throws `not-found`
   * and `too-large`.
   */
  read(path: string, side: Side, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;
  /** Settles once nothing is being read. */
  idle(): Promise<void>;
}

export function sideFiles(source: ChangeSource, snapshot: Snapshot): SideFiles {
  const kept = new Map<string, Uint8Array>();
  const pending = new Set<Promise<unknown>>();
  async function read(path: string, side: Side, maxBytes: number, signal: AbortSignal) {
    const blob = await blobOf(source, snapshot, path, side, maxBytes, signal);
    const bytes = kept.get(blob) ?? (await source.readBlob(blob, signal));
    if (bytes === undefined) {
      throw new UserError(
        "not-found",
        `The content of ${path} (${blob.slice(0, 10)}) is not in the repository.`,
      );
    }
    refuseLarge(path, bytes.byteLength, maxBytes);
    kept.delete(blob);
    kept.set(blob, bytes);
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT_FILES && oldest !== undefined) kept.delete(oldest);
    return bytes;
  }
  return {
    read(path, side, maxBytes, signal) {
      const reading = read(path, side, maxBytes, signal);
      pending.add(reading);
      return reading.finally(() => pending.delete(reading));
    },
    async idle() {
      await Promise.allSettled(pending);
    },
  };
}

async function blobOf(
  source: ChangeSource,
  snapshot: Snapshot,
  path: string,
  side: Side,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const changed = snapshot.filesByPath.get(path);
  const pathThere = side === "old" ? (changed?.oldPath ?? path) : path;
  const file = await source.fileAt(side, pathThere, signal);
  if (file === undefined) throw new UserError("not-found", `There is no ${path} on the ${side} side.`);
  if (file.mode === "160000")
    throw new UserError("not-found", `${path} is a submodule and has no lines here.`);
  if (file.sizeBytes !== undefined) refuseLarge(path, file.sizeBytes, maxBytes);
  return file.blob;
}

function refuseLarge(path: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new UserError("too-large", `${path} has ${bytes} bytes; up to ${maxBytes} are shown.`);
}
