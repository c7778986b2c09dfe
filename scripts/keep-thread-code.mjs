// Keeps what V8 compiled of the bundle of a thread while such a thread did its work once. It starts itself as that
// thread, since V8 gives the code only where it ran.
import { once } from "node:events";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import compiled from "../bin/compiled.cjs";
import { root } from "./prepare.mjs";
import { makeSamples } from "./samples.mjs";

const bundle = join(root, "dist", "headwater-thread.cjs");

async function readSamples() {
  const { allLanguages } = await import("../dist/lib/index.js");
  const module = (name) => new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve(name)));
  const grammars = allLanguages.map(({ grammar }) => [
    grammar.file,
    module(`@vscode/tree-sitter-wasm/wasm/${grammar.file}`),
  ]);
  const library = module("web-tree-sitter/web-tree-sitter.wasm");
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: {
      compiled: { library, grammars: new Map(grammars) },
      limits: { fileBytes: 1_000_000, fileTimeMs: 60_000 },
      languages: allLanguages.map(({ id, grammar }) => `${id} ${grammar.file} ${grammar.version}`).join("\n"),
    },
  });
  await once(worker, "message");
  const samples = makeSamples();
  for (const entry of readdirSync(samples, { recursive: true, withFileTypes: true })) {
    const language = allLanguages.find((one) => one.extensions.some((ending) => entry.name.endsWith(ending)));
    if (!entry.isFile() || language === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    worker.postMessage({
      id: 0,
      job: { path, blob: "", language: language.id, bytes: Uint8Array.from(readFileSync(path)) },
    });
    const [answer] = await once(worker, "message");
    if (answer.kind !== "answered") throw new Error(`${path}: ${answer.detail}`);
  }
  worker.postMessage("keep");
  await once(worker, "exit");
  rmSync(samples, { recursive: true, force: true });
}

function serve() {
  const script = compiled.compile(bundle);
  // Heard before the bundle hears it, which knows no such job.
  parentPort.on("message", (message) => {
    if (message !== "keep") return;
    const kept = compiled.keptCodeOf(bundle);
    writeFileSync(`${kept}.new`, script.createCachedData());
    renameSync(`${kept}.new`, kept);
    process.exit(0);
  });
  compiled.run(script, bundle);
}

if (isMainThread) await readSamples();
else serve();
