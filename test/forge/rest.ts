import { Hono } from "hono";
import { type Answer, Moved } from "./access.ts";
import type { Call, Env } from "./call.ts";
import { notFound, Refusal } from "./refusals.ts";
import { operations } from "./rest-operations.ts";

const documentation = "https://docs.github.com/rest";

/** REST: under the address that the client has, each answer checked against GitHub's own description. */
export function restRoutes(): Hono<Env> {
  const app = new Hono<Env>();
  // Faults of the forge are for the test to see, and no answer.
  app.onError((error) => {
    throw error;
  });
  app.use("*", (c, next) => {
    if (c.env.call !== undefined) c.set("call", c.env.call);
    return next();
  });
  for (const operation of operations) {
    const [method, template] = operation.name.split(" ") as [string, string];
    const path = template.replaceAll(/\{(\w+)\}/g, ":$1");
    const numbers = path.replaceAll(/:(pull_number|review_id|comment_id|issue_number)/g, ":$1{[0-9]+}");
    app.on(method.toUpperCase(), [numbers], async (c) => {
      const call = c.get("call");
      let answer: Answer;
      try {
        answer = await operation.run(call, c.req.param() as Record<string, string>);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        answer = refusalAnswer(error, operation.errors ?? "text");
      }
      return respond(call, operation.name, answer);
    });
  }
  // A moved repository is found by its number.
  app.all("/repositories/:id/*", (c) => byNumber(c.get("call"), c.req.param("id"), app));
  app.all("/repositories/:id", (c) => byNumber(c.get("call"), c.req.param("id"), app));
  return app;
}

function refusalAnswer(refusal: Refusal, form: "text" | "fields"): Answer {
  const errors = refusal.errors.map((error) =>
    form === "fields" && typeof error === "string"
      ? { resource: "PullRequestReviewComment", code: "custom", field: "body", message: error }
      : error,
  );
  return {
    status: refusal.status,
    body: {
      message: refusal.message,
      ...(errors.length > 0 && { errors }),
      documentation_url: documentation,
      status: String(refusal.status),
    },
    ...(refusal instanceof Moved && { headers: { "x-moved-to": String(refusal.repository.id) } }),
  };
}

async function respond(call: Call, operation: string, answer: Answer): Promise<Response> {
  const headers = new Headers(answer.headers ?? {});
  const moved = headers.get("x-moved-to");
  if (moved !== null) return movedResponse(call, moved);
  const status = answer.status ?? 200;
  if (answer.text !== undefined) {
    headers.set("content-type", "application/vnd.github.diff; charset=utf-8");
    return new Response(answer.text, { status, headers });
  }
  // A check sees what the client sees.
  const text = answer.body === undefined ? null : JSON.stringify(answer.body);
  call.checkAnswer(operation, status, text === null ? undefined : JSON.parse(text));
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(text, { status, headers });
}

function movedResponse(call: Call, id: string): Response {
  const rest = call.path.split("/").slice(4).join("/");
  const url = `${call.urls.api}/repositories/${id}${rest === "" ? "" : `/${rest}`}${call.query}`;
  const status = call.method === "GET" ? 301 : 307;
  const message = status === 301 ? "Moved Permanently" : "Temporary Redirect";
  return Response.json(
    { message, url, documentation_url: documentation },
    { status, headers: { location: url } },
  );
}

async function byNumber(call: Call, id: string, app: Hono<Env>): Promise<Response> {
  const repository = call.state.repositories.find((candidate) => String(candidate.id) === id);
  if (!repository?.mayRead(call.viewer)) {
    const refused = refusalAnswer(notFound(), "text");
    return Response.json(refused.body, { status: 404 });
  }
  const rest = call.path.split("/").slice(3).join("/");
  const path = `/repos/${repository.fullName}${rest === "" ? "" : `/${rest}`}`;
  return app.request(
    `http://forge${path}${call.query}`,
    { method: call.method },
    { call: { ...call, path } },
  );
}
