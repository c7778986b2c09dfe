import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where the cases lie in a checkout of the suites. */
const casesFolder = "benchmarks/javascript/swarm_js";

/**
 * Truth that the program itself does not bear out: it was run, or names what its text does not hold. `name` is a
 * function or an edge as the suite writes it.
 */
const errata: readonly { readonly of: string; readonly name: string; readonly reason: string }[] = [
];

export const swarmJs = {
  name: "swarm-js",
  language: "javascript",
  read: (dir: string) => readCases(join(dir, casesFolder)),
};

function readCases(folder: string) {
  return subfolders(folder).flatMap((group) =>
    subfolders(join(folder, group)).map((name) => readCase(`${group}/${name}`, join(folder, group, name))),
  );
}

function subfolders(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}

function readCase(name: string, folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js"))
    .sort()
    .map((path) => ({ path, bytes: readFileSync(join(folder, path)) }));
  const written = JSON.parse(readFileSync(join(folder, "callgraph.json"), "utf8")) as Record<string, string[]>;
  const keys = createKeys(files);
  const excluded: { what: string; reason: string }[] = [];
  const wrong = new Map(errata.filter((one) => one.of === name).map((one) => [one.name, one.reason]));
  const functions = new Set<string>();
  const edges: { from: string; to: string }[] = [];
  for (const [from, callees] of Object.entries(written)) {
    const caller = keys.of(from);
    if (wrong.has(from)) { excluded.push({ what: from, reason: wrong.get(from) as string }); continue; }
    if (caller.key !== undefined && caller.isFunction) functions.add(caller.key);
    for (const to of callees) {
      const what = `${from} -> ${to}`;
      const callee = keys.of(to);
      const reason = wrong.get(what) ?? caller.reason ?? callee.reason;
      if (reason !== undefined || caller.key === undefined || callee.key === undefined) {
        excluded.push({ what, reason: reason ?? "" });
      } else {
        functions.add(callee.key);
        edges.push({ from: caller.key, to: callee.key });
      }
    }
  }
  return { name, files, entries: ["main.js"], truth: { edges, functions: [...functions].sort(), isComplete: true }, excluded };
}

interface Name {
  readonly key?: string;
  readonly isFunction: boolean;
  readonly reason?: string;
}

function createKeys(files: readonly { readonly path: string; readonly bytes: Uint8Array }[]) {
  const texts = new Map(files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
  const modules = new Map<string, string>();
  for (const { path } of files) {
    const module = path.slice(0, -3).replaceAll("/", ".");
    modules.set(module, path);
    if (module.endsWith(".index")) modules.set(module.slice(0, -6), path);
  }
  return { of };

  function of(written: string): Name {
    if (written.startsWith("<")) return { isFunction: false, reason: "the suite lists some builtins, in a spelling of its own" };
    const parts = written.replace(/\.?\[Symbol\.iterator\]/u, ".@iterator").split(".");
    for (let length = parts.length; length > 0; length--) {
      const path = modules.get(parts.slice(0, length).join("."));
      if (path !== undefined) return named(path, parts.slice(length).map((part) => (part === "@iterator" ? "[Symbol.iterator]" : part)));
    }
    return { isFunction: false, reason: "it is no name of the case's files" };
  }

  function named(path: string, names: readonly string[]): Name {
    if (names.length === 0) return { key: path, isFunction: false };
    const text = texts.get(path) as string;
    const last = names.at(-1) as string;
    const arrow = /^<arrow(\d+)>$/u.exec(last);
    const own = arrow === null ? last : arrowName(text, Number(arrow[1]));
    if (own === undefined) return { isFunction: false, reason: "a function without a name counts as the one around it" };
    const key = [path, ...names.slice(0, -1), own].join("//");
    if (new RegExp(`class ${own}\\b`, "u").test(text)) return { key, isFunction: false };
    return { key, isFunction: true };
  }
}

/** The name of the variable that the nth arrow function of a text is the value of. */
function arrowName(text: string, ordinal: number): string | undefined {
  const arrows = [...text.matchAll(/=>/gu)];
  const before = text.slice(0, arrows[ordinal - 1]?.index);
  return /(?:const|let|var)\s+(\w+)\s*=\s*(?:\([^()]*\)|\w+)\s*$/u.exec(before)?.[1];
}
