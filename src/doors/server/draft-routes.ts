import type { Context, Hono } from "hono";
import type { ReviewSession } from "../../app/review-session.ts";
import { draftChangeSchema, submitSchema, threadChangeSchema } from "../../wire/discussion.ts";
import { jsonAnswer } from "./answer.ts";
import { body, parsed, part, text, whole } from "./asked.ts";

/** Drafts, sending them, and what is done to conversations. */
export function draftRoutes(api: Hono, session: ReviewSession): void {
  api.get("/drafts", async (c) => json(c, await session.drafts()));
  api.post("/drafts", async (c) =>
    json(c, await session.saveDraft(parsed(draftChangeSchema, await body(c)))),
  );
  api.delete("/drafts/:id", async (c) =>
    json(c, await session.removeDraft(part(c, "id"), whole(c, "revision"))),
  );
  api.get("/suggestion", async (c) => {
    const startLine = whole(c, "startLine", 0);
    const side = text(c, "side") === "LEFT" ? ("LEFT" as const) : ("RIGHT" as const);
    const place = { path: text(c, "path"), side, line: whole(c, "line") };
    return json(c, await session.suggestion(startLine > 0 ? { ...place, startLine } : place));
  });
  api.post("/submit/preview", async (c) =>
    json(c, await session.previewSubmit(parsed(submitSchema, await body(c)))),
  );
  api.post("/submit", async (c) => json(c, await session.submit(parsed(submitSchema, await body(c)))));
  api.post("/threads/:id", async (c) => {
    const { isResolved } = parsed(threadChangeSchema, await body(c));
    return json(c, await session.resolveThread(part(c, "id"), isResolved));
  });
}

function json(c: Context, value: unknown): Promise<Response> {
  return jsonAnswer(value, c.req.header("accept-encoding"));
}
