import { describe, expect, it } from "vitest";
import { linkProject, readProject } from "./case-project.ts";

const manifest = '[package]\nname = "m"\nversion = "0.1.0"\n[dependencies]\nhttp = "1"\n';
const extended =
  "use http::Request;\ntrait Ext { fn boxed(self); }\nimpl Ext for Request { fn boxed(self) {} }\nfn made() -> Request { todo!() }\n";

async function linked(source: string) {
  const files = new Map([
    ["Cargo.toml", manifest],
    ["src/main.rs", source],
  ]);
  return linkProject(await readProject(files), files);
}

/** How often each unresolved call of a caller is told: what is looked at again and again is told again and again. */
function most(counted: readonly string[]): number {
  return Math.max(0, ...counted.map((one) => counted.filter((other) => other === one).length));
}

describe("a method that a trait adds to a type outside, as a value", () => {
  const programs: Readonly<Record<string, string>> = {
    "from an argument": "fn run(f: fn(Request)) { f(made()); }\nfn main() { run(Request::boxed); }\n",
    "from a field":
      "struct S { f: fn(Request) }\nfn main() { let s = S { f: Request::boxed }; (s.f)(made()); }\n",
    "from a table": "fn main() { let t = [Request::boxed]; for f in t.iter() { f(made()); } }\n",
    "handed to code outside": "fn main() { vec![made()].into_iter().map(Request::boxed).count(); }\n",
  };
  for (const [name, program] of Object.entries(programs)) {
    it(name, async () => {
      const { nodes, edges, unresolved } = await linked(extended + program);
      expect(nodes.map(({ key }) => key)).toContain("http//Request//boxed");
      expect(edges.count).toBeGreaterThan(0);
      expect(most(unresolved.map(({ caller, line, column }) => `${caller}:${line}:${column}`))).toBeLessThan(
        3,
      );
    });
  }
});

describe("macros that use one another", () => {
  it("are read once a caller, where each uses the next one twice", async () => {
    const depth = 60;
    const macros = Array.from(
      { length: depth },
      (_, at) => `macro_rules! m${at} { () => { m${at + 1}!(); m${at + 1}!(); } }`,
    ).join("\n");
    const graph = await linked(
      `fn g() {}\n${macros}\nmacro_rules! m${depth} { () => { g() } }\nfn main() { m0!(); }\n`,
    );
    const main = graph.nodes.findIndex(({ key }) => key === "src/main.rs//main");
    const g = graph.nodes.findIndex(({ key }) => key === "src/main.rs//g");
    const edges = Array.from({ length: graph.edges.count }, (_, at) => at).filter(
      (at) => graph.edges.from[at] === main && graph.edges.to[at] === g,
    );
    expect(edges).toHaveLength(1);
  });

  it("end where they use themselves", async () => {
    const graph = await linked(
      "fn g() {}\nmacro_rules! a { () => { b!(); g() } }\nmacro_rules! b { () => { a!(); } }\nfn main() { a!(); b!(); }\n",
    );
    expect(graph.nodes.some(({ key }) => key === "src/main.rs//g")).toBe(true);
  });
});
