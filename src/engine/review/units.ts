import { compareBytes } from "../../kit/order.ts";
import type { DiffLine, FileDiff, Hunk } from "../diff/diff.ts";
import type { FileIndex } from "../index/index.ts";
import type { Followed, Unit, UnitRole } from "./analysis.ts";
import { createDeclaredLines, type DeclaredLines, symbolOf } from "./declared-lines.ts";
import { fileName, isProse } from "./file-roles.ts";
import { declaredName, isImportLine, isRemark } from "./text-patterns.ts";

export interface UnitsInput {
  readonly files: readonly FileDiff[];
  /** The record of a changed file at the head, by its path; `undefined` when it is read as text. */
  readonly index: (path: string) => FileIndex | undefined;
  /** The record of its old side, by its path at the head. */
  readonly oldIndex: (path: string) => FileIndex | undefined;
  readonly isTestPath: (path: string) => boolean;
}

export interface UnitsFound {
  readonly units: readonly Unit[];
  readonly followed: readonly Followed[];
  readonly lowSignal: readonly string[];
  /** The unit that adds a line (from 1) of a file at the head. */
  readonly addedBy: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/** What one hunk is about. */
interface HunkSubject {
  readonly hunk: Hunk;
  /** Groups hunks: the same key, the same unit. */
  readonly key: string;
  readonly symbol: string;
  readonly symbolKind: string;
  readonly isRemoved: boolean;
  /** Declarations of the head (`new`) or only of the old side that the hunk changes. */
  readonly changed: readonly {
    readonly lines: DeclaredLines;
    readonly declaration: number;
    readonly isRemoved: boolean;
  }[];
  readonly textNames: readonly string[];
}

/**
 * Groups hunks into units by file and primary symbol: a module-level declaration that the hunk adds or
 * renames, then a method; else the declaration around most of its changed lines; else, without syntax, what
 * the words say; else the file. Hunks that change only imports join the unit of their file that uses them.
 * Low-signal hunks are in no unit. Cost: linear in lines and declarations.
 */
export function findUnits(input: UnitsInput): UnitsFound {
  const units: Unit[] = [];
  const followed: Followed[] = [];
  const lowSignal: string[] = [];
  const addedBy = new Map<string, Map<number, string>>();
  const files = [...input.files].sort((left, right) => compareBytes(left.path, right.path));
  for (const file of files) {
    const hunks = file.hunks.filter((hunk) => file.noise === undefined && hunk.noise === undefined);
    for (const hunk of file.hunks) if (!hunks.includes(hunk)) lowSignal.push(hunk.id);
    if (hunks.length > 0) addFile(input, file, hunks, { units, followed, addedBy });
  }
  return { units, followed, lowSignal, addedBy };
}

interface Collected {
  readonly units: Unit[];
  readonly followed: Followed[];
  readonly addedBy: Map<string, Map<number, string>>;
}

function addFile(input: UnitsInput, file: FileDiff, hunks: readonly Hunk[], into: Collected): void {
  const index = input.index(file.path);
  const oldIndex = input.oldIndex(file.path);
  const role: UnitRole = isProse(file.path) ? "prose" : input.isTestPath(file.path) ? "test" : "code";
  // Where the head could not be read, the old side alone would name nothing of what is new.
  const isBySyntax = index !== undefined || (oldIndex !== undefined && file.status === "deleted");
  const subjects = isBySyntax
    ? bySyntax(file, hunks, index, oldIndex)
    : hunks.map((hunk) => (role === "prose" ? aboutFile(file, hunk) : byText(file, hunk)));
  const groups = new Map<string, HunkSubject[]>();
  for (const subject of subjects) {
    const group = groups.get(subject.key);
    if (group === undefined) groups.set(subject.key, [subject]);
    else group.push(subject);
  }
  const lines = new Map<number, string>();
  const names = new Set<string>();
  for (const group of groups.values()) {
    const id = `u${into.units.length + 1}`;
    const unit = unitOf(id, file, group, role, !isBySyntax, names);
    into.units.push(unit);
    for (const { hunk } of group) {
      for (const line of hunk.lines) if (line.kind === "+" && line.new !== undefined) lines.set(line.new, id);
    }
    into.followed.push(...followedOf(unit, group));
  }
  into.addedBy.set(file.path, lines);
}

function unitOf(
  id: string,
  file: FileDiff,
  group: readonly HunkSubject[],
  role: UnitRole,
  byText: boolean,
  names: Set<string>,
): Unit {
  const first = group[0] as HunkSubject;
  // Symbols name nodes, so two units of a file never share one.
  let symbol = first.symbol;
  for (let twin = 2; names.has(symbol); twin++) symbol = `${first.symbol}~${twin}`;
  names.add(symbol);
  let added = 0;
  let removed = 0;
  for (const { hunk } of group) {
    for (const line of hunk.lines) {
      if (line.kind === "+") added++;
      else if (line.kind === "-") removed++;
    }
  }
  return {
    id,
    path: file.path,
    symbol,
    symbolKind: first.symbolKind,
    hunks: group.map((subject) => subject.hunk.id),
    added,
    removed,
    byText: byText && role !== "prose",
    isRemoved: group.every((subject) => subject.isRemoved),
    isRemarks: group.every(({ hunk }) =>
      hunk.lines.every((line) => line.kind === " " || isRemark(line.text)),
    ),
    role,
  };
}

function followedOf(unit: Unit, group: readonly HunkSubject[]): Followed[] {
  const found: Followed[] = [];
  for (const { changed, textNames } of group) {
    for (const { lines, declaration, isRemoved } of changed) {
      const { file } = lines;
      // Whoever makes a value names the type, not its constructor.
      const parent = file.declarations[declaration]?.parent ?? -1;
      const isConstructor = file.declarations[declaration]?.kind === "constructor" && parent >= 0;
      const at = isConstructor ? parent : declaration;
      const one = file.declarations[at];
      if (one === undefined) continue;
      const symbol = symbolOf(file, at);
      found.push({
        unit: unit.id,
        name: one.name,
        symbol,
        kind: one.kind,
        path: unit.path,
        file,
        declaration: at,
        isRemoved: isRemoved && !isConstructor,
      });
    }
    for (const name of textNames) {
      const { id, path } = unit;
      found.push({ unit: id, name, symbol: name, kind: "text", path, declaration: -1, isRemoved: false });
    }
  }
  return found;
}

function aboutFile(file: FileDiff, hunk: Hunk): HunkSubject {
  const symbol = fileName(file.path);
  return { hunk, key: "file", symbol, symbolKind: "file", isRemoved: false, changed: [], textNames: [] };
}

function byText(file: FileDiff, hunk: Hunk): HunkSubject {
  const added = hunk.lines.filter((line) => line.kind === "+");
  const names = [...new Set(added.flatMap((line) => declaredName(line.text) ?? []))];
  const name = names[0] ?? nameBefore(hunk) ?? declaredName(hunk.section);
  if (name === undefined) return aboutFile(file, hunk);
  const textNames = names.length > 0 ? names : [name];
  return {
    hunk,
    key: `text:${name}`,
    symbol: name,
    symbolKind: "text",
    isRemoved: false,
    changed: [],
    textNames,
  };
}

/** The last declaration on the lines before the first change. */
function nameBefore(hunk: Hunk): string | undefined {
  const first = hunk.lines.findIndex((line) => line.kind !== " ");
  const before = hunk.lines.slice(0, Math.max(first, 0)).reverse();
  for (const line of before) {
    const name = declaredName(line.text);
    if (name !== undefined) return name;
  }
  return undefined;
}

function bySyntax(
  file: FileDiff,
  hunks: readonly Hunk[],
  index: FileIndex | undefined,
  oldIndex: FileIndex | undefined,
): readonly HunkSubject[] {
  const sides: Sides = {
    head: index === undefined ? undefined : createDeclaredLines(index),
    old: oldIndex === undefined ? undefined : createDeclaredLines(oldIndex),
    headBySymbol: index === undefined ? new Map() : nameableBySymbol(index),
  };
  const subjects = hunks.map((hunk) => subjectOf(file, hunk, sides));
  return joinImports(subjects, index, oldIndex);
}

interface Sides {
  readonly head: DeclaredLines | undefined;
  readonly old: DeclaredLines | undefined;
  readonly headBySymbol: ReadonlyMap<string, number>;
}

function nameableBySymbol(file: FileIndex): ReadonlyMap<string, number> {
  const bySymbol = new Map<string, number>();
  file.declarations.forEach((one, at) => {
    if (one.level === "local" || one.kind === "parameter" || one.kind === "type-parameter") return;
    const symbol = symbolOf(file, at);
    if (!bySymbol.has(symbol)) bySymbol.set(symbol, at);
  });
  return bySymbol;
}

/** A declaration with how much of the hunk is in it. */
interface Weighed {
  readonly lines: DeclaredLines;
  readonly declaration: number;
  readonly isRemoved: boolean;
  count: number;
  /** One of its changed lines is more than a remark. */
  hasCode: boolean;
}

function subjectOf(file: FileDiff, hunk: Hunk, sides: Sides): HunkSubject {
  const around = new Map<string, Weighed>();
  const named = new Map<string, Weighed>();
  let isCode = false;
  const weigh = (
    to: Map<string, Weighed>,
    side: DeclaredLines,
    declaration: number,
    isOld: boolean,
  ): void => {
    const symbol = symbolOf(side.file, declaration);
    const now = isOld ? sides.headBySymbol.get(symbol) : declaration;
    const isRemoved = now === undefined;
    const lines = isRemoved || !isOld ? side : (sides.head as DeclaredLines);
    const known = to.get(symbol);
    if (known === undefined) {
      to.set(symbol, { lines, declaration: now ?? declaration, isRemoved, count: 1, hasCode: isCode });
      return;
    }
    known.count++;
    known.hasCode ||= isCode;
  };
  for (const line of hunk.lines) {
    if (line.kind === " ") continue;
    const side = line.kind === "+" ? sides.head : sides.old;
    const at = ((line.kind === "+" ? line.new : line.old) ?? 0) - 1;
    if (side === undefined || at < 0) continue;
    isCode = !isRemark(line.text);
    const declaration = side.around(at);
    if (declaration >= 0) weigh(around, side, declaration, line.kind === "-");
    for (const name of side.namedOn(at)) {
      if (line.kind === "+") weigh(named, side, name, false);
      else if (!sides.headBySymbol.has(symbolOf(side.file, name))) weigh(around, side, name, true);
    }
  }
  const all = new Map([...named, ...around]);
  const primary = primaryOf(named, around);
  if (primary === undefined) return aboutFile(file, hunk);
  const symbol = symbolOf(primary.lines.file, primary.declaration);
  return {
    hunk,
    key: `symbol:${symbol}`,
    symbol,
    symbolKind: primary.lines.file.declarations[primary.declaration]?.kind ?? "file",
    isRemoved: primary.isRemoved,
    changed: followable(all, primary),
    textNames: [],
  };
}

/** What the hunk changes in more than remarks; a type around a changed member is not changed by that. */
function followable(all: ReadonlyMap<string, Weighed>, primary: Weighed): Weighed[] {
  const outer = new Set<string>();
  for (const symbol of all.keys()) {
    for (let dot = symbol.lastIndexOf("."); dot > 0; dot = symbol.lastIndexOf(".", dot - 1)) {
      outer.add(symbol.slice(0, dot));
    }
  }
  return [...all]
    .filter(([symbol, one]) => one.hasCode && (one === primary || !outer.has(symbol)))
    .map(([, one]) => one);
}

/**
 * A module-level declaration that the hunk adds, then a method, then whatever most changed lines are in. Of
 * several the one with most changed lines in it and its members; a namespace only where nothing else is.
 */
function primaryOf(
  named: ReadonlyMap<string, Weighed>,
  around: ReadonlyMap<string, Weighed>,
): Weighed | undefined {
  const declarationOf = (one: Weighed) => one.lines.file.declarations[one.declaration];
  const linesIn = new Map<string, number>();
  for (const [symbol, { count }] of around) {
    for (let dot = symbol.length; dot > 0; dot = symbol.lastIndexOf(".", dot - 1)) {
      const outer = symbol.slice(0, dot);
      linesIn.set(outer, (linesIn.get(outer) ?? 0) + count);
    }
  }
  const weightOf = (one: Weighed): number => linesIn.get(symbolOf(one.lines.file, one.declaration)) ?? 0;
  const added = [...named.values()].filter((one) => declarationOf(one)?.kind !== "namespace");
  const topLevel = added.filter((one) => declarationOf(one)?.level === "module");
  const outermost = topLevel.filter((one) => (declarationOf(one)?.parent ?? -1) < 0);
  return (
    heaviest(outermost, weightOf) ??
    heaviest(topLevel, weightOf) ??
    heaviest(added, weightOf) ??
    heaviest([...around.values()], (one) => one.count)
  );
}

/** The first of those with the most weight. */
function heaviest(from: readonly Weighed[], weightOf: (one: Weighed) => number): Weighed | undefined {
  let best: Weighed | undefined;
  for (const one of from) if (best === undefined || weightOf(one) > weightOf(best)) best = one;
  return best;
}

/**
 * A hunk with nothing but imports tells little by itself: it is read with the unit that uses what it imports,
 * or else with the first unit of its file.
 */
function joinImports(
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
    return { ...subject, key: host.key, symbol: host.symbol, symbolKind: host.symbolKind };
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
