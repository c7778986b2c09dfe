import type { Pass, Token } from "../../../src/wire/api.ts";

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
