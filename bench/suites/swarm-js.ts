import { readFileSync } from "node:fs";
import { join } from "node:path";
import { moduleKeys } from "./module-keys.ts";
import { listFolder, readFolder } from "./read-folder.ts";
import type { CaseFile, Exclusion, Suite, SuiteCase, TruthEdge } from "./suite.ts";

/**
 * SWARM-JS of secure-software-engineering/SWARM-CG: `benchmarks/javascript/swarm_js/<kind>/<case>/` with `main.js`,
 * what it imports, and `callgraph.json`: each function by its dotted name, with the functions that it calls.
 */
export const swarmJs: Suite = {
  name: "swarm-js",
  title: "SWARM-JS (JavaScript)",
  goals: { precision: 0.85, recall: 0.88, found: 0.85, notFound: 0.6 },
  read(dir) {
    const root = join(dir, "benchmarks", "javascript", "swarm_js");
    return listFolder(root)
      .filter((path) => path.endsWith("/callgraph.json"))
      .map((path) => readCase(root, path.slice(0, -"/callgraph.json".length)));
  },
};

type DottedGraph = Readonly<Record<string, readonly string[]>>;

/** Edges of the truth that the program, when it is run, does not bear out. */
const errata: readonly { readonly of: string; readonly edge: string; readonly reason: string }[] = [
  {
    of: "builtins/map",
    edge: "main.func3 -> main.func3.innerFunc",
    reason: "the call stands in the callback of the last line, not in func3",
  },
  {
    of: "classes/base_class_attr",
    edge: "main -> main.A.B.bfunc",
    reason: "B is written beside A, and not in it",
  },
  {
    of: "decorators/nested_decorators",
    edge: "main -> main.func",
    reason: "what is called there is dec1.inner, which calls dec2.inner, which calls func",
  },
  {
    of: "inheritance/self_assignment",
    edge: "main -> main.Beta.method",
    reason: "`this.method` of an Alpha is Alpha's own method",
  },
  {
    of: "kwargs/assigned_call",
    edge: "main.func -> main.func2",
    reason: "what is called is the object around func2, which ends the program",
  },
  {
    of: "mixins/single_parent_with_mixin",
    edge: "main -> main.Beta.constructor",
    reason: "no Beta is made: the prototype's constructor is not enumerable, and is not copied",
  },
  {
    of: "mixins/single_parent_with_mixin",
    edge: "main -> main.Beta.method",
    reason: "methods of a class are not enumerable, and are not copied: Alpha's runs",
  },
];

const unrunnable = "its import leads nowhere, so that the program does not start";

function readCase(root: string, name: string): SuiteCase {
  const folder = join(root, name);
  const files = readFolder(folder, (path) => path.endsWith(".js"));
  const dotted = JSON.parse(readFileSync(join(folder, "callgraph.json"), "utf8")) as DottedGraph;
  const keyOf = createKeys(files);
  const edges = new Map<string, TruthEdge>();
  const functions = new Set<string>();
  const entries = new Set(["main.js"]);
  const excluded = new Map<string, Exclusion>();
  const doubtful = new Set<string>();
  const known = errata.filter(({ of }) => of === name);
  for (const [caller, callees] of Object.entries(dotted)) {
    const from = keyOf(caller);
    if (from.kind === "module") entries.add(from.key);
    else if (from.kind === "function") functions.add(from.key);
    else if (from.kind === "unwritten") exclude(caller, from.reason);
    for (const callee of callees) {
      const what = `${caller} -> ${callee}`;
      const erratum = known.find(({ edge }) => edge === what);
      const to = keyOf(callee);
      if (erratum !== undefined && to.kind === "function") {
        exclude(what, erratum.reason);
        doubtful.add(to.key);
        functions.delete(to.key);
      } else if (to.kind === "outside" || to.kind === "unwritten") exclude(what, to.reason);
      else if (from.kind === "outside" || from.kind === "unwritten") exclude(what, from.reason);
      else if (to.kind !== "function") exclude(what, anonymous);
      else {
        functions.add(to.key);
        edges.set(`${from.key} -> ${to.key}`, { from: from.key, to: to.key });
      }
    }
  }
  for (const key of doubtful) functions.delete(key);
  const starts = name !== "imports/parent_import";
  if (!starts) exclude("main", unrunnable);
  return {
    name,
    files,
    entries: [...entries],
    truth: {
      edges: [...edges.values()],
      functions: starts ? [...functions] : [],
      // What the truth gets wrong leaves open what runs in its place: then no edge is known to be wrong.
      isComplete: starts && doubtful.size === 0 && ![...excluded.values()].some(isUnwritten),
    },
    excluded: [...excluded.values()],
  };

  function exclude(what: string, reason: string): void {
    excluded.set(what, { what, reason });
  }
}

type Named =
  | { readonly kind: "module"; readonly key: string }
  | { readonly kind: "function"; readonly key: string }
  | { readonly kind: "anonymous"; readonly key: string }
  | { readonly kind: "class"; readonly key: string }
  | { readonly kind: "outside"; readonly reason: string }
  | { readonly kind: "unwritten"; readonly reason: string };

const anonymous = "a function without a name has no key: its calls count as those of the function around it";
const unwritten = "the text of the case has no function of that name";

/** A call of something that is not there. A function that is only listed says nothing of what runs. */
function isUnwritten({ what, reason }: Exclusion): boolean {
  return reason === unwritten && what.includes(" -> ");
}

/** `nested.mod.Class.method` is `nested/mod.js//Class//method`; `nested` may be `nested/index.js`. */
function createKeys(files: readonly CaseFile[]): (name: string) => Named {
  const modules = moduleKeys(files, ".js", "index");
  const texts = new Map(files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
  const isClass = classTest(files);
  return (name) => {
    if (name.startsWith("<")) {
      return { kind: "outside", reason: "the callee is a builtin, which is no function of the program" };
    }
    const parts = name.replace(/\.?\[Symbol\.iterator\]/u, ".[Symbol·iterator]").split(".");
    for (let length = parts.length; length > 0; length--) {
      const file = modules.get(parts.slice(0, length).join("."));
      if (file === undefined) continue;
      const names = parts.slice(length).map((part) => part.replace("·", "."));
      return inFile(file, texts.get(file) ?? "", names);
    }
    return { kind: "unwritten", reason: unwritten };
  };

  function inFile(file: string, text: string, names: readonly string[]): Named {
    const last = names.at(-1);
    if (last === undefined) return { kind: "module", key: file };
    const around = names.slice(0, -1);
    const arrow = /^<arrow(\d+)>$/u.exec(last);
    const own = arrow === null ? last : arrowName(text, Number(arrow[1]));
    if (own === undefined) return { kind: "anonymous", key: [file, ...around].join("//") };
    const key = [file, ...around, own].join("//");
    if (isClass(key)) return { kind: "class", key };
    if (isValueOfNamelessObject(text, around, own))
      return { kind: "anonymous", key: [file, ...around].join("//") };
    return isWritten(text, own) ? { kind: "function", key } : { kind: "unwritten", reason: unwritten };
  }
}

/** The variable that the nth arrow function of a text is the value of; `undefined` when it has none. */
function arrowName(text: string, ordinal: number): string | undefined {
  const arrow = [...text.matchAll(/=>/gu)][ordinal - 1];
  const before = text.slice(0, arrow?.index);
  return /(?:const|let|var)\s+(\w+)\s*=\s*(?:\([^()]*\)|\w+)\s*$/u.exec(before)?.[1];
}

/** A function, a method or the function value of a name. */
function isWritten(text: string, name: string): boolean {
  const quoted = name.replaceAll(/[[\].$]/gu, "\\$&");
  return new RegExp(
    `function\\s*\\*?\\s+${quoted}\\b|(?:^|\\s|\\*)${quoted}\\s*\\([^)]*\\)\\s*\\{|\\b${quoted}\\s*[:=]\\s*(?:function\\b|\\([^()]*\\)\\s*=>|\\w+\\s*=>)`,
    "mu",
  ).test(text);
}

/** `return { next: () => … }` in a method: the object has no name, and neither has the function a key. */
function isValueOfNamelessObject(text: string, around: readonly string[], name: string): boolean {
  return around.length > 0 && new RegExp(`return\\s*\\{\\s*${name}\\s*:`, "u").test(text);
}

/** Whether a key is one of a class, which is no function: making an instance runs its constructor. */
function classTest(files: readonly CaseFile[]): (key: string) => boolean {
  const texts = new Map(files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
  return (key) => {
    const [path = "", ...names] = key.split("//");
    const own = (names.at(-1) ?? "").replaceAll(/[[\].$]/gu, "\\$&");
    const text = texts.get(path) ?? "";
    return names.length > 0 && new RegExp(`class\\s+${own}\\b|\\b${own}\\s*=\\s*class\\b`, "u").test(text);
  };
}
