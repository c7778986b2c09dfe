import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { invariant } from "../../kit/errors.ts";

/** What is installed here. */
export interface Product {
  readonly version: string;
  /** The folder of package.json. */
  readonly folder: string;
  /** The built page, if it is built. */
  readonly webFolder: string | undefined;
}

/** Looks upwards from this file, which the build may put anywhere below. */
export function findProduct(): Product {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const version = versionIn(join(folder, "package.json"));
    if (version !== undefined) {
      const web = join(folder, "dist", "web");
      return { version, folder, webFolder: existsSync(join(web, "index.html")) ? web : undefined };
    }
    invariant(dirname(folder) !== folder, "Headwater lies below its package.json");
    folder = dirname(folder);
  }
}

function versionIn(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const value = JSON.parse(readFileSync(path, "utf8")) as { name?: unknown; version?: unknown };
  return value.name === "headwater" && typeof value.version === "string" ? value.version : undefined;
}

/**
 * Names this very code: it changes with every build, and run from source with every edit. What was made by
 * other code is not used again.
 */
export function codeStamp(product: Product): string {
  const here = fileURLToPath(import.meta.url);
  const isBuilt = here.startsWith(join(product.folder, "dist"));
  const folder = join(product.folder, isBuilt ? "dist/doors" : "src");
  let newestMs = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    newestMs = Math.max(newestMs, statSync(join(folder, name)).mtimeMs);
  }
  return `${product.version} ${newestMs}`;
}

/** Names the code and the page that belongs to it, as a page can compare it. */
export function buildId(product: Product): string {
  const page = product.webFolder === undefined ? "" : readFileSync(join(product.webFolder, "index.html"));
  const hash = createHash("sha1").update(codeStamp(product)).update(page).digest("hex");
  return `${product.version}-${hash.slice(0, 10)}`;
}
