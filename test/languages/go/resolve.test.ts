import { describe, expect, it } from "vitest";
import { createMemoryProject } from "../../graph/memory-project.ts";

/** What each import of a file names, by specifier. */
async function imports(files: Record<string, string>, from: string): Promise<Record<string, string>> {
  const { records, resolverFor } = await createMemoryProject(new Map(Object.entries(files)));
  const file = records.get(from);
  const resolver = resolverFor("go");
  const found: Record<string, string> = {};
  for (const entry of file?.imports ?? []) {
    const module = file && resolver?.resolve(file, entry);
    found[entry.specifier] = module?.kind === "files" ? module.paths.join(" ") : (module?.kind ?? "");
  }
  return found;
}

const importing = (...paths: string[]) =>
  `package p\nimport (\n${paths.map((path) => `"${path}"\n`).join("")})\n`;

describe("imports of Go packages", () => {
  it("lead to the files of a folder of the module, but for tests", async () => {
    const files = {
      "go.mod": "// about\nmodule example.com/m // the path\n\ngo 1.22\n",
      "main.go": importing(
        "example.com/m/a",
        "example.com/m/none",
        "example.com/m/docs",
        "example.com/mm",
        "fmt",
      ),
      "a/a.go": "package a\n",
      "a/a_windows.go": "package a\n",
      "a/a_test.go": "package a\n",
      "docs/readme.md": "",
      "example.com/mm/x.go": "package mm\n",
    };
    expect(await imports(files, "main.go")).toEqual({
      "example.com/m/a": "a/a.go a/a_windows.go",
      "example.com/m/none": "missing",
      "example.com/m/docs": "missing",
      "example.com/mm": "outside",
      fmt: "outside",
    });
  });

  it("stop at a module inside the module, which only a replacement or a workspace makes visible", async () => {
    const files = {
      "go.mod":
        'module m\nreplace (\n\t"m/used" v1.0.0 => ./used\n\tother => ../away\n\tfar => example.com/far v1\n)\n',
      "main.go": importing("m/nested", "m/used/x", "other", "far"),
      "nested/go.mod": "module m/nested\n",
      "nested/n.go": "package nested\n",
      "used/go.mod": "module m/used\n",
      "used/x/x.go": "package x\n",
    };
    expect(await imports(files, "main.go")).toEqual({
      "m/nested": "outside",
      "m/used/x": "used/x/x.go",
      other: "outside",
      far: "outside",
    });
    const joined = { ...files, "go.work": "go 1.22\nuse (\n\t.\n\t./nested\n)\n" };
    expect(await imports(joined, "main.go")).toMatchObject({ "m/nested": "nested/n.go" });
    const unlisted = { ...files, "go.work": "go 1.22\nuse ./nested\n" };
    expect(await imports(unlisted, "main.go")).toMatchObject({ "m/nested": "outside" });
  });

  it("lead into vendor folders, and to src folders where there is no module", async () => {
    const vendored = {
      "go.mod": "module m\n",
      "cmd/main.go": importing("x.org/lib", "x.org/none"),
      "vendor/x.org/lib/lib.go": "package lib\n",
    };
    expect(await imports(vendored, "cmd/main.go")).toEqual({
      "x.org/lib": "vendor/x.org/lib/lib.go",
      "x.org/none": "outside",
    });
    const gopath = {
      "src/x.org/app/main.go": importing("x.org/lib", "../lib", "os"),
      "src/x.org/lib/lib.go": "package lib\n",
    };
    expect(await imports(gopath, "src/x.org/app/main.go")).toEqual({
      "x.org/lib": "src/x.org/lib/lib.go",
      "../lib": "src/x.org/lib/lib.go",
      os: "outside",
    });
  });

  it("let a test outside the package see what the tests inside it declare", async () => {
    const files = {
      "go.mod": "module m\n",
      "a/a.go": "package a\n",
      "a/export_test.go": "package a\n",
      "a/other_test.go": "package a_test\n",
      "a/use_test.go": 'package a_test\nimport "m/a"\n',
    };
    expect(await imports(files, "a/use_test.go")).toEqual({ "m/a": "a/a.go a/export_test.go" });
  });
});

describe("the files of a Go package", () => {
  it("are those of the folder with the same clause; tests see more than others", async () => {
    const files = {
      "a/a.go": "package a\n",
      "a/a_plan9.go": "package a\n",
      "a/gen.go": "//go:build ignore\n\npackage main\n",
      "a/in_test.go": "package a\n",
      "a/out_test.go": "package a_test\n",
      "a/b/b.go": "package a\n",
    };
    const { records, resolverFor } = await createMemoryProject(new Map(Object.entries(files)));
    const siblings = (path: string) => {
      const file = records.get(path);
      return file && resolverFor("go")?.siblings(file);
    };
    expect(siblings("a/a.go")).toEqual(["a/a_plan9.go"]);
    expect(siblings("a/in_test.go")).toEqual(["a/a.go", "a/a_plan9.go"]);
    expect(siblings("a/out_test.go")).toEqual([]);
    expect(siblings("a/gen.go")).toEqual([]);
  });

  it("hold methods of each other's types, and may have another name than their folder", async () => {
    const files = {
      "go.mod": "module m\n",
      "main.go": 'package main\nimport "m/text-util"\nfunc main() { textutil.New().Trim(); util.New() }\n',
      "text-util/a.go": "package textutil\ntype T struct{}\nfunc New() *T { return nil }\n",
      "text-util/b.go": "package textutil\nfunc (t *T) Trim() {}\n",
    };
    const { records, binder } = await createMemoryProject(new Map(Object.entries(files)));
    const main = records.get("main.go");
    const calls = main?.references.filter((one) => one.role === "call") ?? [];
    const targets = calls.map((one) => main && binder.bind(main, one)[0]);
    expect(targets).toMatchObject([
      { kind: "declaration", path: "text-util/a.go" },
      { kind: "declaration", path: "text-util/b.go" },
      { kind: "unknown" },
    ]);
  });
});
