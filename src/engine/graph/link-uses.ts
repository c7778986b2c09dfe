import { type Assignment, declarationKey, type FileIndex, type Reference } from "../index/index.ts";
import type { DeclarationPlace, Place } from "./bind-place.ts";
import { holdsValues, isPlainName } from "./bind-roles.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import { externalKey, type LinkContext, ownerNode, packageParts } from "./link-context.ts";
import { decoratedBy } from "./link-decorators.ts";
import type { MemberIndex } from "./link-members.ts";
import type { Programs } from "./link-programs.ts";
import { callablesOf, type TypeHierarchy } from "./link-types.ts";
import type { Callable, ValueReader } from "./link-values.ts";
import type { EdgeKind, Scope, UnresolvedReason } from "./project-graph.ts";
import type { ResolvedModule } from "./resolver.ts";

/** What the edges of uses are made with. */
export interface UseContext extends LinkContext {
  readonly types: TypeHierarchy;
  readonly values: ValueReader;
  readonly programs: Programs;
  /** Types with code of their own in their body. */
  readonly hasBodyCode: (type: DeclarationPlace) => boolean;
}

/** A use through a value of which nothing is known, to be looked at when all else is linked. */
interface OpenUse {
  readonly file: FileIndex;
  readonly reference: Reference;
  readonly caller: number;
  readonly reason: UnresolvedReason;
}

export interface UseLinker {
  /** Links the uses of one file. */
  link(file: FileIndex): void;
  /** Links what was left open, once all files have been linked. */
  close(createMembers: () => MemberIndex): void;
}

export function createUseLinker(context: UseContext): UseLinker {
  const { table, binder, types, values } = context;
  const open: OpenUse[] = [];
  const entries = new WeakMap<FileIndex, ReadonlyMap<string, readonly Assignment[]>>();
  const expanding = new Set<unknown>();
  const within = new WeakMap<FileIndex, ReadonlyMap<number, readonly Reference[]>>();
  const escapes: { readonly file: FileIndex; readonly module: ResolvedModule }[] = [];
  return { link, close };

  function link(file: FileIndex): void {
    const owners = new Map<number, number>();
    // A name in a list of exports is not handed to anybody yet.
    const exported = new Set(file.exports.map((entry) => `${entry.line}:${entry.column}`));
    file.references.forEach((reference, index) => {
      linkGiven(file, index, owners);
      if (reference.role === "base") return;
      if (reference.role === "type" && context.rulesFor(file.language).typesConvert !== true) return;
      const caller = owners.get(reference.within) ?? ownerNode(context, file, reference.within);
      owners.set(reference.within, caller);
      const next = file.references[index + 1];
      switch (reference.role) {
        case "call":
        case "new":
        case "decorator":
          linkCall(file, reference, caller);
          linkDecorated(file, reference, caller);
          return;
        case "type":
          linkConversions(file, reference, caller);
          return;
        case "read":
          if (exported.has(`${reference.line}:${reference.column}`)) return;
          linkValue(file, reference, caller, next !== undefined && leadsTo(reference, next));
          return;
        case "write":
          linkValue(file, reference, caller, next !== undefined && leadsTo(reference, next));
      }
    });
    for (const entry of file.imports) {
      // Nobody names the module, so whoever gets it names its members.
      if (entry.kind !== "dynamic" || entry.local !== "") continue;
      escapes.push({ file, module: binder.resolveImport(file, entry) });
    }
  }

  /** Where a type is written, its conversions and defaults may run by the traits of the language. */
  function linkConversions(file: FileIndex, reference: Reference, caller: number): void {
    for (const place of binder.places(file, reference)) {
      if (place.kind !== "declaration") continue;
      for (const member of types.conversions(place)) {
        toNode(file, reference, caller, member, "reference", "conversion to a type");
      }
    }
  }

  /**
   * A value of a class that stands in a call of code outside: that code may call its methods, as far as it needs no
   * type for that. What stands behind a call on one line counts as given to it.
   */
  function linkGiven(file: FileIndex, index: number, owners: ReadonlyMap<number, number>): void {
    const reference = file.references[index];
    const before = file.references[index - 1];
    if (reference === undefined || before?.line !== reference.line) return;
    if (context.rulesFor(file.language).isDuckTyped !== true) return;
    if (reference.role === "type" || reference.role === "base" || reference.role === "write") return;
    const next = file.references[index + 1];
    if (next !== undefined && leadsTo(reference, next)) return;
    const given = binder
      .heldBy(binder.places(file, reference))
      .filter((place) => isInstance(place, reference));
    if (given.length === 0 || !isBehindOutsideCall(file, index)) return;
    for (const place of given) {
      if (place.kind !== "value" && place.kind !== "declaration") continue;
      noteGiven(reference, owners.get(reference.within) ?? ownerNode(context, file, reference.within), place);
    }
  }

  function isInstance(place: Place, { role }: Reference): boolean {
    if (place.kind === "value") return true;
    const isMade = role === "new" || role === "call";
    if (!isMade || place.kind !== "declaration") return false;
    return place.file.declarations[place.declaration]?.kind === "class";
  }

  function isBehindOutsideCall(file: FileIndex, index: number): boolean {
    const reference = file.references[index] as Reference;
    for (let at = index - 1; at >= 0; at--) {
      const before = file.references[at] as Reference;
      if (before.line !== reference.line) return false;
      const isCall = before.role === "call" || before.role === "new";
      const isOutside = (place: Place) =>
        place.kind === "outside" || (place.kind === "module" && place.module.kind === "outside");
      if (isCall && binder.places(file, before).some(isOutside)) return true;
    }
    return false;
  }

  function noteGiven(
    reference: Reference,
    caller: number,
    { file, declaration }: { readonly file: FileIndex; readonly declaration: number },
  ): void {
    const below = [...(binder.tablesOf(file).children.get(declaration)?.values() ?? [])].flat();
    const keys = below.flatMap((index) => {
      const one = file.declarations[index];
      const isMethod = one?.kind === "method" && !one.isStatic && !/^[_#]/u.test(one.name);
      return isMethod ? [declarationKey(file, index)] : [];
    });
    if (keys.length === 0) return;
    table.unresolved({
      caller,
      line: reference.line,
      column: reference.column,
      reason: "interface-receiver",
      isDynamic: false,
      text: `methods of ${file.declarations[declaration]?.name} by code outside`,
      scope: { kind: "definitions", keys },
    });
  }

  /** A decorator gets what stands below it, and may keep or call it. */
  function linkDecorated(file: FileIndex, reference: Reference, caller: number): void {
    const { decorators } = context.rulesFor(file.language);
    if (decorators === undefined) return;
    const declaration = decoratedBy(file, reference);
    const one = file.declarations[declaration];
    if (one === undefined || isNeutral(file, reference, decorators.isNeutral)) return;
    const place: DeclarationPlace = { kind: "declaration", file, declaration };
    toNode(file, reference, caller, place, "reference", "handed to its decorator");
    if (!isTypeKind(one.kind)) return;
    for (const made of types.constructors(place)) {
      toNode(file, reference, caller, made, "reference", "handed to its decorator");
    }
  }

  function isNeutral(file: FileIndex, reference: Reference, test: (key: string) => boolean): boolean {
    if (test(reference.name)) return true;
    const rules = context.rulesFor(file.language);
    return binder.places(file, reference).some((place) => {
      if (place.kind === "outside") return test(externalKey(rules, place.name, place.names));
      const isBuiltin = place.kind === "unknown" && rules.builtins?.names.has(reference.name);
      return isBuiltin === true && test(`${rules.builtins?.module}//${reference.name}`);
    });
  }

  function linkCall(file: FileIndex, reference: Reference, caller: number): void {
    const places = binder.places(file, reference);
    if (reference.through.length > 0) {
      linkMemberCall(file, reference, caller, places);
      return;
    }
    const kind: EdgeKind = isThroughWildcard(file, reference, places) ? "wildcard" : "direct";
    for (const place of places) {
      switch (place.kind) {
        case "declaration":
          if (isHolder(place)) linkHolderCall(file, reference, caller, place);
          else {
            callTo(file, reference, caller, place, kind, "call");
            linkImplicitSelf(file, reference, caller, place);
          }
          break;
        case "outside":
          linkOutside(file, reference, caller, place, kind);
          break;
        case "bases":
          for (const base of constructorsAbove(place))
            toNode(file, reference, caller, base, "direct", "super");
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
      toNode(file, reference, caller, member, "cha", "class hierarchy");
    }
  }

  /** A call of a variable: of the functions that it is set to, or of a value that can be called. */
  function linkHolderCall(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: DeclarationPlace,
  ): void {
    linkHeld(file, reference, caller, place, "assignment");
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
        toNode(file, reference, caller, member, "member", "call of a value");
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
        if (!isHolder(place)) callTo(file, reference, caller, place, kind, "call of a member");
        else if (!linkHeld(file, reference, caller, place, "assignment")) {
          leaveOpen(file, reference, caller, "unknown-receiver");
        }
      } else if (place.kind === "outside") {
        isFound = true;
        linkOutside(file, reference, caller, place, "direct");
      } else if (place.kind === "module") {
        isFound = true;
        linkModuleCall(file, reference, caller, place.module);
      }
    }
    for (const receiver of receivers) {
      if (receiver.kind === "value") isFound = linkOverrides(file, reference, caller, receiver) || isFound;
      if (receiver.kind === "bases") isFound = linkSuper(file, reference, caller, receiver) || isFound;
      if (receiver.kind === "declaration" && isOpenType(receiver)) {
        isFound = linkOverrides(file, reference, caller, { ...receiver, kind: "value" }) || isFound;
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
      noteUnresolved(reference, caller, "no-definition", namesScope(reference.name));
    } else leaveOpen(file, reference, caller, "unknown-receiver");
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
    linkOutside(file, reference, caller, place, "direct");
    return true;
  }

  /** Members of a value that types below its own may have instead, and those of bases that are not read. */
  function linkOverrides(
    file: FileIndex,
    reference: Reference,
    caller: number,
    receiver: Extract<Place, { kind: "value" }>,
  ): boolean {
    const type: DeclarationPlace = { ...receiver, kind: "declaration" };
    let isFound = false;
    if (!receiver.isExact) {
      for (const member of types.overrides(type, reference.name)) {
        isFound = true;
        toNode(file, reference, caller, member, "cha", "class hierarchy");
      }
    }
    const own = binder.members.find(type.file, type.declaration, reference.name);
    if (own.every((place) => place.kind === "unknown")) {
      for (const base of types.outsideBases(type)) {
        // What a trait outside adds, as a dereference, is not known.
        isFound ||= context.rulesFor(type.file.language).basesAreTraits !== true;
        linkOutside(file, reference, caller, { ...base, names: [...base.names, reference.name] }, "member");
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
    for (const member of next) toNode(file, reference, caller, member, "member", "super");
    if (next.length > 0) return true;
    const outside = types.outsideBases(type);
    for (const base of outside) {
      linkOutside(file, reference, caller, { ...base, names: [...base.names, reference.name] }, "member");
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
    toNode(file, reference, caller, receiver, "reference", "member of a function");
    return true;
  }

  function linkModuleCall(
    file: FileIndex,
    reference: Reference,
    caller: number,
    module: ResolvedModule,
  ): void {
    if (module.kind === "outside") {
      linkOutside(file, reference, caller, { kind: "outside", name: module.name, names: [] }, "direct");
    } else if (module.kind === "missing") {
      noteUnresolved(reference, caller, "no-definition", namesScope(reference.name));
    }
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
      leaveOpen(file, reference, caller, "unknown-receiver");
      return;
    }
    if (reason === "unbound" && builtins?.names.has(name)) {
      const family = context.familyOf(file.language);
      const node = table.externalNode(family, [builtins.module, name].join("//"));
      table.edge(caller, node, "direct", "name that the language gives", reference);
      return;
    }
    for (const entry of binder.tablesOf(file).wildcardImports) {
      const module = binder.resolveImport(file, entry);
      if (module.kind !== "outside") continue;
      const place = { kind: "outside", name: module.name, names: [name] } as const;
      linkOutside(file, reference, caller, place, "wildcard");
    }
    noteUnresolved(reference, caller, "no-definition", namesScope(name));
  }

  /** A call of a variable, by what it is set to. Says whether something was found. */
  function linkHeld(
    file: FileIndex,
    reference: Reference,
    caller: number,
    holder: DeclarationPlace,
    kind: EdgeKind,
  ): boolean {
    const held = values.heldBy(holder.file, holder.declaration);
    for (const one of held.callables) callTo(file, reference, caller, one, kind, "value of a name");
    if (held.isPartial) {
      // Whoever made the value a function named it, and has an edge to it.
      noteUnresolved(reference, caller, "unknown-receiver", { kind: "values" });
    }
    return held.callables.length > 0;
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
      linkOutside(file, reference, caller, place, kind);
      return;
    }
    const one = place.file.declarations[place.declaration];
    if (one === undefined) return;
    if (one.kind === "macro") expandMacro(place, caller);
    if (!isTypeKind(one.kind)) {
      toNode(file, reference, caller, place, kind, rule);
      return;
    }
    toNode(file, reference, caller, place, kind, "instance");
    for (const made of fittingConstructors(file, reference, place)) {
      toNode(file, reference, caller, made, kind, "constructor");
    }
  }

  /** The code of a macro becomes a part of its caller. */
  function expandMacro({ file, declaration }: DeclarationPlace, caller: number): void {
    if (expanding.has(file.declarations[declaration])) return;
    expanding.add(file.declarations[declaration]);
    for (const reference of referencesWithin(file).get(declaration) ?? []) {
      if (reference.role === "call" || reference.role === "new") linkCall(file, reference, caller);
      else if (reference.role === "read") linkValue(file, reference, caller, false);
    }
    expanding.delete(file.declarations[declaration]);
  }

  function referencesWithin(file: FileIndex): ReadonlyMap<number, readonly Reference[]> {
    const known = within.get(file);
    if (known !== undefined) return known;
    const found = new Map<number, Reference[]>();
    for (const reference of file.references) {
      const list = found.get(reference.within);
      if (list === undefined) found.set(reference.within, [reference]);
      else list.push(reference);
    }
    within.set(file, found);
    return found;
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

  function toNode(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: DeclarationPlace,
    kind: EdgeKind,
    rule: string,
  ): void {
    const node = table.declarationNode(place.file, place.declaration);
    if (node < 0) return;
    if (place.file !== file) context.programs.join(file, [place.file.path]);
    table.edge(caller, node, kind, rule, reference);
  }

  function linkOutside(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: Extract<Place, { kind: "outside" }>,
    kind: EdgeKind,
  ): void {
    const rules = context.rulesFor(file.language);
    const family = context.familyOf(file.language);
    const call = place.names.lastIndexOf("()");
    const holder = packageParts(place.name, "//", false).at(-1) ?? "";
    const isMade = place.names.every(
      (name, at) => name !== "()" || rules.isConstructorName?.(place.names[at - 1] ?? holder) === true,
    );
    const isClosed =
      rules.closedTypes?.has(place.names[0] ?? "") === true || rules.closedTypes?.has(holder) === true;
    if (call >= 0 && !isMade && !isClosed) {
      const made = rules.isConstructorName?.(place.names[0] ?? "") === true && call === 2;
      if (made) {
        // What a class makes of itself by a function of its own is most often a value of it.
        const names = [place.names[0] as string, ...place.names.slice(call + 1)];
        const key = externalKey(rules, place.name, names);
        table.edge(
          caller,
          table.externalNode(family, key),
          "name",
          "made by a function of the class",
          reference,
        );
      }
      leaveOpen(file, reference, caller, "no-dependency-source");
      return;
    }
    const names = place.names.filter((name) => name !== "()");
    const isDefault = names.length === 0 && rules.defaultExport !== undefined && kind !== "reference";
    const whole = isDefault ? [rules.defaultExport as string] : names;
    table.edge(
      caller,
      table.externalNode(family, externalKey(rules, place.name, whole)),
      kind,
      "outside the project",
      reference,
    );
  }

  /** A name that is used without being called: whoever gets the value can call it. */
  function linkValue(file: FileIndex, reference: Reference, caller: number, isHead: boolean): void {
    for (const place of binder.places(file, reference)) {
      switch (place.kind) {
        case "declaration":
          linkDeclarationValue(file, reference, caller, place, isHead);
          break;
        case "outside":
          if (!isHead && reference.role === "read") linkOutside(file, reference, caller, place, "reference");
          break;
        case "module":
          if (!isHead) linkModuleValue(file, reference, caller, place.module);
          break;
        case "value":
        case "bases":
          break;
        case "unknown":
          if (reference.through.length > 0 && place.reason === "member")
            open.push({ file, reference, caller, reason: "unknown-receiver" });
      }
    }
    for (const receiver of reference.through.length === 0 ? [] : binder.receiver(file, reference)) {
      if (receiver.kind !== "value" || receiver.isExact) continue;
      for (const member of types.overrides({ ...receiver, kind: "declaration" }, reference.name)) {
        toNode(file, reference, caller, member, "reference", "class hierarchy");
      }
    }
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
      if (isHead && !context.hasBodyCode(place)) return;
      toNode(file, reference, caller, place, "reference", isHead ? "static use" : "use as a value");
      if (isHead || reference.role === "write") return;
      for (const made of types.constructors(place)) {
        toNode(file, reference, caller, made, "reference", "use as a value");
      }
    } else if (isCallable(kind)) {
      toNode(file, reference, caller, place, "reference", "use as a value");
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
        toNode(file, reference, caller, { ...place, declaration }, "reference", "value of an enum");
    }
    if (!isTypeKind(kind) && !isCallable(kind)) linkEntries(file, reference, caller, place);
    if (!isTypeKind(kind) && !isCallable(kind) && !isHead && reference.role === "read") {
      // An object with functions of its own: whoever gets it can call them.
      const below = binder.tablesOf(place.file).children.get(place.declaration);
      for (const declaration of [...(below?.values() ?? [])].flat()) {
        const member = place.file.declarations[declaration];
        if (member?.level !== "member" || !isCallable(member.kind)) continue;
        toNode(file, reference, caller, { ...place, declaration }, "reference", "member of a value");
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
        callTo(file, reference, caller, one, "reference", "entry of a table");
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
    escapes.push({ file, module });
    if (module.kind === "outside") {
      linkOutside(file, reference, caller, { kind: "outside", name: module.name, names: [] }, "reference");
    }
  }

  function leaveOpen(file: FileIndex, reference: Reference, caller: number, reason: UnresolvedReason): void {
    open.push({ file, reference, caller, reason });
  }

  function close(createMembers: () => MemberIndex): void {
    const members = createMembers();
    for (const { file, module } of escapes) members.moduleEscapes(file, module);
    for (const { file, reference, caller, reason } of open) {
      const isCall = reference.role !== "read" && reference.role !== "write";
      const kind = isCall ? context.rulesFor(file.language).unknownReceiver : "reference";
      for (const one of isPlainName(reference.name) ? members.named(file, reference.name) : []) {
        callTo(file, reference, caller, one, kind, "any member of that name");
      }
      if (isCall) noteUnresolved(reference, caller, reason, namesScope(reference.name));
    }
  }

  function noteUnresolved(
    reference: Reference,
    caller: number,
    reason: UnresolvedReason,
    scope: Scope,
  ): void {
    table.unresolved({
      caller,
      line: reference.line,
      column: reference.column,
      reason,
      isDynamic: false,
      name: reference.name,
      text: [...reference.through, reference.name].join(".").replaceAll(".()", "()").slice(0, 80),
      scope,
    });
  }
}

function namesScope(name: string): Scope {
  return { kind: "names", names: [name] };
}

function isHolder({ file, declaration }: DeclarationPlace): boolean {
  const kind = file.declarations[declaration]?.kind;
  return kind !== undefined && (holdsValues.has(kind) || kind === "enum-member");
}

/** A trait or interface, whose members are those of who implements it. */
function isOpenType({ file, declaration }: DeclarationPlace): boolean {
  const kind = file.declarations[declaration]?.kind;
  return kind === "trait" || kind === "interface";
}

/** A use is only the first part of the path that the next use goes on with. */
function leadsTo(reference: Reference, next: Reference): boolean {
  const at = reference.through.length;
  if (next.through.length <= at || next.through[at] !== reference.name) return false;
  return reference.through.every((part, index) => next.through[index] === part);
}
