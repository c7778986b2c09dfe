import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { largeReview, longFileReview, wideReview } from "./reviews.ts";
import { browserStage } from "./visit.ts";

const stage = browserStage();

/** Nodes and heap, after collection. */
function load(page: Page): Promise<{ nodes: number; heapMb: number }> {
  return page.evaluate(() => {
    (window as unknown as { gc?: () => void }).gc?.();
    const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } };
    return { nodes: document.querySelectorAll("*").length, heapMb: Math.round(memory.usedJSHeapSize / 1e6) };
  });
}

test("a file of 50,000 lines scrolls, in every view, with few nodes", async () => {
  const server = await stage.serve(longFileReview());
  const page = await stage.open(server, "/page/p1");
  await page.waitForSelector(".diff .line");
  const scroller = page.locator(".stage");
  const scrollTo = (share: number) =>
    scroller.evaluate((element, part) => {
      element.scrollTop = element.scrollHeight * part;
    }, share);
  for (const share of [0.1, 0.5, 0.9]) {
    await scrollTo(share);
    await expect.poll(() => page.locator("[data-pending]").count()).toBe(0);
    expect((await load(page)).nodes).toBeLessThan(8_000);
  }
  const numberInView = () =>
    page.evaluate(() => {
      const top = document.querySelector(".stage")!.getBoundingClientRect().top + 40;
      const row = document.elementsFromPoint(700, top).find((each) => each.matches(".row-slot"));
      return Number([...(row?.querySelectorAll("[data-number]") ?? [])].at(-1)?.getAttribute("data-number"));
    });
  const before = await numberInView();
  await page.keyboard.press("s");
  await page.waitForSelector(".line.split", { timeout: 30_000 });
  // The line that was read stays where it was, though thousands of rows above it are others now.
  expect(Math.abs((await numberInView()) - before)).toBeLessThanOrEqual(2);
  await page.keyboard.press("z");
  await scrollTo(0.5);
  await expect.poll(() => page.locator("[data-pending]").count()).toBe(0);
  const after = await load(page);
  expect(after.nodes).toBeLessThan(8_000);
  expect(after.heapMb).toBeLessThan(150);
  await page.context().close();
});

test("a line of 100,000 characters shows its beginning and says how much there is", async () => {
  const server = await stage.serve(longFileReview(200));
  const page = await stage.open(server, "/page/p1");
  const button = page.getByRole("button", { name: /show 98,0\d\d more characters/ });
  await button.waitFor();
  await button.click();
  await expect
    .poll(() =>
      page
        .locator(".line", { hasText: "const big" })
        .locator(".shift")
        .textContent()
        .then((text) => text?.length),
    )
    .toBe(100_015);
  await page.context().close();
});

test("3,000 files with 100,000 lines: few nodes, and page changes are measured", async () => {
  const server = await stage.serve(wideReview());
  const page = await stage.open(server, "/");
  const first = await load(page);
  expect(first.nodes).toBeLessThan(8_000);
  const times: number[] = [];
  for (let turn = 0; turn < 40; turn++) {
    times.push(await page.evaluate(turnPage));
    await page.waitForTimeout(60);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)]!);
  const after = await load(page);
  console.log(
    `page change: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms; ${after.nodes} nodes, ${after.heapMb} MB`,
  );
  expect(after.nodes).toBeLessThan(8_000);
  expect(after.heapMb).toBeLessThan(150);
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await page.getByText("3,000 changed files").waitFor();
  expect((await load(page)).nodes).toBeLessThan(8_000);
  await page.context().close();
});

test("the pages of a core arrive in the rail when it opens, and nothing moves", async () => {
  const review = largeReview();
  const server = await stage.serve(review);
  server.coreDelayMs = 400;
  const page = await stage.open(server, "/");
  const rows = () =>
    page.locator(".rail .fixed-row").evaluateAll((all) =>
      all.map((row) => ({
        top: row.getBoundingClientRect().top,
        height: row.getBoundingClientRect().height,
      })),
    );
  const core = page.locator(".rail-core", { hasText: "check()" });
  await core.click();
  const before = await rows();
  expect(await page.locator(".rail-page", { hasText: "being read" }).count()).toBe(6);
  await page.locator(".rail-page", { hasText: "caller5 of check" }).waitFor();
  expect(await rows()).toEqual(before);
  expect(server.asked.filter((path) => path.startsWith("/api/core/"))).toEqual(["/api/core/c3"]);
  await page.context().close();
});

test("the core of a page and of those beside it are read ahead, each once, and their marks hold", async () => {
  const review = largeReview();
  const [, second] = review.overview.cores;
  const lines = review.cores.get(second!.id)!;
  const marks = [...review.cores.values()].flat().flatMap((line) => line.markHash ?? []);
  const left = lines.at(-1)!;
  const hunks = [...review.files.values()].flatMap((file) => file.hunks.map((hunk) => hunk.hash));
  // All is reviewed but one page of a core that was not read.
  const server = await stage.serve(review, {
    marks: [...hunks, ...marks.filter((hash) => hash !== left.markHash)],
  });
  const page = await stage.open(server, "/");
  await page.locator(".meter-text", { hasText: "4 / 4 hunks" }).waitFor();
  expect(server.asked.filter((path) => path.startsWith("/api/core/"))).toEqual([]);
  await page.keyboard.press("u");
  await expect.poll(() => page.locator("h1").textContent()).toBe(left.title);
  await page.locator(".turn.next", { hasText: "settings of check" }).waitFor();
  await expect
    .poll(() => server.asked.filter((path) => path.startsWith("/api/core/")).sort())
    .toEqual(["/api/core/c2", "/api/core/c3"]);
  const row = page.locator(".rail-page[aria-current]");
  expect(await row.locator(".done").count()).toBe(0);
  expect(await page.locator(".rail-page .done").count()).toBe(6);
  await page.keyboard.press("Shift+X");
  await expect.poll(() => row.locator(".done").count()).toBe(1);
  await expect.poll(() => server.marks.has(left.markHash!)).toBe(true);
  await page.context().close();
});

/** Runs in the page: from the key to the frame that shows the next page with its code. */
async function turnPage(): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const before = document.querySelector("h1")?.textContent;
  const startMs = performance.now();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "n", code: "KeyN", bubbles: true }));
  while (document.querySelector("h1")?.textContent === before || !document.querySelector(".diff .line")) {
    if (performance.now() - startMs > 5_000) throw new Error("The page did not change.");
    await frame();
  }
  await frame();
  return performance.now() - startMs;
}
