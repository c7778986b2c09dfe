import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findToken } from "../../src/adapters/forge/forge.ts";
import { diagnose } from "../../src/app/doctor.ts";
import { openForges } from "../../src/app/forges.ts";
import { makePlace, run } from "../cli/harness.ts";
import { addDemo } from "../forge/demo.ts";
import { never, Reader } from "./harness.ts";

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.start();
  await addDemo(reader.forge);
});
afterEach(() => reader.closeAll());
afterAll(async () => {
  await reader.end();
});

async function sourceOf(host: string, environment: Record<string, string>, isNamed = false) {
  return (await findToken(host, isNamed, environment, never))?.source;
}

test("each host has variables of its own, and github.com's go to no host that the environment does not name", async () => {
  const all = { GITHUB_TOKEN: "a", GH_TOKEN: "b", GH_ENTERPRISE_TOKEN: "c", GITHUB_ENTERPRISE_TOKEN: "d" };
  expect(await sourceOf("github.com", all)).toBe("GITHUB_TOKEN");
  expect(await sourceOf("github.com", { GH_TOKEN: "b", GH_ENTERPRISE_TOKEN: "c" })).toBe("GH_TOKEN");
  expect(await sourceOf("github.com", { GH_ENTERPRISE_TOKEN: "c" })).toBeUndefined();
  expect(await sourceOf("ghe.example", all)).toBe("GH_ENTERPRISE_TOKEN");
  expect(await sourceOf("ghe.example", { GITHUB_TOKEN: "a", GH_TOKEN: "b" })).toBeUndefined();
  expect(await sourceOf("ghe.example", { GITHUB_TOKEN: "a" }, true)).toBe("GITHUB_TOKEN");
  expect(await sourceOf("github.com", { GITHUB_TOKEN: "a\nhost=evil" })).toBeUndefined();
});

test("gh is asked last, for this host, and only from an absolute folder of PATH", async () => {
  const folder = join(reader.dir, "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, "gh"), `#!/bin/sh\necho "$@" > "${folder}/asked"\necho token-of-gh\n`);
  chmodSync(join(folder, "gh"), 0o755);
  const found = await findToken("github.com", false, { PATH: `bin:${folder}:/usr/bin:/bin` }, never);
  expect(found).toEqual({ token: "token-of-gh", source: "gh auth token" });
  expect(readFileSync(join(folder, "asked"), "utf8").trim()).toBe("auth token --hostname github.com");
  expect(await sourceOf("github.com", { PATH: "bin" })).toBeUndefined();
  expect(await sourceOf("github.com", { PATH: folder, GH_TOKEN: "b" })).toBe("GH_TOKEN");
});

test("settings.json names further hosts; an address that is not safe is refused", async () => {
  const home = join(reader.dir, "named");
  const write = (forges: unknown) => {
    mkdirSync(home, { recursive: true });
    writeFileSync(
      join(home, "settings.json"),
      JSON.stringify({ version: 1, revision: 1, value: { forges } }),
    );
    return openForges({ homeDir: home, environment: { PATH: "" }, version: "test" });
  };
  const good = write([
    { host: "GHE.example" },
    { host: "git.example:8443", apiUrl: "https://git.example:8443/rest/" },
  ]);
  expect(await good.known()).toEqual([
    {
      host: "github.com",
      webUrl: "https://github.com",
      apiUrl: "https://api.github.com",
      namedBy: "Headwater",
    },
    {
      host: "ghe.example",
      webUrl: "https://ghe.example",
      apiUrl: "https://ghe.example/api/v3",
      namedBy: "settings.json",
    },
    {
      host: "git.example:8443",
      webUrl: "https://git.example:8443",
      apiUrl: "https://git.example:8443/rest",
      namedBy: "settings.json",
    },
  ]);
  for (const forges of ["ghe.example", [{ host: "a/b" }], [{ host: "x", apiUrl: "http://x/api" }], [{}]]) {
    await expect(write(forges).known(), JSON.stringify(forges)).rejects.toMatchObject({ code: "bad-option" });
  }
});

test("HEADWATER_FORGE_URL is the address of a host or of its interface", async () => {
  const hosts = async (url: string) => {
    const environment = { PATH: "", HEADWATER_FORGE_URL: url };
    return (await openForges({ homeDir: reader.home, environment, version: "test" }).known()).at(-1);
  };
  const { host, url, apiUrl } = reader.forge;
  const namedBy = "HEADWATER_FORGE_URL";
  for (const address of [url, `${url}/`, apiUrl, `${apiUrl}/`]) {
    expect(await hosts(address), address).toEqual({ host, webUrl: url, apiUrl, namedBy });
  }
  expect((await hosts("https://api.github.com"))?.host).toBe("github.com");
  await expect(hosts("http://ghe.example/api/v3")).rejects.toMatchObject({ code: "bad-option" });
  const environment = { ...reader.environment("reviewer"), GH_HOST: "", HEADWATER_FORGE_URL: url };
  const { info } = await reader.read("acme/app#1", { environment });
  expect(info.title).toBe("Give discounts");
});

test("the token is on no command line, in no file of ours, and git shows it where it is asked to", async () => {
  const repository = reader.forge.addRepository(
    "acme/secret",
    { "a.txt": "1\n" },
    { private: true, readers: ["reviewer"] },
  );
  repository.commit(
    { "a.txt": "2\n" },
    { branch: "topic", parent: repository.store.tip("refs/heads/main") as string, message: "2" },
  );
  const pull = repository.open({ head: "topic" });
  const { token } = reader.forge.user("reviewer");
  const lines: string[] = [];
  const look = () => lines.push(...commandLines());
  for (let after = 0; after < 4; after++) reader.forge.before({ path: /acme\/secret\.git/, after }, look);
  const { info } = await reader.read(`${reader.forge.url}/acme/secret/pull/${pull.number}`, {
    login: "reviewer",
  });
  expect(info.head).toBe(pull.headSha);
  const ofGit = lines.filter((line) => line.includes("acme/secret.git") && line.includes("credential."));
  expect(ofGit.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes(token))).toEqual([]);
  for (const file of readdirSync(reader.home, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), "latin1")).not.toContain(token);
  }
});

test("doctor says which token is used for which host and whether it works, and never the token", async () => {
  const ask = async (more: Record<string, string>) => {
    const environment = { ...reader.environment(), ...more };
    const forges = openForges({ homeDir: reader.home, environment, version: "test" });
    const options = {
      homeDir: reader.home,
      forges,
      environment,
      nodeVersion: "20.0.0",
      version: "1",
      isPageBuilt: true,
    };
    const findings = await diagnose(options, never);
    return findings.find(({ name }) => name === `forge ${reader.forge.host}`);
  };
  const { token } = reader.forge.user("reviewer");
  const works = await ask({ GH_ENTERPRISE_TOKEN: token });
  expect(works).toMatchObject({ isFine: true });
  expect(works?.detail).toBe("named by GH_HOST; the token of GH_ENTERPRISE_TOKEN works, as reviewer");
  const wrong = await ask({ GH_ENTERPRISE_TOKEN: "no-such-token" });
  expect(wrong?.isFine).toBe(false);
  expect(wrong?.detail).toContain("does not accept the token");
  expect(wrong?.detail).not.toContain("no-such-token");
  expect((await ask({}))?.detail).toContain("no token: public repositories only");
});

test("headwater prs lists who, when, size and review state; extract holds the discussion", async () => {
  const place = makePlace();
  place.git("remote", "add", "origin", `${reader.forge.url}/Acme/App.git`);
  const { token } = reader.forge.user("reviewer");
  const environment = { GH_HOST: reader.forge.host, GITHUB_TOKEN: token };
  const text = await run(place, ["prs"], environment);
  expect(text.code, text.err).toBe(0);
  expect(text.out).toMatch(
    /^acme\/app: 1 open pull request\n#1 {2}Give discounts\n {4}by author, opened \d{4}-\d\d-\d\d, updated \d{4}-\d\d-\d\d, 3 files, \+\d+ -\d+, /,
  );
  const json = JSON.parse((await run(place, ["prs", "--json"], environment)).out);
  expect(json).toMatchObject({ repository: "acme/app", total: 1, pulls: [{ number: 1, author: "author" }] });
  const without = await run(place, ["prs"], { GH_HOST: reader.forge.host });
  expect(without.err).toContain("Without a token the forge tells neither size nor review state.");
  const extracted = await run(place, ["extract", `${reader.forge.url}/acme/app/pull/1`], environment);
  expect(extracted.code, extracted.err).toBe(0);
  const graph = JSON.parse(extracted.out);
  expect(graph.change).toMatchObject({ provider: "github", number: 1, title: "Give discounts" });
  expect(graph.discussion).toHaveLength(4);
  expect(graph.conversation.comments).toHaveLength(1);
  // Kept by now: the discussion is read anew all the same.
  expect((await run(place, ["extract", "acme/app#1"], environment)).out).toBe(extracted.out);
});

/** The command lines of all processes of this machine that may be seen. */
function commandLines(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      } catch {
        // It ended between being listed and being read.
        return "";
      }
    });
}
