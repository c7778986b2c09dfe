import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { never, Scratch, type TestRepository } from "./scratch.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

/** A repository with every kind of change, and the same one with a configuration that means harm. */
function build(name: string): TestRepository {
  const made = scratch.repository(name);
  const lines = (count: number, changed = -1) =>
    Array.from({ length: count }, (_, i) => `line ${i}${i === changed ? " changed" : ""}\n`).join("");
  made.write("text.c", `int main(void)\n{\n${lines(40)}}\n`).write("moved.txt", lines(20));
  made.write("data.bin", "\0\x01").write("filtered.txt", "plain\n").write("naïve.txt", "n\n");
  made.write("blank.txt", "a\nb\n").write("sub/deep.txt", "d\n");
  made.write(".gitattributes", "filtered.txt filter=evil diff=evil\n*.c diff=cpp\n");
  made.commit("root");
  made.git("checkout", "-q", "-b", "topic");
  made.git("mv", "moved.txt", "renamed.txt");
  made.write("text.c", `int main(void)\n{\n${lines(40, 20)}}\n`).write("renamed.txt", lines(20, 3));
  made.write("data.bin", "\0\x02").write("filtered.txt", "plain 2\n").write("naïve.txt", "n2\n");
  made.write("blank.txt", "a\nb  \n").write("sub/deep.txt", "d2\n");
  made.commit("change everything");
  made.write("filtered.txt", "plain 3\n").write("text.c", `int main(void)\n{\n${lines(40, 21)}}\n`);
  return made;
}

describe("a repository whose configuration means harm", () => {
  let plain: TestRepository;
  let hostile: TestRepository;
  const trap = join(scratch.dir, "trap");
  const program = join(scratch.dir, "evil.sh");

  beforeAll(() => {
    plain = build("plain");
    hostile = build("hostile");
    mkdirSync(trap);
    writeFileSync(program, `#!/bin/sh\n: > "${trap}/ran-$$"\necho evil\n`);
    chmodSync(program, 0o755);
    const gitDir = join(hostile.dir, ".git");
    appendFileSync(join(gitDir, "config"), hostileConfig(program));
    appendFileSync(join(gitDir, "info/attributes"), "* -diff linguist-generated filter=evil\n*.c binary\n");
    for (const hook of ["post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc"]) {
      writeFileSync(join(gitDir, "hooks", hook), `#!/bin/sh\n: > "${trap}/${hook}"\n`);
      chmodSync(join(gitDir, "hooks", hook), 0o755);
    }
    // A replaced commit: what git shows by default is not what was committed.
    const head = hostile.git("rev-parse", "HEAD");
    writeFileSync(join(gitDir, "info", "grafts"), `${head}\n`);
  });

  test("gives what it gives without it", async () => {
    for (const options of [
      { change: "main..topic" },
      { base: "main" },
      { change: "topic" },
      { change: "HEAD" },
    ]) {
      const expected = await scratch.diff(plain.dir, options);
      const change = await scratch.read(hostile.dir, options);
      const { reviewId: _, ...info } = change.info;
      const { reviewId: __, ...expectedInfo } = (await scratch.read(plain.dir, options)).info;
      expect(info, JSON.stringify(options)).toEqual(expectedInfo);
      expect(await scratch.diff(hostile.dir, options), JSON.stringify(options)).toEqual(expected);
    }
  });

  test("gives the same search results and files", async () => {
    const expected = (await scratch.read(plain.dir, { change: "main..topic" })).repository;
    const change = await scratch.read(hostile.dir, { change: "main..topic" });
    const names = ["line", "main"];
    const found = await change.repository.grepNames(change.head, names, never);
    expect(found).toEqual(await expected.grepNames(change.head, names, never));
    expect(found.length).toBeGreaterThan(10);
    expect(await change.repository.listTree(change.head, never)).toEqual(
      await expected.listTree(change.head, never),
    );
  });

  test("runs no program that it names", () => {
    expect(readdirSync(trap)).toEqual([]);
  });

  test("is read in its own folder, wherever core.worktree points", async () => {
    const made = build("elsewhere");
    const secret = join(scratch.dir, "secret");
    mkdirSync(secret);
    writeFileSync(join(secret, "text.c"), "secret\n");
    appendFileSync(join(made.dir, ".git/config"), `[core]\n\tworktree = ${secret}\n\tbare = true\n`);
    const change = await scratch.read(made.dir, { base: "main" });
    expect(change.repository.root).toBe(made.dir);
    expect(JSON.stringify(await scratch.diff(made.dir, { base: "main" }))).not.toContain("secret");
  });

  test("replaced objects are not heeded", async () => {
    const made = scratch.repository("replaced");
    made.write("a", "1\n").commit("one");
    const two = made.write("a", "2\n").commit("two");
    const other = made.write("a", "3\n").commit("three");
    made.git("replace", two, other);
    const { files } = await scratch.diff(made.dir, { change: two });
    expect(files[0]?.hunks[0]?.lines.map((line) => line.text)).toEqual(["1", "2"]);
  });

  test("the variables of a hook that started Headwater are not heeded", async () => {
    const made = scratch.repository("from-hook");
    made.write("a", "1\n").commit("one");
    made.write("a", "2\n");
    const environment = {
      ...process.env,
      GIT_DIR: join(plain.dir, ".git"),
      GIT_INDEX_FILE: join(plain.dir, ".git/index"),
      GIT_OBJECT_DIRECTORY: "/nowhere",
      GIT_EXTERNAL_DIFF: program,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "diff.external",
      GIT_CONFIG_VALUE_0: program,
      GIT_CONFIG_PARAMETERS: "'diff.noprefix'='true'",
      GIT_DIFF_OPTS: "-u0",
      GIT_TRACE: join(trap, "trace"),
      GIT_CEILING_DIRECTORIES: made.dir,
      GIT_LITERAL_PATHSPECS: "0",
      GIT_NAMESPACE: "other",
    };
    expect(await scratch.summary(made.dir, { base: "HEAD", environment })).toEqual(["M a"]);
    expect(readdirSync(trap)).toEqual([]);
  });

  test("a broken configuration is one clear error", async () => {
    const made = scratch.repository("broken-config");
    made.write("a", "1\n").commit("one");
    appendFileSync(join(made.dir, ".git/config"), "[core\n");
    const error = await scratch.failure(made.dir, { change: "HEAD" });
    expect(error.code).toBe("git-failed");
    expect(error.message).toContain("config");
    expect(error.message).not.toContain("\n");
  });

  test("a promisor remote is never asked", async () => {
    const made = scratch.repository("promises");
    made.write("a", "1\n").commit("one");
    made.write("a", "2\n").commit("two");
    appendFileSync(
      join(made.dir, ".git/config"),
      `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ext::${program}\n\tpromisor = true\n` +
        `[protocol "ext"]\n\tallow = always\n[core]\n\trepositoryformatversion = 1\n\tsshCommand = ${program}\n`,
    );
    const blob = made.git("rev-parse", "HEAD~1:a");
    rmSync(join(made.dir, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    const commit = made.git("rev-parse", "HEAD~1");
    expect((await scratch.failure(made.dir, { change: "HEAD" })).code).toBe("git-failed");
    rmSync(join(made.dir, ".git/objects", commit.slice(0, 2), commit.slice(2)));
    expect(["git-failed", "unknown-revision"]).toContain(
      (await scratch.failure(made.dir, { change: commit })).code,
    );
    expect(readdirSync(trap)).toEqual([]);
  });

  test("attributes are those of the merge base, and their change is announced", async () => {
    const made = scratch.repository("attributes");
    made
      .write("src/pay.txt", "1\n")
      .write("gen/out.txt", "1\n")
      .write("gen/.gitattributes", "* linguist-generated\n");
    made.commit("root");
    made.git("checkout", "-q", "-b", "topic");
    made.write(".gitattributes", "src/* linguist-generated -diff\n").write("src/pay.txt", "2\n");
    made.write("gen/out.txt", "2\n").commit("hide it");
    const { files, notes } = await scratch.diff(made.dir);
    const noise = Object.fromEntries(files.map((file) => [file.path, [file.noise, file.binary]]));
    expect(noise).toEqual({
      ".gitattributes": [undefined, false],
      "gen/out.txt": ["generated", false],
      "src/pay.txt": [undefined, false],
    });
    expect(notes.join()).toContain(".gitattributes");
  });

  test("a change cannot fold itself away by a comment at its top", async () => {
    const made = scratch.repository("self-generated");
    made.write("a.js", "pay(1);\n").write("b.js", "// @generated\npay(1);\n").commit("root");
    made.write("a.js", "// @generated\npay(2);\n").write("b.js", "// @generated\npay(2);\n");
    made.write("c.js", "// @generated\npay(3);\n").git("add", "-A");
    const { files } = await scratch.diff(made.dir, { base: "HEAD" });
    expect(files.map((file) => file.noise)).toEqual([undefined, "generated", "generated"]);
  });
});

function hostileConfig(program: string): string {
  return `
[core]
	attributesFile = ${program}
	excludesFile = ${program}
	fsmonitor = ${program}
	hooksPath = ${program}
	pager = ${program}
	editor = ${program}
	sshCommand = ${program}
	askPass = ${program}
	quotePath = false
	abbrev = 4
	autocrlf = true
	eol = crlf
	ignoreStat = true
	trustctime = false
	checkStat = minimal
	symlinks = false
	ignoreCase = true
	untrackedCache = true
	whitespace = -trailing-space
	alternateRefsCommand = ${program}
	commentChar = "#"
	bigFileThreshold = 1
[diff]
	external = ${program}
	noprefix = true
	mnemonicPrefix = true
	srcPrefix = x/
	dstPrefix = y/
	context = 0
	interHunkContext = 20
	algorithm = patience
	renames = false
	renameLimit = 1
	indentHeuristic = false
	orderFile = ${program}
	submodule = log
	ignoreSubmodules = all
	suppressBlankEmpty = true
	wordRegex = .
	colorMoved = zebra
	wsErrorHighlight = all
	relative = true
	noIndentHeuristic = true
	statGraphWidth = 3
	autoRefreshIndex = true
	trustExitCode = true
[diff "evil"]
	command = ${program}
	textconv = ${program}
	binary = true
	xfuncname = evil
[diff "cpp"]
	command = ${program}
	textconv = ${program}
	xfuncname = "line .*"
[filter "evil"]
	clean = ${program}
	smudge = ${program}
	process = ${program}
	required = true
[merge]
	renames = false
[color]
	ui = always
	diff = always
	grep = always
[grep]
	lineNumber = false
	column = true
	patternType = fixed
	extendedRegexp = true
	fullName = false
	threads = 1
	fallbackToNoIndex = true
[log]
	showSignature = true
	date = raw
	follow = true
	mailmap = true
[gpg]
	program = ${program}
[i18n]
	logOutputEncoding = UTF-16
	commitEncoding = UTF-16
[alias]
	diff-tree = !${program}
	cat-file = !${program}
	ls-tree = !${program}
[pager]
	diff-tree = ${program}
	ls-files = ${program}
[interactive]
	diffFilter = ${program}
[include]
	path = ${program}.config
[status]
	showUntrackedFiles = no
[submodule]
	recurse = true
[credential]
	helper = !${program}
[index]
	version = 4
[feature]
	manyFiles = true
[rerere]
	enabled = true
`;
}

test("files of a folder that git must not run from are not started", async () => {
  const made = scratch.repository("own-git");
  made.write("git", "#!/bin/sh\n: > pwned\n", 0o755).commit("a program called git");
  const environment = { ...process.env, PATH: `.:${made.dir.replace(/^\//, "")}:${process.env.PATH}` };
  expect(await scratch.summary(made.dir, { change: "HEAD", environment })).toEqual(["A git"]);
  expect(existsSync(join(made.dir, "pwned"))).toBe(false);
});

describe("pipes, devices and links where git keeps files", () => {
  function planted(name: string, file: string, put: (path: string) => void): TestRepository {
    const made = scratch.repository(name);
    made.write("a", "1\n").commit("one");
    made.write("a", "2\n").commit("two");
    const path = join(made.dir, ".git", file);
    rmSync(path, { force: true });
    put(path);
    return made;
  }
  const pipe = (path: string) => execFileSync("mkfifo", [path]);
  const zeros = (path: string) => symlinkSync("/dev/zero", path);

  // Reading one would never end, nor could anything interrupt it.
  test.skipIf(process.platform === "win32").each([
    ["config", pipe],
    ["config", zeros],
    ["config.worktree", pipe],
    ["shallow", pipe],
    ["shallow", zeros],
    ["packed-refs", pipe],
    ["index", pipe],
    ["index", zeros],
    ["info/exclude", pipe],
    ["info/exclude", zeros],
  ])("%s is refused in one line", async (file, put) => {
    const made = planted(`planted-${file.replace("/", "-")}-${put.name}`, file, put);
    const error = await scratch.failure(made.dir, { base: "HEAD~1" });
    expect(error.code).toBe("git-failed");
    expect(error.message).toContain("no plain file");
  });

  test.skipIf(process.platform === "win32")("in the place of HEAD, they make it no repository", async () => {
    for (const put of [pipe, zeros]) {
      const headless = planted(`headless-${put.name}`, "HEAD", put);
      expect((await scratch.failure(headless.dir)).code).toBe("not-a-repository");
    }
  });

  test("a link that leads to itself is no repository", async () => {
    const made = scratch.repository("loop");
    rmSync(join(made.dir, ".git"), { recursive: true });
    symlinkSync(".git", join(made.dir, ".git"));
    expect((await scratch.failure(made.dir)).code).toBe("not-a-repository");
  });
});

test("no protocol is allowed, whatever helpers lie on PATH", async () => {
  const made = scratch.repository("helpers");
  made.write("a", "1\n").commit("one");
  const two = made.write("a", "2\n").commit("two");
  const trap = join(scratch.dir, "helper-ran");
  const folder = join(scratch.dir, "bin");
  // A git that does not know GIT_NO_LAZY_FETCH fetches what is missing.
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  mkdirSync(folder);
  writeFileSync(join(folder, "git"), `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec "${git}" "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(folder, "git-remote-none"), `#!/bin/sh\n: > "${trap}"\n`, { mode: 0o755 });
  appendFileSync(
    join(made.dir, ".git/config"),
    `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = none::x\n\tpromisor = true\n` +
      `[core]\n\trepositoryformatversion = 1\n`,
  );
  rmSync(join(made.dir, ".git/objects", two.slice(0, 2), two.slice(2)));
  const environment = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  await scratch.failure(made.dir, { change: two, environment });
  expect(existsSync(trap)).toBe(false);
});

describe("trees that git itself would never write", () => {
  /** A commit whose tree has these entries as they are, whatever git thinks of them. */
  function commitOf(
    made: TestRepository,
    entries: readonly (readonly [string, string, string])[],
    parent?: string,
  ): string {
    const content = entries.map(([mode, name, id]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]),
    );
    made.write("tree", Buffer.concat(content));
    const tree = made.git("hash-object", "-t", "tree", "--literally", "-w", "tree");
    return made.git("commit-tree", "-m", "by hand", ...(parent === undefined ? [] : ["-p", parent]), tree);
  }
  function blob(made: TestRepository, text: string): string {
    made.write("blob", text);
    return made.git("hash-object", "-w", "blob");
  }

  test("a file that is named twice is refused: which of the two would be read?", async () => {
    const made = scratch.repository("twice");
    const [one, two, three] = ["1\n", "2\n", "3\n"].map((text) => blob(made, text)) as [
      string,
      string,
      string,
    ];
    const base = commitOf(made, [["100644", "a.js", one]]);
    const entries = [two, three].map((id) => ["100644", "a.js", id] as const);
    const head = commitOf(made, entries, base);
    const error = await scratch.failure(made.dir, { base, head });
    expect(error.code).toBe("git-failed");
    expect(error.message).toBe("A tree of this change names a.js twice.");
  });

  test("names that lead out of the tree are names, and have no attributes", async () => {
    const made = scratch.repository("outside");
    const [one, two] = [blob(made, "1\n"), blob(made, "2\n")];
    const attributes = blob(made, "* linguist-generated\n");
    const inner = (id: string) => made.git("rev-parse", `${commitOf(made, [["100644", "x.js", id]])}^{tree}`);
    const commit = (id: string, parent?: string) =>
      commitOf(
        made,
        [
          ["40000", "..", inner(id)],
          ["100644", ".gitattributes", attributes],
          ["100644", "a.js", id],
        ],
        parent,
      );
    const base = commit(one);
    const { files } = await scratch.diff(made.dir, { base, head: commit(two, base) });
    expect(files.map(({ path, noise }) => [path, noise])).toEqual([
      ["../x.js", undefined],
      ["a.js", "generated"],
    ]);
  });
});

test("a diff that no memory should hold is refused in one line", { timeout: 60_000 }, async () => {
  const made = scratch.repository("bomb");
  made.write("a", "1\n").commit("one");
  made.write("bomb", Buffer.alloc(300 * 1024 * 1024, "all the same\n")).commit("bomb");
  rmSync(join(made.dir, "bomb"));
  const error = await scratch.failure(made.dir, { change: "HEAD" });
  expect(error.code).toBe("diff-too-large");
});
