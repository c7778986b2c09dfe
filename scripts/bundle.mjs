// The last step of a build: the command line in one file, what its threads run in another, and what V8 compiled of
// the command line while it did its work once.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import compiled from "../bin/compiled.cjs";
import { makeDemo } from "./demo.mjs";
import { root } from "./prepare.mjs";
import { makeSamples } from "./samples.mjs";

const bundle = join(root, "dist", "headwater.cjs");

export async function bundleCommandLine() {
  await bundleDoor("cli", bundle);
  await bundleDoor("worker", join(root, "dist", "headwater-thread.cjs"));
}

/** esbuild, which Vite and tsx bring along too: it alone can do without `import()`, which kept code cannot hold. */
async function bundleDoor(door, outfile) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(root, "dist", "doors", door, "main.js")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    supported: { "dynamic-import": false },
    mainFields: ["module", "main"],
    // Its module form asks for Node's modules by `import()`.
    alias: { "web-tree-sitter": createRequire(import.meta.url).resolve("web-tree-sitter") },
    define: { "import.meta.url": "bundleUrl" },
    // Holds machine code, which lies beside its own file.
    external: ["libsql"],
    charset: "ascii",
    legalComments: "none",
    minifyWhitespace: true,
    logLevel: "warning",
  });
}

/** Run in a process of its own: it ends when all is written. */
function keepCompiledCode() {
  const home = mkdtempSync(join(tmpdir(), "headwater-build-"));
  const demo = makeDemo();
  const samples = makeSamples();
  process.env.HEADWATER_HOME = home;
  const commands = [
    ["extract", "--repo", demo, "main..topic", "--out", join(home, "graph.json")],
    ["reach", "--repo", demo, "builtins//eval", "--json"],
    ["reach", "--repo", samples, "builtins//eval", "--json"],
  ];
  const script = compiled.compile(bundle);
  // Nothing is left to do when a command is done, and it is over before the next one starts.
  process.on("beforeExit", () => {
    if (process.exitCode) return;
    const command = commands.shift();
    if (command !== undefined) {
      // Each run is a new instance of the bundle, with a parser of its own.
      delete globalThis[Symbol.for("headwater.tree-sitter")];
      process.argv = [process.execPath, bundle, ...command];
      compiled.run(script, bundle);
      return;
    }
    const kept = compiled.keptCodeOf(bundle);
    writeFileSync(`${kept}.new`, script.createCachedData());
    renameSync(`${kept}.new`, kept);
    rmSync(home, { recursive: true, force: true });
    rmSync(demo, { recursive: true, force: true });
    rmSync(samples, { recursive: true, force: true });
    process.exit(0);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) keepCompiledCode();
