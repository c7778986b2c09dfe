import { UserError } from "../../../kit/errors.ts";
import type { Forge } from "../adapter.ts";
import type { PullRequest, RepositoryAddress } from "../pull-request.ts";
import { type GitHubApiOptions, githubApi } from "./api.ts";
import { discussionReader } from "./discussion.ts";
import { githubWriter } from "./github-writer.ts";
import { readCurrentName, readPull, readPullOfBranch, readPulls } from "./pulls.ts";

export interface GitHubOptions extends GitHubApiOptions {
  /** Where people and git find it, as "https://github.com". */
  readonly webUrl: string;
  readonly tokenSource?: string;
}

/** REST tells it of people alone; a token may also be an app's. */
const viewerQuery = "query { viewer { login } }";

/** GitHub, GitHub Enterprise, or what speaks as they do. Nothing is asked or loaded before it is needed. */
export function openGitHub(options: GitHubOptions): Forge {
  const api = githubApi(options);
  let asking: Promise<string | undefined> | undefined;
  /** A token belongs to one person for as long as Headwater runs. */
  const viewer = (signal: AbortSignal): Promise<string | undefined> => {
    asking ??= api.hasToken
      ? api
          .query<{ viewer: { login: string } }>(viewerQuery, {}, "who the token belongs to", signal)
          .then((answer) => answer.viewer.login)
      : Promise.resolve(undefined);
    asking.catch(() => {
      asking = undefined;
    });
    return asking;
  };
  const { webUrl, token, tokenSource } = options;
  return {
    name: "github",
    host: options.host,
    ...(tokenSource === undefined ? {} : { tokenSource }),
    resolve: (address, signal) => readPull(api, address, signal),
    listPulls: (repository, signal) => readPulls(api, repository, signal),
    currentName: (repository, signal) => readCurrentName(api, repository, signal),
    pullOfBranch: (repository, head, signal) => readPullOfBranch(api, repository, head, signal),
    discussion: discussionReader(api, viewer),
    async viewer(signal) {
      const login = await viewer(signal);
      return login === undefined ? undefined : { login };
    },
    remote: ({ address, baseRef }: PullRequest) => ({
      url: `${webUrl}/${encodeURIComponent(address.owner)}/${encodeURIComponent(address.name)}.git`,
      headRef: `refs/pull/${address.number}/head`,
      baseRef: `refs/heads/${baseRef}`,
      // GitHub takes any name beside a token.
      ...(token === undefined
        ? {}
        : { credential: { origin: new URL(webUrl).origin, username: "x-access-token", password: token } }),
    }),
    writer(pull) {
      if (token === undefined) {
        throw new UserError("no-token", `Nothing can be written to ${options.host} without a token.`);
      }
      return githubWriter(api, pull);
    },
    permalink({ owner, name }: RepositoryAddress, commit, path, line, endLine) {
      const steps = [owner, name, "blob", commit, ...path.split("/")].map(encodeURIComponent).join("/");
      const lines = line === undefined ? "" : `#L${line}${endLine && endLine !== line ? `-L${endLine}` : ""}`;
      return `${webUrl}/${steps}${lines}`;
    },
  };
}
