import { describe, expect, test } from "vitest";
import { edgeLines, linkProject, readProject } from "./case-project.ts";

/** The calls of functions of the project that a text makes, as "caller -> callee kind", without a path. */
async function calls(text: string): Promise<string[]> {
  const files = new Map([["a.py", text]]);
  const graph = linkProject(await readProject(files), files);
  const found = edgeLines(graph).flatMap((line) => {
    const parts = /^a\.py(?:\/\/)?(\S*) -> a\.py\/\/(\S+) \[(\w+):/u.exec(line);
    if (parts === null || parts[3] === "reference" || parts[3] === "export") return [];
    return [
      `${(parts[1] as string).replaceAll("//", ".")} -> ${(parts[2] as string).replaceAll("//", ".")} ${parts[3]}`,
    ];
  });
  return [...new Set(found)];
}

const functions = "def f(): pass\ndef g(): pass\n";

describe("values of Python that are called", () => {
  test("each call of a function that gives back its argument gives its own", async () => {
    const text = `${functions}def same(x): return x\ndef one(): same(f)()\ndef two(): same(x=g)()\n`;
    const found = await calls(text);
    expect(found).toEqual(expect.arrayContaining(["one -> f assignment", "two -> g assignment"]));
    expect(found).not.toContain("one -> g assignment");
    expect(found).not.toContain("two -> f assignment");
  });

  test("what comes out of a list is given back from a spread too, and a default where nothing is given", async () => {
    const text = `${functions}def same(x): return x\ndef other(x=g): return x\nsame(*[f])()\nother()()\n`;
    expect(await calls(text)).toEqual(expect.arrayContaining([" -> f assignment", " -> g assignment"]));
  });

  test("the block of a with calls members of what is entered", async () => {
    const text = `class X:
  def __enter__(self): return self
  def __exit__(self, *a): pass
  def m(self): pass
def run():
  with X() as s:
    s.m()
`;
    expect(await calls(text)).toEqual(
      expect.arrayContaining(["run -> X.m member", "run -> X.__enter__ member", "run -> X.__exit__ member"]),
    );
  });

  test("a loop calls the iterator of a value, and what it gives", async () => {
    const text = `${functions}class Many:
  def __iter__(self): return self
  def __next__(self): return f
def run():
  for x in Many(): x()
`;
    expect(await calls(text)).toEqual(
      expect.arrayContaining([
        "run -> Many.__iter__ member",
        "run -> Many.__next__ member",
        "run -> f assignment",
      ]),
    );
  });

  test("operators, subscripts and builtins call the methods of their values", async () => {
    const text = `class V:
  def __add__(self, o): return self
  def __getitem__(self, k): return self
  def __len__(self): return 0
  def __contains__(self, x): return True
  def m(self): pass
def run():
  v = V()
  (v + v).m()
  v[0].m()
  len(v)
  1 in v
`;
    expect(await calls(text)).toEqual(
      expect.arrayContaining([
        "run -> V.__add__ member",
        "run -> V.__getitem__ member",
        "run -> V.__len__ member",
        "run -> V.__contains__ member",
        "run -> V.m member",
      ]),
    );
  });

  test("a decorated name is what the decorator gives", async () => {
    const text = `${functions}def dec(fn):
  def inner(): fn()
  return inner
@dec
def h(): pass
def run(): h()
`;
    const found = await calls(text);
    expect(found).toEqual(
      expect.arrayContaining([" -> dec direct", "run -> dec.inner assignment", "dec.inner -> h assignment"]),
    );
    expect(found).not.toContain("run -> h direct");
  });

  test("and itself, where the decorator may give it back or is not of the project", async () => {
    const back = "def dec(fn):\n  if fn: return fn\n  return print\n@dec\ndef h(): pass\ndef run(): h()\n";
    expect(await calls(back)).toContain("run -> h direct");
    const outside = "from lib import dec\n@dec\ndef h(): pass\ndef run(): h()\n";
    expect(await calls(outside)).toContain("run -> h direct");
    const partly =
      "from lib import wrap\ndef dec(fn):\n  def inner(): fn()\n  return inner if fn else wrap(fn)\n@dec\ndef h(): pass\ndef run(): h()\n";
    expect(await calls(partly)).toContain("run -> h direct");
  });

  test("keywords, stars and closures carry functions", async () => {
    const text = `${functions}def call(*args, cb=None, **rest):
  args[0]()
  cb()
  rest["k"]()
def outer(fn):
  def inner(): fn()
  return inner
call(f, cb=g)
call(**{"k": f})
outer(g)()
`;
    expect(await calls(text)).toEqual(
      expect.arrayContaining([
        "call -> f assignment",
        "call -> g assignment",
        " -> outer.inner assignment",
        "outer.inner -> g assignment",
      ]),
    );
  });

  test("a raised variable makes a value of its class", async () => {
    const text = "class E(Exception):\n  def __init__(self): pass\ndef run(error):\n  raise error\nrun(E)\n";
    expect(await calls(text)).toContain("run -> E.__init__ assignment");
  });

  test("what an except binds is of the class that it names", async () => {
    const text =
      "class E(Exception):\n  def m(self): pass\ndef run():\n  try: pass\n  except E as error: error.m()\n";
    expect(await calls(text)).toContain("run -> E.m member");
  });

  test("wraps(f)(g) is g", async () => {
    const text = `from functools import wraps\n${functions}def dec(fn): return wraps(fn)(g)\ndec(f)()\n`;
    expect(await calls(text)).toContain(" -> g assignment");
  });

  test("entries of a table keep their keys", async () => {
    const text = `${functions}t = {"f": f, "g": g}\ndef run(): t["f"]()\n`;
    const found = await calls(text);
    expect(found).toContain("run -> f assignment");
    expect(found).not.toContain("run -> g assignment");
  });
});
