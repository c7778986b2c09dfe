import { isUse, type PlaceRef, type Unit, type UnitEdge, type UnitRole } from "./analysis.ts";
import { fileName } from "./file-roles.ts";
import { isCalledKind } from "./symbol-kinds.ts";
import { callName, count, refName, unitName } from "./wording.ts";

/** What a core is about, for its one question. */
export interface Hooked {
  readonly unit: Unit;
  /** Places downstream of its core units, the riskiest first. */
  readonly places: readonly PlaceRef[];
  /** Changed units that use it. */
  readonly users: readonly { readonly unit: Unit; readonly edge: UnitEdge }[];
  /** Where code of it stood before. */
  readonly movedFrom?: { readonly unit: Unit; readonly edge: UnitEdge } | undefined;
}

/** One question to lead with, of what a core touches: what breaks, what moved, who relies on it, itself. */
export function staticHook(core: Hooked): string {
  return (
    hookOfGone(core) ?? hookOfMove(core) ?? hookOfPlaces(core) ?? hookOfUsers(core) ?? hookAlone(core.unit)
  );
}

function hookOfGone({ places }: Hooked): string | undefined {
  const broken = places.filter((ref) => ref.isUsedRemoved);
  const [gone] = broken;
  if (gone === undefined) return undefined;
  const others = broken.length > 1 ? ` and ${count(broken.length - 1, "other place")}` : "";
  return `${callName(gone.used, gone.usedKind)} is gone: what becomes of ${refName(gone)}${others}?`;
}

function hookOfMove({ movedFrom }: Hooked): string | undefined {
  if (movedFrom === undefined) return undefined;
  const { edge, unit } = movedFrom;
  const moved = callName(edge.used, edge.usedKind);
  return `${moved} stood in ${fileName(unit.path)} before: is it still the same?`;
}

function hookOfPlaces({ places }: Hooked): string | undefined {
  const [place] = places.filter((ref) => !ref.isTest).concat(places.filter((ref) => ref.isTest));
  if (place === undefined) return undefined;
  const others = places.length > 1 ? ` and ${count(places.length - 1, "other place")}` : "";
  const do_ = places.length > 1 ? "Do" : "Does";
  const where = place.symbolKind === "file" ? "" : ` in ${fileName(place.path)}`;
  return `${do_} ${refName(place)}${where}${others} still hold with the new ${callName(place.used, place.usedKind)}?`;
}

function hookOfUsers({ unit, users: beside }: Hooked): string | undefined {
  const users = beside.filter(({ edge }) => isUse(edge));
  const [first] = users;
  if (first === undefined) return undefined;
  const { edge } = first;
  const used = callName(edge.used, edge.usedKind);
  if (unit.role === "code" && users.every((one) => one.unit.role === "test")) {
    return `Only tests use ${used}: do they check what it promises?`;
  }
  const others = users.length > 1 ? ` and ${count(users.length - 1, "other changed unit")}` : "";
  const do_ = users.length > 1 ? "Do" : "Does";
  return `${do_} ${unitName(first.unit)}${others} use the ${edge.isUsedNew ? "new" : "changed"} ${used} rightly?`;
}

/** For what nothing else that was read hangs together with. */
function hookAlone(unit: Unit): string {
  const name = unitName(unit);
  if (unit.isBlank) return `Only blank lines changed at ${name}: is that meant?`;
  if (unit.isRemarks) return `Only comments changed at ${name}: are they true?`;
  const isWithoutSyntax = unit.byText && unit.symbolKind === "file";
  return aloneHooks[isWithoutSyntax ? "prose" : unit.role](unit, name);
}

const aloneHooks: Readonly<Record<UnitRole, (unit: Unit, name: string) => string>> = {
  code: (unit, name) => {
    if (unit.symbolKind === "file") return `Is every change in ${name} meant?`;
    if (unit.isRemoved) return `Is ${name} really needed by nobody any more?`;
    if (unit.isNew) return `${name} is new, and no use of it was found: what is it for?`;
    if (isCalledKind(unit.symbolKind)) return `What does ${name} do now that it did not do before?`;
    return `Who notices that ${name} changed?`;
  },
  test: (unit, name) => {
    if (unit.symbolKind === "namespace") return `Is every change in ${name} of ${fileName(unit.path)} meant?`;
    return unit.added === 0
      ? `What did ${name} check that is not checked any more?`
      : `What does ${name} check now that was not checked before?`;
  },
  prose: (_, name) => `Is every change in ${name} meant?`,
};
