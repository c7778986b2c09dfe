import {
  CALL_SIZE,
  ENTRY_SIZE,
  type FileIndex,
  type Reference,
  readValue,
  type ValueFlow,
  type ValueId,
} from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import type { LinkContext } from "./link-context.ts";
import { externalKey, ownerNode } from "./link-context.ts";
import { callablesOf, type TypeHierarchy } from "./link-types.ts";
import type { EdgeKind } from "./project-graph.ts";

/** Values of values of values are looked through this far. */
const maxDepth = 20;

/** The path that leads to a value: the names up to it, and what the first of them is bound to. */
type ValuePath = Pick<Reference, "through" | "declaration" | "import" | "within">;

/**
 * Links calls that the language makes of a member that no name in the text stands for, as a loop asks for an iterator:
 * by the types that are written, in languages whose values are followed by these.
 */
export function linkImpliedCalls(
  context: LinkContext & { readonly types: TypeHierarchy },
  file: FileIndex,
): void {
  const { flow } = file;
  const { binder, table, types } = context;
  const rules = context.rulesFor(file.language);
  if (flow === undefined || rules.functionsHaveOneMethod !== true) return;
  for (let at = 0; at < flow.calls.length; at += CALL_SIZE) {
    const callee = readValue(flow, flow.calls[at] as ValueId);
    if (callee.kind !== "member" || callee.reference >= 0) continue;
    const path = pathOf(file, flow, callee.base, 0);
    if (path === undefined) continue;
    const within = flow.calls[at + 4] as number;
    const site = { line: flow.calls[at + 2] as number, column: flow.calls[at + 3] as number };
    const called: Reference = { ...path, ...site, within, name: callee.name, role: "call", argumentCount: 0 };
    const caller = ownerNode(context, file, within);
    const link = (member: DeclarationPlace, kind: EdgeKind): void =>
      table.edge(caller, table.declarationNode(member.file, member.declaration), kind, rule, site);
    const places = binder.places(file, called);
    for (const member of callablesOf(places)) link(member, "member");
    for (const place of places) {
      if (place.kind !== "outside") continue;
      const type = place.names.slice(0, -1);
      if (type.some((name) => rules.isConstructorName?.(name) !== true)) continue;
      const key = externalKey(rules, place.name, type);
      for (const member of types.overridesOutside(file.language, key, callee.name)) link(member, "cha");
    }
    for (const receiver of binder.receiver(file, called)) {
      if (receiver.kind !== "value" || receiver.isExact) continue;
      for (const member of types.overrides({ ...receiver, kind: "declaration" }, callee.name)) {
        link(member, "cha");
      }
    }
  }
}

const rule = "call that the language makes";

/** Nothing for a value that no path of names leads to. */
function pathOf(file: FileIndex, flow: ValueFlow, id: ValueId, depth: number): ValuePath | undefined {
  if (depth > maxDepth) return undefined;
  const value = readValue(flow, id);
  switch (value.kind) {
    case "reference":
      return pathOfReference(file, value.reference);
    case "declaration": {
      const one = file.declarations[value.declaration];
      if (one === undefined) return undefined;
      return { through: [one.name], declaration: value.declaration, import: -1, within: one.parent };
    }
    case "result": {
      const path = pathOf(file, flow, flow.calls[value.call * CALL_SIZE] as ValueId, depth + 1);
      return path === undefined ? undefined : { ...path, through: [...path.through, "()"] };
    }
    case "member": {
      if (value.reference >= 0) return pathOfReference(file, value.reference);
      const path = pathOf(file, flow, value.base, depth + 1);
      return path === undefined ? undefined : { ...path, through: [...path.through, value.name] };
    }
    // What the text itself calls comes first among what a value may be.
    case "either":
      return pathOf(file, flow, flow.entries[value.start * ENTRY_SIZE + 1] as ValueId, depth + 1);
    default:
      return undefined;
  }
}

function pathOfReference(file: FileIndex, index: number): ValuePath | undefined {
  const one = file.references[index];
  if (one === undefined) return undefined;
  const { declaration, within } = one;
  return { through: [...one.through, one.name], declaration, import: one.import, within };
}
