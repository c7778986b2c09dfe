import { describe, expect, it } from "vitest";
import { parseDiff } from "../../src/engine/diff/diff.ts";
import {
  cutToFit,
  type DraftToSend,
  type ForgePlace,
  matchPosted,
  type Place,
  placeThreads,
  planSubmission,
  suggestionBlock,
  suggestionProblem,
  suggestionsIn,
  type Thread,
  withoutSuggestions,
} from "../../src/engine/discussion/discussion.ts";

const onLines = (place: Place): ForgePlace => ({ kind: "lines", place });
const onFile = (place: Place): ForgePlace => ({ kind: "file", path: place.path, why: "Not in a hunk." });
const nowhere = (): ForgePlace => ({ kind: "none", why: "Not in the diff." });
const place = { path: "src/a b.ts", side: "RIGHT", line: 7 } as const;
const draft = (id: string, more: Partial<DraftToSend> = {}): DraftToSend => ({
  id,
  about: { kind: "place", place },
  body: `text of ${id}`,
  isGone: false,
  quoted: ["  const a = 1;"],
  url: "https://forge.example/o/r/blob/abc/src/a%20b.ts#L7",
  ...more,
});
const plan = (drafts: readonly DraftToSend[], placeOf = onLines, body = "", maxBodyLength = 65_536) =>
  planSubmission({ drafts, body, placeOf, maxBodyLength });

describe("what is sent as what", () => {
  it("puts a comment on its lines", () => {
    expect(plan([draft("a")]).items).toEqual([{ draft: "a", sendsAs: "comment", place, body: "text of a" }]);
  });

  it("falls back to the file, then to the body, with a link to the lines", () => {
    const [item] = plan([draft("a")], onFile).items;
    expect(item).toMatchObject({
      sendsAs: "file-comment",
      place: { path: "src/a b.ts" },
      why: "Not in a hunk.",
    });
    expect(item?.body).toBe(
      "[`src/a b.ts` line 7](https://forge.example/o/r/blob/abc/src/a%20b.ts#L7):\n\ntext of a",
    );
    const all = plan([draft("a"), draft("b")], nowhere, "My view.");
    expect(all.items.map((one) => one.sendsAs)).toEqual(["body-entry", "body-entry"]);
    expect(all.body.startsWith("My view.\n\n[`src/a b.ts` line 7](")).toBe(true);
    expect(all.body).toContain("text of b");
  });

  it("quotes lines that are gone", () => {
    const [item] = plan([draft("a", { isGone: true })], onFile).items;
    expect(item?.body).toContain("```\n  const a = 1;\n```");
    expect(item?.why).toBe("The lines that it is about are no longer there.");
  });

  it("falls back by one form for each refusal", () => {
    const refusedAs = (as: "comment" | "file-comment") =>
      planSubmission({
        drafts: [draft("a")],
        body: "",
        placeOf: onLines,
        maxBodyLength: 65_536,
        refused: new Map([["a", { as, why: "Refused." }]]),
      }).items[0];
    expect(refusedAs("comment")).toMatchObject({ sendsAs: "file-comment", why: "Refused." });
    expect(refusedAs("file-comment")).toMatchObject({ sendsAs: "body-entry", why: "Refused." });
  });

  it("keeps what has no room in the body as a draft, and says what it cuts", () => {
    const long = plan([draft("a", { body: "x".repeat(600) }), draft("b")], nowhere, "", 500);
    expect(long.left.map((one) => one.draft)).toEqual(["a"]);
    expect(long.body).toContain("text of b");
    const cut = plan([], onLines, `${"word ".repeat(14_000)}`);
    expect(cut.body.length).toBeLessThanOrEqual(65_536);
    expect(cut.notes).toHaveLength(1);
  });

  it("leaves an answer to a thread that is gone", () => {
    const reply = draft("a", { about: { kind: "reply", thread: "T1" } });
    const input = { drafts: [reply], body: "", placeOf: onLines, maxBodyLength: 100 };
    expect(planSubmission({ ...input, threads: new Set(["T1"]) }).items[0]).toMatchObject({ thread: "T1" });
    expect(planSubmission({ ...input, threads: new Set() }).left).toHaveLength(1);
  });

  it("sends suggestions only where they can be accepted", () => {
    const better = suggestionBlock(["  const a = 2;"]);
    expect(plan([draft("a", { body: better })]).items[0]?.body).toBe(better);
    const left = draft("a", { body: better, about: { kind: "place", place: { ...place, side: "LEFT" } } });
    expect(plan([left]).items[0]).toMatchObject({
      body: "```\n  const a = 2;\n```",
      why: expect.any(String),
    });
    const same = draft("a", { body: suggestionBlock(["  const a = 1;"]) });
    expect(plan([same]).items[0]?.body).not.toContain("suggestion");
  });
});

describe("suggestions", () => {
  it("have a fence longer than any within", () => {
    const block = suggestionBlock(["```js", "````", "x"]);
    expect(block.startsWith("`````suggestion\n")).toBe(true);
    expect(suggestionsIn(block)[0]?.lines).toEqual(["```js", "````", "x"]);
    expect(withoutSuggestions(block)).toBe("`````\n```js\n````\nx\n`````");
  });

  it("are not what stands within another block, or in a line", () => {
    expect(suggestionsIn("````\n```suggestion\nx\n```\n````\nsee ```suggestion``` there")).toEqual([]);
    expect(suggestionsIn("```suggestion\nnot ended")).toHaveLength(1);
  });

  it("are told where they are the same or several", () => {
    expect(suggestionProblem(suggestionBlock(["a"]), ["a\r"])).toContain("the same");
    expect(suggestionProblem(`${suggestionBlock(["b"])}\n\n${suggestionBlock(["c"])}`, ["a"])).toContain(
      "several",
    );
    expect(suggestionProblem(suggestionBlock(["b"]), ["a"])).toBeUndefined();
  });
});

describe("a text that is too long", () => {
  it("is cut at the end of a block, and its fence is closed", () => {
    const text = `${"para\n\n".repeat(300)}\`\`\`js\n${"code\n".repeat(1_900)}\`\`\`\nend`;
    const { text: kept, cut } = cutToFit(text, 8_000);
    expect(kept.length).toBeLessThanOrEqual(8_000);
    expect(cut).toBeGreaterThan(0);
    expect(kept.match(/```/g)).toHaveLength(2);
    expect(cutToFit("para\n\n".repeat(2_000), 8_000).text).toMatch(/para\n\n\*Cut here/);
    expect(kept.endsWith(`*Cut here: ${cut} more characters do not fit.*`)).toBe(true);
    expect(cutToFit("short", 8_000)).toEqual({ text: "short", cut: 0 });
  });

  it("is never cut within a character", () => {
    const { text } = cutToFit("😀".repeat(5_000), 4_001);
    expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});

describe("comments that a forge has", () => {
  const items = plan([draft("a", { body: "same" }), draft("b", { body: "same" }), draft("c")]).items;
  const none = () => [];
  const comment = (id: string, body: string, at: Place = place) => ({ id, body, place: at });

  it("are matched by text and place, each once", () => {
    expect([...matchPosted(items, [comment("1", "same\r\n")], none)]).toEqual([["a", "1"]]);
    const both = matchPosted(items, [comment("1", "same"), comment("2", "same")], none);
    expect([...both.keys()]).toEqual(["a", "b"]);
    expect(matchPosted(items, [comment("1", "same", { ...place, line: 8 })], none).size).toBe(0);
    expect(matchPosted(items, [comment("1", "same", { ...place, side: "LEFT" })], none).size).toBe(0);
    expect(matchPosted(items, [comment("1", "text of c", { path: place.path, line: 7 })], none).size).toBe(1);
  });

  it("are matched as answers by their thread", () => {
    const reply = plan([draft("r", { about: { kind: "reply", thread: "T" } })]).items;
    const there = [{ id: "9", body: "text of r", place, replyTo: "first" }];
    expect(matchPosted(reply, there, (id) => (id === "T" ? ["first"] : [])).size).toBe(1);
    expect(matchPosted(reply, there, none).size).toBe(0);
    expect(matchPosted(items, there, none).size).toBe(0);
  });
});

describe("threads", () => {
  const files = parseDiff(
    Buffer.from(`diff --git a/a b/b
similarity index 60%
rename from a
rename to b
--- a/a
+++ b/b
@@ -1,2 +1,2 @@
 one
-two
+2
`),
  ).files;
  const thread = (id: string, present: Place | undefined): Thread => ({
    id,
    ...(present ? { present } : {}),
    original: { path: "a", side: "LEFT", line: 9, commit: "c", diff: "@@" },
    isOutdated: present === undefined,
    comments: [],
  });

  it("stand in the file that is shown, on lines in its hunk, those that are gone last", () => {
    const placed = placeThreads(
      [
        thread("gone", undefined),
        thread("left", { path: "a", side: "LEFT", line: 2 }),
        thread("far", { path: "b", side: "RIGHT", line: 90 }),
        thread("file", { path: "b" }),
        thread("else", { path: "z", side: "RIGHT", line: 1 }),
      ],
      files,
    );
    expect(placed.map(({ id, place: at, hunk }) => [id, at?.path, at?.line, hunk])).toEqual([
      ["file", "b", undefined, undefined],
      ["left", "b", 2, "h1"],
      ["far", "b", 90, undefined],
      ["else", "z", 1, undefined],
      ["gone", undefined, undefined, undefined],
    ]);
    expect(placed.at(-1)?.original.line).toBe(9);
  });
});
