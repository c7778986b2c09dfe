import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createIndexer } from "../../src/app/indexer.ts";
import { linkProject, readManifests } from "../../src/app/read-project.ts";
import { GRAPH_VERSION, type Graph } from "../../src/engine/graph/graph.ts";
import type { IndexResult, ProjectFiles } from "../../src/engine/index/index.ts";
import { reach, targetByKey } from "../../src/engine/reach/reach.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { reachSchema } from "../../src/wire/graph.ts";
import { makePlace, run } from "../cli/harness.ts";
import { memoryFiles, never } from "../indexer/projects.ts";

const program =
  "import yaml\n\n\ndef spare():\n    yaml.load('x')\n\n\nif __name__ == '__main__':\n    print('x')\n";
const big = 4 * 1024 * 1024;

/** A bad file beside a good program in which nothing reaches the target, and what is said of the file. */
const badFiles: Readonly<Record<string, readonly [string, string | Uint8Array, string, string]>> = {
  unparsable: ["bad.py", "def (:\n  ]]] class\n", "indexed", "not-found"],
  empty: ["bad.py", "", "indexed", "not-found"],
  "only a comment": ["bad.js", "// nothing\n", "indexed", "not-found"],
  minified: [
    "bad.js",
    Array.from({ length: 3000 }, (_, at) => `var a${at}=function(b){return b?a${at}(b-1):0};`).join(""),
    "indexed",
    "not-found",
  ],
  binary: ["bad.py", Uint8Array.from([80, 75, 3, 4, 0, 0, 255]), "failed", "uncertain"],
  enormous: ["bad.py", `x = 1\n${"#\n".repeat(big / 2)}`, "failed", "uncertain"],
  "deeply nested": ["bad.py", `x = ${"(".repeat(20_000)}1${")".repeat(20_000)}\n`, "truncated", "uncertain"],
  "not UTF-8": [
    "bad.py",
    Uint8Array.from([...Buffer.from("x = '"), 0xff, 0xfe, 0xe9, ...Buffer.from("'\n")]),
    "indexed",
    "not-found",
  ],
  "a lone surrogate in a name": ["bad.js", "var \\ud800 = 1; '\\udc00'.x();\n", "indexed", "not-found"],
  "only line ends": ["bad.go", "\r\n\r\r\n\n", "indexed", "not-found"],
  "a byte order mark": ["bad.py", "\ufeffx = 1\n", "indexed", "not-found"],
  "an import of itself": ["bad.py", "import bad\nfrom bad import *\nbad.x()\n", "indexed", "not-found"],
};

async function readAll(files: ProjectFiles): Promise<{ indexed: IndexResult; graph: Graph }> {
  const indexed = await createIndexer({ languages: allLanguages, workers: 1 }).run(files);
  const manifests = await readManifests(files, indexed.paths, allLanguages, never);
  return { indexed, graph: await linkProject({ indexed, manifests }, never) };
}

function statusOf(graph: Graph, key: string): string {
  const [result] = reach(graph, { targets: [targetByKey(key)] });
  return result?.status ?? "none";
}

describe("a bad file has a status, and is an uncertainty where it was not read", () => {
  for (const [name, [path, content, status, answer]] of Object.entries(badFiles)) {
    it(name, async () => {
      const { indexed, graph } = await readAll(memoryFiles({ "main.py": program, [path]: content }).files);
      expect(indexed.files.find((file) => file.path === path)?.status).toBe(status);
      expect(statusOf(graph, "yaml//load")).toBe(answer);
      // A file of which nothing is known may name anything.
      expect(statusOf(graph, "other//thing")).toBe(answer === "not-found" ? "no-such-target" : "uncertain");
    });
  }

  it("and so do the commands", async () => {
    const place = makePlace();
    const paths: string[] = [];
    place.write("main.py", program);
    for (const [name, [path, content]] of Object.entries(badFiles)) {
      const at = `${name.replaceAll(" ", "-")}/${path}`;
      mkdirSync(join(place.repo, dirname(at)), { recursive: true });
      writeFileSync(join(place.repo, at), content);
      paths.push(at);
    }
    symlinkSync("loop", join(place.repo, "loop"));
    symlinkSync("loop.py", join(place.repo, "loop.py"));
    symlinkSync(".", join(place.repo, "round"));
    place.git("add", "-f", ".");
    const index = await run(place, ["index", "--json"]);
    expect(index.code).toBe(0);
    expect(index.err).toContain("1 link to no file of the project: loop.\n");
    const unread = (JSON.parse(index.out) as { unread: { path: string }[] }).unread.map((one) => one.path);
    expect(unread).toEqual(["binary/bad.py", "deeply-nested/bad.py", "enormous/bad.py", "loop.py"]);
    const asked = await run(place, ["reach", "yaml//load", "--json"]);
    const [result] = reachSchema.parse(JSON.parse(asked.out)).results;
    expect([asked.code, result?.status, result?.searched.counts]).toEqual([0, "uncertain", { budget: 4 }]);
    const graph = await run(place, ["graph"]);
    expect([graph.code, graph.out.slice(0, 12)]).toEqual([0, `{"version":${GRAPH_VERSION}`]);
  });
});

describe("a file that vanishes during the run", () => {
  it("is missing, and may hold anything", async () => {
    const { files } = memoryFiles({ "main.py": program, "gone.py": "x = 1\n" });
    const shaky: ProjectFiles = {
      ...files,
      read: async (paths, signal) => {
        const contents = await files.read(paths, signal);
        return contents.map((content, at) =>
          paths[at] === "gone.py" ? { kind: "gone", detail: "It is gone." } : content,
        );
      },
    };
    const { indexed, graph } = await readAll(shaky);
    expect(indexed.report.byStatus).toMatchObject({ indexed: 1, missing: 1 });
    expect(statusOf(graph, "yaml//load")).toBe("uncertain");
  });

  it("between two commands is no longer there for the second", async () => {
    const place = makePlace();
    place.write("main.py", program);
    place.write("gone.py", "x = 1\n");
    place.git("add", ".");
    rmSync(join(place.repo, "gone.py"));
    expect((await run(place, ["reach", "yaml//load"])).out).toContain("yaml//load: not-found");
  });
});

describe("a manifest that does not parse", () => {
  const torn: Readonly<Record<string, string>> = {
    "package.json": '{ "name": "p", "main": ["a.js", { "exports": ',
    "tsconfig.json": '{ "compilerOptions": { "paths": 7, "extends": [',
    "pnpm-workspace.yaml": "packages: [\n  - &a *a\n",
    "pyproject.toml": "[project\nscripts = {",
    "setup.cfg": "[options.entry_points\nconsole_scripts = \n = :\n",
    "setup.py": "setup(entry_points={'console_scripts': ['a = :'",
    "Cargo.toml": '[package\nname = "a\n[lib',
    "go.mod": "module\nrequire (\n\treplace => =>\n",
    "go.work": "use (\n",
    "pom.xml": "<project><dependencies><dependency><groupId>a</dependencies><packaging>",
    "build.gradle": "mainClass = 'p.\n/* {",
    "web.xml": "<servlet-class>",
    "src/main/resources/META-INF/services/x": "= , \\\n#",
  };
  const sources = {
    "a.js": "f();\n",
    "b.ts": "f();\n",
    "c.py": program,
    "d.go": "package p\n",
    "src/main/java/E.java": "class E {}\n",
    "src/lib.rs": "pub fn f() {}\n",
  };

  it("says nothing, and the code is read all the same", async () => {
    const { indexed, graph } = await readAll(memoryFiles({ ...sources, ...torn }).files);
    expect(indexed.report.byStatus).toMatchObject({ failed: 0, missing: 0 });
    expect(statusOf(graph, "yaml//load")).toBe("not-found");
  });

  it("each alone, of other shapes too", async () => {
    for (const name of Object.keys(torn)) {
      for (const text of [
        "",
        "\0",
        "[]",
        "null",
        "7",
        '"x"',
        "{}",
        "[[[[",
        `${"[".repeat(50_000)}`,
        "a: &a [*a]",
      ]) {
        const { graph } = await readAll(memoryFiles({ ...sources, [name]: text }).files);
        expect([name, text.slice(0, 9), graph.stats.files]).toEqual([
          name,
          text.slice(0, 9),
          6 + Number(name === "setup.py" && text !== "\0"),
        ]);
      }
    }
  });

  it("through the commands", async () => {
    const place = makePlace();
    for (const [path, text] of Object.entries({ ...sources, ...torn })) place.write(path, text);
    place.git("add", "-f", ".");
    const { code, out } = await run(place, ["reach", "yaml//load"]);
    expect([code, out.split("\n")[0]]).toEqual([0, "yaml//load: not-found"]);
  });
});

describe("programs that lead in circles or are of no sensible size", () => {
  const many = (count: number, one: (at: number) => string, between = "\n") =>
    Array.from({ length: count }, (_, at) => one(at)).join(between);
  const circles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "imports in a circle": {
      "a.py": "from b import *\nfrom b import x\nx()\n",
      "b.py": "from c import *\nfrom c import x\n",
      "c.py": "from a import *\nfrom a import x\n",
      "a.ts": "export * from './b';\nexport { x } from './b';\nimport { x as y } from './b';\ny();\n",
      "b.ts": "export * from './a';\nexport { x } from './a';\n",
      "src/main.rs": "mod a;\nuse a::f;\nfn main() { f(); }\n",
      "src/a.rs": "pub use crate::f;\npub use self::f as g;\n",
      "p/a.go": 'package p\nimport "m/q"\nfunc F() { q.F() }\n',
      "q/a.go": 'package q\nimport "m/p"\nfunc F() { p.F() }\n',
      "go.mod": "module m\n",
    },
    "a class that is its own base": {
      "a.py":
        "class A(A): pass\nclass B(C): pass\nclass C(B):\n    def go(self): return super().go()\nA().go()\nC().go()\n",
      "a.ts":
        "class A extends A { go() { super.go(); } }\nclass B extends C {}\nclass C extends B {}\nnew A().go();\nnew C().go();\n",
      "A.java":
        "class A extends A { void go() { super.go(); } }\nclass B extends C {}\nclass C extends B { C() { super(); } }\ninterface I extends I {}\n",
      "a.go":
        "package p\ntype A struct{ A }\ntype B struct{ C }\ntype C struct{ B }\ntype I interface{ I }\nfunc (a A) Go() { a.A.Go(); C{}.X() }\n",
      "a.rs":
        "trait A: A { fn go(&self) { self.go() } }\ntrait B: C {}\ntrait C: B {}\nstruct S;\nimpl A for S {}\nimpl B for S {}\n",
    },
    "types and values that are themselves": {
      "a.ts":
        "type A = A;\ntype B = C; type C = B;\nlet a: A = a.b.c; let b: B = b;\na.go(); b.go();\nconst f = () => f; f()()()();\n",
      "a.py": "x = x\ny = y.z.y\ndef f(): return f\nf()()()()\nz = [z]\nz[0][0]()\n",
    },
    "a union of 100,000 types": {
      "a.ts": `type U = ${many(100_000, (at) => `T${at}`, "|")};\nfunction f(u: U) { u.go(); }\nf(1);\n`,
    },
    "a table of 20,000 functions": {
      "a.py": `${many(20_000, (at) => `def f${at}(): pass`)}\nT = {${many(20_000, (at) => `${at}: f${at}`, ",")}}\nT[input()]()\n`,
    },
    "a variable of 5,000 classes": {
      "a.py": `${many(5000, (at) => `class C${at}:\n  def go(self): pass`)}\nx = None\n${many(5000, (at) => `if a: x = C${at}()`)}\nx.go()\n`,
    },
    "a chain of 20,000 calls": { "a.js": `x${many(20_000, (at) => `.m${at}()`, "")};\n` },
    "20,000 functions that call one another": {
      "a.js": `${many(20_000, (at) => `function f${at}() { f${at + 1}(); }`)}\nf0();\n`,
    },
    "4,000 files that give on one another": Object.fromEntries(
      Array.from({ length: 4000 }, (_, at) => [`f${at}.ts`, `export * from './f${at + 1}';\n`]),
    ),
  };

  for (const [name, files] of Object.entries(circles)) {
    it(name, async () => {
      const { indexed, graph } = await readAll(memoryFiles({ ...files, "main.py": program }).files);
      expect(indexed.files.every((file) => file.status !== "missing")).toBe(true);
      const isRead = indexed.files.every((file) => file.status === "indexed");
      // What was cut is said.
      if (!isRead) expect(statusOf(graph, "other//thing")).toBe("uncertain");
      expect(["not-found", "uncertain"]).toContain(statusOf(graph, "yaml//load"));
    });
  }

  it("a package whose exports are in a circle", async () => {
    const files = {
      "package.json":
        '{ "name": "p", "exports": { ".": "./a.ts", "./*": "./*.ts" }, "imports": { "#a": "#a" } }',
      "a.ts": "export * from './b';\nexport * as b from './b';\nimport '#a';\n",
      "b.ts": "export * from './a';\nexport * as a from './a';\nexport class B extends B {}\n",
    };
    const { graph } = await readAll(memoryFiles(files).files);
    expect(graph.roots.map((root) => graph.nodes[root.node]?.key)).toContain("b.ts//B");
  });
});
