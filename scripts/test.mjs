// `npm test`: installs what the tests need, builds, checks and runs every test. The last line counts them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, install, requireNode, root } from "./prepare.mjs";

requireNode();
install();
build();
const browser = findBrowser() ?? installBrowser();
const folder = mkdtempSync(join(tmpdir(), "headwater-test-"));
const results = join(folder, "results.json");

const checks = spawnSync(process.execPath, [join(root, "scripts", "check.mjs")], {
  cwd: root,
  stdio: "inherit",
});
const checksFailed = checks.status === 0 ? 0 : 1;
const vitest = spawnSync(
  process.execPath,
  [
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, HEADWATER_CHROMIUM: browser } },
);

let passed = 1 - checksFailed;
let failed = checksFailed;
if (existsSync(results)) {
  const report = JSON.parse(readFileSync(results, "utf8"));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  // A file that could not be loaded, or an error outside any test, has no test to count: it still failed.
  if (vitest.status !== 0 && report.numFailedTests === 0) failed++;
} else failed++;
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function findBrowser() {
  const named = process.env.HEADWATER_CHROMIUM;
  const candidates = [named, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const usual = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
  for (const candidate of candidates) {
    if (candidate === undefined || candidate === "") continue;
    if (candidate.includes("/")) {
      if (existsSync(candidate)) return candidate;
      continue;
    }
    const found = spawnSync("which", [candidate], { encoding: "utf8" });
    if (found.status === 0) return found.stdout.trim();
  }
  return usual.find((path) => existsSync(path));
}

function installBrowser() {
  const isRoot = typeof process.getuid === "function" && process.getuid() === 0;
  if (isRoot && existsSync("/etc/debian_version")) {
    console.error("Installing Chromium for the browser tests …");
    const options = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    spawnSync("apt-get", ["update"], options);
    spawnSync("apt-get", ["install", "-y", "chromium"], options);
    const found = findBrowser();
    if (found !== undefined) return found;
  }
  console.error("The browser tests need Chrome or Chromium: install it, or name it in HEADWATER_CHROMIUM.");
  console.log("0 passed, 1 failed");
  process.exit(1);
}
