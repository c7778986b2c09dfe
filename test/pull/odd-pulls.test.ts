import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openForges } from "../../src/app/forges.ts";
import { readChange } from "../../src/app/read-change.ts";
import type { Pull, Repository } from "../forge/forge.ts";
import { git, never, Reader } from "./harness.ts";

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start();
});
afterEach(() => {
  reader.closeAll();
  reader.forge.clearPlans();
});
afterAll(async () => {
  await reader.end();
});

let made = 0;

/** A repository of its own for each test, with `main` and a pull request of the branch `topic`. */
function makePull(options: { private?: boolean } = {}): {
  repository: Repository;
  pull: Pull;
  full: string;
  url: string;
} {
  const full = `acme/app${++made}`;
  const repository = reader.forge.addRepository(full, { "a.txt": "one\n", "b.txt": "b\n" }, options);
  const parent = tip(repository, "main");
  repository.commit({ "a.txt": "two\n" }, { branch: "topic", parent, message: "Two" });
  const pull = repository.open({ head: "topic", title: "Two" });
  return { repository, pull, full, url: `${reader.forge.url}/${full}/pull/${pull.number}` };
}

function tip(repository: Repository, branch: string): string {
  return repository.store.tip(`refs/heads/${branch}`) as string;
}

describe("a pull request that is out of the ordinary", () => {
  test("whose fork was deleted is read, and that is said", async () => {
    const { repository, full } = makePull();
    const fork = reader.forge.addRepository(`you/app${made}`, {}, { fork: repository });
    fork.commit({ "c.txt": "c\n" }, { branch: "c", parent: tip(repository, "main"), message: "C" });
    const pull = repository.open({ head: "c", headRepository: fork, title: "C" });
    fork.delete();
    const { info } = await reader.read(`${reader.forge.url}/${full}/pull/${pull.number}`);
    expect(info.head).toBe(pull.headSha);
    expect(info.notes).toContain("The fork that it came from was deleted.");
  });

  test("of a repository that moved is found by its old name, also in a clone that knows only that", async () => {
    const { repository, pull, url, full } = makePull();
    const folder = await reader.clone(full, `old-name-${made}`);
    repository.move(`acme/renamed${made}`);
    const change = await reader.read(url, { repoDir: folder });
    expect(change.repository.root).toBe(folder);
    expect(change.info.notes).toContain(`${full} is now acme/renamed${made}.`);
    const now = `${reader.forge.url}/acme/renamed${made}/pull/${pull.number}`;
    const same = await reader.read(now, { repoDir: folder });
    expect(same.repository.root).toBe(folder);
    expect(same.info.reviewId).toBe(change.info.reviewId);
    expect(same.info.notes).toEqual([]);
  });

  test("that is private says so without a token, and is read with one, which git shows to nobody else", async () => {
    const { url, repository } = makePull({ private: true });
    repository.readers.add("reviewer");
    const error = await reader.failure(url);
    expect(error.code).toBe("no-such-pull-request");
    expect(error.message).toContain("it is private and there is no token");
    const { info, repository: clone } = await reader.read(url, { login: "reviewer" });
    expect(info.title).toBe("Two");
    const { token } = reader.forge.user("reviewer");
    for (const file of filesBelow(clone.commonDir)) expect(readFileSync(file, "latin1")).not.toContain(token);
  });

  test("in a shallow clone is read in a full one, and the shallow one stays as it is", async () => {
    const { full, url, pull } = makePull();
    const folder = await reader.clone(full, `shallow-${made}`, "--depth=1");
    const before = readFileSync(join(folder, ".git", "shallow"), "utf8");
    const change = await reader.read(url, { repoDir: folder });
    expect(change.info.head).toBe(pull.headSha);
    expect(change.repository.root.startsWith(join(reader.home, "repos"))).toBe(true);
    expect(change.info.notes.join(" ")).toContain("is a shallow clone");
    expect(readFileSync(join(folder, ".git", "shallow"), "utf8")).toBe(before);
    expect(git(folder, "for-each-ref", "refs/headwater")).toBe("");
  });

  test("that is pushed to between asking and fetching is read as it is after the push", async () => {
    const { url, repository, pull } = makePull();
    const parent = tip(repository, "main");
    reader.forge.before({ method: "POST", path: /git-upload-pack$/, after: 0 }, () => {
      repository.commit({ "a.txt": "three\n" }, { branch: "topic", parent, message: "Three" });
    });
    const { info } = await reader.read(url);
    expect(info.head).toBe(pull.headSha);
    expect(info.head).toBe(tip(repository, "topic"));
    expect(info.commits.map(({ subject }) => subject)).toEqual(["Three"]);
    expect(info.notes).toEqual([]);
  });

  test("whose base moved on, or was merged into it, is compared with where they part", async () => {
    const { url, repository } = makePull();
    const start = tip(repository, "main");
    repository.commit({ "b.txt": "later\n" }, { branch: "main", message: "Later" });
    const { info } = await reader.read(url);
    expect(info.base).toBe(start);
    expect(info.base).not.toBe(tip(repository, "main"));
  });

  test("that does not exist, or is named wrongly, ends with one clear line", async () => {
    const { full, url } = makePull();
    const missing = await reader.failure(`${reader.forge.url}/${full}/pull/999`);
    expect(missing.code).toBe("no-such-pull-request");
    expect(missing.message).toContain(`${full}#999`);
    for (const wrong of [url.replace("/pull/", "/issues/"), `${reader.forge.url}/${full}`, "ftp://x/y"]) {
      expect((await reader.failure(wrong)).code, wrong).toBe("bad-option");
    }
    const secret = await reader.failure("https://me:hunter2@github.com/a/b/pull/1");
    expect(secret.message).not.toContain("hunter2");
    expect((await reader.failure("https://github.com.evil.example/a/b/pull/1")).code).toBe("unknown-forge");
  });

  test("needs --repo to point at its repository where --repo is given", async () => {
    const { url } = makePull();
    const other = makePull();
    const folder = await reader.clone(other.full, `other-${made}`);
    const error = await reader.failure(url, { repoDir: folder, isRepoNamed: true });
    expect(error.code).toBe("bad-option");
    expect(error.message).toContain(`origin at ${reader.forge.host}/${other.full}`);
    const without = await reader.read(url, { repoDir: folder });
    expect(without.repository.root).not.toBe(folder);
  });

  test("is given up with a plain word on the limit, and when it ends", async () => {
    const { url } = makePull();
    reader.forge.setRate(null, 0);
    const error = await reader.failure(url);
    expect(error.code).toBe("rate-limited");
    expect(error.message).toMatch(/requests without a token is used up until \d{4}-\d\d-\d\dT/);
    reader.forge.setRate(null, 60);
  });

  test("of a forge that is not there says that it cannot be reached", async () => {
    const gone = await Reader.start();
    await gone.end();
    const { host } = gone.forge;
    const environment = { ...reader.environment(), GH_HOST: host };
    const forges = openForges({ homeDir: reader.home, environment, version: "test" });
    const error = await reader.failure(`http://${host}/a/b/pull/1`, { environment, forges });
    expect(error.code).toBe("forge-unreachable");
    expect(error.message).toBe(`${host} cannot be reached: the connection was refused.`);
  });
});

describe("a clone that is broken off", () => {
  test("leaves nothing that would be used", async () => {
    const { url, full } = makePull();
    const stop = new AbortController();
    reader.forge.before({ method: "POST", path: /git-upload-pack$/ }, () => stop.abort());
    await expect(readChange(reader.options(url), stop.signal)).rejects.toMatchObject({ code: "cancelled" });
    const folder = join(reader.home, "repos");
    const left = existsSync(folder) ? filesBelow(folder).filter((file) => file.includes(full)) : [];
    expect(left).toEqual([]);
    expect((await reader.read(url)).info.title).toBe("Two");
  });
});

describe("a hostile clone", () => {
  test("whose configuration names programs and other addresses changes nothing", async () => {
    const { url, full, pull } = makePull();
    const folder = await reader.clone(full, `hostile-${made}`);
    const proof = join(reader.dir, `proof-${made}`);
    const run = `!touch ${proof}`;
    const hooks = join(folder, ".git", "hooks");
    mkdirSync(hooks, { recursive: true });
    for (const name of ["reference-transaction", "post-checkout", "post-merge"]) {
      writeFileSync(join(hooks, name), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    }
    const settings = [
      ["credential.helper", run],
      ["core.askPass", `touch ${proof}`],
      ["core.alternateRefsCommand", `touch ${proof}`],
      ["core.sshCommand", `touch ${proof}`],
      ["core.gitProxy", `touch ${proof}`],
      [`url.http://127.0.0.1:9/.insteadOf`, `${reader.forge.url}/`],
      [`remote.${reader.forge.url}/${full}.git.vcs`, "ext"],
      ["http.proxy", "http://127.0.0.1:9"],
      ["fetch.recurseSubmodules", "true"],
      ["core.logAllRefUpdates", "always"],
    ] as const;
    for (const [key, value] of settings) git(folder, "config", key, value);
    const { info, repository } = await reader.read(url, { repoDir: folder, login: "reviewer" });
    expect(repository.root).toBe(folder);
    expect(info.head).toBe(pull.headSha);
    expect(existsSync(proof)).toBe(false);
    expect(existsSync(join(folder, ".git", "logs", "refs", "headwater"))).toBe(false);
  });

  test("whose refs under refs/headwater/ stand for a branch leaves that branch alone", async () => {
    const { url, full, pull } = makePull();
    const folder = await reader.clone(full, `symbolic-${made}`);
    const main = git(folder, "rev-parse", "refs/heads/main");
    git(folder, "symbolic-ref", `refs/headwater/${pull.number}/head`, "refs/heads/main");
    await reader.read(url, { repoDir: folder });
    expect(git(folder, "rev-parse", "refs/heads/main")).toBe(main);
    expect(git(folder, "rev-parse", `refs/headwater/${pull.number}/head`)).toBe(pull.headSha);
  });
});

describe("the base of a local review", () => {
  test("is that of the branch's pull request, asked once and then known for a while", async () => {
    const { repository, full } = makePull();
    const main = tip(repository, "main");
    repository.commit({ "b.txt": "release\n" }, { branch: "release", parent: main, message: "Release" });
    repository.commit(
      { "r.txt": "r\n" },
      { branch: "fix", parent: tip(repository, "release"), message: "Fix" },
    );
    repository.open({ head: "fix", base: "release", title: "Fix" });
    const folder = await reader.clone(full, `local-${made}`);
    git(folder, "checkout", "-q", "fix");
    const local = async (isOff = false) => {
      const { change: _, ...options } = reader.options("", { repoDir: folder });
      const { environment } = options;
      const forges = openForges({ homeDir: reader.home, environment, version: "test", isOff });
      const found = await readChange({ ...options, forges }, never);
      found.repository.close();
      return found.info;
    };
    expect((await local()).baseRef).toBe("origin/release");
    reader.forge.forgetRequests();
    expect((await local()).baseRef).toBe("origin/release");
    expect(reader.forge.requests).toEqual([]);
    expect((await local(true)).baseRef).toBe("origin/main");
    expect(reader.forge.requests).toEqual([]);
  });

  test("is the usual one with a note where the forge does not answer", async () => {
    const { full } = makePull();
    const folder = await reader.clone(full, `offline-${made}`);
    git(folder, "checkout", "-q", "topic");
    reader.forge.failNext({ path: /\/pulls$/, times: 9, how: "cut-before" });
    const { change: _, ...options } = reader.options("", { repoDir: folder });
    const found = await readChange(options, never);
    found.repository.close();
    expect(found.info.baseRef).toBe("origin/main");
    expect(found.info.notes.join(" ")).toContain("The base of this branch's pull request was not asked for");
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
