import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type ErrorCode, errorCatalog } from "../../kit/errors.ts";
import type { ApiError } from "../../wire/api.ts";

/** Smaller answers fit one packet anyway. */
const COMPRESS_FROM_BYTES = 1_200;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A JSON answer, compressed as far as the client can read it. */
export async function jsonAnswer(
  value: unknown,
  accepts: string | undefined,
  status = 200,
): Promise<Response> {
  const plain = Buffer.from(JSON.stringify(value));
  const { body, encoding } = await compressed(plain, accepts);
  return new Response(body, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      vary: "accept-encoding",
      ...(encoding ? { "content-encoding": encoding } : {}),
      "content-length": String(body.byteLength),
    },
  });
}

export function errorAnswer(error: ApiError, accepts: string | undefined): Promise<Response> {
  return jsonAnswer(error, accepts, statusOf(error.code));
}

/** Bytes as the client can read them, and which form that is. */
export async function compressed(
  plain: Uint8Array<ArrayBuffer>,
  accepts: string | undefined,
): Promise<{ body: Uint8Array<ArrayBuffer>; encoding?: "br" | "gzip" }> {
  if (plain.byteLength < COMPRESS_FROM_BYTES) return { body: plain };
  if (acceptsEncoding(accepts, "br")) {
    const body = await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    return { body: new Uint8Array(body), encoding: "br" };
  }
  if (acceptsEncoding(accepts, "gzip")) {
    return { body: new Uint8Array(await gzipped(plain)), encoding: "gzip" };
  }
  return { body: plain };
}

function acceptsEncoding(accepts: string | undefined, name: string): boolean {
  for (const part of accepts?.split(",") ?? []) {
    const [encoding, ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    if (encoding === name) return !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  }
  return false;
}

const statuses: Partial<Record<ErrorCode, number>> = {
  forbidden: 403,
  "not-found": 404,
  "stale-revision": 409,
  "other-review": 409,
  "too-large": 413,
  "not-ready": 503,
  cancelled: 503,
  "home-unwritable": 507,
};

function statusOf(code: string): number {
  if (!(code in errorCatalog)) return 500;
  const known = code as ErrorCode;
  return statuses[known] ?? (errorCatalog[known].exitCode === 2 ? 400 : 500);
}
