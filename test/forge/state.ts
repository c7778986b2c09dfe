import type { CommitOptions, FileChanges } from "./git-store.ts";
import { GitStore } from "./git-store.ts";
import type { PullDiff, PullFile, Side } from "./pull-diff.ts";
import { readPullDiff } from "./pull-diff.ts";

export interface User {
  readonly kind: "user";
  readonly id: number;
  readonly nodeId: string;
  readonly login: string;
  readonly token: string;
}

export type ReviewState = "PENDING" | "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED" | "DISMISSED";

export interface Review {
  readonly kind: "review";
  readonly id: number;
  readonly nodeId: string;
  readonly pull: Pull;
  readonly user: User;
  readonly commit: string;
  readonly createdAt: string;
  body: string;
  state: ReviewState;
  submittedAt: string | null;
}

/** Lines of the diff, or a whole file, that a conversation is about. */
export interface Anchor {
  readonly path: string;
  readonly subject: "LINE" | "FILE";
  readonly line: number | null;
  readonly side: Side;
  readonly startLine: number | null;
  readonly startSide: Side | null;
}

export interface Thread extends Anchor {
  readonly kind: "thread";
  readonly id: number;
  readonly nodeId: string;
  readonly pull: Pull;
  /** The head and merge base that the anchor was written against. */
  readonly commit: string;
  readonly mergeBase: string;
  readonly diffHunk: string;
  readonly position: number | null;
  readonly comments: ReviewComment[];
  resolvedBy: User | null;
  /** Accepted and never shown: what GitHub does with a line that is not in the diff. */
  readonly isLost: boolean;
}

export interface ReviewComment {
  readonly kind: "comment";
  readonly id: number;
  readonly nodeId: string;
  readonly thread: Thread;
  readonly review: Review;
  readonly user: User | null;
  readonly replyTo: ReviewComment | null;
  readonly createdAt: string;
  body: string;
}

export interface IssueComment {
  readonly kind: "issue-comment";
  readonly id: number;
  readonly nodeId: string;
  readonly pull: Pull;
  readonly user: User | null;
  readonly createdAt: string;
  body: string;
}

export type NodeObject = User | Repository | Pull | Review | Thread | ReviewComment | IssueComment;

/** All that the forge knows, its ids and its clock. */
export class State {
  readonly root: string;
  readonly users: User[] = [];
  readonly repositories: Repository[] = [];
  /** Old full names, in lower case, and where they lead. */
  readonly moved = new Map<string, Repository>();
  readonly nodes = new Map<string, NodeObject>();
  private lastId = 1000;
  private seconds = Date.UTC(2026, 0, 5, 10) / 1000;

  constructor(root: string) {
    this.root = root;
  }

  nextId(): number {
    return ++this.lastId;
  }

  /** Each event is a minute after the one before. */
  now(): string {
    this.seconds += 60;
    return `${new Date(this.seconds * 1000).toISOString().slice(0, 19)}Z`;
  }

  keep<T extends NodeObject>(node: T): T {
    this.nodes.set(node.nodeId, node);
    return node;
  }

  user(login: string): User {
    const found = this.users.find((user) => user.login.toLowerCase() === login.toLowerCase());
    if (found !== undefined) return found;
    const id = this.nextId();
    const made: User = { kind: "user", id, nodeId: `U_${id}`, login, token: `token-of-${login}-${id}` };
    this.users.push(made);
    return this.keep(made);
  }

  find(fullName: string): Repository | undefined {
    const name = fullName.toLowerCase();
    return this.repositories.find((repository) => repository.fullName.toLowerCase() === name);
  }
}

export interface RepositoryOptions {
  readonly private?: boolean;
  /** Who may read a private repository, besides its owner. */
  readonly readers?: readonly string[];
  readonly fork?: Repository;
  readonly description?: string;
}

export class Repository {
  readonly kind = "repository";
  readonly id: number;
  readonly nodeId: string;
  readonly store: GitStore;
  readonly state: State;
  readonly isPrivate: boolean;
  readonly readers: Set<string>;
  readonly fork: Repository | undefined;
  readonly description: string | null;
  readonly createdAt: string;
  readonly pulls: Pull[] = [];
  fullName: string;
  private lastNumber = 0;

  constructor(state: State, fullName: string, options: RepositoryOptions) {
    this.state = state;
    this.id = state.nextId();
    this.nodeId = `R_${this.id}`;
    this.fullName = fullName;
    this.store = new GitStore(state.root, fullName);
    this.isPrivate = options.private ?? false;
    this.fork = options.fork;
    this.description = options.description ?? null;
    this.createdAt = state.now();
    this.readers = new Set([this.owner.login, ...(options.readers ?? [])]);
    if (options.fork !== undefined) {
      this.store.git("fetch", "-q", options.fork.store.dir, "+refs/heads/*:refs/heads/*");
    }
    state.keep(this);
  }

  get owner(): User {
    return this.state.user(this.fullName.split("/")[0] as string);
  }

  get name(): string {
    return this.fullName.split("/")[1] as string;
  }

  mayRead(user: User | undefined): boolean {
    return !this.isPrivate || (user !== undefined && this.readers.has(user.login));
  }

  /** Commits to a branch; the head of an open pull request of that branch follows. */
  commit(files: FileChanges, options: CommitOptions): string {
    const made = this.store.commit(files, options);
    for (const repository of this.state.repositories) {
      for (const pull of repository.pulls) if (pull.follows(this, options.branch)) pull.follow();
    }
    return made;
  }

  open(options: PullOptions): Pull {
    return new Pull(this, ++this.lastNumber, options);
  }

  pull(number: number): Pull {
    const found = this.pulls.find((pull) => pull.number === number);
    if (found === undefined) throw new Error(`${this.fullName} has no pull request ${number}`);
    return found;
  }

  /** The old name leads here from now on. */
  move(fullName: string): void {
    this.state.moved.set(this.fullName.toLowerCase(), this);
    this.state.moved.delete(fullName.toLowerCase());
    this.fullName = fullName;
    this.readers.add(this.owner.login);
  }

  /** What GitHub does with a deleted fork: its pull requests stay, without a head repository. */
  delete(): void {
    this.state.repositories.splice(this.state.repositories.indexOf(this), 1);
  }
}

export interface PullOptions {
  readonly head: string;
  readonly base?: string;
  readonly title?: string;
  readonly body?: string | null;
  readonly author?: string;
  readonly draft?: boolean;
  readonly headRepository?: Repository;
}

export class Pull {
  readonly kind = "pull";
  readonly id: number;
  readonly nodeId: string;
  readonly repository: Repository;
  readonly number: number;
  readonly author: User;
  readonly headRef: string;
  readonly createdAt: string;
  /** The base's tip when the pull request was opened: GitHub's `base.sha` is as stale as that. */
  readonly baseSha: string;
  readonly issueComments: IssueComment[] = [];
  readonly reviews: Review[] = [];
  readonly threads: Thread[] = [];
  readonly isDraft: boolean;
  baseRef: string;
  title: string;
  body: string | null;
  state: "open" | "closed" = "open";
  mergedAt: string | null = null;
  headSha = "";
  private readonly headSource: Repository;
  private readonly diffs = new Map<string, Promise<PullDiff>>();

  constructor(repository: Repository, number: number, options: PullOptions) {
    const { state } = repository;
    this.repository = repository;
    this.number = number;
    this.id = state.nextId();
    this.nodeId = `PR_${this.id}`;
    this.headSource = options.headRepository ?? repository;
    this.headRef = options.head;
    this.baseRef = options.base ?? "main";
    this.title = options.title ?? `Pull request ${number}`;
    this.body = options.body === undefined ? "What it does." : options.body;
    this.author = state.user(options.author ?? "author");
    this.isDraft = options.draft ?? false;
    this.createdAt = state.now();
    this.baseSha = this.baseTip();
    repository.pulls.push(this);
    this.follow();
    state.keep(this);
  }

  /** Undefined once the fork is deleted. */
  get headRepository(): Repository | undefined {
    return this.repository.state.repositories.find((repository) => repository === this.headSource);
  }

  /** A base branch that was deleted leaves what it was when the pull request was opened. */
  baseTip(): string {
    const tip = this.repository.store.tip(`refs/heads/${this.baseRef}`) ?? this.baseSha;
    if (tip === undefined) throw new Error(`${this.repository.fullName} has no branch ${this.baseRef}`);
    return tip;
  }

  follows(repository: Repository, branch: string): boolean {
    return this.state === "open" && this.headSource === repository && this.headRef === branch;
  }

  /** refs/pull/N/head is where the head branch is. */
  follow(): void {
    const refspec = `+refs/heads/${this.headRef}:refs/pull/${this.number}/head`;
    this.repository.store.git("fetch", "-q", this.headSource.store.dir, refspec);
    this.headSha = this.repository.store.tip(`refs/pull/${this.number}/head`) as string;
  }

  /** Adds a commit to the head branch; gives the new head. */
  push(files: FileChanges, message = "More"): string {
    this.headSource.commit(files, { branch: this.headRef, message });
    return this.headSha;
  }

  /** Replaces the head branch by one commit on top of `parent` (default: the base's tip); gives the new head. */
  forcePush(files: FileChanges, parent = this.baseTip(), message = "Rewritten"): string {
    this.headSource.store.git("fetch", "-q", this.repository.store.dir, parent);
    this.headSource.commit(files, { branch: this.headRef, parent, message });
    return this.headSha;
  }

  close(options: { readonly merged?: boolean } = {}): void {
    this.state = "closed";
    if (options.merged === true) this.mergedAt = this.repository.state.now();
  }

  /** The diff of the present head, or of an older commit of the pull request. */
  diff(head = this.headSha): Promise<PullDiff> {
    const base = this.baseTip();
    const key = `${base} ${head}`;
    const known = this.diffs.get(key) ?? readPullDiff(this.repository.store, base, head);
    this.diffs.set(key, known);
    return known;
  }

  /** The change from one commit to another, for where a line has gone. */
  between(from: string, to: string): Promise<PullDiff> {
    const key = `${from} ${to} moved`;
    const known = this.diffs.get(key) ?? readPullDiff(this.repository.store, from, to, { isDirect: true });
    this.diffs.set(key, known);
    return known;
  }

  /** The commits of the pull request, oldest first. */
  commits(): readonly string[] {
    const range = [`${this.baseTip()}..${this.headSha}`];
    return this.repository.store
      .git("rev-list", "--reverse", "--topo-order", ...range)
      .split("\n")
      .filter(Boolean);
  }

  file(diff: PullDiff, path: string): PullFile | undefined {
    return diff.files.find((file) => file.path === path);
  }

  comment(author: string, body: string): IssueComment {
    const { state } = this.repository;
    const id = state.nextId();
    const user = state.user(author);
    const made: IssueComment = {
      kind: "issue-comment",
      id,
      nodeId: `IC_${id}`,
      pull: this,
      user,
      createdAt: state.now(),
      body,
    };
    this.issueComments.push(made);
    return state.keep(made);
  }

  /** The comments of a review, also those in threads that others began. */
  commentsOf(review: Review): readonly ReviewComment[] {
    return this.threads.flatMap((thread) => thread.comments.filter((comment) => comment.review === review));
  }
}
