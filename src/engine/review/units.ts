import { compareBytes } from "../../kit/order.ts";
import type { FileDiff, Hunk } from "../diff/diff.ts";
import type { FileIndex } from "../index/index.ts";
import type { Followed, Unit, UnitRole } from "./analysis.ts";
import { symbolOf } from "./declared-lines.ts";
import { isInTests, isProse } from "./file-roles.ts";
import {
  aboutFile,
  type HunkSubject,
  isOfRemarks,
  sidesOf,
  subjectBySyntax,
  subjectByText,
} from "./hunk-subject.ts";
import { joinImports } from "./join-imports.ts";

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
    const isLow = (hunk: Hunk) => file.noise !== undefined || hunk.noise !== undefined;
    const hunks = file.hunks.filter((hunk) => !isLow(hunk));
    for (const hunk of file.hunks) if (isLow(hunk)) lowSignal.push(hunk.id);
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
  const role: UnitRole = isProse(file.path) ? "prose" : input.isTestPath(file.path) ? "test" : "code";
  const { subjects, byText } = subjectsOf(input, file, hunks, role);
  const groups = new Map<string, HunkSubject[]>();
  for (const subject of subjects) {
    const group = groups.get(subject.key);
    if (group === undefined) groups.set(subject.key, [subject]);
    else group.push(subject);
  }
  const lines = new Map<number, string>();
  const names = new Set<string>();
  const followed: Followed[] = [];
  const symbolOfUnit = new Map<string, string>();
  for (const group of groups.values()) {
    const id = `u${into.units.length + 1}`;
    const unit = unitOf(id, file, group, role, byText, names);
    into.units.push(unit);
    for (const { hunk } of group) {
      for (const line of hunk.lines) if (line.kind === "+" && line.new !== undefined) lines.set(line.new, id);
    }
    symbolOfUnit.set(id, unit.symbol);
    for (const one of followedOf(unit, group)) followed.push(one);
  }
  into.addedBy.set(file.path, lines);
  for (const one of eachOnce(followed, symbolOfUnit)) into.followed.push(one);
}

function subjectsOf(
  input: UnitsInput,
  file: FileDiff,
  hunks: readonly Hunk[],
  role: UnitRole,
): { readonly subjects: readonly HunkSubject[]; readonly byText: boolean } {
  const head = input.index(file.path);
  const old = input.oldIndex(file.path);
  // Where the head could not be read, the old side alone would name nothing of what is new.
  if (head !== undefined || (old !== undefined && file.status === "deleted")) {
    const sides = sidesOf(file, head, old);
    const subjects = hunks.map((hunk) => subjectBySyntax(file, hunk, sides, role));
    return { subjects: joinImports(subjects, head, old), byText: false };
  }
  const about = role === "prose" ? aboutFile : subjectByText;
  return { subjects: hunks.map((hunk) => about(file, hunk)), byText: role !== "prose" };
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
  const lines = group.flatMap(({ hunk }) => hunk.lines.filter((line) => line.kind !== " "));
  const added = lines.filter((line) => line.kind === "+").length;
  const besides = new Map(group.flatMap((one) => one.besides).map((one) => [one.symbol, one]));
  return {
    id,
    path: file.path,
    symbol,
    symbolKind: first.symbolKind,
    hunks: group.map((subject) => subject.hunk.id),
    added,
    removed: lines.length - added,
    byText,
    isRemoved: group.every((subject) => subject.isRemoved),
    isNew: group.every((subject) => subject.isNew || subject.isOfImports),
    isRemarks: isOfRemarks(lines),
    isBlank: lines.every((line) => line.text.trim() === ""),
    besides: [...besides.values()].filter((one) => one.symbol !== first.symbol),
    role: role === "code" && isInTests(first.symbol) && first.symbolKind !== "file" ? "test" : role,
  };
}

function followedOf(unit: Unit, group: readonly HunkSubject[]): Followed[] {
  const found: Followed[] = [];
  for (const { changed, textNames } of group) {
    for (const { lines, declaration, isRemoved, isNew } of changed) {
      const { file } = lines;
      // Whoever makes a value names the type, not its constructor.
      const parent = file.declarations[declaration]?.parent ?? -1;
      const isConstructor = file.declarations[declaration]?.kind === "constructor" && parent >= 0;
      const at = isConstructor ? parent : declaration;
      const one = file.declarations[at];
      if (one === undefined) continue;
      found.push({
        unit: unit.id,
        name: one.name,
        symbol: symbolOf(file, at),
        kind: one.kind,
        path: unit.path,
        file,
        declaration: at,
        isRemoved: isRemoved && !isConstructor,
        isNew: isNew && !isConstructor,
        isConstructor,
      });
    }
    for (const name of textNames) {
      const about = { unit: unit.id, name, symbol: name, kind: "text" as const, path: unit.path };
      found.push({ ...about, declaration: -1, isRemoved: false, isNew: false, isConstructor: false });
    }
  }
  return found;
}

/** A symbol that several units touch is followed for the one that is named after it, else for the first. */
function eachOnce(
  followed: readonly Followed[],
  symbolOfUnit: ReadonlyMap<string, string>,
): readonly Followed[] {
  const isOwn = (one: Followed) => symbolOfUnit.get(one.unit) === one.symbol;
  const kept = new Map<string, Followed>();
  for (const one of followed) {
    const key = `${one.isRemoved}:${one.declaration}:${one.declaration < 0 ? one.name : ""}`;
    const before = kept.get(key);
    if (before === undefined || (isOwn(one) && !isOwn(before))) kept.set(key, one);
  }
  return [...kept.values()];
}
