import type { Followed, Unit, UnitEdge, Use } from "./analysis.ts";

/** Collects which unit uses which, each pair once, with the first line that does. */
export interface EdgeList {
  add(used: Pick<Followed, "unit" | "symbol" | "kind">, user: string, use: EdgeUse): void;
  list(): readonly UnitEdge[];
}

type EdgeUse = Pick<Use, "line" | "role" | "certainty">;

export function createEdgeList(units: readonly Unit[]): EdgeList {
  const order = new Map(units.map((unit, index) => [unit.id, index]));
  const byPair = new Map<string, UnitEdge & { readonly lines: Set<string> }>();
  return {
    add(used, user, use) {
      if (used.unit === user) return;
      const key = `${used.unit}>${user}`;
      const line = `${use.line}:${used.symbol}`;
      const known = byPair.get(key);
      if (known?.lines.has(line)) return;
      const lines = known?.lines.add(line) ?? new Set([line]);
      const first = known === undefined || isEarlier(use, known) ? use : known;
      const symbol = first === use ? used : { symbol: known?.used ?? "", kind: known?.usedKind ?? "" };
      const { role, certainty } = first;
      byPair.set(key, {
        from: used.unit,
        to: user,
        used: symbol.symbol,
        usedKind: symbol.kind,
        role,
        line: first.line,
        uses: lines.size,
        certainty,
        lines,
      });
    },
    list: () =>
      [...byPair.values()]
        .sort(
          (left, right) => orderOf(left.from) - orderOf(right.from) || orderOf(left.to) - orderOf(right.to),
        )
        .map(({ lines: _, ...edge }) => edge),
  };

  function orderOf(unit: string): number {
    return order.get(unit) ?? 0;
  }
}

/** Certain before uncertain, then by line. */
function isEarlier(left: EdgeUse, right: EdgeUse): boolean {
  if (left.certainty !== right.certainty) return left.certainty === "bound";
  return left.line < right.line;
}
