import type { DiffLine, FileDiff, Hunk } from "../diff/diff.ts";
import type { FileIndex } from "../index/index.ts";
import type { UnitRole } from "./analysis.ts";
import { createDeclaredLines, type DeclaredLines, symbolOf } from "./declared-lines.ts";
import { fileName } from "./file-roles.ts";
import { testNamed } from "./test-titles.ts";
import { declaredName, isRemark } from "./text-patterns.ts";

/** What one hunk is about. */
export interface HunkSubject {
  readonly hunk: Hunk;
  /** Groups hunks: the same key, the same unit. */
  readonly key: string;
  readonly symbol: string;
  readonly symbolKind: string;
  readonly isRemoved: boolean;
  /** The hunk adds the symbol. */
  readonly isNew: boolean;
  /** It holds nothing but imports that its unit uses. */
  readonly isOfImports: boolean;
  /** What it adds besides, on the same level. */
  readonly besides: readonly NamedSymbol[];
  /** Declarations of the head, or only of the old side, that the hunk changes. */
  readonly changed: readonly ChangedDeclaration[];
  /** Without a syntax tree: the names that it seems to declare. */
  readonly textNames: readonly string[];
}

export interface NamedSymbol {
  readonly symbol: string;
  readonly kind: string;
}

export interface ChangedDeclaration {
  /** Of the head, or of the old side for what is gone. */
  readonly lines: DeclaredLines;
  readonly declaration: number;
  readonly isRemoved: boolean;
  /** The old side has no such declaration. */
  readonly isNew: boolean;
}

const nothing = {
  isRemoved: false,
  isNew: false,
  isOfImports: false,
  besides: [],
  changed: [],
  textNames: [],
} as const;

export function aboutFile(file: FileDiff, hunk: Hunk): HunkSubject {
  return { ...nothing, hunk, key: "file", symbol: fileName(file.path), symbolKind: "file" };
}

/** By its words: the first name that it seems to declare, else the last one before the change. */
export function subjectByText(file: FileDiff, hunk: Hunk): HunkSubject {
  const added = hunk.lines.filter((line) => line.kind === "+");
  const names = [...new Set(added.flatMap((line) => declaredName(line.text) ?? []))];
  const name = names[0] ?? nameBefore(hunk) ?? declaredName(hunk.section);
  if (name === undefined) return aboutFile(file, hunk);
  const textNames = names.length > 0 ? names : [name];
  return { ...nothing, hunk, key: `text:${name}`, symbol: name, symbolKind: "text", textNames };
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

export interface Sides {
  readonly head: DeclaredLines | undefined;
  readonly old: DeclaredLines | undefined;
  readonly headBySymbol: ReadonlyMap<string, number>;
  /** The old side has no such symbol, as far as that is known. `line` is that of its name, from 0. */
  readonly isNew: (symbol: string, line: number) => boolean;
}

export function sidesOf(file: FileDiff, head: FileIndex | undefined, old: FileIndex | undefined): Sides {
  return {
    head: head === undefined ? undefined : createDeclaredLines(head),
    old: old === undefined ? undefined : createDeclaredLines(old),
    headBySymbol: nameableBySymbol(head),
    isNew: newnessIn(file, old),
  };
}

function newnessIn(file: FileDiff, old: FileIndex | undefined): Sides["isNew"] {
  if (file.status === "added") return () => true;
  if (old !== undefined) {
    const oldSymbols = nameableBySymbol(old);
    return (symbol) => !oldSymbols.has(symbol);
  }
  // Where nothing is removed, a name on an added line was not there before.
  const added = new Set<number>();
  for (const hunk of file.hunks) {
    for (const line of hunk.lines) {
      if (line.kind === "-") return () => false;
      if (line.kind === "+" && line.new !== undefined) added.add(line.new - 1);
    }
  }
  return (_, line) => added.has(line);
}

function nameableBySymbol(file: FileIndex | undefined): ReadonlyMap<string, number> {
  const bySymbol = new Map<string, number>();
  file?.declarations.forEach((one, at) => {
    if (one.level === "local" || one.kind === "parameter" || one.kind === "type-parameter") return;
    const symbol = symbolOf(file, at);
    if (!bySymbol.has(symbol)) bySymbol.set(symbol, at);
  });
  return bySymbol;
}

/** A declaration with how much of the hunk is in it. */
interface Weighed extends ChangedDeclaration {
  count: number;
  /** One of its changed lines is more than a remark. */
  hasCode: boolean;
}

/**
 * By its syntax: a declaration that it adds, else the one around most of its changed lines; in tests, what the
 * test says of itself; else the file.
 */
export function subjectBySyntax(file: FileDiff, hunk: Hunk, sides: Sides, role: UnitRole): HunkSubject {
  const { named, around } = weighLines(hunk, sides);
  const added = addedOf(named, around);
  const primary = added[0] ?? heaviest([...around.values()], (one) => one.count);
  if (primary === undefined) {
    const test = role === "test" ? testNamed(hunk) : undefined;
    if (test === undefined) return aboutFile(file, hunk);
    const { title, others, isNew, isRemoved } = test;
    const besides = others.map((symbol) => ({ symbol, kind: "test" }));
    const about = { symbol: title, symbolKind: "test", isNew, isRemoved, besides };
    return { ...nothing, ...about, hunk, key: `test:${title}` };
  }
  const { symbol, kind } = namedOf(primary);
  return {
    ...nothing,
    hunk,
    key: `symbol:${symbol}`,
    symbol,
    symbolKind: kind,
    isRemoved: primary.isRemoved,
    isNew: primary.isNew,
    besides: added
      .slice(1)
      .filter((one) => one.hasCode)
      .map(namedOf)
      .filter((one) => !one.symbol.startsWith(`${symbol}.`)),
    changed: followable(new Map([...named, ...around]), primary),
  };
}

function namedOf({ lines, declaration }: ChangedDeclaration): NamedSymbol {
  const { file } = lines;
  return { symbol: symbolOf(file, declaration), kind: file.declarations[declaration]?.kind ?? "file" };
}

interface WeighedLines {
  /** What has its name on an added line, by symbol. */
  readonly named: ReadonlyMap<string, Weighed>;
  /** What changed lines are in, by symbol; also what is gone. */
  readonly around: ReadonlyMap<string, Weighed>;
}

function weighLines(hunk: Hunk, sides: Sides): WeighedLines {
  const named = new Map<string, Weighed>();
  const around = new Map<string, Weighed>();
  for (const line of hunk.lines) {
    if (line.kind === " ") continue;
    const isOld = line.kind === "-";
    const side = isOld ? sides.old : sides.head;
    const at = ((isOld ? line.old : line.new) ?? 0) - 1;
    if (side === undefined || at < 0) continue;
    const isCode = !isRemark(line.text);
    const declaration = isCode || line.text.trim() === "" ? side.around(at) : side.aroundRemark(at);
    if (declaration >= 0) weigh(around, sides, { side, declaration, isOld, isCode });
    for (const name of side.namedOn(at)) {
      const entry = { side, declaration: name, isOld, isCode };
      if (!isOld) weigh(named, sides, entry);
      else if (!sides.headBySymbol.has(symbolOf(side.file, name))) weigh(around, sides, entry);
    }
  }
  return { named, around };
}

interface WeighedEntry {
  readonly side: DeclaredLines;
  readonly declaration: number;
  readonly isOld: boolean;
  readonly isCode: boolean;
}

function weigh(to: Map<string, Weighed>, sides: Sides, entry: WeighedEntry): void {
  const { side, declaration, isOld, isCode } = entry;
  const symbol = symbolOf(side.file, declaration);
  const known = to.get(symbol);
  if (known !== undefined) {
    known.count++;
    known.hasCode ||= isCode;
    return;
  }
  const now = isOld ? sides.headBySymbol.get(symbol) : declaration;
  const isRemoved = now === undefined;
  to.set(symbol, {
    lines: isRemoved || !isOld ? side : (sides.head as DeclaredLines),
    declaration: now ?? declaration,
    isRemoved,
    isNew: !isRemoved && sides.isNew(symbol, side.file.declarations[declaration]?.line ?? -1),
    count: 1,
    hasCode: isCode,
  });
}

/** What the hunk changes in more than remarks; a type around a changed member is not changed by that. */
function followable(all: ReadonlyMap<string, Weighed>, primary: Weighed): Weighed[] {
  const outer = new Set<string>();
  for (const symbol of all.keys()) for (const one of outerSymbols(symbol)) outer.add(one);
  return [...all]
    .filter(([symbol, one]) => one.hasCode && (one === primary || !outer.has(symbol)))
    .map(([, one]) => one);
}

/** "a.b", "a" for "a.b.c". */
function* outerSymbols(symbol: string): Generator<string> {
  for (let dot = symbol.lastIndexOf("."); dot > 0; dot = symbol.lastIndexOf(".", dot - 1)) {
    yield symbol.slice(0, dot);
  }
}

/** What others can name says more of a change than what only helps it. */
const EXPORTED_WEIGHT = 4;

/**
 * What the hunk adds: the module-level declarations, or else the methods; those with most changed lines in them
 * and their members first. A namespace is only where the rest is.
 */
function addedOf(named: ReadonlyMap<string, Weighed>, around: ReadonlyMap<string, Weighed>): Weighed[] {
  const declarationOf = (one: Weighed) => one.lines.file.declarations[one.declaration];
  const linesIn = new Map<string, number>();
  for (const [symbol, { count }] of around) {
    for (const outer of [symbol, ...outerSymbols(symbol)]) {
      linesIn.set(outer, (linesIn.get(outer) ?? 0) + count);
    }
  }
  const weightOf = (one: Weighed): number => {
    const lines = linesIn.get(symbolOf(one.lines.file, one.declaration)) ?? 0;
    return lines * (declarationOf(one)?.isExported ? EXPORTED_WEIGHT : 1);
  };
  const added = [...named.values()].filter((one) => declarationOf(one)?.kind !== "namespace");
  const topLevel = added.filter((one) => declarationOf(one)?.level === "module");
  const outermost = topLevel.filter((one) => (declarationOf(one)?.parent ?? -1) < 0);
  const chosen = [outermost, topLevel, added].find((group) => group.length > 0) ?? [];
  return chosen
    .map((one, at) => ({ one, at, weight: weightOf(one) }))
    .sort((left, right) => right.weight - left.weight || left.at - right.at)
    .map(({ one }) => one);
}

/** The first of those with the most weight. */
function heaviest(from: readonly Weighed[], weightOf: (one: Weighed) => number): Weighed | undefined {
  let best: Weighed | undefined;
  for (const one of from) if (best === undefined || weightOf(one) > weightOf(best)) best = one;
  return best;
}

/** Only remarks and blank lines. */
export function isOfRemarks(lines: readonly DiffLine[]): boolean {
  return lines.every((line) => line.kind === " " || isRemark(line.text));
}
