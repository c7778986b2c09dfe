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

describe("what Rust runs without a plain name", () => {
  it("reaches methods that a trait of the project adds to types outside", async () => {
    const lines = await edgesOf({
      "src/main.rs": `trait Ext { fn ext(&self); fn usual(&self) {} }
impl Ext for String { fn ext(&self) {} }
impl<T> Ext for Vec<T> { fn ext(&self) {} }
fn use_text(s: String) { s.ext(); s.usual(); s.len(); }
fn use_list(v: Vec<u8>) { v.ext() }
fn main() {}
`,
    });
    expect(lines).toContain("src/main.rs//use_text -> src/main.rs//String//ext [cha: class hierarchy]");
    expect(lines).toContain(
      "src/main.rs//use_text -> src/main.rs//Ext//usual [name: any member of that name]",
    );
    expect(lines).toContain("src/main.rs//use_list -> src/main.rs//Vec//ext [cha: class hierarchy]");
    expect(lines.filter((line) => line.includes("len"))).toEqual([
      "src/main.rs//use_text -> std//String//len [direct: outside the project]",
    ]);
  });

  it("reaches macros that no path names, and what they call by $crate", async () => {
    const lines = await edgesOf({
      "src/main.rs": `#[macro_use] mod macros;
mod other;
pub fn called() {}
fn main() { note!() }
`,
      "src/macros.rs": "#[macro_export] macro_rules! note { () => { $crate::called() } }\n",
      "src/other.rs": "use crate::note;\npub fn run() { note!() }\n",
    });
    expect(lines).toContain("src/main.rs//main -> src/macros.rs//note [direct: macro of that name]");
    expect(lines).toContain("src/main.rs//main -> src/main.rs//called [direct: call of a member]");
    expect(lines).toContain("src/other.rs//run -> src/macros.rs//note [direct: macro of that name]");
  });
});
