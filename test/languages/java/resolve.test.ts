import { describe, expect, it } from "vitest";
import { createMemoryProject, type MemoryProject } from "../../graph/memory-project.ts";

const project = (files: Record<string, string>) => createMemoryProject(new Map(Object.entries(files)));

/** What each import of a file names, by specifier and name. */
function imports({ records, resolverFor }: MemoryProject, from: string): Record<string, string> {
  const file = records.get(from);
  const found: Record<string, string> = {};
  for (const entry of file?.imports ?? []) {
    const module = file && resolverFor("java")?.resolve(file, entry);
    const name = `${entry.specifier}.${entry.kind === "wildcard" ? "*" : entry.imported}`;
    if (module?.kind === "files") found[name] = [...module.paths, ...module.scope].join(" ");
    else found[name] = module?.kind === "outside" ? `outside ${module.name}` : (module?.kind ?? "");
  }
  return found;
}

/** "file:line" of what the uses of a name in a file stand for. */
function targets({ records, binder }: MemoryProject, path: string, name: string): string[] {
  const file = records.get(path);
  return (file?.references ?? [])
    .filter((one) => one.name === name)
    .flatMap((one) => (file === undefined ? [] : binder.bind(file, one)))
    .map((target) => {
      if (target.kind === "outside") return [target.name, ...target.names].join("//");
      if (target.kind !== "declaration") return target.kind === "unknown" ? target.reason : target.kind;
      return `${target.path}:${(records.get(target.path)?.declarations[target.declaration]?.line ?? -1) + 1}`;
    });
}

describe("imports of Java", () => {
  it("lead to classes in any source root, nested ones and members too", async () => {
    const files = {
      "src/main/java/app/Main.java": `package app;
import lib.Tool;
import lib.Tool.Part;
import lib.Beside;
import lib.Gone;
import lib.gen.Proto;
import made.Up;
import java.util.List;
import org.junit.Assert.*;
import static lib.Tool.run;
import static lib.Tool.*;
import lib.*;
class Main {}
`,
      "src/main/java/lib/Tool.java":
        "package lib;\npublic class Tool { static void run() {} class Part {} }\nclass Beside {}\n",
      "src/gen/java/made/Up.java": "package made;\nclass Up {}\n",
      "web/lib/Tool.java": "package com.x.web.lib;\nclass Tool {}\n",
      "src/main/java/lib/package-info.java": "package lib;\n",
    };
    expect(imports(await project(files), "src/main/java/app/Main.java")).toEqual({
      "lib.Tool": "src/main/java/lib/Tool.java",
      "lib.Tool.Part": "src/main/java/lib/Tool.java Tool",
      "lib.Beside": "src/main/java/lib/Tool.java",
      "lib.Gone": "missing",
      "lib.gen.Proto": "outside lib.gen",
      "made.Up": "src/gen/java/made/Up.java",
      "java.util.List": "outside java.util",
      "org.junit.Assert.*": "outside org.junit//Assert",
      "lib.Tool.run": "src/main/java/lib/Tool.java Tool",
      "lib.Tool.*": "src/main/java/lib/Tool.java Tool",
      "lib.*": "src/main/java/lib/Tool.java",
    });
  });

  it("take the nearest of several classes of one name", async () => {
    const files = {
      "one/src/main/java/a/b/Use.java": "package a.b;\nimport a.c.X;\nimport a.c.gen.Y;\nclass Use {}\n",
      "one/src/main/java/a/c/X.java": "package a.c;\nclass X {}\n",
      "two/src/main/java/a/c/X.java": "package a.c;\nclass X {}\n",
      "two/src/main/java/a/b/Use.java": "package a.b;\nimport a.c.X;\nclass Use {}\n",
    };
    const read = await project(files);
    expect(imports(read, "one/src/main/java/a/b/Use.java")).toEqual({
      "a.c.X": "one/src/main/java/a/c/X.java",
      // A package below one of the project's that is not there is taken for generated.
      "a.c.gen.Y": "missing",
    });
    expect(imports(read, "two/src/main/java/a/b/Use.java")).toEqual({
      "a.c.X": "two/src/main/java/a/c/X.java",
    });
  });

  it("work where folders leave out the start of all packages", async () => {
    const files = {
      "src/app/Main.java": "package org.site.app;\nimport org.site.lib.Tool;\nclass Main {}\n",
      "src/lib/Tool.java": "package org.site.lib;\nclass Tool {}\n",
    };
    expect(imports(await project(files), "src/app/Main.java")).toEqual({
      "org.site.lib.Tool": "src/lib/Tool.java",
    });
  });
});

describe("names of Java without an import", () => {
  it("come from the package, in whichever root, and then from java.lang", async () => {
    const files = {
      "src/main/java/a/Main.java":
        "package a;\nclass Main { Near n = new Near(); Far f; String s; Missing m; }\n",
      "src/main/java/a/Near.java": "package a;\nclass Near {}\n",
      "src/test/java/a/Far.java": "package a;\nclass Far {}\n",
      "src/main/java/b/Missing.java": "package b;\nclass Missing {}\n",
      "sample/a/Near.java": "package a;\nclass Near {}\n",
    };
    const read = await project(files);
    const path = "src/main/java/a/Main.java";
    expect(targets(read, path, "Near")).toEqual([
      "src/main/java/a/Near.java:2",
      "src/main/java/a/Near.java:2",
    ]);
    expect(targets(read, path, "Far")).toEqual(["src/test/java/a/Far.java:2"]);
    expect(targets(read, path, "String")).toEqual(["java.lang//String"]);
    expect(targets(read, path, "Missing")).toEqual(["unbound"]);
  });

  it("may be written with their package", async () => {
    const files = {
      "src/org/site/app/Main.java":
        "package org.site.app;\nclass Main { Object o = org.site.lib.Tool.make(); java.util.List l = java.util.List.of(); int n = log.size(); }\n",
      "src/org/site/lib/Tool.java": "package org.site.lib;\npublic class Tool { static Tool make() {} }\n",
    };
    const read = await project(files);
    expect(targets(read, "src/org/site/app/Main.java", "make")).toEqual(["src/org/site/lib/Tool.java:2"]);
    expect(targets(read, "src/org/site/app/Main.java", "of")).toEqual(["java.util//List//of"]);
    expect(targets(read, "src/org/site/app/Main.java", "size")).toEqual(["member"]);
  });

  it("are looked for in the bases of each class around, before those further out", async () => {
    const files = {
      "a/Main.java": `package a;
class Main extends Base {
	void go() {
		far();
		new Other() { void f() { near(); own(); far(); } };
	}
	void near() {}
	void own() {}
}
`,
      "a/Base.java": "package a;\nclass Base extends b.Root {}\n",
      "a/Other.java": "package a;\nclass Other { void near() {} Other() {} }\n",
      "b/Root.java": "package b;\npublic class Root {\n\tprotected void far() {}\n}\n",
    };
    const read = await project(files);
    expect(targets(read, "a/Main.java", "near")).toEqual(["a/Other.java:2"]);
    expect(targets(read, "a/Main.java", "own")).toEqual(["a/Main.java:8"]);
    expect(targets(read, "a/Main.java", "far")).toEqual(["b/Root.java:3", "b/Root.java:3"]);
  });

  it("are of the bases of a class around, or of an interface, where super says so", async () => {
    const files = {
      "a/A.java": `package a;
class A extends Base implements Face {
	void hold() {}
	class In { void f() { A.super.hold(); A.this.hold(); } }
	void g() { Face.super.hold(); super.hold(); }
}
`,
      "a/Base.java": "package a;\nclass Base {\n\tvoid hold() {}\n}\n",
      "a/Face.java": "package a;\n\n\ninterface Face {\n\tdefault void hold() {}\n}\n",
    };
    expect(targets(await project(files), "a/A.java", "hold")).toEqual([
      "a/Base.java:3",
      "a/A.java:3",
      "a/Face.java:5",
      "a/Base.java:3",
    ]);
  });

  it("mean the class and not the constructor, and the method with as many parameters", async () => {
    const files = {
      "a/A.java": `package a;
class A extends Base {
	Base b;
	void f(int a) {
		try { f(); } catch (E e) {}
	}
	void f() { f(x -> x); g(1, 2, 3); }
	void g(String... all) {}
	void g(int one) {}
}
`,
      "a/Base.java": "package a;\nclass Base {\n\tBase(int n) {}\n}\n",
    };
    const read = await project(files);
    expect(targets(read, "a/A.java", "Base")).toEqual(["a/Base.java:2", "a/Base.java:2"]);
    expect(targets(read, "a/A.java", "f")).toEqual(["a/A.java:7", "a/A.java:4"]);
    expect(targets(read, "a/A.java", "g")).toEqual(["a/A.java:8"]);
  });
});
