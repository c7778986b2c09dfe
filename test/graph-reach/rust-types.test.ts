import { describe, expect, it } from "vitest";
import { edgeLines, linkProject, readProject } from "./case-project.ts";

const types = `use std::collections::HashMap;
pub struct One;
impl One {
  pub fn go(&self) -> Two { Two }
  pub fn try_go(&self) -> Result<Two, Bad> { Ok(Two) }
  pub fn may_go(&self) -> Option<&Two> { None }
}
#[derive(Clone, Default)]
pub struct Two;
impl Two { pub fn end(&self) {} pub fn go(&self) {} }
pub struct Bad;
impl Bad { pub fn say(&self) {} pub fn end(&self) {} }
`;

/** What functions of the project the function `f` calls, with how; and what of it is not resolved. */
async function callsOf(text: string): Promise<string[]> {
  const files = new Map([["src/main.rs", `${types}${text}\nfn main() {}\n`]]);
  const graph = linkProject(await readProject(files), files);
  const start = "src/main.rs//f -> src/main.rs//";
  const calls = edgeLines(graph)
    .filter((line) => line.startsWith(start) && !/\[reference|instance|: call\]/u.test(line))
    .map((line) => line.slice(start.length).replace(/:.*$/u, "]").replace(" [member]", ""));
  const open = graph.unresolved.filter((one) => graph.nodes[one.caller]?.key === "src/main.rs//f");
  return [...new Set([...calls, ...open.map((one) => `? ${one.text}`)])].sort();
}

describe("the types of values in Rust", () => {
  it.each([
    [
      "numbered fields",
      "struct W(One, Vec<Two>);\nfn f(w: &W) { w.0.go(); w.1[0].end() }",
      ["One//go", "Two//end"],
    ],
    ["parts of tuples", "fn f(t: (One, Two)) { t.0.go(); let (_, b) = t; b.end() }", ["One//go", "Two//end"]],
    [
      "what ? gives",
      "fn f(o: One) -> Result<(), Bad> { let t = o.try_go()?; t.end(); o.try_go()?.end(); Ok(()) }",
      ["One//try_go", "Two//end"],
    ],
    [
      "what unwrap gives",
      'fn f(o: One) { o.may_go().unwrap().end(); let t = o.may_go().expect(""); t.go() }',
      ["One//may_go", "Two//end", "Two//go"],
    ],
    [
      "patterns of options",
      "fn f(o: One) { if let Some(t) = o.may_go() { t.end() } }",
      ["One//may_go", "Two//end"],
    ],
    [
      "arms of results",
      "fn f(o: One) { match o.try_go() { Ok(t) => t.end(), Err(e) => e.say() } }",
      ["Bad//say", "One//try_go", "Two//end"],
    ],
    [
      "variants",
      "enum E { A(One), B { two: Two } }\nfn f(e: E) { match e { E::A(o) => { o.go(); } E::B { two } => two.end() } }",
      ["One//go", "Two//end"],
    ],
    [
      "loops",
      "fn f(all: &[Two]) { for t in all { t.end() } for (_, t) in all.iter().enumerate() { t.go() } }",
      ["Two//end", "Two//go"],
    ],
    [
      "tables",
      'fn f(m: HashMap<String, Two>) { for (_, t) in &m { t.end() } m.get("a").unwrap().go() }',
      ["Two//end", "Two//go"],
    ],
    [
      "closures",
      "fn f(all: Vec<Two>) { all.iter().filter(|t| { t.end(); true }).for_each(|t| t.go()) }",
      ["Two//end", "Two//go"],
    ],
    [
      "errors in closures",
      "fn f(o: One) { o.try_go().map_err(|e| e.say()).ok(); }",
      ["Bad//say", "One//try_go"],
    ],
    [
      "other names of types",
      "type Res<T> = Result<T, Bad>;\nfn made() -> Res<Two> { Ok(Two) }\nfn f() { made().unwrap().end() }",
      ["Two//end"],
    ],
    [
      "parameters of types",
      "struct Own<T> { inner: T }\nimpl<T> Own<T> { fn get(&self) -> &T { &self.inner } }\nfn f(o: Own<Two>) { o.inner.end(); o.get().go() }",
      ["Own//get", "Two//end", "Two//go"],
    ],
    [
      "cells and locks",
      "use std::cell::RefCell; use std::sync::{Arc, Mutex};\nfn f(c: RefCell<Two>, m: Arc<Mutex<Two>>) { c.borrow().end(); m.lock().unwrap().go() }",
      ["Two//end", "Two//go"],
    ],
    [
      "copies and defaults",
      "fn f(t: &Two) { t.clone().end(); Two::default().go() }",
      ["Two//end", "Two//go"],
    ],
    [
      "what it stands for",
      "struct D { t: Two }\nimpl std::ops::Deref for D { type Target = Two; fn deref(&self) -> &Two { &self.t } }\nfn f(d: D) { d.end() }",
      ["Two//end"],
    ],
    [
      "own iterators",
      "struct It;\nimpl Iterator for It { type Item = Two; fn next(&mut self) -> Option<Two> { None } }\nfn f(i: It) { for t in i { t.end() } }",
      ["Two//end"],
    ],
    [
      "iterators without a name",
      "fn all() -> impl Iterator<Item = Two> { vec![].into_iter() }\nfn f() { for t in all() { t.end() } }",
      ["Two//end"],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await callsOf(text)).toEqual(expected);
  });

  it("are not guessed for what no list names", async () => {
    expect(await callsOf("fn f(t: Option<Two>) { t.map(|x| x.go()).unwrap_or(()).end() }")).toContain(
      "? t.map().unwrap_or().end",
    );
  });

  it("are read among the tokens of a macro: of closures, of variables, behind ?, and not of literals", async () => {
    const text = `fn f() {
  run!(|one: One, mut two: Two| {
    one.go();
    two.end();
    let three = one.try_go()?;
    three.end();
    one.try_go()?.go();
    say!("a".end());
  });
}`;
    expect(await callsOf(text)).toEqual([
      "? ?.end",
      "? run",
      "? say",
      "Bad//end [name]",
      "One//go",
      "One//try_go",
      "Two//end",
      "Two//end [name]",
      "Two//go",
    ]);
  });
});
