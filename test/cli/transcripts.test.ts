import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { fileDiffSchema, reviewGraphSchema } from "../../src/wire/review-graph.ts";
import { command, makePlace, plain, run, startCommand } from "./harness.ts";

/** `$ command --> exit code`, then stderr. */
async function transcript(place: ReturnType<typeof makePlace>, commands: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    commands.map(async (command) => {
      const { code, out, err } = await run(
        place,
        command.split(" ").filter((word) => word !== ""),
      );
      expect([command, out]).toEqual([command, ""]);
      return `$ headwater ${command} --> ${code}\n${plain(place, err)}`;
    }),
  );
  return parts.join("");
}

describe("wrong input is one clear line and the right exit code", () => {
  test("what was typed", async () => {
    const place = makePlace();
    place.git("branch", "-m", "main", "trunk");
    expect(
      await transcript(place, [
        "extract",
        "extract nothing",
        "extract trunk..nothing",
        "extract https://forge.example/a/b/pull/1",
        "extract https://github.com/a/b",
        "extract #7",
        "extract a b",
        "extract --bse trunk",
        "extract --base",
        "diff trunk..topic --base trunk",
        "extrct",
        "cache prne",
        "review --port 99999",
        "review --port x",
        "diff --repo /nonexistent",
      ]),
    ).toMatchInlineSnapshot(`
      "$ headwater extract --> 2
      headwater: No base was found for topic; tried origin/HEAD, origin/main, main, origin/master, master, origin/develop, develop, origin/development, development. Name the base with --base REV.
      $ headwater extract nothing --> 2
      headwater: unknown revision: nothing is no commit in REPO. Check the name with \`git branch -a\` or \`git log\`.
      $ headwater extract trunk..nothing --> 2
      headwater: unknown revision: nothing is no commit in REPO. Check the name with \`git branch -a\` or \`git log\`.
      $ headwater extract https://forge.example/a/b/pull/1 --> 2
      headwater: forge.example is not a forge that Headwater may ask; known are github.com. Pass the whole URL; name hosts other than github.com in GH_HOST, or under \`forges\` in settings.json.
      $ headwater extract https://github.com/a/b --> 2
      headwater: https://github.com/a/b is no address of a pull request, which looks like https://github.com/OWNER/REPO/pull/7. See \`headwater --help\`.
      $ headwater extract #7 --> 2
      headwater: #7 cannot be looked up: No remote of REPO points at a forge that Headwater may ask. Pass the whole URL; name hosts other than github.com in GH_HOST, or under \`forges\` in settings.json.
      $ headwater extract a b --> 2
      headwater: Too many arguments for 'extract'. Expected 1 argument but got 2. See \`headwater --help\`.
      $ headwater extract --bse trunk --> 2
      headwater: Unknown option '--bse'. Did you mean --base? See \`headwater --help\`.
      $ headwater extract --base --> 2
      headwater: Option '--base <rev>' argument missing. See \`headwater --help\`.
      $ headwater diff trunk..topic --base trunk --> 2
      headwater: CHANGE trunk..topic and --base trunk both name where to start. See \`headwater --help\`.
      $ headwater extrct --> 2
      headwater: unknown revision: extrct is no commit in REPO. Did you mean the command \`headwater extract\`? Check the name with \`git branch -a\` or \`git log\`.
      $ headwater cache prne --> 2
      headwater: Unknown command 'prne'. Did you mean prune? See \`headwater --help\`.
      $ headwater review --port 99999 --> 2
      headwater: Option '--port <number>' argument '99999' is invalid. It must be a number up to 65535. See \`headwater --help\`.
      $ headwater review --port x --> 2
      headwater: Option '--port <number>' argument 'x' is invalid. It must be a number up to 65535. See \`headwater --help\`.
      $ headwater diff --repo /nonexistent --> 2
      headwater: /nonexistent cannot be opened. Run it inside a git repository, or pass --repo DIR.
      "
    `);
  });

  test("a folder that is no repository, a base without a common commit, an unwritable --out", async () => {
    const place = makePlace();
    const outside = mkdtempSync(join(tmpdir(), "headwater-none-"));
    try {
      const none = await run(place, ["extract", "--repo", outside]);
      expect([none.code, none.out]).toEqual([2, ""]);
      expect(none.err.replaceAll(outside, "DIR")).toMatchInlineSnapshot(`
        "headwater: DIR is not in a git repository. Run it inside a git repository, or pass --repo DIR.
        "
      `);
    } finally {
      rmSync(outside, { recursive: true });
    }
    place.git("checkout", "-q", "--orphan", "alone");
    place.git("commit", "-q", "-m", "Alone");
    const unrelated = await run(place, ["diff", "main..alone"]);
    expect([unrelated.code, unrelated.out]).toEqual([2, ""]);
    expect(plain(place, unrelated.err)).toMatchInlineSnapshot(`
      "headwater: There is no merge base of main and alone: their histories are unrelated. The two sides share no commit that is present here; fetch more history, or pick another --base.
      "
    `);
    const out = await run(place, ["extract", "main..topic", "--out", "no/such/folder.json"]);
    expect(out.code).toBe(2);
    // A slow machine tells its progress first.
    expect(plain(place, out.err)).toMatch(
      /^headwater: Cannot write REPO\/no\/such\/folder.json: its folder does not exist\. See .*\n$/m,
    );
  });

  test("a command that is missing or unknown gets the help, and is an error", async () => {
    const place = makePlace();
    for (const words of [["cache"], ["help", "nope"]]) {
      const { code, out, err } = await run(place, words);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(
        /^Usage: headwater[\s\S]*\nheadwater: There is no such command, or none was named\. /,
      );
    }
    expect((await run(place, ["help", "diff"])).code).toBe(0);
  });

  test("a stack is printed only with --debug", async () => {
    const place = makePlace();
    const quiet = await run(place, ["extract", "nothing"]);
    expect(quiet.err.split("\n")).toHaveLength(2);
    const loud = await run(place, ["extract", "nothing", "--debug"]);
    expect(loud.err).toContain("    at ");
    expect(loud.code).toBe(2);
  });

  test("git that is missing, a home that cannot be written", async () => {
    const place = makePlace();
    const noGit = await run(place, ["extract", "main..topic"], { PATH: "/nonexistent" });
    expect([noGit.code, noGit.err]).toMatchInlineSnapshot(`
      [
        3,
        "headwater: git was not found on PATH. Install git 2.36 or later and make sure that it is on PATH.
      ",
      ]
    `);
    writeFileSync(join(place.home, "..", "file"), "");
    const home = join(place.home, "..", "file", "home");
    const noHome = await run(place, ["extract", "main..topic"], { HEADWATER_HOME: home });
    expect(noHome.code).toBe(3);
    expect(noHome.err).toMatch(/^headwater: .*HEADWATER_HOME/m);
  });
});

describe("right input", () => {
  test("help and version go to standard output", async () => {
    const place = makePlace();
    const version = await run(place, ["--version"]);
    expect(version).toMatchObject({ code: 0, err: "" });
    expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const args of [
      ["--help"],
      ["help"],
      ["help", "extract"],
      ["extract", "--help"],
      ["cache", "--help"],
    ]) {
      const help = await run(place, args);
      expect(help).toMatchObject({ code: 0, err: "" });
      expect(help.out).toMatch(/^Usage: headwater/);
    }
    const top = await run(place, ["--help"]);
    for (const word of ["review", "diff", "extract", "cache", "doctor", "Examples", "A..B"]) {
      expect(top.out).toContain(word);
    }
  });

  test("diff in words and as JSON", async () => {
    const place = makePlace();
    const words = await run(place, ["diff", "main..topic"]);
    expect(words.out).toBe("M  src/add.ts  +1 -1\n1 file, 1 hunk, +1 -1 lines\n");
    const json = JSON.parse((await run(place, ["diff", "--json"])).out);
    expect(Object.keys(json)).toEqual(["base", "head", "files", "pairs"]);
    expect(json.files.map((file: unknown) => fileDiffSchema.parse(file).path)).toEqual(["src/add.ts"]);
  });

  test("--out never takes the place of what is no file, and follows a link", async () => {
    const place = makePlace();
    const made = await run(place, ["extract", "main..topic"]);
    const pipe = join(place.repo, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reading = readFile(pipe, "utf8");
    expect((await run(place, ["extract", "main..topic", "--out", "pipe"])).code).toBe(0);
    expect(await reading).toBe(made.out);
    expect(statSync(pipe).isFIFO()).toBe(true);
    writeFileSync(join(place.repo, "real.json"), "old", { mode: 0o640 });
    symlinkSync("real.json", join(place.repo, "link.json"));
    expect((await run(place, ["extract", "main..topic", "--out", "link.json"])).code).toBe(0);
    expect(lstatSync(join(place.repo, "link.json")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(place.repo, "real.json"), "utf8")).toBe(made.out);
    expect(statSync(join(place.repo, "real.json")).mode & 0o777).toBe(0o640);
    const folder = await run(place, ["extract", "main..topic", "--out", "src"]);
    expect(folder.code).toBe(2);
    expect(plain(place, folder.err)).toMatch(
      /^headwater: Cannot write REPO\/src: it is a folder\. See .*\n$/m,
    );
  });

  test("extract gives the same bytes made, kept, refreshed and written out, and keeps one graph", async () => {
    const place = makePlace();
    const made = await run(place, ["extract", "main..topic"]);
    expect(made.code).toBe(0);
    const graph = reviewGraphSchema.parse(JSON.parse(made.out));
    expect(graph.nodes.map((node) => node.id)).toContain("chg:src/add.ts#add");
    const kept = await run(place, ["extract", "main..topic"]);
    expect(kept.out).toBe(made.out);
    const refreshed = await run(place, ["extract", "main..topic", "--refresh"]);
    expect(refreshed.out).toBe(made.out);
    const written = await run(place, ["extract", "main..topic", "--out", "graph.json"]);
    expect([written.code, written.out]).toEqual([0, ""]);
    expect(readFileSync(join(place.repo, "graph.json"), "utf8")).toBe(made.out);
    expect(statSync(join(place.repo, "graph.json")).mode & 0o777).toBe(0o666 & ~process.umask());
    const stats = JSON.parse((await run(place, ["cache", "stats", "--json"])).out);
    expect(stats.bytes).toBeGreaterThan(made.out.length / 2);
    expect(stats.snapshots.entries).toBe(1);
    const folder = join(stats.snapshots.folder, readdirSync(stats.snapshots.folder)[0] ?? "");
    const open = join(folder, `run-${process.pid}-open`);
    mkdirSync(open);
    // The objects of a review that is open stay.
    const beside = (await run(place, ["cache", "prune", "--all"])).out;
    expect(beside).toContain("Removed 1 graph");
    expect(beside).toContain("Removed 0 snapshot folders");
    rmSync(open, { recursive: true });
    expect((await run(place, ["cache", "prune", "--all"])).out).toContain("Removed 1 snapshot folder,");
    expect(existsSync(folder)).toBe(false);
    expect((await run(place, ["cache", "stats"])).out).toContain("0 graphs");
  });

  test("a kept graph that is torn or of another version is made anew, and is not the one of another option", async () => {
    const place = makePlace();
    const made = await run(place, ["extract", "main..topic"]);
    const folder = join(place.home, "cache", "graphs");
    const path = join(folder, readdirSync(folder)[0] ?? "");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.slice(0, text.length / 2));
    expect((await run(place, ["extract", "main..topic"])).out).toBe(made.out);
    expect(readFileSync(path, "utf8")).toBe(text);
    await run(place, ["extract", "main..topic", "--copies"]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("an uncommitted edit is another head, and nothing is written into the repository", async () => {
    const place = makePlace();
    const state = () => [place.git("status", "--porcelain"), readdirSync(join(place.repo, ".git")).sort()];
    const before = state();
    const clean = JSON.parse((await run(place, ["extract"])).out);
    expect(state()).toEqual(before);
    place.write("src/use.ts", "export const three = 3;\n");
    const edited = JSON.parse((await run(place, ["extract"])).out);
    expect(edited.change.head).not.toBe(clean.change.head);
    expect(edited.change.reviewId).toBe(clean.change.reviewId);
    expect(edited.files.map((file: { path: string }) => file.path)).toEqual(["src/add.ts", "src/use.ts"]);
    expect(existsSync(join(place.repo, ".git", "headwater"))).toBe(false);
  });

  test("a reader that stops early is no error, a full disk is", async () => {
    const place = makePlace();
    place.write("big.txt", "line\n".repeat(200_000));
    place.git("add", ".");
    place.git("commit", "-q", "-m", "Big");
    const env = { ...process.env, HEADWATER_HOME: place.home };
    const words = command.map((word) => `'${word}'`).join(" ");
    const bash = (script: string) =>
      execFileSync("bash", ["-c", script], { cwd: place.repo, env, encoding: "utf8" });
    const cut = bash(
      `{ ${words} diff main..topic --json; echo "code $?" >&2; } 2>err.txt | head -c 10; cat err.txt`,
    );
    expect(cut).toBe('{"base":"'.concat(cut.slice(9, 10), "code 0\n"));
    const full = bash(`${words} diff main..topic --json 2>&1 >/dev/full; echo "code $?"`);
    expect(full).toMatch(/^headwater: The output cannot be written: .*\ncode 3\n$/);
  });

  test("doctor says what is there", async () => {
    const place = makePlace();
    const { findings } = JSON.parse((await run(place, ["doctor", "--json"])).out);
    const names = findings.map((finding: { name: string }) => finding.name);
    expect(names).toEqual(["headwater", "node", "git", "home", "languages", "forge github.com", "page"]);
    for (const name of ["node", "git", "home", "languages"]) {
      expect(findings.find((finding: { name: string }) => finding.name === name)).toMatchObject({
        isFine: true,
      });
    }
    const noGit = await run(place, ["doctor"], { PATH: "/nonexistent" });
    expect(noGit.code).toBe(3);
    expect(noGit.err).toMatch(/^headwater: Not all is well: git.*MISS says what to do\.\n$/);
    expect(noGit.out).toMatch(/MISS {2}git: .*Install git/);
    writeFileSync(join(place.home, "..", "file"), "");
    const noHome = await run(place, ["doctor"], { HEADWATER_HOME: join(place.home, "..", "file") });
    expect(noHome.out).toMatch(
      /MISS {2}home: Cannot write .*: a file is in the way\. Free some space or set/,
    );
  });

  test("stopped in the middle, it says so and leaves nothing half written", async () => {
    const place = makePlace();
    for (let i = 0; i < 300; i++)
      place.write(`src/many${i}.ts`, `export const value${i} = ${i};\n`.repeat(200));
    place.git("add", ".");
    place.git("commit", "-q", "-m", "Many");
    const running = startCommand(place, ["extract", "main..topic", "--out", "graph.json"]);
    while (!existsSync(place.home)) await sleep(20);
    running.kill("SIGTERM");
    const { code, err } = await running.ended;
    expect([code, err]).toEqual([
      3,
      "headwater: Stopped. It was stopped before it was done; run it again.\n",
    ]);
    expect(existsSync(join(place.repo, "graph.json"))).toBe(false);
    expect(readdirSync(place.repo).filter((name) => name.includes("tmp"))).toEqual([]);
    const again = await run(place, ["extract", "main..topic"]);
    expect(again.code).toBe(0);
  });
});
