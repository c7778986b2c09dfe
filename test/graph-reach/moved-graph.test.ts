import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encodeGraph } from "../../src/app/graph-codec.ts";
import { movedGraph } from "../../src/app/moved-graph.ts";
import { movesBetween } from "../../src/app/moved-record.ts";
import type { FileIndex } from "../../src/engine/index/index.ts";
import { readCase } from "../graph/memory-project.ts";
import { linkProject, readProject } from "./case-project.ts";

const folder = join(import.meta.dirname, "../cases/graph");

/** Numbers that are the same on every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** One edit of a text; many of them move code only, some change it. */
function edited(text: string, path: string, next: (below: number) => number): string {
  const lines = text.split("\n");
  const at = next(lines.length);
  const mark = path.endsWith(".py") ? "#" : "//";
  switch (next(8)) {
    case 0:
      return `${mark} first\n${text}`;
    case 1:
      return [...lines.slice(0, at), "", ...lines.slice(at)].join("\n");
    case 2:
      return [...lines.slice(0, at), `${mark} foo(bar)`, ...lines.slice(at)].join("\n");
    case 3:
      return lines.map((line, index) => (index === at ? line.replace(/\(/u, "(  ") : line)).join("\n");
    case 4:
      return lines.map((line, index) => (index === at ? `${line} ${mark} said` : line)).join("\n");
    case 5:
      return text.replace(/\d+/u, String(1000 + at));
    case 6:
      return lines.filter((_, index) => index !== at).join("\n");
    default:
      return lines
        .map((line, index) => (index === at ? line.replace(/(\w+)\(/u, "other(") : line))
        .join("\n");
  }
}

const bytes = (graph: Parameters<typeof encodeGraph>[0]) => Buffer.concat(encodeGraph(graph));

describe("a graph whose code has only moved is the graph that linking anew gives, byte for byte", () => {
  let moved = 0;
  let linked = 0;
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".txtar"))) {
    it(name.replace(".txtar", ""), async () => {
      const { files } = readCase(readFileSync(join(folder, name), "utf8"));
      const records = await readProject(files);
      if (records.length === 0) return;
      const graph = linkProject(records, files);
      const next = numbers(name.length + records.length);
      for (let round = 0; round < 12; round++) {
        const old = records[next(records.length)] as FileIndex;
        const text = edited(files.get(old.path) as string, old.path, next);
        const [record] = await readProject(new Map([[old.path, text]]));
        if (record === undefined) continue;
        const moves = movesBetween(old, record);
        const fromKept = moves && movedGraph(graph, old.path, moves);
        if (fromKept === undefined) {
          linked++;
          continue;
        }
        moved++;
        const now = records.map((one) => (one === old ? record : one));
        const rebuilt = linkProject(now, new Map([...files, [old.path, text]]));
        expect(bytes(fromKept).equals(bytes(rebuilt))).toBe(true);
      }
    });
  }

  it("is for some edits, and is not for others", () => {
    expect(moved).toBeGreaterThan(200);
    expect(linked).toBeGreaterThan(100);
  });
});

describe("code of a macro", () => {
  const files = new Map([
    ["Cargo.toml", '[package]\nname = "app"\n'],
    ["src/main.rs", "#[macro_use]\nmod macros;\nmod own;\nfn main() {\n    say!();\n    own::run();\n}\n"],
    ["src/macros.rs", "macro_rules! say {\n    () => { $crate::macros::hear() };\n}\npub fn hear() {}\n"],
    [
      "src/own.rs",
      "macro_rules! twice {\n    () => { go() };\n}\nfn go() {}\npub fn run() {\n    twice!();\n}\n",
    ],
  ]);
  const moveOf = async (path: string) => {
    const records = await readProject(files);
    const text = `// a comment\n${files.get(path)}`;
    const [record] = await readProject(new Map([[path, text]]));
    const old = records.find((one) => one.path === path);
    const moves = old && record && movesBetween(old, record);
    if (moves === undefined) throw new Error("a comment moves code only");
    const now = records.map((one) => (one === old ? record : one));
    return {
      kept: movedGraph(linkProject(records, files), path, moves),
      anew: linkProject(now as FileIndex[], new Map([...files, [path, text]])),
    };
  };

  it("moves with its file where only that file uses it", async () => {
    const { kept, anew } = await moveOf("src/own.rs");
    expect(kept && bytes(kept).equals(bytes(anew))).toBe(true);
  });

  it.each(["src/main.rs", "src/macros.rs"])("is not moved where another file uses it: %s", async (path) => {
    const { kept, anew } = await moveOf(path);
    expect(kept).toBeUndefined();
    expect(anew.interleaved).toEqual(["src/macros.rs", "src/main.rs"]);
  });
});
