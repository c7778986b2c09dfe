import { describe, expect, it } from "vitest";
import { createBinder, createPathTree, type ProjectView } from "../../src/engine/graph/graph.ts";
import type { FileIndex } from "../../src/engine/index/index.ts";
import { makeDeclaration, makeRecord, makeReference } from "../review/fixtures.ts";
import { createMemoryProject } from "./memory-project.ts";

/** What the use at "path:line name" (from 1, first of that name) is bound to: "path:line name", or the reason. */
async function bound(files: Readonly<Record<string, string>>, at: string): Promise<string[]> {
  const memory = await createMemoryProject(new Map(Object.entries(files)));
  const [, path = "", line, name] = /^(.+):(\d+) (.+)$/.exec(at) ?? [];
  const file = memory.records.get(path);
  const reference = file?.references.find((one) => one.name === name && one.line + 1 === Number(line));
  if (file === undefined || reference === undefined) return ["no such use"];
  return memory.binder.bind(file, reference).map((target) => {
    if (target.kind === "outside") return `outside ${[target.name, ...target.names].join("//")}`;
    if (target.kind !== "declaration") return target.kind === "unknown" ? target.reason : target.kind;
    const one = memory.records.get(target.path)?.declarations[target.declaration];
    return `${target.path}:${(one?.line ?? -1) + 1} ${one?.name}`;
  });
}

describe("a name is bound to what it stands for and to no namesake", () => {
  it("a parameter hides an import of its name", async () => {
    const files = {
      "a.ts": "export function run() {}\n",
      "b.ts": 'import { run } from "./a";\nexport function go(run: () => void) {\n  run();\n}\nrun();\n',
    };
    expect(await bound(files, "b.ts:3 run")).toEqual(["b.ts:2 run"]);
    expect(await bound(files, "b.ts:5 run")).toEqual(["a.ts:1 run"]);
  });

  it("a member of a value with a declared type, through its bases", async () => {
    const files = {
      "base.ts": "export class Base {\n  close() {\n    return 1;\n  }\n}\n",
      "store.ts": 'import { Base } from "./base";\nexport class Store extends Base {\n  load() {}\n}\n',
      "other.ts": "export class Other {\n  close() {}\n  load() {}\n}\n",
      "app.ts":
        'import { Store } from "./store";\nimport { Other } from "./other";\n' +
        "export function app(store: Store) {\n  store.load();\n  store.close();\n  store.missing();\n}\nnew Other();\n",
    };
    expect(await bound(files, "app.ts:4 load")).toEqual(["store.ts:3 load"]);
    expect(await bound(files, "app.ts:5 close")).toEqual(["base.ts:2 close"]);
    expect(await bound(files, "app.ts:6 missing")).toEqual(["member"]);
  });

  it("a member of what a call gives, by the result that is written", async () => {
    const files = {
      "store.ts":
        "export class Store {\n  load() {}\n}\nexport function open(): Store {\n  return new Store();\n}\n",
      "app.ts": 'import { open } from "./store";\nconst store = open();\nstore.load();\nopen().load();\n',
    };
    expect(await bound(files, "app.ts:3 load")).toEqual(["store.ts:2 load"]);
    expect(await bound(files, "app.ts:4 load")).toEqual(["store.ts:2 load"]);
  });

  it("what comes from a library is outside, with its names", async () => {
    const files = { "app.ts": 'import { z } from "zod";\nz.string();\n' };
    expect(await bound(files, "app.ts:2 string")).toEqual(["outside zod//z//string"]);
  });

  it("a member of a Go type in another file of its package", async () => {
    const files = {
      "go.mod": "module example.com/m\n",
      "a.go": "package m\n\ntype Store struct{}\n",
      "b.go": "package m\n\nfunc (s *Store) Load() {}\n",
      "c/c.go": 'package c\n\nimport "example.com/m"\n\nfunc Go(s *m.Store) {\n\ts.Load()\n}\n',
    };
    expect(await bound(files, "c/c.go:6 Load")).toEqual(["b.go:3 Load"]);
  });

  it("a circle of re-exports ends, and a name in it is missing", async () => {
    const files = {
      "a.ts": 'export { ghost } from "./b";\n',
      "b.ts": 'export { ghost } from "./a";\n',
      "c.ts": 'import { ghost } from "./a";\nghost();\n',
    };
    expect(await bound(files, "c.ts:2 ghost")).toEqual(["missing"]);
  });

  it("two wildcards that give one name give nobody's", async () => {
    const files = {
      "a.py": "def run():\n    pass\n",
      "b.py": "def run():\n    pass\n",
      "c.py": "from a import *\nfrom b import *\nrun()\n",
    };
    expect(await bound(files, "c.py:3 run")).toEqual(["unbound"]);
  });
});

describe("what would never end, ends", () => {
  const projectOf = (records: readonly FileIndex[]): ProjectView => {
    const byPath = new Map(records.map((record) => [record.path, record]));
    return {
      tree: createPathTree(byPath.keys()),
      manifest: () => undefined,
      index: (path) => byPath.get(path),
    };
  };

  it("a variable that is set to what it gives itself", () => {
    const declaration = makeDeclaration({ name: "x", kind: "variable", startLine: 0, endLine: 0 });
    const call = makeReference({ name: "x", line: 0, declaration: 0 });
    const use = makeReference({ name: "run", line: 1, through: ["x", "()"], declaration: 0 });
    const assignment = {
      target: ["x"],
      declaration: 0,
      value: "call" as const,
      reference: 0,
      position: 0,
      within: -1,
      line: 0,
      column: 0,
    };
    const record = makeRecord("a.toy", {
      declarations: [declaration],
      references: [call, use],
      assignments: [assignment],
    });
    const binder = createBinder({
      project: projectOf([record]),
      resolverFor: () => undefined,
      maxExportHops: 8,
    });
    expect(binder.bind(record, use)).toEqual([{ kind: "unknown", reason: "member" }]);
  });

  it("variables that are set to one another, ten thousand of them", () => {
    const count = 10_000;
    const declarations = Array.from({ length: count }, (_, line) =>
      makeDeclaration({ name: `v${line}`, kind: "variable", startLine: line, endLine: line }),
    );
    const reads = declarations.map((_, line) =>
      makeReference({ name: `v${line}`, line, role: "read", declaration: line }),
    );
    const assignments = declarations.slice(1).map((_, index) => ({
      target: [`v${index + 1}`],
      declaration: index + 1,
      value: "name" as const,
      reference: index,
      position: 0,
      within: -1,
      line: index,
      column: 0,
    }));
    const last = count - 1;
    const use = makeReference({ name: "run", line: last, through: [`v${last}`], declaration: last });
    const record = makeRecord("a.toy", { declarations, references: [...reads, use], assignments });
    const binder = createBinder({
      project: projectOf([record]),
      resolverFor: () => undefined,
      maxExportHops: 8,
    });
    expect(binder.bind(record, use)).toEqual([{ kind: "unknown", reason: "member" }]);
  });

  it("a package that imports a name from itself means the module below it", async () => {
    const files = {
      "pkg/__init__.py": "from . import json\n",
      "pkg/json.py": "def dumps(value):\n    return value\n",
      "pkg/other.py": "from . import json\n\njson.dumps(1)\n",
    };
    expect(await bound(files, "pkg/other.py:3 dumps")).toEqual(["pkg/json.py:1 dumps"]);
  });

  it("re-exports beyond the limit are counted", () => {
    const records = Array.from({ length: 12 }, (_, index) =>
      makeRecord(`f${index}.toy`, {
        exports: [
          {
            name: "run",
            local: "run",
            specifier: `f${index + 1}.toy`,
            declaration: -1,
            import: -1,
            isTypeOnly: false,
            line: 0,
            column: 0,
          },
        ],
      }),
    );
    const binder = createBinder({
      project: projectOf(records),
      resolverFor: () => ({
        resolve: (_, entry) => ({ kind: "files", paths: [entry.specifier], scope: [] }),
        siblings: () => [],
      }),
      maxExportHops: 8,
    });
    const module = { kind: "files" as const, paths: ["f0.toy"], scope: [] };
    expect(binder.findExport(module, "run")).toEqual([{ kind: "unknown", reason: "missing" }]);
    expect(binder.cutExports).toBe(1);
  });
});

describe("values that lead to values", () => {
  it("in a circle are not known, and end", async () => {
    const files = {
      "a.py": "class A:\n    def go(self): ...\n\nx = x\ny = z\nz = y\nx().go()\ny().go()\ny.go()\n",
    };
    for (const line of [7, 8, 9]) expect(await bound(files, `a.py:${line} go`)).toEqual(["member"]);
  });

  it("in a chain of thousands end too", async () => {
    const chain = Array.from({ length: 5000 }, (_, at) => `const v${at + 1} = v${at}();\n`).join("");
    const files = { "a.ts": `const v0 = () => v0;\n${chain}v5000.go();\nv5000().go();\n` };
    expect(await bound(files, "a.ts:5002 go")).toEqual(["member"]);
    expect(await bound(files, "a.ts:5003 go")).toEqual(["member"]);
  });
});

describe("members in sight", () => {
  it("are none where the language's own types have such a member", async () => {
    const text =
      "class Jar:\n    def items(self): ...\n    def domains(self): ...\n\ndef use(x):\n    x.items()\n    x.domains()\n";
    const memory = await createMemoryProject(new Map([["a.py", text]]));
    const file = memory.records.get("a.py") as FileIndex;
    const inSight = (name: string) => {
      const reference = file.references.find((one) => one.name === name);
      return reference === undefined ? undefined : memory.binder.membersInSight(file, reference).length;
    };
    expect([inSight("items"), inSight("domains")]).toEqual([0, 1]);
  });
});
