import { expect, test } from "vitest";
import { sampleReview } from "./reviews.ts";
import { browserStage, cursorText, placeOf } from "./visit.ts";

const stage = browserStage();

test("a review is walked and marked with the keyboard alone, from the overview to the last page", async () => {
  const review = sampleReview();
  const server = await stage.serve(review);
  const page = await stage.open(server, "/");
  const visited: string[] = [];
  for (const _ of review.overview.walk) {
    await page.keyboard.press("n");
    await page.waitForSelector(".diff .line");
    visited.push(new URL(page.url()).pathname.replace("/page/", ""));
    await page.keyboard.press("Shift+X");
  }
  expect(visited).toEqual(review.overview.walk);
  await page.keyboard.press("n");
  expect(await page.locator("h1").textContent()).toBe("9 folded hunks");
  await page.keyboard.press("Shift+X");
  await expect.poll(() => page.locator(".meter-text").textContent()).toBe("19 / 19 hunks");
  const hashes = [...review.files.values()].flatMap((file) => file.hunks.map((hunk) => hunk.hash));
  await expect.poll(() => hashes.every((hash) => server.marks.has(hash))).toBe(true);
  await page.keyboard.press("n");
  expect(await page.locator(".done-all").textContent()).toBe("All 19 hunks are reviewed.");
  await page.context().close();
});

test("x marks hunk after hunk and goes on by itself, to the end", async () => {
  const review = sampleReview();
  const server = await stage.serve(review);
  const page = await stage.open(server, "/page/p1");
  const steps = review.overview.walk.length + review.lowSignal.total;
  for (let step = 0; step < steps && new URL(page.url()).pathname !== "/"; step++) {
    await page.waitForSelector(".diff .row-slot");
    await page.keyboard.press("x");
    await page.waitForTimeout(60);
  }
  expect(await page.locator("h1").textContent()).toBe("Bind tokens to a session");
  await expect.poll(() => page.locator(".meter-text").textContent()).toBe("19 / 19 hunks");
  await page.context().close();
});

test("the line moves by j and k, hunks by brackets, and the address names the place", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/files/src/auth/token.ts");
  await page.waitForSelector(".diff .line");
  await page.keyboard.press("j");
  expect(await cursorText(page)).toContain("import { createHmac");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  expect(await cursorText(page)).toContain("import { now }");
  await expect.poll(() => placeOf(page)).toContain("line=o2");
  await page.keyboard.press("]");
  await expect.poll(() => placeOf(page)).toMatch(/hunk=h\d+&line=n27/);
  const second = placeOf(page);
  // The reader's line holds the focus, so that a screen reader reads it.
  expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-cursor"))).toBe(true);

  const other = await stage.open(server, second);
  await other.waitForSelector("[data-cursor]");
  expect(await other.locator("[data-cursor] .number").nth(1).getAttribute("data-number")).toBe("27");
  await page.context().close();
  await other.context().close();
});

test("focus stays on the button after marking with it, and the mark can be taken back", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  const button = page.locator(".hunk-head .mark");
  await button.click();
  expect(await button.getAttribute("aria-pressed")).toBe("true");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  expect(await button.getAttribute("aria-pressed")).toBe("false");
  await page.context().close();
});

test("a mark from other context says so until it is confirmed", async () => {
  const review = sampleReview();
  const server = await stage.serve(review);
  server.contextChanged = [review.pages.get("p4")!.hunks[0]!.hash];
  const page = await stage.open(server, "/page/p4");
  await page.getByText("context changed").waitFor();
  expect(await page.locator(".meter-text").textContent()).toBe("1 / 19 hunks");
  await page.getByRole("button", { name: /Confirm/ }).click();
  await expect.poll(() => page.getByText("context changed").count()).toBe(0);
  await page.context().close();
});

test("typing in the search never triggers a key, and a hit on an unopened page is reached", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  await page.keyboard.press("/");
  await page.keyboard.type("sxnwze randomUUID");
  expect(await page.locator("#search").inputValue()).toBe("sxnwze randomUUID");
  expect(new URL(page.url()).pathname).toBe("/page/p4");
  expect(await page.locator(".diff-frame").getAttribute("data-view")).toBe("unified");
  expect(server.marks.size).toBe(0);
  await page.locator("#search").fill("randomUUID");
  await page.getByText("1 hit, on 1 page").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-cursor]");
  expect(new URL(page.url()).pathname).toBe("/page/p9");
  expect(await cursorText(page)).toContain("randomUUID");
  // Escape leaves the field; only then do keys act again.
  await page.locator("#search").focus();
  await page.keyboard.press("n");
  expect(new URL(page.url()).pathname).toBe("/page/p9");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/page/p10");
  await page.context().close();
});

test("Escape after a hit closes the field, then what was found, and only then goes back", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  await page.keyboard.press("/");
  await page.keyboard.type("randomUUID");
  await page.getByText("1 hit, on 1 page").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-cursor]");
  const path = () => new URL(page.url()).pathname;
  const isChosen = (name: string) => page.getByRole("tab", { name }).getAttribute("aria-selected");
  expect([path(), await isChosen("Found")]).toEqual(["/page/p9", "true"]);
  // The next keys are for the page, and the list stays for the next hit.
  expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-cursor"))).toBe(true);
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  expect([path(), await isChosen("Found")]).toEqual(["/page/p9", "true"]);
  await page.keyboard.press("Escape");
  expect([path(), await isChosen("Walk")]).toEqual(["/page/p9", "true"]);
  await page.keyboard.press("Escape");
  await expect.poll(path).toBe("/page/p4");
  await page.context().close();
});

test("x on the last hunk goes on to the top of the next page, and keys go on from there", async () => {
  const review = sampleReview();
  const server = await stage.serve(review);
  const page = await stage.open(server, "/page/p3");
  const path = () => new URL(page.url()).pathname;
  const at = () =>
    page.evaluate(() => [document.activeElement?.tagName, document.querySelector(".stage")?.scrollTop]);
  await page.waitForSelector(".diff .line");
  for (const _ of review.pages.get("p3")!.hunks) {
    expect(path()).toBe("/page/p3");
    await page.keyboard.press("x");
  }
  await expect.poll(path).toBe("/page/p4");
  await page.waitForSelector(".diff .line");
  expect(await at()).toEqual(["H1", 0]);
  await page.keyboard.press("n");
  await expect.poll(path).toBe("/page/p5");
  await page.waitForSelector(".diff .line");
  expect(await at()).toEqual(["H1", 0]);
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await expect.poll(path).toBe("/page/p3");
  await page.keyboard.press("u");
  await expect.poll(path).toBe("/page/p4");
  await page.context().close();
});

test("x on the last hunk of a file goes on to the next file that is not reviewed", async () => {
  const review = sampleReview();
  const server = await stage.serve(review);
  const [first] = review.overview.files.filter((file) => file.hunks.length > 0 && !file.noise);
  const after = review.overview.files[review.overview.files.indexOf(first!) + 1];
  const page = await stage.open(server, `/files/${first!.path}`);
  await page.waitForSelector(".diff .row-slot");
  for (const _ of first!.hunks) await page.keyboard.press("x");
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/files/${after!.path}`);
  await page.context().close();
});

test("going back returns to the very line", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/files/src/auth/token.ts");
  await page.waitForSelector(".diff .line");
  await page.locator(".stage").evaluate((element) => {
    element.scrollTop = 700;
  });
  await page.waitForTimeout(250);
  const before = await page.locator(".stage").evaluate((element) => element.scrollTop);
  expect(before).toBeGreaterThan(300);
  await page.keyboard.press("n");
  await page.waitForTimeout(250);
  await page.goBack();
  await expect.poll(() => page.locator(".stage").evaluate((element) => element.scrollTop)).toBe(before);
  await page.context().close();
});

test("context opens by lines and to the whole file, with the numbers of both sides", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  await page.waitForSelector(".diff .line");
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await page.locator("[data-context]").first().waitFor();
  const numbers = await page
    .locator(".line[data-context]")
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll("[data-number]")].map((each) => each.getAttribute("data-number")),
      ),
    );
  // One line was added above, so the two sides differ by one before the hunk and by two after it.
  for (const [before, after] of numbers) {
    expect(Number(after) - Number(before)).toBe(Number(after) < 27 ? 1 : 2);
  }
  await page.getByText(/changed too: Token/).waitFor();
  await page.keyboard.press("Shift+E");
  await expect.poll(() => page.locator(".elsewhere-row").count()).toBe(0);
  await page.context().close();
});

test("lines without an old side are as high as they wrap, also where the rest is split", async () => {
  const server = await stage.serve(sampleReview());
  Object.assign(server.settings, { diffView: "split", wrap: true });
  const page = await stage.open(server, "/page/p7", { width: 800 });
  await page.waitForSelector(".diff .line[data-target]");
  // What is left free below the text of each row, in pixels: a row too high leaves a line or more.
  const spare = await page.evaluate(() =>
    [...document.querySelectorAll(".row-slot:has(> .line)")].map((slot) => {
      const text = slot.querySelector(".text") as Element;
      const range = document.createRange();
      range.selectNodeContents(text);
      return slot.getBoundingClientRect().height - range.getBoundingClientRect().height;
    }),
  );
  expect(spare.length).toBeGreaterThan(5);
  expect(spare.filter((pixels) => pixels >= 20)).toEqual([]);
  await page.context().close();
});

test("the list of keys gives the focus back to where it was", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  await page.waitForSelector(".diff .line");
  await page.keyboard.press("j");
  const focused = () => page.evaluate(() => document.activeElement?.hasAttribute("data-cursor"));
  expect(await focused()).toBe(true);
  await page.keyboard.press("?");
  await page.waitForSelector(".key-sheet[open]");
  await expect.poll(focused).toBe(false);
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe(true);
  await page.context().close();
});

test("split, whitespace and wrap toggle by key and are kept by the server", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/files/src/http/server.ts");
  await page.waitForSelector(".line[data-kind='-']");
  await page.keyboard.press("w");
  await expect.poll(() => page.locator(".line[data-kind='-']").count()).toBe(0);
  await page.keyboard.press("s");
  await page.waitForSelector(".line.split");
  await page.keyboard.press("z");
  await expect.poll(() => page.locator(".diff-frame").getAttribute("data-wrap")).toBe("true");
  await expect
    .poll(() => server.settings)
    .toMatchObject({ diffView: "split", hideWhitespace: true, wrap: true });
  // Another port has another local storage; the settings come from the server all the same.
  const other = await stage.serve(sampleReview());
  Object.assign(other.settings, server.settings, { theme: "dark" });
  const again = await stage.open(other, "/page/p4");
  await again.waitForSelector(".line.split");
  await expect.poll(() => again.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.context().close();
  await again.context().close();
});

test("copied code has neither numbers nor signs", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  await page.waitForSelector(".line[data-kind='+']");
  const copied = await page.evaluate(() => {
    const rows = [...document.querySelectorAll(".diff .line")].slice(4, 7);
    const texts = rows.map((row) => row.querySelector(".shift")!);
    const range = document.createRange();
    range.setStart(texts[0]!, 0);
    range.setEnd(texts[2]!, texts[2]!.childNodes.length);
    document.getSelection()!.removeAllRanges();
    document.getSelection()!.addRange(range);
    const data = new DataTransfer();
    document.dispatchEvent(
      new ClipboardEvent("copy", { clipboardData: data, cancelable: true, bubbles: true }),
    );
    return data.getData("text/plain");
  });
  expect(copied).toBe(
    " * A token of another session is refused.\n */\nexport function validateToken(text: string, secret: string): Token {",
  );
  await page.context().close();
});

test("colours arrive, and nothing moves when they do", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  await page.waitForSelector(".diff .line");
  const before = await page.locator(".diff").boundingBox();
  await page.locator(".diff .t4").first().waitFor();
  expect(await page.locator(".diff").boundingBox()).toEqual(before);
  // The hunk begins inside a comment: the lines before it tell.
  expect(await page.locator(".line", { hasText: "Says whether a token" }).locator(".t3").count()).toBe(1);
  await page.context().close();
});
