import type { Forge, PullRequest } from "../adapters/forge/forge.ts";

/** A pull request with the forge that it is at. */
export interface PullOfChange {
  readonly forge: Forge;
  readonly request: PullRequest;
}
