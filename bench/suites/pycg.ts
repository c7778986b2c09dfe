import { readFileSync } from "node:fs";
import { join } from "node:path";
import { moduleKeys } from "./module-keys.ts";
import { listFolder, readFolder } from "./read-folder.ts";
import type { Exclusion, Suite, SuiteCase, TruthEdge } from "./suite.ts";

/**
 * The micro-benchmark of vitsalis/PyCG: `micro-benchmark/snippets/<kind>/<case>/` with `main.py`, what it imports,
 * and `callgraph.json`: each function by its dotted name, with the functions that it calls. A module that is
 * imported has run its top level, so all modules that the truth names are entries.
 */
export const pycg: Suite = {
  name: "pycg",
  title: "PyCG micro-benchmark (Python)",
  goals: { precision: 0.97, recall: 0.93, found: 0.85, notFound: 0.6 },
  read(dir) {
    const root = join(dir, "micro-benchmark", "snippets");
    return listFolder(root)
      .filter((path) => path.endsWith("/callgraph.json"))
      .map((path) => readCase(root, path.slice(0, -"/callgraph.json".length)));
  },
};

type DottedGraph = Readonly<Record<string, readonly string[]>>;

function readCase(root: string, name: string): SuiteCase {
  const folder = join(root, name);
  const files = readFolder(folder, (path) => path.endsWith(".py"));
  const dotted = JSON.parse(readFileSync(join(folder, "callgraph.json"), "utf8")) as DottedGraph;
  const modules = moduleKeys(files, ".py", "__init__");
  const edges = new Map<string, TruthEdge>();
  const functions = new Set<string>();
  const entries = new Set<string>();
  const excluded = new Map<string, Exclusion>();
  for (const [caller, callees] of Object.entries(dotted)) {
    const from = keyOf(caller, modules);
    if (from.kind === "key") note(from.key);
    for (const callee of callees) {
      const to = keyOf(callee, modules);
      if (from.kind === "key" && to.kind === "key" && !to.isAnonymous) {
        note(to.key);
        edges.set(`${from.key} -> ${to.key}`, { from: from.key, to: to.key });
        continue;
      }
      const reason = to.kind === "outside" ? to.reason : anonymousReason;
      excluded.set(`${caller} -> ${callee}`, { what: `${caller} -> ${callee}`, reason });
    }
  }
  return {
    name,
    files,
    entries: [...entries],
    truth: { edges: [...edges.values()], functions: [...functions], isComplete: true },
    excluded: [...excluded.values()],
  };

  function note(key: string): void {
    if (key.includes("//")) functions.add(key);
    else entries.add(key);
  }
}

type Named =
  | { readonly kind: "key"; readonly key: string; readonly isAnonymous: boolean }
  | { readonly kind: "outside"; readonly reason: string };

const anonymousReason = "a lambda has no key: its calls count as those of the function around it";

/** `pkg.mod.Class.method` is `pkg/mod.py//Class//method`. */
function keyOf(name: string, modules: ReadonlyMap<string, string>): Named {
  if (name.startsWith("<")) {
    return { kind: "outside", reason: "the callee is a builtin, which is no function of the program" };
  }
  const parts = name.split(".");
  const named = parts.filter((part) => !part.startsWith("<lambda"));
  for (let length = named.length; length > 0; length--) {
    const file = modules.get(named.slice(0, length).join("."));
    if (file === undefined) continue;
    const key = [file, ...named.slice(length)].join("//");
    return { kind: "key", key, isAnonymous: (parts.at(-1) as string).startsWith("<lambda") };
  }
  return { kind: "outside", reason: "the callee lies in a package that is not part of the case" };
}
