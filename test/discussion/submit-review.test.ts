import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDrafts } from "../../src/app/drafts.ts";
import { openJournal } from "../../src/app/submission-journal.ts";
import { previewSubmission, type SubmitSetting, submitReview } from "../../src/app/submit-review.ts";
import type { About } from "../../src/engine/discussion/discussion.ts";
import type { ReviewEvent } from "../../src/wire/discussion.ts";
import { type Pull, type Repository, startForge, type TestForge } from "../forge/forge.ts";
import { REVIEW, type SettingFacts, settingOf } from "./submit-setting.ts";

const never = new AbortController().signal;
const root = mkdtempSync(join(tmpdir(), "headwater-submit-"));
const numbered = (count: number, word = "line") =>
  Array.from({ length: count }, (_, i) => `${word} ${i + 1}`);
const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;

let forge: TestForge;
let repository: Repository;
let pull: Pull;
let facts: SettingFacts;
let homes = 0;

beforeAll(async () => {
  forge = await startForge();
});
afterAll(async () => {
  await forge.close();
  rmSync(root, { recursive: true, force: true });
});
afterEach(() => {
  expect(forge.plansLeft, "what was to fail did").toBe(0);
  forge.clearPlans();
  expect(forge.faults).toEqual([]);
});

/** Each test has a repository and a home of its own. */
beforeEach(async () => {
  const name = `app${++homes}`;
  repository = forge.addRepository(`acme/${name}`, {
    "a.txt": text(numbered(200)),
    "other.txt": "untouched\n",
  });
  const changed = numbered(200).map((line, i) => (i < 120 ? `${line}!` : line));
  repository.commit({ "a.txt": text(changed) }, { branch: "feature", parent: "main" });
  pull = repository.open({ head: "feature", author: "author" });
  const diff = repository.store.git("diff", "-U3", `${pull.baseSha}...${pull.headSha}`);
  const { threads } = pull;
  await forge.review(pull, "author", {
    event: "COMMENT",
    threads: [{ path: "a.txt", line: 5, side: "RIGHT", body: "Why?" }],
  });
  facts = {
    home: join(root, `home${homes}`),
    apiUrl: forge.apiUrl,
    token: forge.user("reviewer").token,
    repository: name,
    head: pull.headSha,
    diff,
    threads: threads.map((thread) => [thread.nodeId, thread.comments.map((comment) => comment.nodeId)]),
  };
  forge.forgetRequests();
});

async function draft(about: About, body: string): Promise<string> {
  const now = new Date(0).toISOString();
  const content = { about, body, createdAt: now, updatedAt: now, head: pull.headSha, base: pull.baseSha };
  return (await openDrafts(facts.home, REVIEW).add(content)).id;
}
const onLine = (line: number, more: object = {}): About => ({
  kind: "place",
  place: { path: "a.txt", side: "RIGHT", line, ...more },
});

/** One of each kind: on lines, on a file, in the body, an answer, and a part of the body. */
async function oneOfEach(): Promise<void> {
  await draft(onLine(3), "On a line.");
  await draft(onLine(8, { startLine: 6 }), "On several lines.");
  await draft(onLine(190), "Outside every hunk.");
  await draft({ kind: "place", place: { path: "other.txt", side: "RIGHT", line: 1 } }, "On untouched code.");
  await draft({ kind: "reply", thread: facts.threads[0]?.[0] ?? "" }, "Because.");
  await draft({ kind: "review" }, "All in all.");
}

const submit = (
  event: ReviewEvent = "comment",
  setting: SubmitSetting = settingOf(facts),
  body = "My view.",
) => submitReview(setting, { event, body, head: facts.head }, never);

/** The reviews of the reviewer at the forge, each with its comments in words. */
function sent() {
  return pull.reviews
    .filter((review) => review.user.login === "reviewer")
    .map((review) => ({
      state: review.state,
      body: review.body,
      comments: pull.threads
        .flatMap((thread) => thread.comments.map((comment) => ({ thread, comment })))
        .filter(({ comment }) => comment.review === review)
        .map(({ thread, comment }) => {
          const where =
            thread.subject === "FILE" ? "file" : `${thread.startLine ?? ""}-${thread.line} ${thread.side}`;
          return `${thread.path} ${comment.replyTo ? "reply" : where}: ${comment.body}`;
        })
        .sort(),
    }));
}

const wholeReview = () => [
  {
    state: "COMMENTED",
    body: expect.stringMatching(
      /^My view\.\n\n\[`other\.txt` line 1\]\(\S+\):\n\nOn untouched code\.\n\nAll in all\.$/,
    ),
    comments: [
      expect.stringMatching(/^a\.txt -3 RIGHT: On a line\.$/),
      expect.stringMatching(/^a\.txt 6-8 RIGHT: On several lines\.$/),
      expect.stringMatching(/^a\.txt file: \[`a\.txt` line 190\]\(\S+\):\n\nOutside every hunk\.$/),
      expect.stringMatching(/^a\.txt reply: Because\.$/),
    ],
  },
];
/** How many requests asked the forge to write, whether it did or not; several mutations in one are one. */
const writeRequests = () =>
  forge.requests.filter(({ method, operations }) =>
    operations.length > 0 ? operations.some((name) => /^(add|submit)/.test(name)) : method !== "GET",
  ).length;
const draftsLeft = async () => (await openDrafts(facts.home, REVIEW).read()).drafts.map((one) => one.body);

describe("a review", () => {
  it("is sent in as few writes as there can be, as the preview says, and its drafts are gone then", async () => {
    await oneOfEach();
    const request = { event: "comment", body: "My view.", head: facts.head } as const;
    const { preview, requests } = await previewSubmission(settingOf(facts), request, never);
    expect(forge.contentWrites).toBe(0);
    expect(preview.problems).toEqual([]);
    expect(preview.items.map((item) => item.sendsAs)).toEqual([
      "comment",
      "comment",
      "file-comment",
      "body-entry",
      "reply",
      "body",
    ]);
    const answer = await submit();
    expect(answer).toMatchObject({ isSubmitted: true, left: [], url: expect.stringContaining("/pull/1#") });
    expect(answer.posted).toHaveLength(6);
    expect(sent()).toEqual(wholeReview());
    expect(writeRequests()).toBe(3);
    expect(preview.writes).toBe(3);
    expect(requests.map((one) => one.request)).toEqual([
      `POST /repos/acme/${facts.repository}/pulls/1/reviews`,
      "POST /graphql",
      "POST /graphql",
    ]);
    expect(preview.body).toBe(sent()[0]?.body);
    expect(await draftsLeft()).toEqual([]);
    expect(await openJournal(facts.home, REVIEW).unfinished()).toBeUndefined();
  });

  it("of a body alone is one write, whatever the event", async () => {
    const answer = await submit("approve", undefined, "Good.");
    expect(answer.isSubmitted).toBe(true);
    expect(sent()).toEqual([{ state: "APPROVED", body: "Good.", comments: [] }]);
    expect(forge.contentWrites).toBe(1);
  });

  it("of a hundred comments takes thirty at first and the rest ten at a time", async () => {
    for (let i = 1; i <= 100; i++) await draft(onLine(i), `Comment ${i}.`);
    const told: string[] = [];
    const answer = await submit("request-changes", settingOf(facts, told));
    expect(answer.posted).toHaveLength(100);
    expect(sent()[0]?.comments).toHaveLength(100);
    expect(new Set(sent()[0]?.comments).size).toBe(100);
    expect(writeRequests()).toBe(1 + 7 + 1);
    expect(told.length).toBeGreaterThan(2);
    expect(await draftsLeft()).toEqual([]);
  }, 60_000);

  it("adopts one that waits, with its comments, and does not post again what is in it", async () => {
    await oneOfEach();
    await forge.review(pull, "reviewer", {
      event: null,
      threads: [
        { path: "a.txt", line: 3, side: "RIGHT", body: "On a line." },
        { path: "a.txt", line: 20, side: "LEFT", body: "Begun in the browser." },
      ],
    });
    const request = { event: "comment", body: "My view.", head: facts.head } as const;
    const { preview } = await previewSubmission(settingOf(facts), request, never);
    expect(preview.adopts).toMatchObject({ comments: 1 });
    expect(preview.writes).toBe(2);
    await submit();
    const [review, ...others] = sent();
    expect(others).toEqual([]);
    expect(review?.comments.filter((one) => one.includes("On a line."))).toHaveLength(1);
    expect(review?.comments).toContain("a.txt -20 LEFT: Begun in the browser.");
    expect(review?.comments).toHaveLength(5);
    expect(writeRequests()).toBe(2);
    expect(await draftsLeft()).toEqual([]);
  });

  it("sends only the drafts that are asked for", async () => {
    const one = await draft(onLine(3), "One.");
    await draft(onLine(4), "Two.");
    await submitReview(
      settingOf(facts),
      { event: "comment", body: "", head: facts.head, drafts: [one] },
      never,
    );
    expect(sent()[0]?.comments).toEqual(["a.txt -3 RIGHT: One."]);
    expect(await draftsLeft()).toEqual(["Two."]);
  });
});

describe("nothing is sent", () => {
  it("where the head has moved, and the reason says what it is now", async () => {
    await draft(onLine(3), "One.");
    repository.commit({ "b.txt": "new\n" }, { branch: "feature" });
    await expect(submit()).rejects.toMatchObject({
      code: "head-moved",
      message: expect.stringContaining(pull.headSha.slice(0, 10)),
    });
    expect(forge.contentWrites).toBe(0);
    expect(await draftsLeft()).toEqual(["One."]);
  });

  it("of one's own pull request but comments", async () => {
    await draft(onLine(3), "One.");
    const own = settingOf({ ...facts, token: forge.user("author").token });
    for (const event of ["approve", "request-changes"] as const) {
      await expect(submit(event, own)).rejects.toMatchObject({ code: "own-pull-request" });
    }
    expect(forge.contentWrites).toBe(0);
    expect((await submit("comment", own)).isSubmitted).toBe(true);
  });

  it("where there is nothing to send", async () => {
    await expect(submit("comment", undefined, "")).rejects.toMatchObject({ code: "nothing-to-send" });
    expect(forge.contentWrites).toBe(0);
  });

  it("while another sends", async () => {
    await draft(onLine(3), "One.");
    const answers = await Promise.allSettled([submit(), submit()]);
    const refused = answers.filter((one) => one.status === "rejected");
    expect(refused.map((one) => one.reason.code)).toEqual(["being-sent"]);
    expect(sent()).toHaveLength(1);
  });
});

describe("a forge that fails", () => {
  const create = { method: "POST", path: /\/pulls\/1\/reviews$/ };
  const add = { operation: "addPullRequestReviewThread" };
  const end = { operation: "submitPullRequestReview" };

  for (const [name, match] of Object.entries({ create, add, end })) {
    for (const how of ["bad-gateway", "cut-before", "cut-after"] as const) {
      it(`with ${how} at ${name} gets each comment once all the same`, async () => {
        await oneOfEach();
        forge.failNext({ ...match, how });
        expect((await submit()).isSubmitted).toBe(true);
        expect(sent()).toEqual(wholeReview());
        expect(await draftsLeft()).toEqual([]);
      }, 30_000);
    }
  }

  it("and goes on failing loses nothing, and sending again goes on", async () => {
    await oneOfEach();
    forge.failNext({ ...add, how: "bad-gateway", times: 3 });
    const answer = await submit();
    expect(answer).toMatchObject({ isSubmitted: false, posted: [], error: { code: "forge-unreachable" } });
    expect(await draftsLeft()).toHaveLength(6);
    const unfinished = await openJournal(facts.home, REVIEW).unfinished();
    expect(unfinished).toMatchObject({ postedCount: 2, event: "comment" });
    expect((await submit()).isSubmitted).toBe(true);
    expect(sent()).toEqual(wholeReview());
  }, 30_000);

  it("and loses the answer to a body alone has it once", async () => {
    forge.failNext({ ...create, how: "cut-after" });
    expect((await submit("approve", undefined, "Good.")).isSubmitted).toBe(true);
    expect(sent()).toEqual([{ state: "APPROVED", body: "Good.", comments: [] }]);
    expect(forge.contentWrites).toBe(1);
  }, 30_000);

  for (const status of [403, 429] as const) {
    it(`with ${status} is waited for as long as it asks`, async () => {
      await oneOfEach();
      forge.failNext({ ...create, how: { secondaryLimit: status, retryAfterSeconds: 2 } });
      const told: string[] = [];
      const startMs = performance.now();
      expect((await submit("comment", settingOf(facts, told))).isSubmitted).toBe(true);
      expect(performance.now() - startMs).toBeGreaterThanOrEqual(2_000);
      expect(told.some((sentence) => sentence.includes("wait 2 s"))).toBe(true);
      expect(sent()).toEqual(wholeReview());
    }, 30_000);
  }

  it("is not waited for once the sender stops", async () => {
    await oneOfEach();
    forge.failNext({ ...create, how: { secondaryLimit: 403, retryAfterSeconds: 500 } });
    const stop = new AbortController();
    const setting: SubmitSetting = {
      ...settingOf(facts),
      tell: (sentence) => sentence.includes("wait") && stop.abort(),
    };
    const request = { event: "comment", body: "My view.", head: facts.head } as const;
    expect(await submitReview(setting, request, stop.signal)).toMatchObject({
      isSubmitted: false,
      error: { code: "cancelled" },
    });
    expect((await submit()).isSubmitted).toBe(true);
    expect(sent()).toEqual(wholeReview());
  });

  it("and refuses a line without a word: it stands on the file then, the good ones on their lines", async () => {
    await draft(onLine(3), "Good.");
    await draft(onLine(160), "Bad.");
    const wrong: SubmitSetting = {
      ...settingOf(facts),
      placeOf: (place) =>
        place.line === undefined ? { kind: "file", path: place.path } : { kind: "lines", place },
    };
    expect(await submit("comment", wrong)).toMatchObject({ isSubmitted: true, left: [] });
    expect(sent()[0]?.comments).toEqual([
      "a.txt -3 RIGHT: Good.",
      expect.stringMatching(/^a\.txt file: .*\n\nBad\.$/s),
    ]);
    expect(sent()).toHaveLength(1);
  });

  it("and refuses the first request for a reason that no patch shows: all are tried one by one", async () => {
    await draft(onLine(3), "One.");
    await draft(onLine(4), "Two.");
    forge.failNext({ ...create, how: { status: 422, body: { message: "Validation Failed" } } });
    expect((await submit()).isSubmitted).toBe(true);
    expect(sent()).toEqual([
      { state: "COMMENTED", body: "My view.", comments: ["a.txt -3 RIGHT: One.", "a.txt -4 RIGHT: Two."] },
    ]);
  });

  it("and takes a line and shows it nowhere: it is not lost", async () => {
    for (let i = 1; i <= 30; i++) await draft(onLine(i), `Comment ${i}.`);
    await draft(onLine(160), "Bad.");
    await draft(onLine(40), "Good.");
    const wrong: SubmitSetting = {
      ...settingOf(facts),
      placeOf: (place) =>
        place.line === undefined ? { kind: "file", path: place.path } : { kind: "lines", place },
    };
    expect((await submit("comment", wrong)).isSubmitted).toBe(true);
    const comments = sent()[0]?.comments ?? [];
    expect(comments).toHaveLength(32);
    expect(comments.filter((one) => /^a\.txt file: .*Bad\.$/s.test(one))).toHaveLength(1);
  });
});

describe("a sender that is killed", () => {
  /** Everything that is done outside, counted; from `dieAt` on nothing is done any more. */
  function dying(setting: SubmitSetting, dieAt: number, when: "before" | "after") {
    let calls = 0;
    const died = () => new Error("killed");
    const count = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        const mine = ++calls;
        if (mine > dieAt || (mine === dieAt && when === "before")) throw died();
        const result = await work(...args);
        if (mine === dieAt) throw died();
        return result;
      };
    };
    const { writer, files, journal } = setting;
    const mortal: SubmitSetting = {
      ...setting,
      writer: {
        ...writer,
        state: count(writer.state),
        review: count(writer.review),
        write: count(writer.write),
      },
      files: { ...files, remove: count(files.remove) },
      journal: {
        ...journal,
        claim: async () => {
          const claimed = await journal.claim();
          return { ...claimed, save: count(claimed.save), finish: count(claimed.finish) };
        },
      },
    };
    return { mortal, reached: () => calls >= dieAt };
  }

  it("at any step posts nothing twice and loses nothing, whoever goes on", async () => {
    let steps = 0;
    for (let dieAt = 1; ; dieAt++) {
      let isDone = false;
      for (const when of ["before", "after"] as const) {
        pull.reviews.splice(1);
        for (const thread of [...pull.threads]) {
          thread.comments.splice(
            thread.comments.findIndex((one) => one.review.user.login === "reviewer") >>> 0,
          );
          if (thread.comments.length === 0) pull.threads.splice(pull.threads.indexOf(thread), 1);
        }
        facts = { ...facts, home: join(root, `killed-${dieAt}-${when}`) };
        await oneOfEach();
        const { mortal, reached } = dying(settingOf(facts), dieAt, when);
        const first = await submit("comment", mortal).catch((error: Error) => error.message);
        if (!reached()) isDone = true;
        else expect(first, `${dieAt} ${when}`).toBe("killed");
        steps++;
        const open = await draftsLeft();
        const isSent = sent().some((review) => review.state !== "PENDING");
        expect(isSent || open.length === 6, `${dieAt} ${when}`).toBe(true);
        if (open.length > 0) expect(await submit(), `${dieAt} ${when}`).toMatchObject({ isSubmitted: true });
        expect(sent(), `${dieAt} ${when}`).toEqual(wholeReview());
        expect(await draftsLeft()).toEqual([]);
      }
      if (isDone) break;
    }
    expect(steps).toBeGreaterThan(30);
  }, 240_000);

  for (const when of ["before", "after"] as const) {
    for (const dieAt of [1, 2, 3]) {
      it(`with SIGKILL ${when} write ${dieAt} is taken up by the next process`, async () => {
        await oneOfEach();
        expect(await runChild({ ...facts, dieAt, when })).toBe("SIGKILL");
        expect(await draftsLeft()).toHaveLength(6);
        expect((await submit()).isSubmitted).toBe(true);
        expect(sent()).toEqual(wholeReview());
        expect(await draftsLeft()).toEqual([]);
      }, 60_000);
    }
  }
});

function runChild(told: object): Promise<string | number | null> {
  const program = fileURLToPath(new URL("./submit-child.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, JSON.stringify(told)], {
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(signal ?? code));
  });
}
