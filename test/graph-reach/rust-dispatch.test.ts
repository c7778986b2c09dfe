import { describe, expect, it } from "vitest";
import { edgeLines, linkProject, readProject } from "./case-project.ts";

async function edgesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const texts = new Map(Object.entries(files));
  return edgeLines(linkProject(await readProject(texts), texts)).map((line) => line.replace(/ \d+$/u, ""));
}

describe("calls through traits in Rust", () => {
  it("reach methods of a type that the file imports under another name", async () => {
    const lines = await edgesOf({
      "Cargo.toml": `[package]\nname = "kit"\n`,
      "src/lib.rs": "pub mod a;\npub mod b;\n",
      "src/a.rs": "pub struct One;\n",
      "src/b.rs": `use crate::a::One as Other;
pub trait Bound { fn method(&self); }
impl Bound for Other { fn method(&self) {} }
pub fn run<T: Bound>(x: T) { x.method() }
`,
    });
    expect(lines).toContain("src/b.rs//run -> src/b.rs//Other//method [cha: class hierarchy]");
  });

  it("reach what implements a method that is handed on as a value", async () => {
    const lines = await edgesOf({
      "Cargo.toml": `[package]\nname = "kit"\n`,
      "src/lib.rs": `pub trait Bound { fn method(&self); }
pub struct One;
impl Bound for One { fn method(&self) {} }
pub fn run() { let f = Bound::method; f(&One) }
`,
    });
    expect(lines).toContain("src/lib.rs//run -> src/lib.rs//One//method [cha: class hierarchy]");
  });
});
