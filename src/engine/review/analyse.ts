import type { FileDiff } from "../diff/diff.ts";
import type { Binder, ProjectView } from "../graph/graph.ts";
import type { Analysis, PlaceRef, Unit } from "./analysis.ts";
import { findDefinitions } from "./definitions.ts";
import { createEdgeList } from "./edge-list.ts";
import { findMoves } from "./moves.ts";
import { findRelied } from "./relied.ts";
import { FOLLOWED_NAMES, TEXT_NAMES } from "./review-limits.ts";
import { createTallies, type Tallies } from "./tallies.ts";
import { wordsOf } from "./text-patterns.ts";
import type { Mention } from "./text-search.ts";
import type { UnitsFound } from "./units.ts";
import { findUses } from "./uses.ts";

/** What to search the head for before the analysis. */
export interface SearchPlan {
  /** Names of changed symbols, whose uses are looked for. Sorted by unit. */
  readonly names: readonly string[];
  /** Words on lines of units without a syntax tree, whose definitions are looked for. */
  readonly words: readonly string[];
  readonly textWords: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export interface AnalysisInput {
  readonly files: readonly FileDiff[];
  readonly found: UnitsFound;
  readonly plan: SearchPlan;
  readonly project: ProjectView;
  readonly binder: Binder;
  /** Binds names of the head as if the changed files were still as before. */
  readonly oldBinder: Binder;
  /** Files with a record that may use a changed symbol. */
  readonly candidates: readonly string[];
  /** Lines of files without a record that hold a name of the plan. */
  readonly mentions: readonly Mention[];
  readonly isTestPath: (path: string) => boolean;
  /** In this language a type is of an interface by its methods alone. */
  readonly isStructural: (language: string) => boolean;
}

/** Which names to search for. Tests are used by nobody, so their names are not among them. */
export function planSearch(files: readonly FileDiff[], found: UnitsFound, tallies: Tallies): SearchPlan {
  const roles = new Map(found.units.map((unit) => [unit.id, unit.role]));
  const names = new Set<string>();
  for (const one of found.followed) if (roles.get(one.unit) === "code") names.add(one.name);
  for (const one of found.followed) if (roles.get(one.unit) !== "code") names.add(one.name);
  const unsearched = "changed names were not searched for";
  tallies.cut("followed-names", FOLLOWED_NAMES, names.size - FOLLOWED_NAMES, unsearched);
  const textWords = textWordsOf(files, found);
  const words = new Set([...textWords.values()].flatMap((byWord) => [...byWord.keys()]));
  const undefinedWords = "words of changed lines were not searched for where they are defined";
  tallies.cut("text-names", TEXT_NAMES, words.size - TEXT_NAMES, undefinedWords);
  return {
    names: [...names].slice(0, FOLLOWED_NAMES),
    words: [...words].slice(0, TEXT_NAMES),
    textWords,
  };
}

function textWordsOf(files: readonly FileDiff[], found: UnitsFound): Map<string, Map<string, number>> {
  const byText = new Set(found.units.filter((unit) => unit.byText).map((unit) => unit.id));
  const words = new Map<string, Map<string, number>>();
  if (byText.size === 0) return words;
  for (const file of files) {
    const lines = found.addedBy.get(file.path);
    if (lines === undefined) continue;
    for (const hunk of file.hunks) {
      for (const line of hunk.lines) {
        const unit = line.kind === "+" && line.new !== undefined ? lines.get(line.new) : undefined;
        if (unit === undefined || !byText.has(unit)) continue;
        const known = words.get(unit) ?? new Map<string, number>();
        words.set(unit, known);
        for (const word of wordsOf(line.text.slice(0, 400))) {
          if (word.length >= 4 && !known.has(word)) known.set(word, line.new as number);
        }
      }
    }
  }
  return words;
}

/**
 * All that is known of a change from the records at hand: what uses it, what it relies on, and where its names
 * are declared. Pure, so that it can be run again when more of the project has been read. Cost: linear in the
 * references of the candidates and the changed files.
 */
export function analyse(input: AnalysisInput, tallies: Tallies = createTallies()): Analysis {
  const { found, project, binder, isTestPath } = input;
  const edges = createEdgeList(found.units);
  const shared = { ...found, project, binder, isTestPath, mentions: input.mentions };
  const down = findUses(
    {
      ...shared,
      oldBinder: input.oldBinder,
      candidates: input.candidates,
      isStructural: input.isStructural,
    },
    edges,
    tallies,
  );
  const up = findRelied({ ...shared, textWords: input.plan.textWords }, edges, tallies);
  findMoves({ followed: found.followed, files: input.files }, edges);
  const definitions = findDefinitions(input.files, project, binder, tallies);
  if (binder.cutExports > 0) {
    tallies.cut("export-hops", 0, binder.cutExports, "names have too many re-exports to follow");
  }
  return {
    units: found.units,
    refs: numbered(inOrderOf(found.units, [...down.refs, ...up])),
    edges: edges.list(),
    beyond: down.beyond,
    lowSignal: found.lowSignal,
    definitions,
    limits: tallies.list(),
  };
}

function inOrderOf(units: readonly Unit[], refs: readonly PlaceRef[]): PlaceRef[] {
  const byUnit = new Map<string, PlaceRef[]>(units.map((unit) => [unit.id, []]));
  for (const ref of refs) byUnit.get(ref.unit)?.push(ref);
  return [...byUnit.values()].flat();
}

function numbered(refs: readonly PlaceRef[]): PlaceRef[] {
  return refs.map((ref, index) => ({ ...ref, id: `r${index + 1}` }));
}
