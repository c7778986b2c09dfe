import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memoryStore } from "../../src/adapters/store/store.ts";
import { createIndexer } from "../../src/app/indexer.ts";
import type { ProjectFiles } from "../../src/engine/index/index.ts";
import { UserError } from "../../src/kit/errors.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { git, never, opened, repository, scratch, statuses, write } from "./projects.ts";

/** The same files, with a list of what was read of them. */
function watched(files: ProjectFiles): { readonly files: ProjectFiles; readonly read: string[] } {
  const read: string[] = [];
  const reading: ProjectFiles = {
    ...files,
    read: (paths, signal) => {
      read.push(...paths);
      return files.read(paths, signal);
    },
  };
  return { files: reading, read };
}

const indexer = (store = memoryStore()) => createIndexer({ languages: allLanguages, store });

describe("a working tree", () => {
  test("is read once: git knows which files are unchanged", async () => {
    const folder = repository({ "a.py": "a = 1\n", "lib/b.py": "b = 1\n", "notes.md": "x\n" });
    const store = memoryStore();
    const first = await indexer(store).run((await opened(folder)).files);
    expect(statuses(first)).toEqual(["a.py indexed", "lib/b.py indexed"]);
    expect(first.paths).toEqual(["a.py", "lib/b.py", "notes.md"]);
    write(folder, { "a.py": "a = 2\nc = 3\n" });
    const again = watched((await opened(join(folder, "lib"))).files);
    const second = await indexer(store).run(again.files);
    expect(statuses(second)).toEqual(["a.py indexed", "lib/b.py cached"]);
    expect(again.read).toEqual(["a.py"]);
    expect(second.indexes[0]?.declarations.map(({ name }) => name)).toEqual(["a", "c"]);
  });

  test("is what is on disk: deleted, new, moved and conflicting files", async () => {
    const folder = repository({ "gone.py": "x = 1\n", "both.py": "x = 1\n", "kept.py": "x = 1\n" });
    git(folder, "checkout", "-q", "-b", "other");
    write(folder, { "both.py": "x = 2\n" });
    git(folder, "commit", "-q", "-a", "-m", "Two");
    git(folder, "checkout", "-q", "main");
    write(folder, { "both.py": "x = 3\n" });
    git(folder, "commit", "-q", "-a", "-m", "Three");
    expect(() => git(folder, "merge", "other")).toThrow();
    rmSync(join(folder, "gone.py"));
    write(folder, { "new.py": "x = 1\n", "added.py": "x = 1\n" });
    git(folder, "add", "added.py");
    const result = await indexer().run((await opened(folder)).files);
    expect(statuses(result)).toEqual(["added.py indexed", "both.py indexed", "kept.py indexed"]);
    expect(result.indexes.find(({ path }) => path === "both.py")?.problems[0]?.kind).toBe("syntax-error");
    expect(result.notes).toEqual([
      "1 source file that git does not track was not read: new.py. --untracked adds them.",
    ]);
    const all = await indexer().run((await opened(folder, { includeUntracked: true })).files);
    expect(statuses(all)).toContain("new.py indexed");
    expect(all.notes).toEqual([]);
  });

  test("whose bytes git changes on the way to the disk is known by the bytes on disk", async () => {
    const folder = repository({ ".gitattributes": "*.py text eol=crlf\n", "a.py": "a = 1\nb = 2\n" });
    rmSync(join(folder, "a.py"));
    git(folder, "checkout", "-q", "--", "a.py");
    const store = memoryStore();
    // The revision is read first, so that the store has a record under the id that git knows.
    await indexer(store).run((await opened(folder, { revision: "HEAD" })).files);
    const first = await indexer(store).run((await opened(folder)).files);
    expect(statuses(first)).toEqual(["a.py indexed"]);
    expect(statuses(await indexer(store).run((await opened(folder)).files))).toEqual(["a.py cached"]);
  });

  test("of a hostile repository runs no program and stays as it was", async () => {
    const folder = repository({ ".gitattributes": "*.py filter=evil\n", "a.py": "a = 1\n" });
    const mark = join(folder, "..", "ran");
    for (const name of ["filter.evil.clean", "filter.evil.smudge", "core.fsmonitor"]) {
      git(folder, "config", name, `touch ${mark}; cat`);
    }
    write(folder, { "a.py": "a = 2\n" });
    const index = execFileSync("sha1sum", [join(folder, ".git", "index")], { encoding: "utf8" });
    const result = await indexer().run((await opened(folder)).files);
    expect(statuses(result)).toEqual(["a.py indexed"]);
    expect(existsSync(mark)).toBe(false);
    expect(execFileSync("sha1sum", [join(folder, ".git", "index")], { encoding: "utf8" })).toBe(index);
  });

  test("with links: to a file, to nothing, to a folder and out of the project", async () => {
    const folder = join(scratch(), "repo");
    write(folder, { "real.py": "a = 1\n", "lib/b.py": "b = 1\n", "../outside.py": "secret = 1\n" });
    symlinkSync("real.py", join(folder, "alias.py"));
    symlinkSync("nowhere.py", join(folder, "broken.py"));
    symlinkSync("loop.py", join(folder, "loop.py"));
    symlinkSync("lib", join(folder, "also"));
    symlinkSync("../outside.py", join(folder, "out.py"));
    git(folder, "init", "-q");
    git(folder, "add", "-A");
    git(folder, "commit", "-q", "-m", "Links");
    const expected = [
      "alias.py indexed",
      "broken.py failed",
      "lib/b.py indexed",
      "loop.py failed",
      "out.py failed",
      "real.py indexed",
    ];
    expect(statuses(await indexer().run((await opened(folder)).files))).toEqual(expected);
    const revision = await indexer().run((await opened(folder, { revision: "HEAD" })).files);
    expect(statuses(revision)).toEqual(expected);
    rmSync(join(folder, ".git"), { recursive: true });
    expect(statuses(await indexer().run((await opened(folder)).files))).toEqual(expected);
  });
});

describe("a revision", () => {
  test("is read through git and gives the records of a clean working tree", async () => {
    const folder = repository({ "a.ts": "export const a = 1;\n", "b/c.go": "package c\n" });
    const clean = await indexer().run((await opened(folder)).files);
    write(folder, { "a.ts": "export const a = 2;\n" });
    const revision = await indexer().run((await opened(folder, { revision: "main" })).files);
    expect(revision.indexes).toEqual(clean.indexes);
    expect(revision.files).toEqual(clean.files);
  });

  test("that there is none is the user's mistake", async () => {
    const folder = repository({ "a.ts": "let a;\n" });
    for (const revision of ["nothing", "--help", ""]) {
      const error = await opened(folder, { revision }).catch((one: unknown) => one);
      expect([revision, error instanceof UserError && error.code]).toEqual([revision, "unknown-revision"]);
    }
    const error = await opened(scratch(), { revision: "main" }).catch((one: unknown) => one);
    expect(error instanceof UserError && error.code).toBe("not-a-repository");
  });
});

describe("a folder", () => {
  test("is read but for version control and the code of others", async () => {
    const folder = scratch();
    write(folder, {
      "a.py": "a = 1\n",
      ".hg/b.py": "b = 1\n",
      "node_modules/c/c.js": "c();\n",
      "venv/pyvenv.cfg": "",
      "venv/lib/d.py": "d = 1\n",
      "go/go.mod": "module m\n",
      "go/vendor/e/e.go": "package e\n",
      "vendor/f.go": "package f\n",
      "rust/Cargo.toml": "",
      "rust/target/g.rs": "",
      "target/h.rs": "",
    });
    const result = await indexer().run((await opened(folder)).files);
    expect(statuses(result)).toEqual(["a.py indexed", "target/h.rs indexed", "vendor/f.go indexed"]);
    expect(result.notes).toEqual([
      "Folders with code of others or of a build were not read: go/vendor, node_modules, rust/target and 1 more.",
    ]);
  });

  test("in which git tracks nothing is read as if there were no git", async () => {
    const folder = scratch();
    git(folder, "init", "-q");
    write(folder, { "a.py": "a = 1\n" });
    const project = await opened(folder);
    expect(statuses(await indexer().run(project.files))).toEqual(["a.py indexed"]);
    expect(project.notes[0]).toContain("Git tracks no file of ");
  });

  test("with a pipe, a file that vanishes and one that grows is read all the same", async () => {
    const folder = scratch();
    write(folder, { "a.py": "a = 1\n", "gone.py": "g = 1\n", "grows.py": "g = 1\n" });
    execFileSync("mkfifo", [join(folder, "pipe.py")]);
    const { files } = await opened(folder);
    const late: ProjectFiles = {
      ...files,
      read: (paths, signal) => {
        rmSync(join(folder, "gone.py"));
        writeFileSync(join(folder, "grows.py"), new Uint8Array(5 * 1024 * 1024));
        return files.read(paths, signal);
      },
    };
    const result = await indexer().run(late);
    expect(statuses(result)).toEqual([
      "a.py indexed",
      "gone.py missing",
      "grows.py failed",
      "pipe.py failed",
    ]);
  });

  test("that cannot be walked in time is left when it is stopped", async () => {
    const folder = scratch();
    for (let at = 0; at < 30; at++) mkdirSync(join(folder, `d${at}`));
    const { files } = await opened(folder);
    await expect(files.list(() => true, AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
    expect((await files.list(() => true, never)).paths).toEqual([]);
  });
});
