import { afterAll, beforeAll, expect, test } from "vitest";
import { ReviewSession } from "../../src/app/review-session.ts";
import { openChange } from "../../src/app/session-source.ts";
import type { ServerEvent } from "../../src/wire/api.ts";
import { discussionSchema, pullsSchema, sinceSchema } from "../../src/wire/discussion.ts";
import { addDemo } from "../forge/demo.ts";
import type { Pull } from "../forge/forge.ts";
import { Reader } from "./harness.ts";

let reader: Reader;
let pull: Pull;
const sessions: ReviewSession[] = [];

beforeAll(async () => {
  reader = await Reader.start();
  pull = await addDemo(reader.forge);
});
afterAll(async () => {
  for (const session of sessions) await session.close();
  await reader.end();
});

interface Started {
  readonly session: ReviewSession;
  readonly events: ServerEvent[];
  /** Settles with the next `discussion` event. */
  readonly discussed: () => Promise<void>;
}

async function start(login?: string, of: Pull = pull): Promise<Started> {
  const options = {
    ...reader.options(
      `${reader.forge.url}/${of.repository.fullName}/pull/${of.number}`,
      login === undefined ? {} : { login },
    ),
    version: "test",
    builtBy: "test",
    isRefreshing: false,
  };
  const events: ServerEvent[] = [];
  const waiting: (() => void)[] = [];
  const session = new ReviewSession({
    homeDir: reader.home,
    open: (signal) => openChange(options, signal),
    build: "test",
    firstSeq: 1,
    onEvent: (event) => {
      events.push(event);
      if (event.type === "discussion") for (const resolve of waiting.splice(0)) resolve();
    },
  });
  sessions.push(session);
  const discussed = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { session, events, discussed };
}

test("with a token: threads in place with their answers, what is resolved, reviews and the conversation", async () => {
  const { session, discussed } = await start("reviewer");
  const first = discussed();
  await session.finished;
  await first;
  const discussion = discussionSchema.parse(session.discussion());
  expect(discussion.state).toBe("ready");
  expect(discussion.viewer).toBe("reviewer");
  expect(discussion.readOnly).toBeUndefined();
  expect(discussion.off).toEqual({});
  const threads = discussion.threads.map(({ place, isResolved, comments, hunk }) => ({
    at:
      place &&
      `${place.path}:${place.startLine ? `${place.startLine}-` : ""}${place.line ?? "file"}:${place.side ?? ""}`,
    isResolved,
    said: comments.map(({ author, body }) => `${author}: ${body}`),
    isShown: hunk !== undefined,
  }));
  expect(threads).toEqual([
    { at: "old.txt:1:LEFT", isResolved: false, said: ["other: Goodbye."], isShown: true },
    {
      at: "src/discount.ts:1-3:RIGHT",
      isResolved: true,
      said: ["other: Should this be a `Map`?"],
      isShown: true,
    },
    { at: "src/price.ts:file:", isResolved: false, said: ["other: This file wants a test."], isShown: false },
    {
      at: "src/price.ts:5:RIGHT",
      isResolved: false,
      said: ["other: Why is this not rounded?", "author: It is, in the cart."],
      isShown: true,
    },
  ]);
  expect(
    discussion.threads.every(({ hunk, placement }) => hunk === undefined || placement !== undefined),
  ).toBe(true);
  expect(discussion.reviews.map(({ author, state, body }) => `${author} ${state} ${body}`)).toContain(
    "other commented Two things.",
  );
  expect(discussion.comments.map(({ body }) => body)).toEqual(["Nice. When does this come?"]);
  const { pulls, repository } = pullsSchema.parse(await session.pulls());
  expect(repository).toBe("acme/app");
  expect(pulls[0]).toMatchObject({ number: pull.number, author: "author", size: { files: 3 } });
});

test("without a token: the same threads, but whether they are resolved is not known, and nothing can be sent", async () => {
  const { session, discussed } = await start();
  const first = discussed();
  await session.finished;
  await first;
  const discussion = discussionSchema.parse(session.discussion());
  expect(discussion.state).toBe("ready");
  expect(discussion.threads).toHaveLength(4);
  expect(discussion.threads.every(({ isResolved }) => isResolved === undefined)).toBe(true);
  expect(discussion.notes.join(" ")).toContain("only with a token");
  expect(discussion.readOnly?.code).toBe("no-token");
  expect(discussion.viewer).toBeUndefined();
});

test("one's own pull request can be neither approved nor refused, with the reason", async () => {
  const { session, discussed } = await start("author");
  const first = discussed();
  await session.finished;
  await first;
  expect(session.discussion().off.approve).toContain("your own pull request");
});

test("what is written meanwhile comes with the next look; where nothing is new, nothing is told and little asked", async () => {
  const { session, events, discussed } = await start("reviewer");
  const first = discussed();
  await session.finished;
  await first;
  const told = () => events.filter(({ type }) => type === "discussion").length;
  const before = told();
  reader.forge.forgetRequests();
  await session.refreshDiscussion();
  expect(told()).toBe(before);
  expect(reader.forge.requests.every(({ status }) => status === 304)).toBe(true);
  pull.comment("other", "One more thing.");
  await session.refreshDiscussion();
  expect(told()).toBe(before + 1);
  expect(session.discussion().comments.at(-1)?.body).toBe("One more thing.");
});

test("a push moves the head; after a reload the hunks that changed since the marks come first", async () => {
  const { session } = await start("reviewer");
  await session.finished;
  expect(sinceSchema.parse(await session.since())).toEqual({ changed: [], contextChanged: [], added: [] });
  const overview = await session.overview();
  const hashes = overview.files.flatMap((file) => file.hunks.map(([, hash]) => hash));
  await session.changeMarks({ hashes, isReviewed: true });
  expect((await session.since()).changed).toEqual([]);
  const old = pull.headSha;
  pull.repository.commit(
    {
      "src/discount.ts": "const discounts: Record<string, number> = {\n  tea: 60,\n  milk: 1,\n};\n",
      "src/new.ts": "export const fresh = 1;\n",
    },
    { branch: "discounts", message: "Change discounts" },
  );
  const { moved } = await session.checkHead();
  expect(moved?.head).toBe(pull.headSha);
  expect(moved?.detail).toContain("keep their marks");
  const after = await session.reload();
  expect(after.change?.head).toBe(pull.headSha);
  const since = sinceSchema.parse(await session.since());
  const idsOf = (path: string) => after.files.find((file) => file.path === path)?.hunks.map(([id]) => id);
  expect(since.changed).toEqual(idsOf("src/discount.ts"));
  expect(since.added).toEqual(idsOf("src/new.ts"));
  expect(since.contextChanged).toEqual([]);
  expect(since.lastHead).toBe(old);
});

test("a force-push that only rebased shows nothing new but the hunks with other lines around, apart", async () => {
  const text = (five: string, seven: string) => `1\n2\n3\n4\n${five}\n6\n${seven}\n8\n9\n10\n`;
  const repository = reader.forge.addRepository("acme/rebased", { "a.txt": text("5", "7"), "c.txt": "c\n" });
  const parent = repository.store.tip("refs/heads/main") as string;
  repository.commit(
    { "a.txt": text("five", "7"), "c.txt": "cc\n" },
    { branch: "topic", parent, message: "Topic" },
  );
  const rebased = repository.open({ head: "topic" });
  const { session } = await start("reviewer", rebased);
  await session.finished;
  const { files } = await session.overview();
  const hashes = files.flatMap((file) => file.hunks.map(([, hash]) => hash));
  await session.changeMarks({ hashes, isReviewed: true });
  repository.commit({ "a.txt": text("5", "seven") }, { branch: "main", message: "Main" });
  rebased.forcePush({ "a.txt": text("five", "seven"), "c.txt": "cc\n" });
  const after = await session.reload();
  expect(after.change?.head).toBe(rebased.headSha);
  const since = await session.since();
  const ofA = after.files.find(({ path }) => path === "a.txt")?.hunks.map(([id]) => id);
  expect(since).toMatchObject({ changed: [], added: [], contextChanged: ofA });
});
