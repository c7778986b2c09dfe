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

describe("what is implemented in Rust for more than one type of the project is reached", () => {
  it.each([
    [
      "a trait that references to what implements it have too",
      `trait T { fn go(&self) {} }
struct S;
impl T for S { fn go(&self) {} }
impl<'a, M: T> T for &'a M { fn go(&self) { (**self).go() } }
fn run<X: T>(x: X) { x.go() }
fn main() { run(&S) }
`,
      ["M//go"],
    ],
    [
      "a trait that all types of another trait have",
      `trait T { fn go(&self) {} }
trait Ext { fn ext(&self); }
struct S;
impl T for S { fn go(&self) {} }
impl<M: T> Ext for M { fn ext(&self) { self.go() } }
fn run(x: &dyn Ext) { x.ext() }
fn main() { run(&S) }
`,
      ["M//ext"],
    ],
    [
      "a trait of what is boxed",
      `trait Ext { fn ext(&self); fn all(&self) { self.ext() } }
struct S;
impl<M: Ext> Ext for Box<M> { fn ext(&self) { } }
impl Ext for S { fn ext(&self) { } }
fn main() { Box::new(S).all() }
`,
      ["M//ext"],
    ],
    [
      "a trait of slices",
      `trait Ext { fn ext(&self); }
impl<M> Ext for [M] { fn ext(&self) { } }
fn run(x: &dyn Ext) { x.ext() }
fn all<E: Ext + ?Sized>(x: &E) { x.ext() }
fn main() { all(&[1][..]) }
`,
      ["[]//ext"],
    ],
    [
      "a trait of tuples",
      `trait Ext { fn ext(&self); }
impl<A: Ext, B: Ext> Ext for (A, B) { fn ext(&self) { } }
fn all<E: Ext>(x: E) { x.ext() }
fn main() { all((1, 2)) }
`,
      ["()//ext"],
    ],
    [
      "a trait of pointers to functions",
      `trait Ext { fn ext(&self); }
impl Ext for fn() { fn ext(&self) { } }
fn all<E: Ext>(x: E) { x.ext() }
fn main() { all(main) }
`,
      ["ext"],
    ],
    [
      "a trait of closures",
      `trait Ext { fn ext(&self); }
impl<F: Fn()> Ext for F { fn ext(&self) { } }
fn all<E: Ext>(x: E) { x.ext() }
fn main() { all(|| {}) }
`,
      ["F//ext"],
    ],
    [
      "a trait outside of another name for a type",
      `use std::fmt;
struct S;
type Al = S;
impl fmt::Display for Al { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) } }
fn main() { println!("{}", S) }
`,
      ["Al//fmt"],
    ],
    [
      "traits outside of a type that only another name for a type names",
      `use std::hash::{BuildHasherDefault, Hasher};
type Map<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<H>>;
struct H(u64);
impl Default for H { fn default() -> H { H(1) } }
impl Hasher for H { fn finish(&self) -> u64 { 0 } fn write(&mut self, b: &[u8]) {} }
fn main() { let m: Map<u8, u8> = Map::default(); m.get(&1); }
`,
      ["H//write", "H//default", "H//finish"],
    ],
    [
      "that other name in an expression",
      `use std::hash::{BuildHasherDefault, Hasher};
type Map<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<H>>;
struct H(u64);
impl Default for H { fn default() -> H { H(1) } }
impl Hasher for H { fn finish(&self) -> u64 { 0 } fn write(&mut self, b: &[u8]) {} }
fn main() { Map::default().insert(1, 2); }
`,
      ["H//write", "H//default"],
    ],
    [
      "a trait that only a path names",
      `mod m { pub trait T { fn go(&self) {} } }
struct S;
impl<'a, M: m::T> m::T for &'a M { fn go(&self) { (**self).go() } }
impl m::T for S {}
fn run<X: m::T>(x: X) { x.go() }
fn main() { run(&S) }
`,
      ["M//go"],
    ],
    [
      "a trait outside that is made of a type of the project",
      `struct S;
impl std::ops::IndexMut<S> for [u8] { fn index_mut(&mut self, s: S) -> &mut u8 { todo!() } }
fn main() { let s = S; }
`,
      ["[]//index_mut"],
    ],
  ])("%s", async (_, text, keys) => {
    expect(await deniedIn(text, keys)).toEqual([]);
  });
});

describe("what a macro makes of items in Rust is reached", () => {
  it.each([
    [
      "tests that a macro makes beside the code",
      `macro_rules! made { ($n:ident, $e:expr) => { #[test] fn $n() { $e } } }
fn helper() {}
made!(one, helper());
fn main() {}
`,
      ["helper"],
    ],
    [
      "tests that a macro makes in a module",
      `#[cfg(test)]
mod tests {
macro_rules! made { ($n:ident, $e:expr) => { #[test] fn $n() { assert_eq!(helper(), $e) } } }
fn helper() {}
made!(one, 1);
}
fn main() {}
`,
      ["tests//helper"],
    ],
    [
      "statics that a macro makes",
      `lazy_static::lazy_static! { static ref X: u8 = compute(); }
fn compute() -> u8 { 1 }
fn main() { println!("{}", *X); }
`,
      ["compute"],
    ],
    [
      "locals of threads",
      `thread_local! { static X: u8 = compute(); }
fn compute() -> u8 { 1 }
fn main() { X.with(|x| x); }
`,
      ["compute"],
    ],
    [
      "functions that a macro makes",
      `macro_rules! made { ($n:ident, $b:block) => { fn $n() $b } }
made!(one, { inner() });
fn inner() {}
fn main() { one() }
`,
      ["inner"],
    ],
  ])("%s", async (_, text, keys) => {
    expect(await deniedIn(text, keys)).toEqual([]);
  });

  it("and nothing of a file whose values are made without one", async () => {
    const text = "fn spare() {}\nconst fn made() -> u8 { 1 }\nstatic X: u8 = made();\nfn main() {}\n";
    expect(await deniedIn(text, ["spare", "made"])).toEqual(["spare", "made"]);
  });
});

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
