import { once } from "node:events";

/** A reader that has seen enough, as `head`, is no error: the rest is thrown away. */
export function ignoreClosedPipe(stream: NodeJS.WritableStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

/** Writes text piece by piece, no faster than it is read. Ends early when the reader is gone. */
export async function writeAll(
  stream: NodeJS.WriteStream,
  chunks: Iterable<string | Uint8Array>,
): Promise<void> {
  for (const chunk of chunks) {
    if (stream.destroyed || !stream.writable) return;
    if (!stream.write(chunk)) await Promise.race([once(stream, "drain"), once(stream, "close")]).catch(ended);
  }
}

function ended(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
}
