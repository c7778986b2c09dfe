import { writeBeside } from "../adapters/store/store.ts";
import { UserError } from "../kit/errors.ts";
import { withChange } from "./graph-text.ts";
import type { StageProgress } from "./session-input.ts";
import type { OpenedChange } from "./session-source.ts";

/** The ReviewGraph of a change as the text of a JSON file, in pieces: kept, or made now and then kept. */
export async function extractGraph(
  opened: OpenedChange,
  report: (progress: StageProgress) => void,
  signal: AbortSignal,
): Promise<Iterable<string | Uint8Array>> {
  const { change, text } = await opened.text(report, signal);
  return withChange(text, change);
}

/** Writes a file that the user named: whole, or not at all. Throws `bad-option` where that is not possible. */
export async function writeOut(path: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  try {
    await writeBeside(path, pieces, { isDurable: false });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError("bad-option", `Cannot write ${path}: ${why}.`, { cause });
  }
}
