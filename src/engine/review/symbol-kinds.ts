/** How a sentence speaks of a symbol, by the kind of its declaration. */

const calledKinds: ReadonlySet<string> = new Set(["function", "method", "constructor", "macro"]);
const typeKinds: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "trait",
  "struct",
  "enum",
  "type",
  "namespace",
]);

export function isCalledKind(kind: string): boolean {
  return calledKinds.has(kind);
}

export function isTypeKind(kind: string): boolean {
  return typeKinds.has(kind);
}
