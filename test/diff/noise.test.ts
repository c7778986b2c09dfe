import { describe, expect, test } from "vitest";
import {
  blankRulesOf,
  changesOnlyBlanks,
  type FileDiff,
  type Hunk,
  hasGeneratedHeader,
  markNoise,
  mayHoldLongStrings,
  type NoiseFacts,
  pairMoves,
  parseDiff,
  reviewForm,
} from "../../src/engine/diff/diff.ts";
import { fileDiffSchema } from "../../src/wire/review-graph.ts";

function files(text: string): readonly FileDiff[] {
  const { files: parsed, problems } = parseDiff(Buffer.from(text, "utf8"));
  expect(problems).toEqual([]);
  return parsed;
}

/** One modified file with one hunk of these lines. */
function edited(path: string, ...lines: readonly string[]): FileDiff {
  const old = lines.filter((line) => line[0] === "-" || line[0] === " ").length;
  const now = lines.filter((line) => line[0] === "+" || line[0] === " ").length;
  const body = lines.map((line) => `${line}\n`).join("");
  const title = `diff --git a/${path} b/${path}\nindex a1..b2 100644\n--- a/${path}\n+++ b/${path}\n`;
  return files(`${title}@@ -1,${old} +1,${now} @@\n${body}`)[0] as FileDiff;
}

function noiseOf(file: FileDiff, facts: NoiseFacts = {}): string | undefined {
  return markNoise([file], () => facts)[0]?.noise;
}

function isBlankNoise(path: string, ...lines: readonly string[]): boolean {
  return changesOnlyBlanks(edited(path, ...lines).hunks[0] as Hunk, blankRulesOf(path, undefined));
}

describe("whitespace", () => {
  test("is noise where lines differ in indentation, trailing blanks or CR alone", () => {
    expect(isBlankNoise("x.c", "-a b", "+\ta b")).toBe(true);
    expect(isBlankNoise("x.c", "-a  ", "-b", "+a", "+  b\r")).toBe(true);
    expect(isBlankNoise("x.c", "-  ", "+", " same", "-x;", "+x; ")).toBe(true);
  });

  test("is none where anything else changes", () => {
    expect(isBlankNoise("x.c", "-a b", "+ab")).toBe(false);
    expect(isBlankNoise("x.c", "-a b", "+a  b")).toBe(false);
    expect(isBlankNoise("x.c", "+")).toBe(false);
    expect(isBlankNoise("x.c", "-a", "-", "+a")).toBe(false);
    expect(isBlankNoise("x.c", "-a", "-b", "+b", "+a")).toBe(false);
    expect(isBlankNoise("x.c", "-a", "+\u00a0a")).toBe(false);
    expect(isBlankNoise("x.c", "-a", "+\ufeffa")).toBe(false);
    expect(isBlankNoise("x.c", "-a", "\\ No newline at end of file", "+a")).toBe(false);
    expect(isBlankNoise("x.c", "-#define A \\", "+#define A \\ ")).toBe(false);
    expect(isBlankNoise("x.c", "-a", "+ a", " same", "-b", "+c")).toBe(false);
  });

  test("is none where blanks mean something", () => {
    for (const path of [
      "a.yml",
      "Makefile",
      "sub/x.mk",
      "GNUmakefile",
      "notes.md",
      "data.tsv",
      ".gitignore",
      "x.patch",
    ]) {
      expect(isBlankNoise(path, "-a", "+  a"), path).toBe(false);
      expect(isBlankNoise(path, "-a", "+a\r"), path).toBe(false);
    }
    expect(isBlankNoise("run.sh", "-a", "+  a")).toBe(true);
    expect(isBlankNoise("run.sh", "-a", "+a\r")).toBe(false);
    const indented = blankRulesOf("x.py", true);
    expect(changesOnlyBlanks(edited("x.py", "-a", "+  a").hunks[0] as Hunk, indented)).toBe(false);
  });

  test("is none within a string, and none when nobody knows where strings are", () => {
    const file = edited("x.c", " `", "-a", "+  a", " `");
    const rules = blankRulesOf("x.c", undefined);
    const at = (startLine: number, endLine: number) => [{ startLine, endLine }];
    expect(noiseOf(file, { blanks: { rules, oldStrings: [], newStrings: [] } })).toBe("whitespace");
    expect(noiseOf(file, { blanks: { rules, oldStrings: at(0, 2), newStrings: at(0, 2) } })).toBeUndefined();
    expect(noiseOf(file, { blanks: { rules, oldStrings: [], newStrings: at(0, 1) } })).toBeUndefined();
    expect(noiseOf(file, { blanks: { rules, oldStrings: at(4, 9), newStrings: [] } })).toBe("whitespace");
    expect(noiseOf(file, { blanks: { rules, oldStrings: undefined, newStrings: [] } })).toBeUndefined();
    expect(noiseOf(file)).toBeUndefined();
  });

  test("strings over line ends are suspected rather than overlooked", () => {
    for (const text of [
      "x = `a\nb`",
      's = "a\nb"',
      "cat <<EOF\n a\nEOF",
      '"""\ndoc\n"""',
      "<pre>\n a</pre>",
      "s = 'a\nb'",
    ]) {
      expect(mayHoldLongStrings(text), text).toBe(true);
    }
    expect(mayHoldLongStrings('a = "b"; c = "\\"";\nint x;\n')).toBe(false);
  });
});

describe("generated files", () => {
  test("are known by name, and lockfiles by their exact one", () => {
    for (const path of [
      "dist/a.js",
      "a/vendor/b.go",
      "x.min.js",
      "api.pb.go",
      "t/__snapshots__/a.snap",
      "x.js.map",
    ]) {
      expect(noiseOf(edited(path, "-a", "+b")), path).toBe("generated");
    }
    for (const path of ["package-lock.json", "sub/Cargo.lock", "go.sum", "bun.lock"]) {
      expect(noiseOf(edited(path, "-a", "+b")), path).toBe("lockfile");
    }
    for (const path of [
      "src/lockfile.ts",
      "distance.ts",
      "vendors.js",
      "admin.js",
      "my-package-lock.json",
      "snap.ts",
    ]) {
      expect(noiseOf(edited(path, "-a", "+b")), path).toBeUndefined();
    }
  });

  test("attributes add to names and take away from them", () => {
    expect(noiseOf(edited("a.ts", "-a", "+b"), { isGenerated: true })).toBe("generated");
    expect(noiseOf(edited("dist/a.ts", "-a", "+b"), { isGenerated: false })).toBeUndefined();
    expect(noiseOf(edited("go.sum", "-a", "+b"), { isGenerated: false })).toBeUndefined();
    expect(noiseOf(edited("dist/a.ts", "-a", "+b"), { isDiffed: true })).toBeUndefined();
    const hidden = files(
      "diff --git a/x.map b/x.map\nindex a1..b2 100644\nBinary files a/x.map and b/x.map differ\n",
    );
    expect(noiseOf(hidden[0] as FileDiff, { isDiffed: false })).toBe("generated");
    expect(noiseOf(hidden[0] as FileDiff, { isDiffed: false, isBinary: true })).toBe("binary");
    expect(noiseOf(hidden[0] as FileDiff)).toBe("binary");
  });

  test("say so in the comment at their top, and nowhere else", () => {
    for (const text of [
      "// @generated\nx",
      "#!/bin/sh\n# @generated by make\n",
      "/**\n * Licence.\n *\n * @generated SignedSource<<abc>>\n */\nx",
      "// Code generated by protoc-gen-go. DO NOT EDIT.\n\npackage x",
      "\ufeff# This file is automatically @generated by Cargo.\n",
      "<!-- @generated -->\n<a/>",
      '"""Doc.\n\n@generated by a tool\n"""\n',
    ]) {
      expect(hasGeneratedHeader(text), text).toBe(true);
    }
    for (const text of [
      "x\n// @generated\n",
      'const mark = "@generated";\n',
      "// This tool writes files marked @generated, see emit().\n",
      "// @generated-by-hand\n",
      "// the code generated here is read by people; do not panic\n",
      "/* licence */ const a = 1; // @generated\n",
      "/* licence */ const a = 1;\n@generated\n*/\n",
      '"""doc""" + code\n# @generated\n',
      "",
    ]) {
      expect(hasGeneratedHeader(text), text).toBe(false);
    }
  });

  test("links, submodules and changes of type never are", () => {
    const pointer = files(
      "diff --git a/vendor/lib b/vendor/lib\nindex a1..b2 160000\n--- a/vendor/lib\n+++ b/vendor/lib\n@@ -1 +1 @@\n-Subproject commit a1\n+Subproject commit b2\n",
    );
    expect(noiseOf(pointer[0] as FileDiff, { isGenerated: true })).toBeUndefined();
    const link = files(
      "diff --git a/dist/x b/dist/x\ndeleted file mode 100644\nindex a1..0000\n--- a/dist/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n" +
        "diff --git a/dist/x b/dist/x\nnew file mode 120000\nindex 0000..b2\n--- /dev/null\n+++ b/dist/x\n@@ -0,0 +1 @@\n+b\n",
    );
    expect(link).toHaveLength(1);
    expect(noiseOf(link[0] as FileDiff)).toBeUndefined();
  });
});

describe("files without lines", () => {
  const list = files(
    "diff --git a/m b/m\nold mode 100644\nnew mode 100755\n" +
      "diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n" +
      "diff --git a/e b/e\nnew file mode 100644\nindex 0000..e69d\n" +
      "diff --git a/p b/p\nindex a1..b2 100644\nBinary files a/p and b/p differ\n" +
      "diff --git a/q b/r\nsimilarity index 100%\ncopy from q\ncopy to r\n",
  );
  const marked = markNoise(list, () => ({}));

  test("say what happened", () => {
    expect(marked.map((file) => file.noise)).toEqual([
      "mode change",
      "renamed",
      "empty file",
      "binary",
      "unchanged",
    ]);
  });

  test("have one empty hunk in a review, with a hash of its own", () => {
    const reviewed = reviewForm(marked, []);
    expect(reviewed.map((file) => file.hunks.map(({ id, noise, lines }) => ({ id, noise, lines })))).toEqual(
      marked.map((file, i) => [{ id: `h${i + 1}`, noise: file.noise, lines: [] }]),
    );
    const hashes = reviewed.map((file) => file.hunks[0]?.hash);
    expect(new Set(hashes).size).toBe(5);
    for (const file of reviewed) expect(() => fileDiffSchema.parse(file)).not.toThrow();
    const other = files("diff --git a/p b/p\nindex a1..c3 100644\nBinary files a/p and b/p differ\n");
    const again = reviewForm(
      markNoise(other, () => ({})),
      [],
    );
    expect(again[0]?.hunks[0]?.hash).not.toBe(hashes[3]);
  });
});

describe("moved pairs", () => {
  const added = (path: string, text: string) => whole(path, text, "+");
  const deleted = (path: string, text: string) => whole(path, text, "-");
  const family = (path: string) => (/\.[jt]sx?$/.test(path) ? "script" : undefined);
  const store =
    "export class Store {\n  insertRecord(record) { return this.table.insert(record); }\n  removeRecord(key) { return this.table.remove(key); }\n}\n";
  const rewritten =
    "export class Store<Row> {\n  insertRecord(record: Row): Promise<void> { await this.table.insert(record); }\n  findAll() { return this.pool.query(sql); }\n}\n";

  test("are files of one name, also when the extension moved within its family", () => {
    expect(pairMoves([added("b/store.js", rewritten), deleted("a/store.js", store)], family)).toEqual([
      { from: "a/store.js", to: "b/store.js" },
    ]);
    expect(pairMoves([added("b/store.ts", rewritten), deleted("a/store.js", store)], family)).toHaveLength(1);
    expect(pairMoves([added("b/store.rs", rewritten), deleted("a/store.js", store)], family)).toEqual([]);
    expect(pairMoves([added("b/shop.js", rewritten), deleted("a/store.js", store)], family)).toEqual([]);
  });

  test("are never guessed among several", () => {
    const many = [added("b/store.js", store), added("c/store.js", store), deleted("a/store.js", store)];
    expect(pairMoves(many, family)).toEqual([]);
  });

  test("are never boilerplate twins", () => {
    const licence = `/*\n${" * Licensed under the terms of the usual licence, without warranty of any kind.\n".repeat(12)} */\n`;
    const one = `${licence}import React from "react";\nmodule.exports = { port: 1 };\n`;
    const two = `${licence}import React from "react";\nexport default function Page() { return null; }\n`;
    expect(pairMoves([added("b/index.js", two), deleted("a/index.js", one)], family)).toEqual([]);
    const barrel = (name: string) => `export * from "./${name}";\nexport * from "./types";\n`;
    expect(
      pairMoves([added("b/index.ts", barrel("lists")), deleted("a/index.ts", barrel("graph"))], family),
    ).toEqual([]);
    expect(pairMoves([added("b/__init__.py", "\n"), deleted("a/__init__.py", "\n")], family)).toEqual([]);
  });

  function whole(path: string, text: string, mark: "+" | "-"): FileDiff {
    const lines = text.split("\n").slice(0, -1);
    const range = `1,${lines.length}`;
    const header =
      mark === "+"
        ? `new file mode 100644\nindex 0000..b2\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +${range} @@\n`
        : `deleted file mode 100644\nindex a1..0000\n--- a/${path}\n+++ /dev/null\n@@ -${range} +0,0 @@\n`;
    return files(
      `diff --git a/${path} b/${path}\n${header}${lines.map((line) => `${mark}${line}\n`).join("")}`,
    )[0] as FileDiff;
  }
});
