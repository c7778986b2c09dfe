import { afterEach, beforeEach, expect, test } from "vitest";
import type { About, Drafts, SubmitPreview, Submitted } from "../../src/wire/discussion.ts";
import { addDemo } from "../forge/demo.ts";
import { type Match, type Pull, startForge, type TestForge } from "../forge/forge.ts";
import { makePlace, type Place, type Running, startCommand } from "./harness.ts";

// A review of a pull request as the page does it, in a real process that is killed in between. That sending may be
// killed at any of its requests is tested in test/discussion, without a server around it.

/** Each test starts several processes. */
const timeout = 180_000;

let forge: TestForge;
let pull: Pull;
let place: Place;

beforeEach(async () => {
  forge = await startForge();
  pull = await addDemo(forge);
  place = makePlace();
});
afterEach(() => forge.close());

interface Server {
  readonly running: Running;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
}

async function serve(login = "reviewer"): Promise<Server> {
  const url = `${forge.url}/acme/app/pull/${pull.number}`;
  const environment = { GH_HOST: forge.host, GITHUB_TOKEN: forge.user(login).token };
  const running = startCommand(place, [url, "--no-open"], environment);
  const { origin, hash } = new URL((await running.untilOut("\n")).trim());
  const token = new URLSearchParams(hash.slice(1)).get("token") ?? "";
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { "x-headwater-token": token, "content-type": "application/json" };
    const answer = await fetch(`${origin}/api${path}`, { ...init, headers });
    const body = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    running,
    get: (path) => ask(path) as never,
    post: (path, body) => ask(path, { method: "POST", body: JSON.stringify(body) }) as never,
  };
}

async function kill({ running }: Server): Promise<void> {
  running.kill("SIGKILL");
  await running.ended;
}

/** Waits for what the server reads by itself, as the discussion. */
async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isThere(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const onLine = (line: number, more: object = {}): About => ({
  kind: "place",
  place: { path: "src/price.ts", side: "RIGHT", line, ...more },
});

/** On a line, on several, on one that is gone, on a new file, on a file, on code that the change leaves alone, an answer, the whole. */
const drafts: readonly { readonly about: About; readonly body: string }[] = [
  { about: onLine(6), body: "On a line." },
  {
    about: onLine(7, { startLine: 6 }),
    body: "On two.\n\n```suggestion\n  const cents = 0;\n  return cents;\n```",
  },
  { about: onLine(4, { side: "LEFT" }), body: "On what is gone." },
  {
    about: { kind: "place", place: { path: "src/discount.ts", side: "RIGHT", line: 2 } },
    body: "On a new file.",
  },
  { about: { kind: "place", place: { path: "src/price.ts" } }, body: "On the file." },
  {
    about: { kind: "place", place: { path: "src/report.ts", side: "RIGHT", line: 5 } },
    body: "Far from it.",
  },
  { about: { kind: "review" }, body: "All in all." },
];

async function addDrafts(server: Server): Promise<void> {
  for (const draft of drafts) await server.post("/drafts", draft);
  const thread = pull.threads[0]?.nodeId as string;
  await server.post("/drafts", { about: { kind: "reply", thread }, body: "An answer." });
}

const bodiesOf = ({ drafts: found }: Drafts) => found.map((draft) => draft.body).sort();
const allBodies = () => [...drafts.map((draft) => draft.body), "An answer."].sort();
const ready = (server: Server) =>
  until(
    () => server.get<{ state: string }>("/discussion"),
    ({ state }) => state !== "loading",
  );
const submit = (server: Server, event = "comment") =>
  server.post<Submitted>("/submit", { event, body: "My view.", head: pull.headSha });

/** What the forge holds of the reviewer. */
function sent() {
  const reviews = pull.reviews.filter((review) => review.user.login === "reviewer");
  return reviews.map((review) => ({
    state: review.state,
    commit: review.commit,
    body: review.body,
    comments: pull
      .commentsOf(review)
      .map(({ thread, body, replyTo }) => {
        const where =
          thread.subject === "FILE" ? "file" : `${thread.side} ${thread.startLine ?? ""}-${thread.line}`;
        return `${thread.path} ${replyTo ? "reply" : where}: ${body.split("\n")[0]}`;
      })
      .sort(),
  }));
}

const wholeReview = () => [
  {
    state: "COMMENTED",
    commit: pull.headSha,
    body: expect.stringMatching(/^My view\..*src\/report\.ts.*Far from it\..*All in all\.$/s),
    comments: [
      "src/discount.ts RIGHT -2: On a new file.",
      "src/price.ts LEFT -4: On what is gone.",
      "src/price.ts RIGHT -6: On a line.",
      "src/price.ts RIGHT 6-7: On two.",
      "src/price.ts file: On the file.",
      "src/price.ts reply: An answer.",
    ],
  },
];

test(
  "drafts outlive kill -9, the preview says what is sent, and the forge then holds exactly that",
  async () => {
    const first = await serve();
    await ready(first);
    await addDrafts(first);
    await kill(first);
    const second = await serve();
    await ready(second);
    expect(bodiesOf(await second.get("/drafts"))).toEqual(allBodies());
    forge.forgetRequests();
    const asked = { event: "comment", body: "My view.", head: pull.headSha };
    const preview = await second.post<SubmitPreview>("/submit/preview", asked);
    expect([preview.problems, preview.left, forge.contentWrites]).toEqual([[], [], 0]);
    await kill(second);
    const third = await serve();
    await ready(third);
    expect(await submit(third)).toMatchObject({ isSubmitted: true, left: [] });
    expect(sent()).toEqual(wholeReview());
    expect(sent()[0]?.body).toBe(preview.body);
    expect((await third.get<Drafts>("/drafts")).drafts).toEqual([]);
    await kill(third);
    expect((await (await serve()).get<Drafts>("/drafts")).drafts).toEqual([]);
  },
  timeout,
);

test.each<[string, Match]>([
  ["comments are added", { operation: "addPullRequestReviewThread" }],
  ["it is sent", { operation: "submitPullRequestReview" }],
])(
  "killed with -9 while %s, it is taken up by the next and arrives once",
  async (_, match) => {
    const first = await serve();
    await ready(first);
    await addDrafts(first);
    forge.forgetRequests();
    forge.before(match, () => first.running.kill("SIGKILL"));
    await expect(submit(first)).rejects.toThrow();
    await first.running.ended;
    expect(forge.plansLeft).toBe(0);
    const second = await serve();
    await ready(second);
    const kept = await second.get<Drafts>("/drafts");
    expect(bodiesOf(kept)).toEqual(allBodies());
    expect(kept.unfinished).toMatchObject({ event: "comment" });
    expect(await submit(second)).toMatchObject({ isSubmitted: true, left: [] });
    expect(sent()).toEqual(wholeReview());
    expect(bodiesOf(await second.get("/drafts"))).toEqual([]);
  },
  timeout,
);

test(
  "a push between draft and sending: drafts follow their lines, or say that these are gone",
  async () => {
    const first = await serve();
    await ready(first);
    await addDrafts(first);
    await kill(first);
    const text = pull.repository.store.run(["show", `${pull.headSha}:src/price.ts`]).toString();
    pull.push({
      "src/price.ts": `// One more line.\n${text}`,
      "src/discount.ts": "export const none = 0;\n",
    });
    const second = await serve();
    await ready(second);
    const found = await second.get<Drafts>("/drafts");
    expect(bodiesOf(found)).toEqual(allBodies());
    const of = (body: string) => found.drafts.find((draft) => draft.body.startsWith(body));
    expect(of("On a line.")).toMatchObject({ status: "moved", about: { place: { line: 7 } } });
    expect(of("On two.")).toMatchObject({ status: "moved", about: { place: { startLine: 7, line: 8 } } });
    expect(of("On a new file.")).toMatchObject({ status: "gone" });
    expect(await submit(second)).toMatchObject({ isSubmitted: true, left: [] });
    expect(sent()[0]?.comments).toContain("src/price.ts RIGHT -7: On a line.");
    expect(sent()[0]?.comments).toContain("src/price.ts RIGHT 7-8: On two.");
    expect(sent()[0]?.commit).toBe(pull.headSha);
  },
  timeout,
);
