import type { FileIndex, Reference } from "../index/index.ts";
import type { DeclarationPlace, Place } from "./bind-place.ts";
import { createExternalKeys } from "./link-context.ts";
import type { UseContext } from "./link-use-context.ts";
import type { EdgeKind, Scope, UnresolvedReason } from "./project-graph.ts";

/** A use through a value of which nothing is known, to be looked at when all else is linked. */
export interface OpenUse {
  readonly file: FileIndex;
  readonly reference: Reference;
  readonly caller: number;
  readonly reason: UnresolvedReason;
  /**
   * A call of a variable: of what it is set to something is not told. Whoever made that a value named it, and has an
   * edge to it. `told`: of something else it is. `closed`: all that names say of it is told, and it is open only when
   * more than that was followed to it.
   */
  readonly isHeld?: "closed" | "told" | "untold";
}

/** A call by the name of a function that may stand for something else. */
export interface DoubtedCall {
  readonly file: FileIndex;
  readonly reference: Reference;
  readonly caller: number;
  readonly place: DeclarationPlace;
  readonly kind: EdgeKind;
}

/** A function that is named as a value. Who gets the value may call it. */
export interface Mention {
  readonly file: FileIndex;
  readonly reference: Reference;
  readonly caller: number;
  readonly place: DeclarationPlace;
  readonly rule: string;
}

/** What a use leads to, as an edge or as something unresolved. */
export interface UseEdges {
  toNode(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: DeclarationPlace,
    kind: EdgeKind,
    rule: string,
  ): void;
  toOutside(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: Extract<Place, { kind: "outside" }>,
    kind: EdgeKind,
  ): void;
  leaveOpen(
    file: FileIndex,
    reference: Reference,
    caller: number,
    reason: UnresolvedReason,
    isHeld?: OpenUse["isHeld"],
  ): void;
  unresolved(reference: Reference, caller: number, reason: UnresolvedReason, scope: Scope): void;
  /** Leaves a call until it is known what its name stands for. */
  doubt(call: DoubtedCall): void;
  /** Leaves a function that is named until it is known who gets it. */
  mention(one: Mention): void;
  /** What has been left open so far. */
  readonly open: readonly OpenUse[];
  readonly doubted: readonly DoubtedCall[];
  readonly mentions: readonly Mention[];
}

export function createUseEdges(context: UseContext): UseEdges {
  const { table } = context;
  const open: OpenUse[] = [];
  const keys = createExternalKeys();
  const doubted: DoubtedCall[] = [];
  const leftOpen = new Map<Reference, Set<number>>();
  const added = new Map<string, ReadonlySet<string>>();
  const doubt = (call: DoubtedCall): void => {
    doubted.push(call);
  };
  const mentions: Mention[] = [];
  return { toNode, toOutside, leaveOpen, unresolved, doubt, mention, open, doubted, mentions };

  function mention(one: Mention): void {
    if (context.rulesFor(one.file.language).followed !== undefined) mentions.push(one);
    else toNode(one.file, one.reference, one.caller, one.place, "reference", one.rule);
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

  /** What is left open may lead outside again when it is looked at. */
  function leaveOpenOnce(
    file: FileIndex,
    reference: Reference,
    caller: number,
    reason: UnresolvedReason,
  ): void {
    const callers = leftOpen.get(reference) ?? new Set<number>();
    leftOpen.set(reference, callers);
    if (callers.has(caller)) return;
    callers.add(caller);
    leaveOpen(file, reference, caller, reason);
  }

  /** Names of members that traits of the project may add to types outside. */
  function addedFor(language: string): ReadonlySet<string> {
    const known = added.get(language);
    if (known !== undefined) return known;
    const names = new Set<string>();
    for (const file of context.files) {
      if (file.language !== language) continue;
      file.declarations.forEach((one, declaration) => {
        const isDefault = !one.isAbstract && file.declarations[one.parent]?.kind === "trait";
        const isAdded = one.ofTrait !== undefined && isOfOutside(file, declaration);
        if (one.level === "member" && (isDefault || isAdded)) names.add(one.name);
      });
    }
    added.set(language, names);
    return names;
  }

  function isOfOutside(file: FileIndex, declaration: number): boolean {
    return context.binder.members.around(file, declaration) === undefined;
  }

  function toOutside(
    file: FileIndex,
    reference: Reference,
    caller: number,
    place: Extract<Place, { kind: "outside" }>,
    kind: EdgeKind,
  ): void {
    const rules = context.rulesFor(file.language);
    const family = context.familyOf(file.language);
    const call = place.names.lastIndexOf("()");
    const holder = keys.holder(place.name);
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
        const key = keys.of(rules, place.name, names);
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
      table.externalNode(family, keys.of(rules, place.name, whole)),
      kind,
      "outside the project",
      reference,
    );
    if (reference.through.length === 0) return;
    if (rules.basesAreTraits === true && addedFor(file.language).has(reference.name)) {
      leaveOpenOnce(file, reference, caller, "trait-receiver");
    }
    if (names.length === 2 && rules.outsideInterfaces?.has(`${place.name}.${names[0]}`) === true) {
      leaveOpenOnce(file, reference, caller, "interface-receiver");
    }
  }

  function leaveOpen(
    file: FileIndex,
    reference: Reference,
    caller: number,
    reason: UnresolvedReason,
    isHeld?: OpenUse["isHeld"],
  ): void {
    open.push({ file, reference, caller, reason, ...(isHeld === undefined ? {} : { isHeld }) });
  }

  function unresolved(reference: Reference, caller: number, reason: UnresolvedReason, scope: Scope): void {
    table.unresolved({
      caller,
      line: reference.line,
      column: reference.column,
      reason,
      isDynamic: false,
      name: reference.name,
      text: textOf(reference).slice(0, 80),
      scope,
    });
  }
}

function textOf({ through, name }: Reference): string {
  if (through.length === 0) return name;
  const text = `${through.join(".")}.${name}`;
  return text.includes("()") || text.includes("<>")
    ? text.replaceAll(".()", "()").replaceAll(".<>", "")
    : text;
}
