import { describe, expect, it } from "vitest";
import { reach, targetByKey } from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

/** Programs in which a parameter of a method or of another type has the name of a parameter of its type; what runs in them. */
const programs: Readonly<Record<string, readonly [path: string, text: string, target: string]>> = {
  "Java: a method's own parameter": [
    "A.java",
    `class One { void go() {} }
class Two { void go() {} }
class W<T> { T held; <T> T conv(T other) { return other; } }
class A { public static void main(String[] a) { W<One> w = new W<One>(); w.conv(new Two()).go(); } }
`,
    "A.java//Two//go",
  ],
  "Java: a base that is given another type": [
    "A.java",
    `class One { void go() {} }
class Two { void go() {} }
class B<T> { T held; T get() { return held; } }
class W<T> extends B<Two> { T own; }
class A { static void run(W<One> w) { w.get().go(); } public static void main(String[] a) { run(new W<One>()); } }
`,
    "A.java//Two//go",
  ],
  "TypeScript: a method's own parameter": [
    "a.ts",
    `class One { go() {} }
class Two { go() {} }
class W<T> { constructor(public held: T) {} conv<T>(other: T): T { return other; } }
function run(w: W<One>) { w.conv(new Two()).go(); }
run(new W<One>(new One()));
`,
    "a.ts//Two//go",
  ],
  "TypeScript: a base that is given another type": [
    "a.ts",
    `class One { go() {} }
class Two { go() {} }
class B<T> { constructor(public held: T) {} get(): T { return this.held; } }
class W<T> extends B<Two> { own?: T; }
function run(w: W<One>) { w.get().go(); }
run(new W<One>(new Two()));
`,
    "a.ts//Two//go",
  ],
  "Python: a base that is given another type": [
    "a.py",
    `from typing import Generic, TypeVar
T = TypeVar("T")
class One:
  def go(self): pass
class Two:
  def go(self): pass
class B(Generic[T]):
  def __init__(self, held: T): self.held = held
  def get(self) -> T: return self.held
class W(B[Two], Generic[T]):
  pass
def run(w: W[One]):
  w.get().go()
run(W(Two()))
`,
    "a.py//Two//go",
  ],
};

describe("what a parameter of a type stands for silences no call", () => {
  for (const [name, [path, text, target]] of Object.entries(programs)) {
    it(name, async () => {
      const files = new Map([[path, text]]);
      const graph = linkProject(await readProject(files), files);
      const [result] = reach(graph, { targets: [targetByKey(target)] });
      expect(result?.status).not.toBe("not-found");
      expect(graph.nodes.map((node) => node.key)).toContain(target);
    });
  }
});
