import { describe, expect, it } from "vitest";
import { explainEdges, type Graph, type GraphRoot, writtenGraph } from "../../src/engine/graph/graph.ts";
import type { FileIndex } from "../../src/engine/index/index.ts";
import { edgeLines, linkProject, readProject } from "./case-project.ts";

const project = {
  "package.json": '{ "name": "p", "main": "src/main.ts" }',
  "src/main.ts":
    'import { Circle } from "./shapes";\nimport { load } from "./load";\nexport function main() {\n' +
    "  const shape = new Circle();\n  shape.area();\n  load(shape);\n}\nmain();\n",
  "src/shapes.ts":
    "export class Shape {\n  area() {\n    return this.size();\n  }\n  size() {\n    return 0;\n  }\n}\n" +
    "export class Circle extends Shape {\n  size() {\n    return 1;\n  }\n}\n",
  "src/load.ts":
    'import yaml from "js-yaml";\nexport function load(value: any) {\n  value.open();\n  return yaml.load(value);\n}\n',
  "tool.py": "import yaml\n\n\ndef run(f):\n    return f(yaml.load)\n\n\nrun(print)\n",
};

async function records(files: Readonly<Record<string, string>>): Promise<FileIndex[]> {
  return readProject(new Map(Object.entries(files)));
}

/** All of a graph that does not depend on the lines. */
function shape(graph: Graph): unknown {
  const edges = edgeLines(graph).map((line) => line.replace(/ \d+$/u, ""));
  const roots = graph.roots.map((root: GraphRoot) => [graph.nodes[root.node]?.key, root.kind, root.rule]);
  const unresolved = graph.unresolved.map((one) => [graph.nodes[one.caller]?.key, one.reason, one.text]);
  return { nodes: graph.nodes.map((node) => [node.key, node.kind]), edges, roots, unresolved };
}

describe("a graph is the same whatever does not matter", () => {
  const files = new Map(Object.entries(project));

  it("the order of the records", async () => {
    const all = await records(project);
    const forth = linkProject(all, files);
    const back = linkProject([...all].reverse(), new Map([...files].reverse()));
    expect(JSON.stringify(back)).toBe(JSON.stringify(forth));
  });

  it("comments that are added, but for the lines", async () => {
    const commented = Object.fromEntries(
      Object.entries(project).map(([path, text]) => {
        const mark = path.endsWith(".py") ? "# a comment\n" : path.endsWith(".ts") ? "// a comment\n" : "";
        return [path, mark + text.replaceAll("\n", mark === "" ? "\n" : ` ${mark}`)];
      }),
    );
    const plain = linkProject(await records(project), files);
    const other = linkProject(await records(commented), new Map(Object.entries(commented)));
    expect(shape(other)).toEqual(shape(plain));
  });

  it("an update of one file instead of a rebuild", async () => {
    const before = await records(project);
    linkProject(before, files);
    const edited = { ...project, "src/load.ts": "export function load(value: any) {\n  return value;\n}\n" };
    const changed = (await records({ "src/load.ts": edited["src/load.ts"] }))[0] as FileIndex;
    const updated = linkProject(
      before.map((record) => (record.path === changed.path ? changed : record)),
      new Map(Object.entries(edited)),
    );
    const rebuilt = linkProject(await records(edited), new Map(Object.entries(edited)));
    expect(JSON.stringify(updated)).toBe(JSON.stringify(rebuilt));
  });
});

describe("edges", () => {
  it("carry what made them, and the line", async () => {
    const lines = edgeLines(linkProject(await records(project), new Map(Object.entries(project))));
    expect(lines).toContain("src/main.ts//main -> src/shapes.ts//Shape//area [member: call of a member] 5");
    expect(lines).toContain(
      "src/shapes.ts//Shape//area -> src/shapes.ts//Circle//size [cha: class hierarchy] 3",
    );
    expect(lines).toContain("src/load.ts//load -> js-yaml//load [direct: outside the project] 4");
  });

  it("are explained, and written with places from 1", async () => {
    const graph = linkProject(await records(project), new Map(Object.entries(project)));
    expect(explainEdges(graph, "src/load.ts//load", "js-yaml//load")).toEqual([
      {
        from: "src/load.ts//load",
        to: "js-yaml//load",
        kind: "direct",
        confidence: "high",
        site: { line: 4, column: 15 },
        rule: "outside the project",
      },
    ]);
    const written = writtenGraph(graph) as { edges: unknown[]; nodes: { key: string; root?: string }[] };
    expect(written.edges).toHaveLength(graph.edges.count);
    expect(written.nodes.find((node) => node.key === "src/main.ts")?.root).toBe("manifest");
  });

  it("past the cap are not kept, and that is recorded", async () => {
    const graph = linkProject(await records(project), new Map(Object.entries(project)), { maxEdges: 3 });
    expect(graph.edges.count).toBe(3);
    expect(graph.truncations).toEqual([{ limit: "max-edges", value: 3, count: expect.any(Number) }]);
  });

  it("end where classes are their own bases, and imports go in circles", async () => {
    const files = {
      "a.py": "from b import B\n\n\nclass A(B):\n    def run(self):\n        return super().run()\n",
      "b.py": "from a import A\n\n\nclass B(A, B):\n    pass\n\n\nB().run()\n",
    };
    const graph = linkProject(await records(files), new Map(Object.entries(files)));
    expect(graph.edges.count).toBeGreaterThan(0);
  });

  it("a variable that is set to the result of itself does not hang the link", async () => {
    const files = { "a.py": "def f():\n    x = x()\n    y = y\n    x.go()\n    y()()\n    return x\n" };
    const graph = linkProject(await records(files), new Map(Object.entries(files)));
    expect(graph.nodes.map((node) => node.key)).toContain("a.py//f");
  });
});

describe("files without a complete record", () => {
  it("are nodes that say so", async () => {
    const graph = linkProject(await records(project), new Map(Object.entries(project)), {
      files: new Map([["src/gone.ts", "missing" as const]]),
    });
    expect(graph.nodes.find((node) => node.key === "src/gone.ts")?.status).toBe("missing");
  });
});
