import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { RepositoryPlace } from "./locate-repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** A remote as the configuration has it: the rewriting of addresses that it may also ask for is not obeyed. */
export interface ConfiguredRemote {
  readonly name: string;
  readonly url: string;
}

/** The remotes in the order of the configuration. */
export async function listRemotes(
  history: GitPlace,
  signal: AbortSignal,
): Promise<readonly ConfiguredRemote[]> {
  const found = await configured(history, "^remote\\..*\\.url$", signal);
  return found.map(({ key, value }) => ({ name: key.slice("remote.".length, -".url".length), url: value }));
}

/** Where a branch is pushed to, by its configuration: the remote, and the name there. */
export async function upstreamOf(
  history: GitPlace,
  branch: string,
  signal: AbortSignal,
): Promise<{ readonly remote: string; readonly branch: string } | undefined> {
  const found = await configured(history, "^branch\\..*\\.(remote|merge)$", signal);
  const setting = (what: string) => found.find(({ key }) => key === `branch.${branch}.${what}`)?.value;
  const remote = setting("remote");
  const merge = setting("merge");
  if (remote === undefined || !merge?.startsWith("refs/heads/")) return undefined;
  return { remote, branch: merge.slice("refs/heads/".length) };
}

async function configured(
  history: GitPlace,
  pattern: string,
  signal: AbortSignal,
): Promise<readonly { readonly key: string; readonly value: string }[]> {
  const words = ["config", "--local", "--no-includes", "-z", "--get-regexp", pattern];
  const answer = await runGit(history, words, { answers: [0, 1] }, signal);
  const entries = answer.output
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry !== "");
  return entries.map((entry) => {
    const end = entry.indexOf("\n");
    return end === -1 ? { key: entry, value: "" } : { key: entry.slice(0, end), value: entry.slice(end + 1) };
  });
}

/** Whether objects of the repository were left with the one that it was cloned from. */
export function isPartialClone(place: RepositoryPlace): boolean {
  try {
    return readdirSync(join(place.commonDir, "objects", "pack")).some((name) => name.endsWith(".promisor"));
  } catch {
    // Without packs there is no such pack.
    return false;
  }
}
