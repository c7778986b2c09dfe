import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readText } from "../records.ts";

const source = `package a.b;
import java.util.*;
import static lib.Text.*;
@Note(value = X.class, n = {1, 2})
public abstract class A<T extends Comparable<T>> extends p.Base<T>.Inner implements I {
	private static final int X = 1, Y[] = {2};
	enum E implements I { ONE, TWO(1) { void m() {} }; private E() {} }
	record R<U>(@N int a, U... b) { R { check(a); } }
	<R> List<? super R> gen(R r, int... xs) throws p.E2 {
		for (final var e : xs) use(e);
		try (Res r1 = open(); this.r3) { } catch (final F | p.G ex) { ex.x(); }
		Function<A, B> h = (A x) -> { return x; };
		A.this.foo(); Outer.super.bar(); outer.new Inner(2);
		new A<>(1) { int fld; void mm() { mm(); } }.go();
		if (!(o instanceof Foo(int a1, var b1))) return;
		switch (o) { case Foo f1 when f1.ok() -> f1.go(); case RED, BLUE -> {} }
		String tb = """
			hello
			""";
		this.<String>gen2(List<String>::new);
	}
}
`;

describe("broken Java", () => {
  it("never stops the reading, wherever the text is cut, doubled or mixed up", async () => {
    const place = fc.nat(source.length);
    const part = fc
      .tuple(place, place)
      .map(([from, to]) => source.slice(Math.min(from, to), Math.max(from, to)));
    const token = fc.constantFrom(
      "{",
      "}",
      "(",
      ")",
      "<",
      ">",
      "->",
      "::",
      ".",
      '"""',
      "class ",
      "new ",
      "case ",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(part, token)), async (parts) => {
        const file = await readText("A.java", parts.join(""));
        for (const one of file.references) {
          expect(one.declaration).toBeLessThan(file.declarations.length);
          expect(one.within).toBeLessThan(file.declarations.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("says where, and the rest of the record holds", async () => {
    const file = await readText("A.java", "class A {\n\tvoid f( {}\n\tvoid g() { h(); }\n\tvoid h() {}\n}\n");
    expect(file.problems.length).toBeGreaterThan(0);
    expect(file.declarations.map((one) => one.name)).toContain("h");
  });

  it("costs no more than its length, however deep", async () => {
    const deep = 10_000;
    const body = (text: string) => `package a;\nclass A { Object f() { return ${text}; } }\n`;
    const texts = [
      body(`${"(".repeat(deep)}y${")".repeat(deep)}`),
      body(`a${".b()".repeat(deep)}`),
      body(`${"!(".repeat(deep)}o instanceof A a${")".repeat(deep)}`),
      body(Array.from({ length: deep }, (_, at) => `o instanceof A a${at}`).join(" && ")),
      `package a;\nclass A { ${"class A { ".repeat(deep)}`,
      `package a;\nclass A { ${"A<".repeat(deep)}A${">".repeat(deep)} a; }\n`,
      `package a;\nclass A { int ${"a, ".repeat(deep)}a; }\n`,
      `package a;\nclass A extends ${"a.".repeat(deep)}B {}\n`,
    ];
    for (const text of texts) {
      const file = await readText("A.java", text);
      expect(file.packageName).toBe("a");
    }
  });
});
