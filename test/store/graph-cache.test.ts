import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { CACHE_LIMIT_DAYS, cacheKey, graphCache, homeAt, runFile } from "../../src/adapters/store/store.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "headwater-cache-"));
  folders.push(folder);
  return folder;
}

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString("utf8");

describe("the graph cache", () => {
  test("gives back the bytes that were put in, and nothing for another key", async () => {
    const cache = graphCache(homeAt(scratch()));
    const key = cacheKey(["repo", "base", "head"]);
    expect(await cache.get(key)).toBeUndefined();
    await cache.put(key, ["{", '"ä":1}\n', "\n"]);
    expect(text(await cache.get(key))).toBe('{"ä":1}\n\n');
    expect(await cache.get(cacheKey(["repo", "base", "head2"]))).toBeUndefined();
    expect(await cache.get(cacheKey(["repo", "base head"]))).toBeUndefined();
  });

  test("an entry that is torn, changed or of another form is none", async () => {
    const home = scratch();
    const cache = graphCache(homeAt(home));
    const key = cacheKey(["a"]);
    await cache.put(key, ["x".repeat(10_000)]);
    const { folder } = await cache.stats();
    const path = join(folder, readdirSync(folder)[0] ?? "");
    const good = readFileSync(path);
    truncateSync(path, good.length - 1);
    expect(await cache.get(key)).toBeUndefined();
    const flipped = Buffer.from(good);
    flipped[good.length - 5] = 0x79;
    writeFileSync(path, flipped);
    expect(await cache.get(key)).toBeUndefined();
    writeFileSync(path, Buffer.from(good.toString().replace("headwater-cache-1", "headwater-cache-2")));
    expect(await cache.get(key)).toBeUndefined();
    for (const nothing of ["", "\n", "x"]) {
      writeFileSync(path, nothing);
      expect(await cache.get(key)).toBeUndefined();
    }
    writeFileSync(path, good);
    expect(text(await cache.get(key))).toHaveLength(10_000);
  });

  test("is pruned of what nobody used for long, or of all", async () => {
    const cache = graphCache(homeAt(scratch()));
    for (const name of ["old", "new"]) await cache.put(cacheKey([name]), [name]);
    const { folder } = await cache.stats();
    const now = new Date();
    const long = new Date(now.getTime() - (CACHE_LIMIT_DAYS + 1) * 24 * 3600 * 1000);
    utimesSync(join(folder, `${cacheKey(["old"])}.graph`), long, long);
    writeFileSync(join(folder, "left.123.tmp"), "litter");
    utimesSync(join(folder, "left.123.tmp"), long, long);
    expect((await cache.prune({ all: false, now })).entries).toBe(2);
    expect(await cache.get(cacheKey(["old"]))).toBeUndefined();
    expect(text(await cache.get(cacheKey(["new"])))).toBe("new");
    expect((await cache.prune({ all: true, now })).entries).toBe(1);
    expect((await cache.stats()).entries).toBe(0);
  });

  test("counts nothing where there is nothing", async () => {
    const cache = graphCache(homeAt(join(scratch(), "none")));
    expect(await cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
    expect(await cache.prune({ all: true, now: new Date() })).toMatchObject({ entries: 0 });
  });
});

describe("the run file", () => {
  const server = (port: number) => ({ pid: process.pid, port, token: `t${port}`, build: "b" });

  test("names one server of a review, its owner's alone, until that one lets go", async () => {
    const home = homeAt(scratch());
    const file = runFile(home, "../odd id");
    expect(await file.read()).toBeUndefined();
    expect(await file.claim(server(1), async () => true)).toBeUndefined();
    expect(await file.claim(server(2), async () => true)).toEqual(server(1));
    expect(await file.claim(server(3), async () => false)).toBeUndefined();
    expect(await file.read()).toEqual(server(3));
    const names = readdirSync(home.run);
    expect(names.map((name) => name.replace(/^.*\./, "")).sort()).toEqual(["address", "json"]);
    for (const name of names) expect(statSync(join(home.run, name)).mode & 0o777).toBe(0o600);
    await file.release(server(1));
    expect(await file.read()).toEqual(server(3));
    await file.release(server(3));
    expect(await file.read()).toBeUndefined();
  });

  test("of a process that is gone, or torn, names nobody", async () => {
    const home = homeAt(scratch());
    const file = runFile(home, "id");
    await file.claim({ ...server(1), pid: 2 ** 30 }, async () => true);
    expect(await file.read()).toBeUndefined();
    writeFileSync(join(home.run, "id.json"), '{"pid":');
    expect(await file.read()).toBeUndefined();
    expect(await file.claim(server(2), async () => true)).toBeUndefined();
  });

  test("two that start at the same moment agree on one", async () => {
    const home = homeAt(scratch());
    const answers = await Promise.all(
      [1, 2, 3, 4].map((port) => runFile(home, "id").claim(server(port), async () => true)),
    );
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    const named = await runFile(home, "id").read();
    for (const answer of answers) if (answer) expect(answer).toEqual(named);
  });
});
