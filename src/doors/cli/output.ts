import { UserError } from "../../kit/errors.ts";

/** Keeps a failing stream from ending the process; whoever writes to it hears of it from `writeAll`. */
export function expectErrors(stream: NodeJS.WritableStream): void {
  stream.on("error", () => undefined);
}

/**
 * Writes text piece by piece, no faster than it is read. A reader that has seen enough, as `head`, is no
 * error: the rest is thrown away. Throws `output-failed` for any other failure.
 */
export async function writeAll(
  stream: NodeJS.WritableStream,
  pieces: Iterable<string | Uint8Array>,
): Promise<void> {
  for (const piece of pieces) {
    const error = await write(stream, piece);
    if (error === undefined) continue;
    if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return;
    throw new UserError("output-failed", `The output cannot be written: ${error.message}.`, { cause: error });
  }
}

function write(
  stream: NodeJS.WritableStream,
  piece: string | Uint8Array,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    stream.write(piece, (error) => resolve(error ?? undefined));
  });
}
