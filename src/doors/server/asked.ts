import type { Context } from "hono";
import { UserError } from "../../kit/errors.ts";

/*
 * What a request asks: parts of its address, and its body. Each throws `bad-request` for what is not as it should be.
 */

/** 20,000 hashes and what is around them. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

export function part(c: Context, name: string): string {
  return c.req.param(name) ?? "";
}

export function text(c: Context, name: string): string {
  const value = c.req.query(name);
  if (value === undefined) throw new UserError("bad-request", `The address lacks ?${name}=.`);
  return value;
}

export function side(c: Context): "old" | "new" {
  const value = text(c, "side");
  if (value !== "old" && value !== "new") throw new UserError("bad-request", "A side is old or new.");
  return value;
}

/** A whole number of the query; without `otherwise` it must be there. */
export function whole(c: Context, name: string, otherwise?: number): number {
  const value = c.req.query(name);
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (value === undefined || !/^\d{1,15}$/.test(value)) {
    throw new UserError("bad-request", `${name} must be a whole number.`);
  }
  return Number(value);
}

export async function body(c: Context): Promise<unknown> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json(;|$)/.test(type)) throw new UserError("bad-request", "The body must be JSON.");
  const content = await bodyText(c.req.raw.body);
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new UserError("bad-request", "The body is not JSON.", { cause });
  }
}

/** Stops reading at the limit, whatever length was announced. */
async function bodyText(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (stream ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT_BYTES) throw new UserError("too-large", "The request is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export function parsed<T>(schema: Schema<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.map(String).join(".") || "body";
  throw new UserError("bad-request", `The ${where} is not as expected: ${issue?.message ?? "unknown"}.`);
}
