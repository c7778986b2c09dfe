import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ResolvedModule } from "../../src/engine/graph/graph.ts";
import { wrongToday } from "../wrong-today.ts";
import { createMemoryProject, type MemoryProject, readCase } from "./memory-project.ts";

const folder = join(import.meta.dirname, "../cases/graph");

describe("imports and definitions of the graph cases", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".txtar"));
  for (const name of names) {
    const { files, expect: expected } = readCase(readFileSync(join(folder, name), "utf8"));
    if (expected.imports === undefined && expected.definitions === undefined) continue;
    it(name.replace(".txtar", ""), async () => {
      const memory = await createMemoryProject(files);
      const wrong = [
        ...(expected.imports ?? []).flatMap((one) => wrongImport(memory, one)),
        ...(expected.definitions ?? []).flatMap((one) => wrongDefinition(memory, one)),
      ];
      const known = (wrongToday[name.replace(".txtar", "")] ?? []).map((one) => one.answer);
      expect(wrong).toEqual(known);
    });
  }

  it("reads every case", () => {
    expect(names.length).toBeGreaterThanOrEqual(69);
  });
});

function wrongImport(memory: MemoryProject, expected: { from: string; to: string }): string[] {
  const file = memory.records.get(expected.from);
  if (file === undefined) return [`${expected.from} was not read`];
  const resolver = memory.resolverFor(file.language);
  const requests = [
    ...file.imports,
    ...file.exports.flatMap((entry) =>
      entry.specifier === undefined
        ? []
        : [{ specifier: entry.specifier, kind: "named" as const, imported: entry.local }],
    ),
  ];
  const modules = requests.flatMap((entry) => {
    const module = resolver?.resolve(file, entry);
    if (module === undefined) return [];
    const nested = entry.imported === "" ? undefined : resolver?.submodule?.(module, entry.imported);
    const declared = file.imports.flatMap((one) =>
      one === entry ? memory.binder.bindImport(file, one) : [],
    );
    const inFiles = declared.flatMap((target) => (target.kind === "declaration" ? [target.path] : []));
    return [...pathsOf(module), ...(nested === undefined ? [] : pathsOf(nested)), ...inFiles];
  });
  const children = file.declarations.flatMap((one) =>
    one.kind === "namespace" ? modulePaths(memory, file.path, one.name) : [],
  );
  const reached = new Set([...modules, ...children]);
  if (reached.has(expected.to)) return [];
  return [`${expected.from} imports ${[...reached].sort().join(", ") || "nothing"}, not ${expected.to}`];
}

/** Where a language declares its child modules by name, the declaration is the import. */
function modulePaths(memory: MemoryProject, path: string, name: string): readonly string[] {
  const file = memory.records.get(path);
  const resolver = file === undefined ? undefined : memory.resolverFor(file.language);
  const parent: ResolvedModule = { kind: "files", paths: [path], scope: [] };
  const child = resolver?.submodule?.(parent, name);
  return child === undefined ? [] : pathsOf(child);
}

function pathsOf(module: ResolvedModule): readonly string[] {
  return module.kind === "files" ? module.paths : [];
}

/** `at` is "file:line:column text", `to` is "file:line"; lines and columns count from 1. */
function wrongDefinition(
  memory: MemoryProject,
  expected: { at: string; to: string; name?: string },
): string[] {
  const [, path = "", line, column, text] = /^(.+):(\d+):(\d+) (.+)$/.exec(expected.at) ?? [];
  const file = memory.records.get(path);
  const reference = file?.references.find(
    (one) => one.line + 1 === Number(line) && one.column + 1 === Number(column),
  );
  if (file === undefined || reference === undefined) return [`${expected.at} is no use of a name`];
  if (reference.name !== text) return [`${expected.at} was read as ${reference.name}`];
  const places = memory.binder.bind(file, reference).map((target) => {
    if (target.kind !== "declaration") return target.kind === "unknown" ? target.reason : target.kind;
    const one = memory.records.get(target.path)?.declarations[target.declaration];
    return `${target.path}:${(one?.line ?? -1) + 1} ${one?.name}`;
  });
  const wanted = `${expected.to} ${expected.name ?? text}`;
  if (places.includes(wanted)) return [];
  return [`${expected.at} is ${places.join(", ") || "nothing"}, not ${wanted}`];
}
