import { compareBytes } from "../../kit/order.ts";
import type { ReachedLimit } from "./review-graph.ts";

/** Counts what limits cut. One entry a limit leaves it, with the sum. */
export interface Tallies {
  /** `detail` says what was left out, with the count in front: "uses of a changed symbol are not shown". */
  cut(name: string, limit: number, count: number, detail: string): void;
  list(): readonly ReachedLimit[];
  /** Counts on from here, apart from this one. */
  copy(): Tallies;
}

export function createTallies(): Tallies {
  return talliesOf(new Map());
}

interface Tally {
  readonly limit: number;
  readonly count: number;
  readonly detail: string;
}

function talliesOf(byName: Map<string, Tally>): Tallies {
  return {
    cut(name, limit, count, detail) {
      if (count <= 0) return;
      byName.set(name, { limit, count: count + (byName.get(name)?.count ?? 0), detail });
    },
    list: () =>
      [...byName]
        .sort(([left], [right]) => compareBytes(left, right))
        .map(([name, { limit, count, detail }]) => ({
          name,
          limit,
          count,
          detail: `${count} ${detail}`,
        })),
    copy: () => talliesOf(new Map(byName)),
  };
}
