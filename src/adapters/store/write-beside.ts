import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file so that a reader sees the old one or the new one, also after a crash or a full disk: it is
 * written beside, flushed, and renamed. Only its owner can read it, but where `mode` says otherwise.
 *
 * @param isDurable  also flush the folder, so that the new name survives a power cut
 * @param mode  who may read and write it, less what the process takes away from all that it makes
 */
export async function writeBeside(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  options: { readonly isDurable: boolean; readonly mode?: number },
): Promise<void> {
  const beside = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const file = await open(beside, "wx", options.mode ?? 0o600);
    try {
      for (const chunk of chunks) await file.writeFile(chunk);
      if (options.isDurable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  if (options.isDurable) await flushFolder(dirname(path));
}

async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the rename alone has to do.
  const handle = await open(folder, "r").catch(() => undefined);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
