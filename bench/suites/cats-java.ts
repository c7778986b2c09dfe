import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFolder, readFolder } from "./read-folder.ts";
import type { CaseFile, Exclusion, Suite, SuiteCase, TruthEdge } from "./suite.ts";

/**
 * The CATS programs for Java in secure-software-engineering/SWARM-CG: `benchmarks/java/cats/<kind>/<case>/` with
 * sources, a README.md that names the class with `main`, and `callgraph.json`: methods by their signatures, with
 * methods that they are sure to call. Only the calls that a case is about are in it, so nothing is known to be
 * unreached and no edge to be wrong; but every method that it names does run.
 */
export const catsJava: Suite = {
  name: "cats-java",
  title: "CATS Java of SWARM-CG",
  goals: { recall: 0.9, found: 0.85, notFound: 0.6 },
  read(dir) {
    const root = join(dir, "benchmarks", "java", "cats");
    return listFolder(root)
      .filter((path) => path.endsWith("/callgraph.json") && kinds.has(path.slice(0, path.indexOf("/"))))
      .map((path) => readCase(root, path.slice(0, -"/callgraph.json".length)));
  },
};

/** Those that need no reflection, native code or byte code to be followed. */
const kinds = new Set([
  "Java8InterfaceMethods",
  "Java8Invokedynamics",
  "NonVirtualCalls",
  "Types",
  "VirtualCalls",
]);

type SignatureGraph = Readonly<Record<string, readonly string[]>>;

function readCase(root: string, name: string): SuiteCase {
  const folder = join(root, name);
  const files = readFolder(folder, (path) => path.endsWith(".java"));
  const signatures = JSON.parse(readFileSync(join(folder, "callgraph.json"), "utf8")) as SignatureGraph;
  const types = typeKeys(files);
  const main = /MAIN:\s*([\w.$]+)/u.exec(readFileSync(join(folder, "README.md"), "utf8"))?.[1] ?? "";
  const entry = keyOf(`${main}:main()`, types);
  if (entry === undefined) throw new Error(`${name}: README.md names no class with main that is there`);
  const edges: TruthEdge[] = [];
  const functions = new Set<string>();
  const excluded: Exclusion[] = [];
  for (const [caller, callees] of Object.entries(signatures)) {
    for (const callee of callees) {
      const [from, to] = [keyOf(caller, types), keyOf(callee, types)];
      if (from === undefined || to === undefined) {
        excluded.push({ what: `${caller} -> ${callee}`, reason: "it leads out of the program" });
        continue;
      }
      edges.push({ from, to });
      functions.add(from).add(to);
    }
  }
  return {
    name,
    files,
    entries: [entry],
    truth: { edges, functions: [...functions], runs: [...functions], isComplete: false },
    excluded,
  };
}

/** `vc.Class:method(int)` is `vc/Class.java//Class//method`: the types of parameters are no part of a key. */
function keyOf(signature: string, types: ReadonlyMap<string, string>): string | undefined {
  const [, type = "", name = ""] = /^(.+?):(.+?)\(/u.exec(signature) ?? [];
  const key = types.get(type.replaceAll("$", "."));
  if (key === undefined || name === "<clinit>") return key;
  return `${key}//${name === "<init>" ? key.slice(key.lastIndexOf("//") + 2) : name}`;
}

/** The keys of all types of a program, by their full names. */
function typeKeys(files: readonly CaseFile[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { path, bytes } of files) {
    const text = new TextDecoder().decode(bytes).replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/gu, "");
    const around: string[] = [];
    let depth = 0;
    const open: number[] = [];
    let named: string | undefined;
    const prefix = /^\s*package\s+([\w.]+)\s*;/mu.exec(text)?.[1];
    for (const [token, declared] of text.matchAll(
      /[{}]|"(?:\\.|[^"\\])*"|\b(?:class|interface|enum|record)\s+(\w+)/gu,
    )) {
      if (declared !== undefined) named = declared;
      else if (token === "{") {
        depth++;
        if (named === undefined) continue;
        around.push(named);
        open.push(depth);
        named = undefined;
        keys.set(
          [...(prefix === undefined ? [] : [prefix]), ...around].join("."),
          [path, ...around].join("//"),
        );
      } else if (token === "}") {
        if (open.at(-1) === depth) {
          open.pop();
          around.pop();
        }
        depth--;
      }
    }
  }
  return keys;
}
