import { createHmac } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPasses } from "../../src/doors/server/passes.ts";
import { errorSchema } from "../../src/wire/api.ts";
import { scratchFolder, start } from "./harness.ts";

function builtPage(): string {
  const folder = join(scratchFolder(), "web");
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Headwater</title>");
  writeFileSync(join(folder, "assets", "main-abc.js"), `console.log(1);${" ".repeat(5_000)}`);
  writeFileSync(join(folder, "..", "secret.txt"), "secret");
  return folder;
}

/** A request with any header and any path, which fetch would not send. */
function rawRequest(port: number, path: string, headers: Record<string, string>, method = "GET") {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, headers, method }, (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          body += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      });
      sent.on("error", reject);
      sent.end();
    },
  );
}

describe("who is answered", () => {
  test("only a request that names this address", async () => {
    const { server, token } = await start({ webFolder: builtPage() });
    for (const host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1", `[::1]:${server.port}`]) {
      for (const path of ["/", "/api/review"]) {
        const answer = await rawRequest(server.port, path, { host, "x-headwater-token": token });
        expect([host, path, answer.status]).toEqual([host, path, 403]);
      }
    }
    const own = await rawRequest(server.port, "/api/review", {
      host: `localhost:${server.port}`,
      "x-headwater-token": token,
    });
    expect(own.status).toBe(200);
  });

  test("no page of another origin, even with the token", async () => {
    const { api, server } = await start();
    const evil = await api("/api/review", { headers: { origin: "https://evil.example" } });
    expect(evil.status).toBe(403);
    const nothing = await api("/api/review", { headers: { origin: "null" } });
    expect(nothing.status).toBe(403);
    const own = await api("/api/review", { headers: { origin: `http://127.0.0.1:${server.port}` } });
    expect(own.status).toBe(200);
    const crossSite = await rawRequest(server.port, "/api/review", {
      host: `127.0.0.1:${server.port}`,
      "x-headwater-token": "t".repeat(32),
      "sec-fetch-site": "cross-site",
    });
    expect(crossSite.status).toBe(403);
  });

  test("no API request without the right token", async () => {
    const { server } = await start();
    const host = `127.0.0.1:${server.port}`;
    for (const token of [undefined, "", "t", "t".repeat(31), `${"t".repeat(31)}u`, "t".repeat(33)]) {
      const headers = { host, ...(token === undefined ? {} : { "x-headwater-token": token }) };
      const answer = await rawRequest(server.port, "/api/marks", headers);
      expect(answer.status).toBe(403);
      expect(errorSchema.parse(JSON.parse(answer.body)).code).toBe("forbidden");
    }
    // The token in the query or a cookie is none: both are shared too widely.
    const query = await rawRequest(server.port, `/api/marks?token=${"t".repeat(32)}`, { host });
    expect(query.status).toBe(403);
  });
});

describe("an address that opens the page once", () => {
  const redeem = (port: number, pass: unknown, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/api/token`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ pass }),
    });
  const passIn = (url: string) => new URL(url).hash.replace("#pass=", "");

  test("is worth the token once, and holds no token itself", async () => {
    const { server, token, api } = await start();
    const url = server.urlForOnce();
    expect(url).not.toContain(token);
    expect(await (await redeem(server.port, passIn(url))).json()).toEqual({ token });
    const again = await redeem(server.port, passIn(url));
    expect(again.status).toBe(403);
    expect(errorSchema.parse(await again.json()).message).toBe("This address has been opened before.");
    const { pass } = (await (await api("/api/passes", { method: "POST" })).json()) as { pass: string };
    expect(await (await redeem(server.port, pass)).json()).toEqual({ token });
  });

  test("is given to nobody without the token, and used by no other page", async () => {
    const { server } = await start();
    const asked = await fetch(`http://127.0.0.1:${server.port}/api/passes`, { method: "POST" });
    expect(asked.status).toBe(403);
    const pass = passIn(server.urlForOnce());
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }]) {
      expect((await redeem(server.port, pass, headers)).status).toBe(403);
    }
    for (const wrong of ["", "x".repeat(32), undefined, 7, ["a"]]) {
      expect((await redeem(server.port, wrong)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await redeem(server.port, pass)).status).toBe(200);
  });

  test("a page that comes back learns who is there before it says its token", async () => {
    const { server, token } = await start();
    const hello = (nonce: string) => fetch(`http://127.0.0.1:${server.port}/api/hello?nonce=${nonce}`);
    const nonce = "n".repeat(48);
    const proof = createHmac("sha256", token).update(nonce).digest("hex");
    expect(await (await hello(nonce)).json()).toEqual({ proof });
    expect((await hello("short")).status).toBe(400);
    expect((await hello("%20".repeat(20))).status).toBe(400);
  });

  test("is over after two minutes", () => {
    let nowMs = 0;
    const passes = createPasses(() => nowMs);
    const [early, late] = [passes.make(), passes.make()];
    nowMs = 120_000;
    expect(passes.use(early)).toBe(true);
    nowMs++;
    expect(passes.use(late)).toBe(false);
  });
});

describe("what is answered", () => {
  test("no file but those of the page, whatever the path", async () => {
    const { server } = await start({ webFolder: builtPage() });
    const host = `127.0.0.1:${server.port}`;
    for (const path of [
      "/../secret.txt",
      "/..%2fsecret.txt",
      "/assets/../../secret.txt",
      "/%2e%2e/secret.txt",
      "/assets/..%5c..%5csecret.txt",
      "//etc/passwd",
      "/assets/%00.js",
      "/nothing.js",
    ]) {
      const answer = await rawRequest(server.port, path, { host });
      expect([path, answer.body.includes("secret\n") || answer.body === "secret"]).toEqual([path, false]);
      expect([path, answer.body.includes("root:")]).toEqual([path, false]);
    }
    expect((await rawRequest(server.port, "/nothing.js", { host })).status).toBe(404);
  });

  test("an address inside the page gives the page, its assets may be kept for ever", async () => {
    const { server } = await start({ webFolder: builtPage() });
    for (const address of ["/page/p12", "/files/src/auth/token.ts", "/files/a%20b.min.js"]) {
      const page = await fetch(`http://127.0.0.1:${server.port}${address}`);
      expect([address, page.status]).toEqual([address, 200]);
      expect(await page.text()).toContain("<title>Headwater</title>");
      expect(page.headers.get("cache-control")).toBe("no-cache");
    }
    const asset = await fetch(`http://127.0.0.1:${server.port}/assets/main-abc.js`);
    expect(asset.headers.get("content-type")).toContain("javascript");
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect(asset.headers.get("content-encoding")).toBe("gzip");
    expect(await asset.text()).toContain("console.log(1)");
  });

  test("every answer carries the safety headers and the build", async () => {
    const { api, server } = await start({ webFolder: builtPage() });
    const answers = [
      await api("/api/review"),
      await api("/api/nothing"),
      await fetch(`http://127.0.0.1:${server.port}/`),
      await fetch(`http://127.0.0.1:${server.port}/api/review`),
    ];
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).not.toContain("http");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("strict-transport-security")).toBeNull();
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("x-headwater-build")).toBe("test");
    }
    expect((await api("/api/review")).headers.get("cache-control")).toBe("no-store");
  });
});

describe("wrong requests", () => {
  const json = { "content-type": "application/json" };

  test("each is one error with a code and a hint, and none is a bug", async () => {
    const { api, bugs } = await start();
    const cases: [string, RequestInit, number, string][] = [
      ["/api/nothing", {}, 404, "not-found"],
      ["/api", {}, 404, "not-found"],
      ["/api/page/p999", {}, 404, "not-found"],
      ["/api/page/__proto__", {}, 404, "not-found"],
      ["/api/hunk/h999", {}, 404, "not-found"],
      ["/api/hunk/h1?from=-1", {}, 400, "bad-request"],
      ["/api/hunk/h1?from=1e9", {}, 400, "bad-request"],
      ["/api/hunk/h1?from=99999", {}, 400, "bad-request"],
      ["/api/line?hunk=h1&index=9999", {}, 404, "not-found"],
      ["/api/line?hunk=h1", {}, 400, "bad-request"],
      ["/api/file-diff", {}, 400, "bad-request"],
      ["/api/file-diff?path=../../etc/passwd", {}, 404, "not-found"],
      ["/api/lines?path=/etc/passwd&side=new", {}, 404, "not-found"],
      ["/api/lines?path=../../etc/passwd&side=old", {}, 404, "not-found"],
      ["/api/lines?path=lib/untouched.ts&side=left", {}, 400, "bad-request"],
      ["/api/lines?path=lib/untouched.ts&side=new&from=0", {}, 400, "bad-request"],
      ["/api/raw?path=lib/untouched.ts&side=new", {}, 404, "not-found"],
      ["/api/raw?path=/etc/logo.png&side=new", {}, 404, "not-found"],
      [`/api/search?q=${"x".repeat(501)}`, {}, 400, "bad-request"],
      ["/api/marks", { method: "DELETE" }, 400, "bad-request"],
      ["/api/review", { method: "POST", body: "{}", headers: json }, 400, "bad-request"],
      ["/api/marks", { method: "POST", body: "{", headers: json }, 400, "bad-request"],
      ["/api/marks", { method: "POST", body: "{}", headers: json }, 400, "bad-request"],
      [
        "/api/marks",
        { method: "POST", body: "{}", headers: { "content-type": "text/plain" } },
        400,
        "bad-request",
      ],
      [
        "/api/marks",
        { method: "POST", body: '{"hashes":["no such"],"isReviewed":true}', headers: json },
        404,
        "not-found",
      ],
      ["/api/settings", { method: "PUT", body: '{"theme":"pink"}', headers: json }, 400, "bad-request"],
      ["/api/settings", { method: "PUT", body: "[]", headers: json }, 400, "bad-request"],
      ["/api/events?after=x", {}, 400, "bad-request"],
    ];
    for (const [path, init, status, code] of cases) {
      const answer = await api(path, init);
      const error = errorSchema.parse(await answer.json());
      expect([path, answer.status, error.code]).toEqual([path, status, code]);
      expect(error.message).not.toContain("Cannot read");
      expect(error.hint).not.toBe("");
    }
    expect(bugs).toEqual([]);
  });

  test("the ends of names that every object knows are no kinds of image", async () => {
    const { api } = await start();
    for (const end of ["constructor", "__proto__"]) {
      const answer = await api(`/api/raw?path=logo.${end}&side=new`);
      expect(errorSchema.parse(await answer.json()).message).toContain("not an image that the page can show");
    }
  });

  test("a body that is too large is refused, announced or not", async () => {
    const { api } = await start();
    const many = { hashes: Array.from({ length: 20_001 }, () => "a"), isReviewed: true };
    const counted = await api("/api/marks", { method: "POST", body: JSON.stringify(many), headers: json });
    expect(counted.status).toBe(400);
    const body = JSON.stringify({ hashes: ["x".repeat(3_000_000)], isReviewed: true });
    const announced = await api("/api/marks", { method: "POST", body, headers: json });
    expect(announced.status).toBe(413);
    expect(errorSchema.parse(await announced.json()).code).toBe("too-large");
    const stream = new Blob([body]).stream();
    const chunked = await api("/api/marks", {
      method: "POST",
      body: stream,
      headers: json,
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  test("a port in use is said", async () => {
    const { server } = await start();
    await expect(start({ port: server.port })).rejects.toMatchObject({ code: "port-in-use" });
  });
});
