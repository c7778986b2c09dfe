import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { FileContent } from "../../engine/index/index.ts";

/**
 * The bytes of a file, or why there are none. What is no regular file is not read: a pipe would hold up
 * everything. No more than `maxBytes` are read.
 */
export function readRegularFile(path: string | Uint8Array, maxBytes: number): FileContent {
  let file: number | undefined;
  try {
    file = openSync(typeof path === "string" ? path : Buffer.from(path), readAtOnce);
    const info = fstatSync(file);
    if (!info.isFile()) return { kind: "unreadable", detail: "It is no regular file." };
    if (info.size > maxBytes) return { kind: "unreadable", detail: `It has grown to ${info.size} bytes.` };
    return { kind: "bytes", bytes: readFileSync(file) };
  } catch (error) {
    const code = codeOf(error);
    return { kind: code !== undefined && absent.has(code) ? "gone" : "unreadable", detail: whyNot(error) };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Opening a pipe for reading waits for who writes to it, but not so. */
const readAtOnce = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const absent: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "It is not there any more.",
  ENOTDIR: "It is not there any more.",
  EACCES: "Reading it is not permitted.",
  EPERM: "Reading it is not permitted.",
  ELOOP: "It is a link that leads in a circle.",
  EISDIR: "It is a folder.",
  ENAMETOOLONG: "Its name is too long.",
};

/** Why a file operation failed, as a sentence. */
export function whyNot(error: unknown): string {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return reasons[code ?? ""] ?? `${message}.`;
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
