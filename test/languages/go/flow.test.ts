import { describe, expect, it } from "vitest";
import { readSources } from "../../graph/read-sources.ts";
import { flowText } from "../flow-text.ts";

async function flowOf(lines: string): Promise<string[]> {
  const bytes = new TextEncoder().encode(`package main\n${lines}`);
  const records = await readSources([{ path: "a.go", bytes }]);
  return [...records.values()].flatMap(flowText);
}

describe("where values go in Go", () => {
  it("gives the results of a function by position, those with names too", async () => {
    const lines = await flowOf(`func pair() (func(), error) { return one, nil }
func named() (f func(), err error) { f = two; return }
func use() { a, _ := pair(); b, _ := named(); a(); b() }`);
    expect(lines).toContain("pair() gives {0: one}");
    expect(lines).toContain("named() gives {0: name@named.f, 1: name@named.err}");
    expect(lines).toContain('name@use.a = pair()["0"]');
    expect(lines).toContain('name@use.b = named()["0"]');
  });

  it("says what tables, structs and braces without a type hold", async () => {
    const lines = await flowOf(`type S struct { f, g func(); M }
type M struct{ t map[string]func() }
var table = map[string]func(){"a": one, k: two}
var list = []S{{f: one}, {one, two, M{}}}
var plain = []struct{ f func() }{{one}}`);
    expect(lines).toContain("name@table = {a: one, two}");
    expect(lines).toContain("name@list = {0: new S(), 1: new S()}");
    expect(lines.filter((line) => /^(?:name@)?S\./u.test(line))).toEqual([
      "S.f = one",
      "name@S.f = one",
      "name@S.g = two",
      "name@S.M = new M()",
    ]);
    expect(lines).toContain("name@plain = {0: {f: one}}");
  });

  it("follows channels, loops, copies and lists that grow", async () => {
    const lines = await flowOf(`func use(fs []func(), to []func()) {
  ch := make(chan func(), 1)
  ch <- one
  x, ok := <-ch
  for _, f := range fs { f() }
  copy(to, fs)
  fs = append(fs, one, to...)
}`);
    expect(lines).toContain("ch[] = one");
    expect(lines).toContain("name@use.x = ch[]");
    expect(lines).toContain("name@use.f = fs[]");
    expect(lines).toContain("to[] = fs[]");
    expect(lines).toContain("name@use.fs = {...fs, one, ...to}");
  });

  it("hands over arguments, any number of them, and the receiver", async () => {
    const lines = await flowOf(`func (s *S) run(cb func(), more ...func()) { cb() }
func (S) plain(f func()) {}
func use(s *S, fs []func()) { s.run(one, two); s.run(nil, fs...); n := (*S).run; n(s, nil) }`);
    expect(lines).toContain("S.run(s, cb, *more) of a value");
    expect(lines).toContain("S.plain({}, f) of a value");
    expect(lines).toContain("4: s.run(one, two)");
    expect(lines).toContain("4: s.run(_, *fs)");
    expect(lines).toContain("4: n(s)");
  });

  it("sees through pointers, assertions, switches over types and conversions", async () => {
    const lines = await flowOf(`type H func()
func use(v interface{}) {
  h := H(one)
  if s, ok := v.(*S); ok { s.f() }
  switch t := v.(type) { case *S: t.f() }
  p := &h
  (*p)()
}`);
    expect(lines).toContain("name@use.h = H(one) or one");
    expect(lines).toContain("name@use.s = v");
    expect(lines).toContain("name@use.t = v");
  });

  it("tells type arguments from elements", async () => {
    const lines = await flowOf(`func G[T any](f func()) func() { return f }
var table []func()
func use(k int, local map[string]func()) {
  G[int](one)()
  G2[int]()()
  table[k]()
  local["a"]()
}
func G2[T any]() func() { return two }`);
    expect(lines).toContain("5: G(one)()");
    expect(lines).toContain("6: G2()()");
    expect(lines).toContain("7: table[]()");
    expect(lines).toContain('8: local["a"]()');
  });

  it("knows functions without a name, wherever they stand", async () => {
    const lines = await flowOf(`func use() {
  func(f func()) { f() }(one)
  go func() { two() }()
  defer func() {}()
  f := func() {}
  f()
}`);
    expect(lines).toContain("3: fn:3(one)");
    expect(lines).toContain("fn:3(f)");
    expect(lines).toContain("4: fn:4()");
    expect(lines).toContain("name@use.f = fn:6");
  });
});

describe("methods with type parameters of their own in Go", () => {
  it("are read, and called with type arguments", async () => {
    const lines = await flowOf(`type C struct{}
func (c *C) Map[T any, U interface{ ~[]T }](f func()) { f() }
func use(c *C) { c.Map[int, []int](one); c.Map[C](two) }`);
    expect(lines).toContain("C.Map(c, f) of a value");
    expect(lines).toContain("4: c.Map(one)");
    expect(lines).toContain("4: c.Map(two)");
  });
});
