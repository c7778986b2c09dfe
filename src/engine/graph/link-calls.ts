import type { FileIndex, Reference } from "../index/index.ts";
import type { DeclarationPlace, Place } from "./bind-place.ts";
import type { CallTargets } from "./link-call-targets.ts";
import { createMemberCallLinker } from "./link-member-calls.ts";
import { mayBeReplaced } from "./link-replaced.ts";
import { callablesOf } from "./link-types.ts";
import { isHolder, makesEnum, namesScope, type UseContext } from "./link-use-context.ts";
import type { UseEdges } from "./link-use-edges.ts";
import type { EdgeKind } from "./project-graph.ts";

/** Gives the function that links one call, with what its name is bound to. */
export function createCallLinker(
  context: UseContext,
  edges: UseEdges,
  targets: CallTargets,
): (file: FileIndex, reference: Reference, caller: number, places: readonly Place[]) => void {
  const { table, binder, types } = context;
  const { callTo, callHeld } = targets;
  const { linkMemberCall, linkModuleCall } = createMemberCallLinker(context, edges, targets);
  let allMacros: Map<string, readonly DeclarationPlace[]> | undefined;
  return linkCall;

  function linkCall(file: FileIndex, reference: Reference, caller: number, places: readonly Place[]): void {
    if (reference.through.length > 0) {
      linkMemberCall(file, reference, caller, places);
      return;
    }
    const kind: EdgeKind = isThroughWildcard(file, reference, places) ? "wildcard" : "direct";
    for (const place of places) {
      switch (place.kind) {
        case "declaration":
          if (makesEnum(context, file, place)) callTo(file, reference, caller, place, kind, "call");
          else if (isHolder(place)) linkHolderCall(file, reference, caller, place);
          else if (mayBeReplaced(place)) edges.doubt({ file, reference, caller, place, kind });
          else {
            callTo(file, reference, caller, place, kind, "call");
            linkImplicitSelf(file, reference, caller, place);
          }
          break;
        case "outside":
          edges.toOutside(file, reference, caller, place, kind);
          break;
        case "bases":
          for (const base of constructorsAbove(place))
            edges.toNode(file, reference, caller, base, "direct", "super");
          break;
        case "module":
          linkModuleCall(file, reference, caller, place.module);
          break;
        case "value":
          linkValueCall(file, reference, caller, place);
          break;
        case "unknown":
          linkUnknownName(file, reference, caller, place.reason);
      }
    }
  }

  /** A bare name of a member is one of `this`, for which types below may have their own. */
  function linkImplicitSelf(
    file: FileIndex,
    reference: Reference,
    caller: number,
    { file: where, declaration }: DeclarationPlace,
  ): void {
    if (context.resolverFor(file.language)?.hasImplicitSelf !== true) return;
    const one = where.declarations[declaration];
    if (one?.level !== "member" || one.isStatic || one.parent < 0) return;
    const owner: DeclarationPlace = { kind: "declaration", file: where, declaration: one.parent };
    for (const member of types.overrides(owner, reference.name)) {
      edges.toNode(file, reference, caller, member, "cha", "class hierarchy");
    }
  }

  /** A call of a variable: of the functions that it is set to, or of a value that can be called. */
  function linkHolderCall(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: DeclarationPlace,
  ): void {
    callHeld(file, reference, caller, place, "assignment");
    if (context.rulesFor(file.language).callMember === undefined) return;
    for (const held of binder.heldBy([place])) {
      if (held.kind === "value") linkValueCall(file, reference, caller, held);
    }
  }

  /** A value that is called, or the class around that is called by its name for itself. */
  function linkValueCall(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: Extract<Place, { kind: "value" }>,
  ): void {
    const type: DeclarationPlace = { kind: "declaration", file: place.file, declaration: place.declaration };
    const { callMember } = context.rulesFor(file.language);
    if (callMember !== undefined) {
      for (const member of callablesOf(binder.members.find(type.file, type.declaration, callMember))) {
        edges.toNode(file, reference, caller, member, "member", "call of a value");
      }
    }
    const isSelf = context.resolverFor(file.language)?.selfNames?.includes(reference.name) === true;
    if (!isSelf) return;
    callTo(file, reference, caller, type, "member", "call of the class around");
    for (const below of types.below(type)) callTo(file, reference, caller, below, "cha", "class hierarchy");
  }

  /** A bare name that a wildcard import brings in. */
  function isThroughWildcard(file: FileIndex, reference: Reference, places: readonly Place[]): boolean {
    if (reference.declaration >= 0 || reference.import >= 0) return false;
    if (binder.tablesOf(file).wildcardImports.length === 0) return false;
    const near = context.resolverFor(file.language)?.siblings(file) ?? [];
    return places.some(
      (place) => place.kind === "declaration" && place.file !== file && !near.includes(place.file.path),
    );
  }

  function constructorsAbove({ file, declaration }: { file: FileIndex; declaration: number }) {
    const [, ...above] = binder.members.line(file, declaration);
    const [next] = above;
    return next === undefined ? [] : types.constructors(next);
  }

  function macrosNamed(language: string, name: string): readonly DeclarationPlace[] {
    if (allMacros === undefined) {
      allMacros = new Map();
      for (const file of context.files) {
        for (const [declaration, one] of file.declarations.entries()) {
          if (one.kind !== "macro") continue;
          const key = `${file.language}\0${one.name}`;
          allMacros.set(key, [...(allMacros.get(key) ?? []), { kind: "declaration", file, declaration }]);
        }
      }
    }
    return allMacros.get(`${language}\0${name}`) ?? [];
  }

  function linkUnknownName(
    file: FileIndex,
    reference: Reference,
    caller: number,
    reason: "member" | "unbound" | "missing",
  ): void {
    const { builtins } = context.rulesFor(file.language);
    const { name } = reference;
    if (reason === "member") {
      edges.leaveOpen(file, reference, caller, "unknown-receiver");
      return;
    }
    if (reason === "unbound" && builtins?.names.has(name)) {
      const family = context.familyOf(file.language);
      const node = table.externalNode(family, [builtins.module, name].join("//"));
      table.edge(caller, node, "direct", "name that the language gives", reference);
      return;
    }
    // A macro is seen in what follows its text, across files too.
    const macros = macrosNamed(file.language, name);
    for (const macro of macros) {
      callTo(file, reference, caller, macro, macros.length > 1 ? "name" : "direct", "macro of that name");
    }
    if (macros.length > 0) return;
    for (const entry of binder.tablesOf(file).wildcardImports) {
      const module = binder.resolveImport(file, entry);
      if (module.kind !== "outside") continue;
      const place = { kind: "outside", name: module.name, names: [name] } as const;
      edges.toOutside(file, reference, caller, place, "wildcard");
    }
    edges.unresolved(reference, caller, "no-definition", namesScope(name));
  }
}
