import { UserError } from "../../../kit/errors.ts";
import type { PullAddress, PullList, PullRequest, PullSummary, RepositoryAddress } from "../pull-request.ts";
import type { GitHubApi } from "./api.ts";
import { MAX_PAGES, PAGE_SIZE } from "./limits.ts";

interface RestUser {
  readonly login: string;
}

interface RestRepository {
  readonly name: string;
  readonly full_name: string;
  readonly private: boolean;
  readonly owner: RestUser;
}

interface RestSummary {
  readonly number: number;
  readonly title: string;
  readonly html_url: string;
  readonly user: RestUser | null;
  readonly draft?: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly base: { readonly ref: string; readonly sha: string; readonly repo: RestRepository };
  readonly head: { readonly ref: string; readonly sha: string; readonly repo: RestRepository | null };
}

interface RestPull extends RestSummary {
  readonly node_id: string;
  readonly body: string | null;
  readonly state: "open" | "closed";
  readonly merged?: boolean;
  readonly changed_files?: number;
  readonly additions?: number;
  readonly deletions?: number;
}

/** Who an account belonged to that is gone, as GitHub itself shows it. */
export const GHOST = "ghost";

export async function readPull(
  api: GitHubApi,
  address: PullAddress,
  signal: AbortSignal,
): Promise<PullRequest> {
  const { owner, name, number } = address;
  const what = `pull request ${owner}/${name}#${number}`;
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  const pull = await api.get<RestPull>(route, { owner, repo: name, pull_number: number }, what, signal);
  const { repo } = pull.base;
  const headRepo = pull.head.repo;
  return {
    address: { host: api.host, owner: repo.owner.login, name: repo.name, number: pull.number },
    nodeId: pull.node_id,
    title: pull.title,
    body: pull.body ?? "",
    url: pull.html_url,
    author: pull.user?.login ?? GHOST,
    baseRef: pull.base.ref,
    statedBase: pull.base.sha,
    headRef: pull.head.ref,
    headSha: pull.head.sha,
    ...(headRepo === null ? {} : { headRepository: { owner: headRepo.owner.login, name: headRepo.name } }),
    state: pull.merged ? "merged" : pull.state,
    isDraft: pull.draft === true,
    isPrivate: repo.private,
    createdAt: pull.created_at,
    updatedAt: pull.updated_at,
    ...(pull.changed_files === undefined
      ? {}
      : {
          size: { files: pull.changed_files, added: pull.additions ?? 0, removed: pull.deletions ?? 0 },
        }),
  };
}

/** GraphQL tells size and review state of many at once; REST would take a request for each, and tells neither. */
export async function readPulls(
  api: GitHubApi,
  repository: RepositoryAddress,
  signal: AbortSignal,
): Promise<PullList> {
  return api.hasToken ? queryPulls(api, repository, signal) : listPulls(api, repository, signal);
}

const pullsRoute = "GET /repos/{owner}/{repo}/pulls";

async function listPulls(
  api: GitHubApi,
  { owner, name }: RepositoryAddress,
  signal: AbortSignal,
): Promise<PullList> {
  const query = { owner, repo: name, state: "open", sort: "created", direction: "desc" };
  const { items, isCut } = await api.list<RestSummary>(
    pullsRoute,
    query,
    `repository ${owner}/${name}`,
    signal,
  );
  return {
    repository: items[0]?.base.repo.full_name ?? `${owner}/${name}`,
    pulls: items.map(summaryOf),
    total: items.length,
    notes: [
      "Without a token the forge tells neither size nor review state.",
      ...(isCut ? [`There are more than ${items.length} open pull requests; the newest are listed.`] : []),
    ],
  };
}

export async function readPullOfBranch(
  api: GitHubApi,
  { owner, name }: RepositoryAddress,
  head: { readonly owner: string; readonly branch: string },
  signal: AbortSignal,
): Promise<PullSummary | undefined> {
  const label = `${head.owner}:${head.branch}`;
  const query = { owner, repo: name, state: "open", head: label, sort: "created", direction: "desc" };
  const pulls = await api.get<readonly RestSummary[]>(
    pullsRoute,
    query,
    `repository ${owner}/${name}`,
    signal,
  );
  // A forge that does not know the filter gives all.
  const own = pulls.find((pull) => pull.head.ref === head.branch);
  return own && summaryOf(own);
}

/** GitHub leads from an old name to the present one. */
export async function readCurrentName(
  api: GitHubApi,
  { owner, name }: RepositoryAddress,
  signal: AbortSignal,
): Promise<RepositoryAddress | undefined> {
  const what = `repository ${owner}/${name}`;
  try {
    const found = await api.get<RestRepository>(
      "GET /repos/{owner}/{repo}",
      { owner, repo: name },
      what,
      signal,
    );
    return { host: api.host, owner: found.owner.login, name: found.name };
  } catch (error) {
    if (error instanceof UserError && error.code === "no-such-pull-request") return undefined;
    throw error;
  }
}

function summaryOf(pull: RestSummary): PullSummary {
  return {
    number: pull.number,
    title: pull.title,
    url: pull.html_url,
    author: pull.user?.login ?? GHOST,
    baseRef: pull.base.ref,
    headRef: pull.head.ref,
    headSha: pull.head.sha,
    isDraft: pull.draft === true,
    createdAt: pull.created_at,
    updatedAt: pull.updated_at,
  };
}

interface QueriedPull {
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly author: RestUser | null;
  readonly isDraft: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly baseRefName: string;
  readonly headRefName: string;
  readonly headRefOid: string;
  readonly changedFiles: number;
  readonly additions: number;
  readonly deletions: number;
  readonly reviewDecision: "APPROVED" | "CHANGES_REQUESTED" | "REVIEW_REQUIRED" | null;
}

interface PullsAnswer {
  readonly repository: {
    readonly nameWithOwner: string;
    readonly pullRequests: {
      readonly totalCount: number;
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      readonly nodes: readonly (QueriedPull | null)[] | null;
    };
  } | null;
}

const pullsQuery = `query ($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    nameWithOwner
    pullRequests(first: ${PAGE_SIZE}, after: $after, states: [OPEN], orderBy: { field: CREATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number title url author { login } isDraft createdAt updatedAt baseRefName headRefName headRefOid
        changedFiles additions deletions reviewDecision
      }
    }
  }
}`;

const reviewStates = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes-requested",
  REVIEW_REQUIRED: "review-required",
} as const;

async function queryPulls(
  api: GitHubApi,
  { owner, name }: RepositoryAddress,
  signal: AbortSignal,
): Promise<PullList> {
  const what = `repository ${owner}/${name}`;
  const pulls: PullSummary[] = [];
  let repository = `${owner}/${name}`;
  let total = 0;
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: PullsAnswer = await api.query(pullsQuery, { owner, name, after }, what, signal);
    const list = answer.repository?.pullRequests;
    if (list === undefined) break;
    repository = answer.repository?.nameWithOwner ?? repository;
    total = list.totalCount;
    pulls.push(...(list.nodes ?? []).filter((node) => node !== null).map(summaryOfQueried));
    after = list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;
    if (after === null) break;
  }
  const isCut = after !== null;
  const notes = isCut
    ? [`There are ${total} open pull requests; the newest ${pulls.length} are listed.`]
    : [];
  return { repository, pulls, total: Math.max(total, pulls.length), notes };
}

function summaryOfQueried(pull: QueriedPull): PullSummary {
  return {
    number: pull.number,
    title: pull.title,
    url: pull.url,
    author: pull.author?.login ?? GHOST,
    baseRef: pull.baseRefName,
    headRef: pull.headRefName,
    headSha: pull.headRefOid,
    isDraft: pull.isDraft,
    createdAt: pull.createdAt,
    updatedAt: pull.updatedAt,
    size: { files: pull.changedFiles, added: pull.additions, removed: pull.deletions },
    reviewState: pull.reviewDecision === null ? "none" : reviewStates[pull.reviewDecision],
  };
}
