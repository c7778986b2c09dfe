import { describe, expect, it } from "vitest";
import { reviewTexts, told } from "./real-source.ts";

describe("a changed method that is called through a type above its own", () => {
  const router = "export interface Router {\n  add(path: string): void;\n}\n";
  const trie = (value: number) =>
    `import type { Router } from "./router";\n\nexport class Trie implements Router {\n  size = 0;\n\n  add(path: string) {\n    this.size += ${value};\n  }\n}\n`;
  const app =
    'import type { Router } from "./router";\n\nexport function route(router: Router) {\n  router.add("/");\n}\n';

  it("says where it may run, apart from what uses it", async () => {
    const { graph } = await reviewTexts(
      { "router.ts": router, "trie.ts": trie(1), "app.ts": app },
      { "router.ts": router, "trie.ts": trie(2), "app.ts": app },
    );
    expect(told(graph)).toEqual([
      "c1 core Trie.add(): It changed here: 1 line added, 1 removed. 1 unchanged place may run it through a method above it.",
      "c1 downstream route(): route() calls Router.add() on line 4, which did not change; it may run Trie.add().",
    ]);
    expect(graph.placements[1]?.risk).toBe("low");
    expect(graph.edges[0]?.label).toBe("may use add");
  });

  it("is read after the method above it that changed too", async () => {
    const { graph } = await reviewTexts(
      { "router.ts": router, "trie.ts": trie(1) },
      { "router.ts": router.replace("void", "boolean"), "trie.ts": trie(2) },
    );
    expect(told(graph)).toContain(
      "c1 downstream-changed Trie.add(): Trie.add() implements Router.add(), on line 6.",
    );
  });

  it("is not run by a call of the base through super, nor of a value of exactly the base", async () => {
    const base = "class Base:\n    def go(self):\n        return 1\n";
    const derived = (value: number) =>
      `from base import Base\n\nclass Derived(Base):\n    def go(self):\n        return ${value}\n`;
    const users =
      "from base import Base\n\nclass Other(Base):\n    def stop(self):\n        return super().go()\n\ndef run():\n    return Base().go()\n\ndef may(base: Base):\n    return base.go()\n";
    const { graph } = await reviewTexts(
      { "base.py": base, "derived.py": derived(1), "users.py": users },
      { "base.py": base, "derived.py": derived(2), "users.py": users },
    );
    const places = graph.placements.filter((one) => one.band === "downstream");
    expect(places.map((one) => one.title)).toEqual(["may()"]);
  });

  it("where a language asks for no word of it, by all methods of the interface", async () => {
    const shapes = (value: number) =>
      `package a\n\ntype Shape interface {\n\tArea() int\n\tName() string\n}\n\ntype Square struct{}\n\nfunc (s Square) Area() int {\n\treturn ${value}\n}\n\nfunc (s Square) Name() string {\n\treturn ""\n}\n\ntype Point struct{}\n\nfunc (p Point) Area() int {\n\treturn ${value}\n}\n\nfunc total(shape Shape) int {\n\treturn shape.Area()\n}\n`;
    const { graph } = await reviewTexts({ "a.go": shapes(1) }, { "a.go": shapes(2) });
    expect(told(graph)).toEqual([
      "c1 core Square.Area(): It changed here: 1 line added, 1 removed. 1 unchanged place may run it through a method above it.",
      "c1 downstream total(): total() calls Shape.Area() on line 25, which did not change; it may run Square.Area().",
      "c2 core Point.Area(): It changed here: 1 line added, 1 removed.",
    ]);
  });
});
