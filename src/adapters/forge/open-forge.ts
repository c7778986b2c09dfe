import type { Forge } from "./adapter.ts";

export interface ForgeOptions {
  /** As it stands in addresses of pull requests, in small letters, with a port where there is one. */
  readonly host: string;
  /** Where people and git find it, as "https://github.com", without a slash at its end. */
  readonly webUrl: string;
  /** Of the REST interface, without a slash at its end. */
  readonly apiUrl: string;
  readonly token?: string;
  /** Where the token comes from, in words that name no secret. */
  readonly tokenSource?: string;
  readonly version: string;
}

/** A forge. There is one kind so far; it asks nothing until it is asked. */
export async function openForge({ version, ...options }: ForgeOptions): Promise<Forge> {
  const { openGitHub } = await import("./github/github.ts");
  return openGitHub({ ...options, userAgent: `headwater/${version}` });
}
