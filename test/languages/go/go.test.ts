import { describe, expect, it } from "vitest";
import { declared, readText, uses } from "../records.ts";

const read = (text: string) => readText("a/a.go", text);

describe("declarations of Go", () => {
  it("are of the module, of a type or local", async () => {
    const file = await read(`package shop
type Item[K comparable] struct {
	*Base
	pkg.Other
	name, note string
	inner struct { deep int }
}
type Seller interface { Sell(n int) error; pkg.Closer }
type Alias = pkg.Z
const (
	One = iota
	_
	Two
)
var a, B = 1, 2
func New(n int) (item *Item[int], err error) { x := n; return nil, nil }
func (i *Item[K]) Sell(n int) error { return nil }
func init() {}
`);
    expect(file.packageName).toBe("shop");
    expect(declared(file)).toEqual([
      "module struct Item",
      "local type-parameter Item.K",
      "member field Item.Base",
      "member field Item.Other",
      "member field Item.name",
      "member field Item.note",
      "member field Item.inner",
      "local field Item.deep",
      "module interface Seller",
      "member method Seller.Sell",
      "local parameter Sell.n",
      "module type Alias",
      "module constant One",
      "module constant Two",
      "module variable a",
      "module variable B",
      "module function New",
      "local parameter New.n",
      "local variable New.item",
      "local variable New.err",
      "local variable New.x",
      "member method Item.Sell",
      "local parameter Sell.i",
      "local type-parameter Sell.K",
      "local parameter Sell.n",
      "module function init",
    ]);
    const item = file.declarations[0];
    expect(item?.bases.map((base) => [...base.through, base.name])).toEqual([["Base"], ["pkg", "Other"]]);
    const make = file.declarations.find((one) => one.name === "New");
    expect(make?.results.map((result) => result.name)).toEqual(["Item", "error"]);
    const exported = file.declarations.filter((one) => one.isExported).map((one) => one.name);
    expect(exported).toEqual([
      "Item",
      "Base",
      "Other",
      "Seller",
      "Sell",
      "Alias",
      "One",
      "Two",
      "B",
      "New",
      "Sell",
    ]);
    expect(file.declarations.filter((one) => one.isAbstract).map((one) => one.name)).toEqual(["Sell"]);
  });

  it("keep their types without pointers and slices", async () => {
    const file = await read("package a\nvar x []*pkg.T[int]\nvar m map[string][]U\nvar f func()\n");
    expect(file.declarations.map((one) => one.type)).toEqual([
      { name: "T", through: ["pkg"], typeArguments: [{ name: "int", through: [], typeArguments: [] }] },
      {
        name: "map",
        through: [],
        typeArguments: [
          { name: "string", through: [], typeArguments: [] },
          { name: "U", through: [], typeArguments: [] },
        ],
      },
      undefined,
    ]);
  });

  it("include all names before one type, however many", async () => {
    const names = "a b c d e f g h i j k l".split(" ");
    const file = await read(`package a\nfunc p(${names.join(", ")} pkg.T) { _ = a }\n`);
    expect(declared(file, "parameter")).toEqual(names.map((name) => `local parameter p.${name}`));
    expect(file.declarations.slice(1).every((one) => one.type?.name === "T")).toBe(true);
    expect(uses(file, "a")).toEqual(["2:a read -> 2:a"]);
    const unnamed = await read("package a\nfunc p(a, b, c) {}\n");
    // They count, since a method has the shape of its parameters, but nothing sees them.
    expect(declared(unnamed, "parameter")).toEqual(Array(3).fill("local parameter p._"));
    expect(uses(unnamed, "a")).toEqual(["2:a type -> unbound"]);
  });
});

describe("uses of names in Go", () => {
  it("bind by block and place", async () => {
    const file = await read(`package a
var x = 0
func f(y T) {
	x := x
	if x := g(x); x > 0 {
		x, z := x, 1
		_ = z
		use(x)
	} else {
		use(x)
	}
	x, w := 1, 2
	for i, x := range x { use(x, i, w) }
	func() { x := x; use(x) }()
	select { case x := <-x: use(x) }
}
func g(g g) { g() }
type g int
`);
    expect(uses(file, "x")).toEqual([
      "4:x read -> 2:x",
      "5:x read -> 4:x",
      "5:x read -> 5:x",
      "6:x read -> 5:x",
      "8:x read -> 6:x",
      "10:x read -> 5:x",
      "12:x write -> 4:x",
      "13:x read -> 4:x",
      "13:x read -> 13:x",
      "14:x read -> 4:x",
      "14:x read -> 14:x",
      "15:x read -> 4:x",
      "15:x read -> 15:x",
    ]);
    expect(uses(file, "g")).toEqual(["5:g call -> 18:g", "17:g type -> 18:g", "17:g call -> 17:g"]);
  });

  it("give each case of a type switch its own variable", async () => {
    const file = await read(`package a
func f(v any) {
	switch v := v.(type) {
	case *T: v.A()
	case U, nil: v.B()
	default: v.C()
	}
}
`);
    const types = file.references
      .filter((one) => one.through[0] === "v")
      .map((one) => [one.name, file.declarations[one.declaration]?.type?.name]);
    expect(types).toEqual([
      ["A", "T"],
      ["B", undefined],
      ["C", undefined],
    ]);
  });

  it("know what they are reached through", async () => {
    const file = await read(`package a
func f() {
	a.b().c[0].d.(T).e(1, 2)
	(*T).M(x)
	(&p).q = T{}.r
	pkg.F[int](1)
	(<-ch).s()
	go h.m()
	defer func() { k() }()
	new(pkg.T).n++
}
`);
    const paths = file.references.map((one) => `${[...one.through, one.name].join(" ")} ${one.role}`);
    expect(paths).toEqual([
      "a read",
      "a b call",
      "a b () c read",
      "a b () c [] d read",
      "T type",
      "T () e call",
      "T read",
      "T M call",
      "x read",
      "p read",
      "p q write",
      "T new",
      "T () r read",
      "pkg read",
      "pkg F call",
      "int type",
      "ch read",
      "ch ? s call",
      "h read",
      "h m call",
      "k call",
      "new call",
      "pkg read",
      "pkg T new",
      "new () n write",
    ]);
    expect(file.references.find((one) => one.name === "e")?.argumentCount).toBe(2);
  });

  it("tell the keys of structs from those of maps", async () => {
    const file = await read(`package a
const key = "k"
type S struct { key int; in []S }
type M map[string]S
func f() {
	_ = S{key: 1, in: []S{{key: 2}}}
	_ = M{key: {key: 3}}
	_ = map[string]*S{key: {key: 4}}
	_ = [...]int{key: 5}
	_ = other.T{key: 6, Key: 6}
	_ = struct{ key int }{key: 7}
}
`);
    expect(uses(file, "key", "Key")).toEqual([
      "6:S.key write -> 3:S",
      "6:S.key write -> 3:S",
      "7:key read -> 2:key",
      "7:S.key write -> 3:S",
      "8:key read -> 2:key",
      "8:S.key write -> 3:S",
      "9:key read -> 2:key",
      "10:key read -> 2:key",
      "10:other.T.Key write -> unbound",
      "11:?.key write -> unbound",
    ]);
  });

  it("never count labels, comments, strings, imports and declared names", async () => {
    const file = await read(`package a
import "name"
// name
func f(name int) {
name:
	for { break name }
	_ = "name"
}
`);
    expect(uses(file, "name")).toEqual([]);
  });
});

describe("imports of Go", () => {
  it("bind the name that the package most likely has", async () => {
    const paths =
      "os/exec gopkg.in/yaml.v3 github.com/russross/blackfriday/v2 github.com/dgrijalva/jwt-go a/go-x a/b-c";
    const file = await read(
      `package a\nimport (\n${paths
        .split(" ")
        .map((path) => `\t"${path}"`)
        .join("\n")}\n\ty "z"\n\t. "dot"\n\t_ "run"\n)\n`,
    );
    expect(file.imports.map((one) => [one.kind, one.local])).toEqual([
      ["namespace", "exec"],
      ["namespace", "yaml"],
      ["namespace", "blackfriday"],
      ["namespace", "jwt"],
      ["namespace", "x"],
      ["namespace", "b"],
      ["namespace", "y"],
      ["wildcard", ""],
      ["effect", ""],
    ]);
  });
});

describe("what else a Go file tells", () => {
  it("notes which call gives a variable its value, and at which position", async () => {
    const file = await read(
      "package a\nfunc f() {\n\tv, err := p.Make(func() { w := 1 })\n\tu = &T{F: g}\n\tn += 1\n}\n",
    );
    const told = file.assignments.map((one) => {
      const value = file.references[one.reference];
      return `${one.target.join(".")} ${one.value} ${value?.name ?? ""} ${one.position}`;
    });
    expect(told).toEqual([
      "v call Make 0",
      "err call Make 1",
      "w other  0",
      "u call T 0",
      "T.F name g 0",
      "n other  0",
    ]);
  });

  it("flags what is decided at run time", async () => {
    const file = await read(`package a
import (
	"C"
	"plugin"
	r "reflect"
	"unsafe"
)
//go:linkname now runtime.now
func now() int64
func f(v any) {
	r.ValueOf(v).MethodByName("x").Call(nil)
	_ = r.TypeOf(v)
	p, _ := plugin.Open("x.so")
	p.Lookup("Run")
	_ = unsafe.Pointer(nil)
}
`);
    expect(file.flags.map((one) => [one.kind, one.name, one.prefix])).toEqual([
      ["native", 'import "C"', undefined],
      ["native", "go:linkname", undefined],
      ["native", "function without a body", undefined],
      ["reflection", "reflect.ValueOf", undefined],
      ["reflection", "MethodByName", undefined],
      ["reflection", "Call", undefined],
      ["computed-import", "plugin.Open", "x.so"],
      ["computed-member", "Lookup", "Run"],
      ["native", "unsafe.Pointer", undefined],
    ]);
  });

  it("notes raw strings of several lines", async () => {
    const file = await read("package a\nvar x = `a\nb`\nvar y = `c`\n");
    expect(file.multilineStrings).toEqual([{ startLine: 1, endLine: 2 }]);
  });
});
