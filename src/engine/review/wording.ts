import type { Analysis, PlaceRef, Unit, UnitEdge, UnitRole } from "./analysis.ts";
import { fileName } from "./file-roles.ts";

/*
 * The sentences of a review. They are short, say what was read and nothing more, and use the words of the
 * glossary.
 */

/** "verify()" for what is called, "Session" for the rest. */
export function callName(symbol: string, kind: string): string {
  const isCalled = kind === "function" || kind === "method" || kind === "constructor" || kind === "macro";
  return isCalled ? `${symbol}()` : symbol;
}

export function unitName(unit: Unit): string {
  if (unit.symbolKind === "file") return shortPath(unit.path);
  return callName(unit.symbol, unit.symbolKind);
}

export function refName(ref: PlaceRef): string {
  if (ref.symbolKind === "file") return shortPath(ref.path);
  return callName(ref.symbol, ref.symbolKind);
}

/** The file with the folder that it is in: many files of a project share a name. */
function shortPath(path: string): string {
  return path.split("/").slice(-2).join("/");
}

/** "login() calls verify() on the changed line 41." */
export function whyEdge(user: Unit, edge: UnitEdge): string {
  const used = callName(edge.used, edge.usedKind);
  const more = edge.uses > 1 ? `, and on ${edge.uses - 1} more` : "";
  const doubt = doubtOf(edge.certainty);
  return `${unitName(user)} ${verbOf(edge.role, edge.usedKind)} ${used} on the changed line ${edge.line}${more}${doubt}.`;
}

/** "login() calls verify() on line 88, which did not change." */
export function whyDownstream(ref: PlaceRef): string {
  const used = callName(ref.used, ref.usedKind);
  const doubt = doubtOf(ref.certainty);
  if (ref.isUsedRemoved) {
    return `${refName(ref)} still ${verbOf(ref.role, ref.usedKind)} ${used}, which is gone, on line ${ref.line}${doubt}.`;
  }
  return `${refName(ref)} ${verbOf(ref.role, ref.usedKind)} ${used} on line ${ref.line}, which did not change${doubt}.`;
}

/** "verify() calls it on the changed line 12." */
export function whyUpstream(ref: PlaceRef, user: Unit): string {
  const doubt = doubtOf(ref.certainty);
  return `${unitName(user)} ${verbOf(ref.role, ref.usedKind)} it on the changed line ${ref.usedOnLine}${doubt}.`;
}

/** "It changed here: 12 lines added, 3 removed. 2 changed units and 5 other places use it." */
export function whyCore(unit: Unit, usedBy: number, places: number): string {
  const size = `${lines(unit.added)} added, ${unit.removed} removed`;
  const start = unit.isRemoved ? `It was removed here: ${unit.removed} lines.` : `It changed here: ${size}.`;
  if (unit.role === "prose") return start;
  const users = [
    ...(usedBy > 0 ? [count(usedBy, "changed unit")] : []),
    ...(places > 0 ? [count(places, "unchanged place")] : []),
  ];
  if (users.length === 0) return start;
  const verb = usedBy + places === 1 ? "uses" : "use";
  return `${start} ${users.join(" and ")} ${verb} it.`;
}

/** One question to lead with, of what a core touches: risky places first, then changed code, then itself. */
export function staticHook(core: Unit, places: readonly PlaceRef[], users: readonly Unit[]): string {
  const broken = places.filter((ref) => ref.isUsedRemoved);
  const [gone] = broken;
  if (gone !== undefined) {
    const others = broken.length > 1 ? ` and ${count(broken.length - 1, "other place")}` : "";
    return `${callName(gone.used, gone.usedKind)} is gone: what becomes of ${refName(gone)}${others}?`;
  }
  const [place] = places.filter((ref) => !ref.isTest).concat(places.filter((ref) => ref.isTest));
  if (place !== undefined) {
    const others = places.length > 1 ? ` and ${count(places.length - 1, "other place")}` : "";
    const do_ = places.length > 1 ? "Do" : "Does";
    const changed = callName(place.used, place.usedKind);
    const where = place.symbolKind === "file" ? "" : ` in ${fileName(place.path)}`;
    return `${do_} ${refName(place)}${where}${others} still hold with the new ${changed}?`;
  }
  if (users.length > 0 && core.role === "code" && users.every((user) => user.role === "test")) {
    return `Only tests use ${unitName(core)}: do they check what it promises?`;
  }
  const [user] = users;
  if (user !== undefined) {
    const others = users.length > 1 ? ` and ${count(users.length - 1, "other changed unit")}` : "";
    const do_ = users.length > 1 ? "Do" : "Does";
    return `${do_} ${unitName(user)}${others} use the changed ${unitName(core)} rightly?`;
  }
  return hookAlone(core);
}

const aloneHooks: Readonly<Record<UnitRole, (unit: Unit) => string>> = {
  code: (unit) =>
    unit.isRemarks
      ? `Only comments changed at ${unitName(unit)}: are they true?`
      : unit.isRemoved
        ? `Is ${unitName(unit)} really needed by nobody any more?`
        : `What does ${unitName(unit)} do now that it did not do before?`,
  test: (unit) => `What does ${unitName(unit)} check now that was not checked before?`,
  prose: (unit) => `Is every change in ${unitName(unit)} meant?`,
};

function hookAlone(unit: Unit): string {
  const isWithoutSyntax = unit.byText && unit.symbolKind === "file";
  return aloneHooks[isWithoutSyntax ? "prose" : unit.role](unit);
}

/** One to four words for an edge between changed units. */
export function edgeLabel(edge: Pick<UnitEdge, "used" | "certainty">): string {
  return `${edge.certainty === "bound" ? "uses" : "may use"} ${lastName(edge.used)}`;
}

export function downstreamLabel(ref: PlaceRef): string {
  return `${ref.certainty === "bound" ? "uses" : "may use"} ${lastName(ref.used)}`;
}

export function upstreamLabel(ref: PlaceRef): string {
  return `${ref.certainty === "bound" ? "relies on" : "may rely on"} ${lastName(ref.used)}`;
}

/** For what stands in one core though no use between them was read. */
export const noRelation = "same change";

export function titleOfCore(unit: Unit, analysis: Pick<Analysis, "units">): string {
  const isOneOfMany = analysis.units.length > 1 && unit.symbolKind !== "file";
  return isOneOfMany ? `${unitName(unit)} in ${fileName(unit.path)}` : unitName(unit);
}

function lastName(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf(".") + 1);
}

const verbs: Readonly<Record<PlaceRef["role"], string>> = {
  call: "calls",
  new: "makes",
  read: "uses",
  write: "sets",
  type: "names",
  base: "builds on",
  decorator: "is marked with",
};

function verbOf(role: PlaceRef["role"], usedKind: string): string {
  const isMade = role === "call" && (usedKind === "class" || usedKind === "struct");
  return verbs[isMade ? "new" : role];
}

function doubtOf(certainty: PlaceRef["certainty"]): string {
  switch (certainty) {
    case "bound":
      return "";
    case "in-sight":
      return " (likely: the type of the value is not known)";
    case "text":
      return " (by its words alone)";
  }
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function lines(number: number): string {
  return `${number} ${number === 1 ? "line" : "lines"}`;
}
