import { describe, expect, it } from "vitest";
import type { ResolvedModule } from "../../../src/engine/graph/graph.ts";
import type { FileIndex } from "../../../src/engine/index/index.ts";
import { createResolver } from "../../../src/languages/rust/resolve.ts";
import { createMemoryProject } from "../../graph/memory-project.ts";

const manifest = '[package]\nname = "m"\nversion = "0.1.0"\n';

/** Asks where paths lead, as seen from the crate's root, of a resolver that has answered nothing yet. */
async function asker(sources: Readonly<Record<string, string>>) {
  const { project } = await createMemoryProject(
    new Map([["Cargo.toml", manifest], ...Object.entries(sources)]),
  );
  let looks = 0;
  const counting = {
    ...project,
    index(path: string) {
      looks++;
      return project.index(path);
    },
  };
  return {
    ask(specifiers: readonly string[]): Record<string, ResolvedModule> {
      looks = 0;
      const resolver = createResolver(counting);
      const root = project.index("src/lib.rs") as FileIndex;
      return Object.fromEntries(
        specifiers.map((specifier) => [
          specifier,
          resolver.resolve(root, { specifier, kind: "wildcard", imported: "" }),
        ]),
      );
    },
    looks: () => looks,
  };
}

/** Modules that bring in all names of all others; the last one has something in it. */
function mutual(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, at) => `m${at}`);
  const files = names.map((own) => [
    `src/${own}.rs`,
    names
      .filter((name) => name !== own)
      .map((name) => `pub use crate::${name}::*;`)
      .join("\n"),
  ]);
  const sources: Record<string, string> = Object.fromEntries(files);
  sources[`src/m${count - 1}.rs`] += "\npub mod leaf;\npub enum Kind { One }\n";
  sources[`src/m${count - 1}/leaf.rs`] = "pub fn f() {}\n";
  return { "src/lib.rs": names.map((name) => `pub mod ${name};`).join("\n"), ...sources };
}

const inLeaf = { kind: "files", paths: ["src/deep/leaf.rs"], scope: [] };

const circular = {
  "src/lib.rs": "pub mod a;\npub mod b;\npub mod c;\npub mod deep;\n",
  // `below` is known here only by what comes from `b`, and `b` has all names of `a` again.
  "src/a.rs": "pub use crate::b::*;\npub use below::*;\n",
  "src/b.rs": "pub use crate::a::*;\npub use crate::c::*;\npub use crate::deep as below;\n",
  "src/c.rs": "pub use crate::a::*;\npub use self::leaf as renamed;\nuse Kind::*;\npub enum Kind { One }\n",
  "src/deep.rs": "pub mod leaf;\n",
  "src/deep/leaf.rs": "pub fn f() {}\n",
};

describe("modules that bring in all names of each other", () => {
  it("are each looked at once for a name, whether it is there or not", async () => {
    const count = 24;
    const { ask, looks } = await asker(mutual(count));
    expect(ask(["crate::m0::leaf"])).toEqual({
      "crate::m0::leaf": { kind: "files", paths: [`src/m${count - 1}/leaf.rs`], scope: [] },
    });
    expect(looks()).toBeLessThan(8 * count * count);
    expect(ask(["crate::m0::Kind"])["crate::m0::Kind"]).toEqual({
      kind: "files",
      paths: [`src/m${count - 1}.rs`],
      scope: ["Kind"],
    });
    expect(ask(["crate::m0::gone"])["crate::m0::gone"]?.kind).toBe("missing");
    expect(looks()).toBeLessThan(8 * count * count);
  });

  it("cost no more for a name that was looked for before", async () => {
    const count = 24;
    const { ask, looks } = await asker(mutual(count));
    const all = Array.from({ length: count }, (_, at) => `crate::m${at}::gone`);
    expect(new Set(Object.values(ask(all)).map(({ kind }) => kind))).toEqual(new Set(["missing"]));
    expect(looks()).toBeLessThan(8 * count * count);
  });

  it("give a name in whatever order they are asked", async () => {
    const { ask } = await asker(circular);
    const wanted = ["a", "b", "c"].flatMap((name) => [`crate::${name}::leaf`, `crate::${name}::renamed`]);
    const expected = Object.fromEntries(wanted.map((specifier) => [specifier, inLeaf]));
    for (let turn = 0; turn < wanted.length; turn++) {
      const turned = [...wanted.slice(turn), ...wanted.slice(0, turn)];
      expect(ask(turned)).toEqual(expected);
      expect(ask(turned.reverse())).toEqual(expected);
    }
  });

  it("give what a line names rather than what comes with all names", async () => {
    const { ask } = await asker({
      "src/lib.rs": "pub mod a;\npub mod b;\npub mod c;\n",
      "src/a.rs": "pub use crate::b::*;\npub use crate::c::x;\n",
      "src/b.rs": "pub use crate::a::*;\npub mod x {}\n",
      "src/c.rs": "pub mod x {}\n",
    });
    expect(ask(["crate::b::x", "crate::a::x"])).toEqual({
      "crate::b::x": { kind: "files", paths: ["src/b.rs"], scope: ["x"] },
      "crate::a::x": { kind: "files", paths: ["src/c.rs"], scope: ["x"] },
    });
  });
});

it("lines that no crate explains end, where each has all names of a module of an unknown name", async () => {
  const count = 40;
  const lines = Array.from({ length: count }, (_, at) => `pub use unknown${at}::inner::*;`).join("\n");
  const { ask, looks } = await asker({ "src/lib.rs": `pub mod a;\n${lines}\n`, "src/a.rs": lines });
  expect(ask(["crate::a::thing"])["crate::a::thing"]?.kind).toBe("missing");
  expect(looks()).toBeLessThan(8 * count * count);
});
