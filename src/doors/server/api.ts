import { type Context, Hono, type Next } from "hono";
import type { ReviewSession } from "../../app/review-session.ts";
import { apiError } from "../../app/session-errors.ts";
import { UserError } from "../../kit/errors.ts";
import { markChangeSchema, passSchema, settingsSchema } from "../../wire/api.ts";
import { errorAnswer, jsonAnswer } from "./answer.ts";
import { body, parsed, part, side, text, whole } from "./asked.ts";
import { draftRoutes } from "./draft-routes.ts";
import { proofFor } from "./guard.ts";
import type { Passes } from "./passes.ts";

/** Each address asks the session one thing and writes its answer. */
export function apiRoutes(session: ReviewSession): Hono {
  const api = new Hono();
  api.use((c, next) => withSnapshot(c, next, session));
  get(api, "/ping", () => session.ping());
  get(api, "/review", () => session.overview());
  get(api, "/page/:id", (c) => session.page(part(c, "id")));
  get(api, "/core/:id", (c) => session.corePages(part(c, "id")));
  get(api, "/hunk/:id", (c) =>
    session.hunkWindow(part(c, "id"), whole(c, "from", 0), whole(c, "count", 1_000)),
  );
  get(api, "/line", (c) => session.linePart(text(c, "hunk"), whole(c, "index"), whole(c, "from", 0)));
  get(api, "/file-diff", (c) => session.fileDiff(text(c, "path")));
  get(api, "/low-signal", () => session.lowSignal());
  get(api, "/lines", (c) => {
    const from = whole(c, "from", 1);
    if (from < 1) throw new UserError("bad-request", "Lines of a file count from 1.");
    return session.lines(text(c, "path"), side(c), from, whole(c, "count", 1_000));
  });
  get(api, "/search", (c) => session.search(text(c, "q"), whole(c, "from", 0)));
  get(api, "/marks", () => session.marks());
  draftRoutes(api, session);
  get(api, "/since", () => session.since());
  get(api, "/discussion", () => session.discussion());
  get(api, "/pulls", () => session.pulls());
  get(api, "/settings", () => session.readSettings());
  get(api, "/head", () => session.checkHead());
  api.get("/raw", async (c) => {
    const image = await session.raw(text(c, "path"), side(c));
    // Read on its own, as in a tab, an SVG could run scripts: the page alone may show it.
    return new Response(new Uint8Array(image.bytes), {
      headers: {
        "content-type": image.type,
        "content-disposition": "attachment",
        "cache-control": "private, no-store",
        "content-security-policy": "default-src 'none'; sandbox",
      },
    });
  });
  api.get("/events", (c) => eventsAnswer(session, whole(c, "after", 0), c.req.raw.signal));
  api.post("/marks", async (c) =>
    json(c, await session.changeMarks(parsed(markChangeSchema, await body(c)))),
  );
  api.put("/settings", async (c) =>
    json(c, await session.saveSettings(parsed(settingsSchema, await body(c)))),
  );
  api.post("/reload", async (c) => json(c, await session.reload()));
  api.all("*", (c) => {
    const known = api.routes.some(
      (route) => route.method !== "ALL" && route.path === c.req.path.replace(/^\/api/, ""),
    );
    const message = known ? `${c.req.method} is not for ${c.req.path}.` : `There is no ${c.req.path}.`;
    return fail(c, new UserError(known ? "bad-request" : "not-found", message));
  });
  return api;
}

/**
 * How a page and a server get to know each other. A pass opens the page once: the page takes the token for it, and
 * whoever has the token may have passes. A page that comes back asks first who is there: somebody else may have
 * the port by now, and must not be told the token.
 */
export function passRoutes(passes: Passes, token: string): Hono {
  const api = new Hono();
  get(api, "/hello", (c) => {
    const nonce = text(c, "nonce");
    if (!/^[\w-]{16,128}$/.test(nonce)) throw new UserError("bad-request", "A nonce has 16 to 128 letters.");
    return { proof: proofFor(token, nonce) };
  });
  api.post("/passes", (c) => json(c, { pass: passes.make() }));
  api.post("/token", async (c) => {
    const { pass } = parsed(passSchema, await body(c));
    if (!passes.use(pass)) throw new UserError("forbidden", "This address has been opened before.");
    return json(c, { token });
  });
  return api;
}

const SNAPSHOT_HEADER = "x-headwater-snapshot";
/** What is answered with ids or lines of the snapshot; all else is true of any. */
const OF_SNAPSHOT = /^\/api\/(page|core|hunk|line|file-diff|low-signal|lines|raw|search|since)(\/|$)/;

/** A tab that shows an earlier snapshot must not get hunks of another one under the same ids. */
async function withSnapshot(c: Context, next: Next, session: ReviewSession): Promise<void> {
  const meant = c.req.header(SNAPSHOT_HEADER);
  const shown = session.snapshotName;
  if (meant !== undefined && meant !== shown && OF_SNAPSHOT.test(c.req.path)) {
    throw new UserError("stale-revision", "This page shows an earlier state of the change.");
  }
  await next();
  c.res.headers.set(SNAPSHOT_HEADER, shown);
}

function get(api: Hono, path: string, ask: (c: Context) => unknown): void {
  api.get(path, async (c) => json(c, await ask(c)));
}

function json(c: Context, value: unknown): Promise<Response> {
  return jsonAnswer(value, c.req.header("accept-encoding"));
}

export function fail(c: Context, error: unknown): Promise<Response> {
  return errorAnswer(apiError(error), c.req.header("accept-encoding"));
}

/** One event a line, as the client reads them: a slow client holds back only itself. */
function eventsAnswer(session: ReviewSession, after: number, clientSignal: AbortSignal): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, clientSignal]);
  const events = session.events(after, signal);
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel: () => gone.abort(),
  });
  return new Response(stream, {
    headers: {
      "content-type": "application/x-ndjson; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}
