import { describe, expect, it } from "vitest";
import { readSources } from "../../graph/read-sources.ts";
import { flowText } from "../flow-text.ts";

async function flowOf(text: string): Promise<string[]> {
  const records = await readSources([{ path: "src/main.rs", bytes: new TextEncoder().encode(text) }]);
  return [...records.values()].flatMap(flowText);
}

describe("where values go in Rust", () => {
  it("gives the last expression of a body, branches and what is returned early", async () => {
    const lines = await flowOf(`fn pick(x: bool) -> fn() { if x { one } else { two } }
fn early(x: i32) -> fn() { match x { 0 => one, _ => return two } }
fn nothing() { one(); }
fn made() -> impl Fn() { move || one() }`);
    expect(lines).toContain("pick(x) gives one or two");
    expect(lines).toContain("early(x) gives one | two");
    expect(lines).toContain("nothing()");
    expect(lines).toContain("made() gives fn:4");
  });

  it("takes values apart where patterns do", async () => {
    const lines = await flowOf(`fn use_all(op: Op, s: S, pair: (fn(), fn()), list: Vec<(u8, fn())>) {
  let (_, b) = pair;
  let S { f, g: h } = s;
  match op { Op::Call(q) => q(), Op::Pair { a, .. } => a() }
  for (_, t) in list { t(); }
  if let Some(x) = found() { x(); }
}`);
    expect(lines.filter((line) => line.startsWith("name@"))).toEqual([
      "name@use_all.b = pair.1",
      "name@use_all.f = s.f",
      "name@use_all.h = s.g",
      "name@use_all.q = op.0",
      "name@use_all.a = op.a",
      "name@use_all.t = list[].1",
      "name@use_all.x = found()",
    ]);
  });

  it("tells what parameters get, patterns and the receiver among them", async () => {
    const lines = await flowOf(`struct S(fn());
impl S {
  fn run(&self, f: fn(), (a, _): (fn(), u8)) { (self.0)(); keep(self); f(); a(); }
}
fn use_all() { let c = |_, (x, y): (fn(), u8)| x(); let d = |z| z(); c(1, (one, 2)); d(one); }`);
    expect(lines).toContain("S.run({}, f, {}) of a value");
    expect(lines).toContain("name@S.run.a = S.run#2.0");
    expect(lines).toContain("3: S.run#0 or a S.0()");
    expect(lines).toContain("3: keep(S.run#0 or a S)");
    expect(lines).toContain("fn:5({}, {}) gives x()");
    expect(lines).toContain("name@use_all.x = fn:5#1.0");
    expect(lines).toContain("fn:5(z) gives z()");
  });

  it("says what structs, variants, arrays and statics hold", async () => {
    const lines = await flowOf(`static TABLE: [fn(); 2] = [one, two];
fn use_all(g: fn()) {
  let s = S { f: one, g };
  let op = Op::Call(one);
  s.f = two;
  TABLE[0]();
}`);
    expect(lines).toContain("name@TABLE = {0: one, 1: two}");
    expect(lines).toContain("S.f = one");
    expect(lines).toContain("new S().g = g");
    expect(lines).toContain("name@use_all.op = Op.Call(one) or {0: one}");
    expect(lines).toContain("s.f = two");
    expect(lines).toContain("6: TABLE[]()");
  });

  it("looks through what only wraps a value or hands it on", async () => {
    const lines = await flowOf(`fn use_all(v: Vec<fn()>) {
  let a = Some(Box::new(one));
  let b = a.unwrap();
  let c = v.get(0);
  v.iter().for_each(|w| w());
}`);
    expect(lines).toContain("name@use_all.a = one");
    expect(lines).toContain("name@use_all.b = a.unwrap() or a");
    expect(lines).toContain("name@use_all.c = v.get() or v or v[]");
    expect(lines.some((line) => line.startsWith("5: fn:5(v.iter() or v or v.iter() or v[]"))).toBe(true);
  });

  it("reads arguments among the tokens of macros", async () => {
    const lines = await flowOf(`fn use_all() {
  let v = vec![one, &two];
  println!("{}", apply(one, |x| x, 1 + two()));
}`);
    expect(lines).toContain("name@use_all.v = {one, two}");
    expect(lines).toContain("3: apply(one, ~, ~)");
  });
});
