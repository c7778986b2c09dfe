import { describe, expect, it } from "vitest";
import { declarationPath, type FileIndex } from "../../../src/engine/index/index.ts";
import { read, typeText } from "./read.ts";

/** Each declaration as "path kind level", with what is special about it. */
function declarations(file: FileIndex): string[] {
  return file.declarations.map((one, index) => {
    const marks = [
      one.isExported ? "exported" : "",
      one.isStatic ? "static" : "",
      one.isAbstract ? "abstract" : "",
    ];
    const path = declarationPath(file, index).join(".");
    return [path, one.kind, one.level, ...marks].filter((part) => part !== "").join(" ");
  });
}

function uses(file: FileIndex): string[] {
  return file.references.map((one) => {
    const count = one.argumentCount < 0 ? "" : ` ${one.argumentCount}`;
    return `${one.role} ${[...one.through, one.name].join(".")}${count}`;
  });
}

function assignments(file: FileIndex): string[] {
  return file.assignments.map((one) => {
    const name = file.references[one.reference]?.name ?? "";
    const declared = file.declarations[one.declaration]?.name ?? "?";
    return `${one.target.join(".")} (${declared}) = ${one.value} ${name}`.trim();
  });
}

describe("declarations", () => {
  it("tells functions, methods, constructors, classes and what is in them apart", async () => {
    const file = await read(
      [
        "LIMIT = 3",
        "rate: int = 4",
        "async def load(path, *rest, key=None, **more): pass",
        "class Store(Base):",
        "    kind = 'x'",
        "    def __init__(self): self.items = []; self.kind = 'y'",
        "    @staticmethod",
        "    def make(): return 1",
        "    @classmethod",
        "    def of(cls): cls.made = True",
        "    @abstractmethod",
        "    def close(self): ...",
        "    class Entry: pass",
        "def outer():",
        "    def inner(): pass",
        "    class Local:",
        "        def m(self): pass",
      ].join("\n"),
    );
    expect(declarations(file)).toEqual([
      "LIMIT constant module exported",
      "rate variable module exported",
      "load function module exported",
      "load.path parameter local",
      "load.rest parameter local",
      "load.key parameter local",
      "load.more parameter local",
      "Store class module exported",
      "Store.kind field member exported",
      "Store.__init__ constructor member exported",
      "Store.__init__.self parameter local",
      "Store.items field member exported",
      "Store.make method member exported static",
      "Store.of method member exported static",
      "Store.of.cls parameter local",
      "Store.made field member exported",
      "Store.close method member exported abstract",
      "Store.close.self parameter local",
      "Store.Entry class member exported",
      "outer function module exported",
      "outer.inner function local",
      "outer.Local class local",
      "outer.Local.m method member",
      "outer.Local.m.self parameter local",
    ]);
  });

  it("declares both of two conditional definitions, and a variable once", async () => {
    const file = await read("if a:\n    def f(): pass\nelse:\n    def f(): pass\nx = 1\nx = 2\n");
    expect(declarations(file).map((one) => one.split(" ")[0])).toEqual(["f", "f", "x"]);
    expect(uses(file)).toEqual(["read a", "write x"]);
  });

  it("spans a definition with its decorators, and ends on its last line", async () => {
    const file = await read("import a\n\n@a.b\n@c\ndef f():\n    pass\n\nx = 1\n");
    const found = file.declarations.find((one) => one.name === "f");
    expect(found).toMatchObject({
      line: 4,
      column: 4,
      startLine: 2,
      startColumn: 0,
      endLine: 5,
      endColumn: 8,
    });
  });

  it("reads declared types: strings, Optional, unions with None, Self, aliases", async () => {
    const file = await read(
      [
        "class A:",
        "    one: Optional['m.B']",
        "    def f(this, a: 'C | None', b: Annotated[list[D], 1], c: E | F) -> Self: ...",
        "    def g(self) -> 'dict[str, G]': self.h: H = 1",
        "type X = Y",
        "Z: TypeAlias = W",
      ].join("\n"),
    );
    const types = file.declarations.map((one) => `${one.name}: ${typeText(one.type)}`);
    expect(types).toEqual([
      "A: ",
      "one: m.B",
      "f: ",
      "this: A",
      "a: C",
      "b: list[D]",
      "c: Union[E, F]",
      "g: ",
      "self: ",
      "h: H",
      "X: Y",
      "Z: W",
    ]);
    expect(file.declarations.flatMap((one) => one.results.map(typeText))).toEqual(["A", "dict[str, G]"]);
    expect(uses(file).filter((one) => one.startsWith("type"))).toEqual(
      [
        ...["Optional", "m", "m.B", "C", "Annotated", "list", "D", "E", "F", "Self", "dict", "str", "G", "H"],
        ...["Y", "TypeAlias"],
      ].map((name) => `type ${name}`),
    );
  });

  it("gives `global` names to the module", async () => {
    const file = await read("def f():\n    global made\n    made = 1\n");
    expect(declarations(file)).toEqual(["f function module exported", "made variable module exported"]);
  });
});

describe("references", () => {
  it("have a role and what they are reached through", async () => {
    const file = await read(
      [
        "@plain",
        "@m.route('/', methods=x)",
        "class A(B, m.C[T], metaclass=M): pass",
        "self.a.b = f(1, *c, k=d).e[0].g",
        "super().h('x'.join(i))",
        "(await j()).k",
        "raise Bad",
        "raise err from m.Bad(1)",
        "del n.o, p",
      ].join("\n"),
    );
    expect(uses(file)).toEqual([
      "decorator plain",
      ...["read m", "call m.route 2", "read x"],
      ...["base B", "read m", "base m.C", "read T", "new M 0"],
      ...["read self", "read self.a", "write self.a.b", "call f 3", "read c", "read d"],
      ...["read f.().e", "read f.().e.[].g"],
      ...["call super 0", "call super.().h 1", "call ?.join 1", "read i"],
      ...["call j 0", "read j.().k"],
      ...["new Bad 0", "read err", "read m", "call m.Bad 1"],
      ...["read n", "write n.o", "write p"],
    ]);
  });

  it("take a literal getattr for the attribute", async () => {
    const file = await read("getattr(a, 'load')(1)\nsetattr(a.b, 'n', 2)\ngetattr(a, 'not a name')\n");
    expect(uses(file)).toEqual([
      ...["call getattr 2", "read a", "call a.load 1"],
      ...["call setattr 3", "read a", "read a.b", "write a.b.n"],
      ...["call getattr 2", "read a"],
    ]);
    expect(file.flags).toEqual([]);
  });

  it("stand at their place also inside a string annotation", async () => {
    const file = await read("x: 'List[ foo.Bar ]'\n");
    expect(file.references.map((one) => [one.name, one.column])).toEqual([
      ["List", 4],
      ["foo", 10],
      ["Bar", 14],
    ]);
  });

  it("are not made of Literal, of notes in Annotated, nor of code in strings", async () => {
    const file = await read("x: Literal['a', 'b']\ny: Annotated[int, 'c', Field(gt=d)]\nz: 'f(x)'\n");
    expect(uses(file)).toEqual(["type Literal", "type Annotated", "type int", "call Field 1", "read d"]);
  });
});

describe("imports and exports", () => {
  it("keep relative levels, renames and what is for type checkers only", async () => {
    const file = await read(
      [
        "import a.b.c",
        "import d.e as f",
        "from .. import g as h, i",
        "from .j.k import (l,)",
        "from m import *",
        "if TYPE_CHECKING:",
        "    from n import o",
        "else:",
        "    from n import o",
        "if not typing.TYPE_CHECKING: import p",
        "else: import p",
        "def f():",
        "    import q",
        "    return import_module('r'), __import__('s.t')",
        "from importlib import import_module as load",
        "u = load('.v')",
      ].join("\n"),
    );
    const imports = file.imports.map((one) => {
      const marks = [one.isTypeOnly ? "types" : "", one.isReexport ? "re" : ""].filter((mark) => mark !== "");
      return [one.kind, one.specifier, one.imported, one.local, ...marks].join(" ");
    });
    expect(imports).toEqual([
      "namespace a  a re",
      "effect a.b.c  ",
      "namespace d.e  f re",
      "named .. g h re",
      "named .. i i re",
      "named .j.k l l re",
      "wildcard m   re",
      "named n o o types re",
      "named n o o re",
      "namespace p  p re",
      "namespace p  p types re",
      "namespace q  q",
      "dynamic s.t  ",
      "named importlib import_module load re",
      "dynamic .v  u re",
    ]);
  });

  it("list what __all__ lists, however it grows", async () => {
    const file = await read(
      [
        "from . import sub",
        "def a(): pass",
        "__all__ = ['a'] + sub.__all__",
        "__all__ += ('b',)",
        "__all__.extend(['c'])",
        "__all__.append('d')",
      ].join("\n"),
    );
    expect(file.exports.map((one) => [one.name, one.specifier ?? "", one.declaration])).toEqual([
      ["a", "", 0],
      ["*", ".sub", -1],
      ["b", "", -1],
      ["c", "", -1],
      ["d", "", -1],
    ]);
  });
});

describe("assignments", () => {
  it("say what a name or a member gets", async () => {
    const file = await read(
      [
        "load = yaml.load",
        "a = b = make()",
        "x, y = run, (lambda: 1)",
        "TABLE = {'one': on_one, 'two': {'three': on_three()}}",
        "class C:",
        "    def __init__(self, dep=Default):",
        "        self.dep = dep",
        "        self.dep = await other(1)",
        "def f():",
        "    if (m := match()): p, q = pair()",
        "    n: int",
      ].join("\n"),
    );
    expect(assignments(file)).toEqual([
      "load (load) = name load",
      "a (a) = call make",
      "b (b) = call make",
      "x (x) = name run",
      "y (y) = function",
      "TABLE (TABLE) = object",
      "TABLE.one (?) = name on_one",
      "TABLE.two (?) = object",
      "TABLE.two.three (?) = call on_three",
      "dep (dep) = name Default",
      "self.dep (dep) = name dep",
      "self.dep (dep) = call other",
      "m (m) = call match",
      "p (p) = other",
      "q (q) = other",
    ]);
  });
});

describe("what is decided at run time", () => {
  async function flags(...lines: string[]): Promise<string[]> {
    const file = await read(lines.join("\n"));
    return file.flags.map((one) => [one.kind, one.name, one.prefix ?? ""].join(" ").trim());
  }

  it("is flagged, with the part of the name that is known", async () => {
    expect(
      await flags(
        "eval(x)",
        "exec 'code' in d",
        "getattr(self, 'visit_' + kind)()",
        "getattr(self, f'on_{kind}')",
        "getattr(self, 'do_%s' % kind)",
        "setattr(self, kind, 1)",
        "globals()[kind]",
        "obj.__dict__[kind]",
        "__import__('plugins.' + kind)",
        "map(eval, xs)",
        "def __getattr__(name): pass",
      ),
    ).toEqual([
      "eval eval",
      "eval exec",
      "computed-member getattr visit_",
      "computed-member getattr on_",
      "computed-member getattr do_",
      "computed-member setattr",
      "computed-member globals",
      "computed-member __dict__",
      "computed-import __import__ plugins.",
      "eval eval",
      "computed-member __getattr__",
    ]);
  });

  it("is known under another name, and handed on as a value", async () => {
    expect(
      await flags(
        "import importlib as il, builtins",
        "from importlib import import_module as im",
        "il.import_module(name)",
        "builtins.eval(x)",
        "loader = im",
      ),
    ).toEqual(["computed-import import_module", "eval eval", "computed-import import_module"]);
  });

  it("is not what the file itself defines under such a name", async () => {
    expect(await flags("def eval(x): pass", "eval(1)", "def f(getattr): getattr(a, b)", "a.eval(b)")).toEqual(
      [],
    );
  });
});

describe("strings", () => {
  it("over several lines are noted, for blanks mean something in them", async () => {
    const file = await read('"""one"""\nx = """a\n  b"""\ny = f"""\n{x}\n"""\n');
    expect(file.multilineStrings).toEqual([
      { startLine: 1, endLine: 2 },
      { startLine: 3, endLine: 5 },
    ]);
  });
});
