/** Where a line stands: by its number on a side, or by its index in its hunk (as search tells it). */
export interface LinePlace {
  readonly by: "old" | "new" | "index";
  readonly number: number;
}

/** What narrows a page to a hunk and a line of it. */
export interface Spot {
  readonly hunk?: string | undefined;
  readonly line?: LinePlace | undefined;
}

export type Route =
  | { readonly kind: "overview" }
  | ({ readonly kind: "page"; readonly placement: string } & Spot)
  | { readonly kind: "files" }
  | ({ readonly kind: "file"; readonly path: string } & Spot)
  | ({ readonly kind: "low-signal" } & Spot)
  | { readonly kind: "discussion" }
  | { readonly kind: "pulls" }
  | { readonly kind: "unknown"; readonly path: string };

/** Reads an address. What it does not know becomes `unknown`, never another page. */
export function parseRoute(pathname: string, search: string): Route {
  const path = pathname.replace(/\/+$/, "");
  const spot = parseSpot(new URLSearchParams(search));
  if (path === "") return { kind: "overview" };
  if (path === "/files") return { kind: "files" };
  if (path === "/discussion") return { kind: "discussion" };
  if (path === "/pulls") return { kind: "pulls" };
  if (path === "/low-signal") return { kind: "low-signal", ...spot };
  const page = /^\/page\/(p\d+)$/.exec(path);
  if (page) return { kind: "page", placement: page[1]!, ...spot };
  if (pathname.startsWith("/files/")) {
    const file = decodePath(pathname.slice("/files/".length));
    if (file !== undefined && file !== "") return { kind: "file", path: file, ...spot };
  }
  return { kind: "unknown", path: pathname };
}

/** The address of a route; `parseRoute` reads it back. */
export function formatRoute(route: Route): string {
  return pathOf(route) + spotQuery(route);
}

/** The address without hunk and line: what a page's view is remembered by. */
export function pathOf(route: Route): string {
  switch (route.kind) {
    case "overview":
      return "/";
    case "page":
      return `/page/${route.placement}`;
    case "files":
      return "/files";
    case "file":
      return `/files/${encodePath(route.path)}`;
    case "low-signal":
      return "/low-signal";
    case "discussion":
      return "/discussion";
    case "pulls":
      return "/pulls";
    case "unknown":
      return route.path;
  }
}

export function spotOf(route: Route): Spot {
  return "hunk" in route || "line" in route ? { hunk: route.hunk, line: route.line } : {};
}

/**
 * Takes the token out of a URL fragment (`#token=…`, or the bare token), and says what is left of it.
 */
export function readToken(fragment: string): string | undefined {
  const text = fragment.replace(/^#/, "");
  if (text === "") return undefined;
  const named = new URLSearchParams(text).get("token");
  if (named) return named;
  return /^[A-Za-z0-9_-]{16,}$/.test(text) ? text : undefined;
}

/** Takes a pass out of a URL fragment (`#pass=…`): what opens the page once. */
export function readPass(fragment: string): string | undefined {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("pass") ?? undefined;
}

const letters = { n: "new", o: "old", i: "index" } as const;

function parseSpot(query: URLSearchParams): Spot {
  const hunk = query.get("hunk");
  const line = /^([noi])(\d{1,9})$/.exec(query.get("line") ?? "");
  return {
    hunk: hunk && /^h\d+$/.test(hunk) ? hunk : undefined,
    line: line ? { by: letters[line[1] as "n" | "o" | "i"], number: Number(line[2]) } : undefined,
  };
}

function spotQuery(route: Route): string {
  const { hunk, line } = spotOf(route);
  const query = new URLSearchParams();
  if (hunk) query.set("hunk", hunk);
  if (line) query.set("line", `${line.by[0]}${line.number}`);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** A name that is not well-formed Unicode would make encodeURIComponent throw. */
function encodePath(path: string): string {
  return path
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}

function decodePath(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
