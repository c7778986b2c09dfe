import { describe, expect, it } from "vitest";
import type { Graph } from "../../src/engine/graph/graph.ts";
import { reach, targetByKey } from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

type Files = Readonly<Record<string, string>>;

/** More bases in a row than are looked at for one type. */
const length = 230;

function chain(one: (at: number) => string): string {
  return Array.from({ length }, (_, at) => one(at + 1)).join("\n");
}

/** What only the far end of a chain of bases tells: the files, and what runs through it. */
const programs: Readonly<Record<string, readonly [Files, string]>> = {
  "Python: a constructor far above": [
    {
      "main.py": `import yaml\nclass C0:\n  def __init__(self): yaml.load()\n${chain((at) => `class C${at}(C${at - 1}): pass`)}\nC${length}()\n`,
    },
    "yaml//load",
  ],
  "Python: a method that a package far above calls": [
    {
      "main.py": `import lib, yaml\nclass C0(lib.Base): pass\n${chain((at) => `class C${at}(C${at - 1}): pass`)}\nclass D(C${length}):\n  def hook(self): yaml.load()\nD().run()\n`,
    },
    "yaml//load",
  ],
  "JavaScript: a constructor far above": [
    {
      "main.js": `import { load } from "yaml";\nclass C0 { constructor() { load(); } }\n${chain((at) => `class C${at} extends C${at - 1} {}`)}\nnew C${length}();\n`,
    },
    "yaml//load",
  ],
  "TypeScript: a method that a package far above calls": [
    {
      "main.ts": `import { load } from "yaml";\nimport { Base } from "lib";\nclass C0 extends Base {}\n${chain((at) => `class C${at} extends C${at - 1} {}`)}\nclass D extends C${length} { hook() { load(); } }\nnew D().run();\n`,
    },
    "yaml//load",
  ],
  "Java: a method that a package far above calls": [
    {
      "Main.java": `import org.lib.Base;\nimport org.yaml.Yaml;\nclass C0 extends Base {}\n${chain((at) => `class C${at} extends C${at - 1} {}`)}\nclass D extends C${length} { public void hook() { Yaml.load(); } }\nclass Main { public static void main(String[] a) { new D().run(); } }\n`,
    },
    "org//yaml//Yaml//load",
  ],
  "Go: a method of a struct far below": [
    {
      "go.mod": "module m\n",
      "main.go": `package main\nimport "org/yaml"\ntype C0 struct {}\nfunc (c C0) Hook() { yaml.Load() }\n${chain((at) => `type C${at} struct { C${at - 1} }`)}\nfunc main() { var c C${length}; c.Hook() }\n`,
    },
    "org//yaml//Load",
  ],
  "Rust: a method of a trait far above": [
    {
      "Cargo.toml": '[package]\nname = "m"\nversion = "0.1.0"\n',
      "src/main.rs": `trait C0 { fn hook(&self) { yaml::load(); } }\n${chain((at) => `trait C${at}: C${at - 1} {}`)}\nfn go(c: &dyn C${length}) { c.hook(); }\nfn main() { go(make()); }\n`,
    },
    "yaml//load",
  ],
};

describe("a chain of bases longer than is looked at", () => {
  for (const [name, [files, target]] of Object.entries(programs)) {
    it(name, async () => {
      const graph = await graphOf(files);
      expect(["found", "uncertain"]).toContain(statusOf(graph, target));
      expect(graph.truncations.map(({ limit }) => limit)).toContain("max-bases");
    });
  }

  it("is no limit where it is shorter", async () => {
    const graph = await graphOf({ "main.py": "class A: pass\nclass B(A): pass\nB()\n" });
    expect(graph.truncations).toEqual([]);
  });
});

async function graphOf(files: Files): Promise<Graph> {
  const all = new Map(Object.entries(files));
  return linkProject(await readProject(all), all);
}

function statusOf(graph: Graph, key: string): string | undefined {
  return reach(graph, { targets: [targetByKey(key)] })[0]?.status;
}
