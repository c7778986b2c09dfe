import { createHash } from "node:crypto";

/** SHA-1 in hex of the parts, one after the other. It names things; it protects nothing. */
export function sha1(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/** The id that git gives to a file with these bytes in a SHA-1 repository. */
export function blobId(bytes: Uint8Array): string {
  return sha1(`blob ${bytes.byteLength}\0`, bytes);
}
