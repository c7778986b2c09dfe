import { CALL_SIZE, type FileIndex, type Reference, readValue, type ValueId } from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { createFlowAccounts } from "./flow-accounts.ts";
import { type CrowdedCall, crowdedCalls } from "./flow-crowds.ts";
import { createFlowKnowledge } from "./flow-known.ts";
import { type FlowSolution, maxFlowSteps, solveFlow } from "./flow-solver.ts";
import { createFlowSpace } from "./flow-space.ts";
import type { FlowSite } from "./flow-state.ts";
import { createFlowTargets, type FlowTargets } from "./flow-targets.ts";
import type { AbstractValue } from "./flow-values.ts";
import { createFlowViewers } from "./flow-viewers.ts";
import type { CallTargets } from "./link-call-targets.ts";
import { ownerNode } from "./link-context.ts";
import { callablesOf } from "./link-types.ts";
import type { UseContext } from "./link-use-context.ts";
import type { Callable } from "./link-values.ts";
import type { EdgeKind, Truncation } from "./project-graph.ts";

/** Joins calls to what can arrive there as a value, once all uses of names are linked. */
export interface FlowLinker {
  /** What the uses of names are bound to: to be noted while they are linked. */
  readonly targets: FlowTargets;
  /** Follows all values. `escaped`: files whose module is one. */
  close(escaped: ReadonlySet<FileIndex>): Generator<void, FlowAnswers, void>;
}

export interface FlowAnswers {
  /**
   * Whether all that can arrive at a use of a name is known; some of it; or nothing. Of a read of which all is known,
   * the edges are added.
   */
  of(file: FileIndex, reference: Reference): "all" | "some" | "nothing";
  /** Whether the name of a function stands for other values alone, all of them known: what a decorator gave. */
  isReplaced(place: DeclarationPlace): boolean;
  /** Whether all calls of a function that is used as a value have been seen. */
  isAccountedFor(place: DeclarationPlace): boolean;
  /** Adds the edges of the calls. */
  link(): void;
  /** What limits cut. */
  readonly cut: readonly Truncation[];
}

const nothingFollowed: FlowAnswers = {
  of: () => "nothing",
  isReplaced: () => false,
  isAccountedFor: () => false,
  link: () => {},
  cut: [],
};

/** The indexes of references in their files. Most are asked for in order, so each is looked for behind the last. */
function createReferenceFinder(): (file: FileIndex, reference: Reference) => number {
  const indexes = new Map<FileIndex, ReadonlyMap<Reference, number>>();
  let lastFile: FileIndex | undefined;
  let last = -1;
  return (file, reference) => {
    if (file !== lastFile) {
      lastFile = file;
      last = -1;
    }
    const { references } = file;
    const before = references[last];
    const isBehind =
      before === undefined ||
      before.line < reference.line ||
      (before.line === reference.line && before.column <= reference.column);
    for (let at = Math.max(last, 0); isBehind && at < references.length; at++) {
      if (references[at] !== reference) continue;
      last = at;
      return at;
    }
    let known = indexes.get(file);
    if (known === undefined) {
      known = new Map(references.map((one, index) => [one, index]));
      indexes.set(file, known);
    }
    return known.get(reference) ?? -1;
  };
}

export function createFlowLinker(context: UseContext, { callTo }: CallTargets): FlowLinker {
  const space = createFlowSpace(context.files);
  const targets = createFlowTargets(space, context.readsHere);
  return { targets, close };

  function* close(escaped: ReadonlySet<FileIndex>): Generator<void, FlowAnswers, void> {
    if (context.files.every((file) => file.flow === undefined)) return nothingFollowed;
    const solution = yield* solveFlow(context, space, targets);
    const isKnown = createFlowKnowledge(solution);
    const isAccountedFor = createFlowAccounts(
      context,
      solution,
      isKnown,
      createFlowViewers(context, escaped),
    );
    const numberOf = createReferenceFinder();
    const count = solution.cutSteps;
    return {
      of: (file, reference) => {
        if (file.flow === undefined) return "nothing";
        const index = numberOf(file, reference);
        return index < 0 ? "nothing" : answer(solution, isKnown, file, index);
      },
      isReplaced: (place) => isReplaced(solution, isKnown, place),
      isAccountedFor,
      link() {
        for (const site of solution.sites) linkSite(solution, site);
        for (const one of crowdedCalls(solution)) noteCrowded(one);
      },
      cut: count > 0 ? [{ limit: "max-flow-steps", value: maxFlowSteps, count }] : [],
    };
  }

  /** Whoever made a value a function named it, and has an edge to it. */
  function noteCrowded({ file: number, call }: CrowdedCall): void {
    const file = space.files[number] as FileIndex;
    const { line, column, within } = referenceOf(file, { file: number, call, reference: -1 });
    const caller = ownerNode(context, file, within);
    const text = "call of one of many values";
    context.table.unresolved({
      caller,
      line,
      column,
      reason: "limit",
      isDynamic: false,
      text,
      scope: { kind: "values" },
    });
  }

  function answer(
    solution: FlowSolution,
    isKnown: (node: number) => boolean,
    file: FileIndex,
    index: number,
  ): "all" | "some" | "nothing" {
    const { state } = solution;
    const number = space.numberOf(file);
    const call = state.uses.file(number).callOf[index] ?? -1;
    const callee = file.flow?.calls[call * CALL_SIZE];
    const named = space.reference(number, index);
    const node = callee === undefined ? named : space.value(number, callee);
    const arrived = state.at(node);
    if (arrived.length === 0) return "nothing";
    solution.settle();
    if (solution.cutSteps > 0 || !isKnown(node)) return "some";
    const reference = file.references[index] as Reference;
    if (reference.role !== "read" && reference.role !== "write") return "all";
    for (const value of arrived) {
      const site = { file: number, call: -1, reference: index, callee: state.values.read(value) };
      linkSite(solution, site, "reference");
    }
    return "all";
  }

  function isReplaced(
    solution: FlowSolution,
    isKnown: (node: number) => boolean,
    { file, declaration }: DeclarationPlace,
  ): boolean {
    const { state } = solution;
    const node = space.declaration(space.numberOf(file), declaration);
    const arrived = state.at(node).map(state.values.read);
    if (arrived.length === 0 || arrived.some((value) => value.node === state.functionNode(node)))
      return false;
    solution.settle();
    return solution.cutSteps === 0 && isKnown(node);
  }

  function linkSite({ state }: FlowSolution, site: FlowSite, as?: EdgeKind): void {
    const file = space.files[site.file] as FileIndex;
    const reference = referenceOf(file, site);
    const caller = ownerNode(context, file, reference.within);
    const link = (callee: Callable, kind: EdgeKind, rule: string): void =>
      callTo(file, reference, caller, callee, as ?? kind, rule);
    const { kind, node, outside } = site.callee;
    const rule = ruleOf(file, site);
    switch (kind) {
      case "outside":
        if (outside !== undefined) link(outside, "assignment", rule);
        return;
      case "function":
      case "bound":
      case "class": {
        const place = declarationOf(state.space.read(node), site.callee);
        if (place !== undefined) link(place, kind === "bound" ? "member" : "assignment", rule);
        return;
      }
      case "instance":
      case "value": {
        const place = declarationOf(state.space.read(node), site.callee);
        const { callMember } = context.rulesFor(place?.file.language ?? "");
        if (place === undefined || callMember === undefined) return;
        const members = context.binder.members.find(place.file, place.declaration, callMember);
        for (const member of callablesOf(members)) link(member, "member", "call of a value");
      }
    }
  }

  /** A function without a name is a part of what stands around it, and has no node. */
  function declarationOf(
    { kind, file: number, index }: { kind: string; file: number; index: number },
    _callee: AbstractValue,
  ): Extract<Callable, { kind: "declaration" }> | undefined {
    const file = space.files[number] as FileIndex;
    const declaration = kind === "callable" ? (file.flow?.callables[index * 7] ?? -1) : index;
    return declaration < 0 ? undefined : { kind: "declaration", file, declaration };
  }

  function referenceOf(file: FileIndex, { call, reference }: Omit<FlowSite, "callee">): Reference {
    const named = file.references[reference];
    if (named !== undefined) return named;
    const at = call * CALL_SIZE;
    const calls = file.flow?.calls ?? new Int32Array(0);
    return {
      name: "",
      line: calls[at + 2] ?? -1,
      column: calls[at + 3] ?? 0,
      role: calls[at + 1] === 1 ? "new" : "call",
      through: [],
      within: calls[at + 4] ?? -1,
      declaration: -1,
      import: -1,
      argumentCount: -1,
    };
  }

  /** How what is called came there, by what stands before the parentheses. */
  function ruleOf(file: FileIndex, { call, reference }: FlowSite): string {
    const { flow } = file;
    if (call >= 0 && flow !== undefined) {
      const callee = readValue(flow, flow.calls[call * CALL_SIZE] as ValueId);
      if (callee.kind === "result") return "what a call returned";
      if (callee.kind === "element") return "element of a value";
      if (callee.kind === "member") return "member of a value that was followed";
      if (callee.kind !== "reference") return "value that was followed";
    }
    const used = file.references[reference];
    if (used !== undefined && used.through.length > 0) return "member of a value that was followed";
    const held = file.declarations[used?.declaration ?? -1]?.kind;
    return held === "parameter" ? "argument" : "value of a name that was followed";
  }
}
