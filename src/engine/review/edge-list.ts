import type { Certainty, EdgeRole, Followed, Unit, UnitEdge } from "./analysis.ts";
import type { NamedPlace } from "./declared-lines.ts";

/** Collects which unit uses which, each pair once, with the first line that does. */
export interface EdgeList {
  add(used: UsedSymbol, user: string, use: EdgeUse): void;
  has(used: string, user: string): boolean;
  list(): readonly UnitEdge[];
}

export type UsedSymbol = Pick<Followed, "unit" | "symbol" | "isNew"> & { readonly kind: string };

export interface EdgeUse {
  readonly line: number;
  readonly role: EdgeRole;
  readonly certainty: Certainty;
  readonly by?: NamedPlace;
  readonly via?: NamedPlace;
  readonly alias?: string;
}

interface Pair {
  readonly used: UsedSymbol;
  readonly user: string;
  readonly first: EdgeUse;
  /** Lines of the uses, by what is used and where. */
  readonly lines: Map<string, Set<number>>;
}

export function createEdgeList(units: readonly Unit[]): EdgeList {
  const order = new Map(units.map((unit, index) => [unit.id, index]));
  const orderOf = (unit: string): number => order.get(unit) ?? 0;
  const byPair = new Map<string, Pair>();
  return {
    add(used, user, use) {
      if (used.unit === user) return;
      const key = `${used.unit}>${user}`;
      const known = byPair.get(key);
      const lines = known?.lines ?? new Map<string, Set<number>>();
      const sort = sortOf(used, use);
      const before = lines.get(sort);
      if (before === undefined) lines.set(sort, new Set([use.line]));
      else before.add(use.line);
      if (known === undefined || isEarlier(use, known.first))
        byPair.set(key, { used, user, first: use, lines });
    },
    has: (used, user) => byPair.has(`${used}>${user}`),
    list: () =>
      [...byPair.values()]
        .sort(
          (left, right) =>
            orderOf(left.used.unit) - orderOf(right.used.unit) || orderOf(left.user) - orderOf(right.user),
        )
        .map(edgeOf),
  };
}

function edgeOf({ used, user, first, lines }: Pair): UnitEdge {
  const { line, role, certainty, by, via, alias } = first;
  return {
    from: used.unit,
    to: user,
    ...(by === undefined ? {} : { by }),
    used: used.symbol,
    usedKind: used.kind,
    isUsedNew: used.isNew,
    role,
    line,
    ...(via === undefined ? {} : { via }),
    ...(alias === undefined ? {} : { alias }),
    uses: lines.get(sortOf(used, first))?.size ?? 1,
    certainty,
  };
}

/** Uses that one sentence tells of. */
function sortOf(used: UsedSymbol, { by, role }: EdgeUse): string {
  return [used.symbol, by?.symbol ?? "", role].join("\0");
}

/** Certain before uncertain, then by line. */
function isEarlier(left: EdgeUse, right: EdgeUse): boolean {
  if (left.certainty !== right.certainty) return left.certainty === "bound";
  return left.line < right.line;
}
