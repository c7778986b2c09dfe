import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import type { Limits } from "./call.ts";
import { type FailNext, type Match, matches, Plans } from "./failures.ts";
import type { FileChanges } from "./git-store.ts";
import { Rates } from "./rates.ts";
import { addComment, addThread, finish, type NewThread, newReview, type ReviewEvent } from "./reviews.ts";
import { type ForgeInside, type LoggedRequest, routes } from "./routes.ts";
import type { Pull, Review, Thread, User } from "./state.ts";
import { Repository, type RepositoryOptions, State } from "./state.ts";

export type { FailNext, Match } from "./failures.ts";
export type { FileChanges } from "./git-store.ts";
export type { NewThread, ReviewEvent } from "./reviews.ts";
export type { LoggedRequest } from "./routes.ts";
export type { Pull, Repository, Review, Thread, User } from "./state.ts";

export interface ForgeOptions {
  /** Default: one that is free. */
  readonly port?: number;
  readonly limits?: Partial<Limits>;
}

/** Starts a small GitHub on this machine: its git, its REST and GraphQL, its refusals. Close it when done. */
export async function startForge(options: ForgeOptions = {}): Promise<TestForge> {
  const root = mkdtempSync(join(tmpdir(), "headwater-forge-"));
  const limits: Limits = { reviewComments: 30, outsideThreads: "null", ...options.limits };
  const inside: ForgeInside = {
    state: new State(root),
    plans: new Plans(),
    rates: new Rates(),
    limits,
    requests: [],
    faults: [],
    counts: { writes: 0 },
    url: "",
  };
  const app = routes(inside);
  const server = await new Promise<Server>((resolve) => {
    const made = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: options.port ?? 0 }, () =>
      resolve(made as Server),
    );
  });
  inside.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new TestForge(inside, server);
}

export class TestForge {
  /** Of its pages and its git: `${url}/acme/app/pull/1`, `${url}/acme/app.git`. */
  readonly url: string;
  /** The same REST answers there and at `url` itself. */
  readonly apiUrl: string;
  /** Also at `${url}/graphql`. */
  readonly graphqlUrl: string;
  /** With the port, as in GH_HOST. */
  readonly host: string;
  private readonly inside: ForgeInside;
  private readonly server: Server;

  constructor(inside: ForgeInside, server: Server) {
    this.inside = inside;
    this.server = server;
    this.url = inside.url;
    this.apiUrl = `${inside.url}/api/v3`;
    this.graphqlUrl = `${inside.url}/api/graphql`;
    this.host = new URL(inside.url).host;
  }

  /** The person of that name, made on first use; `token` is what the API and git know them by. */
  user(login: string): User {
    return this.inside.state.user(login);
  }

  /** A repository with a first commit of `files` on `main`. */
  addRepository(fullName: string, files: FileChanges = {}, options: RepositoryOptions = {}): Repository {
    const { state } = this.inside;
    const made = new Repository(state, fullName, options);
    state.moved.delete(fullName.toLowerCase());
    state.repositories.push(made);
    if (options.fork === undefined) made.store.commit(files, { branch: "main", message: "First" });
    return made;
  }

  repository(fullName: string): Repository {
    const found = this.inside.state.find(fullName);
    if (found === undefined) throw new Error(`the forge has no ${fullName}`);
    return found;
  }

  /** A review that was sent before the test begins, or with `event: null` one that is pending. */
  async review(
    pull: Pull,
    login: string,
    asked: {
      readonly event: ReviewEvent | null;
      readonly body?: string;
      readonly threads?: readonly Partial<NewThread>[];
    },
  ): Promise<Review> {
    const user = this.user(login);
    const review = newReview(pull, user, pull.headSha, asked.body ?? "");
    const diff = await pull.diff();
    for (const thread of asked.threads ?? []) addThread(review, diff, { ...anyThread, ...thread }, user);
    if (asked.event !== null) finish(review, asked.event);
    return review;
  }

  /** A reply that is there before the test begins. */
  reply(thread: Thread, login: string, body: string): void {
    const review = newReview(thread.pull, this.user(login), thread.pull.headSha, "");
    addComment(thread, review, review.user, body);
    finish(review, "COMMENT");
  }

  /** The next requests that match fail so. A test that expects a failure also looks at `plansLeft`. */
  failNext(asked: FailNext): void {
    this.inside.plans.fail(asked);
  }

  /** Runs something once, right before the next request that matches is handled: a push between two steps. */
  before(match: Match, run: () => unknown): void {
    this.inside.plans.before(match, run);
  }

  get plansLeft(): number {
    return this.inside.plans.leftOver;
  }

  clearPlans(): void {
    this.inside.plans.clear();
  }

  /** How many requests somebody (null: without a token) has left this hour. */
  setRate(login: string | null, remaining: number, resource: "core" | "graphql" = "core"): void {
    this.inside.rates.set(login, resource, remaining);
  }

  get limits(): Limits {
    return this.inside.limits;
  }

  /** All requests so far, without their tokens. */
  get requests(): readonly LoggedRequest[] {
    return this.inside.requests;
  }

  /** Resolves once so many requests that match have come. */
  async seen(match: Match, count = 1): Promise<void> {
    while (this.requests.filter((request) => matches(match, request)).length < count) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  forgetRequests(): void {
    this.inside.requests.length = 0;
    this.inside.counts.writes = 0;
  }

  /** How many requests that write were handled: REST writes and GraphQL mutations. */
  get contentWrites(): number {
    return this.inside.counts.writes;
  }

  /** Answers that are not as GitHub describes them, and faults of the forge itself. Empty, or the test is worthless. */
  get faults(): readonly string[] {
    return this.inside.faults;
  }

  /** Ends the forge; throws when one of its answers was not as GitHub describes it. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.inside.state.root, { recursive: true, force: true, maxRetries: 3 });
    if (this.faults.length > 0) throw new Error(`The test forge is wrong:\n${this.faults.join("\n")}`);
  }
}

const anyThread: NewThread = {
  path: "",
  body: "A comment.",
  subject: "LINE",
  line: null,
  side: "RIGHT",
  startLine: null,
  startSide: null,
};
