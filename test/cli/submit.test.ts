import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Drafts, Submitted } from "../../src/wire/discussion.ts";
import { addDemo } from "../forge/demo.ts";
import { type Pull, startForge, type TestForge } from "../forge/forge.ts";
import { makePlace, type Place, type Ran, run } from "./harness.ts";

let forge: TestForge;
let pull: Pull;
let place: Place;
let url: string;

beforeEach(async () => {
  forge = await startForge();
  pull = await addDemo(forge);
  place = makePlace();
  url = `${forge.url}/acme/app/pull/1`;
});
afterEach(() => forge.close());

function headwater(words: readonly string[], login: string | null = "reviewer"): Promise<Ran> {
  const token = login === null ? {} : { GITHUB_TOKEN: forge.user(login).token };
  return run(place, words, { GH_HOST: forge.host, ...token });
}
const add = (at: string, body: string, ...more: string[]) =>
  headwater(["drafts", url, "--add", at, "--body", body, ...more]);
const submit = (...words: string[]) => headwater(["submit", url, "--event", "comment", ...words]);
const drafts = async () => JSON.parse((await headwater(["drafts", url, "--json"])).out) as Drafts;
const mine = () => pull.reviews.filter((review) => review.user.login === "reviewer");

describe("drafts", () => {
  test("are written and listed, on changed and on untouched code, each with how it would be sent", async () => {
    expect((await add("src/price.ts:6", "Round it.")).code).toBe(0);
    await add("src/price.ts:12-14", "Far from the change.");
    await add("src/cart.ts:1", "Untouched.");
    await add("old.txt:1", "Why delete it?", "--side", "LEFT");
    const { drafts: list, problems } = await drafts();
    expect(problems).toEqual([]);
    expect(
      list.map(({ about, sendsAs, status }) => [about.kind === "place" && about.place.path, sendsAs, status]),
    ).toEqual([
      ["old.txt", "comment", "here"],
      ["src/cart.ts", "body-entry", "here"],
      ["src/price.ts", "comment", "here"],
      ["src/price.ts", "file-comment", "here"],
    ]);
    expect(list.every((draft) => draft.quoted.length > 0)).toBe(true);
  });

  test("of lines that are not there are refused", async () => {
    for (const at of ["src/price.ts:900", "src/nothing.ts:1", "src/price.ts:5-3"]) {
      const ran = await add(at, "x");
      expect(ran.code, at).toBe(2);
    }
    expect((await drafts()).drafts).toEqual([]);
  });

  test("follow their lines after a push, and say when these are gone", async () => {
    await add("src/price.ts:6", "Round it.");
    await add("src/discount.ts:2", "Gone soon.");
    const repository = forge.repository("acme/app");
    const text = repository.store.git("show", `${pull.headSha}:src/price.ts`);
    repository.commit(
      {
        "src/price.ts": `// A new first line.\n// And a second.\n${text}`,
        "src/discount.ts": "export const none = 1;\n",
      },
      { branch: "discounts" },
    );
    const { drafts: list } = await drafts();
    expect(list.map(({ about, status }) => [about.kind === "place" && about.place.line, status])).toEqual([
      [2, "gone"],
      [8, "moved"],
    ]);
    const ran = await submit("--body", "After the push.");
    expect(ran.code, ran.err).toBe(0);
    const comments = pull.threads.flatMap((thread) =>
      thread.comments
        .filter((one) => one.review === mine()[0])
        .map((one) => [thread.path, thread.line, one.body]),
    );
    expect(comments).toContainEqual(["src/price.ts", 8, "Round it."]);
    expect(comments).toContainEqual(["src/discount.ts", null, expect.stringContaining("Gone soon.")]);
  });
});

describe("submit", () => {
  test("--dry-run prints exactly what is then sent, and sends nothing", async () => {
    await add("src/price.ts:6", "Round it.");
    await add("src/cart.ts:1", "Untouched.");
    const dry = await submit("--body", "My view.", "--dry-run", "--json");
    expect(dry.code, dry.err).toBe(0);
    expect(mine()).toEqual([]);
    const { preview, requests } = JSON.parse(dry.out);
    expect(preview.items.map((item: { sendsAs: string }) => item.sendsAs)).toEqual(["body-entry", "comment"]);
    forge.forgetRequests();
    const ran = await submit("--body", "My view.", "--json");
    expect(ran.code, ran.err).toBe(0);
    expect(JSON.parse(ran.out) as Submitted).toMatchObject({ isSubmitted: true, left: [] });
    const writes = forge.requests.filter(
      ({ method, operations }) =>
        method === "POST" && !operations.some((name) => /^(repository|viewer|node)$/.test(name)),
    );
    const text = (value: unknown) =>
      JSON.stringify(value).replaceAll(mine()[0]?.nodeId ?? "?", "(the review made above)");
    expect(writes.map(({ body }) => text(body))).toEqual(
      requests.map((one: { payload: unknown }) => JSON.stringify(one.payload)),
    );
    expect(mine()).toHaveLength(1);
    expect(mine()[0]?.body).toContain(`${forge.url}/acme/app/blob/${pull.headSha}/src/cart.ts#L1`);
    expect((await drafts()).drafts).toEqual([]);
  });

  test("says plainly what stands in the way", async () => {
    await add("src/price.ts:6", "Round it.");
    const without = await headwater(["submit", url, "--event", "comment"], null);
    expect([without.code, without.err]).toEqual([2, expect.stringContaining("Set GITHUB_TOKEN")]);
    const local = await headwater(["submit", "--event", "comment", "--body", "x"]);
    expect([local.code, local.err]).toEqual([2, expect.stringContaining("nowhere to send it")]);
    const own = await headwater(["submit", url, "--event", "approve"], "author");
    expect([own.code, own.err]).toEqual([2, expect.stringContaining("approve his own")]);
    const event = await headwater(["submit", url, "--event", "maybe"]);
    expect(event.code).toBe(2);
    expect((await drafts()).drafts).toHaveLength(1);
    expect(mine()).toEqual([]);
  });

  test("cuts a body that is too long at a block, and says so", async () => {
    const file = join(place.repo, "body.md");
    writeFileSync(file, "A paragraph.\n\n".repeat(6_000));
    const ran = await submit("--body-file", file);
    expect(ran.code, ran.err).toBe(0);
    expect(ran.err + ran.out).toMatch(/too long: \d+ characters/);
    expect(mine()[0]?.body).toMatch(/A paragraph\.\n\n\*Cut here: \d+ more characters do not fit\.\*$/);
  });
});
