import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { makePlace, startCommand } from "../cli/harness.ts";
import { addDemo } from "../forge/demo.ts";
import { startForge, type TestForge } from "../forge/forge.ts";
import { browserStage, violations } from "./visit.ts";

/*
 * From the list of pull requests to the submitted review: the command line, its server and page, git, and a forge that
 * refuses what GitHub refuses. Nothing between them is replaced.
 */
const stage = browserStage();
let forge: TestForge;
afterEach(() => forge.close());

/** A clone of the demo's repository, with Headwater open on its latest commit. */
async function openClone(login: string): Promise<string> {
  forge = await startForge();
  await addDemo(forge);
  const place = makePlace();
  const repo = join(dirname(place.repo), "clone");
  // Not by a call that waits: the forge answers from this very process.
  await promisify(execFile)("git", ["clone", "-q", `${forge.url}/acme/app.git`, repo], {
    env: { PATH: process.env.PATH, HOME: dirname(place.repo) },
  });
  const running = startCommand({ ...place, repo }, ["--no-open", "HEAD"], {
    GH_HOST: forge.host,
    GITHUB_TOKEN: forge.user(login).token,
  });
  return running.untilOut("\n");
}

/** The row that shows a line of code. */
function lineOf(page: Page, code: string) {
  return page.locator(".row-slot:has(.line)").filter({ hasText: code }).first();
}

async function commentOn(page: Page, code: string, words: string): Promise<void> {
  // Rows below a draft move once more when its Markdown is there: the line is what the reader is on, or is pressed again.
  await expect
    .poll(
      async () => {
        await lineOf(page, code).locator(".shift").first().click();
        return page.locator("[data-cursor]").textContent();
      },
      { timeout: 20_000 },
    )
    .toContain(code);
  await page.keyboard.press("c");
  await page.locator(".editor textarea").waitFor();
  await page.keyboard.type(words);
  await page.getByText("Saved on this machine").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.locator(".draft").getByText(words).waitFor();
}

test("a pull request is reviewed from the list to what the forge then holds", async () => {
  const page = await stage.openUrl((await openClone("reviewer")).trim());
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.locator(".pull").getByRole("button", { name: "Give discounts" }).click();
  await page.locator(".markdown strong", { hasText: "discounts" }).waitFor();
  await page.getByText("4 conversations").first().waitFor();
  expect(await violations(page)).toEqual([]);

  // Open conversations by path and line: the removed file, then what is said of the file, then of its line.
  await page.keyboard.press("t");
  await page.getByText("Goodbye.").waitFor();
  await page.keyboard.press("t");
  await page.getByText("This file wants a test.").waitFor();
  await page.keyboard.press("t");
  await page.getByText("Why is this not rounded?").waitFor();
  const thread = page.locator(".thread", { hasText: "Why is this not rounded?" });
  await thread.getByRole("button", { name: "Reply" }).click();
  await page.locator(".editor textarea").waitFor();
  await page.keyboard.type("Then say so here.");
  await page.getByText("Saved on this machine").waitFor();
  await page.keyboard.press("Control+Enter");
  await thread.locator(".draft").getByText("Then say so here.").waitFor();
  await thread.getByRole("button", { name: "Resolve" }).click();
  await thread.getByText("resolved", { exact: true }).waitFor();

  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await page.locator(".files-row", { hasText: "price.ts" }).click();
  await commentOn(page, "discountFor(item.name)", "What of negative prices?");
  await commentOn(page, '"EUR"', "Who decided this?");

  // A line far from every hunk: the forge takes no comment there, so it goes with the file.
  await page.keyboard.press("Shift+E");
  await lineOf(page, "export function sum").waitFor();
  await commentOn(page, "export function sum", "This is slow.");

  await page.keyboard.press("Shift+S");
  const dialog = page.locator("dialog.submit-sheet");
  await dialog.getByLabel("Request changes").check();
  await dialog.getByLabel("What the review says as a whole").fill("Nearly there.");
  await dialog.locator(".preview-item").nth(3).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await dialog.locator(".preview-item", { hasText: "This is slow." }).textContent()).toContain(
    "comment on the file",
  );
  const before = forge.contentWrites;
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText("The review is sent").waitFor({ timeout: 60_000 });

  const [pull] = forge.repository("acme/app").pulls;
  const own = pull!.reviews.filter((review) => review.user.login === "reviewer");
  expect(own.map(({ state, body }) => [state, body.includes("Nearly there.")])).toEqual([
    ["CHANGES_REQUESTED", true],
  ]);
  const said = pull!.threads.flatMap((each) =>
    each.comments
      .filter((comment) => comment.user?.login === "reviewer")
      .map(({ body }) => [each.path, each.subject, each.side, body]),
  );
  expect(said.sort()).toEqual(
    [
      ["src/price.ts", "LINE", "RIGHT", "Then say so here."],
      ["src/price.ts", "LINE", "RIGHT", "What of negative prices?"],
      ["src/price.ts", "LINE", "LEFT", "Who decided this?"],
      ["src/price.ts", "FILE", "RIGHT", expect.stringContaining("This is slow.")],
    ].sort(),
  );
  expect(forge.contentWrites - before).toBeLessThanOrEqual(5);
  expect(forge.faults).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".draft").count()).toBe(0);
}, 180_000);

test("the author of a pull request can comment, and is told why nothing else", async () => {
  const page = await stage.openUrl((await openClone("author")).trim());
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.locator(".pull").getByRole("button", { name: "Give discounts" }).click();
  await page.locator(".markdown strong", { hasText: "discounts" }).waitFor();
  await page.getByText("4 conversations").first().waitFor();
  await page.keyboard.press("Shift+S");
  const dialog = page.locator("dialog.submit-sheet");
  await dialog.getByText("your own pull request").first().waitFor();
  expect(await dialog.getByLabel("Approve").isDisabled()).toBe(true);
  expect(await dialog.getByLabel("Comment", { exact: true }).isDisabled()).toBe(false);
}, 120_000);
