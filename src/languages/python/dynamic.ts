import { type DynamicFlag, NONE } from "../../engine/index/index.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { addDynamicImport } from "./imports.ts";
import { contentOf } from "./types.ts";
import { memberName, pathOf, type Walk } from "./walk.ts";

interface Feature {
  readonly kind: DynamicFlag["kind"];
  /** The argument that names the target: written out, it says all and there is no flag. */
  readonly argument?: number;
  /** The flag is only there with at least as many arguments. */
  readonly minArguments?: number;
  /** Handed on as a value it is as dangerous as called. */
  readonly matters?: "as-value";
}

/** What decides at run time which code runs, by the name that it is imported under. */
const features: ReadonlyMap<string, Feature> = new Map(
  Object.entries<Feature>({
    eval: { kind: "eval", matters: "as-value" },
    exec: { kind: "eval", matters: "as-value" },
    execfile: { kind: "eval", matters: "as-value" },
    __import__: { kind: "computed-import", argument: 0, matters: "as-value" },
    "importlib.import_module": { kind: "computed-import", argument: 0, matters: "as-value" },
    "importlib.__import__": { kind: "computed-import", argument: 0, matters: "as-value" },
    "importlib.util.spec_from_file_location": { kind: "computed-import" },
    "imp.load_source": { kind: "computed-import" },
    "imp.load_module": { kind: "computed-import" },
    "runpy.run_module": { kind: "computed-import", argument: 0 },
    "runpy.run_path": { kind: "computed-import" },
    "pkgutil.resolve_name": { kind: "computed-import" },
    "pytest.importorskip": { kind: "computed-import", argument: 0 },
    getattr: { kind: "computed-member", argument: 1, matters: "as-value" },
    setattr: { kind: "computed-member", argument: 1 },
    delattr: { kind: "computed-member", argument: 1 },
    "operator.attrgetter": { kind: "computed-member", argument: 0 },
    "operator.methodcaller": { kind: "computed-member", argument: 0 },
    type: { kind: "code-generation", minArguments: 3 },
    "types.new_class": { kind: "code-generation" },
    "types.FunctionType": { kind: "code-generation" },
    "types.CodeType": { kind: "code-generation" },
    "ctypes.CDLL": { kind: "native" },
    "ctypes.PyDLL": { kind: "native" },
    "ctypes.WinDLL": { kind: "native" },
  }),
);

const lastNames = new Set([...features.keys()].map((key) => key.slice(key.lastIndexOf(".") + 1)));
const namespaceCalls = new Set(["globals", "locals", "vars"]);

export function dynamicFeature(key: string): object | undefined {
  return features.get(key);
}

/** Flags a call whose target is computed; a target that is written out becomes an import or a reference. */
export function flagDynamicCall(walk: Walk, call: number): void {
  const callee = call + 1;
  const key = featureKey(walk, callee);
  const feature = key === undefined ? undefined : features.get(key);
  if (key === undefined || feature === undefined) return;
  const name = key.slice(key.lastIndexOf(".") + 1);
  const given = argumentsOf(walk, call);
  if (feature.minArguments !== undefined && given.length < feature.minArguments) return;
  // With unpacked arguments the name is not even in the text.
  const naming = given[feature.argument ?? Number.MAX_SAFE_INTEGER] ?? NONE;
  const content = codeOf(walk.tree, naming) === KIND.string ? contentOf(walk.tree, naming) : NONE;
  if (content < 0) {
    const prefix = naming < 0 ? "" : literalStart(walk, naming);
    walk.builder.flag(call, feature.kind, name, prefix === "" ? undefined : prefix);
    return;
  }
  const target = textAt(walk.tree, content);
  if (feature.kind === "computed-import") addDynamicImport(walk, call, target, naming);
  else if (feature.argument === 1) referToAttributeName(walk, call, given[0] as number, content, name);
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

/** What `import_module("a.b")` and its like import; `__import__("a.b")` gives `a`. */
export function importedByCall(
  walk: Walk,
  call: number,
): { readonly specifier: string; readonly bindsParent: boolean } | undefined {
  const key = featureKey(walk, call + 1);
  const feature = key === undefined ? undefined : features.get(key);
  if (feature?.kind !== "computed-import" || feature.argument === undefined) return undefined;
  const naming = argumentsOf(walk, call)[feature.argument] ?? -1;
  const content = codeOf(walk.tree, naming) === KIND.string ? contentOf(walk.tree, naming) : -1;
  if (content < 0) return undefined;
  const specifier = textAt(walk.tree, content);
  return { specifier, bindsParent: key?.endsWith("__import__") === true && specifier.includes(".") };
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
  const name = textAt(walk.tree, row);
  if (!lastNames.has(name) && !walk.dynamicNames.has(name)) return;
  const key = featureKey(walk, isMember ? (walk.tree.parent[row] as number) : row);
  const feature = key === undefined ? undefined : features.get(key);
  if (feature?.matters !== "as-value" || key === undefined) return;
  walk.builder.flag(row, feature.kind, key.slice(key.lastIndexOf(".") + 1));
}

/** The key of what an expression names, when it may be a feature: through the file's imports, builtins bare. */
function featureKey(walk: Walk, node: number): string | undefined {
  const { tree, builder } = walk;
  const code = codeOf(tree, node);
  if (code === KIND.identifier) {
    const name = textAt(tree, node);
    if (!lastNames.has(name) && !walk.dynamicNames.has(name)) return undefined;
    const bound = builder.lookup(name, node);
    if (bound.declaration >= 0) return undefined;
    const known = walk.imports[bound.import];
    return known === undefined ? name : `${known.specifier}.${known.imported}`.replace(/^builtins\./u, "");
  }
  if (code !== KIND.attribute || !lastNames.has(textAt(tree, memberName(tree, node)))) return undefined;
  const path = pathOf(tree, node);
  const known = walk.imports[builder.lookup(path[0] as string, node).import];
  if (known === undefined) return undefined;
  const head = known.imported === "" ? known.specifier : `${known.specifier}.${known.imported}`;
  return [head, ...path.slice(1)].join(".").replace(/^builtins\./u, "");
}

function isUnbound(walk: Walk, name: string, node: number): boolean {
  const bound = walk.builder.lookup(name, node);
  return bound.declaration < 0 && bound.import < 0;
}

function argumentsOf(walk: Walk, call: number): number[] {
  const { tree } = walk;
  const list = childIn(tree, call, tree.fields.arguments);
  const found: number[] = [];
  if (codeOf(tree, list) !== KIND.argument_list) return found;
  for (let child = firstNamed(tree, list); child >= 0; child = nextNamed(tree, child)) found.push(child);
  return found;
}

/** The part of a computed name that is known: `"visit_" + kind`, f"visit_{kind}", "visit_%s" % kind. */
function literalStart(walk: Walk, node: number): string {
  const { tree } = walk;
  let at = node;
  let stop = "";
  for (let code = codeOf(tree, at); code !== KIND.string; code = codeOf(tree, at)) {
    if (code === KIND.binary_operator) {
      const left = firstNamed(tree, at);
      if (textAt(tree, tree.next[left] as number) === "%") stop = "%";
      at = left;
    } else if (code === KIND.call && codeOf(tree, at + 1) === KIND.attribute) {
      if (textAt(tree, memberName(tree, at + 1)) !== "format") return "";
      stop = "{";
      at += 2;
    } else if (code === KIND.parenthesized_expression) at = firstNamed(tree, at);
    else return "";
  }
  const content = nextNamed(tree, firstNamed(tree, at));
  if (codeOf(tree, content) !== KIND.string_content) return "";
  const text = textAt(tree, content);
  const end = stop === "" ? -1 : text.indexOf(stop);
  return end < 0 ? text : text.slice(0, end);
}
