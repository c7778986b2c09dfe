import { fork } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { stateFile, withLock } from "../../src/adapters/store/store.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "headwater-store-"));
  folders.push(folder);
  return folder;
}

const form = {
  version: 3,
  empty: [] as readonly string[],
  parse: (value: unknown) =>
    Array.isArray(value) && value.every((item) => typeof item === "string") ? (value as string[]) : undefined,
  format: (value: readonly string[]) => value,
};
const add = (word: string) => (words: readonly string[]) => [...words, word];

describe("a state file", () => {
  test("begins empty, counts its revisions, and is its owner's alone", async () => {
    const path = join(scratch(), "deep", "words.json");
    const file = stateFile(path, form);
    expect(await file.read()).toEqual({ value: [], revision: 0 });
    await file.update(add("a"));
    expect(await file.update(add("b"))).toEqual({ value: ["a", "b"], revision: 2 });
    expect(await stateFile(path, form).read()).toEqual({ value: ["a", "b"], revision: 2 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(path, ".."))).toEqual(["words.json"]);
  });

  test("is not written where nothing changes", async () => {
    const path = join(scratch(), "words.json");
    const file = stateFile(path, form);
    await file.update(add("a"));
    expect((await file.update((words) => words)).revision).toBe(1);
  });

  test("loses nothing of many changes at once", async () => {
    const path = join(scratch(), "words.json");
    const files = [stateFile(path, form), stateFile(path, form), stateFile(path, form)];
    const words = Array.from({ length: 60 }, (_, i) => `w${i}`);
    await Promise.all(words.map((word, i) => files[i % 3]?.update(add(word))));
    const { value, revision } = await stateFile(path, form).read();
    expect([...value].sort()).toEqual([...words].sort());
    expect(revision).toBe(60);
  });

  test.each([
    ["torn", '{"version":3,"revision":7,"value":["a"'],
    ["empty", ""],
    ["no object", "12"],
    ["of another version", '{"version":99,"revision":7,"value":["a"]}'],
    ["not of its form", '{"version":3,"revision":7,"value":{"a":1}}'],
  ])("that is %s is said, and kept aside when it is next written", async (_, text) => {
    const folder = scratch();
    const path = join(folder, "words.json");
    writeFileSync(path, text);
    const file = stateFile(path, form);
    const found = await file.read();
    expect(found.value).toEqual([]);
    expect(found.problem).toContain(path);
    const updated = await file.update(add("b"));
    expect(updated.problem).toContain("kept as");
    expect((await file.read()).problem).toBeUndefined();
    const aside = readdirSync(folder).find((name) => name.includes(".aside-"));
    expect(readFileSync(join(folder, aside ?? ""), "utf8")).toBe(text);
  });

  test("that cannot be written says why and how to mend it, and leaves no litter", async () => {
    const folder = scratch();
    writeFileSync(join(folder, "file"), "");
    const inTheWay = stateFile(join(folder, "file", "words.json"), form);
    await expect(inTheWay.update(add("a"))).rejects.toMatchObject({ code: "home-unwritable" });
    mkdirSync(join(folder, "words.json"));
    const overAFolder = stateFile(join(folder, "words.json"), form);
    expect((await overAFolder.read()).problem).toContain("cannot be read");
    chmodSync(folder, 0o500);
    try {
      // Whoever runs as root may write everywhere; then the folder is kept aside like a file.
      await overAFolder
        .update(add("a"))
        .catch((error) => expect(error).toMatchObject({ code: "home-unwritable" }));
    } finally {
      chmodSync(folder, 0o700);
    }
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp") || name.endsWith(".lock"))).toEqual([]);
  });
});

const writer = fileURLToPath(new URL("./writer.ts", import.meta.url));

function startWriter(path: string, prefix: string) {
  const child = fork(writer, [path, prefix], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let acknowledged = 0;
  child.on("message", (count) => {
    acknowledged = Number(count);
  });
  return { child, acknowledged: () => acknowledged };
}

test("kill -9 in the middle of writes loses nothing that was acknowledged, and stops no other process", async () => {
  const path = join(scratch(), "words.json");
  const first = startWriter(path, "a");
  const second = startWriter(path, "b");
  while (first.acknowledged() < 20 || second.acknowledged() < 20) await sleep(10);
  first.child.kill("SIGKILL");
  const before = second.acknowledged();
  while (second.acknowledged() < before + 20) await sleep(10);
  second.child.kill("SIGKILL");
  await sleep(50);
  const { value, problem } = await stateFile(path, form).update(add("last"));
  expect(problem).toBeUndefined();
  const count = (prefix: string) => value.filter((word) => word.startsWith(prefix)).length;
  expect(count("a")).toBeGreaterThanOrEqual(first.acknowledged());
  expect(count("b")).toBeGreaterThanOrEqual(second.acknowledged());
  expect(new Set(value).size).toBe(value.length);
  expect(value.at(-1)).toBe("last");
});

describe("a lock", () => {
  test("is held by one at a time and given back after an error", async () => {
    const path = join(scratch(), "lock");
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside++;
      most = Math.max(most, inside);
      await sleep(2);
      inside--;
    };
    await Promise.all(Array.from({ length: 10 }, () => withLock(path, work)));
    expect(most).toBe(1);
    await expect(withLock(path, async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await withLock(path, async () => 1)).toBe(1);
  });

  test("of a process that is gone is taken over", async () => {
    const path = join(scratch(), "lock");
    const gone = fork("-e", [], { execArgv: ["-e", "0"], stdio: "ignore" });
    const pid = gone.pid;
    await new Promise((resolve) => gone.once("exit", resolve));
    const { hostname } = await import("node:os");
    writeFileSync(path, JSON.stringify({ pid, host: hostname(), token: "x" }));
    // One that is not taken over is waited for, and then refused.
    expect(await withLock(path, async () => 1)).toBe(1);
  });
});
