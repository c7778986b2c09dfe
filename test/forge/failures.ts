/** What shall go wrong. `cut-after` does the work and loses the answer. */
export type How =
  | "bad-credentials"
  | "rate-limit"
  | { readonly secondaryLimit: 403 | 429; readonly retryAfterSeconds: number }
  | "bad-gateway"
  | "unavailable"
  | "cut-before"
  | "cut-after"
  /** Never answers, until the forge is closed. */
  | "hang"
  | { readonly status: number; readonly body: unknown }
  /** Answers 200 with errors and no data. */
  | { readonly graphqlError: string; readonly type?: string };

/** Which requests are meant; what is not said matches all. */
export interface Match {
  readonly method?: string;
  /** The path without query and without `/api/v3`; for git, of the repository: `/acme/app.git/info/refs`. */
  readonly path?: string | RegExp;
  /** A field of a GraphQL query or mutation, as `addPullRequestReviewThread`. */
  readonly operation?: string;
  /** So many that match are let through first. */
  readonly after?: number;
}

export interface FailNext extends Match {
  readonly times?: number;
  readonly how: How;
}

export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly operations: readonly string[];
}

interface Planned {
  readonly match: Match;
  readonly how?: How;
  readonly run?: () => unknown;
  skip: number;
  left: number;
}

/** What was asked to happen at requests that are still to come. */
export class Plans {
  private readonly plans: Planned[] = [];

  fail(asked: FailNext): void {
    this.plans.push({ match: asked, how: asked.how, skip: asked.after ?? 0, left: asked.times ?? 1 });
  }

  before(match: Match, run: () => unknown): void {
    this.plans.push({ match, run, skip: match.after ?? 0, left: 1 });
  }

  /** Runs what is due before this request, and says how it fails, if it does. */
  async due(request: RequestFacts): Promise<How | undefined> {
    let failure: How | undefined;
    for (const plan of [...this.plans]) {
      if (!matches(plan.match, request)) continue;
      if (plan.skip > 0) {
        plan.skip--;
        continue;
      }
      if (plan.how !== undefined && failure !== undefined) continue;
      if (--plan.left === 0) this.plans.splice(this.plans.indexOf(plan), 1);
      await plan.run?.();
      failure ??= plan.how;
    }
    return failure;
  }

  /** Plans that nothing came for: a test that expects a failure wants none left. */
  get leftOver(): number {
    return this.plans.length;
  }

  clear(): void {
    this.plans.length = 0;
  }
}

export function matches(match: Match, request: RequestFacts): boolean {
  if (match.method !== undefined && match.method !== request.method) return false;
  if (match.operation !== undefined && !request.operations.includes(match.operation)) return false;
  if (match.path === undefined) return true;
  return typeof match.path === "string" ? match.path === request.path : match.path.test(request.path);
}
