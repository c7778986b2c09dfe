import type { DiffLine } from "../diff/diff.ts";
import type { FileIndex } from "../index/index.ts";
import type { HunkSubject } from "./hunk-subject.ts";
import { isImportLine } from "./text-patterns.ts";

/**
 * A hunk with nothing but imports tells little by itself: it is read with the unit that uses what it imports,
 * or else with the first unit of its file.
 */
export function joinImports(
  subjects: readonly HunkSubject[],
  index: FileIndex | undefined,
  oldIndex: FileIndex | undefined,
): readonly HunkSubject[] {
  const others = subjects.filter((subject) => subject.key !== "file");
  const [first] = others;
  if (first === undefined || others.length === subjects.length) return subjects;
  const added = importsByLine(index);
  const removed = importsByLine(oldIndex);
  const users = usersOfImports(others, index);
  return subjects.map((subject) => {
    if (subject.key !== "file") return subject;
    const changed = subject.hunk.lines.filter((line) => line.kind !== " " && line.text.trim() !== "");
    const standsOnImport = (line: DiffLine) =>
      line.kind === "+" ? added.has(line.new ?? 0) : removed.has(line.old ?? 0);
    // The brackets around a list of imports belong to it too.
    const isOfImports = (line: DiffLine) =>
      standsOnImport(line) || !/\w/.test(line.text) || isImportLine(line.text);
    if (!changed.some(standsOnImport) || !changed.every(isOfImports)) return subject;
    const imports = changed.flatMap((line) => (line.kind === "+" ? (added.get(line.new ?? 0) ?? []) : []));
    const host = imports.map((entry) => users.get(entry)).find((user) => user !== undefined) ?? first;
    const { key, symbol, symbolKind, isRemoved } = host;
    return { ...subject, key, symbol, symbolKind, isRemoved, isOfImports: true };
  });
}

/** The imports, by index, that stand on a line (from 1). */
function importsByLine(file: FileIndex | undefined): ReadonlyMap<number, readonly number[]> {
  const byLine = new Map<number, number[]>();
  file?.imports.forEach((entry, at) => {
    for (let line = entry.startLine + 1; line <= entry.endLine + 1; line++) {
      const known = byLine.get(line);
      if (known === undefined) byLine.set(line, [at]);
      else known.push(at);
    }
  });
  return byLine;
}

/** For each import, the first hunk that uses it on an added line. */
function usersOfImports(
  subjects: readonly HunkSubject[],
  file: FileIndex | undefined,
): ReadonlyMap<number, HunkSubject> {
  const byLine = new Map<number, HunkSubject>();
  for (const subject of subjects) {
    for (const line of subject.hunk.lines) {
      if (line.kind === "+" && line.new !== undefined) byLine.set(line.new, subject);
    }
  }
  const users = new Map<number, HunkSubject>();
  for (const reference of file?.references ?? []) {
    const subject = reference.import < 0 ? undefined : byLine.get(reference.line + 1);
    if (subject !== undefined && !users.has(reference.import)) users.set(reference.import, subject);
  }
  return users;
}
