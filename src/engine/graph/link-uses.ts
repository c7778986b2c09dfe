import type { FileIndex, Reference } from "../index/index.ts";
import { type DeclarationPlace, type Place, placeKey } from "./bind-place.ts";
import { isPlainName } from "./bind-roles.ts";
import { createCallTargets } from "./link-call-targets.ts";
import { createCallLinker } from "./link-calls.ts";
import { ownerNode } from "./link-context.ts";
import { createFlowLinker } from "./link-flow.ts";
import { createGivenLinker } from "./link-given.ts";
import type { MemberIndex } from "./link-members.ts";
import { createReadLinker } from "./link-reads.ts";
import { linkShown } from "./link-shown.ts";
import { leadsTo, namesScope, type UseContext } from "./link-use-context.ts";
import { createUseEdges } from "./link-use-edges.ts";
import type { Truncation } from "./project-graph.ts";
import type { ResolvedModule } from "./resolver.ts";

/** What is known once all uses are linked. */
export interface LinkedUses {
  /** What limits cut. */
  readonly cut: readonly Truncation[];
  /** See `Graph.interleaved`. */
  readonly interleaved: ReadonlySet<string>;
}

export interface UseLinker {
  /** Links the uses of one file. */
  link(file: FileIndex): void;
  /** Links what was left open, once all files have been linked. */
  close(createMembers: () => MemberIndex): Generator<void, LinkedUses, void>;
}

/** What is linked before whoever waits may stop it: some milliseconds. */
const USES_A_STEP = 1_000;

export function createUseLinker(context: UseContext): UseLinker {
  const { binder, types } = context;
  const expanded = new Set<string>();
  const interleaved = new Set<string>();
  const within = new WeakMap<FileIndex, ReadonlyMap<number, readonly Reference[]>>();
  const escapes: { readonly file: FileIndex; readonly module: ResolvedModule }[] = [];
  const edges = createUseEdges(context);
  const targets = createCallTargets(context, edges, expandMacro);
  const linkCall = createCallLinker(context, edges, targets);
  const linkValue = createReadLinker(context, edges, targets, (file, module) => {
    escapes.push({ file, module });
  });
  const { linkGiven, linkDecorated } = createGivenLinker(context, edges);
  const flow = createFlowLinker(context, targets);
  return { link, close };

  function link(file: FileIndex): void {
    // By declaration, after one for the top level.
    const owners = new Int32Array(file.declarations.length + 1).fill(-1);
    // A name in a list of exports is not handed to anybody yet.
    const readsHere = context.readsHere(file);
    const exported = new Set(file.exports.map(placeInFile));
    const readsTypes = isTypeRead(file);
    file.references.forEach((reference, index) => {
      if (reference.role === "base") return;
      if (reference.role === "type" && !readsTypes) return;
      const places = binder.places(file, reference);
      let caller = owners[reference.within + 1] ?? -1;
      if (caller < 0) {
        caller = ownerNode(context, file, reference.within);
        owners[reference.within + 1] = caller;
      }
      const next = file.references[index + 1];
      const isHead = next !== undefined && leadsTo(reference, next);
      if (!isHead) linkGiven(file, index, caller, places);
      flow.targets.note(file, index, places);
      switch (reference.role) {
        case "call":
        case "new":
        case "decorator":
          // Of a variable at one moment, values alone tell what is called.
          if (readsHere.has(index)) {
            edges.leaveOpen(file, reference, caller, "unknown-receiver", "told");
          } else linkCall(file, reference, caller, places);
          linkDecorated(file, reference, caller);
          return;
        case "type":
          linkConversions(file, reference, caller, places);
          return;
        case "read":
          if (exported.size > 0 && exported.has(placeInFile(reference))) return;
          linkValue(file, reference, caller, places, isHead);
          for (const place of places) {
            if (place.kind === "declaration") linkAliased(file, reference, caller, place);
          }
          return;
        case "write":
          linkValue(file, reference, caller, places, isHead);
      }
    });
    for (const entry of file.imports) {
      // Nobody names the module, so whoever gets it names its members.
      if (entry.kind !== "dynamic" || entry.local !== "") continue;
      escapes.push({ file, module: binder.resolveImport(file, entry) });
    }
  }

  function isTypeRead({ language }: FileIndex): boolean {
    const { typesConvert, typesAreMade } = context.rulesFor(language);
    return typesConvert === true || typesAreMade === true;
  }

  /** Where a type is written, its conversions and defaults may run by the traits of the language. */
  function linkConversions(
    file: FileIndex,
    reference: Reference,
    caller: number,
    places: readonly Place[],
    aliases: ReadonlySet<string> = new Set(),
  ): void {
    const { typesAreMade, importRuns } = context.rulesFor(file.language);
    for (const place of places) {
      if (place.kind !== "declaration") continue;
      const kind = place.file.declarations[place.declaration]?.kind;
      const isOwn = file.declarations[reference.within]?.owner === reference.name;
      // At a top level that never runs stand the heads of what is written for a type.
      const isHead = reference.within < 0 && !importRuns;
      if (typesAreMade === true && kind !== "interface" && kind !== "trait" && !isOwn && !isHead) {
        edges.toNode(file, reference, caller, place, "reference", "values of a type");
      }
      for (const member of types.conversions(place)) {
        edges.toNode(file, reference, caller, member, "reference", "conversion to a type");
      }
      linkAliased(file, reference, caller, place, aliases);
    }
  }

  /** Who names another name of a type names all types that it is made of. */
  function linkAliased(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: DeclarationPlace,
    before: ReadonlySet<string> = new Set(),
  ): void {
    const { typesAreMade, madeTypesHaveMethods } = context.rulesFor(place.file.language);
    if (place.file.declarations[place.declaration]?.kind !== "type") return;
    const key = placeKey(place);
    if (typesAreMade !== true || madeTypesHaveMethods === true || before.has(key)) return;
    const aliases = new Set([...before, key]);
    for (const inner of referencesWithin(place.file).get(place.declaration) ?? []) {
      if (inner.role !== "type") continue;
      linkConversions(file, reference, caller, binder.places(place.file, inner), aliases);
    }
  }

  /** The code of a macro becomes a part of its caller: once, however often and deep the caller uses it. */
  function expandMacro({ file, declaration }: DeclarationPlace, caller: number, user: FileIndex): void {
    if (user.path !== file.path) interleaved.add(user.path).add(file.path);
    const key = `${caller}\0${declaration}\0${file.path}`;
    if (expanded.has(key)) return;
    expanded.add(key);
    for (const reference of referencesWithin(file).get(declaration) ?? []) {
      const places = binder.places(file, reference);
      if (reference.role === "call" || reference.role === "new") linkCall(file, reference, caller, places);
      else if (reference.role === "read") linkValue(file, reference, caller, places, false);
    }
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

  function* close(createMembers: () => MemberIndex): Generator<void, LinkedUses, void> {
    const answers = yield* flow.close(escapedFiles());
    linkShown(context, flow.targets);
    const members = createMembers();
    for (const { file, module } of escapes) members.moduleEscapes(file, module);
    for (const [at, use] of edges.open.entries()) {
      if (at % USES_A_STEP === 0) yield;
      const { file, reference, caller, reason, isHeld } = use;
      const told = answers.of(file, reference);
      if (told === "all" || (isHeld === "closed" && told === "nothing")) continue;
      if (isHeld) edges.unresolved(reference, caller, reason, { kind: "values" });
      if (isHeld === "closed" || isHeld === "told" || (isHeld && told === "some")) continue;
      const isCall = reference.role !== "read" && reference.role !== "write";
      const kind = isCall ? context.rulesFor(file.language).unknownReceiver : "reference";
      // Where some of what a call may run is known, a namesake is no good guess: what else may run stays open.
      const isGuessed = !(isCall && told === "some") && isPlainName(reference.name);
      for (const one of isGuessed ? members.named(file, reference.name) : []) {
        targets.callTo(file, reference, caller, one, kind, "any member of that name");
      }
      if (isCall) edges.unresolved(reference, caller, reason, namesScope(reference.name));
    }
    for (const { file, reference, caller, place, kind } of edges.doubted) {
      if (!answers.isReplaced(place)) targets.callTo(file, reference, caller, place, kind, "call");
    }
    for (const { file, reference, caller, place, rule } of edges.mentions) {
      if (!answers.isAccountedFor(place)) edges.toNode(file, reference, caller, place, "reference", rule);
    }
    answers.link();
    return { cut: answers.cut, interleaved };
  }

  function escapedFiles(): ReadonlySet<FileIndex> {
    const found = new Set<FileIndex>();
    for (const { module } of escapes) {
      for (const path of module.kind === "files" ? module.paths : []) {
        const file = context.project.index(path);
        if (file !== undefined) found.add(file);
      }
    }
    return found;
  }
}

/** A line and a column as one number: both are far below 2^26. */
function placeInFile({ line, column }: { readonly line: number; readonly column: number }): number {
  return line * 2 ** 26 + column;
}
