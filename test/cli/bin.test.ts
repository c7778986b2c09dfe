import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import compiled from "../../bin/compiled.cjs";

const loader = fileURLToPath(new URL("../../bin/compiled.cjs", import.meta.url));
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

test("what was kept of compiling the command line is used, and what cannot be used does no harm", () => {
  const folder = mkdtempSync(join(tmpdir(), "headwater-bin-"));
  try {
    const bundle = join(folder, "headwater.cjs");
    writeFileSync(bundle, 'console.log(typeof require("node:fs").statSync, bundleUrl);');
    const kept = compiled.keptCodeOf(bundle);
    const code = compiled.compile(bundle).createCachedData();
    // In a process of its own, since V8 remembers what it has compiled in this one.
    const program = `
      const { compile, run } = require(process.argv[1]);
      const script = compile(process.argv[2]);
      console.log(script.cachedDataRejected);
      run(script, process.argv[2]);`;
    const start = () =>
      spawnSync(process.execPath, ["-e", program, loader, bundle], { encoding: "utf8" }).stdout;
    const runs = `function ${pathToFileURL(bundle).href}`;
    expect(start()).toBe(`undefined\n${runs}\n`);
    writeFileSync(kept, code);
    expect(start()).toBe(`false\n${runs}\n`);
    for (const bytes of [code.subarray(0, code.length >> 1), new Uint8Array(8)]) {
      writeFileSync(kept, bytes);
      expect(start()).toBe(`true\n${runs}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
