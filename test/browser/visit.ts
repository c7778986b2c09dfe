import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type BuiltPage, buildPage, startBrowser } from "./chromium.ts";
import type { FakeReview } from "./fake-review.ts";
import { type FakeServer, startFakeServer } from "./fake-server.ts";

export interface Stage {
  serve(
    review: FakeReview,
    options?: { port?: number; token?: string; marks?: Iterable<string> },
  ): Promise<FakeServer>;
  /** Opens an address of a server in a profile of its own. Errors of the page fail the test that opened it. */
  open(
    server: { readonly address: string; readonly token: string },
    path: string,
    look?: Look,
  ): Promise<Page>;
  openUrl(url: string, look?: Look): Promise<Page>;
  readonly web: () => string;
}

export interface Look {
  readonly theme?: "light" | "dark";
  readonly width?: number;
}

/** A browser and the built page for the tests of one file. */
export function browserStage(): Stage {
  let built: BuiltPage;
  let browser: Browser;
  const servers: FakeServer[] = [];
  beforeAll(async () => {
    [built, browser] = await Promise.all([buildPage(), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) await server.close();
    await built?.remove();
  });
  async function openUrl(url: string, { theme = "light", width = 1400 }: Look = {}): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
    const page = await context.newPage();
    page.on("pageerror", (error) => expect.fail(`The page threw: ${error.message}`));
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) expect.fail(message.text());
    });
    await page.goto(url);
    await page.waitForSelector("h1");
    return page;
  }
  return {
    openUrl,
    web: () => built.web,
    async serve(review, options = {}) {
      const server = await startFakeServer({ web: built.web, review, ...options });
      servers.push(server);
      return server;
    },
    open: (server, path, look) => openUrl(`${server.address}${path}#token=${server.token}`, look),
  };
}

/** What axe finds against a page, as short lines. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const axe = (window as unknown as { axe: { run(): Promise<AxeResult> } }).axe;
    const { violations } = await axe.run();
    return violations.flatMap((each) =>
      each.nodes.map(
        (node) => `${each.id}: ${node.target.join(" ")} ${node.failureSummary.replace(/\s+/g, " ")}`,
      ),
    );
  });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

/** The path and query of the address. It follows the reader's line after a moment: poll for it. */
export function placeOf(page: Page): string {
  const url = new URL(page.url());
  return url.pathname + url.search;
}

/** The text of the line that the reader is on. */
export function cursorText(page: Page): Promise<string | null> {
  return page.locator("[data-cursor] .shift").first().textContent();
}
