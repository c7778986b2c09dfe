import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { HeadMoved, HunkBody, MarkChange, Marks, SearchAnswer, Settings } from "../../src/wire/api.ts";
import { type FakeReview, untouchedLines } from "./fake-review.ts";
import { createTalk, type FakeTalk } from "./fake-talk.ts";

/*
 * A server that answers by the contract of src/wire/api.ts from a review in memory. It exists for states
 * that are hard to make for real: a server that is gone, refuses marks, or whose head has moved.
 */
export interface FakeServer {
  readonly address: string;
  readonly token: string;
  readonly port: number;
  readonly marks: Set<string>;
  readonly settings: Settings;
  /** Requests by path, to see what was asked and how often. */
  readonly asked: string[];
  /** The tokens that it was told. */
  readonly told: Set<string>;
  /** The name of what is shown; pages that hold another one are refused. */
  snapshot: string;
  /** What is said of the review, and what is going to be. */
  readonly talk: FakeTalk;
  /** How long the pages of a core keep one waiting. */
  coreDelayMs: number;
  contextChanged: readonly string[];
  /** Answers marks with this instead of taking them. */
  refusal:
    | { readonly status: number; readonly code: string; readonly message: string; readonly hint: string }
    | undefined;
  moveHead(moved: HeadMoved): void;
  /** Says how sending goes. */
  tellSending(detail: string): void;
  close(): Promise<void>;
}

export interface FakeOptions {
  readonly web: string;
  readonly review: FakeReview;
  readonly port?: number;
  readonly token?: string;
  readonly marks?: Iterable<string>;
}

const FIRST_LINES = 400;
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

export async function startFakeServer(options: FakeOptions): Promise<FakeServer> {
  const streams = new Set<ServerResponse>();
  let revision = 1;
  let seq = 0;
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ code: "bug", message: String(error), hint: "" }));
    });
  });
  const fake: FakeServer = {
    address: "",
    port: 0,
    token: options.token ?? "test-token-0123456789",
    marks: new Set(options.marks),
    settings: {
      theme: "system",
      diffView: "unified",
      wrap: false,
      hideWhitespace: false,
      railFolded: false,
      inspectorFolded: true,
    },
    asked: [],
    told: new Set(),
    snapshot: "one",
    talk: createTalk(),
    coreDelayMs: 0,
    contextChanged: [],
    refusal: undefined,
    moveHead: (moved) => send("head-moved", moved),
    tellSending: (detail) => send("drafts", { detail }),
    close: () => stop(server, streams),
  };

  function send(type: string, data: unknown): void {
    const line = JSON.stringify({ seq: ++seq, type, head: "2".repeat(40), data });
    for (const stream of streams) stream.write(`${line}\n`);
  }
  const marks = (): Marks => ({
    revision,
    reviewed: [...fake.marks].sort(),
    contextChanged: [...fake.contextChanged],
    snapshot: fake.snapshot,
    pages: [...options.review.pages.values()].flatMap(({ placement, markHash }) =>
      markHash && fake.marks.has(markHash) ? placement.id : [],
    ),
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (!url.pathname.startsWith("/api/")) return serveFile(options.web, url.pathname, response);
    fake.asked.push(url.pathname + url.search);
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, {
        "content-type": "application/json",
        "x-headwater-build": "test",
        "x-headwater-snapshot": fake.snapshot,
      });
      response.end(JSON.stringify(body));
    };
    if (url.pathname === "/api/hello") {
      const nonce = url.searchParams.get("nonce") ?? "";
      return json({ proof: createHmac("sha256", fake.token).update(nonce).digest("hex") });
    }
    const told = request.headers["x-headwater-token"];
    if (typeof told === "string") fake.told.add(told);
    if (told !== fake.token) {
      return json(
        { code: "no-token", message: "The token is wrong.", hint: "Open the printed address." },
        401,
      );
    }
    const path = url.pathname.slice("/api/".length);
    const meant = request.headers["x-headwater-snapshot"];
    if (
      meant !== undefined &&
      meant !== fake.snapshot &&
      /^(page|core|hunk|lines?|file-diff|low-signal|raw|search)/.test(path)
    ) {
      const message = "This page shows an earlier state of the change.";
      return json({ code: "stale-revision", message, hint: "Load the page again." }, 409);
    }
    if (path === "events") {
      response.writeHead(200, { "content-type": "application/x-ndjson", "x-headwater-build": "test" });
      streams.add(response);
      response.on("close", () => streams.delete(response));
      response.write(`${JSON.stringify({ seq, type: "hello", head: "2".repeat(40), data: {} })}\n`);
      return;
    }
    if (path === "marks" && request.method === "POST") {
      const change = JSON.parse(await bodyOf(request)) as MarkChange;
      if (fake.refusal) return json(fake.refusal, fake.refusal.status);
      for (const hash of change.hashes) {
        if (change.isReviewed) fake.marks.add(hash);
        else fake.marks.delete(hash);
      }
      fake.contextChanged = fake.contextChanged.filter((hash) => !change.hashes.includes(hash));
      revision += 1;
      send("marks", marks());
      return json(marks());
    }
    if (path === "marks") return json(marks());
    if (path === "settings") {
      if (request.method === "PUT") Object.assign(fake.settings, JSON.parse(await bodyOf(request)));
      return json(fake.settings);
    }
    const isWritten = request.method === "POST" || request.method === "DELETE";
    const said = isWritten ? (JSON.parse((await bodyOf(request)) || "{}") as unknown) : undefined;
    if (path === "submit") await fake.talk.pause;
    const talked = fake.talk.answer(request.method ?? "GET", path, url.searchParams, said);
    if (talked) {
      if (talked.event) send(talked.event, {});
      return json(talked.body, talked.status);
    }
    if (path.startsWith("core/")) await sleep(fake.coreDelayMs);
    const found = read(options.review, path, url.searchParams);
    if (found instanceof Buffer) {
      response.writeHead(200, {
        "content-type": types[extname(url.searchParams.get("path") ?? "")] ?? "image/png",
      });
      response.end(found);
      return;
    }
    if (found === undefined) {
      return json({ code: "not-found", message: `There is no ${path}.`, hint: "It may have moved." }, 404);
    }
    json(found);
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, { port, address: `http://127.0.0.1:${port}` });
}

function read(review: FakeReview, path: string, query: URLSearchParams): unknown {
  const number = (name: string) => Number(query.get(name) ?? 0);
  if (path === "review") return review.overview;
  if (path === "low-signal") return review.lowSignal;
  if (path === "head") return { head: review.overview.change?.head };
  if (path === "reload") return review.overview;
  if (path.startsWith("page/")) {
    const page = review.pages.get(path.slice("page/".length));
    return page && { ...page, hunks: page.hunks.map(firstLines) };
  }
  if (path.startsWith("core/")) {
    const id = path.slice("core/".length);
    const placements = review.cores.get(id);
    return placements && { id, placements };
  }
  if (path.startsWith("hunk/")) {
    const hunk = findHunk(review, path.slice("hunk/".length));
    const from = number("from");
    return (
      hunk && {
        id: hunk.id,
        from,
        lineCount: hunk.lineCount,
        lines: hunk.lines.slice(from, from + number("count")),
      }
    );
  }
  const file = review.files.get(query.get("path") ?? "");
  if (path === "file-diff") return file && { file: file.head, hunks: file.hunks.map(firstLines) };
  if (path === "lines") {
    const from = number("from");
    const lines = file
      ? query.get("side") === "old"
        ? file.oldLines
        : file.newLines
      : untouchedLines(query.get("path") ?? "");
    return {
      path: query.get("path"),
      side: query.get("side"),
      from,
      lines: lines.slice(from - 1, from - 1 + number("count")),
      total: lines.length,
    };
  }
  if (path === "raw") {
    const image = file?.image?.[query.get("side") as "old" | "new"];
    return image === undefined ? undefined : Buffer.from(image);
  }
  if (path === "search") return search(review, query.get("q") ?? "", number("from"));
  return undefined;
}

function firstLines(hunk: HunkBody): HunkBody {
  return hunk.lines.length <= FIRST_LINES ? hunk : { ...hunk, lines: hunk.lines.slice(0, FIRST_LINES) };
}

function findHunk(review: FakeReview, id: string): HunkBody | undefined {
  for (const file of review.files.values()) {
    const found = file.hunks.find((hunk) => hunk.id === id);
    if (found) return found;
  }
  return undefined;
}

function search(review: FakeReview, text: string, from: number): SearchAnswer {
  const wanted = text.toLowerCase();
  const hits: SearchAnswer["hits"] = [];
  for (const file of review.files.values()) {
    const { path } = file.head;
    const at = path.toLowerCase().indexOf(wanted);
    if (at >= 0) hits.push({ kind: "file", path, placement: file.hunks[0]?.placement ?? "", text: path, at });
    for (const hunk of file.hunks) {
      hunk.lines.forEach((line, lineIndex) => {
        const at = line.text.toLowerCase().indexOf(wanted);
        if (at < 0) return;
        hits.push({
          kind: "line",
          path,
          placement: hunk.placement ?? "",
          hunk: hunk.id,
          lineIndex,
          text: line.text,
          at,
        });
      });
    }
  }
  return { query: text, total: hits.length, from, hits: hits.slice(from, from + 50) };
}

async function serveFile(web: string, pathname: string, response: ServerResponse): Promise<void> {
  const name = normalize(pathname).replace(/^\/+/, "");
  const isAsset = name.startsWith("assets/") || name === "icon.svg";
  const file = join(web, isAsset ? name : "index.html");
  const bytes = await readFile(file);
  response.writeHead(200, {
    "content-type": types[extname(file)] ?? "application/octet-stream",
    "content-security-policy":
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  response.end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

function stop(server: Server, streams: Set<ServerResponse>): Promise<void> {
  for (const stream of streams) stream.end();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
