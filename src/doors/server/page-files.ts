import { readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { compressed } from "./answer.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};

/** The built page. Only what was there at the start is served, by its exact name: no path leads elsewhere. */
export interface PageFiles {
  /** The answer to a GET of this path; an address inside the page gives its start. */
  answer(path: string, accepts: string | undefined): Promise<Response | undefined>;
}

export function pageFiles(folder: string): PageFiles {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join("/")),
  );
  const ready = new Map<string, ReturnType<typeof compressed>>();
  function bodyOf(name: string, accepts: string | undefined) {
    // A browser asks in one way: each file is compressed once.
    const key = `${name} ${accepts ?? ""}`;
    if (ready.size > 1_000) ready.clear();
    const known = ready.get(key) ?? compressed(new Uint8Array(readFileSync(join(folder, name))), accepts);
    ready.set(key, known);
    return known;
  }
  return {
    async answer(path, accepts) {
      const isAddress = path === "/" || (!names.has(path) && isPageAddress(path));
      const name = isAddress ? "/index.html" : path;
      if (!names.has(name)) return undefined;
      const { body, encoding } = await bodyOf(name, accepts);
      return new Response(body, {
        headers: {
          "content-type": types[extname(name)] ?? "application/octet-stream",
          // Vite puts a hash of the content into the names below assets/.
          "cache-control": name.startsWith("/assets/") ? "private, max-age=31536000, immutable" : "no-cache",
          vary: "accept-encoding",
          ...(encoding ? { "content-encoding": encoding } : {}),
        },
      });
    },
  };
}

/** The address of a changed file ends as the file does. */
function isPageAddress(path: string): boolean {
  return path.startsWith("/files/") || extname(path) === "";
}
