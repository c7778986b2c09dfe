import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { diffChange } from "../../src/app/diff-change.ts";
import { Scratch, type TestRepository } from "./scratch.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

describe("CHANGE", () => {
  let made: TestRepository;
  let root: string;
  let fork: string;
  let first: string;
  let tip: string;
  beforeAll(() => {
    made = scratch.repository("forms");
    root = made.write("a.txt", "1\n").commit("root");
    fork = made.write("a.txt", "2\n").commit("fork");
    made.git("checkout", "-q", "-b", "topic");
    first = made.write("t.txt", "t\n").commit("Add t");
    tip = made.write("u.txt", "u\n").commit("Add u");
    made.git("checkout", "-q", "main");
    made.write("m.txt", "m\n").commit("main moves on");
    made.git("tag", "v1", root);
    made.git("tag", "both", root);
    made.git("branch", "both", tip);
    made.git("branch", "1234", tip);
    made.git("update-ref", "refs/heads/--output=x", fork);
    made.git("update-ref", "refs/heads/HEAD", root);
    made.git("checkout", "-q", "topic");
    made.write("a.txt", "edited\n");
  });

  test("nothing: the branch with its uncommitted changes, from the merge base with the base found", async () => {
    const { info } = await scratch.read(made.dir);
    expect(info).toMatchObject({
      branch: "topic",
      baseRef: "main",
      base: fork,
      isWorkingCopy: true,
      title: "Add t (and 1 more)",
      author: "Ada",
      provider: "local",
      number: 0,
      url: "",
    });
    expect(info.commits.map((commit) => commit.subject)).toEqual(["Add t", "Add u"]);
    expect(info.commits[0]).toMatchObject({ id: first, author: "Ada" });
    expect(await scratch.summary(made.dir)).toEqual(["M a.txt", "A t.txt", "A u.txt"]);
  });

  test("--base alone: the working tree against another base", async () => {
    expect(await scratch.summary(made.dir, { base: "HEAD" })).toEqual(["M a.txt"]);
    const { info } = await scratch.read(made.dir, { base: "HEAD" });
    expect(info).toMatchObject({ title: "Uncommitted changes on topic", commits: [] });
  });

  test("two and three dots both start from the merge base", async () => {
    for (const change of ["main..topic", "main...topic", "main..", "main...HEAD"]) {
      const { info } = await scratch.read(made.dir, { change });
      expect({ base: info.base, head: info.head, branch: info.branch }, change).toEqual({
        base: fork,
        head: tip,
        branch: "topic",
      });
    }
    const { info } = await scratch.read(made.dir, { change: "..main" });
    expect(info).toMatchObject({ branch: "main", baseRef: "HEAD", base: fork });
  });

  test("--base and --head say the same as a range", async () => {
    const { info } = await scratch.read(made.dir, { base: "main", head: "topic" });
    expect(info).toMatchObject({ base: fork, head: tip });
  });

  test("a branch: from its detected base; --base overrides", async () => {
    expect((await scratch.read(made.dir, { change: "topic" })).info).toMatchObject({ base: fork, head: tip });
    expect((await scratch.read(made.dir, { head: "topic" })).info).toMatchObject({ base: fork, head: tip });
    const { info } = await scratch.read(made.dir, { change: "topic", base: first });
    expect(info).toMatchObject({ base: first, head: tip });
  });

  test("one commit: against its first parent, whatever it merges", async () => {
    const { info } = await scratch.read(made.dir, { change: tip });
    expect(info).toMatchObject({ base: first, head: tip, title: "Add u", isWorkingCopy: false });
    expect((await scratch.read(made.dir, { change: tip.slice(0, 9) })).info.base).toBe(first);
    expect((await scratch.read(made.dir, { change: "HEAD" })).info.base).toBe(first);
    expect((await scratch.read(made.dir, { change: "topic~1" })).info).toMatchObject({
      base: fork,
      head: first,
    });
    const other = scratch.repository("merged");
    other.write("a", "1\n").commit("one");
    other.git("checkout", "-q", "-b", "side");
    other.write("s", "1\n").commit("side");
    other.git("checkout", "-q", "main");
    const before = other.write("b", "1\n").commit("two");
    other.git("merge", "-q", "--no-edit", "-m", "Merge side", "side");
    const merge = await scratch.read(other.dir, { change: "HEAD" });
    expect(merge.info).toMatchObject({ base: before, title: "Merge side" });
    expect(merge.info.commits).toHaveLength(1);
  });

  test("the first commit of all is new as a whole", async () => {
    const change = await scratch.read(made.dir, { change: "v1" });
    expect(change.info).toMatchObject({ head: root, title: "root" });
    expect(change.info.base).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    expect(await scratch.summary(made.dir, { change: root })).toEqual(["A a.txt"]);
  });

  test("a name that is both a branch and a tag is the branch; HEAD is never a branch of that name", async () => {
    expect((await scratch.read(made.dir, { change: "both" })).info.head).toBe(tip);
    expect((await scratch.read(made.dir, { base: "v1", head: "both" })).info.head).toBe(tip);
    expect((await scratch.read(made.dir, { change: "main..HEAD" })).info.head).toBe(tip);
  });

  test("a number is a pull request unless it is a revision", async () => {
    expect((await scratch.read(made.dir, { change: "1234" })).info.head).toBe(tip);
    for (const change of ["42", "#42", "https://github.com/a/b/pull/42"]) {
      expect((await scratch.failure(made.dir, { change })).code, change).toBe("unknown-forge");
    }
  });

  test("a name that looks like an option is a name", async () => {
    const { info } = await scratch.read(made.dir, { base: "--output=x", head: "topic" });
    expect(info.base).toBe(fork);
    expect((await scratch.failure(made.dir, { change: "--all" })).code).toBe("unknown-revision");
    expect((await scratch.failure(made.dir, { base: "-p", head: "--exec=x" })).code).toBe("unknown-revision");
  });

  test("what cannot be a revision is refused in one line", async () => {
    const failures = [
      [{ change: "no-such" }, "unknown-revision"],
      [{ change: "main..no-such" }, "unknown-revision"],
      [{ base: "no-such" }, "unknown-revision"],
      [{ base: "HEAD:a.txt" }, "unknown-revision"],
      [{ change: "a\nb" }, "unsafe-revision"],
      [{ change: "" }, "bad-option"],
      [{ change: ".." }, "bad-option"],
      [{ change: "main", head: "topic" }, "bad-option"],
      [{ change: "main..topic", base: "main" }, "bad-option"],
    ] as const;
    for (const [options, code] of failures) {
      const error = await scratch.failure(made.dir, options);
      expect({ code: error.code, options }).toEqual({ code, options });
      expect(error.message).not.toContain("\n");
    }
  });

  test("is found from a folder within, and through a link", async () => {
    made.write("deep/er/x.txt", "x\n");
    symlinkSync(made.dir, join(scratch.dir, "link"));
    const plain = await scratch.read(made.dir);
    const deep = await scratch.read(join(made.dir, "deep/er"));
    const linked = await scratch.read(join(scratch.dir, "link"));
    expect(deep.info).toEqual(plain.info);
    expect(linked.info).toEqual(plain.info);
  });

  test("a review is known by repository, branch and base, not by its head", async () => {
    const before = (await scratch.read(made.dir)).info;
    made.write("a.txt", "edited again\n");
    const after = (await scratch.read(made.dir)).info;
    expect(after.head).not.toBe(before.head);
    expect(after.reviewId).toBe(before.reviewId);
    expect((await scratch.read(made.dir, { base: "v1" })).info.reviewId).not.toBe(before.reviewId);
    expect((await scratch.read(made.dir, { change: "both" })).info.reviewId).not.toBe(before.reviewId);
  });
});

describe("the base", () => {
  test("is origin/HEAD first, then the usual names, never the branch itself", async () => {
    const made = scratch.repository("bases");
    const one = made.write("a", "1\n").commit("one");
    made.git("checkout", "-q", "-b", "topic");
    made.write("b", "1\n").commit("topic");
    const baseOf = async () => (await scratch.read(made.dir)).info.baseRef;
    const failure = async () => (await scratch.failure(made.dir)).message;
    made.git("branch", "-m", "main", "development");
    expect(await baseOf()).toBe("development");
    made.git("branch", "develop", one);
    expect(await baseOf()).toBe("develop");
    made.git("branch", "master", one);
    expect(await baseOf()).toBe("master");
    made.git("update-ref", "refs/remotes/origin/master", one);
    expect(await baseOf()).toBe("origin/master");
    made.git("branch", "main", one);
    expect(await baseOf()).toBe("main");
    made.git("update-ref", "refs/remotes/origin/main", one);
    expect(await baseOf()).toBe("origin/main");
    made.git("update-ref", "refs/remotes/origin/trunk", one);
    made.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
    expect(await baseOf()).toBe("origin/trunk");
    // A dangling origin/HEAD is passed over.
    made.git("update-ref", "-d", "refs/remotes/origin/trunk");
    expect(await baseOf()).toBe("origin/main");

    for (const ref of ["origin/main", "origin/master"]) made.git("update-ref", "-d", `refs/remotes/${ref}`);
    for (const name of ["master", "develop", "development"]) made.git("branch", "-D", name);
    made.git("checkout", "-q", "main");
    expect(await failure()).toBe(
      "No base was found for main; tried origin/trunk, origin/main, origin/master, master, origin/develop, develop, origin/development, development.",
    );
  });

  test("is asked for where nothing is found, with what was tried", async () => {
    const made = scratch.repository("asked");
    made.git("checkout", "-q", "-b", "odd");
    const one = made.write("a", "1\n").commit("one");
    made.write("a", "2\n").commit("two");
    let asked: readonly string[] = [];
    const { info } = await scratch.read(made.dir, {
      chooseBase: async (tried) => {
        asked = tried;
        return "odd~1";
      },
    });
    expect(info).toMatchObject({ base: one, baseRef: "odd~1" });
    expect(asked).toContain("origin/HEAD");
    expect((await scratch.failure(made.dir, { chooseBase: async () => undefined })).code).toBe("no-base");
    expect((await scratch.failure(made.dir, { chooseBase: async () => "nope" })).code).toBe(
      "unknown-revision",
    );
  });
});

describe("where histories do not meet", () => {
  test("a shallow clone says that it is one", async () => {
    const made = scratch.repository("deep");
    made.write("a", "0\n").commit("zero");
    made.write("a", "1\n").commit("one");
    made.git("checkout", "-q", "-b", "topic");
    made.write("b", "1\n").commit("topic 1");
    made.write("b", "2\n").commit("topic 2");
    made.git("checkout", "-q", "main");
    made.write("c", "1\n").commit("main 2");
    made.git(
      "clone",
      "-q",
      "--depth=1",
      "--no-single-branch",
      `file://${made.dir}`,
      join(scratch.dir, "shallow"),
    );
    const dir = join(scratch.dir, "shallow");
    const range = await scratch.failure(dir, { change: "origin/main..origin/topic" });
    expect(range.code).toBe("no-merge-base");
    expect(range.message).toContain("shallow");
    // Without the parent the whole tree would look new.
    const one = await scratch.failure(dir, { change: "HEAD" });
    expect(one.code).toBe("no-merge-base");
    expect(one.message).toContain("shallow");
  });

  test("an unborn branch beside others has nothing in common with them", async () => {
    const made = scratch.repository("orphan");
    made.write("a", "1\n").commit("one");
    made.git("checkout", "-q", "--orphan", "fresh");
    made.write("b", "1\n").git("add", "-A");
    expect((await scratch.failure(made.dir, { base: "main" })).code).toBe("no-merge-base");
    const change = await scratch.read(made.dir);
    expect(change.info).toMatchObject({ branch: "fresh", commits: [], isWorkingCopy: true });
    expect(await scratch.summary(made.dir)).toEqual(["A a", "A b"]);
  });

  test("several merge bases are said", async () => {
    const made = scratch.repository("criss-cross");
    made.write("a", "1\n").commit("root");
    made.git("checkout", "-q", "-b", "topic");
    made.write("t", "1\n").commit("t1");
    made.git("checkout", "-q", "main");
    made.write("m", "1\n").commit("m1");
    const [m, t] = [made.git("rev-parse", "main"), made.git("rev-parse", "topic")];
    made.git("merge", "-q", "--no-edit", "-m", "mm", t);
    made.git("checkout", "-q", "topic");
    made.git("merge", "-q", "--no-edit", "-m", "tm", m);
    const { info } = await scratch.read(made.dir, { change: "main..topic" });
    expect(info.base).toBe(made.git("merge-base", "main", "topic"));
    expect(info.notes.join()).toContain("2 merge bases");
  });
});

describe("where there is no repository to read", () => {
  test("says so", async () => {
    const outside = join(scratch.dir, "outside");
    expect((await scratch.failure(outside)).code).toBe("not-a-repository");
    expect((await scratch.failure(scratch.dir)).code).toBe("not-a-repository");
  });

  test("a bare repository is read by ranges only", async () => {
    const made = scratch.repository("bare-source");
    made.write("a", "1\n").commit("one");
    made.write("a", "2\n").commit("two");
    made.git("clone", "-q", "--bare", made.dir, join(scratch.dir, "bare.git"));
    const dir = join(scratch.dir, "bare.git");
    expect(await scratch.summary(dir, { change: "main~1..main" })).toEqual(["M a"]);
    expect(await scratch.summary(dir, { change: "HEAD" })).toEqual(["M a"]);
    const error = await scratch.failure(dir);
    expect(error.code).toBe("bad-option");
    expect(error.message).toContain("bare");
  });

  test("git that is not on PATH, and a home that cannot be written", async () => {
    const made = scratch.repository("surroundings");
    made.write("a", "1\n").commit("one");
    expect((await scratch.failure(made.dir, { environment: { PATH: ".:bin" } })).code).toBe("git-missing");
    made.write("file", "x");
    const homeDir = join(made.dir, "file", "home");
    expect((await scratch.failure(made.dir, { change: "HEAD", homeDir })).code).toBe("home-unwritable");
  });

  test("git that is stopped together with Headwater is no damaged repository", async () => {
    const made = scratch.repository("stopped");
    made.write("a", "1\n").commit("one");
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const bin = join(made.dir, ".git", "bin");
    mkdirSync(bin);
    for (const [signal, code] of [
      ["INT", "cancelled"],
      ["TERM", "cancelled"],
      ["KILL", "git-failed"],
    ]) {
      const lines = [
        "#!/bin/sh",
        `case " $* " in *" diff-tree "*) kill -${signal} $$;; esac`,
        `exec ${real} "$@"`,
      ];
      writeFileSync(join(bin, "git"), lines.join("\n"), { mode: 0o755 });
      const environment = { PATH: `${bin}:${process.env.PATH}` };
      expect((await scratch.failure(made.dir, { change: "HEAD", environment })).code).toBe(code);
    }
  });

  // Nobody can make a folder there, root not either: the one read-only place that every Linux has.
  test.runIf(process.platform === "linux")(
    "a home on a disk that refuses keeps nobody from reading",
    async () => {
      const made = scratch.repository("read-only");
      made.write("a", "1\n").commit("one");
      made.write("a", "2\n");
      const folder = join(made.dir, ".git", "temporary");
      mkdirSync(folder);
      vi.stubEnv("TMPDIR", folder);
      try {
        const change = await scratch.read(made.dir, { base: "HEAD", homeDir: "/sys/headwater" });
        const { files } = await diffChange(change, new AbortController().signal);
        expect(files.map((file) => file.path)).toEqual(["a"]);
        expect(readdirSync(folder)).toHaveLength(1);
        change.repository.close();
        expect(readdirSync(folder)).toEqual([]);
      } finally {
        vi.unstubAllEnvs();
      }
    },
  );
});
