import type { Assignment, FileIndex, Reference } from "../index/index.ts";
import type { DeclarationPlace, Place } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { CallTargets } from "./link-call-targets.ts";
import type { UseContext } from "./link-use-context.ts";
import type { UseEdges } from "./link-use-edges.ts";
import type { ResolvedModule } from "./resolver.ts";

/**
 * Gives the function that links a name that is used without being called: whoever gets the value can call it.
 * `places`: what the name is bound to. `isHead`: it is only the first part of the path that the next use goes on with.
 */
export function createReadLinker(
  context: UseContext,
  edges: UseEdges,
  { callTo }: CallTargets,
  onModuleEscapes: (file: FileIndex, module: ResolvedModule) => void,
): (
  file: FileIndex,
  reference: Reference,
  caller: number,
  places: readonly Place[],
  isHead: boolean,
) => void {
  const { table, binder, types, values } = context;
  const entries = new WeakMap<FileIndex, ReadonlyMap<string, readonly Assignment[]>>();
  return linkValue;

  function linkValue(
    file: FileIndex,
    reference: Reference,
    caller: number,
    places: readonly Place[],
    isHead: boolean,
  ): void {
    for (const place of places) {
      switch (place.kind) {
        case "declaration":
          linkDeclarationValue(file, reference, caller, place, isHead);
          break;
        case "outside":
          if (!isHead && reference.role === "read")
            edges.toOutside(file, reference, caller, place, "reference");
          break;
        case "module":
          if (!isHead) linkModuleValue(file, reference, caller, place.module);
          break;
        case "value":
        case "bases":
          break;
        case "unknown":
          if (reference.through.length > 0 && place.reason === "member")
            edges.leaveOpen(file, reference, caller, "unknown-receiver");
      }
    }
    if (places.length === 0 && !isHead && reference.role === "read" && isOfTypeParameter(file, reference)) {
      edges.leaveOpen(file, reference, caller, "unknown-receiver");
    }
    for (const receiver of reference.through.length === 0 ? [] : binder.receiver(file, reference)) {
      if (receiver.kind !== "value" || receiver.isExact) continue;
      for (const member of types.overrides({ ...receiver, kind: "declaration" }, reference.name)) {
        edges.toNode(file, reference, caller, member, "reference", "class hierarchy");
      }
    }
  }

  /** A member of a type that is not known here, as `T::Error::new`: any type's function of the name may be meant. */
  function isOfTypeParameter(file: FileIndex, { through, declaration }: Reference): boolean {
    return through.length > 0 && file.declarations[declaration]?.kind === "type-parameter";
  }

  function linkDeclarationValue(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: DeclarationPlace,
    isHead: boolean,
  ): void {
    const kind = place.file.declarations[place.declaration]?.kind;
    if (kind === undefined) return;
    if (isTypeKind(kind)) {
      const isMade = context.rulesFor(file.language).typesAreMade === true;
      if (isHead && !isMade && !context.hasBodyCode(place)) return;
      edges.toNode(file, reference, caller, place, "reference", isHead ? "static use" : "use as a value");
      if (isHead || reference.role === "write") return;
      for (const made of types.constructors(place)) {
        edges.toNode(file, reference, caller, made, "reference", "use as a value");
      }
    } else if (isCallable(kind)) {
      edges.mention({ file, reference, caller, place, rule: "use as a value" });
    } else if (place.file.declarations[place.declaration]?.level === "module") {
      // The code that makes the first value runs at the latest now.
      if (!context.rulesFor(place.file.language).importRuns) {
        const module = table.moduleNode(place.file);
        if (module !== caller) table.edge(caller, module, "reference", "initial value", reference);
      }
    }
    if (kind === "enum-member") {
      const declaration = place.file.declarations[place.declaration]?.parent ?? -1;
      if (declaration >= 0)
        edges.toNode(file, reference, caller, { ...place, declaration }, "reference", "value of an enum");
    }
    if (!isTypeKind(kind) && !isCallable(kind)) linkEntries(file, reference, caller, place);
    if (!isTypeKind(kind) && !isCallable(kind) && !isHead && reference.role === "read") {
      // An object with functions of its own: whoever gets it can call them.
      const below = binder.tablesOf(place.file).children.get(place.declaration);
      for (const declaration of [...(below?.values() ?? [])].flat()) {
        const member = place.file.declarations[declaration];
        if (member?.level !== "member" || !isCallable(member.kind)) continue;
        edges.toNode(file, reference, caller, { ...place, declaration }, "reference", "member of a value");
      }
    }
  }

  /** Who reads a table can call its entries. */
  function linkEntries(
    file: FileIndex,
    reference: Reference,
    caller: number,
    { file: where, declaration }: DeclarationPlace,
  ): void {
    const holder = where.declarations[declaration];
    for (const entry of holder === undefined ? [] : (entriesIn(where).get(holder.name) ?? [])) {
      const used = where.references[entry.reference];
      if (used === undefined || entry.within !== holder?.parent) continue;
      for (const one of values.meantBy(where, used).callables) {
        const isFunction =
          one.kind === "declaration" && one.file.declarations[one.declaration]?.kind === "function";
        if (isFunction) edges.mention({ file, reference, caller, place: one, rule: "entry of a table" });
        else callTo(file, reference, caller, one, "reference", "entry of a table");
      }
    }
  }

  /** What is set as a part of a name, by that name. */
  function entriesIn(file: FileIndex): ReadonlyMap<string, readonly Assignment[]> {
    const known = entries.get(file);
    if (known !== undefined) return known;
    const found = new Map<string, Assignment[]>();
    for (const entry of file.assignments) {
      const [head = ""] = entry.target;
      if (entry.target.length < 2 || entry.declaration >= 0 || entry.value !== "name") continue;
      const list = found.get(head);
      if (list === undefined) found.set(head, [entry]);
      else list.push(entry);
    }
    entries.set(file, found);
    return found;
  }

  function linkModuleValue(
    file: FileIndex,
    reference: Reference,
    caller: number,
    module: ResolvedModule,
  ): void {
    onModuleEscapes(file, module);
    if (module.kind === "outside") {
      edges.toOutside(
        file,
        reference,
        caller,
        { kind: "outside", name: module.name, names: [] },
        "reference",
      );
    }
  }
}
