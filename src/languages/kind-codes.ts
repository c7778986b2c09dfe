/** Made once for a grammar, whose list of names is one and the same for all its trees. */
const made = new WeakMap<readonly string[], Map<Readonly<Record<string, number>>, Uint8Array>>();

/**
 * Small numbers for the node kinds (or fields) that a language asks for, by the grammar's own ids; 0 for all
 * others. A walk compares numbers instead of strings, and a grammar may use several ids for one name.
 */
export function codesOf(
  grammarNames: readonly string[],
  codes: Readonly<Record<string, number>>,
): Uint8Array {
  const known = made.get(grammarNames) ?? new Map<Readonly<Record<string, number>>, Uint8Array>();
  made.set(grammarNames, known);
  let found = known.get(codes);
  if (found === undefined) {
    const byName = new Map(Object.entries(codes));
    found = Uint8Array.from(grammarNames, (name) => byName.get(name) ?? 0);
    known.set(codes, found);
  }
  return found;
}
