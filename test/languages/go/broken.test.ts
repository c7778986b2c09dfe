import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readText } from "../records.ts";

const source = `package a

import (
	"fmt"
	y "gopkg.in/yaml.v3"
)

type T[K comparable] struct {
	*Base
	m map[string][]func(a, b int) (c error)
}

func (t *T[K]) Do(a, b int, rest ...string) (n int, err error) {
	switch v := t.m["x"].(type) {
	case *y.Node, nil:
		v.X()
	}
	for i, x := range []T[int]{{m: nil}, {}} {
		x.m[fmt.Sprint(i)] = \`a
b\`
	}
	select {
	case r, ok := <-ch:
		go func() { defer r.Close(ok) }()
	}
	return F[K](1), nil
}
`;

describe("broken Go", () => {
  it("never stops the reading, wherever the text is cut, doubled or mixed up", async () => {
    const place = fc.nat(source.length);
    const part = fc
      .tuple(place, place)
      .map(([from, to]) => source.slice(Math.min(from, to), Math.max(from, to)));
    const text = fc.array(
      fc.oneof(part, fc.constantFrom("{", "}", "(", ")", "[", "]", ":=", ".", "`", "func ")),
    );
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        const file = await readText("a.go", parts.join(""));
        for (const one of file.references) {
          expect(one.declaration).toBeLessThan(file.declarations.length);
          expect(one.within).toBeLessThan(file.declarations.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("says where, and the rest of the record holds", async () => {
    const file = await readText("a.go", "package a\nfunc f( {\n}\nfunc g() { h() }\nfunc h() {}\n");
    expect(file.problems.length).toBeGreaterThan(0);
    expect(file.declarations.map((one) => one.name)).toContain("h");
  });

  it("costs no more than its length, however deep", async () => {
    const deep = 20_000;
    const texts = [
      `package a\nvar x = ${"(".repeat(deep)}y${")".repeat(deep)}\n`,
      `package a\nvar x = a${".b()".repeat(deep)}\n`,
      `package a\nvar x = T${"{{".repeat(deep)}`,
      `package a\nvar x ${"*".repeat(deep)}T\nvar y = []x{${"{},".repeat(deep)}}\n`,
      `package a\nfunc f(${"a, *b, ".repeat(deep)}x int) {}\n`,
      `package a\ntype T interface { ${"A | ".repeat(deep)}B }\n`,
      `package a\nvar x ${"map[".repeat(deep)}int\n`,
    ];
    for (const text of texts) {
      const file = await readText("a.go", text);
      expect(file.packageName).toBe("a");
    }
  });
});
