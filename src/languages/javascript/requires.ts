import { NONE } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import {
  child,
  childOf,
  firstNamed,
  innerOf,
  isFunction,
  kind,
  literal,
  parent,
  text,
  unwrapAwaited,
} from "./nodes.ts";
import { memberName } from "./paths.ts";
import { countArguments } from "./references.ts";
import { Mark, type ModuleValue, type Walk } from "./walk.ts";

/** Functions that compilers put around a `require`, and that give the module back. */
const interop = /^(_interopRequire(Default|Wildcard)|__import(Star|Default)|__toESM)$/;

/** The module that an expression stands for: `require("x")`, `await import("x")`, `require("x").member`. */
export function moduleValueOf(walk: Walk, value: number): ModuleValue | undefined {
  const isAwaited = kind(walk, value) === K.await_expression;
  let at = unwrapAwaited(walk, value);
  let member = "";
  if (kind(walk, at) === K.member_expression) {
    member = text(walk, memberName(walk, at));
    at = unwrapAwaited(walk, at + 1);
  }
  const call = interopArgument(walk, at) ?? at;
  const found = moduleCall(walk, call);
  if (found === undefined) return undefined;
  const isPromise = kind(walk, call + 1) === K.import;
  if (isPromise && !isAwaited && !isAwaitedInside(walk, call)) return undefined;
  return { ...found, member };
}

function isAwaitedInside(walk: Walk, call: number): boolean {
  let at = parent(walk, call);
  while (kind(walk, at) === K.parenthesized_expression) at = parent(walk, at);
  return kind(walk, at) === K.await_expression;
}

function interopArgument(walk: Walk, node: number): number | undefined {
  if (kind(walk, node) !== K.call_expression) return undefined;
  const callee = kind(walk, node + 1) === K.member_expression ? memberName(walk, node + 1) : node + 1;
  if (!interop.test(text(walk, callee))) return undefined;
  return firstNamed(walk, child(walk, node, F.arguments));
}

/** A call of `require` or `import` with a literal. */
export function moduleCall(walk: Walk, node: number): ModuleValue | undefined {
  if (kind(walk, node) !== K.call_expression || !isModuleFunction(walk, node + 1)) return undefined;
  const list = child(walk, node, F.arguments);
  const specifierNode = list < 0 ? NONE : firstNamed(walk, list);
  const specifier = literal(walk, specifierNode);
  return specifier === undefined ? undefined : { call: node, specifier, specifierNode, member: "" };
}

function isModuleFunction(walk: Walk, callee: number): boolean {
  if (kind(walk, callee) === K.import) return true;
  return kind(walk, callee) === K.identifier && text(walk, callee) === "require";
}

/**
 * Lets the names of a pattern stand for a module or for names of it. Names deeper in the pattern are left to
 * be ordinary ones: then it answers `false` and has done nothing.
 */
export function bindModule(
  walk: Walk,
  node: number,
  pattern: number,
  module: ModuleValue,
  binding: { readonly isFunctionWide: boolean; readonly isFileExport: boolean },
): boolean {
  const names = namesOf(walk, pattern, module.member);
  if (names === undefined) return false;
  for (const { local, imported } of names) {
    walk.mark[local] = Mark.skip;
    const name = text(walk, local);
    const entry = walk.builder.addImport({
      node,
      nameNode: local,
      specifier: module.specifier,
      kind: imported === "" ? "namespace" : imported === "default" ? "default" : "named",
      local: name,
      imported,
      visibleIn: binding.isFunctionWide ? "function" : "here",
    });
    if (imported === "") walk.namespaceImports.set(entry, module.specifier);
    if (binding.isFileExport) walk.builder.addExport({ nameNode: local, name, local: name });
  }
  walk.mark[module.call] = Mark.module;
  if (kind(walk, module.call + 1) === K.identifier) walk.mark[module.call + 1] = Mark.skip;
  return true;
}

interface BoundName {
  readonly local: number;
  readonly imported: string;
}

function namesOf(walk: Walk, pattern: number, member: string): readonly BoundName[] | undefined {
  if (kind(walk, pattern) === K.identifier) return [{ local: pattern, imported: member }];
  if (kind(walk, pattern) !== K.object_pattern || member !== "") return undefined;
  const found: BoundName[] = [];
  const { tree } = walk;
  for (let at = pattern + 1; at < (tree.next[pattern] as number); at = tree.next[at] as number) {
    switch (kind(walk, at)) {
      case K.shorthand_property_identifier_pattern:
        found.push({ local: at, imported: text(walk, at) });
        break;
      case K.object_assignment_pattern:
        found.push({ local: at + 1, imported: text(walk, at + 1) });
        break;
      case K.pair_pattern: {
        const value = child(walk, at, F.value);
        const imported = literal(walk, at + 1) ?? text(walk, at + 1);
        const local = kind(walk, value) === K.assignment_pattern ? value + 1 : value;
        if (kind(walk, local) !== K.identifier || kind(walk, at + 1) === K.computed_property_name)
          return undefined;
        found.push({ local, imported });
        break;
      }
      case K.rest_pattern:
        return undefined;
    }
  }
  return found;
}

/** A `require` or `import()` in an expression: an import without a name of its own. */
export function noteInlineModule(walk: Walk, module: ModuleValue, isTypeOnly: boolean): void {
  const entry = walk.builder.addImport({
    node: module.call,
    nameNode: module.specifierNode,
    specifier: module.specifier,
    kind: "dynamic",
    local: "",
    isTypeOnly,
  });
  walk.inlineImports.set(module.call, entry);
  if (isTypeOnly) walk.typeImports.add(entry);
  walk.mark[module.call] = Mark.module;
  if (kind(walk, module.call + 1) === K.identifier) walk.mark[module.call + 1] = Mark.skip;
  else noteThen(walk, module);
  if (!isTypeOnly) referModule(walk, module, entry);
}

/** `require("x")(app)`, `run(require("x"))`: the module is a value that nothing else names. */
function referModule(walk: Walk, module: ModuleValue, entry: number): void {
  const { tree } = walk;
  let at = module.call;
  let around = parent(walk, at);
  let isAwaited = kind(walk, at + 1) !== K.import;
  while (around >= 0 && (innerOf(walk, around) === at || kind(walk, around) === K.await_expression)) {
    isAwaited ||= kind(walk, around) === K.await_expression;
    at = around;
    around = parent(walk, at);
  }
  if (!isAwaited) return;
  const field = walk.fields[tree.field[at] as number];
  const isCallee =
    (kind(walk, around) === K.call_expression && around + 1 === at) ||
    (kind(walk, around) === K.new_expression && field === F.constructor);
  const isUsed = isCallee || usesValue(walk, around, field);
  if (!isUsed) return;
  const isNew = kind(walk, around) === K.new_expression;
  const more = { import: entry, name: text(walk, module.call + 1) };
  const role = !isCallee ? "read" : isNew ? "new" : "call";
  const counted = isCallee ? { ...more, argumentCount: countArguments(walk, around) } : more;
  walk.builder.refer(module.call + 1, role, undefined, counted);
}

/** What stands there goes somewhere: it is given, returned, put into a table or a member. */
function usesValue(walk: Walk, around: number, field: number | undefined): boolean {
  switch (kind(walk, around)) {
    case K.arguments:
    case K.return_statement:
    case K.array:
    case K.spread_element:
    case K.ternary_expression:
    case K.binary_expression:
    case K.arrow_function:
      return true;
    case K.pair:
    case K.variable_declarator:
    case K.assignment_pattern:
    case K.field_definition:
    case K.public_field_definition:
      return field === F.value || field === F.right;
    case K.assignment_expression:
      return field === F.right;
    default:
      return false;
  }
}

/** `import("x").then((here) => …)`: the parameter stands for the module. */
function noteThen(walk: Walk, module: ModuleValue): void {
  const member = parent(walk, module.call);
  if (kind(walk, member) !== K.member_expression || text(walk, memberName(walk, member)) !== "then") return;
  const call = parent(walk, member);
  if (kind(walk, call) !== K.call_expression) return;
  const list = child(walk, call, F.arguments);
  const callback = list < 0 ? NONE : firstNamed(walk, list);
  if (!isFunction(kind(walk, callback))) return;
  const alone = child(walk, callback, F.parameter);
  const parameters = childOf(walk, callback, K.formal_parameters);
  const parameter = alone >= 0 || parameters < 0 ? alone : firstNamed(walk, parameters);
  if (parameter >= 0) walk.modulePatterns.set(parameter, module);
}
