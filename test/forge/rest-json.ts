import { placeOf } from "./places.ts";
import type { PullDiff, PullFile } from "./pull-diff.ts";
import { findRow, positionOf } from "./pull-diff.ts";
import type { IssueComment, Pull, Repository, Review, ReviewComment, User } from "./state.ts";

/** Where the forge is: of the web pages, and of the API as the client calls it. */
export interface Urls {
  readonly web: string;
  readonly api: string;
}

export function userJson(user: User, { web, api }: Urls) {
  const self = `${api}/users/${user.login}`;
  return {
    login: user.login,
    id: user.id,
    node_id: user.nodeId,
    avatar_url: `${web}/avatars/${user.id}`,
    gravatar_id: "",
    url: self,
    html_url: `${web}/${user.login}`,
    followers_url: `${self}/followers`,
    following_url: `${self}/following{/other_user}`,
    gists_url: `${self}/gists{/gist_id}`,
    starred_url: `${self}/starred{/owner}{/repo}`,
    subscriptions_url: `${self}/subscriptions`,
    organizations_url: `${self}/orgs`,
    repos_url: `${self}/repos`,
    events_url: `${self}/events{/privacy}`,
    received_events_url: `${self}/received_events`,
    type: "User",
    user_view_type: "public",
    site_admin: false,
  };
}

export function viewerJson(user: User, urls: Urls) {
  return {
    ...userJson(user, urls),
    name: user.login,
    company: null,
    blog: "",
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 1,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: "2020-01-01T00:00:00Z",
    updated_at: "2020-01-01T00:00:00Z",
  };
}

/** Names of a repository's addresses, and what each adds to its own. */
const repositoryUrls = {
  archive: "/{archive_format}{/ref}",
  assignees: "/assignees{/user}",
  blobs: "/git/blobs{/sha}",
  branches: "/branches{/branch}",
  collaborators: "/collaborators{/collaborator}",
  comments: "/comments{/number}",
  commits: "/commits{/sha}",
  compare: "/compare/{base}...{head}",
  contents: "/contents/{+path}",
  contributors: "/contributors",
  deployments: "/deployments",
  downloads: "/downloads",
  events: "/events",
  forks: "/forks",
  git_commits: "/git/commits{/sha}",
  git_refs: "/git/refs{/sha}",
  git_tags: "/git/tags{/sha}",
  hooks: "/hooks",
  issue_comment: "/issues/comments{/number}",
  issue_events: "/issues/events{/number}",
  issues: "/issues{/number}",
  keys: "/keys{/key_id}",
  labels: "/labels{/name}",
  languages: "/languages",
  merges: "/merges",
  milestones: "/milestones{/number}",
  notifications: "/notifications{?since,all,participating}",
  pulls: "/pulls{/number}",
  releases: "/releases{/id}",
  stargazers: "/stargazers",
  statuses: "/statuses/{sha}",
  subscribers: "/subscribers",
  subscription: "/subscription",
  tags: "/tags",
  teams: "/teams",
  trees: "/git/trees{/sha}",
};

export function repositoryJson(repository: Repository, urls: Urls) {
  const self = `${urls.api}/repos/${repository.fullName}`;
  const page = `${urls.web}/${repository.fullName}`;
  const addresses = Object.entries(repositoryUrls).map(([name, path]) => [`${name}_url`, self + path]);
  const openCount = repository.pulls.filter((pull) => pull.state === "open").length;
  return {
    id: repository.id,
    node_id: repository.nodeId,
    name: repository.name,
    full_name: repository.fullName,
    private: repository.isPrivate,
    owner: userJson(repository.owner, urls),
    html_url: page,
    description: repository.description,
    fork: repository.fork !== undefined,
    url: self,
    ...(Object.fromEntries(addresses) as Record<string, string>),
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
    pushed_at: repository.createdAt,
    git_url: `git:${page.slice(page.indexOf("//"))}.git`,
    ssh_url: `git@${new URL(page).hostname}:${repository.fullName}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    forks: 0,
    archived: false,
    disabled: false,
    open_issues_count: openCount,
    open_issues: openCount,
    license: null,
    default_branch: "main",
    allow_forking: true,
    is_template: false,
    topics: [],
    visibility: repository.isPrivate ? "private" : "public",
  };
}

export function fullRepositoryJson(repository: Repository, urls: Urls) {
  return {
    ...repositoryJson(repository, urls),
    network_count: 0,
    subscribers_count: 0,
    ...(repository.fork !== undefined && {
      parent: repositoryJson(repository.fork, urls),
      source: repositoryJson(repository.fork, urls),
    }),
  };
}

export function pullSummaryJson(pull: Pull, urls: Urls) {
  const { repository } = pull;
  const self = `${urls.api}/repos/${repository.fullName}/pulls/${pull.number}`;
  const issue = `${urls.api}/repos/${repository.fullName}/issues/${pull.number}`;
  const page = pullPage(pull, urls);
  const head = pull.headRepository;
  const owner = head?.owner ?? pull.author;
  const statuses = `${urls.api}/repos/${repository.fullName}/statuses/${pull.headSha}`;
  const href = (address: string) => ({ href: address });
  return {
    id: pull.id,
    node_id: pull.nodeId,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: userJson(pull.author, urls),
    body: pull.body,
    labels: [],
    milestone: null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    created_at: pull.createdAt,
    updated_at: pull.createdAt,
    closed_at: pull.state === "closed" ? (pull.mergedAt ?? pull.createdAt) : null,
    merged_at: pull.mergedAt,
    merge_commit_sha: null,
    draft: pull.isDraft,
    auto_merge: null,
    author_association: "CONTRIBUTOR",
    url: self,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issue,
    commits_url: `${self}/commits`,
    review_comments_url: `${self}/comments`,
    review_comment_url: `${urls.api}/repos/${repository.fullName}/pulls/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: statuses,
    head: {
      label: `${owner.login}:${pull.headRef}`,
      ref: pull.headRef,
      sha: pull.headSha,
      user: head === undefined ? null : userJson(owner, urls),
      repo: head === undefined ? null : repositoryJson(head, urls),
    },
    base: {
      label: `${repository.owner.login}:${pull.baseRef}`,
      ref: pull.baseRef,
      sha: pull.baseSha,
      user: userJson(repository.owner, urls),
      repo: repositoryJson(repository, urls),
    },
    _links: {
      self: href(self),
      html: href(page),
      issue: href(issue),
      comments: href(`${issue}/comments`),
      review_comments: href(`${self}/comments`),
      review_comment: href(`${urls.api}/repos/${repository.fullName}/pulls/comments{/number}`),
      commits: href(`${self}/commits`),
      statuses: href(statuses),
    },
  };
}

export async function pullJson(pull: Pull, urls: Urls) {
  const diff = await pull.diff();
  return {
    ...pullSummaryJson(pull, urls),
    merged: pull.mergedAt !== null,
    mergeable: pull.state === "open" ? true : null,
    rebaseable: null,
    mergeable_state: "clean",
    merged_by: pull.mergedAt === null ? null : userJson(pull.repository.owner, urls),
    comments: pull.issueComments.length,
    review_comments: pull.threads.flatMap((thread) => thread.comments).length,
    maintainer_can_modify: false,
    commits: pull.commits().length,
    additions: diff.additions,
    deletions: diff.deletions,
    changed_files: diff.files.length,
  };
}

export function fileJson(pull: Pull, diff: PullDiff, file: PullFile, urls: Urls) {
  const commit = file.status === "removed" ? diff.mergeBase : diff.head;
  const path = file.path.split("/").map(encodeURIComponent).join("/");
  const { fullName } = pull.repository;
  return {
    sha: file.blob,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${urls.web}/${fullName}/blob/${commit}/${path}`,
    raw_url: `${urls.web}/${fullName}/raw/${commit}/${path}`,
    contents_url: `${urls.api}/repos/${fullName}/contents/${path}?ref=${commit}`,
    ...(file.patch !== undefined && { patch: file.patch }),
    ...(file.oldPath !== undefined && { previous_filename: file.oldPath }),
  };
}

/** One line of `git log --format=commitFormat`. */
export const commitFormat = "%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%s";

export function commitJson(pull: Pull, line: string, urls: Urls) {
  const [sha, tree, parents, name, email, date, message] = line.split("\0") as string[];
  const { fullName } = pull.repository;
  const self = `${urls.api}/repos/${fullName}/commits/${sha}`;
  const page = `${urls.web}/${fullName}/commit/${sha}`;
  const who = { name: name as string, email: email as string, date: date as string };
  const git = `${urls.api}/repos/${fullName}/git`;
  return {
    sha: sha as string,
    node_id: `C_${sha}`,
    commit: {
      author: who,
      committer: who,
      message: message as string,
      tree: { sha: tree as string, url: `${git}/trees/${tree}` },
      url: `${git}/commits/${sha}`,
      comment_count: 0,
      verification: {
        verified: false,
        reason: "unsigned",
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    url: self,
    html_url: page,
    comments_url: `${self}/comments`,
    author: null,
    committer: null,
    parents: (parents as string)
      .split(" ")
      .filter(Boolean)
      .map((parent) => ({
        sha: parent,
        url: `${urls.api}/repos/${fullName}/commits/${parent}`,
        html_url: `${urls.web}/${fullName}/commit/${parent}`,
      })),
  };
}

export function reviewJson(review: Review, urls: Urls) {
  const page = `${pullPage(review.pull, urls)}#pullrequestreview-${review.id}`;
  const pull = pullUrl(review.pull, urls);
  return {
    id: review.id,
    node_id: review.nodeId,
    user: userJson(review.user, urls),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: pull,
    author_association: "CONTRIBUTOR",
    _links: { html: { href: page }, pull_request: { href: pull } },
    // A pending review has no time yet.
    ...(review.submittedAt !== null && { submitted_at: review.submittedAt }),
    commit_id: review.commit,
  };
}

export async function reviewCommentJson(comment: ReviewComment, urls: Urls) {
  const { thread } = comment;
  const place = await placeOf(thread);
  const isFile = thread.subject === "FILE";
  return {
    ...(await oldReviewCommentJson(comment, urls)),
    line: place.line,
    start_line: place.startLine,
    start_side: thread.startSide,
    original_line: thread.line,
    original_start_line: thread.startLine,
    side: thread.side,
    subject_type: isFile ? "file" : "line",
  };
}

/** As `GET /reviews/{id}/comments` gives it: that knows positions in the diff, and no lines. */
export async function oldReviewCommentJson(comment: ReviewComment, urls: Urls) {
  const { thread } = comment;
  const { pull } = thread;
  const self = `${urls.api}/repos/${pull.repository.fullName}/pulls/comments/${comment.id}`;
  const page = `${pullPage(pull, urls)}#discussion_r${comment.id}`;
  return {
    url: self,
    pull_request_review_id: comment.review.id,
    id: comment.id,
    node_id: comment.nodeId,
    diff_hunk: thread.diffHunk,
    path: thread.path,
    position: await positionToday(comment),
    original_position: thread.position,
    commit_id: pull.headSha,
    original_commit_id: thread.commit,
    user: comment.user === null ? null : userJson(comment.user, urls),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    html_url: page,
    pull_request_url: pullUrl(pull, urls),
    author_association: "CONTRIBUTOR",
    _links: { self: { href: self }, html: { href: page }, pull_request: { href: pullUrl(pull, urls) } },
    ...(comment.replyTo !== null && { in_reply_to_id: comment.replyTo.id }),
  };
}

async function positionToday({ thread }: ReviewComment): Promise<number | null> {
  const place = await placeOf(thread);
  const file = thread.pull.file(await thread.pull.diff(), thread.path);
  if (file === undefined || place.line === null) return null;
  const row = findRow(file, place.line, thread.side);
  return row === undefined ? null : positionOf(file, row);
}

export function issueCommentJson(comment: IssueComment, urls: Urls) {
  const { fullName } = comment.pull.repository;
  return {
    id: comment.id,
    node_id: comment.nodeId,
    url: `${urls.api}/repos/${fullName}/issues/comments/${comment.id}`,
    html_url: `${pullPage(comment.pull, urls)}#issuecomment-${comment.id}`,
    issue_url: `${urls.api}/repos/${fullName}/issues/${comment.pull.number}`,
    body: comment.body,
    user: comment.user === null ? null : userJson(comment.user, urls),
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    author_association: "CONTRIBUTOR",
  };
}

export function pullPage(pull: Pull, { web }: Urls): string {
  return `${web}/${pull.repository.fullName}/pull/${pull.number}`;
}

function pullUrl(pull: Pull, { api }: Urls): string {
  return `${api}/repos/${pull.repository.fullName}/pulls/${pull.number}`;
}
