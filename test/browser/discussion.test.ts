import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Discussion, Thread } from "../../src/wire/discussion.ts";
import type { FakeServer } from "./fake-server.ts";
import { sampleReview } from "./reviews.ts";
import { browserStage, placeOf, violations } from "./visit.ts";

const stage = browserStage();

/** A page with hunks of src/auth/token.ts. */
const PATH = "src/auth/token.ts";

function comment(id: string, body: string) {
  return {
    id,
    author: "ada",
    createdAt: "2026-01-01T00:00:00Z",
    isEdited: false,
    body,
    url: "",
    isPending: false,
  };
}

function thread(id: string, change: Partial<Thread>): Thread {
  return {
    id,
    place: { path: PATH, side: "RIGHT", line: 5 },
    original: { path: PATH, side: "RIGHT", line: 5, commit: "1".repeat(40), diff: "@@ -1 +1 @@\n-old\n+new" },
    isOutdated: false,
    isResolved: false,
    comments: [comment(`${id}-1`, `Words of ${id}`)],
    ...change,
  };
}

async function forgeReview(discussion: Partial<Discussion>): Promise<FakeServer> {
  const review = sampleReview();
  const { change } = review.overview;
  if (!change) throw new Error("The sample has a change.");
  const overview = { ...review.overview, change: { ...change, provider: "github" as const, number: 7 } };
  const server = await stage.serve({ ...review, overview });
  server.talk.discussion = { ...server.talk.discussion, state: "ready", ...discussion };
  return server;
}

/** The page that holds the first hunk of the file. */
function pageOf(server: FakeServer): string {
  void server;
  return "/files/src/auth/token.ts";
}

async function linesAround(page: Page, note: string): Promise<string[]> {
  const slot = page.locator(`.row-slot:has(${note})`);
  const index = Number(await slot.first().getAttribute("data-index"));
  const above = page.locator(`[data-index="${index - 1}"] .number[data-number]`).last();
  return [(await above.getAttribute("data-number")) ?? ""];
}

test("a conversation stands below its line, in both views, on the side that it is about", async () => {
  const server = await forgeReview({
    threads: [
      thread("right", {}),
      thread("left", {
        place: { path: PATH, side: "LEFT", line: 5 },
        comments: [comment("l", "Of the old line")],
      }),
    ],
  });
  const page = await stage.open(server, pageOf(server));
  await page.getByText("Words of right").waitFor();
  expect(await linesAround(page, ".thread:has-text('Words of right')")).toEqual(["5"]);
  await page.keyboard.press("s");
  await page.getByText("Of the old line").waitFor();
  await page.getByText("Words of right").waitFor();
});

test("a resolved conversation is one line, an outdated one keeps the lines it was about", async () => {
  const { place: _, ...noPlace } = thread("old", { isOutdated: true });
  const server = await forgeReview({
    threads: [
      thread("done", { isResolved: true, comments: [comment("d", "Settled long ago. And more.\n\nlast")] }),
      noPlace,
    ],
  });
  const page = await stage.open(server, pageOf(server));
  await page.getByText("The lines as they were").click();
  await page.getByText("-old").waitFor();
  await page.locator(".thread[data-resolved]").getByText("1 comment").click();
  await page.locator(".thread[data-resolved] .comment").getByText("last").waitFor();
});

test("what a person wrote is Markdown without HTML, pictures or addresses that run", async () => {
  const body = [
    "**strong** <img src=x onerror=alert(1)> ![cat](https://tracker.example/cat.png)",
    "[link](javascript:alert(1)) [good](https://example.com/a) <!-- hidden -->",
    "`<!-- code -->`",
  ].join("\n\n");
  const server = await forgeReview({ threads: [thread("m", { comments: [comment("m", body)] })] });
  const page = await stage.open(server, pageOf(server));
  await page.locator(".markdown strong").waitFor();
  const html = await page.locator(".thread .markdown").innerHTML();
  expect(html).not.toMatch(/<img|javascript:|onerror=alert\(1\)>"/);
  expect(html).toContain("tracker.example, not loaded");
  expect(html).not.toContain("hidden");
  expect(await page.locator(".thread .markdown code").textContent()).toBe("<!-- code -->");
  expect(await page.locator(".thread .markdown a").allTextContents()).toEqual([
    "(tracker.example, not loaded)",
    "good",
  ]);
});

test("c writes a comment at the line; it is on disk while it grows and stays a draft", async () => {
  const server = await forgeReview({});
  const page = await stage.open(server, pageOf(server));
  await page.locator(".line").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await page.locator(".editor textarea").waitFor();
  await page.keyboard.type("Why not sooner? nnn");
  await page.getByText("Saved on this machine").waitFor();
  expect([...server.talk.drafts.values()].map((draft) => draft.body)).toEqual(["Why not sooner? nnn"]);
  await page.keyboard.press("Control+Enter");
  await page.locator(".draft").getByText("Why not sooner? nnn").waitFor();
  expect(await page.locator(".editor").count()).toBe(0);
  const [draft] = server.talk.drafts.values();
  expect(draft?.about).toMatchObject({ kind: "place", place: { path: PATH, side: "LEFT", line: 2 } });
});

test("a text that could not be saved says so, survives a reload and is saved later", async () => {
  const server = await forgeReview({});
  const page = await stage.open(server, pageOf(server));
  await page.locator(".line").first().waitFor();
  server.talk.refusal = { code: "home-unwritable", message: "The disk is full.", hint: "Free some space." };
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await page.locator(".editor textarea").waitFor();
  await page.keyboard.type("Precious words");
  await page.getByText("Not saved: The disk is full.").waitFor();
  await page.keyboard.press("Control+Enter");
  expect(await page.locator(".editor").count()).toBe(1);
  server.talk.refusal = undefined;
  await page.reload();
  await page.locator(".editor textarea").waitFor();
  expect(await page.locator(".editor textarea").inputValue()).toBe("Precious words");
  await page.getByText("Saved on this machine").waitFor();
  expect(server.talk.drafts.size).toBe(1);
});

test("a selection over lines is what the comment is about, and a suggestion holds the lines", async () => {
  const server = await forgeReview({});
  const page = await stage.open(server, pageOf(server));
  const rows = page.locator('.row-slot .line[data-kind="+"] .shift');
  await rows.nth(4).waitFor();
  await page.evaluate(() => {
    const found = [...document.querySelectorAll(".row-slot")].filter((slot) => slot.querySelector(".line"));
    const range = document.createRange();
    range.setStart(found[0]!.querySelector(".shift")!, 0);
    const last = found[3]!.querySelector(".shift")!;
    range.setEnd(last, last.childNodes.length);
    document.getSelection()!.removeAllRanges();
    document.getSelection()!.addRange(range);
  });
  await page.keyboard.press("c");
  await page
    .locator(".editor")
    .getByText(/on lines \d+–\d+/)
    .waitFor();
  await page.getByText("Suggest a change").click();
  await expect
    .poll(() => page.locator(".editor textarea").inputValue())
    .toMatch(/^```suggestion\nline \d+\n```\n$/);
});

test("t goes from one open conversation to the next", async () => {
  const server = await forgeReview({
    threads: [
      thread("a", {}),
      thread("b", { isResolved: true }),
      thread("c", { place: { path: PATH, side: "RIGHT", line: 12 } }),
    ],
  });
  const page = await stage.open(server, "/");
  await page.getByText("2 open").first().waitFor();
  await page.keyboard.press("t");
  await expect.poll(() => placeOf(page)).toContain("/files/src/auth/token.ts");
});

test("the review is sent once, after a preview of what is sent", async () => {
  const server = await forgeReview({ off: { approve: "It is your own." } });
  const page = await stage.open(server, pageOf(server));
  await page.locator(".line").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await page.keyboard.type("Only draft");
  await page.keyboard.press("Control+Enter");
  await page.locator(".draft").waitFor();
  await page.keyboard.press("Shift+S");
  const dialog = page.locator("dialog.submit-sheet");
  await dialog.getByText("Only draft").waitFor();
  expect(await dialog.getByLabel("Approve").isDisabled()).toBe(true);
  await dialog.getByLabel("Request changes").check();
  await dialog.getByLabel("What the review says as a whole").fill("All in all");
  await dialog.getByText("All in all").last().waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText("The review is sent").waitFor();
  expect(server.talk.submitted).toMatchObject([{ event: "request-changes", body: "All in all" }]);
  await expect.poll(() => page.locator(".draft").count()).toBe(0);
});

test("while a review is being sent the page says what is waited for", async () => {
  const server = await forgeReview({});
  const page = await stage.open(server, "/");
  await page.getByText("Open pull requests").waitFor();
  let goOn = () => {};
  server.talk.pause = new Promise((resolve) => {
    goOn = resolve;
  });
  await page.keyboard.press("Shift+S");
  const dialog = page.locator("dialog.submit-sheet");
  await dialog.getByText("0 drafts").waitFor();
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByRole("button", { name: "Sending…" }).waitFor();
  server.tellSending("The forge asks to wait 60 s; then it goes on.");
  await dialog.getByText("The forge asks to wait 60 s; then it goes on.").waitFor();
  goOn();
  await dialog.getByText("The review is sent").waitFor();
});

test("the page of the discussion has every state, in both themes and narrow, without a fault of access", async () => {
  const { place: _, ...noPlace } = thread("old", { isOutdated: true });
  const server = await forgeReview({
    threads: [thread("a", {}), thread("b", { isResolved: true }), noPlace],
    comments: [comment("c", "On the whole")],
    reviews: [
      {
        id: "r",
        author: "grace",
        state: "approved",
        body: "Fine",
        submittedAt: "2026-01-01T00:00:00Z",
        url: "",
      },
    ],
    notes: ["Whether threads are resolved is not known."],
  });
  for (const look of [{ theme: "light" }, { theme: "dark", width: 800 }] as const) {
    const page = await stage.open(server, "/discussion", look);
    await page.getByText("On the whole").waitFor();
    await page.getByText("Words of a").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  }
});

test("the list of pull requests says who, when, size and state", async () => {
  const server = await forgeReview({});
  server.talk.pulls = {
    repository: "octo/park",
    total: 1,
    notes: [],
    pulls: [
      {
        number: 12,
        title: "A better gate",
        author: "ada",
        url: "https://forge.example/12",
        createdAt: "2026-01-01T00:00:00Z",
        updatedAt: "2026-01-02T00:00:00Z",
        isDraft: true,
        baseRef: "main",
        headRef: "gate",
        size: { files: 3, added: 10, removed: 2 },
        reviewState: "changes-requested",
      },
    ],
  };
  const page = await stage.open(server, "/pulls");
  await page.getByText("A better gate").waitFor();
  const row = await page.locator(".pull").textContent();
  for (const word of ["#12", "ada", "2026-01-01", "3 files", "draft", "changes requested"])
    expect(row).toContain(word);
  expect(await violations(page)).toEqual([]);
});
