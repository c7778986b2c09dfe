// Builds dist/: the library and the doors with tsdown, the page with Vite.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleCommandLine } from "./bundle.mjs";
import { root } from "./prepare.mjs";

const { build } = await import("tsdown");

rmSync(join(root, "dist"), { recursive: true, force: true });

const entries = {};
for (const file of readdirSync(join(root, "src", "lib"))) {
  entries[`lib/${file.replace(/\.ts$/, "")}`] = `src/lib/${file}`;
}
for (const door of ["cli", "worker"]) {
  const file = `src/doors/${door}/main.ts`;
  if (existsSync(join(root, file))) entries[`doors/${door}/main`] = file;
}
await build({
  cwd: root,
  config: false,
  entry: entries,
  outDir: "dist",
  format: "esm",
  platform: "node",
  target: "node20",
  dts: true,
  sourcemap: true,
  clean: false,
  logLevel: "warn",
  outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
});

if (existsSync(join(root, "web", "vite.config.ts"))) {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const result = spawnSync(
    process.execPath,
    [vite, "build", "--config", "web/vite.config.ts", "--logLevel", "warn"],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  if (result.status !== 0) process.exit(result.status ?? 3);
}

await bundleCommandLine();
for (const script of ["bundle.mjs", "keep-thread-code.mjs"]) {
  const kept = spawnSync(process.execPath, [join(root, "scripts", script)], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (kept.status !== 0) {
    console.error(`The built command line does not work:\n${kept.stderr}`);
    process.exit(kept.status ?? 3);
  }
}
