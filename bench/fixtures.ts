import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A repository made for measuring: the same bytes on every run. */
export interface Fixture {
  readonly folder: string;
  readonly base: string;
  readonly head: string;
  readonly files: number;
  readonly remove: () => void;
}

/** `moduleCount` TypeScript modules of about `linesEach` lines that call one another, and a commit over `changed` of them. */
export function makeRepository(
  moduleCount: number,
  linesEach: number,
  changed: number,
  changesEach: number,
): Fixture {
  const folder = mkdtempSync(join(tmpdir(), "headwater-bench-"));
  git(folder, "init", "-q", "-b", "main");
  for (let module = 0; module < moduleCount; module++) {
    write(folder, pathOf(module), moduleText(module, moduleCount, linesEach, 0));
  }
  const base = commit(folder, "base");
  for (let at = 0; at < changed; at++) {
    const module = Math.floor((at * moduleCount) / changed);
    write(folder, pathOf(module), moduleText(module, moduleCount, linesEach, changesEach));
  }
  const head = commit(folder, `change ${changed} modules`);
  return {
    folder,
    base,
    head,
    files: changed,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One file of `lines` lines, all of them changed. */
export function makeLongFile(lines: number): Fixture {
  const folder = mkdtempSync(join(tmpdir(), "headwater-bench-"));
  git(folder, "init", "-q", "-b", "main");
  const text = (word: string) =>
    Array.from({ length: lines }, (_, at) => `export const ${word}${at} = ${at};`).join("\n");
  write(folder, "src/long.ts", `${text("before")}\n`);
  const base = commit(folder, "base");
  write(folder, "src/long.ts", `${text("after")}\n`);
  const head = commit(folder, "every line");
  return { folder, base, head, files: 1, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A unified diff of `files` files with `linesEach` added and as many removed lines, as bytes. */
export function makeDiff(files: number, linesEach: number): Uint8Array {
  const parts: string[] = [];
  for (let file = 0; file < files; file++) {
    const path = `src/area${file % 40}/module${file}.ts`;
    parts.push(`diff --git a/${path} b/${path}\n`);
    parts.push(`index ${"1".repeat(40)}..${"2".repeat(40)} 100644\n--- a/${path}\n+++ b/${path}\n`);
    parts.push(`@@ -1,${linesEach + 3} +1,${linesEach + 3} @@ export function f${file}() {\n`);
    parts.push(" const a = 1;\n const b = 2;\n const c = 3;\n");
    for (let line = 0; line < linesEach; line++) parts.push(`-  return call${line}(before, ${line});\n`);
    for (let line = 0; line < linesEach; line++)
      parts.push(`+  return call${line}(after, ${line}, "more");\n`);
  }
  return new TextEncoder().encode(parts.join(""));
}

function pathOf(module: number): string {
  return `src/area${module % 40}/module${module}.ts`;
}

/** Functions that use those of two other modules; `changes` of them differ from the first version. */
function moduleText(module: number, moduleCount: number, lines: number, changes: number): string {
  const near = (module + 1) % moduleCount;
  const far = (module * 7 + 3) % moduleCount;
  const from = (other: number) => `../area${other % 40}/module${other}`;
  const out = [
    `import { work${near}_0, work${near}_1 } from "${from(near)}";`,
    `import * as far from "${from(far)}";`,
    "",
  ];
  for (let at = 0; out.length < lines; at++) {
    const isChanged = at < changes;
    out.push(
      `/** Adds what module ${module} knows of ${at}. */`,
      `export function work${module}_${at}(value: number): number {`,
      `  const first = work${near}_${at % 2}(value + ${isChanged ? at + 1000 : at});`,
      `  const second = far.work${far}_${at % 3}(first);`,
      "  if (first > second) {",
      `    return ${isChanged ? "second - first" : "first - second"};`,
      "  }",
      "  return first + second;",
      "}",
      "",
    );
  }
  return `${out.join("\n")}\n`;
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function commit(folder: string, message: string): string {
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--no-gpg-sign", "-m", message);
  return git(folder, "rev-parse", "HEAD").trim();
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Bench",
      GIT_AUTHOR_EMAIL: "bench@example.invalid",
      GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
      GIT_COMMITTER_NAME: "Bench",
      GIT_COMMITTER_EMAIL: "bench@example.invalid",
      GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
    },
  });
}
