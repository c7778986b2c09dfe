/**
 * A type and all its bases in the order in which a member is looked for. It is the C3 order of Python, Raku and
 * Solidity: a type before its bases, bases as written, and no two types swapped against the order of any of them.
 * Where that cannot be (a circle, a contradiction, more than `most` types) it is depth first from left to right, a
 * base that comes several times only at its last place, cut off after `most` steps.
 *
 * `lines` keeps what was worked out, for further calls of the same `basesOf`: a line does not depend on where it was
 * asked from. `undefined` is a type without a C3 order.
 */
export function linearize<Type>(
  type: Type,
  keyOf: (type: Type) => string,
  basesOf: (type: Type) => readonly Type[],
  most: number,
  lines = new Map<string, readonly Type[] | undefined>(),
): readonly Type[] {
  let isTooDeep = false;
  return lineOf(type, 0) ?? depthFirst(type, keyOf, basesOf, most);

  function lineOf(at: Type, depth: number): readonly Type[] | undefined {
    const key = keyOf(at);
    if (lines.has(key)) return lines.get(key);
    if (depth > most) {
      isTooDeep = true;
      return undefined;
    }
    // What is asked for again while it is worked out is its own base.
    lines.set(key, undefined);
    const bases = basesOf(at);
    const above: (readonly Type[])[] = [];
    for (const base of bases) {
      const line = lineOf(base, depth + 1);
      if (line === undefined) {
        // The line of the start is too long then; that of a type on the way may be short enough.
        if (isTooDeep) lines.delete(key);
        return undefined;
      }
      above.push(line);
    }
    const merged = bases.length < 2 ? above[0] : merge([...above, bases], keyOf);
    const line = merged === undefined ? (bases.length === 0 ? [at] : undefined) : [at, ...merged];
    const known = line === undefined || line.length > most ? undefined : line;
    lines.set(key, known);
    return known;
  }
}

/** Takes each time the first head that stands in no other list but at its head. */
function merge<Type>(
  lists: readonly (readonly Type[])[],
  keyOf: (type: Type) => string,
): readonly Type[] | undefined {
  /** In how many lists a type stands behind the head. */
  const behind = new Map<string, number>();
  const add = (type: Type, count: number) => behind.set(keyOf(type), (behind.get(keyOf(type)) ?? 0) + count);
  for (const list of lists) for (const type of list.slice(1)) add(type, 1);
  const heads = lists.map(() => 0);
  const merged: Type[] = [];
  for (;;) {
    const open = lists.flatMap((list, at) => list[heads[at] as number] ?? []);
    if (open.length === 0) return merged;
    const next = open.find((type) => (behind.get(keyOf(type)) ?? 0) === 0);
    if (next === undefined) return undefined;
    merged.push(next);
    lists.forEach((list, at) => {
      const head = list[heads[at] as number];
      if (head === undefined || keyOf(head) !== keyOf(next)) return;
      heads[at] = (heads[at] as number) + 1;
      const following = list[heads[at] as number];
      if (following !== undefined) add(following, -1);
    });
  }
}

function depthFirst<Type>(
  type: Type,
  keyOf: (type: Type) => string,
  basesOf: (type: Type) => readonly Type[],
  most: number,
): readonly Type[] {
  const visited: Type[] = [];
  const open: Step<Type>[] = [{ at: type, key: keyOf(type), from: undefined }];
  while (open.length > 0 && visited.length < most) {
    const step = open.pop() as Step<Type>;
    visited.push(step.at);
    const further = basesOf(step.at).map((at) => ({ at, key: keyOf(at), from: step }));
    for (const base of further.filter(({ key }) => !isOnPath(key, step)).reverse()) open.push(base);
  }
  const last = new Map(visited.map((one, index) => [keyOf(one), index]));
  return visited.filter((one, index) => last.get(keyOf(one)) === index);
}

/** A type on the way from the first one, with the step before it. */
interface Step<Type> {
  readonly at: Type;
  readonly key: string;
  readonly from: Step<Type> | undefined;
}

function isOnPath<Type>(key: string, last: Step<Type>): boolean {
  for (let step: Step<Type> | undefined = last; step !== undefined; step = step.from) {
    if (step.key === key) return true;
  }
  return false;
}
