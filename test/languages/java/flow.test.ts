import { describe, expect, it } from "vitest";
import { flowText } from "../flow-text.ts";
import { readText } from "../records.ts";

const flowOf = async (body: string) => flowText(await readText("a/A.java", `class A {\n${body}\n}\n`));

describe("where values go in Java", () => {
  it("functions: lambdas, references to methods and to constructors", async () => {
    expect(
      await flowOf(`
void go(Run r) { r.run(); }
void all(A a) { go(() -> a.one()); go(x -> { return; }); go(a::one); go(A::two); go(A::new); go(this::one); }
Run one() { return A::two; }
Run back(Run r) { Run s = r, t = () -> two(); return r == null ? s : (Run) t; }`),
    ).toEqual([
      "4: go(fn:4)",
      "4: a.one()",
      "4: go(fn:4)",
      "4: go(a.one)",
      "4: go(A.two)",
      "4: go(A)",
      "4: go(this.one)",
      "6: two()",
      "A.go(r)",
      "A.all(a)",
      "fn:4() gives a.one()",
      "fn:4(x)",
      "A.one() gives A.two",
      "A.back(r) gives s or t",
      "fn:6() gives two()",
      "name@A.back.t = fn:6",
    ]);
  });

  it("fields, elements, and what containers keep", async () => {
    expect(
      await flowOf(`
Run r; Run[] rs = { A::one, A::two }; Map<String, Run> m = new HashMap<>();
A(Run r) { this.r = r; rs[1] = r; m.put("k", r); m.put(k(), r); }
Run get(String k) { m.get("k").run(); return rs[0]; }
void each(List<Run> l) { l.add(r); l.stream().filter(x -> true); Run q = List.of(r).get(0); }`),
    ).toEqual([
      "3: new HashMap()",
      "4: m.put(_, r)",
      "4: m.put(k(), r)",
      "4: k()",
      "5: m.get()",
      '5: m.get() or m["k"].run()',
      "6: l.add(r)",
      "6: l.stream()",
      "6: l.stream() or l.filter(fn:6)",
      "6: List.of(r)",
      "6: List.of(r) or {r, ...r}.get()",
      "A.A(r)",
      'A.get(k) gives rs["0"]',
      "A.each(l)",
      "fn:6(x)",
      "name@A.rs = {0: A.one, 1: A.two}",
      "name@A.m = new HashMap() or {}",
      "a A.r = r",
      'rs["1"] = r',
      "name@A.each.q = List.of(r) or {r, ...r}.get() or List.of(r) or {r, ...r}[]",
      'm["k"] = r',
      "m[] = r",
      "l[] = r",
      "l[] = r[]",
    ]);
  });

  it("calls that the language makes: of an iterator, of close, of an enum's constructor, of a base's", async () => {
    expect(
      await flowOf(`
A(Run r) { this(r, 1); }
A(Run r, int n) { super(r); }
void loop(It xs) { for (Run x : xs) x.run(); try (Res r = open(); q) { } }
enum E { P(A::one), Q; E(Run r) {} E() {} }`),
    ).toEqual([
      "3: this(r)",
      "4: super(r)",
      "5: xs.iterator()",
      "5: xs.iterator().hasNext()",
      "5: xs.iterator().next()",
      "5: name@A.loop.r.close()",
      "5: q.close()",
      "6: new name@A.E(A.one)",
      "A.A(r)",
      "A.A(r, n)",
      "A.loop(xs)",
      "A.E.E(r)",
      "A.E.E()",
      "name@A.loop.x = xs[]",
      "name@A.loop.x = xs.iterator().next()",
    ]);
  });

  it("values of classes: without a name, around, of an arm of a switch", async () => {
    expect(
      await flowOf(`
Object self() { Run r = new Run() { public void run() { take(this, A.this); } }; return this; }
Object pick(int n) { return switch (n) { case 1 -> self(); default -> { Object o = new A(); yield o; } }; }`),
    ).toEqual([
      "3: take(a A.self, a A)",
      "4: self()",
      "A.self() gives a A",
      "A.self.run()",
      "A.pick(n) gives self() or o",
      "name@A.self.r = a A.self",
    ]);
  });
});
