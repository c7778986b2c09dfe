import type { Hello, Pass, Token } from "../../../src/wire/api.ts";

/** The token that a pass is worth; nothing for a pass that was used, or where no server answers. */
export async function takeTokenFor(pass: string): Promise<string | undefined> {
  try {
    const answer = await fetch("/api/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ pass } satisfies Pass),
      cache: "no-store",
    });
    return answer.ok ? ((await answer.json()) as Token).token : undefined;
  } catch {
    // The page says that the server does not answer, as soon as it asks for the review.
    return undefined;
  }
}

/**
 * Whether the server at this address has this token: it proves it without being told. Where the browser has no
 * cryptography, as for an address that it does not trust, it is believed. Throws where nobody answers.
 */
export async function isServerWith(token: string): Promise<boolean> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (token === "" || subtle === undefined) return true;
  const nonce = [...crypto.getRandomValues(new Uint8Array(24))].map(hex).join("");
  const answer = await fetch(`/api/hello?nonce=${nonce}`, { cache: "no-store" });
  if (!answer.ok) return false;
  const { proof } = (await answer.json()) as Hello;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await subtle.importKey("raw", bytes(token), how, false, ["sign"]);
  const expected = await subtle.sign("HMAC", key, bytes(nonce));
  return proof === [...new Uint8Array(expected)].map(hex).join("");
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
