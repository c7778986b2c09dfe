import type { Place } from "./bind-place.ts";

/**
 * What can arrive somewhere, by its number:
 * - `function`: the function of a callable or a declaration; `bound`: the same with its receiver;
 * - `class`: a type itself; `instance`: a value of exactly that type; `value`: of it or of one below it;
 * - `object`: a table, list or object that is made at a node; `outside`: something outside the project.
 */
export interface AbstractValue {
  readonly kind: "function" | "bound" | "class" | "instance" | "value" | "object" | "outside";
  /** The node of the callable, declaration or row; -1 for what is outside. */
  readonly node: number;
  readonly outside?: Extract<Place, { kind: "outside" }>;
}

export interface AbstractValues {
  of(kind: Exclude<AbstractValue["kind"], "outside">, node: number): number;
  outside(place: Extract<Place, { kind: "outside" }>): number;
  read(value: number): AbstractValue;
}

const kinds = ["function", "bound", "class", "instance", "value", "object"] as const;

export function createAbstractValues(): AbstractValues {
  const all: AbstractValue[] = [];
  const byNode = new Map<number, number>();
  const byName = new Map<string, number>();
  return {
    of(kind, node) {
      const key = node * kinds.length + kinds.indexOf(kind);
      const known = byNode.get(key);
      if (known !== undefined) return known;
      byNode.set(key, all.length);
      all.push({ kind, node });
      return all.length - 1;
    },
    outside(place) {
      const key = [place.name, ...place.names].join("\0");
      const known = byName.get(key);
      if (known !== undefined) return known;
      byName.set(key, all.length);
      all.push({ kind: "outside", node: -1, outside: place });
      return all.length - 1;
    },
    read: (value) => all[value] as AbstractValue,
  };
}
