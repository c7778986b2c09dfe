import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFolder } from "./read-folder.ts";
import type { CaseFile, Exclusion, Suite, SuiteCase, TruthEdge } from "./suite.ts";

/**
 * The test data of golang/tools: `go/callgraph/rta/testdata/*.txtar` and `go/callgraph/cha/testdata/*.go`, each with a
 * comment that starts with `WANT:`. RTA lists some edges and what is and is not reachable from `main`; CHA lists the
 * calls through values and interfaces, of every function.
 */
export const goCallgraph: Suite = {
  name: "go-callgraph",
  title: "RTA and CHA test data of golang/tools (Go)",
  goals: { recall: 0.95 },
  read(dir) {
    const folder = join(dir, "go", "callgraph");
    const archives = listFolder(join(folder, "rta", "testdata")).filter((path) => path.endsWith(".txtar"));
    const sources = listFolder(join(folder, "cha", "testdata")).filter((path) => path.endsWith(".go"));
    return [
      ...sources.map((path) => readCase(`cha/${path}`, [read(join(folder, "cha", "testdata"), path)])),
      ...archives.map((path) => readCase(`rta/${path}`, splitArchive(join(folder, "rta", "testdata", path)))),
    ];
  },
};

function read(folder: string, path: string): CaseFile {
  return { path, bytes: readFileSync(join(folder, path)) };
}

/** The files of a txtar archive. */
function splitArchive(path: string): CaseFile[] {
  const parts = readFileSync(path, "utf8")
    .split(/^-- (.+) --\n/mu)
    .slice(1);
  const encoder = new TextEncoder();
  const files: CaseFile[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    files.push({ path: parts[at] as string, bytes: encoder.encode(parts[at + 1] as string) });
  }
  return files;
}

interface Line {
  readonly kind: string;
  readonly isDenied: boolean;
  readonly rest: string;
}

function readCase(name: string, files: readonly CaseFile[]): SuiteCase {
  const names = createNames(files);
  const excluded: Exclusion[] = [];
  const lines = wantedLines(names.wantText);
  const written = lines
    .filter(({ kind }) => kind === "edge")
    .map(({ rest }) => rest.split(/\s+--(?:.*--)?>\s+/u) as [string, string]);
  const edges = throughWrappers(written).flatMap(([from, to]) => readEdge(from, to));
  for (const { kind, rest } of lines) {
    if (kind === "rtype")
      excluded.push({ what: `rtype ${rest}`, reason: "a type descriptor is no function" });
  }
  const runs = keysOf(false);
  const entries = names.has("main") ? ["main", "init"] : written.map(([from]) => from);
  const never = keysOf(true).filter((key) => !runs.includes(key));
  return {
    name,
    files,
    entries: [...new Set(entries.flatMap((one) => names.keyOf(one) ?? []))],
    truth: {
      edges,
      functions: [...new Set([...edges.flatMap(({ from, to }) => [from, to]), ...runs, ...never])],
      runs,
      never,
      isComplete: false,
    },
    excluded,
  };

  function keysOf(isDenied: boolean): string[] {
    const asked = lines.filter((line) => line.kind === "reachable" && line.isDenied === isDenied);
    return [...new Set(asked.flatMap(({ rest }) => names.keyOf(rest) ?? []))];
  }

  function readEdge(caller: string, callee: string): TruthEdge[] {
    const [from, to] = [names.keyOf(caller), names.keyOf(callee)];
    const reason = reasonAgainst(caller, callee, from, to);
    if (reason === undefined) return [{ from: from as string, to: to as string }];
    excluded.push({ what: `${caller} -> ${callee}`, reason });
    return [];
  }

  function reasonAgainst(
    caller: string,
    callee: string,
    from: string | undefined,
    to: string | undefined,
  ): string | undefined {
    if (from === undefined) return "the caller lies outside the program";
    if (to === undefined) return "it leads out of the program";
    if (/^(?:.*\.)?init$/u.test(caller) && /^(?:.*\.)?init$/u.test(callee)) {
      return "what an import runs is an edge of the kind import, which is not counted";
    }
    if (/\$\d+$/u.test(callee)) return "an anonymous function has no key: it counts as the code around it";
    if (from === to) return "the wrapper that Go makes of a method has the key of the method";
    if (!names.isMentioned(callee)) {
      return "no code names the callee: only its signature is that of a value that is called";
    }
    return undefined;
  }
}

function wantedLines(text: string): Line[] {
  const isOfCha = /^\s*(?:Dynamic|All) calls$/mu.test(text);
  const edge = isOfCha ? "edge " : "";
  return text.split("\n").flatMap((line) => {
    const [, denial, kind, rest] =
      /^\s*(!?)\s*(edge|reachable|rtype)\s+(.+?)\s*$/u.exec(`${edge}${line}`) ?? [];
    if (kind === undefined || rest === undefined || (isOfCha && !rest.includes("-->"))) return [];
    return [{ kind, isDenied: denial === "!", rest }];
  });
}

/** `a -> m$bound` and `m$bound -> b` are one call from `a` to `b`. */
function throughWrappers(edges: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  const isWrapper = (name: string) => /\$(?:bound|thunk)$/u.test(name);
  const behind = (name: string): string[] =>
    isWrapper(name) ? edges.filter(([from]) => from === name).map(([, to]) => to) : [name];
  return edges.flatMap(([from, to]) =>
    isWrapper(from) ? [] : behind(to).map((callee) => [from, callee] as const),
  );
}

interface GoNames {
  readonly wantText: string;
  /** The key of a function as SSA writes it; undefined outside the program. */
  keyOf(name: string): string | undefined;
  has(name: string): boolean;
  /** Some code names the function, or it is a method, which a type brings along. */
  isMentioned(name: string): boolean;
}

function createNames(files: readonly CaseFile[]): GoNames {
  const sources = files
    .filter(({ path }) => path.endsWith(".go"))
    .map(({ path, bytes }) => {
      const text = new TextDecoder().decode(bytes);
      return { path, text, code: text.replaceAll(/\/\/.*$/gmu, "") };
    });
  const holder = sources.find(({ text }) => text.includes("// WANT:"));
  if (holder === undefined)
    throw new Error(`no WANT comment in ${sources.map(({ path }) => path).join(", ")}`);
  const manifest = files.find(({ path }) => path === "go.mod");
  const module = /^module\s+(\S+)/mu.exec(new TextDecoder().decode(manifest?.bytes))?.[1] ?? "";
  const wantText = holder.text
    .slice(holder.text.indexOf("// WANT:") + "// WANT:".length)
    .split("\n")
    .filter((line) => line.startsWith("//"))
    .map((line) => line.slice(2))
    .join("\n");
  return { wantText, keyOf, has: (name) => keyOf(name) !== undefined, isMentioned };

  function keyOf(written: string): string | undefined {
    const plain = written.replaceAll(/\[[^\]]*\]/gu, "").replace(/\$.*$/u, "");
    const [, type, method] = /^\(\*?(.+)\)\.(\w+)$/u.exec(plain) ?? [];
    const { folder, name } = splitName(type ?? plain);
    const near = sources.filter(({ path }) => folderOf(path) === folder);
    if (name === "init") return near[0]?.path;
    if (method === undefined) {
      const file = near.find(({ code }) => new RegExp(`^func ${name}\\b`, "mu").test(code));
      return file && `${file.path}//${name}`;
    }
    const own = new RegExp(`^func \\((?:\\w+ )?\\*?${name}\\b.*\\) ${method}\\b`, "mu");
    const declared = new RegExp(`^type ${name}\\b`, "mu");
    const file = near.find(({ code }) => own.test(code)) ?? near.find(({ code }) => declared.test(code));
    return file && [file.path, name, method].join("//");
  }

  /** A name without a package is one of the package with the expectations. */
  function splitName(written: string): { readonly folder: string | undefined; readonly name: string } {
    const dot = written.lastIndexOf(".");
    if (dot < 0) return { folder: folderOf((holder as { path: string }).path), name: written };
    const from = written.slice(0, dot);
    const isOwn = module !== "" && (from === module || from.startsWith(`${module}/`));
    return { folder: isOwn ? from.slice(module.length + 1) : undefined, name: written.slice(dot + 1) };
  }

  function isMentioned(written: string): boolean {
    const plain = written.replaceAll(/\[[^\]]*\]/gu, "").replace(/\$.*$/u, "");
    if (plain.startsWith("(")) return true;
    const { name } = splitName(plain);
    const uses = sources.flatMap(({ code }) => [...code.matchAll(new RegExp(`\\b${name}\\b`, "gu"))]);
    return uses.length > 1;
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
