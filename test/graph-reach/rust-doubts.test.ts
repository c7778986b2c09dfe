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
    [
      "a trait outside by a result that no type is written for",
      `enum Kind { A, B }
impl std::str::FromStr for Kind { type Err = (); fn from_str(s: &str) -> Result<Kind, ()> { Ok(Kind::A) } }
fn run(s: &str) -> Result<u8, ()> { match s.parse()? { Kind::A => Ok(1), Kind::B => Ok(2) } }
fn main() { run("a"); }
`,
      ["Kind//from_str"],
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
    [
      "parameters of an impl that are not those of the type",
      `struct One; struct Two;
impl One { fn go(&self) {} } impl Two { fn go(&self) {} }
struct W<T> { t: T }
impl<U> W<U> { fn get(self) -> U { self.t } }
impl<T> W<Vec<T>> { fn first(self) -> T { self.t.pop().unwrap() } }
fn main() { let w = W { t: vec![Two] }; let w2: W<Vec<Two>> = w; w2.first().go() }
`,
      ["Two//go"],
    ],
    [
      "a trait of the project may have a method of a name that packages give options",
      `struct One; struct Two;
impl One { fn go(&self) {} } impl Two { fn go(&self) {} }
trait OptExt { fn context(self) -> Two; }
impl OptExt for Option<One> { fn context(self) -> Two { Two } }
fn f(v: Option<One>) { v.context().go() }
fn main() { f(None) }
`,
      ["Two//go"],
    ],
    [
      "a type that a loop and an iterator take different items from",
      `struct One; struct Two;
impl One { fn go(&self) {} } impl Two { fn go(&self) {} }
struct L { x: Vec<One> }
impl Iterator for L { type Item = One; fn next(&mut self) -> Option<One> { None } }
impl<'a> IntoIterator for &'a L { type Item = Two; type IntoIter = std::vec::IntoIter<Two>; fn into_iter(self) -> Self::IntoIter { vec![Two].into_iter() } }
fn f(l: &L) { for x in l { x.go() } }
fn main() { f(&L { x: vec![] }) }
`,
      ["Two//go"],
    ],
    [
      "a type that is indexed by several types",
      `struct One; struct Two;
impl One { fn go(&self) {} } impl Two { fn go(&self) {} }
struct L(Vec<One>);
impl std::ops::Index<usize> for L { type Output = One; fn index(&self, i: usize) -> &One { &self.0[i] } }
impl std::ops::Index<&str> for L { type Output = Two; fn index(&self, i: &str) -> &Two { todo!() } }
fn f(l: L) { l["a"].go() }
fn main() { f(L(vec![])) }
`,
      ["Two//go"],
    ],
    [
      "a type that a function brings in by the name of another",
      `mod a { pub struct S; impl S { pub fn go(&self) {} } }
mod b { pub struct S; impl S { pub fn go(&self) {} } }
use a::S;
fn make() -> b::S { b::S }
fn f() { use b::S; let s: S = make(); s.go() }
fn main() { f() }
`,
      ["b//S//go"],
    ],
    [
      "what stands behind the rest of a tuple",
      `struct One; struct Two;
impl One { fn go(&self) {} } impl Two { fn go(&self) {} }
fn f(t: (One, One, Two)) { let (.., b) = t; b.go() }
struct V(One, One, Two);
fn g(t: V) { let V(.., b) = t; b.go() }
fn main() { f((One, One, Two)) ; g(V(One,One,Two)) }
`,
      ["Two//go"],
    ],
    [
      "the rest of a list",
      `struct Two;
impl Two { fn go(&self) {} }
trait G { fn go(&self); }
impl G for [Two] { fn go(&self) {} }
fn f(t: &[Two]) { if let [a, rest @ ..] = t { rest.go() } }
fn main() { f(&[Two]) }
`,
      ["[]//go"],
    ],
  ])("%s", async (_, text, keys) => {
    expect(await deniedIn(text, keys)).toEqual([]);
  });
});

it("a module is all the files that its name has under one condition or another", async () => {
  const files = new Map([
    ["Cargo.toml", manifest],
    [
      "src/main.rs",
      `#[cfg(feature = "a")]
#[path = "on.rs"]
mod imp;
#[cfg(not(feature = "a"))]
#[path = "off.rs"]
mod imp;
mod user;
fn main() { imp::write(); imp::inner::deep(); user::go(); }
`,
    ],
    ["src/on.rs", "pub fn write() { only_on() }\nfn only_on() {}\npub mod inner { pub fn deep() {} }\n"],
    [
      "src/off.rs",
      `pub fn write() { only_off() }
fn only_off() {}
pub struct Off;
impl Off { pub fn make() {} }
pub mod inner { pub fn deep() {} pub fn second() {} }
`,
    ],
    [
      "src/user.rs",
      "use crate::imp::{write, Off};\nuse crate::imp::inner::second;\npub fn go() { write(); Off::make(); second(); }\n",
    ],
  ]);
  const graph = linkProject(await readProject(files), files);
  const keys = [
    "src/on.rs//write",
    "src/on.rs//only_on",
    "src/on.rs//inner//deep",
    "src/off.rs//write",
    "src/off.rs//only_off",
    "src/off.rs//Off//make",
    "src/off.rs//inner//second",
    "src/user.rs//go",
  ];
  const results = reach(graph, { targets: targetsByKey(keys) });
  expect(results.filter((one) => one.status === "not-found").map((one) => one.target)).toEqual([]);
});

it("a function of a type that is only known where it is used may be any of its name", async () => {
  const text = `trait E { fn conf(x: u8) -> Self; }
struct Err;
impl E for Err { fn conf(x: u8) -> Self { Err } }
trait S { type Error: E; }
struct K;
impl S for K { type Error = Err; }
fn run<T: S>(r: Result<u8, u8>) { let _ = r.map_err(T::Error::conf); }
fn main() { run::<K>(Ok(1)); }
`;
  expect(await deniedIn(text, ["Err//conf", "E//conf"])).toEqual([]);
});
