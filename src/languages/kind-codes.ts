/**
 * Small numbers for the node kinds (or fields) that a language asks for, by the grammar's own ids; 0 for all
 * others. A walk compares numbers instead of strings, and a grammar may use several ids for one name.
 */
export function codesOf(
  grammarNames: readonly string[],
  codes: Readonly<Record<string, number>>,
): Uint8Array {
  const byName = new Map(Object.entries(codes));
  return Uint8Array.from(grammarNames, (name) => byName.get(name) ?? 0);
}
