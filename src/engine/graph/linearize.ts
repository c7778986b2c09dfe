/**
 * A type and all its bases in the order in which a member is looked for. It is the C3 order of Python, Raku and
 * Solidity: a type before its bases, bases as written, and no two types swapped against the order of any of them.
 * Where that cannot be (a circle, a contradiction, more than `most` types) it is depth first from left to right, a
 * base that comes several times only at its last place, cut off after `most` steps.
 */
export function linearize<Type>(
  type: Type,
  keyOf: (type: Type) => string,
  basesOf: (type: Type) => readonly Type[],
  most: number,
): readonly Type[] {
  const lines = new Map<string, readonly Type[] | undefined>();
  return lineOf(type, 0) ?? depthFirst(type, keyOf, basesOf, most);

  function lineOf(at: Type, depth: number): readonly Type[] | undefined {
    if (depth > most) return undefined;
    const key = keyOf(at);
    if (lines.has(key)) return lines.get(key);
    // What is asked for again while it is worked out is its own base.
    lines.set(key, undefined);
    const bases = basesOf(at);
    const above: (readonly Type[])[] = [];
    for (const base of bases) {
      const line = lineOf(base, depth + 1);
      if (line === undefined) return undefined;
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
  const open: { at: Type; above: ReadonlySet<string> }[] = [{ at: type, above: new Set() }];
  while (open.length > 0 && visited.length < most) {
    const { at, above } = open.pop() as (typeof open)[number];
    visited.push(at);
    const path = new Set([...above, keyOf(at)]);
    const bases = basesOf(at).filter((base) => !path.has(keyOf(base)));
    for (const base of bases.reverse()) open.push({ at: base, above: path });
  }
  const last = new Map(visited.map((one, index) => [keyOf(one), index]));
  return visited.filter((one, index) => last.get(keyOf(one)) === index);
}
