import type { FileIndex, Reference } from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { isTypeKind } from "./bind-tables.ts";
import type { UseContext } from "./link-use-context.ts";
import type { UseEdges } from "./link-use-edges.ts";
import type { Callable } from "./link-values.ts";
import type { EdgeKind } from "./project-graph.ts";

/** Calls of what is known: a function, a class, what a variable is set to. */
export interface CallTargets {
  callTo(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: Callable,
    kind: EdgeKind,
    rule: string,
  ): void;
  /** A call of a variable, by what it is set to; left open where not all of it is told. Says whether it is dealt with. */
  callHeld(
    file: FileIndex,
    reference: Reference,
    caller: number,
    holder: DeclarationPlace,
    kind: EdgeKind,
  ): boolean;
}

/** `expandMacro`: the code of a macro becomes a part of its caller. */
export function createCallTargets(
  context: UseContext,
  edges: UseEdges,
  expandMacro: (place: DeclarationPlace, caller: number, user: FileIndex) => void,
): CallTargets {
  const { binder, types, values } = context;
  return { callTo, callHeld };

  function callHeld(
    file: FileIndex,
    reference: Reference,
    caller: number,
    holder: DeclarationPlace,
    kind: EdgeKind,
  ): boolean {
    const held = values.heldBy(holder.file, holder.declaration);
    for (const one of held.callables) callTo(file, reference, caller, one, kind, "value of a name");
    if (!held.isPartial && held.callables.length > 0) {
      edges.leaveOpen(file, reference, caller, "unknown-receiver", "closed");
    }
    if (held.isPartial) {
      const isTold = held.callables.length > 0 || reference.through.length === 0;
      edges.leaveOpen(file, reference, caller, "unknown-receiver", isTold ? "told" : "untold");
    }
    return held.callables.length > 0 || held.isPartial;
  }

  function callTo(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: Callable,
    kind: EdgeKind,
    rule: string,
  ): void {
    if (place.kind === "outside") {
      edges.toOutside(file, reference, caller, place, kind);
      return;
    }
    const one = place.file.declarations[place.declaration];
    if (one === undefined) return;
    if (one.kind === "enum-member" && one.parent >= 0) {
      edges.toNode(file, reference, caller, { ...place, declaration: one.parent }, kind, "instance");
      return;
    }
    if (one.kind === "macro") expandMacro(place, caller, file);
    if (!isTypeKind(one.kind)) {
      edges.toNode(file, reference, caller, place, kind, rule);
      for (const member of implementationsOf(place)) {
        edges.toNode(file, reference, caller, member, "cha", "class hierarchy");
      }
      return;
    }
    edges.toNode(file, reference, caller, place, kind, "instance");
    for (const made of fittingConstructors(file, reference, place)) {
      edges.toNode(file, reference, caller, made, kind, "constructor");
    }
  }

  /** A method of an interface or trait stands for those of all that have it. */
  function implementationsOf({ file, declaration }: DeclarationPlace): readonly DeclarationPlace[] {
    const one = file.declarations[declaration];
    const kind = one?.level === "member" ? file.declarations[one.parent]?.kind : undefined;
    if (one === undefined || (kind !== "interface" && kind !== "trait")) return [];
    return types.overrides({ kind: "declaration", file, declaration: one.parent }, one.name);
  }

  function fittingConstructors(file: FileIndex, reference: Reference, type: DeclarationPlace) {
    const all = types.constructors(type);
    if (context.resolverFor(file.language)?.hasOverloads !== true || reference.argumentCount < 0) return all;
    const fitting = all.filter((one) => {
      const parameters = [...(binder.tablesOf(one.file).children.get(one.declaration)?.values() ?? [])]
        .flat()
        .map((index) => one.file.declarations[index])
        .filter((parameter) => parameter?.kind === "parameter");
      const hasRest = parameters.some((parameter) => parameter?.isRest);
      return hasRest
        ? reference.argumentCount >= parameters.length - 1
        : reference.argumentCount === parameters.length;
    });
    return fitting.length > 0 ? fitting : all;
  }
}
