import { type Beyond, type EdgeRole, isUse, type PlaceRef, type Unit, type UnitEdge } from "./analysis.ts";
import { fileName, shortPath } from "./file-roles.ts";
import { isCalledKind } from "./symbol-kinds.ts";

/*
 * The sentences of a review. They are short, say what was read and nothing more, and use the words of the
 * glossary.
 */

/** A title of a test may be a whole paragraph. */
const TITLE_LENGTH = 80;

/** "verify()" for what is called, "Session" for the rest, the words of a test in quotes. */
export function callName(symbol: string, kind: string): string {
  if (kind === "test") {
    return `“${symbol.length > TITLE_LENGTH ? `${symbol.slice(0, TITLE_LENGTH)}…` : symbol}”`;
  }
  const shown = withoutTwins(symbol, kind === "constructor");
  return isCalledKind(kind) ? `${shown}()` : shown;
}

/**
 * A constructor may have the name of its type, and then one of both says it: "Gson()" for "Gson.Gson", and
 * "Gson.read" for what is inside it.
 */
function withoutTwins(symbol: string, isConstructor: boolean): string {
  const names = symbol.split(".");
  const last = names.length - (isConstructor ? 0 : 1);
  return names.filter((name, at) => at >= last || at === 0 || name !== names[at - 1]).join(".");
}

export function unitName(unit: Unit): string {
  if (unit.symbolKind === "file") return shortPath(unit.path);
  return callName(unit.symbol, unit.symbolKind);
}

/** With what its hunks add besides: "a() and b()", "a() and 3 more". */
export function unitTitle(unit: Unit): string {
  const [other, ...more] = unit.besides;
  if (other === undefined) return unitName(unit);
  const outer = unit.symbol.slice(0, unit.symbol.lastIndexOf(".") + 1);
  const isBeside = outer !== "" && other.kind !== "test" && other.symbol.startsWith(outer);
  const short = isBeside ? other.symbol.slice(outer.length) : other.symbol;
  const others = more.length > 0 ? `${unit.besides.length} more` : callName(short, other.kind);
  return `${unitName(unit)} and ${others}`;
}

export function refName(ref: PlaceRef): string {
  if (ref.symbolKind === "file") return shortPath(ref.path);
  return callName(ref.symbol, ref.symbolKind);
}

/** "login() calls verify() on the changed line 41." */
export function whyEdge(user: Unit, edge: UnitEdge): string {
  const used = callName(edge.used, edge.usedKind);
  if (edge.role === "override" || edge.role === "implement") {
    return `${callName(edge.by?.symbol ?? user.symbol, edge.by?.kind ?? user.symbolKind)} ${verbs[edge.role]} ${used}, on line ${edge.line}.`;
  }
  if (edge.via !== undefined) {
    const via = callName(edge.via.symbol, edge.via.kind);
    return `${userName(user, edge)} ${verbOf(edge.role, edge.via.kind)} ${via} on the changed line ${edge.line}, which may run ${used}.`;
  }
  const more = edge.uses > 1 ? `, and on ${edge.uses - 1} more` : "";
  const by = isUse(edge) ? userName(user, edge) : shortPath(user.path);
  return `${by} ${verbOf(edge.role, edge.usedKind)} ${used}${asAlias(edge)} on the changed line ${edge.line}${more}${doubtOf(edge.certainty)}.`;
}

function asAlias({ alias }: { readonly alias?: string }): string {
  return alias === undefined ? "" : ` (as ${alias})`;
}

function userName(user: Unit, { by }: Pick<UnitEdge, "by">): string {
  return by === undefined ? unitName(user) : callName(by.symbol, by.kind);
}

/** "verify() stood in old.ts before." for the page of where it is now. */
export function whyMovedHere(from: Unit, edge: UnitEdge): string {
  return `${callName(edge.used, edge.usedKind)} stood in ${fileName(from.path)} before, most of it the same.`;
}

/** "verify() stands in new.ts now, on line 12." for the page of where it was. */
export function whyMovedAway(to: Unit, edge: UnitEdge): string {
  const where = `${fileName(to.path)} now, on line ${edge.line}`;
  return `${callName(edge.used, edge.usedKind)} stands in ${where}, most of it the same.`;
}

/** "login() calls verify() on line 88, which did not change." */
export function whyDownstream(ref: PlaceRef): string {
  const used = callName(ref.used, ref.usedKind);
  const doubt = doubtOf(ref.certainty);
  if (ref.via !== undefined) {
    const via = callName(ref.via.symbol, ref.via.kind);
    return `${refName(ref)} ${verbOf(ref.role, ref.via.kind)} ${via} on line ${ref.line}, which did not change; it may run ${used}.`;
  }
  if (ref.isUsedRemoved) {
    return `${refName(ref)} still ${verbOf(ref.role, ref.usedKind)} ${used}${asAlias(ref)}, which is gone, on line ${ref.line}${doubt}.`;
  }
  return `${refName(ref)} ${verbOf(ref.role, ref.usedKind)} ${used}${asAlias(ref)} on line ${ref.line}, which did not change${doubt}.`;
}

/** "verify() calls it on the changed line 12." */
export function whyUpstream(ref: PlaceRef, user: Unit): string {
  return `${userName(user, ref)} ${verbOf(ref.role, ref.usedKind)} it${asAlias(ref)} on the changed line ${ref.usedOnLine}${doubtOf(ref.certainty)}.`;
}

/** "It changed here: 12 lines added, 3 removed. 2 changed units and 5 unchanged places in 3 files use it." */
export function whyCore(unit: Unit, usedBy: number, beyond: Beyond | undefined): string {
  const start = whatHappened(unit);
  if (unit.role === "prose") return start;
  const places = beyond?.places ?? 0;
  const inFiles = beyond !== undefined && places > 1 ? ` in ${count(beyond.files, "file")}` : "";
  const users = [
    ...(usedBy > 0 ? [count(usedBy, "changed unit")] : []),
    ...(places > 0 ? [`${count(places, "unchanged place")}${inFiles}`] : []),
  ];
  const verb = usedBy + places === 1 ? "uses" : "use";
  const using = users.length === 0 ? "" : ` ${users.join(" and ")} ${verb} it.`;
  const dispatching = beyond?.dispatching ?? 0;
  if (dispatching === 0) return `${start}${using}`;
  const what = count(dispatching, users.length === 0 ? "unchanged place" : "further unchanged place");
  return `${start}${using} ${what} may run it through a method above it.`;
}

function whatHappened({ added, removed, isRemoved, isNew }: Unit): string {
  if (isRemoved && added === 0) return `It was removed here: ${lines(removed)}.`;
  if (isNew && removed === 0) return `It is new here: ${lines(added)}.`;
  return `It changed here: ${lines(added)} added, ${removed} removed.`;
}

/** One to four words for an edge between changed units. */
export function edgeLabel(edge: Pick<UnitEdge, "used" | "usedKind" | "certainty" | "role">): string {
  const name = edge.usedKind === "file" ? edge.used : lastName(edge.used);
  if (edge.role === "move") return `moved ${name}`;
  if (edge.role === "import") return `imports ${name}`;
  if (edge.role === "override" || edge.role === "implement") return `${verbs[edge.role]} ${name}`;
  if (edge.role === "export") return `exports ${name}`;
  return `${edge.certainty === "bound" ? "uses" : "may use"} ${name}`;
}

export function downstreamLabel(ref: PlaceRef): string {
  return `${ref.certainty === "bound" ? "uses" : "may use"} ${lastName(ref.used)}`;
}

export function upstreamLabel(ref: PlaceRef): string {
  return `${ref.certainty === "bound" ? "relies on" : "may rely on"} ${lastName(ref.used)}`;
}

/** For what stands in one core though no use between them was read. */
export const noRelation = "same change";

function lastName(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf(".") + 1);
}

const verbs: Readonly<Record<EdgeRole, string>> = {
  call: "calls",
  new: "makes",
  read: "uses",
  write: "sets",
  type: "names",
  base: "builds on",
  decorator: "is marked with",
  import: "imports",
  export: "exports",
  move: "moves",
  override: "overrides",
  implement: "implements",
};

function verbOf(role: EdgeRole, usedKind: string): string {
  const isMade = role === "call" && (usedKind === "class" || usedKind === "struct");
  return verbs[isMade ? "new" : role];
}

function doubtOf(certainty: PlaceRef["certainty"]): string {
  switch (certainty) {
    case "bound":
      return "";
    case "in-sight":
      return " (likely: the type of the value is not known)";
    case "dispatch":
      return " (as the method of a type above)";
    case "text":
      return " (by its words alone)";
  }
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function lines(number: number): string {
  return `${number} ${number === 1 ? "line" : "lines"}`;
}
