import { argumentsOf, featureOf, literalStart, writtenArgument } from "./features.ts";
import { codeOf, KIND, nextNamed, textAt } from "./grammar.ts";
import { addImport } from "./imports.ts";
import { type Binding, memberName, pathOf, type Walk } from "./walk.ts";

const namespaceCalls = new Set(["globals", "locals", "vars"]);

/** Flags a call whose target is computed; a target that is written out becomes an import or a reference. */
export function flagDynamicCall(walk: Walk, call: number): void {
  const feature = featureOf(walk, call + 1);
  if (feature === undefined) return;
  const given = argumentsOf(walk, call);
  if (given.length < (feature.minArguments ?? 0)) return;
  const content = writtenArgument(walk, given, feature.argument);
  if (content < 0) {
    // With unpacked arguments the name is not even in the text.
    const naming = given[feature.argument ?? given.length];
    const prefix = naming === undefined ? "" : literalStart(walk, naming);
    walk.builder.flag(call, feature.kind, feature.name, prefix === "" ? undefined : prefix);
  } else if (feature.kind === "computed-import") addDynamicImport(walk, call, content);
  else if (feature.argument === 1)
    referToAttributeName(walk, call, given[0] as number, content, feature.name);
}

/** A call that imports a module whose name is written out. */
function addDynamicImport(walk: Walk, call: number, content: number): void {
  if (walk.boundImports.has(call)) return;
  const specifier = textAt(walk.tree, content);
  addImport(walk, { node: call, nameNode: content, specifier, kind: "dynamic", local: "" });
}

/** `m = import_module("a.b")` binds m as an import does, and is one. `__import__("a.b")` gives `a`. */
export function bindsDynamicImport(walk: Walk, row: number, binding: Binding): boolean {
  const call = binding.value;
  if (codeOf(walk.tree, call) !== KIND.call || walk.boundImports.has(call)) return false;
  const feature = featureOf(walk, call + 1);
  if (feature?.kind !== "computed-import") return false;
  const content = writtenArgument(walk, argumentsOf(walk, call), feature.argument);
  const specifier = textAt(walk.tree, content);
  if (content < 0 || (feature.name === "__import__" && specifier.includes("."))) return false;
  walk.boundImports.add(call);
  addImport(walk, { node: call, nameNode: row, specifier, kind: "dynamic", local: textAt(walk.tree, row) });
  return true;
}

/** `getattr(x, "name")` is `x.name`. It counts where the text has the name. */
function referToAttributeName(walk: Walk, call: number, owner: number, content: number, name: string): void {
  const { tree } = walk;
  if (!/^[^\W\d]\w*$/u.test(textAt(tree, content))) return;
  const isCalled = tree.parent[call] === call - 1 && codeOf(tree, call - 1) === KIND.call;
  walk.namesInStrings.set(tree.parent[content] as number, {
    content,
    role: name === "getattr" ? (isCalled ? "call" : "read") : "write",
    through: pathOf(tree, owner),
    argumentCount: isCalled ? argumentsOf(walk, call - 1).length : -1,
  });
}

/** Adds the name that a string was found to hold. */
export function referToNameInString(walk: Walk, string: number): void {
  const found = walk.namesInStrings.get(string);
  if (found === undefined) return;
  const { content, role, through, argumentCount } = found;
  walk.builder.refer(content, role, through, { argumentCount });
}

/** `globals()[name]`, `vars(x)[name]`, `sys.modules[name]`, `x.__dict__[name]`. */
export function flagSubscript(walk: Walk, subscript: number): void {
  const { tree, builder } = walk;
  const value = subscript + 1;
  const code = codeOf(tree, value);
  let name = "";
  if (code === KIND.call && codeOf(tree, value + 1) === KIND.identifier) {
    const callee = textAt(tree, value + 1);
    if (namespaceCalls.has(callee) && isUnbound(walk, callee, value + 1)) name = callee;
  } else if (code === KIND.attribute) {
    const member = textAt(tree, memberName(tree, value));
    if (member === "__dict__") name = member;
    if (member === "modules" && pathOf(tree, value + 1).join(".") === "sys") name = "sys.modules";
  }
  if (name === "") return;
  const index = nextNamed(tree, value);
  const prefix = index < 0 ? "" : literalStart(walk, index);
  const kind = name === "sys.modules" ? "computed-import" : "computed-member";
  builder.flag(subscript, kind, name, prefix === "" ? undefined : prefix);
}

/** A dangerous function that is handed on: whoever gets it may call it with anything. */
export function flagDynamicName(walk: Walk, row: number, isMember: boolean): void {
  const feature = featureOf(walk, isMember ? (walk.tree.parent[row] as number) : row);
  if (feature?.matters === "as-value") walk.builder.flag(row, feature.kind, feature.name);
}

function isUnbound(walk: Walk, name: string, node: number): boolean {
  const bound = walk.builder.lookup(name, node);
  return bound.declaration < 0 && bound.import < 0;
}
