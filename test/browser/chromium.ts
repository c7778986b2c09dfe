import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { build } from "vite";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** The browser that is installed, quiet and without a network of its own. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.HEADWATER_CHROMIUM || places.find((path) => existsSync(path));
  if (!executablePath) throw new Error("Chromium is not installed: the browser tests cannot run.");
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--js-flags=--expose-gc",
    ],
  });
}

export interface BuiltPage {
  readonly web: string;
  remove(): Promise<void>;
}

/** Builds the page into a folder of its own, so that tests see the sources as they are. */
export async function buildPage(): Promise<BuiltPage> {
  const web = await mkdtemp(join(tmpdir(), "headwater-page-"));
  const configFile = fileURLToPath(new URL("../../web/vite.config.ts", import.meta.url));
  await build({ configFile, logLevel: "error", build: { outDir: web } });
  return { web, remove: () => rm(web, { recursive: true, force: true }) };
}
