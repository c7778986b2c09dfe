/**
 * Whether the name alone says that a dependency manager wrote the file. Exact names only: a source file may
 * well be called after locks.
 */
export function isLockfileName(path: string): boolean {
  return lockfiles.has(fileName(path));
}

/** Whether the name alone says that a program made the file, or that it was copied from elsewhere whole. */
export function isGeneratedName(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  if (folders.some((folder) => generatedFolders.has(folder))) return true;
  return generatedFile.test(fileName(path));
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

const lockfiles: ReadonlySet<string> = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "Cargo.lock",
  "go.sum",
  "go.work.sum",
  "poetry.lock",
  "Pipfile.lock",
  "pdm.lock",
  "uv.lock",
  "pixi.lock",
  "conda-lock.yml",
  "Gemfile.lock",
  "composer.lock",
  "mix.lock",
  "rebar.lock",
  "pubspec.lock",
  "Podfile.lock",
  "Package.resolved",
  "Cartfile.resolved",
  "packages.lock.json",
  "paket.lock",
  "gradle.lockfile",
  "buildscript-gradle.lockfile",
  "flake.lock",
  "stack.yaml.lock",
  "cabal.project.freeze",
  "Manifest.toml",
  "shard.lock",
  "conan.lock",
  "MODULE.bazel.lock",
  ".terraform.lock.hcl",
  "Chart.lock",
  "devbox.lock",
  "mise.lock",
]);

const generatedFolders: ReadonlySet<string> = new Set([
  "dist",
  "vendor",
  "node_modules",
  "bower_components",
  "__snapshots__",
  "__generated__",
]);

/** Endings that compilers, bundlers and test runners give to what they write. */
const generatedFile = new RegExp(
  [
    String.raw`\.min\.(?:js|mjs|cjs|css)$`,
    String.raw`\.(?:js|mjs|cjs|css|d\.ts)\.map$`,
    String.raw`\.snap$`,
    String.raw`\.pb(?:\.gw)?\.(?:go|cc|h|dart|swift|validate\.go)$`,
    String.raw`_pb2(?:_grpc)?\.pyi?$`,
    String.raw`_pb\.(?:js|d\.ts|rb)$`,
    String.raw`_grpc_pb\.(?:js|d\.ts)$`,
    String.raw`\.(?:g|freezed|gr|config|mocks)\.dart$`,
    String.raw`\.(?:designer|g|g\.i)\.cs$`,
    String.raw`^zz_generated\..*\.go$`,
    String.raw`[._]generated\.[a-z]+$`,
    String.raw`\.gen\.(?:go|ts|js)$`,
  ].join("|"),
  "i",
);
