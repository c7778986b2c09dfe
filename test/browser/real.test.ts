// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the lines are code, not templates
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReviewSession } from "../../src/app/review-session.ts";
import { openChange } from "../../src/app/session-source.ts";
import { type ReviewServer, serveReview } from "../../src/doors/server/server.ts";
import { browserStage, violations } from "./visit.ts";

/*
 * From a git repository to the page: nothing between them is replaced. A server that starts again is
 * another session with another port and token on the same home folder.
 */
const stage = browserStage();
let scratch: string;
let repo: string;
const servers: ReviewServer[] = [];
const bugs: unknown[] = [];

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), "headwater-real-"));
  repo = join(scratch, "repo");
  makeRepository(repo);
});

afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(scratch, { recursive: true, force: true });
});

test("the walk goes to the last page by key, and marks outlive the server", async () => {
  const first = await start();
  const page = await stage.open(first, "/");
  await page.locator(".begin").waitFor();
  const hunks = Number((await page.locator(".meter-text").textContent())?.match(/\/ (\d+)/)?.[1]);
  expect(hunks).toBeGreaterThan(4);

  let pages = 0;
  for (; pages < 40; pages++) {
    await page.keyboard.press("n");
    await expect.poll(() => page.locator(".diff .row-slot").count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Shift+X");
    if (page.url().endsWith("/low-signal")) break;
  }
  expect(pages).toBeGreaterThan(2);
  await expect.poll(() => page.locator(".meter-text").textContent()).toBe(`${hunks} / ${hunks} hunks`);
  await page.waitForTimeout(300);
  await page.context().close();
  await servers.pop()?.close();

  const second = await start();
  const again = await stage.open(second, "/");
  await expect.poll(() => again.locator(".meter-text").textContent()).toBe(`${hunks} / ${hunks} hunks`);
  await again.getByText(`All ${hunks} hunks are reviewed.`).waitFor();
  await again.context().close();
  expect(bugs).toEqual([]);
});

test("an address that was on a command line opens the page once, in that tab alone", async () => {
  const { server } = await start();
  const url = server.urlForOnce();
  const page = await stage.openUrl(url);
  await page.locator(".begin, .done-all").waitFor();
  expect(page.url()).not.toContain("pass");
  await page.reload();
  await page.locator(".begin, .done-all").waitFor();
  const other = await stage.openUrl(url);
  await other.getByText("The key is part of the address that headwater printed").waitFor();
  expect(await other.locator(".begin").count()).toBe(0);
  await page.context().close();
  await other.context().close();
});

test("a hunk is found by search, opens with its context and its image, and is not marked by looking", async () => {
  const server = await start();
  const page = await stage.open(server, "/");
  await page.locator(".begin, .done-all").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("applyDiscount(order.amount");
  await page.locator(".hit").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-cursor]");
  expect(await page.locator("[data-cursor]").textContent()).toContain("applyDiscount(order.amount");
  await page.keyboard.press("Shift+E");
  await page.locator("[data-context]").first().waitFor();

  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await page.locator(".files-row", { hasText: "pixel.png" }).click();
  await page.waitForSelector("figure[data-side='old'] img");
  await page.getByText("1 × 1").first().waitFor();
  await page.context().close();
  expect(bugs).toEqual([]);
});

async function start() {
  const homeDir = join(scratch, "home");
  const asked = {
    repoDir: repo,
    change: "main..topic",
    includeUntracked: false,
    findCopies: false,
    homeDir,
    environment: process.env,
    version: "0.0.0",
    builtBy: "test",
    isRefreshing: false,
  };
  const opened = await openChange(asked, new AbortController().signal);
  const onBug = (error: unknown) => bugs.push(error);
  const session = new ReviewSession({
    homeDir,
    opened,
    open: (signal) => openChange(asked, signal),
    build: "test",
    firstSeq: Date.now(),
    onBug,
  });
  const token = `real-token-${servers.length}-0123456789`;
  const server = await serveReview({ session, token, build: "test", port: 0, webFolder: stage.web(), onBug });
  servers.push(server);
  return { address: `http://127.0.0.1:${server.port}`, token, port: server.port, server };
}

function makeRepository(folder: string): void {
  const lines = (count: number, text: string) =>
    Array.from({ length: count }, (_, i) => `${text} ${i}`).join("\n");
  const base = {
    "src/price.ts": `export function price(order: Order): number {\n  return order.amount;\n}\n\n${lines(40, "// rate")}\n\nexport interface Order {\n  readonly amount: number;\n}\n`,
    "src/checkout.ts":
      'import { price } from "./price.ts";\n\nexport function checkout(order: Order): string {\n  return `${price(order)} EUR`;\n}\n',
    "src/report.ts":
      'import { checkout } from "./checkout.ts";\n\nexport function report(orders: Order[]): string {\n  return orders.map(checkout).join();\n}\n',
    "lib/old-name.py": `${lines(12, "# line")}\n`,
    "package-lock.json": '{ "name": "shop", "version": "1.0.0" }\n',
  };
  const head = {
    "src/price.ts": `import { applyDiscount } from "./discount.ts";\n\nexport function price(order: Order): number {\n  return applyDiscount(order.amount);\n}\n\n${lines(40, "// rate")}\n\nexport interface Order {\n  readonly amount: number;\n  readonly customer: string;\n}\n`,
    "src/discount.ts": "export function applyDiscount(amount: number): number {\n  return amount * 0.9;\n}\n",
    "src/checkout.ts":
      'import { price } from "./price.ts";\n\nexport function checkout(order: Order): string {\n  return `${price(order)} EUR for ${order.customer}`;\n}\n',
    "package-lock.json": '{ "name": "shop", "version": "1.1.0" }\n',
  };
  mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  write(folder, base);
  writeFileSync(join(folder, "pixel.png"), pixel(40));
  commit(folder, "A shop");
  git(folder, "checkout", "-q", "-b", "topic");
  write(folder, head);
  writeFileSync(join(folder, "pixel.png"), pixel(200));
  git(folder, "mv", "lib/old-name.py", "lib/new_name.py");
  commit(folder, "Discounts\n\nEvery price is discounted now.");
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function commit(folder: string, message: string): void {
  git(folder, "add", "-A");
  git(folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.invalid", "commit", "-q", "-m", message);
}

function git(folder: string, ...args: string[]): void {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")),
  );
  execFileSync("git", ["-C", folder, ...args], { env: { ...environment, GIT_CONFIG_GLOBAL: "/dev/null" } });
}

/** A PNG of one grey pixel. */
function pixel(shade: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const framed = Buffer.alloc(8 + body.length);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), 4 + body.length);
    return framed;
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.from([0, shade]));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
