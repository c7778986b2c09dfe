import { describe, expect, it } from "vitest";
import { declarationKey } from "../../../src/engine/index/index.ts";
import { declared, readText, uses } from "../records.ts";

const read = (text: string) => readText("a/A.java", text);

describe("declarations of Java", () => {
  it("are types and their members, with what hides them", async () => {
    const file = await read(`package shop.items;
public abstract class Item<T extends Comparable<T>> extends Base<T> implements Sold, p.Shown {
	private static final int MAX = 1, MIN[] = {0};
	T name;
	Item(T name, String... more) {}
	public abstract List<T> parts() throws E;
	native void weigh();
	static class Part { enum Size { SMALL, BIG { int cm() { return 1; } }; private int cm() { return 0; } } }
}
interface Sold { int PRICE = 1; void sell(int n); default void give() {} class Inner {} }
record Pair<A>(A left, int... rest) { Pair { check(left); } static Pair of() { return null; } }
@interface Note { String value() default ""; }
`);
    expect(file.packageName).toBe("shop.items");
    expect(declared(file)).toEqual([
      "module class Item",
      "local type-parameter Item.T",
      "member field Item.MAX",
      "member field Item.MIN",
      "member field Item.name",
      "member constructor Item.Item",
      "local parameter Item.name",
      "local parameter Item.more",
      "member method Item.parts",
      "member method Item.weigh",
      "member class Item.Part",
      "member enum Part.Size",
      "member enum-member Size.SMALL",
      "member enum-member Size.BIG",
      "member method BIG.cm",
      "member method Size.cm",
      "module interface Sold",
      "member field Sold.PRICE",
      "member method Sold.sell",
      "local parameter sell.n",
      "member method Sold.give",
      "member class Sold.Inner",
      "module class Pair",
      "local type-parameter Pair.A",
      "member field Pair.left",
      "member field Pair.rest",
      "member constructor Pair.Pair",
      "member method Pair.of",
      "module interface Note",
      "member method Note.value",
    ]);
    const names = (of: (one: (typeof file.declarations)[number]) => boolean | undefined) =>
      file.declarations.filter(of).map((one) => one.name);
    expect(file.declarations[0]?.bases.map((base) => [...base.through, base.name])).toEqual([
      ["Base"],
      ["Sold"],
      ["p", "Shown"],
    ]);
    expect(names((one) => one.level === "member" && !one.isExported)).toEqual(["MAX", "MIN", "cm"]);
    expect(names((one) => one.isAbstract)).toEqual(["Item", "parts", "weigh", "sell", "value"]);
    expect(names((one) => one.isStatic)).toEqual([
      ..."MAX MIN Part Size SMALL BIG PRICE Inner of".split(" "),
    ]);
    expect(names((one) => one.isRest)).toEqual(["more"]);
    expect(file.declarations.find((one) => one.name === "parts")?.results.map((one) => one.name)).toEqual([
      "List",
    ]);
    expect(file.flags.map((one) => one.name)).toEqual(["native"]);
  });

  it("of a class without a name belong to the method around it", async () => {
    const file = await read(`class A { void use() { new Base(1) { int n; void run() { n = 1; } }; } }`);
    const keys = file.declarations.map((_, at) => declarationKey(file, at).split("//").slice(1).join("//"));
    expect(keys).toEqual(["A", "A//use", "A//use", "A//use//n", "A//use//run"]);
    expect(file.declarations[2]?.bases.map((base) => base.name)).toEqual(["Base"]);
    expect(uses(file, "n")).toEqual(["1:n write -> 1:n"]);
  });
});

describe("uses of names in Java", () => {
  it("bind by block and place", async () => {
    const file = await read(`class A {
	int x;
	void f(int y) {
		use(x);
		for (int x = 0; x < y; x++) { use(x); }
		for (String x : names(x)) { use(x); }
		int x = y;
		use(x, this.x);
		try (R x2 = open(x)) { use(x2); } catch (E x2) { use(x2); } finally { use(x2); }
		Runnable r = () -> { int z = x; use(z); };
		F g = x3 -> x3 + z;
		switch (y) { case 1: int w = 1; case 2: use(w); }
		use(w);
	}
}
`);
    expect(uses(file, "x")).toEqual([
      "4:x read -> 2:x",
      "5:x read -> 5:x",
      "5:x write -> 5:x",
      "5:x read -> 5:x",
      "6:x read -> 2:x",
      "6:x read -> 6:x",
      "8:x read -> 7:x",
      "8:this.x read -> unbound",
      "9:x read -> 7:x",
      "10:x read -> 7:x",
    ]);
    expect(uses(file, "x2")).toEqual(["9:x2 read -> 9:x2", "9:x2 read -> 9:x2", "9:x2 read -> unbound"]);
    expect(uses(file, "z", "x3", "w")).toEqual([
      "10:z read -> 10:z",
      "11:x3 read -> 11:x3",
      "11:z read -> unbound",
      "12:w read -> 12:w",
      "13:w read -> unbound",
    ]);
  });

  it("tell methods, values and types of one name apart", async () => {
    const file = await read(`class A {
	int size;
	int size() { int size = size(); return size + this.size; }
	class size {}
	size make(size size) { return new size(); }
	java.util.List<A> list = A.of();
	static A A;
}
`);
    expect(uses(file, "size")).toEqual([
      "3:size call -> 3:size",
      "3:size read -> 3:size",
      "3:this.size read -> unbound",
      "5:size type -> 4:size",
      "5:size type -> 4:size",
      "5:size new -> 4:size",
    ]);
    expect(uses(file, "A")).toEqual(["6:A type -> 1:A", "6:A read -> 7:A", "7:A type -> 1:A"]);
  });

  it("see a pattern's variable where the pattern has matched", async () => {
    const file = await read(`class A {
	int p;
	void f(Object o) {
		if (o instanceof B p && p.ok()) { use(p); } else { use(p); }
		use(p);
		boolean q = o instanceof B p && p.ok();
		use(p);
		if (!(o instanceof B p)) return;
		use(p);
		while (o instanceof C(int c, var d)) { use(c, d); }
		switch (o) { case B b when b.ok() -> use(b); case C(D e) -> use(e); default -> use(b); }
	}
}
`);
    expect(uses(file, "p")).toEqual([
      "4:p read -> 4:p",
      "4:p read -> 4:p",
      "4:p read -> 2:p",
      "5:p read -> 2:p",
      "6:p read -> 6:p",
      "7:p read -> 2:p",
      "9:p read -> 8:p",
    ]);
    expect(uses(file, "b", "c", "d", "e")).toEqual([
      "10:c read -> 10:c",
      "10:d read -> 10:d",
      "11:b read -> 11:b",
      "11:b read -> 11:b",
      "11:e read -> 11:e",
      "11:b read -> unbound",
    ]);
  });

  it("see the members of classes around, but for what a base may hide", async () => {
    const file = await read(`class A {
	int n;
	void m() {}
	static class Plain { void f() { m(); n++; toString(); } }
	class Derived extends B { void f() { m(); n++; g(); } void g() {} }
	Object o = new B() { void f() { m(); g(); } };
	public String toString() { return ""; }
}
`);
    expect(uses(file, "m", "n", "g", "toString")).toEqual([
      "4:m call -> 3:m",
      "4:n write -> 2:n",
      "4:this.toString call -> unbound",
      "5:m call -> unbound",
      "5:n write -> 2:n",
      "5:g call -> 5:g",
      "6:m call -> unbound",
      "6:g call -> unbound",
    ]);
  });

  it("know what they are reached through and in which role", async () => {
    const file = await read(`class A extends B {
	void f() {
		a.b().c[0].d = 1;
		A.this.go(1, 2);
		I.super.go();
		new p.C<D>(1).e();
		o.new In();
		((F) x).g();
		E.of(H::i, J::new, this::k, super::l, a.b()::m);
		q[0]++;
		r.s--;
	}
	A() { this(1); }
	A(int n) { super(n); }
	@Note(value = V.W) @x.Mark G<? extends T> y;
}
`);
    const paths = file.references.map((one) => `${[...one.through, one.name].join(" ")} ${one.role}`);
    expect(paths).toEqual([
      "B base",
      "a read",
      "a b call",
      "a b () c read",
      "a b () c [] d write",
      "A read",
      "A this go call",
      "I read",
      "I super go call",
      "p type",
      "p C new",
      "D type",
      "p C () e call",
      "o read",
      "o In new",
      "F type",
      "x read",
      "F <> g call",
      "E read",
      "E of call",
      "H read",
      "H i read",
      "J new",
      "this k read",
      "super l read",
      "a read",
      "a b call",
      "a b () m read",
      "q read",
      "r read",
      "r s write",
      "this call",
      "super call",
      "n read",
      "Note decorator",
      "Note value write",
      "V read",
      "V W read",
      "x read",
      "x Mark decorator",
      "G type",
      "T type",
    ]);
    expect(file.references.find((one) => one.name === "go")?.argumentCount).toBe(2);
    expect(file.references.find((one) => one.name === "C")?.argumentCount).toBe(1);
  });

  it("name the constants of the enum that a switch is over", async () => {
    const file = await read(`class A {
	Other RED;
	static final int ONE = 1;
	void f(p.Colour c, int n) {
		switch (c) { case RED: break; case BLUE, GREEN: }
		switch (n) { case ONE -> {} }
		switch (g()) { case RED: }
	}
}
`);
    expect(uses(file, "RED", "GREEN", "ONE")).toEqual([
      "5:p.Colour.RED read -> unbound",
      "5:p.Colour.GREEN read -> unbound",
      "6:ONE read -> 3:ONE",
      "7:?.RED read -> unbound",
    ]);
  });

  it("never count labels, comments, strings, imports and declared names", async () => {
    const file = await read(`package name.x;
import name.y.Z;
/** {@link name} */
class A { void f(int name) { name: for (;;) { if (f("name")) break name; continue name; } } }
`);
    expect(uses(file, "name")).toEqual([]);
  });
});

describe("what else a Java file tells", () => {
  it("lists its imports", async () => {
    const file = await read(`import java.util.*;
import a.b.Outer.Inner;
import static lib.Codec.decode;
import static lib.Text.*;
class A { Inner decode; Object o = decode(Inner.x); }
`);
    expect(file.imports.map((one) => [one.kind, one.specifier, one.imported, one.local])).toEqual([
      ["wildcard", "java.util", "", ""],
      ["named", "a.b.Outer", "Inner", "Inner"],
      ["named", "lib.Codec", "decode", "decode"],
      ["wildcard", "lib.Text", "", ""],
    ]);
    expect(uses(file, "Inner", "decode")).toEqual([
      "5:Inner type -> a.b.Outer",
      "5:decode call -> lib.Codec",
      "5:Inner read -> a.b.Outer",
    ]);
  });

  it("notes first values, assignments and text blocks", async () => {
    const file = await read(`class A {
	Object a = new B(), c = d.e();
	void f() { this.a = a; a += 1; Runnable r = () -> {}; F g = H::i; int[] k = {1}; }
	String s = """
		text
		""";
}
`);
    const told = file.assignments.map((one) => {
      return `${one.target.join(".")} ${one.value} ${file.references[one.reference]?.name ?? ""}`.trim();
    });
    expect(told).toEqual([
      "a call B",
      "c call e",
      "this.a name a",
      "a other",
      "r function",
      "g name i",
      "k list",
      "s other",
    ]);
    expect(file.multilineStrings).toEqual([{ startLine: 3, endLine: 5 }]);
  });

  it("flags what is decided at run time", async () => {
    const file = await read(`class A { void f() {
	Class.forName("a.B");
	t.getMethod("work", X.class).invoke(o);
	request.getMethod();
	t.getDeclaredConstructor().newInstance();
	ServiceLoader.load(S.class);
	Proxy.newProxyInstance(l, i, h);
	System.loadLibrary("x");
	task.invoke();
	B.class.newInstance();
	l.defineClass(n, b, 0, 1);
} Object g(Class<?> c, F f) { f.newInstance(); return c.newInstance(); } }
`);
    expect(file.flags.map((one) => [one.kind, one.name, one.prefix])).toEqual([
      ["reflection", "Class.forName", "B"],
      ["reflection", "getMethod", "work"],
      ["reflection", "invoke", undefined],
      ["reflection", "getDeclaredConstructor", undefined],
      ["reflection", "newInstance", undefined],
      ["reflection", "ServiceLoader.load", undefined],
      ["code-generation", "Proxy.newProxyInstance", undefined],
      ["native", "System.loadLibrary", undefined],
      ["reflection", "newInstance", undefined],
      ["code-generation", "defineClass", undefined],
      ["reflection", "newInstance", undefined],
    ]);
  });
});
