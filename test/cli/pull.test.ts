import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDemo } from "../forge/demo.ts";
import { type Pull, startForge, type TestForge } from "../forge/forge.ts";
import { makePlace, type Place, type Ran, run, startCommand } from "./harness.ts";

// What somebody meets who pastes the address of a pull request, on a machine with neither gh nor a token.

let forge: TestForge;
let pull: Pull;
let place: Place;
let url: string;

beforeEach(async () => {
  forge = await startForge();
  pull = await addDemo(forge);
  place = makePlace();
  url = `${forge.url}/acme/app/pull/1`;
});
afterEach(() => forge.close());

const demoDiff = ["D  old.txt  +0 -1", "A  src/discount.ts  +7 -0", "M  src/price.ts  +4 -2"];

function diff(change: string, environment: NodeJS.ProcessEnv = {}, at: Place = place): Promise<Ran> {
  return run(at, ["diff", change], { GH_HOST: forge.host, ...environment });
}

const tokenOf = (login: string) => ({ GITHUB_TOKEN: forge.user(login).token });

/** Not the harness's `git`: the forge answers from this very process. */
async function clone(name: string, ...options: readonly string[]): Promise<Place> {
  const folder = join(dirname(place.repo), name);
  const words = ["clone", "-q", ...options, `${forge.url}/acme/app.git`, folder];
  await promisify(execFile)("git", words, { env: { PATH: process.env.PATH, HOME: dirname(place.repo) } });
  return { ...place, repo: folder };
}

describe("a public pull request", () => {
  test("is read by its address, whatever page of it, outside any clone of it", async () => {
    const nowhere = { ...place, repo: join(dirname(place.repo), "nowhere") };
    mkdirSync(nowhere.repo);
    for (const change of [
      url,
      `${url}/files`,
      `${url}?diff=split#r1`,
      "acme/app#1",
      url.replace("http://", ""),
    ]) {
      const ran = await diff(change, {}, nowhere);
      expect(ran.code, ran.err).toBe(0);
      expect(ran.out.split("\n").slice(0, 3)).toEqual(demoDiff);
    }
  });

  test("is extracted as a review that says whose it is", async () => {
    const ran = await run(place, ["extract", url], { GH_HOST: forge.host });
    expect(ran.code, ran.err).toBe(0);
    const review = JSON.parse(ran.out);
    expect(review.change).toMatchObject({
      title: "Give discounts",
      author: "author",
    });
  });

  test("that was pushed to between two steps is read as it is now", async () => {
    let head = "";
    forge.before({ path: /info\/refs$/ }, () => {
      head = pull.forcePush({ "only.txt": "one\n" });
    });
    const ran = await run(place, ["diff", url, "--json"], { GH_HOST: forge.host });
    expect(ran.code, ran.err).toBe(0);
    expect(JSON.parse(ran.out)).toMatchObject({ head, files: [{ path: "only.txt", status: "added" }] });
    expect(forge.plansLeft).toBe(0);
  });

  test("of a repository that moved is read, and the new name is said", async () => {
    pull.repository.move("acme/shop");
    const ran = await diff(url);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.err).toContain("acme/app is now acme/shop");
  });

  test("whose fork is deleted is read, and that is said", async () => {
    const fork = forge.addRepository("other/app", {}, { fork: pull.repository });
    fork.commit({ "f.txt": "f\n" }, { branch: "feature" });
    const { number } = pull.repository.open({ head: "feature", headRepository: fork });
    fork.delete();
    const ran = await diff(`${forge.url}/acme/app/pull/${number}`);
    expect([ran.code, ran.out.split("\n")[0]]).toEqual([0, "A  f.txt  +1 -0"]);
    expect(ran.err).toContain("fork");
  });

  test("whose base is gone, or has all of it, is compared with what it began from", async () => {
    const { repository } = pull;
    repository.commit({ "r.txt": "1\n" }, { branch: "release" });
    repository.commit(
      { "r.txt": "2\n" },
      { branch: "fix", parent: repository.store.tip("refs/heads/release") ?? "" },
    );
    const gone = repository.open({ head: "fix", base: "release" });
    repository.store.git("update-ref", "-d", "refs/heads/release");
    const first = await diff(`${forge.url}/acme/app/pull/${gone.number}`);
    expect([first.code, first.out.split("\n")[0]]).toEqual([0, "M  r.txt  +1 -1"]);
    expect(first.err).toContain("Its base, release, is gone");
    repository.commit({ "CHANGES.md": "Merged.\n" }, { branch: "main", merge: pull.headSha });
    pull.close({ merged: true });
    const second = await diff(url);
    expect([second.code, second.out.split("\n").slice(0, 3)]).toEqual([0, demoDiff]);
    expect(second.err).toContain("This pull request is merged");
  });

  test("without a common history is refused", async () => {
    pull.repository.commit({ "o.txt": "o\n" }, { branch: "orphan", parent: null });
    const { number } = pull.repository.open({ head: "orphan" });
    const ran = await diff(`${forge.url}/acme/app/pull/${number}`);
    expect([ran.code, ran.out]).toEqual([2, ""]);
    expect(ran.err).toContain("no merge base of main and orphan");
  });

  test("with names that a shell or a terminal would obey is only read", async () => {
    const head = "odd;$(touch$IFS-pwned)`id`";
    pull.repository.commit({ "x.txt": "x\n" }, { branch: head });
    const { number } = pull.repository.open({
      head,
      title: "\u001b[31mred\n\u202esecond",
      body: "\u001b]0;t\u0007",
    });
    const cloned = await clone("odd");
    expect((await diff(`#${number}`, {}, cloned)).out.split("\n")[0]).toBe("A  x.txt  +1 -0");
    const listed = await run(cloned, ["prs"], { GH_HOST: forge.host });
    expect(listed.code, listed.err).toBe(0);
    expect(`${listed.out}${listed.err}`).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(readdirSync(cloned.repo)).not.toContain("-pwned");
  });

  test("is listed with the others, and with size and review state for who has a token", async () => {
    const cloned = await clone("listed");
    const listed = await run(cloned, ["prs"], { GH_HOST: forge.host });
    expect([listed.code, listed.out.split("\n").slice(0, 2)]).toEqual([
      0,
      ["acme/app: 1 open pull request", "#1  Give discounts"],
    ]);
    const known = await run(cloned, ["prs", "--json"], { GH_HOST: forge.host, ...tokenOf("reviewer") });
    expect(JSON.parse(known.out).pulls).toMatchObject([
      { number: 1, author: "author", size: { files: 3, added: 11, removed: 3 }, reviewState: "none" },
    ]);
  });

  test("is read whole from a shallow clone's folder, which stays as it is", async () => {
    const shallow = await clone("shallow", "--depth", "1");
    const before = readFileSync(join(shallow.repo, ".git", "shallow"), "utf8");
    const ran = await diff("#1", {}, shallow);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.err).toContain("is a shallow clone");
    expect(readFileSync(join(shallow.repo, ".git", "shallow"), "utf8")).toBe(before);
  });
});

describe("what is no pull request that can be read", () => {
  test.each([
    ["/acme/app", 2, "is no address of a pull request"],
    ["/acme/app/pull/x", 2, "is no address of a pull request"],
    ["/acme/app/issues/1", 2, "is no address of a pull request"],
    ["/acme/app/pull/99", 2, "has no pull request acme/app#99"],
    ["/acme/nothing/pull/1", 2, "has no pull request acme/nothing#1"],
    ["/acme/secret/pull/1", 2, "it does not exist, or it is private and there is no token"],
  ])("%s is answered by one line that says what to do", async (path, code, text) => {
    forge.addRepository("acme/secret", {}, { private: true });
    const ran = await diff(forge.url + path);
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toContain(text);
    expect(ran.err.trim().split("\n")).toHaveLength(1);
  });

  test("a host that was merely typed is not asked, and gets no token", async () => {
    const ran = await diff(url, { GH_HOST: "", ...tokenOf("reviewer") });
    expect([ran.code, ran.out]).toEqual([2, ""]);
    expect(ran.err).toContain("is not a forge that Headwater may ask");
    expect(forge.requests).toEqual([]);
  });

  test("a password in the address is not shown", async () => {
    const ran = await diff(`http://me:hunter2@${forge.host}/acme/app/pull/1`);
    expect(ran.code).toBe(2);
    expect(ran.err).not.toContain("hunter2");
    expect(forge.requests).toEqual([]);
  });
});

describe("a token", () => {
  beforeEach(() => {
    const secret = forge.addRepository(
      "acme/secret",
      { "a.txt": "a\n" },
      { private: true, readers: ["reviewer"] },
    );
    secret.commit({ "a.txt": "b\n" }, { branch: "topic" });
    secret.open({ head: "topic" });
    url = `${forge.url}/acme/secret/pull/1`;
  });

  test("opens a private repository to who may read it alone", async () => {
    const read = await diff(url, tokenOf("reviewer"));
    expect([read.code, read.out.split("\n")[0]]).toEqual([0, "M  a.txt  +1 -1"]);
    expect((await diff(url, tokenOf("other"))).code).toBe(2);
    const wrong = await diff(url, { GITHUB_TOKEN: "ghp_wrong" });
    expect([wrong.code, wrong.out]).toEqual([3, ""]);
    expect(wrong.err).toContain("does not accept the token");
    expect(wrong.err).not.toContain("ghp_wrong");
  });

  test("is on no command line and in no file, URL or output", async () => {
    const { token } = forge.user("reviewer");
    const tools = spyOnGit();
    const ran = await run(place, ["diff", url, "--json"], {
      GH_HOST: forge.host,
      ...tokenOf("reviewer"),
      PATH: `${tools.folder}:${process.env.PATH}`,
    });
    expect(ran.code, ran.err).toBe(0);
    expect(tools.log()).toContain("fetch");
    expect(tools.log()).not.toContain(token);
    // Git sends it in base64, with a name before it.
    expect(tools.log()).not.toContain(Buffer.from(token).toString("base64").slice(4, -4));
    expect(`${ran.out}${ran.err}`).not.toContain(token);
    for (const request of forge.requests) expect(request.path + request.query).not.toContain(token);
    const files = filesBelow(dirname(place.home));
    expect(files.some((file) => file.includes("config"))).toBe(true);
    for (const file of files) expect(readFileSync(file, "latin1"), file).not.toContain(token);
  });
});

describe("sending without saying how", () => {
  test("is a comment, and --dry-run prints the requests and makes none", async () => {
    await diff(url, tokenOf("reviewer"));
    const words = ["drafts", url, "--add", "src/price.ts:6", "--body", "On a line."];
    expect((await run(place, words, { GH_HOST: forge.host, ...tokenOf("reviewer") })).code).toBe(0);
    const ran = await run(place, ["submit", url, "--dry-run"], {
      GH_HOST: forge.host,
      ...tokenOf("reviewer"),
    });
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain("/repos/acme/app/pulls/1/reviews");
    expect(ran.out).toContain('"COMMENT"');
    expect(forge.contentWrites).toBe(0);
  });

  test("is refused without a token, and of a local review, with the reason", async () => {
    const anyone = await run(place, ["submit", url, "--body", "x"], { GH_HOST: forge.host });
    expect([anyone.code, anyone.out]).toEqual([2, ""]);
    expect(anyone.err).toContain("token");
    const local = await run(place, ["submit", "--body", "x"], { GH_HOST: forge.host });
    expect([local.code, local.out]).toEqual([2, ""]);
    expect(local.err).toContain("pull request");
    expect(forge.contentWrites).toBe(0);
  });
});

describe("when the forge fails", () => {
  test("a limit that is used up is said, with when it ends and what to do", async () => {
    forge.setRate(null, 0);
    const ran = await diff(url);
    expect([ran.code, ran.out]).toEqual([3, ""]);
    expect(ran.err).toMatch(/limit .* used up until \d{4}-.*token/s);
  });

  test.each(["bad-gateway", "cut-before", "unavailable"] as const)("%s, for good, is said", async (how) => {
    forge.failNext({ path: /^\/repos\//, times: 50, how });
    const ran = await diff(url);
    expect([ran.code, ran.out]).toEqual([3, ""]);
    expect(ran.err.trim().split("\n")).toHaveLength(1);
  });

  test("a web page for an answer is not repeated to the person", async () => {
    forge.failNext({ path: /^\/repos\//, times: 50, how: "bad-gateway" });
    const { err } = await diff(url);
    expect(err).toContain("failed (502)");
    expect(err).not.toContain("<");
  });

  test("a clone that failed halfway is made again by the next", async () => {
    forge.failNext({ path: /git-upload-pack$/, how: "bad-gateway" });
    const cut = await diff(url);
    expect([cut.code, cut.out]).toEqual([3, ""]);
    const again = await diff(url);
    expect(again.code, again.err).toBe(0);
    expect(again.out.split("\n").slice(0, 3)).toEqual(demoDiff);
  });

  test("kill -9 while it is cloning leaves nothing in the next one's way", async () => {
    forge.failNext({ path: /git-upload-pack$/, after: 1, how: "hang" });
    const killed = startCommand(place, ["diff", url], { GH_HOST: forge.host });
    await forge.seen({ path: /git-upload-pack$/ }, 2);
    killed.kill("SIGKILL");
    await killed.ended;
    forge.clearPlans();
    const again = await diff(url);
    expect(again.code, again.err).toBe(0);
    expect(again.out.split("\n").slice(0, 3)).toEqual(demoDiff);
  });
});

/** A git that notes its words before it does what it is told. */
function spyOnGit() {
  const folder = join(dirname(place.home), "tools");
  const log = join(dirname(place.home), "words.log");
  mkdirSync(folder);
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  writeFileSync(join(folder, "git"), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(join(folder, "git"), 0o755);
  return { folder, log: () => readFileSync(log, "utf8") };
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
