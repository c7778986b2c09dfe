import type { FileIndex, Reference } from "../index/index.ts";
import type { DeclarationPlace, Place } from "./bind-place.ts";
import { isPlainName } from "./bind-roles.ts";
import { isCallable } from "./bind-tables.ts";
import type { CallTargets } from "./link-call-targets.ts";
import { createExternalKeys } from "./link-context.ts";
import { isHolder, makesEnum, namesScope, type UseContext } from "./link-use-context.ts";
import type { UseEdges } from "./link-use-edges.ts";
import type { EdgeKind } from "./project-graph.ts";
import type { ResolvedModule } from "./resolver.ts";

export interface MemberCallLinker {
  /** A call through a path, with what the path stands for. */
  linkMemberCall(file: FileIndex, reference: Reference, caller: number, places: readonly Place[]): void;
  /** A call of a module itself. */
  linkModuleCall(file: FileIndex, reference: Reference, caller: number, module: ResolvedModule): void;
}

export function createMemberCallLinker(
  context: UseContext,
  edges: UseEdges,
  { callTo, callHeld }: CallTargets,
): MemberCallLinker {
  const { binder, types } = context;
  const keys = createExternalKeys();
  return { linkMemberCall, linkModuleCall };

  function linkMemberCall(
    file: FileIndex,
    reference: Reference,
    caller: number,
    places: readonly Place[],
  ): void {
    const receivers = binder.receiver(file, reference);
    let isFound = false;
    for (const place of places) {
      if (place.kind === "declaration") {
        isFound = true;
        const isMember = receivers.some((one) => one.kind !== "module" && one.kind !== "outside");
        const kind: EdgeKind = isMember ? "member" : "direct";
        if (!isHolder(place) || makesEnum(context, file, place))
          callTo(file, reference, caller, place, kind, "call of a member");
        else if (!callHeld(file, reference, caller, place, "assignment")) {
          edges.leaveOpen(file, reference, caller, "unknown-receiver");
        }
      } else if (place.kind === "outside") {
        isFound = true;
        edges.toOutside(file, reference, caller, place, "direct");
        linkBelowOutside(file, reference, caller, place);
      } else if (place.kind === "module") {
        isFound = true;
        linkModuleCall(file, reference, caller, place.module);
      }
    }
    for (const receiver of receivers) {
      if (receiver.kind === "value") {
        isFound = linkOverrides(file, reference, caller, receiver, isFound) || isFound;
      }
      if (receiver.kind === "bases") isFound = linkSuper(file, reference, caller, receiver) || isFound;
      if (receiver.kind === "declaration" && isOpenType(receiver)) {
        isFound = linkOverrides(file, reference, caller, { ...receiver, kind: "value" }, isFound) || isFound;
      }
      if (receiver.kind === "declaration" && !isHolder(receiver)) {
        isFound = linkCallOfCallable(file, reference, caller, receiver) || isFound;
      }
    }
    if (isFound) return;
    if (linkBuiltinMember(file, reference, caller)) return;
    const isMissing =
      places.length > 0 && places.every((one) => one.kind === "unknown" && one.reason === "missing");
    if (isMissing) {
      edges.unresolved(reference, caller, "no-definition", namesScope(reference.name));
    } else edges.leaveOpen(file, reference, caller, "unknown-receiver");
  }

  /** A value of a type outside may be of a type of the project that derives from it. */
  function linkBelowOutside(
    file: FileIndex,
    reference: Reference,
    caller: number,
    { name, names }: Extract<Place, { kind: "outside" }>,
  ): void {
    const rules = context.rulesFor(file.language);
    if (rules.rootType === undefined || isOfType(file, reference)) return;
    const above = names.slice(0, -1).filter((part) => part !== "()");
    // Behind a call of a method it is not known of which type the value is.
    if (above.some((part) => rules.isConstructorName?.(part) !== true)) return;
    if (rules.closedTypes?.has(above.at(-1) ?? keys.holder(name)) === true) return;
    const key = keys.of(rules, name, above);
    for (const member of types.overridesOutside(file.language, key, reference.name)) {
      edges.toNode(file, reference, caller, member, "cha", "hierarchy below a type outside");
    }
  }

  /** It is called on a type itself. */
  function isOfType(file: FileIndex, { through, declaration }: Reference): boolean {
    const isPath = through.every(isPlainName);
    return (
      isPath &&
      declaration < 0 &&
      context.rulesFor(file.language).isConstructorName?.(through[0] ?? "") === true
    );
  }

  /** A member of something that the language gives: `console.log`, or of a value of a type of the language. */
  function linkBuiltinMember(file: FileIndex, reference: Reference, caller: number): boolean {
    const { builtins } = context.rulesFor(file.language);
    const [head = ""] = reference.through;
    const isChain = reference.through.every((part) => isPlainName(part) || part === "()");
    if (builtins === undefined || !isChain) return false;
    let names: readonly string[] | undefined;
    if (reference.declaration < 0 && reference.import < 0) {
      if (builtins.names.has(head)) names = reference.through;
    } else if (reference.declaration >= 0) {
      const type = file.declarations[reference.declaration]?.type;
      const isOfLanguage = type?.through.length === 0 && builtins.names.has(type.name);
      if (type !== undefined && isOfLanguage) names = [type.name, ...reference.through.slice(1)];
    }
    if (names === undefined) return false;
    const place = { kind: "outside", name: builtins.module, names: [...names, reference.name] } as const;
    edges.toOutside(file, reference, caller, place, "direct");
    return true;
  }

  /** Members of a value that types below its own may have instead, and those of bases that are not read. */
  function linkOverrides(
    file: FileIndex,
    reference: Reference,
    caller: number,
    receiver: Extract<Place, { kind: "value" }>,
    isKnown: boolean,
  ): boolean {
    const type: DeclarationPlace = { ...receiver, kind: "declaration" };
    const { basesAreTraits } = context.rulesFor(type.file.language);
    let isFound = false;
    if (!receiver.isExact) {
      for (const member of types.overrides(type, reference.name)) {
        isFound = true;
        edges.toNode(file, reference, caller, member, "cha", "class hierarchy");
      }
    }
    const own = binder.members.find(type.file, type.declaration, reference.name);
    // What is known to be of another type, or of another trait, is not of those of its own.
    if (own.every((place) => place.kind === "unknown") && !(isKnown && basesAreTraits === true)) {
      for (const base of types.outsideBases(type)) {
        // What a trait outside adds, as a dereference, is not known.
        isFound ||= basesAreTraits !== true;
        edges.toOutside(
          file,
          reference,
          caller,
          { ...base, names: [...base.names, reference.name] },
          "member",
        );
      }
    }
    return isFound;
  }

  function linkSuper(
    file: FileIndex,
    reference: Reference,
    caller: number,
    receiver: Extract<Place, { kind: "bases" }>,
  ): boolean {
    const type: DeclarationPlace = { ...receiver, kind: "declaration" };
    const next = types.afterIn(type, reference.name);
    for (const member of next) edges.toNode(file, reference, caller, member, "member", "super");
    if (next.length > 0) return true;
    const outside = types.outsideBases(type);
    for (const base of outside) {
      edges.toOutside(file, reference, caller, { ...base, names: [...base.names, reference.name] }, "member");
    }
    return outside.length > 0;
  }

  /** `f.call(…)`, `f.bind(…)`: a member that every function has. */
  function linkCallOfCallable(
    file: FileIndex,
    reference: Reference,
    caller: number,
    receiver: DeclarationPlace,
  ): boolean {
    const kind = receiver.file.declarations[receiver.declaration]?.kind;
    if (kind === undefined || !isCallable(kind)) return false;
    if (binder.members.own(receiver.file, receiver.declaration, reference.name).length > 0) return false;
    const isCalled = context.rulesFor(file.language).callingMembers?.has(reference.name) === true;
    const made = isCalled ? "direct" : "reference";
    edges.toNode(file, reference, caller, receiver, made, "member of a function");
    return true;
  }

  function linkModuleCall(
    file: FileIndex,
    reference: Reference,
    caller: number,
    module: ResolvedModule,
  ): void {
    if (module.kind === "outside") {
      edges.toOutside(file, reference, caller, { kind: "outside", name: module.name, names: [] }, "direct");
    } else if (module.kind === "missing") {
      edges.unresolved(reference, caller, "no-definition", namesScope(reference.name));
    }
  }
}

/** A trait or interface, whose members are those of who implements it. */
function isOpenType({ file, declaration }: DeclarationPlace): boolean {
  const kind = file.declarations[declaration]?.kind;
  return kind === "trait" || kind === "interface";
}
