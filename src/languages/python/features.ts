import type { DynamicFlag } from "../../engine/index/index.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { contentOf } from "./types.ts";
import { memberName, pathOf, type Walk } from "./walk.ts";

export interface Feature {
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

/** What a name stands for, when it decides at run time which code runs. */
export function dynamicFeature(key: string): Feature | undefined {
  return features.get(key);
}

export interface NamedFeature extends Feature {
  /** As it is called where it comes from: "import_module". */
  readonly name: string;
}

/** The feature that an expression names, through the file's imports; builtins go by their bare name. */
export function featureOf(walk: Walk, node: number): NamedFeature | undefined {
  const key = featureKey(walk, node);
  const feature = key === undefined ? undefined : features.get(key);
  if (key === undefined || feature === undefined) return undefined;
  return { ...feature, name: key.slice(key.lastIndexOf(".") + 1) };
}

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

export function argumentsOf(walk: Walk, call: number): number[] {
  const { tree } = walk;
  const list = childIn(tree, call, tree.fields.arguments);
  const found: number[] = [];
  if (codeOf(tree, list) !== KIND.argument_list) return found;
  for (let child = firstNamed(tree, list); child >= 0; child = nextNamed(tree, child)) found.push(child);
  return found;
}

/** The text of an argument that is one plain string; -1 when it is computed or not there. */
export function writtenArgument(walk: Walk, given: readonly number[], position: number | undefined): number {
  const argument = position === undefined ? undefined : given[position];
  if (argument === undefined || codeOf(walk.tree, argument) !== KIND.string) return -1;
  return contentOf(walk.tree, argument);
}

/** The part of a computed name that is known: `"visit_" + kind`, f"visit_{kind}", "visit_%s" % kind. */
export function literalStart(walk: Walk, node: number): string {
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
