import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDrafts } from "../../src/app/drafts.ts";
import { openJournal } from "../../src/app/submission-journal.ts";
import { submitReview } from "../../src/app/submit-review.ts";
import type { About } from "../../src/engine/discussion/discussion.ts";
import { type Pull, startForge, type TestForge } from "../forge/forge.ts";
import { REVIEW, type SettingFacts, settingOf } from "./submit-setting.ts";

// A real process sends a review and is killed while one of its requests is on its way: once before the forge sees it,
// once after the forge has done what it asks. Whoever sends next goes on.

const root = mkdtempSync(join(tmpdir(), "headwater-killed-"));
let forge: TestForge;
let count = 0;

beforeAll(async () => {
  forge = await startForge();
});
afterAll(async () => {
  await forge.close();
  rmSync(root, { recursive: true, force: true });
});

const lines = (word: string) => `${Array.from({ length: 60 }, (_, i) => `${word} ${i + 1}`).join("\n")}\n`;

interface Begun {
  readonly pull: Pull;
  readonly facts: SettingFacts;
}

/** A pull request with a thread, and drafts of every kind on disk: 34 for lines, more than one request takes. */
async function begin(): Promise<Begun> {
  const name = `app${++count}`;
  const repository = forge.addRepository(`acme/${name}`, { "a.txt": lines("line"), "other.txt": "other\n" });
  repository.commit({ "a.txt": lines("new") }, { branch: "feature" });
  const pull = repository.open({ head: "feature" });
  await forge.review(pull, "author", {
    event: "COMMENT",
    threads: [{ path: "a.txt", line: 5, body: "Why?" }],
  });
  const [thread] = pull.threads;
  const home = join(root, name);
  const drafts: [About, string][] = Array.from({ length: 34 }, (_, i) => [
    { kind: "place", place: { path: "a.txt", side: "RIGHT", line: i + 1 } },
    // Some say the same: each is still wanted once.
    i % 10 === 0 ? "Same." : `Comment ${i + 1}.`,
  ]);
  drafts.push([{ kind: "place", place: { path: "a.txt", side: "RIGHT", line: 1 } }, "Same."]);
  drafts.push([{ kind: "place", place: { path: "a.txt", side: "LEFT", line: 7, startLine: 6 } }, "Left."]);
  drafts.push([{ kind: "place", place: { path: "other.txt", side: "RIGHT", line: 1 } }, "Untouched."]);
  drafts.push([{ kind: "reply", thread: thread?.nodeId ?? "" }, "Because."]);
  drafts.push([{ kind: "review" }, "All in all."]);
  const files = openDrafts(home, REVIEW);
  const now = new Date(0).toISOString();
  for (const [about, body] of drafts) {
    await files.add({ about, body, createdAt: now, updatedAt: now, head: pull.headSha, base: pull.baseSha });
  }
  const facts: SettingFacts = {
    home,
    apiUrl: forge.apiUrl,
    token: forge.user("reviewer").token,
    repository: name,
    head: pull.headSha,
    diff: repository.store.git("diff", "-U3", `${pull.baseSha}...${pull.headSha}`),
    threads: pull.threads.map((one) => [one.nodeId, one.comments.map((comment) => comment.nodeId)]),
  };
  forge.forgetRequests();
  return { pull, facts };
}

function sender(facts: SettingFacts): { readonly child: ChildProcess; readonly ended: Promise<string> } {
  const program = fileURLToPath(new URL("./submit-child.ts", import.meta.url));
  const told = JSON.stringify({ ...facts, dieAt: 0, when: "before" });
  const child = spawn(process.execPath, ["--import", "tsx", program, told], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(signal ?? (code === 0 ? out : `exit ${code}`)));
  });
  return { child, ended };
}

/** Runs a sender and kills it at its request `at`; false where it came to its end before. */
async function killAt({ facts }: Begun, at: number, how: "cut-before" | "cut-after"): Promise<boolean> {
  const { child, ended } = sender(facts);
  forge.before({ after: at - 1 }, () => child.kill("SIGKILL"));
  forge.failNext({ after: at - 1, how });
  const end = await ended;
  const isKilled = forge.plansLeft === 0;
  forge.clearPlans();
  expect(end, `at ${at} ${how}`).toMatch(isKilled ? /^SIGKILL$/ : /^\{/);
  return isKilled;
}

const draftsOf = async ({ facts }: Begun) => (await openDrafts(facts.home, REVIEW).read()).drafts;

function reviewsOf({ pull }: Begun) {
  const own = pull.reviews.filter((review) => review.user.login === "reviewer");
  return own.map((review) => ({
    state: review.state,
    body: review.body,
    comments: pull.commentsOf(review).map(({ thread, body, replyTo }) => {
      return `${thread.path} ${thread.side} ${thread.line}${replyTo ? " reply" : ""}: ${body}`;
    }),
  }));
}

function expectWhole(begun: Begun, label: string): void {
  const [review, ...others] = reviewsOf(begun);
  expect(others, label).toEqual([]);
  expect(review?.state, label).toBe("COMMENTED");
  expect(review?.body, label).toMatch(/^My view\.\n\n.*Untouched\.\n\nAll in all\.$/s);
  const comments = review?.comments ?? [];
  expect(comments, label).toHaveLength(37);
  // Two drafts say the same at line 1, and no other comment is there twice.
  expect(new Set(comments).size, label).toBe(36);
}

/** Whatever was reached: all drafts are there while nothing is sent, and the next sender ends it well. */
async function expectToEnd(begun: Begun, label: string): Promise<void> {
  const isSent = reviewsOf(begun).some(({ state }) => state !== "PENDING");
  const { length } = await draftsOf(begun);
  if (!isSent) expect(length, label).toBe(39);
  if (length > 0) {
    const request = { event: "comment", body: "My view.", head: begun.facts.head } as const;
    const answer = await submitReview(settingOf(begun.facts), request, new AbortController().signal);
    expect(answer, label).toMatchObject({ isSubmitted: true, left: [] });
  }
  expectWhole(begun, label);
  expect(await draftsOf(begun), label).toEqual([]);
  expect(await openJournal(begun.facts.home, REVIEW).unfinished(), label).toBeUndefined();
}

test("a sender that is killed at any of its requests loses no draft and posts nothing twice", async () => {
  let at = 1;
  for (; ; at++) {
    const begun = await begin();
    const isKilled = await killAt(begun, at, "cut-before");
    const isWrite = forge.requests[at - 1]?.operations.some((name) => /^(add|submit)/.test(name));
    const isCreate = forge.requests[at - 1]?.path.endsWith("/reviews");
    await expectToEnd(begun, `before ${at}`);
    if (!isKilled) break;
    // Whether a question was answered before makes no difference.
    if (!isWrite && !isCreate) continue;
    const again = await begin();
    expect(await killAt(again, at, "cut-after")).toBe(true);
    await expectToEnd(again, `after ${at}`);
  }
  // Reading, two additions, reading back and sending are at least so many.
  expect(at).toBeGreaterThan(5);
}, 300_000);

test("neither do several that are killed one after the other", async () => {
  for (const [first, second, third] of [
    [2, 3, 3],
    [4, 2, 4],
    [3, 4, 2],
  ] as const) {
    const begun = await begin();
    const label = `at ${first}, ${second}, ${third}`;
    for (const at of [first, second, third]) {
      if ((await draftsOf(begun)).length > 0) await killAt(begun, at, "cut-after");
    }
    await expectToEnd(begun, label);
  }
}, 300_000);
