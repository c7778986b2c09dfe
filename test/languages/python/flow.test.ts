import { describe, expect, test } from "vitest";
import { flowText } from "../flow-text.ts";
import { read } from "./read.ts";

/** The section `flow` of a text, sorted: calls, functions and stores each say themselves. */
async function flowOf(text: string): Promise<string[]> {
  return flowText(await read(text));
}

describe("what Python says of where values go", () => {
  test("arguments by place, by name, and spread", async () => {
    expect(await flowOf("f(a, k=b, *c, **d)\n")).toEqual(["1: f(a, k=b, *c, **d)"]);
  });

  test("parameters, their defaults, and results", async () => {
    const text = "def f(a, b=g()[0], *c, d, **e):\n  return a or b\n  yield c\n";
    expect(await flowOf(text)).toEqual([
      "1: g().__getitem__()",
      "1: g()",
      "f(a, b, *c, d=, **e) gives a or b | {c}",
      'name@f.b = g()["0"] or g().__getitem__()',
    ]);
  });

  test("a lambda has parameters and a result", async () => {
    expect(await flowOf("x = lambda f, *, g: f(g)\n")).toEqual([
      "1: f(g)",
      "fn:1(f, g=) gives f(g)",
      "name@x = fn:1",
    ]);
  });

  test("decorators are called from below, and the name is what the first gives", async () => {
    expect(await flowOf("@a\n@b(1)\ndef f(): pass\n")).toEqual([
      "2: b()",
      "1: a(b()(f))",
      "2: b()(f)",
      "f()",
      "name@f = a(b()(f))",
    ]);
    expect(await flowOf("@property\ndef f(): pass\n")).toEqual(["f()"]);
  });

  test("a table keeps its keys apart, and numbers from texts that look like them", async () => {
    const text = 'd = {1: f, "1": g, "a": h, **e}\nd["a"]()\nd[1]()\nd["1"] = i\n';
    expect((await flowOf(text)).filter((line) => !/^\d: d\.__[gs]etitem__\([^)]*\)$/u.test(line))).toEqual([
      '2: d["a"] or d.__getitem__()()',
      '3: d["1"] or d.__getitem__()()',
      "name@d = {1: f, '1: g, a: h, ...e}",
      `d["'1"] = i`,
    ]);
  });

  test("patterns take their parts, those behind a star from the end", async () => {
    expect(await flowOf("a, *b, (c, d) = f, g, h, i\nx, *y, z = q\n")).toEqual([
      'name@a = {0: f, 1: g, 2: h, 3: i}["0"]',
      'name@b = {0: {0: f, 1: g, 2: h, 3: i}["1"], 1: {0: f, 1: g, 2: h, 3: i}["2"]}',
      'name@c = {0: f, 1: g, 2: h, 3: i}["3"]["0"]',
      'name@d = {0: f, 1: g, 2: h, 3: i}["3"]["1"]',
      'name@x = q["0"]',
      "name@y = {q[]}",
      "name@z = q[]",
    ]);
  });

  test("a loop takes elements, and what the iterator of a value gives", async () => {
    expect(await flowOf("for x in y:\n  pass\nasync def f():\n  async for z in y: pass\n")).toEqual([
      "1: y.__iter__()",
      "1: y.__iter__().__next__()",
      "4: y.__aiter__()",
      "4: y.__aiter__().__anext__()",
      "f()",
      "name@x = y[] or y.__iter__()[] or y.__iter__().__next__()",
      "name@f.z = y[] or y.__aiter__()[] or y.__aiter__().__anext__()",
    ]);
  });

  test("with binds what is entered, also of a function that is made a context manager", async () => {
    const text = "@contextmanager\ndef f():\n  yield x\nwith f() as a:\n  pass\n";
    expect(await flowOf(text)).toEqual([
      "4: f().__exit__()",
      "4: f().__enter__()",
      "4: f()",
      "f() gives {with: x}",
      'name@a = f().__enter__() or f()["with"]',
    ]);
  });

  test("functions of the language call what they are given, and give what they hold", async () => {
    expect(await flowOf("a = list(map(f, xs))\n")).toContain("1: f(xs[])");
    expect(await flowOf("sorted(xs, key=f)\n")).toContain(
      "1: f(xs[] or xs.__iter__()[] or xs.__iter__().__next__())",
    );
    expect(await flowOf("a = next(xs, f)\n")).toContain("name@a = xs.__next__() or xs[] or f");
    // A function of that name is not that of the language.
    expect(await flowOf("def map(f, xs): pass\nmap(f, xs)\n")).toEqual(["2: map(f, xs)", "map(f, xs)"]);
  });

  test("lists and dictionaries get what is added to them", async () => {
    const text = 'a.append(f)\na.update({"k": g}, h=i)\nx = a.get("k", j)\n';
    const lines = await flowOf(text);
    expect(lines).toEqual(
      expect.arrayContaining(["a[] = f", 'a["k"] = g', 'a["h"] = i', 'name@x = a["k"] or j or a.get(_, j)']),
    );
  });

  test("places in a list are lost where its elements move", async () => {
    const lines = await flowOf("a.insert(0, f)\na.pop(0)\ndel a[0]\na.pop('k')\n");
    expect(lines.filter((line) => line === "a[] = a[]")).toHaveLength(3);
    expect(lines).toContain("a[] = f");
  });

  test("expressions that nest without end are read once", async () => {
    const deep = `x = ${"list(".repeat(90)}y${")".repeat(90)}\n`;
    expect((await read(deep)).problems).toEqual([]);
  });
});
