import type { Discussion } from "../../engine/discussion/discussion.ts";
import type {
  PullAddress,
  PullList,
  PullRemote,
  PullRequest,
  PullSummary,
  RepositoryAddress,
  Viewer,
} from "./pull-request.ts";
import type { ForgeWriter } from "./writer.ts";

/**
 * A place where pull requests are, as GitHub. One value is one host with one token. Each call may throw `UserError`:
 * `no-such-pull-request`, `forge-refused`, `rate-limited`, `forge-unreachable`, `cancelled`.
 *
 * The diff never comes from here: git computes it from the commits that `remote` names.
 */
export interface Forge {
  /** What `ChangeInfo.provider` says. */
  readonly name: "github";
  readonly host: string;
  /** Where the token comes from, in words that name no secret; absent without one. */
  readonly tokenSource?: string;
  /** What is known of a pull request now. Asking again for one that did not change costs little. */
  resolve(address: PullAddress, signal: AbortSignal): Promise<PullRequest>;
  /** The name that a repository has now; nothing where there is none, or none that may be seen. */
  currentName(repository: RepositoryAddress, signal: AbortSignal): Promise<RepositoryAddress | undefined>;
  /** The open ones, newest first, all pages. */
  listPulls(repository: RepositoryAddress, signal: AbortSignal): Promise<PullList>;
  /** The newest open pull request into this repository whose head is a branch of that owner's. */
  pullOfBranch(
    repository: RepositoryAddress,
    head: { readonly owner: string; readonly branch: string },
    signal: AbortSignal,
  ): Promise<PullSummary | undefined>;
  /**
   * Threads, reviews and conversation, paged fully; what could not be read is a note. With `before`, the answer
   * of an earlier call, it gives that very value where nothing changed since.
   */
  discussion(pull: PullRequest, before: Discussion | undefined, signal: AbortSignal): Promise<Discussion>;
  /** Who the token belongs to; nothing without one. */
  viewer(signal: AbortSignal): Promise<Viewer | undefined>;
  /** Where git fetches from, and what. */
  remote(pull: PullRequest): PullRemote;
  /** The address at which a line of a file can be looked at for ever. */
  permalink(
    repository: RepositoryAddress,
    commit: string,
    path: string,
    line?: number,
    endLine?: number,
  ): string;
  /** The writing side, for one pull request. Throws `no-token` where nothing can be written. */
  writer(pull: PullAddress): ForgeWriter;
}
