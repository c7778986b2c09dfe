import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "playwright-core";
import { startBrowser } from "../test/browser/chromium.ts";
import { makeRepository } from "./fixtures.ts";
import { median, percentile, type Row } from "./time.ts";

const headwater = fileURLToPath(new URL("../bin/headwater.js", import.meta.url));
const LOADS = 5;
const PAGE_CHANGES = 60;

/** The page on a change of 3,000 files and about 100,000 changed lines, in a real browser. */
export async function measurePage(): Promise<Row[]> {
  const fixture = makeRepository(3000, 120, 3000, 8);
  const home = mkdtempSync(join(tmpdir(), "headwater-bench-home-"));
  const range = `${fixture.base}..${fixture.head}`;
  const server = await startServer([range, "--repo", fixture.folder], { HEADWATER_HOME: home });
  const browser = await startBrowser();
  try {
    return await measureIn(browser, server.url);
  } finally {
    await browser.close();
    server.process.kill("SIGTERM");
    fixture.remove();
    rmSync(home, { recursive: true, force: true });
  }
}

async function measureIn(browser: Browser, url: string): Promise<Row[]> {
  const paints: number[] = [];
  for (let load = 0; load < LOADS; load++) paints.push(await firstPaint(browser, url));
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const traffic = await countTraffic(session);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Pages can be turned once the walk is made.
  await page.getByText("in the order to read them").waitFor({ timeout: 180_000 });
  traffic.take();
  await page.reload();
  await page.getByText("in the order to read them").waitFor({ timeout: 180_000 });
  await page.waitForTimeout(1000);
  const overviewBytes = traffic.take();
  await watchPageChanges(page);
  const bytes: number[] = [];
  for (let at = 0; at < PAGE_CHANGES; at++) {
    await page.keyboard.press("n");
    await untilPageChanges(page, at + 1);
    await page.waitForTimeout(150);
    bytes.push(traffic.take());
  }
  const changes = await page.evaluate<number[]>("window.pageChanges");
  await session.send("HeapProfiler.collectGarbage");
  const heap = await session.send("Runtime.getHeapUsage");
  const dom = await session.send("Memory.getDOMCounters");
  await context.close();
  const first = median(paints);
  return [
    {
      what: "overview painted, from the opening of the address (median)",
      value: first / 1000,
      unit: "s",
      goal: atMost(1),
    },
    {
      what: "page change, from the key to the paint (95th percentile)",
      value: percentile(changes, 0.95),
      unit: "ms",
      goal: atMost(80),
    },
    { what: "data of the overview, compressed", value: overviewBytes / 1000, unit: "kB", goal: atMost(200) },
    {
      what: "data of a page with what it reads ahead, compressed (most)",
      value: Math.max(...bytes) / 1000,
      unit: "kB",
      goal: atMost(200),
    },
    { what: "heap after collection", value: heap.usedSize / 1e6, unit: "MB", goal: atMost(150) },
    { what: "DOM nodes after collection", value: dom.nodes, unit: "nodes", goal: atMost(8000) },
  ];
}

function atMost(value: number): { readonly kind: "at most"; readonly value: number } {
  return { kind: "at most", value };
}

/** Milliseconds until the overview's list of cores or its counts stand on the page, in a browser that has seen nothing. */
export async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const took = performance.now() - start;
  await context.close();
  return took;
}

/** Notes for each key press how long it takes until another heading is painted. */
export async function watchPageChanges(page: Page): Promise<void> {
  await page.evaluate(`{
    window.pageChanges = [];
    const heading = () => location.pathname + " " + document.querySelector("h1")?.textContent;
    let last = heading();
    addEventListener("keydown", (event) => {
      const look = () => {
        const now = heading();
        if (now === last) {
          requestAnimationFrame(look);
          return;
        }
        last = now;
        requestAnimationFrame(() => window.pageChanges.push(performance.now() - event.timeStamp));
      };
      look();
    }, { capture: true });
  }`);
}

/** The page forbids itself to make code of text, so the count is asked for again and again from here. */
export async function untilPageChanges(page: Page, count: number): Promise<void> {
  const end = performance.now() + 20_000;
  while ((await page.evaluate<number>("window.pageChanges.length")) < count) {
    if (performance.now() > end) throw new Error(`page change ${count} was not seen within 20 s`);
    await page.waitForTimeout(10);
  }
}

/** Counts the bytes of answers under /api/ as they came over the wire. */
async function countTraffic(session: CDPSession): Promise<{ take(): number }> {
  const wanted = new Set<string>();
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.includes("/api/") && !request.url.includes("/api/events")) wanted.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (wanted.delete(requestId)) bytes += encodedDataLength;
  });
  return {
    take() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
  };
}

/** A review that is served; the address stands alone on a line of what it prints. */
export async function startServer(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly process: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [headwater, "review", ...words, "--no-open"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  return await new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(said)?.[0];
      if (url !== undefined) resolve({ process: child, url });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}
