import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const bin = fileURLToPath(new URL("../../bin/headwater.js", import.meta.url));

test("bin/headwater.js can be run, and says what to do where nothing is built", () => {
  expect(statSync(bin).mode & 0o111).toBe(0o111);
  const folder = mkdtempSync(join(tmpdir(), "headwater-bin-"));
  try {
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    copyFileSync(bin, join(folder, "bin", "headwater.js"));
    const ran = spawnSync(process.execPath, [join(folder, "bin", "headwater.js")], { encoding: "utf8" });
    expect([ran.status, ran.stdout]).toEqual([3, ""]);
    expect(ran.stderr).toMatch(/^headwater: It is not built yet\. Run `npm ci && npm run build` in .*\n$/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
