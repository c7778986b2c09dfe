import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export const TOKEN_HEADER = "x-headwater-token";

/**
 * What the page may load: its own files, and nothing from elsewhere. Pictures may also come from memory,
 * where the page keeps those that it fetched with its token.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** On every answer. There is no HSTS on purpose: it would lock other programs on this address out of http. */
export const safetyHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** Why a request is refused before anything is done for it; `undefined` for one that is welcome. */
export function refusal(
  headers: Headers,
  port: number,
  isApi: boolean,
  needsToken: string | undefined,
): string | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (port === 80) hosts.push("127.0.0.1", "localhost");
  const host = headers.get("host");
  // Another name that leads here is how a foreign page reaches a local server.
  if (host === null || !hosts.includes(host)) return "This server answers only to its own address.";
  const origin = headers.get("origin");
  if (origin !== null && !hosts.some((own) => origin === `http://${own}`)) {
    return "This server answers only to its own page.";
  }
  if (!isApi) return undefined;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") {
    return "This server answers only to its own page.";
  }
  if (needsToken === undefined) return undefined;
  const token = headers.get(TOKEN_HEADER);
  if (token === null || !isSame(token, needsToken))
    return "The token is missing or is not the one of this server.";
  return undefined;
}

/** What only a server with this token can answer to a page that asks whether it is the one it knows. */
export function proofFor(token: string, nonce: string): string {
  return createHmac("sha256", token).update(nonce).digest("hex");
}

/** Takes the same time wherever the two differ, whatever their lengths. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
