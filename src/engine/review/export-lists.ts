import type { FileIndex, Reference } from "../index/index.ts";

/** Tells the names that only stand in a list of exports, as in `module.exports = { load }`: they use nothing. */
export function createExportListTest(file: FileIndex): (reference: Reference) => boolean {
  if (file.exports.length === 0) return () => false;
  const listed = new Set(
    file.exports
      .filter((entry) => entry.specifier === undefined && entry.declaration >= 0)
      .map((entry) => `${entry.line}:${entry.declaration}:${entry.local}`),
  );
  return ({ role, line, declaration, name, through }) =>
    role === "read" && through.length === 0 && listed.has(`${line}:${declaration}:${name}`);
}
