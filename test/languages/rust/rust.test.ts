import { beforeAll, describe, expect, test } from "vitest";
import { createSourceParser, type SourceParser } from "../../../src/adapters/parser/parser.ts";
import { createPathTree, type ProjectView, type ResolvedModule } from "../../../src/engine/graph/graph.ts";
import { declarationKey, type FileIndex, type Reference } from "../../../src/engine/index/index.ts";
import { type Crate, readCrates } from "../../../src/languages/rust/crates.ts";
import { rust } from "../../../src/languages/rust/rust.ts";

let parser: SourceParser;
beforeAll(async () => {
  parser = await createSourceParser([rust.grammar.file]);
});

function read(text: string, path = "src/lib.rs"): FileIndex {
  const file = { path, language: "rust", blob: "0" };
  return rust.extract(file, parser.parse(text, rust.grammar.file));
}

/** "role path -> what its head is bound to", for each use. */
function uses(file: FileIndex): string[] {
  return file.references.map(
    (use) => `${use.role} ${[...use.through, use.name].join(".")} -> ${boundTo(file, use)}`,
  );
}

function boundTo(file: FileIndex, use: Reference): string {
  if (use.declaration >= 0) return declarationKey(file, use.declaration).split("//").slice(1).join("//");
  return use.import >= 0 ? `import ${file.imports[use.import]?.specifier}` : "nothing";
}

function keys(file: FileIndex): string[] {
  return file.declarations.map((found, at) => `${found.level} ${found.kind} ${declarationKey(file, at)}`);
}

describe("declarations", () => {
  test("methods of impl blocks lie below their type, also when another file declares it", () => {
    const file = read(
      "struct A; impl A { fn new() -> Self { A } } impl std::fmt::Display for other::B { fn fmt(&self) {} }",
    );
    expect(keys(file)).toEqual([
      "module struct src/lib.rs//A",
      "member method src/lib.rs//A//new",
      "member method src/lib.rs//other//B//fmt",
    ]);
    expect(file.declarations[1]).toMatchObject({ isStatic: true, results: [{ name: "A" }] });
    expect(file.declarations[2]).toMatchObject({ ofTrait: "Display", isStatic: false });
  });

  test("traits have supertraits, types have the traits that their file implements", () => {
    const file = read("trait T: Base + Send {} struct S; impl T for S {} impl T for Other {}");
    expect(file.declarations.map((found) => found.bases.map((base) => base.name))).toEqual([
      ["Base", "Send"],
      ["T"],
    ]);
  });

  test("inline modules are a part of the key", () => {
    expect(keys(read("mod a { pub mod b { fn f() {} } }"))).toContain("module function src/lib.rs//a//b//f");
  });
});

describe("names", () => {
  test("a local hides nothing before it is declared, and hides a function after", () => {
    const file = read("fn x() {} fn f() { x(); let x = x(); x; }");
    expect(uses(file)).toEqual(["call x -> x", "call x -> x", "read x -> f//x"]);
  });

  test("types, values and macros of one name are apart", () => {
    const file = read(
      "fn write() {} fn f(path: u8) { write!(path); path::of(path); } mod path { pub fn of() {} }",
    );
    expect(uses(file)).toEqual([
      "call write -> nothing",
      "read path -> f//path",
      "read path -> path",
      "call path.of -> path",
      "read path -> f//path",
    ]);
  });

  test("names in patterns are locals; constants and variants in them are uses", () => {
    const file = read(
      "enum E { A(u8) } const C: u8 = 1; fn f(e: E) { match e { E::A(C) => (), E::A(n) if n > 0 => n, other => other } }",
    );
    expect(uses(file).filter((use) => use.startsWith("read"))).toEqual([
      "read e -> f//e",
      "read E -> E",
      "read E.A -> E",
      "read C -> C",
      "read E -> E",
      "read E.A -> E",
      "read n -> f//n",
      "read n -> f//n",
      "read other -> f//other",
    ]);
  });

  test("Self is the type around, super in an inline module is the file", () => {
    const file = read(
      "struct S; impl S { fn a() { Self::b() } fn b() {} } mod m { fn c() { super::d(); super::super::e() } } fn d() {}",
    );
    expect(uses(file)).toContain("call S.b -> S");
    expect(uses(file)).toContain("call self::.d -> nothing");
    expect(uses(file)).toContain("call super.e -> nothing");
  });

  test("calls in macro arguments count, words of strings and comments do not", () => {
    const file = read('fn a() {} fn f(s: S) { println!("{} a()", a(), s.go(1), m::k()); /* a() */ } ');
    expect(uses(file).filter((use) => use.startsWith("call"))).toEqual([
      "call println -> nothing",
      "call a -> a",
      "call s.go -> f//s",
      "call m.k -> nothing",
    ]);
  });

  test("an inline module does not see the names around it", () => {
    expect(uses(read("fn a() {} mod m { fn f() { a() } }"))).toEqual(["call a -> nothing"]);
  });

  test("broken code gives what it can, and says where it does not parse", () => {
    const file = read("fn a() {} fn b( { a() } struct ;");
    expect(file.problems[0]?.kind).toBe("syntax-error");
    expect(keys(file)).toContain("module function src/lib.rs//a");
  });
});

describe("manifests", () => {
  test("a workspace that inherits from itself, thousands of times, is read once", () => {
    const dependencies = Array.from({ length: 3_000 }, (_, i) => `d${i} = { workspace = true }\n`).join("");
    const manifest = `[package]\nname = "x"\n[workspace.dependencies]\n${dependencies}[dependencies]\n${dependencies}`;
    let reads = 0;
    const project: ProjectView = {
      tree: createPathTree(["Cargo.toml", "src/lib.rs"]),
      manifest: (path) => {
        if (path !== "Cargo.toml") return undefined;
        reads++;
        return manifest;
      },
      index: () => undefined,
    };
    const { dependencies: found } = readCrates(project).get("") as Crate;
    expect(found.size).toBe(3_000);
    expect(found.get("d7")).toEqual({ realName: "d7" });
    expect(reads).toBeLessThanOrEqual(2);
  });

  test("names that every object has are names", () => {
    const files: Record<string, string> = {
      "Cargo.toml":
        '[package]\nname = "x"\n[workspace.dependencies]\na = "1"\n[dependencies]\ntoString.workspace = true\nconstructor = { path = "c" }\n',
    };
    const project: ProjectView = {
      tree: createPathTree(["Cargo.toml", "src/lib.rs"]),
      manifest: (path) => files[path],
      index: () => undefined,
    };
    expect(readCrates(project).get("")?.dependencies).toEqual(
      new Map([
        ["toString", { realName: "toString" }],
        ["constructor", { realName: "constructor", folder: "c" }],
      ]),
    );
  });
});

describe("imports", () => {
  test("groups, renames, globs and self", () => {
    const file = read("use a::{self, b as c, d::{e, *}}; use crate::x; pub use super::y::Z;");
    expect(file.imports.map((entry) => [entry.kind, entry.specifier, entry.imported, entry.local])).toEqual([
      ["namespace", "a", "", "a"],
      ["named", "a", "b", "c"],
      ["named", "a::d", "e", "e"],
      ["wildcard", "a::d", "", ""],
      ["named", "crate", "x", "x"],
      ["named", "super::y", "Z", "Z"],
    ]);
  });

  const files: Record<string, string> = {
    "Cargo.toml":
      '[workspace]\nmembers = ["app", "kit"]\n[workspace.dependencies]\nrenamed = { path = "kit", package = "the-kit" }\n',
    "app/Cargo.toml":
      '[package]\nname = "app"\nedition = "2021"\n[dependencies]\nrenamed.workspace = true\nserde = "1"\nclock = { package = "time", version = "1" }\n',
    "app/src/main.rs":
      'mod net; mod inner { pub mod deep { pub fn f() {} } } #[path = "odd/place.rs"] mod placed;',
    "app/src/net.rs": "pub mod wire; use super::*;",
    "app/src/net/wire.rs": "use super::super::net;",
    "app/src/odd/place.rs": "use super::net::wire;",
    "app/src/odd/mod.rs": "",
    "kit/Cargo.toml": '[package]\nname = "the-kit"\n[lib]\nname = "kit"\n',
    "kit/src/lib.rs": "pub mod tools; pub use tools::Hammer;",
    "kit/src/tools/mod.rs": "pub struct Hammer;",
  };

  function resolveFrom(
    path: string,
    specifier: string,
    kind: "named" | "namespace" = "namespace",
  ): ResolvedModule {
    const indexes = new Map<string, FileIndex>();
    for (const [at, text] of Object.entries(files)) if (at.endsWith(".rs")) indexes.set(at, read(text, at));
    const project: ProjectView = {
      tree: createPathTree(Object.keys(files)),
      manifest: (at) => files[at],
      index: (at) => indexes.get(at),
    };
    return rust
      .createResolver(project)
      .resolve(indexes.get(path) as FileIndex, { specifier, kind, imported: "" });
  }

  test.each([
    ["app/src/main.rs", "self::net", "app/src/net.rs", []],
    ["app/src/main.rs", "path:odd/place.rs", "app/src/odd/place.rs", []],
    ["app/src/main.rs", "inner::deep", "app/src/main.rs", ["inner", "deep"]],
    ["app/src/net.rs", "super", "app/src/main.rs", []],
    ["app/src/net/wire.rs", "super::super::net", "app/src/net.rs", []],
    ["app/src/net/wire.rs", "crate::net::wire", "app/src/net/wire.rs", []],
    ["app/src/odd/place.rs", "super::net::wire", "app/src/net/wire.rs", []],
    ["app/src/net.rs", "renamed::tools", "kit/src/tools/mod.rs", []],
    ["app/src/net.rs", "renamed::Hammer", "kit/src/tools/mod.rs", ["Hammer"]],
  ])("from %s, %s is %s", (from, specifier, path, scope) => {
    expect(resolveFrom(from, specifier)).toEqual({ kind: "files", paths: [path], scope });
  });

  test("crates outside go by their real names; what should be here and is not is missing", () => {
    expect(resolveFrom("app/src/net.rs", "clock::Tick")).toEqual({ kind: "outside", name: "time//Tick" });
    expect(resolveFrom("app/src/net.rs", "serde")).toEqual({ kind: "outside", name: "serde" });
    expect(resolveFrom("app/src/net.rs", "std::fmt")).toEqual({ kind: "outside", name: "std//fmt" });
    expect(resolveFrom("app/src/net.rs", "crate::gone").kind).toBe("missing");
  });
});
