import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFolder } from "./read-folder.ts";
import { createRustNames } from "./rust-names.ts";
import type { Exclusion, Suite, SuiteCase, TruthEdge } from "./suite.ts";

/**
 * ktrianta/rust-callgraph-benchmark: a package a kind of call in `src/`, and in `evaluations/` the graphs that tools
 * which see compiled code made of them. MIRAI's is the truth; where it has none, that of LLVM, which holds the calls
 * that are resolved at compile time.
 */
export const rustCallgraph: Suite = {
  name: "rust-callgraph",
  title: "rust-callgraph-benchmark (Rust)",
  goals: { recall: 1 },
  read: (dir) => packages.map((name) => readCase(dir, name)),
};

/** All but `traits`, in which no code calls anything, and `main`, which calls one function of each. */
const packages = [
  "conditionally_compiled",
  "dynamic_dispatch",
  "function_pointers",
  "generics",
  "macros",
  "static_dispatch",
  "structs",
];

/** In these every call is decided at compile time, so that the tools' graphs lack none. */
const complete: ReadonlySet<string> = new Set(["generics", "static_dispatch", "structs"]);

function readCase(dir: string, name: string): SuiteCase {
  const crates = withDependencies(dir, name);
  const files = crates.flatMap((crate) =>
    readFolder(join(dir, "src", crate), (path) => /\.rs$|(?:^|\/)Cargo\.toml$/u.test(path)).map((file) => ({
      path: `${crate}/${file.path}`,
      bytes: file.bytes,
    })),
  );
  const names = createRustNames(files);
  const excluded: Exclusion[] = [];
  const edges = new Map<string, TruthEdge>();
  for (const [caller, callee] of graphOf(dir, name)) {
    const [from, to] = [names.keyOf(caller), names.keyOf(callee)];
    if (from !== undefined && to !== undefined) edges.set(`${from} -> ${to}`, { from, to });
    else if (from !== undefined && isOfCrates(callee, crates)) {
      excluded.push({ what: `${caller} -> ${callee}`, reason: "the callee has no text: a macro makes it" });
    }
  }
  const truth = [...edges.values()];
  const callers = new Set(truth.map(({ from }) => from));
  const starts = names.keys.filter((key) => key.startsWith(`${name}/`) && key.endsWith("//run"));
  return {
    name,
    files,
    entries: starts.length > 0 ? starts : [...callers],
    truth: {
      edges: truth,
      functions: [...new Set(truth.flatMap(({ from, to }) => [from, to]))],
      isComplete: complete.has(name),
      // Of the crates that it depends on a graph holds what its own code leads to. A method without a body runs nothing.
      ...(complete.has(name)
        ? {
            speaksOf: ({ from, to }: TruthEdge) =>
              (from.startsWith(`${name}/`) || callers.has(from)) && names.hasBody(to),
          }
        : {}),
    },
    excluded,
  };
}

/** A package and those beside it that it needs. */
function withDependencies(dir: string, name: string): string[] {
  const found = [name];
  for (const crate of found) {
    const manifest = readFileSync(join(dir, "src", crate, "Cargo.toml"), "utf8");
    for (const [, folder] of manifest.matchAll(/path\s*=\s*"\.\.\/(\w+)"/gu)) {
      if (folder !== undefined && !found.includes(folder)) found.push(folder);
    }
  }
  return found;
}

function isOfCrates(name: string, crates: readonly string[]): boolean {
  return crates.some((crate) => name.startsWith(`${crate}::`));
}

/** The edges of a tool's graph, by the names of the functions. */
function graphOf(dir: string, name: string): [string, string][] {
  const mirai = join(dir, "evaluations", "mirai-cgg", `${name}_cg.dot`);
  const llvm = join(dir, "evaluations", "llvm-opt", `${name}_cg.dot`);
  const text = readFileSync(existsSync(mirai) ? mirai : llvm, "utf8");
  const labels = new Map<string, string>();
  for (const [, node, label] of text.matchAll(
    /^\s*(\w+) \[.*?label\s*=\s*"(?:\\")?\{?(.*?)\}?(?:\\")?"/gmu,
  )) {
    labels.set(node as string, demangle(label as string));
  }
  return [...text.matchAll(/^\s*(\w+)(?::\w+)? -> (\w+)/gmu)].flatMap(([, from, to]) => {
    const [caller, callee] = [labels.get(from as string), labels.get(to as string)];
    return caller === undefined || callee === undefined ? [] : [[caller, callee] as [string, string]];
  });
}

const escapes: Readonly<Record<string, string>> = {
  $LT$: "<",
  $GT$: ">",
  $u20$: " ",
  $RF$: "&",
  $BP$: "*",
  $C$: ",",
  $u7b$: "{",
  $u7d$: "}",
};

/** `_ZN7structs3lib3Two3new17h…E` is `structs::lib::Two::new`; what is not mangled stays. */
function demangle(symbol: string): string {
  if (!symbol.startsWith("_ZN")) return symbol;
  const parts: string[] = [];
  for (let at = "_ZN".length; /\d/u.test(symbol[at] ?? ""); ) {
    const length = /^\d+/u.exec(symbol.slice(at))?.[0] as string;
    const start = at + length.length;
    at = start + Number(length);
    parts.push(symbol.slice(start, at));
  }
  return parts
    .slice(0, -1)
    .map((part) => part.replace(/^_(?=\$)/u, "").replaceAll(/\$\w+?\$/gu, (code) => escapes[code] ?? code))
    .map((part) => part.replaceAll("..", "::"))
    .join("::");
}
