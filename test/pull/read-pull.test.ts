import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diffChange } from "../../src/app/diff-change.ts";
import { openForges } from "../../src/app/forges.ts";
import { addDemo } from "../forge/demo.ts";
import type { Pull } from "../forge/forge.ts";
import { git, never, Reader } from "./harness.ts";

let reader: Reader;
let pull: Pull;

beforeAll(async () => {
  reader = await Reader.start();
  pull = await addDemo(reader.forge);
});
afterAll(async () => {
  await reader.end();
});

const url = () => `${reader.forge.url}/acme/app/pull/${pull.number}`;

describe("a public pull request, without gh or a token", () => {
  test("is read in a clone of Headwater's own, from where it left its base", async () => {
    const change = await reader.read(url());
    expect(change.info).toMatchObject({
      provider: "github",
      number: pull.number,
      title: "Give discounts",
      author: "author",
      branch: "discounts",
      baseRef: "main",
      head: pull.headSha,
      isWorkingCopy: false,
    });
    expect(change.info.commits.map(({ subject }) => subject)).toEqual(["Add discounts"]);
    expect(change.repository.root.startsWith(join(reader.home, "repos"))).toBe(true);
    const { files } = await diffChange(change, never);
    expect(files.map((file) => `${file.status} ${file.path}`)).toEqual([
      "deleted old.txt",
      "added src/discount.ts",
      "modified src/price.ts",
    ]);
  });

  test("is not fetched again when nothing has changed", async () => {
    await reader.read(url());
    reader.forge.forgetRequests();
    await reader.read(url());
    expect(reader.fetches).toBe(0);
    expect(reader.forge.requests.length).toBeGreaterThan(0);
  });

  test("the clone holds no tags, no files, and both sides under refs/headwater/", async () => {
    const change = await reader.read(url());
    const { root } = change.repository;
    expect(existsSync(join(root, "src"))).toBe(false);
    const refs = git(
      root,
      "for-each-ref",
      "--format=%(refname) %(objectname)",
      "refs/headwater",
      "refs/tags",
    );
    expect(refs.split("\n")).toEqual([
      `refs/headwater/${pull.number}/base ${pull.repository.store.tip("refs/heads/main")}`,
      `refs/headwater/${pull.number}/head ${pull.headSha}`,
    ]);
    expect(existsSync(join(root, "FETCH_HEAD"))).toBe(false);
  });
});

describe("a clone of the user's", () => {
  test("is read where a remote points at the repository, and nothing in it changes but refs/headwater/", async () => {
    const folder = await reader.clone("acme/app", "mine");
    const before = stateOf(folder);
    for (const change of [url(), `#${pull.number}`, String(pull.number), `ACME/App#${pull.number}`]) {
      const found = await reader.read(change, { repoDir: folder });
      expect(found.repository.root, change).toBe(folder);
      expect(found.info.head).toBe(pull.headSha);
    }
    expect(stateOf(folder)).toEqual(before);
    expect(git(folder, "for-each-ref", "--format=%(refname)", "refs/headwater").split("\n")).toHaveLength(2);
  });
});

test("a host that was merely typed is asked nothing", async () => {
  const environment = { ...reader.environment("reviewer"), GH_HOST: "" };
  const url = `${reader.forge.url}/acme/app/pull/${pull.number}`;
  reader.forge.forgetRequests();
  const forges = openForges({ homeDir: reader.home, environment, version: "test" });
  const error = await reader.failure(url, { environment, forges });
  expect(error.code).toBe("unknown-forge");
  expect(reader.forge.requests).toEqual([]);
});

/** All that belongs to the user. */
function stateOf(folder: string) {
  return {
    refs: git(
      folder,
      "for-each-ref",
      "--format=%(refname) %(objectname)",
      "refs/heads",
      "refs/remotes",
      "refs/tags",
    ),
    config: readFileSync(join(folder, ".git", "config"), "utf8"),
    index: readFileSync(join(folder, ".git", "index")).toString("base64"),
    status: git(folder, "status", "--porcelain"),
    fetchHead: existsSync(join(folder, ".git", "FETCH_HEAD")),
  };
}
