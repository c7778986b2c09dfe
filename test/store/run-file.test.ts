import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { homeAt, runFile } from "../../src/adapters/store/store.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "headwater-run-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const server = { pid: process.pid, port: 4000, token: "t", build: "b" };
const nobody = async () => false;

describe.skipIf(process.platform === "win32")("a run file leads only to a server of this user", () => {
  const fileOf = () => join(homeAt(root).run, "review.json");

  test("the own one is read", async () => {
    await runFile(homeAt(root), "review").claim(server, nobody);
    expect(await runFile(homeAt(root), "review").read()).toMatchObject(server);
  });

  test("a link is not followed, and a pipe is not waited for", async () => {
    await runFile(homeAt(root), "review").claim(server, nobody);
    renameSync(fileOf(), join(root, "planted.json"));
    symlinkSync(join(root, "planted.json"), fileOf());
    expect(await runFile(homeAt(root), "review").read()).toBeUndefined();
    rmSync(fileOf());
    mkdirSync(homeAt(root).run, { recursive: true });
    execFileSync("mkfifo", [fileOf()]);
    expect(await runFile(homeAt(root), "review").read()).toBeUndefined();
  });

  test.skipIf(process.getuid?.() !== 0)("one of another user is none", async () => {
    await runFile(homeAt(root), "review").claim(server, nobody);
    chownSync(fileOf(), 65_534, 65_534);
    expect(await runFile(homeAt(root), "review").read()).toBeUndefined();
  });
});
