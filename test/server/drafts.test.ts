import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openForges } from "../../src/app/forges.ts";
import { openChange } from "../../src/app/session-source.ts";
import type { Discussion, Drafts, SubmitPreview, Submitted, Suggestion } from "../../src/wire/discussion.ts";
import { addDemo } from "../forge/demo.ts";
import { type Pull, startForge, type TestForge } from "../forge/forge.ts";
import { type Started, scratchFolder, start } from "./harness.ts";

let forge: TestForge;
let pull: Pull;

beforeEach(async () => {
  forge = await startForge();
  pull = await addDemo(forge);
});
afterEach(() => forge.close());

/** The server of the demo's pull request, as a page of the reviewer meets it. */
async function startPull(homeDir = scratchFolder(), login: string | null = "reviewer"): Promise<Started> {
  const nowhere = join(homeDir, "nowhere");
  mkdirSync(nowhere, { recursive: true });
  const token = login === null ? {} : { GITHUB_TOKEN: forge.user(login).token };
  const environment = { PATH: process.env.PATH, HOME: homeDir, GH_HOST: forge.host, ...token };
  const options = {
    repoDir: nowhere,
    change: `${forge.url}/acme/app/pull/1`,
    includeUntracked: false,
    findCopies: false,
    homeDir,
    environment,
    version: "test",
    builtBy: "test",
    isRefreshing: false,
    forges: openForges({ homeDir, environment, version: "test" }),
  };
  const started = await start({ homeDir, open: (signal) => openChange(options, signal) });
  await started.session.finished;
  await started.session.refreshDiscussion();
  return started;
}

const onLine = (line: number, path = "src/price.ts") => ({
  kind: "place" as const,
  place: { path, side: "RIGHT" as const, line },
});
const save = (on: Started, change: object) => on.send<Drafts>("POST", "/api/drafts", change);
const mine = () => pull.reviews.filter((review) => review.user.login === "reviewer");

describe("drafts over HTTP", () => {
  it("are on disk when the answer comes, and each window knows when another wrote", async () => {
    const home = scratchFolder();
    const first = await startPull(home);
    const { drafts } = await save(first, { about: onLine(6), body: "Round it." });
    expect(drafts).toMatchObject([
      {
        body: "Round it.",
        status: "here",
        sendsAs: "comment",
        quoted: [expect.stringContaining("discountFor")],
      },
    ]);
    expect(drafts[0]?.hunk).toMatch(/^h\d+$/);
    expect(drafts[0]?.placement).toMatch(/^p\d+$/);
    const { id, revision } = drafts[0] as Drafts["drafts"][number];
    const second = await startPull(home);
    expect((await second.get<Drafts>("/api/drafts")).drafts).toEqual(drafts);
    const changed = await save(second, { id, revision, about: onLine(6), body: "Round it, please." });
    expect(changed.drafts[0]?.body).toBe("Round it, please.");
    const stale = await first.api(`/api/drafts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id, revision, about: onLine(6), body: "Mine." }),
    });
    expect([stale.status, (await stale.json()) as unknown]).toMatchObject([409, { code: "stale-revision" }]);
    const late = await first.api(`/api/drafts/${id}?revision=${revision}`, { method: "DELETE" });
    expect(late.status).toBe(409);
    const gone = await first.api(`/api/drafts/${id}?revision=${changed.drafts[0]?.revision}`, {
      method: "DELETE",
    });
    expect(((await gone.json()) as Drafts).drafts).toEqual([]);
  });

  it("that are not as they should be are refused", async () => {
    const on = await startPull();
    const refused = async (change: unknown) =>
      (
        await on.api("/api/drafts", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(change),
        })
      ).status;
    expect(await refused({ about: { kind: "else" }, body: "x" })).toBe(400);
    expect(await refused({ about: onLine(6), body: "x".repeat(65_537) })).toBe(400);
    expect(await refused({ about: onLine(6_000), body: "x" })).toBe(404);
    expect(await refused({ about: onLine(1, "../../etc/passwd"), body: "x" })).toBe(404);
    expect((await on.api("/api/drafts/..%2f..%2fsettings?revision=1", { method: "DELETE" })).status).toBe(
      404,
    );
  });

  it("tell which lines a suggestion may take the place of", async () => {
    const on = await startPull();
    const asked = (query: string) => on.get<Suggestion>(`/api/suggestion?${query}`);
    const good = await asked("path=src/price.ts&side=RIGHT&line=6");
    expect(good.refused).toBeUndefined();
    expect(good.lines).toEqual([expect.stringContaining("discountFor(item.name)")]);
    expect((await asked("path=src/price.ts&side=LEFT&line=4")).refused).toContain("removed");
    expect((await asked("path=src/price.ts&side=RIGHT&line=13")).refused).toContain("does not show");
    expect((await asked("path=src/cart.ts&side=RIGHT&line=1")).refused).toContain("not part");
  });
});

describe("a review that is sent over HTTP", () => {
  it("is previewed, sent, and then stands in the discussion; conversations are resolved", async () => {
    const on = await startPull();
    const before = await on.get<Discussion>("/api/discussion");
    const thread = before.threads.find((one) => one.isResolved === false);
    await save(on, { about: onLine(6), body: "Round it." });
    await save(on, { about: { kind: "reply", thread: thread?.id }, body: "So it is." });
    await save(on, { about: onLine(1, "src/cart.ts"), body: "Untouched." });
    const asked = { event: "request-changes", body: "My view.", head: pull.headSha };
    const preview = await on.send<SubmitPreview>("POST", "/api/submit/preview", asked);
    expect(preview).toMatchObject({ writes: 3, problems: [], left: [] });
    expect(mine()).toEqual([]);
    const sent = await on.send<Submitted>("POST", "/api/submit", asked);
    expect(sent).toMatchObject({ isSubmitted: true, left: [] });
    expect(sent.posted).toHaveLength(3);
    expect(mine().map((review) => review.state)).toEqual(["CHANGES_REQUESTED"]);
    expect(await on.get<Drafts>("/api/drafts")).toEqual({ drafts: [], problems: [] });
    await on.session.refreshDiscussion();
    const after = await on.get<Discussion>("/api/discussion");
    expect(after.threads.flatMap((one) => one.comments.map((comment) => comment.body))).toContain(
      "Round it.",
    );
    await on.send("POST", `/api/threads/${encodeURIComponent(thread?.id ?? "")}`, { isResolved: true });
    expect(pull.threads.find((one) => one.nodeId === thread?.id)?.resolvedBy?.login).toBe("reviewer");
    expect(on.bugs).toEqual([]);
  });

  it("is refused once the head has moved, and drafts follow when it is read again", async () => {
    const on = await startPull();
    await save(on, { about: onLine(6), body: "Round it." });
    const head = pull.headSha;
    const repository = forge.repository("acme/app");
    const text = repository.store.git("show", `${head}:src/price.ts`);
    repository.commit({ "src/price.ts": `// New.\n${text}` }, { branch: "discounts" });
    const preview = await on.send<SubmitPreview>("POST", "/api/submit/preview", {
      event: "comment",
      body: "",
      head,
    });
    expect(preview.problems.map((one) => one.code)).toEqual(["head-moved"]);
    const refused = await on.api("/api/submit", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ event: "comment", body: "", head }),
    });
    expect((await refused.json()) as unknown).toMatchObject({ code: "head-moved" });
    await on.session.reload();
    const { drafts } = await on.get<Drafts>("/api/drafts");
    expect(drafts).toMatchObject([{ status: "moved", about: { place: { line: 7 } } }]);
    const sent = await on.send<Submitted>("POST", "/api/submit", {
      event: "comment",
      body: "",
      head: pull.headSha,
    });
    expect(sent.isSubmitted).toBe(true);
    expect(pull.threads.at(-1)).toMatchObject({ path: "src/price.ts", line: 7 });
  });

  it("goes nowhere without a token, or for a local review", async () => {
    const asked = { event: "comment", body: "x", head: pull.headSha };
    const post = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asked),
    };
    const without = await startPull(scratchFolder(), null);
    expect(await (await without.api("/api/submit", post)).json()).toMatchObject({ code: "no-token" });
    const local = await start();
    await local.session.finished;
    expect(await (await local.api("/api/submit", post)).json()).toMatchObject({ code: "local-review" });
    expect(mine()).toEqual([]);
  });
});
