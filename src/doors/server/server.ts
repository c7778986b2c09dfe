import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import type { ReviewSession } from "../../app/review-session.ts";
import { UserError } from "../../kit/errors.ts";
import { apiRoutes, fail, passRoutes } from "./api.ts";
import { refusal, safetyHeaders } from "./guard.ts";
import { pageFiles } from "./page-files.ts";
import { createPasses } from "./passes.ts";
import { pullRoutes } from "./pull-routes.ts";

const HOST = "127.0.0.1";
/** How long an answer under way may take once the server stops. */
const STOP_MS = 1_000;

/** Where a page asks before it gives away its token, or has none yet. */
const forEveryone: ReadonlySet<string> = new Set(["/api/token", "/api/hello"]);

export interface ServerOptions {
  readonly session: ReviewSession;
  readonly token: string;
  readonly build: string;
  /** 0 for a free one. */
  readonly port: number;
  /** The folder of the built page; without it only the API is served. */
  readonly webFolder?: string;
  /** Opens another pull request; the page's list of them leads there. */
  readonly openPull?: (number: number) => Promise<string>;
  /** Hears of each request that failed through Headwater's own mistake. */
  readonly onBug: (error: unknown) => void;
}

export interface ReviewServer {
  readonly port: number;
  /** The address to open, with the token in its fragment, which no request carries. */
  readonly url: string;
  /** An address that opens the page once: for a program's command line, which other users of the machine can read. */
  urlForOnce(): string;
  /** Stops listening, ends the session and lets what is under way finish for a second. */
  close(): Promise<void>;
}

/**
 * Serves one review on loopback. Throws `port-in-use`. Every request must name this very address, come from
 * the page itself, and for the API carry the token.
 */
export async function serveReview(options: ServerOptions): Promise<ReviewServer> {
  const app = new Hono();
  const passes = createPasses();
  let port = options.port;
  app.use(async (c, next) => {
    const isApi = c.req.path === "/api" || c.req.path.startsWith("/api/");
    const needsToken = isApi && !forEveryone.has(c.req.path);
    const refused = refusal(c.req.raw.headers, port, isApi, needsToken ? options.token : undefined);
    if (refused === undefined) await next();
    else c.res = await fail(c, new UserError("forbidden", refused));
    for (const [name, value] of Object.entries(safetyHeaders)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    c.res.headers.set("x-headwater-build", options.build);
  });
  app.onError((error, c) => {
    if (!(error instanceof UserError)) options.onBug(error);
    return fail(c, error);
  });
  app.route("/api", passRoutes(passes, options.token));
  if (options.openPull) app.route("/api", pullRoutes(options.openPull));
  app.route("/api", apiRoutes(options.session));
  const page = options.webFolder === undefined ? undefined : pageFiles(options.webFolder);
  app.on(["GET", "HEAD"], "*", async (c) => {
    const answer = await page?.answer(c.req.path, c.req.header("accept-encoding"));
    return answer ?? fail(c, new UserError("not-found", `There is no ${c.req.path}.`));
  });
  app.notFound((c) => fail(c, new UserError("not-found", `There is no ${c.req.path}.`)));

  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  port = await listen(server, options.port);
  return {
    port,
    url: addressOf(port, options.token),
    urlForOnce: () => addressForOnce(port, passes.make()),
    close: () => stop(server, options.session),
  };
}

/** The address of a review: no request carries what comes after the `#`. */
export function addressOf(port: number, token: string): string {
  return `http://${HOST}:${port}/#token=${token}`;
}

/** The address that opens a review once. */
export function addressForOnce(port: number, pass: string): string {
  return `http://${HOST}:${port}/#pass=${pass}`;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "is in use" : `cannot be opened (${cause.code})`;
      reject(new UserError("port-in-use", `Port ${port} ${why}.`, { cause }));
    });
    server.listen(port, HOST, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

async function stop(server: Server, session: ReviewSession): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await session.close();
  // A connection becomes idle when its answer has been read, which is a moment after it was written.
  const idle = setInterval(() => server.closeIdleConnections(), 10);
  const all = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(all);
}
