import type { User } from "./state.ts";

interface Allowance {
  readonly limit: number;
  remaining: number;
}

/** GitHub's primary limits: 60 requests an hour without a token, 5,000 with one; GraphQL counts apart. */
export class Rates {
  private readonly allowances = new Map<string, Allowance>();
  private readonly resetAt = Math.floor(Date.now() / 1000) + 3600;

  set(login: string | null, resource: "core" | "graphql", remaining: number): void {
    this.of(login ?? undefined, resource).remaining = remaining;
  }

  /** Takes one request off; false when none is left. */
  take(viewer: User | undefined, resource: "core" | "graphql"): boolean {
    const allowance = this.of(viewer?.login, resource);
    if (allowance.remaining === 0) return false;
    allowance.remaining--;
    return true;
  }

  giveBack(viewer: User | undefined, resource: "core" | "graphql"): void {
    this.of(viewer?.login, resource).remaining++;
  }

  headers(viewer: User | undefined, resource: "core" | "graphql"): Readonly<Record<string, string>> {
    const { limit, remaining } = this.of(viewer?.login, resource);
    return {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-used": String(limit - remaining),
      "x-ratelimit-reset": String(this.resetAt),
      "x-ratelimit-resource": resource,
    };
  }

  overview(viewer: User | undefined) {
    const shown = (resource: "core" | "graphql") => {
      const { limit, remaining } = this.of(viewer?.login, resource);
      return { limit, remaining, used: limit - remaining, reset: this.resetAt };
    };
    const search = { limit: 10, remaining: 10, used: 0, reset: this.resetAt };
    return { resources: { core: shown("core"), graphql: shown("graphql"), search }, rate: shown("core") };
  }

  graphql(viewer: User | undefined) {
    const { limit, remaining } = this.of(viewer?.login, "graphql");
    const resetAt = new Date(this.resetAt * 1000).toISOString();
    return { limit, remaining, used: limit - remaining, cost: 1, nodeCount: 1, resetAt };
  }

  private of(login: string | undefined, resource: "core" | "graphql"): Allowance {
    const key = `${login ?? ""} ${resource}`;
    const limit = login === undefined ? (resource === "core" ? 60 : 0) : 5000;
    const known = this.allowances.get(key) ?? { limit, remaining: limit };
    this.allowances.set(key, known);
    return known;
  }
}
