import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

const disk = { isFull: false };

// A full disk makes a file and refuses what is written into it; no test can count on filling a real one.
async function storeOnThatDisk() {
  vi.resetModules();
  vi.doMock("node:fs/promises", async (importOriginal) => {
    const real = await importOriginal<typeof import("node:fs/promises")>();
    const open: typeof real.open = async (...args) => {
      const file = await real.open(...args);
      if (disk.isFull) {
        file.writeFile = () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" }));
      }
      return file;
    };
    return { ...real, open };
  });
  return import("../../src/adapters/store/store.ts");
}

let store: Awaited<ReturnType<typeof storeOnThatDisk>>;
beforeAll(async () => {
  store = await storeOnThatDisk();
});
afterAll(() => {
  vi.doUnmock("node:fs/promises");
  vi.resetModules();
  rmSync(folder, { recursive: true });
});

const folder = mkdtempSync(join(tmpdir(), "headwater-full-"));
afterEach(() => {
  disk.isFull = false;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});

test("a full disk leaves no lock behind that would stop the next one", async () => {
  disk.isFull = true;
  const refused = store.withLock(join(folder, "a.lock"), async () => "held");
  await expect(refused).rejects.toMatchObject({
    code: "home-unwritable",
    message: expect.stringContaining("the disk is full"),
  });
  expect(readdirSync(folder)).toEqual([]);
  disk.isFull = false;
  expect(await store.withLock(join(folder, "a.lock"), async () => "held")).toBe("held");
});

test("a change that a full disk refused can be made at once when there is room, and nothing is lost", async () => {
  const words = store.stateFile<readonly string[]>(join(folder, "words.json"), {
    version: 1,
    empty: [],
    parse: (value) => value as readonly string[],
    format: (value) => value,
  });
  await words.update((all) => [...all, "a"]);
  disk.isFull = true;
  await expect(words.update((all) => [...all, "b"])).rejects.toMatchObject({ code: "home-unwritable" });
  disk.isFull = false;
  expect((await words.update((all) => [...all, "c"])).value).toEqual(["a", "c"]);
  expect(readdirSync(folder)).toEqual(["words.json"]);
});
