import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { startBrowser } from "../test/browser/chromium.ts";
import { addBig } from "../test/forge/demo.ts";
import { startForge } from "../test/forge/forge.ts";
import { firstPaint, startServer, untilPageChanges, watchPageChanges } from "./page.ts";
import { median, percentile, type Row } from "./time.ts";

const LOADS = 5;
const PAGE_CHANGES = 30;

/** A pull request of 3,000 files, with 500 conversations and without any: the page is as fast with them. */
export async function measurePullPage(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), "headwater-bench-home-"));
  const forge = await startForge();
  const quiet = await addBig(forge, "acme/quiet", { threads: 0 });
  const loud = await addBig(forge, "acme/loud", { threads: 500 });
  const environment = {
    HEADWATER_HOME: home,
    GH_HOST: forge.host,
    GITHUB_TOKEN: forge.user("reviewer").token,
  };
  const browser = await startBrowser();
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  try {
    for (const pull of [quiet, loud]) {
      const url = `${forge.url}/${pull.repository.fullName}/pull/${pull.number}`;
      servers.push(await startServer([url], environment));
    }
    return await compare(
      browser,
      servers.map(({ url }) => url),
    );
  } finally {
    await browser.close();
    for (const server of servers) server.process.kill("SIGTERM");
    await forge.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function compare(browser: Browser, urls: readonly string[]): Promise<Row[]> {
  const paints = urls.map((): number[] => []);
  const changes: number[][] = [];
  // What is measured must be ready: the walk made, and the conversations read.
  for (const url of urls) changes.push(await pageChanges(browser, url));
  for (let load = 0; load < LOADS; load++) {
    for (const [at, url] of urls.entries()) paints[at]?.push(await firstPaint(browser, url));
  }
  const [quietPaint = 0, loudPaint = 0] = paints.map(median);
  const [quietChange = 0, loudChange = 0] = changes.map((times) => percentile(times, 0.95));
  const goal = { kind: "at most", value: 1.2 } as const;
  return [
    {
      what: "overview painted, with 500 conversations (median)",
      value: loudPaint / 1000,
      unit: "s",
      goal: { kind: "at most", value: 1 },
    },
    { what: "overview painted, with 500 over without", value: loudPaint / quietPaint, unit: "times", goal },
    {
      what: "page change (95th percentile), with 500 over without",
      value: loudChange / quietChange,
      unit: "times",
      goal,
    },
  ];
}

async function pageChanges(browser: Browser, url: string): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByText("in the order to read them").waitFor({ timeout: 300_000 });
  await page
    .getByText(/\d+ conversations?, /)
    .first()
    .waitFor({ timeout: 120_000 });
  await watchPageChanges(page);
  for (let at = 0; at < PAGE_CHANGES; at++) {
    await page.keyboard.press("n");
    await untilPageChanges(page, at + 1);
    await page.waitForTimeout(150);
  }
  const times = await page.evaluate<number[]>("window.pageChanges");
  await context.close();
  return times;
}
