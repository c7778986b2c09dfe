import { Hono } from "hono";
import { UserError } from "../../kit/errors.ts";
import { openPullSchema } from "../../wire/discussion.ts";
import { jsonAnswer } from "./answer.ts";

/** A number and what is around it. */
const BODY_LIMIT_CHARS = 1_000;

/** Opens another pull request of the repository and answers with an address that works once. */
export function pullRoutes(openPull: (number: number) => Promise<string>): Hono {
  const api = new Hono();
  api.post("/pulls/open", async (c) => {
    const text = await c.req.text();
    const parsed = openPullSchema.safeParse(text.length > BODY_LIMIT_CHARS ? undefined : readJson(text));
    if (!parsed.success) throw new UserError("bad-request", "The body must be the number of a pull request.");
    const url = await openPull(parsed.data.number);
    return jsonAnswer({ url }, c.req.header("accept-encoding"));
  });
  return api;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
