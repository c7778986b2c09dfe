import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { reviewFiles } from "../../src/app/diff-change.ts";
import { sha1 } from "../../src/kit/hash.ts";
import { never, Scratch, type TestRepository } from "./scratch.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

function withFiles(name: string, ...options: readonly string[]): TestRepository {
  const made = scratch.repository(name, ...options);
  for (const path of ["a.txt", "dir/b.txt", "dir/c.txt", "keep.txt"]) made.write(path, `${path}\n`);
  made.commit("root");
  return made;
}

const fromHead = { base: "HEAD" };

describe("the snapshot of the working copy", () => {
  test("holds what is on disk: edited, staged or not, deleted, added, made executable, replaced", async () => {
    const made = withFiles("everything");
    made.write("a.txt", "staged\n").git("add", "a.txt");
    made.write("a.txt", "staged and edited\n");
    rmSync(join(made.dir, "dir/b.txt"));
    made.write("new.txt", "new\n").git("add", "new.txt");
    made.write("gone.txt", "x\n").git("add", "gone.txt");
    rmSync(join(made.dir, "gone.txt"));
    chmodSync(join(made.dir, "keep.txt"), 0o755);
    rmSync(join(made.dir, "dir/c.txt"));
    symlinkSync("../a.txt", join(made.dir, "dir/c.txt"));
    made.write("untracked.txt", "u\n");
    const change = await scratch.read(made.dir, fromHead);
    expect(await scratch.summary(made.dir, fromHead)).toEqual([
      "M a.txt",
      "D dir/b.txt",
      "T dir/c.txt",
      "M keep.txt",
      "A new.txt",
    ]);
    expect(change.info.untrackedCount).toBe(1);
    const { files } = await scratch.diff(made.dir, fromHead);
    expect(files[0]?.hunks[0]?.lines.at(-1)?.text).toBe("staged and edited");
    const included = await scratch.read(made.dir, { ...fromHead, includeUntracked: true });
    expect(included.info.untrackedCount).toBe(0);
    expect(await scratch.summary(made.dir, { ...fromHead, includeUntracked: true })).toContain(
      "A untracked.txt",
    );
  });

  test("is the same tree as long as the files are, and the commit itself without changes", async () => {
    const made = withFiles("stable");
    const clean = await scratch.read(made.dir, fromHead);
    expect(clean.info).toMatchObject({ head: made.git("rev-parse", "HEAD"), isWorkingCopy: false });
    made.write("a.txt", "edited\n");
    const one = (await scratch.read(made.dir, fromHead)).head;
    utimesSync(join(made.dir, "keep.txt"), 1, 1);
    const two = (await scratch.read(made.dir, fromHead)).head;
    made.git("add", "-A");
    const three = (await scratch.read(made.dir, fromHead)).head;
    expect([two, three]).toEqual([one, one]);
    expect(one).toBe(made.git("write-tree"));
  });

  test("sees an edit of the same size within the second in which the index was written", async () => {
    const made = withFiles("racy");
    for (let round = 0; round < 5; round++) {
      made.write("a.txt", `${round}\n`).git("add", "a.txt");
      made.write("a.txt", `${round + 5}\n`);
      const { files } = await scratch.diff(made.dir, fromHead);
      expect(files[0]?.hunks[0]?.lines.at(-1)?.text).toBe(`${round + 5}`);
    }
  });

  test("writes nothing into the repository: not the index, an object, a ref or a file", async () => {
    const made = withFiles("untouched");
    made.write("a.txt", "edited\n").write("new.txt", "n\n").git("add", "-N", "new.txt");
    const before = everyFile(made.dir);
    await scratch.diff(made.dir, fromHead);
    await scratch.diff(made.dir, { ...fromHead, includeUntracked: true });
    expect(everyFile(made.dir)).toEqual(before);
  });

  test("leaves no folder of its own behind but its objects", async () => {
    const made = withFiles("tidy");
    made.write("a.txt", "edited\n");
    const homeDir = join(scratch.dir, "tidy-home");
    const change = await scratch.read(made.dir, { ...fromHead, homeDir });
    const [folder] = readdirSync(join(homeDir, "cache/git"));
    const inside = join(homeDir, "cache/git", folder as string);
    expect(readdirSync(inside)).toHaveLength(2);
    change.repository.close();
    expect(readdirSync(inside)).toEqual(["objects"]);
    // What a killed process left is swept by the next one.
    mkdirSync(join(inside, "run-999999999-x"));
    await scratch.read(made.dir, { ...fromHead, homeDir });
    expect(existsSync(join(inside, "run-999999999-x"))).toBe(false);
  });

  test("ignored files are no untracked files, whoever ignores them in the repository", async () => {
    const made = withFiles("ignored");
    made.write(".gitignore", "*.log\n").commit("ignore");
    made.write("x.log", "x\n").write("deep/y.log", "y\n").write("z.tmp", "z\n").write("real.txt", "r\n");
    writeFileSync(join(made.dir, ".git/info/exclude"), "*.tmp\n");
    mkdirSync(join(made.dir, "nested"));
    execFileSync("git", ["init", "-q", join(made.dir, "nested")]);
    made.write("nested/file", "in another repository\n");
    expect((await scratch.read(made.dir, fromHead)).info.untrackedCount).toBe(1);
    const included = { ...fromHead, includeUntracked: true };
    expect(await scratch.summary(made.dir, included)).toEqual(["A real.txt"]);
  });

  test("a folder that became a link hides the files in it, and nothing behind the link is read", async () => {
    const made = withFiles("through-link");
    const outside = join(scratch.dir, "elsewhere");
    mkdirSync(outside);
    writeFileSync(join(outside, "b.txt"), "secret\n");
    renameSync(join(made.dir, "dir"), join(made.dir, "moved"));
    symlinkSync(outside, join(made.dir, "dir"));
    const { files } = await scratch.diff(made.dir, fromHead);
    expect(files.map((file) => `${file.status} ${file.path}`)).toEqual([
      "deleted dir/b.txt",
      "deleted dir/c.txt",
    ]);
    expect(JSON.stringify(files)).not.toContain("secret");
  });

  test("a file that became a folder, and a folder that became a file", async () => {
    const made = withFiles("swapped");
    rmSync(join(made.dir, "a.txt"));
    made.write("a.txt/inner.txt", "i\n");
    rmSync(join(made.dir, "dir"), { recursive: true });
    made.write("dir", "now a file\n");
    expect(await scratch.summary(made.dir, fromHead)).toEqual(["D a.txt", "D dir/b.txt", "D dir/c.txt"]);
    expect(await scratch.summary(made.dir, { ...fromHead, includeUntracked: true })).toEqual([
      "D a.txt",
      "A a.txt/inner.txt",
      "A dir",
      "D dir/b.txt",
      "D dir/c.txt",
    ]);
  });

  test("a file that cannot be read is one clear error", async () => {
    const made = withFiles("unreadable");
    rmSync(join(made.dir, "a.txt"));
    execFileSync("mkfifo", [join(made.dir, "a.txt")]);
    const error = await scratch.failure(made.dir, fromHead);
    expect(error.code).toBe("unreadable-file");
    expect(error.message).toContain("a.txt");
    expect(error.message).not.toContain("\n");
  });

  test("line ends that attributes convert are no change, and those that nobody converts are", async () => {
    const made = scratch.repository("line-ends");
    made.write(".gitattributes", "*.txt text\n").write("a.txt", "1\n2\n").write("b.dat", "1\n2\n");
    made.commit("root");
    made.write("a.txt", "1\r\n2\r\n").write("b.dat", "1\r\n2\r\n");
    expect(await scratch.summary(made.dir, fromHead)).toEqual(["M b.dat"]);
  });

  test("files of Git LFS are their pointers, though its filter does not run", async () => {
    const made = scratch.repository("lfs");
    const pointer = (content: string) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(content).digest("hex")}\nsize ${content.length}\n`;
    made.write(".gitattributes", "*.psd filter=lfs diff=lfs merge=lfs -text\n");
    made.write("same.psd", pointer("content 1")).write("edited.psd", pointer("content 1"));
    made.write("pointer.psd", pointer("content 1")).commit("root");
    mkdirSync(join(made.dir, ".git/lfs"));
    // As git-lfs leaves the working tree: the content in place of the pointer.
    made.write("same.psd", "content 1").write("edited.psd", "content 22", 0o755);
    made.write("pointer.psd", pointer("content 1"));
    const { files, notes } = await scratch.diff(made.dir, fromHead);
    expect(files.map((file) => [file.path, file.noise, file.newMode])).toEqual([
      ["edited.psd", "lfs pointer", "100755"],
    ]);
    expect(files[0]?.hunks[0]?.lines.at(-1)?.text).toBe("size 10");
    expect(notes).toEqual([]);
  });

  test("a filter that does not run is said", async () => {
    const made = scratch.repository("filtered");
    made.write(".gitattributes", "*.nb filter=strip\n").write("a.nb", "1\n").commit("root");
    made.write("a.nb", "2\n").commit("two");
    made.write("a.nb", "3\n");
    expect((await scratch.diff(made.dir, fromHead)).notes.join()).toContain("strip");
    expect((await scratch.diff(made.dir, { change: "HEAD" })).notes).toEqual([]);
  });

  test("names that are not UTF-8, and names with line ends", async () => {
    const made = withFiles("odd-names");
    writeFileSync(Buffer.from(join(made.dir, "caf\xe9"), "latin1"), "1\n");
    made.write("line\nend", "1\n").commit("odd");
    writeFileSync(Buffer.from(join(made.dir, "caf\xe9"), "latin1"), "2\n");
    made.write("line\nend", "2\n");
    const { files } = await scratch.diff(made.dir, fromHead);
    expect(files.map(({ path, pathHex }) => [path, pathHex])).toEqual([
      ["caf\ufffd", "636166e9"],
      ["line\nend", undefined],
    ]);
  });
});

describe("kinds of checkout", () => {
  test("a linked worktree", async () => {
    const made = withFiles("main-tree");
    const dir = join(scratch.dir, "linked-tree");
    made.git("worktree", "add", "-q", "-b", "side", dir);
    writeFileSync(join(dir, "a.txt"), "in the linked tree\n");
    const change = await scratch.read(dir);
    expect(change.info).toMatchObject({ branch: "side", baseRef: "main", isWorkingCopy: true });
    expect(change.repository.root).toBe(dir);
    expect(change.repository.commonDir).toBe(join(made.dir, ".git"));
    expect(await scratch.summary(dir)).toEqual(["M a.txt"]);
    expect(await scratch.summary(made.dir, fromHead)).toEqual([]);
  });

  test("a sparse checkout, with and without a sparse index: what is not there is not deleted", async () => {
    for (const option of ["--no-sparse-index", "--sparse-index"]) {
      const made = withFiles(`sparse${option}`);
      made.write("far/deep/x.txt", "x\n").write("far/y.txt", "y\n").commit("more");
      made.git("sparse-checkout", "init", "--cone", option);
      made.git("sparse-checkout", "set", "dir");
      expect(existsSync(join(made.dir, "far"))).toBe(false);
      expect(await scratch.summary(made.dir, fromHead)).toEqual([]);
      made.write("dir/b.txt", "edited\n");
      expect(await scratch.summary(made.dir, fromHead)).toEqual(["M dir/b.txt"]);
      // A file that is there although it should not be counts as it is.
      made.write("far/y.txt", "edited too\n");
      expect(await scratch.summary(made.dir, fromHead)).toEqual(["M dir/b.txt", "M far/y.txt"]);
    }
  });

  test("a file that the user hides from git stays hidden", async () => {
    const made = withFiles("hidden");
    made.git("update-index", "--skip-worktree", "a.txt");
    made.write("a.txt", "my own password\n");
    expect(await scratch.summary(made.dir, fromHead)).toEqual([]);
  });

  test("a split index, and a repository without any index", async () => {
    const made = withFiles("split");
    made.git("update-index", "--split-index");
    made.write("a.txt", "edited\n");
    expect(await scratch.summary(made.dir, fromHead)).toEqual(["M a.txt"]);
    made.git("add", "a.txt");
    expect(await scratch.summary(made.dir, fromHead)).toEqual(["M a.txt"]);
    rmSync(join(made.dir, ".git/index"));
    expect(await scratch.summary(made.dir, fromHead)).toHaveLength(4);
  });

  test("SHA-256 object names", async () => {
    const made = withFiles("sha256", "--object-format=sha256");
    made.write("a.txt", "edited\n");
    rmSync(join(made.dir, "keep.txt"));
    const change = await scratch.read(made.dir, fromHead);
    expect(change.head).toHaveLength(64);
    expect(await scratch.summary(made.dir, fromHead)).toEqual(["M a.txt", "D keep.txt"]);
    expect(await scratch.summary(made.dir, { change: "HEAD" })).toHaveLength(4);
  });

  test("objects borrowed from another repository", async () => {
    const made = withFiles("lender");
    const dir = join(scratch.dir, 'borrower "x:y"');
    execFileSync("git", ["clone", "-q", "--shared", made.dir, dir], { env: { PATH: process.env.PATH } });
    writeFileSync(join(dir, "a.txt"), "edited\n");
    expect(await scratch.summary(dir, fromHead)).toEqual(["M a.txt"]);
  });

  test("a submodule is its pointer: dirty inside is unchanged, another commit is a change", async () => {
    const inner = withFiles("inner");
    const made = withFiles("outer");
    made.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "sub");
    made.commit("with submodule");
    const sub = join(made.dir, "sub");
    writeFileSync(join(sub, "a.txt"), "dirty\n");
    expect(await scratch.summary(made.dir, fromHead)).toEqual([]);
    expect((await scratch.read(sub, fromHead)).repository.root).toBe(sub);
    expect(await scratch.summary(sub, fromHead)).toEqual(["M a.txt"]);
    const next = inner.write("a.txt", "2\n").commit("two");
    execFileSync("git", ["-c", "protocol.file.allow=always", "pull", "-q", "--rebase", "--autostash"], {
      cwd: sub,
    });
    const { files } = await scratch.diff(made.dir, fromHead);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({ path: "sub", status: "modified", newMode: "160000", newBlob: next });
  });

  test("a partial clone says what is missing and fetches nothing", async () => {
    const made = withFiles("promisor");
    made.write("a.txt", "2\n").commit("two");
    made.git("config", "uploadpack.allowFilter", "true");
    const dir = join(scratch.dir, "partial");
    const url = `file://${made.dir}`;
    execFileSync("git", ["clone", "-q", "--no-checkout", "--filter=blob:none", url, dir], { stdio: "pipe" });
    const error = await scratch.failure(dir, { change: "HEAD" });
    expect(error.code).toBe("git-failed");
    expect(error.message).toContain("partial clone");
  });
});

test("a moved and rewritten file is reviewed as one renamed file", async () => {
  const made = scratch.repository("moved");
  const body = Array.from(
    { length: 12 },
    (_, i) => `def handler_${i}(request):\n    return respond(request, ${i})\n`,
  );
  made.write("old/views.py", body.join("")).write("zz.txt", "z\n").commit("root");
  rmSync(join(made.dir, "old/views.py"));
  const rewritten = body.map((text, i) =>
    i % 3 === 0 ? text : text.replace("respond", `answer_${i}`).toUpperCase(),
  );
  made.write("new/views.py", rewritten.join("")).write("zz.txt", "zz\n");
  made.git("add", "-A");
  const change = await scratch.read(made.dir, fromHead);
  const diff = await scratch.diff(made.dir, fromHead);
  expect(diff.pairs).toEqual([{ from: "old/views.py", to: "new/views.py" }]);
  expect(diff.files.map((file) => file.status)).toEqual(["added", "deleted", "modified"]);
  const files = await reviewFiles(change, diff, never);
  expect(files.map(({ path, oldPath, status }) => ({ path, oldPath, status }))).toEqual([
    { path: "new/views.py", oldPath: "old/views.py", status: "renamed" },
    { path: "zz.txt", oldPath: undefined, status: "modified" },
  ]);
  const kinds = new Set(files[0]?.hunks.flatMap((hunk) => hunk.lines.map((line) => line.kind)));
  expect([...kinds].sort()).toEqual([" ", "+", "-"]);
  expect(files.flatMap((file) => file.hunks.map((hunk) => hunk.id))).toEqual(
    files.flatMap((file) => file.hunks).map((_, i) => `h${i + 1}`),
  );
});

/** Path, mode and content of all that lies below a folder. */
function everyFile(folder: string): readonly string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => {
    const found = statSync(join(folder, name));
    const content = found.isFile() ? sha1(readFileSync(join(folder, name))) : "";
    return `${name} ${found.mode} ${found.mtimeMs} ${content}`;
  });
}
