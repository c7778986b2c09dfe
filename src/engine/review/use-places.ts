import { compareBytes } from "../../kit/order.ts";
import type { Certainty, PlaceRef, Use } from "./analysis.ts";
import { isInTests } from "./file-roles.ts";
import { SNIPPET_LINES, USES_OF_A_COMMON_SYMBOL, USES_PER_FILE, USES_PER_SYMBOL } from "./review-limits.ts";
import type { Tallies } from "./tallies.ts";

interface PlacesInput {
  readonly isTestPath: (path: string) => boolean;
}

/** The places that are kept of all uses in code that did not change. */
export function placesOf(uses: readonly Use[], input: PlacesInput, tallies: Tallies): PlaceRef[] {
  const isDispatch = (use: Use) => use.certainty === "dispatch";
  const own = unlessCommon(
    uses.filter((use) => !isDispatch(use)),
    tallies,
  );
  const ranked = onePerSnippet([...own, ...unlessCommon(uses.filter(isDispatch), tallies)]).sort(
    (left, right) => rankOf(left, input) - rankOf(right, input) || byPlace(left, right),
  );
  const inFile = new Map<string, number>();
  const kept: Use[] = [];
  let cutInFiles = 0;
  for (const use of ranked) {
    const before = inFile.get(use.path) ?? 0;
    inFile.set(use.path, before + 1);
    if (before >= USES_PER_FILE) cutInFiles++;
    else kept.push(use);
  }
  const perFile = "further uses of a changed symbol in one file are not shown";
  tallies.cut("uses-per-file", USES_PER_FILE, cutInFiles, perFile);
  const perSymbol = "further uses of a changed symbol are not shown";
  tallies.cut("uses-per-symbol", USES_PER_SYMBOL, kept.length - USES_PER_SYMBOL, perSymbol);
  return kept.slice(0, USES_PER_SYMBOL).map((use) => placeOf(use, input));
}

/** A symbol used so often is part of the furniture: none of its uses says anything. */
function unlessCommon(uses: readonly Use[], tallies: Tallies): readonly Use[] {
  if (uses.length <= USES_OF_A_COMMON_SYMBOL) return uses;
  const detail = "uses of very common changed symbols are not shown";
  tallies.cut("uses-of-a-common-symbol", USES_OF_A_COMMON_SYMBOL, uses.length, detail);
  return [];
}

/** Uses of one function that one snippet shows are one place: the first of them. */
function onePerSnippet(uses: readonly Use[]): Use[] {
  const kept: Use[] = [];
  const last = new Map<string, Use>();
  for (const use of [...uses].sort(byPlace)) {
    const key = `${use.path}\0${use.symbol}`;
    const before = last.get(key);
    if (before !== undefined && use.line - before.line <= SNIPPET_LINES) continue;
    last.set(key, use);
    kept.push(use);
  }
  return kept;
}

const certainties: readonly Certainty[] = ["bound", "in-sight", "dispatch", "text"];

/** What runs in the product comes before its tests, what is certain before what is not. */
function rankOf(use: Use, input: PlacesInput): number {
  const certainty = certainties.indexOf(use.certainty);
  const role = use.role === "call" || use.role === "new" ? 0 : 1;
  return (isTest(use, input) ? 8 : 0) + certainty * 2 + role;
}

function isTest({ path, symbol }: Use, input: PlacesInput): boolean {
  return input.isTestPath(path) || isInTests(symbol);
}

function byPlace(left: Use, right: Use): number {
  return compareBytes(left.path, right.path) || left.line - right.line || left.column - right.column;
}

function placeOf(use: Use, input: PlacesInput): PlaceRef {
  return {
    id: "",
    direction: "down",
    unit: use.followed.unit,
    path: use.path,
    line: use.line,
    symbol: use.symbol,
    symbolKind: use.symbolKind,
    used: use.followed.symbol,
    usedKind: use.followed.kind,
    role: use.role,
    usedOnLine: use.line,
    certainty: use.certainty,
    ...(use.via === undefined ? {} : { via: use.via }),
    ...(use.alias === undefined ? {} : { alias: use.alias }),
    isUsedRemoved: use.followed.isRemoved,
    isUsedNew: use.followed.isNew,
    isTest: isTest(use, input),
  };
}
