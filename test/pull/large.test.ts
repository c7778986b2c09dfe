import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReviewSession } from "../../src/app/review-session.ts";
import { openChange } from "../../src/app/session-source.ts";
import { addBig } from "../forge/demo.ts";
import type { Pull } from "../forge/forge.ts";
import { Reader } from "./harness.ts";

let reader: Reader;
let pull: Pull;
beforeAll(async () => {
  reader = await Reader.start();
  pull = await addBig(reader.forge, "acme/big", { files: 200, threads: 500 });
}, 120_000);
afterAll(async () => {
  await reader.end();
});

test("500 threads are read fully, after the diff, in few requests, and the page does not wait for them", async () => {
  const options = {
    ...reader.options(`${reader.forge.url}/acme/big/pull/${pull.number}`, { login: "reviewer" }),
    version: "test",
    builtBy: "test",
    isRefreshing: false,
  };
  let tell = () => {};
  const discussed = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const session = new ReviewSession({
    homeDir: reader.home,
    open: (signal) => openChange(options, signal),
    build: "test",
    firstSeq: 1,
    onEvent: ({ type }) => {
      if (type === "discussion") tell();
    },
  });
  try {
    await session.diffed;
    const early = reader.forge.requests.map(({ path }) => path);
    expect(session.discussion().state).toBe("loading");
    expect((await session.overview()).counts.files).toBe(200);
    expect(early.filter((path) => /comments|reviews|graphql/.test(path))).toEqual([]);
    await discussed;
    const { threads, state, notes } = session.discussion();
    expect({ state, notes }).toEqual({ state: "ready", notes: [] });
    expect(threads).toHaveLength(500);
    const replies = threads.map(({ comments }) => comments.length);
    expect(replies.filter((count) => count === 13)).toHaveLength(10);
    expect(replies.filter((count) => count === 1)).toHaveLength(490);
    expect(threads.filter(({ isResolved }) => isResolved)).toHaveLength(167);
    // 7 pages of comments, 5 of threads, 10 threads that go on, and reviews.
    const asked = reader.forge.requests.length - early.length;
    expect(asked).toBeLessThan(40);
    expect(gzipSync(JSON.stringify(session.discussion())).length).toBeLessThan(200_000);
    await session.finished;
  } finally {
    await session.close();
  }
}, 120_000);
