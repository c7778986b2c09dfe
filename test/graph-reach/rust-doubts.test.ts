import { describe, expect, it } from "vitest";
import { reach, targetsByKey } from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

const manifest = '[package]\nname = "a"\nversion = "0.1.0"\n[dependencies]\nregex = "1"\n';

/** Those of the functions that are not found in a program of one file; a program starts at its `main`. */
async function deniedIn(text: string, keys: readonly string[]): Promise<string[]> {
  const files = new Map([
    ["Cargo.toml", manifest],
    ["src/main.rs", text],
  ]);
  const graph = linkProject(await readProject(files), files);
  const targets = targetsByKey(keys.map((key) => `src/main.rs//${key}`));
  const results = reach(graph, { targets });
  return results
    .filter((one) => one.status === "not-found")
    .map((one) => one.target.slice("src/main.rs//".length));
}

describe("where the type of a value is doubtful in Rust, no method is taken away", () => {
  it.each([
    [
      "variants that a function brings in stand for no type outside of the same name",
      `use regex::Regex;
struct Set { inner: Regex }
impl Set { fn all(&self) {} }
enum Kind { Regex(Set) }
impl Kind { fn all(&self) { use self::Kind::*; match *self { Regex(ref s) => s.all() } } }
fn main() { Kind::Regex(Set { inner: Regex::new("a").unwrap() }).all() }
`,
      ["Set//all"],
    ],
  ])("%s", async (_, text, keys) => {
    expect(await deniedIn(text, keys)).toEqual([]);
  });
});
