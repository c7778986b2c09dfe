import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Marks, Overview } from "../../src/wire/api.ts";
import { makePlace, type Place, type Running, run, startCommand } from "./harness.ts";

/** What the page does with the address that was printed. */
function clientOf(address: string) {
  const { origin, hash } = new URL(address.trim());
  const headers = { "x-headwater-token": new URLSearchParams(hash.slice(1)).get("token") ?? "" };
  const ask = async <T>(path: string, init: RequestInit = {}) => {
    const json = { ...headers, "content-type": "application/json" };
    return (await (await fetch(`${origin}/api/${path}`, { ...init, headers: json })).json()) as T;
  };
  return {
    origin,
    ask,
    mark: (hashes: readonly string[]) =>
      ask<Marks>("marks", { method: "POST", body: JSON.stringify({ hashes, isReviewed: true }) }),
    async ready(): Promise<Overview> {
      for (;;) {
        const overview = await ask<Overview>("review");
        if (overview.stage === "ready") return overview;
        if (overview.stage === "failed") throw new Error(overview.error?.message);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

async function open(place: Place, ...args: string[]): Promise<{ running: Running; address: string }> {
  const running = startCommand(place, ["--no-open", ...args]);
  return { running, address: await running.untilOut("\n") };
}

const hashesOf = (overview: Overview) => overview.files.flatMap((file) => file.hunks.map(([, hash]) => hash));
const runFiles = (place: Place) =>
  readdirSync(join(place.home, "run")).filter((name) => name.endsWith(".json"));

test("a review is served, joined by a second headwater, and stops without a trace", async () => {
  const place = makePlace();
  const { running, address } = await open(place);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}\n$/);
  const client = clientOf(address);
  const overview = await client.ready();
  expect(overview.change).toMatchObject({ title: "Add nothing", branch: "topic", baseRef: "main" });
  const page = await fetch(client.origin);
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining("<title>Headwater</title>"),
  ]);
  const [file = ""] = runFiles(place);
  expect(statSync(join(place.home, "run", file)).mode & 0o777).toBe(0o600);
  const second = await open(place);
  expect(second.address).toBe(address);
  const joined = await second.running.ended;
  expect([joined.code, joined.out]).toEqual([0, address]);
  expect(joined.err).toContain(`process ${running.pid}`);
  running.kill("SIGTERM");
  expect((await running.ended).code).toBe(0);
  expect(runFiles(place)).toEqual([]);
});

test("marks are there after kill -9, and the server that is gone is not joined", async () => {
  const place = makePlace();
  const first = await open(place);
  const client = clientOf(first.address);
  const hashes = hashesOf(await client.ready());
  expect((await client.mark(hashes)).reviewed).toEqual(hashes);
  first.running.kill("SIGKILL");
  await first.running.ended;
  expect(runFiles(place)).toHaveLength(1);
  const second = await open(place);
  const again = clientOf(second.address);
  await again.ready();
  expect((await again.ask<Marks>("marks")).reviewed).toEqual(hashes);
  second.running.kill("SIGINT");
  expect((await second.running.ended).code).toBe(0);
});

test("a page that is open finds the next server of its review, on the port and with the key of the last", async () => {
  const place = makePlace();
  const first = await open(place);
  first.running.kill("SIGINT");
  await first.running.ended;
  const second = await open(place);
  expect(second.address).toBe(first.address);
  second.running.kill("SIGKILL");
  await second.running.ended;
  const taker = createServer();
  await new Promise<void>((resolve) =>
    taker.listen(Number(new URL(first.address).port), "127.0.0.1", resolve),
  );
  try {
    const third = await open(place);
    // The open page has told its key to whoever has the port now.
    expect(new URL(third.address).hash).not.toBe(new URL(first.address).hash);
    expect(new URL(third.address).port).not.toBe(new URL(first.address).port);
    third.running.kill("SIGINT");
    await third.running.ended;
  } finally {
    taker.close();
  }
  const [file = ""] = readdirSync(join(place.home, "run"));
  const address = join(place.home, "run", file);
  expect(statSync(address).mode & 0o777).toBe(0o600);
  const yesterday = Date.now() / 1_000 - 24 * 60 * 60;
  utimesSync(address, yesterday, yesterday);
  const fourth = await open(place);
  expect(new URL(fourth.address).hash).not.toBe(new URL(first.address).hash);
});

test("who joins a review is told when it shows another change than the one asked for", async () => {
  const place = makePlace();
  const first = await open(place, "main..topic");
  const same = await run(place, ["--no-open", "main..topic"]);
  expect(same.err).toBe(`This review is open already (process ${first.running.pid}).\n`);
  const other = await run(place, ["--no-open", "--untracked", "--refresh"]);
  expect([other.code, other.out]).toEqual([0, first.address]);
  expect(other.err).toContain(
    "It shows main..topic; stop it first to see the working tree --untracked.\n" +
      "It was not read anew; stop it first to use --refresh.\n",
  );
});

test("an edit while the page is open is said; the reload shows it and keeps the other marks", async () => {
  const place = makePlace();
  const { address } = await open(place);
  const client = clientOf(address);
  const before = await client.ready();
  await client.mark(hashesOf(before));
  place.write("src/use.ts", "export const three = 3;\n");
  const head = await client.ask<{ moved?: { changedFiles: number; detail: string } }>("head");
  expect(head.moved?.changedFiles).toBe(1);
  expect(head.moved?.detail).toContain("A reload shows 2 files with 2 hunks.");
  expect((await client.ask<Overview>("review")).change?.head).toBe(before.change?.head);
  const after = await client.ask<Overview>("reload", { method: "POST", body: "{}" });
  expect(after.counts.files).toBe(2);
  expect((await client.ask<Marks>("marks")).reviewed).toEqual(hashesOf(before));
  const lines = await client.ask<{ lines: string[] }>("lines?path=src/use.ts&side=new");
  expect(lines.lines).toEqual(["export const three = 3;"]);
});

test("edits after edits are told apart, and what is shown can be read to the end", async () => {
  const place = makePlace();
  place.write("src/use.ts", "export const three = 3;\n");
  const { address } = await open(place);
  const client = clientOf(address);
  await client.ready();
  for (const [i, text] of ["four", "five"].entries()) {
    place.write(`src/${text}.ts`, "");
    place.write("src/use.ts", `export const ${text} = 3;\n`);
    const head = await client.ask<{ moved?: { changedFiles: number; detail: string } }>("head");
    expect([i, head.moved?.changedFiles]).toEqual([i, 1]);
    const shown = await client.ask<{ lines: string[] }>("lines?path=src/use.ts&side=new");
    expect(shown.lines).toEqual(["export const three = 3;"]);
  }
  place.write("src/use.ts", "export const three = 3;\n");
  expect((await client.ask<{ moved?: unknown }>("head")).moved).toBeUndefined();
  place.write("src/use.ts", "export const six = 3;\n");
  await client.ask("reload", { method: "POST", body: "{}" });
  const shown = await client.ask<{ lines: string[] }>("lines?path=src/use.ts&side=new");
  expect(shown.lines).toEqual(["export const six = 3;"]);
});

test("a port that is in use, and one that a setting names wrongly, are one line each", async () => {
  const place = makePlace();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = other.address() as AddressInfo;
    const taken = await run(place, ["--no-open", "--port", String(port)]);
    expect([taken.code, taken.out]).toEqual([3, ""]);
    expect(taken.err).toBe(
      `headwater: Port ${port} is in use. Pass another --port, or none for a free one.\n`,
    );
  } finally {
    other.close();
  }
  const wrong = await run(place, ["--no-open"], { HEADWATER_PORT: "many" });
  expect([wrong.code, wrong.out]).toEqual([2, ""]);
  expect(wrong.err).toContain('HEADWATER_PORT is "many", which is no port.');
});

test("a change without a file is said, and its page is served", async () => {
  const place = makePlace();
  const { running, address } = await open(place, "topic..topic");
  expect((await clientOf(address).ready()).counts.files).toBe(0);
  expect(await running.untilErr("nothing to review")).toContain("no file differs");
});

test("where no browser can be opened, it says so and prints the address", async () => {
  const place = makePlace();
  const running = startCommand(place, []);
  expect(await running.untilOut("\n")).toContain("http://127.0.0.1:");
  expect(await running.untilErr("Open the address yourself")).toContain("No browser was opened");
});

test("what is kept of a review is its owner's alone, and the repository is left as it was", async () => {
  const place = makePlace();
  const before = place.git("status", "--porcelain", "--ignored");
  const { address } = await open(place);
  const client = clientOf(address);
  await client.mark(hashesOf(await client.ready()));
  expect(place.git("status", "--porcelain", "--ignored")).toBe(before);
  const [review = ""] = readdirSync(join(place.home, "reviews"));
  const marks = join(place.home, "reviews", review, "marks.json");
  expect(statSync(join(marks, "..")).mode & 0o777).toBe(0o700);
  expect(statSync(marks).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(marks, "utf8"))).toMatchObject({
    version: 1,
    value: [[expect.any(String), expect.any(String)]],
  });
});
