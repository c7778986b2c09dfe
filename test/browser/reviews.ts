// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the lines are code, not templates
import { type FakeReview, makeReview, type ReviewScript } from "./fake-review.ts";
import type { FileScript } from "./script.ts";

const token: FileScript = {
  path: "src/auth/token.ts",
  lines: [
    ' import { createHmac, timingSafeEqual } from "node:crypto";',
    '-import { now } from "../clock.ts";',
    '+import type { Clock } from "../clock.ts";',
    " ",
    " /** How long a token holds, in seconds. */",
    "-const LIFETIME = 3600;",
    "+const LIFETIME_SECONDS = 15 * 60;",
    " ",
    " export interface Token {",
    "   readonly user: string;",
    "   readonly expires: number;",
    "+  readonly session: string;",
    " }",
    " ",
    ...kept("export function describe(token: Token): string {", 12, "}"),
    " /**",
    "  * Says whether a token was made by us and still holds.",
    "-  * The caller must catch what it throws.",
    "+ * A token of another session is refused.",
    "  */",
    "-export function validateToken(text: string, secret: string): Token {",
    "+export function validateToken(text: string, secret: string, session: string, clock: Clock): Token | undefined {",
    '   const [body, signature] = text.split(".");',
    '-  if (!body || !signature) throw new Error("malformed token");',
    "+  if (!body || !signature) return undefined;",
    '   const expected = createHmac("sha256", secret).update(body).digest();',
    '-  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) throw new Error("bad signature");',
    '+  const given = Buffer.from(signature, "hex");',
    "+  if (given.length !== expected.length || !timingSafeEqual(expected, given)) return undefined;",
    '   const token = JSON.parse(Buffer.from(body, "base64url").toString()) as Token;',
    "-  if (token.expires < now()) throw new Error(`expired ${now() - token.expires} seconds ago`);",
    "+  if (token.expires < clock.seconds() || token.session !== session) return undefined;",
    "   return token;",
    " }",
    " ",
    ...kept("export function refresh(token: Token): Token {", 18, "}"),
    " export function issueToken(user: string, secret: string): string {",
    "-  const body = encode({ user, expires: now() + LIFETIME });",
    "+  const body = encode({ user, session: newSession(), expires: clock.seconds() + LIFETIME_SECONDS });",
    "   return `${body}.${sign(body, secret)}`;",
    " }",
    "+",
    "+function newSession(): string {",
    "+  return randomUUID();",
    "+}",
  ],
};

const session: FileScript = {
  path: "src/auth/session-store.ts",
  status: "added",
  lines: [
    '+import type { Token } from "./token.ts";',
    "+",
    "+/** Open sessions, by id. A session ends when its token does. */",
    "+export class SessionStore {",
    "+  readonly #sessions = new Map<string, Token>();",
    "+",
    "+  open(token: Token): void {",
    "+    this.#sessions.set(token.session, token);",
    "+  }",
    "+",
    "+  find(session: string): Token | undefined {",
    "+    return this.#sessions.get(session);",
    "+  }",
    "+",
    "+  close(session: string): boolean {",
    "+    return this.#sessions.delete(session);",
    "+  }",
    "+}",
  ],
};

const login: FileScript = {
  path: "src/http/login.ts",
  lines: [
    ' import { validateToken } from "../auth/token.ts";',
    '+import type { SessionStore } from "../auth/session-store.ts";',
    " ",
    "-export async function login(request: Request): Promise<Response> {",
    "+export async function login(request: Request, sessions: SessionStore): Promise<Response> {",
    '   const header = request.headers.get("authorization") ?? "";',
    "-  try {",
    "-    const token = validateToken(header, secret());",
    "-    return json({ user: token.user });",
    "-  } catch (error) {",
    '-    return json({ error: "unauthorised" }, 401);',
    "-  }",
    "+  const token = validateToken(header, secret(), sessionOf(request), systemClock);",
    '+  if (!token) return json({ error: "unauthorised" }, 401);',
    "+  sessions.open(token);",
    "+  return json({ user: token.user });",
    " }",
  ],
};

const routes: FileScript = {
  path: "src/http/routes.ts",
  lines: [
    " export const routes = [",
    '-  { path: "/login", method: "POST", run: login },',
    '+  { path: "/login", method: "POST", run: (request) => login(request, sessions) },',
    '+  { path: "/logout", method: "POST", run: logout },',
    '   { path: "/me", method: "GET", run: me },',
    " ];",
  ],
};

const test: FileScript = {
  path: "test/token.test.ts",
  lines: [
    ' import { expect, test } from "vitest";',
    " ",
    '-test("refuses an expired token", () => {',
    "-  expect(() => validateToken(expired, secret)).toThrow();",
    '+test("refuses an expired token", () => {',
    "+  expect(validateToken(expired, secret, session, clock)).toBeUndefined();",
    " });",
  ],
};

const indented: FileScript = {
  path: "src/http/server.ts",
  noise: "whitespace",
  lines: [" if (isOpen) {", "-    close();", "+  close();", " }"],
};

const lowSignal: readonly FileScript[] = [
  {
    path: "package-lock.json",
    noise: "lockfile",
    lines: [
      " {",
      '   "name": "service",',
      '-  "version": "1.0.0",',
      '+  "version": "1.1.0",',
      '   "lockfileVersion": 3',
      " }",
    ],
  },
  { path: "dist/bundle.min.js", noise: "generated", lines: ["-var a=1;", `+var a=2;${"x".repeat(900)}`] },
  {
    path: "assets/logo.svg",
    noise: "binary",
    binary: true,
    lines: [],
    image: { old: square("#8899aa", 60), new: square("#1d5bb8", 90) },
  },
  { path: "assets/font.woff2", noise: "binary", binary: true, status: "added", lines: [] },
  { path: "docs/guide.md", oldPath: "guide.md", status: "renamed", noise: "renamed", lines: [] },
  { path: "scripts/run.sh", noise: "mode change", oldMode: "100644", newMode: "100755", lines: [] },
  { path: "src/empty.ts", status: "added", noise: "empty file", lines: [] },
  {
    path: "media/intro.mp4",
    noise: "lfs pointer",
    lines: [
      " version https://git-lfs.github.com/spec/v1",
      "-oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393",
      "+oid sha256:98ea6e4f216f2fb4b69fff9b3a44842c38686ca685f3f55dc48c5d3fb1107be4",
      "-size 12345",
      "+size 23456",
    ],
  },
];

const special: readonly FileScript[] = [
  {
    path: "vendor/parser",
    oldMode: "160000",
    newMode: "160000",
    lines: [`-Subproject commit ${"a".repeat(40)}`, `+Subproject commit ${"b".repeat(40)}`],
  },
  {
    path: "config/current",
    status: "typechange",
    oldMode: "100644",
    newMode: "120000",
    lines: ["-port = 80", "+default.ini"],
  },
  {
    path: "src/http/hidden.ts",
    lines: [
      " const user = find(id);",
      "-if (user.isAdmin) {",
      "+if (user.isAdmin\u202e) { // \u2066check\u2069",
      "   grant();",
      " }",
    ],
  },
];

/** A small change with one of each kind of file: what most tests and all pictures are made of. */
export function sampleReview(): FakeReview {
  return makeReview(sampleScript);
}

export const sampleScript: ReviewScript = {
  change: {
    title: "Bind tokens to a session",
    body: "A token could be used from any session. It now names the one it was made for, and a token of another\nsession is refused instead of throwing.\n\nCloses #214.",
    commits: [
      {
        id: "3f2a91c04be1d5f7a8c6e2b19d04f7a35c8e6b21",
        subject: "Bind tokens to a session",
        author: "Ada Lovelace",
        date: "2026-11-02T10:12:00Z",
      },
      {
        id: "9b1e77d2c3a4f5e6d7c8b9a0f1e2d3c4b5a69788",
        subject: "Keep open sessions in a store",
        author: "Grace Hopper",
        date: "2026-11-02T14:40:00Z",
      },
    ],
    untrackedCount: 2,
    notes: ["A change of .gitattributes is part of this change: generated files are told by the base."],
  },
  files: [token, session, login, routes, test, indented, ...lowSignal, ...special],
  problems: [
    { path: "src/http/hidden.ts", kind: "syntax-error", detail: "an expression was expected at line 2" },
  ],
  limits: [
    { name: "references-per-symbol", limit: 10, count: 14, detail: "10 of 14 uses of json() are shown." },
  ],
  cores: [
    {
      title: "validateToken()",
      hook: "Does every caller handle a token that is refused without an exception?",
      placements: [
        {
          band: "upstream",
          title: "Clock",
          path: "src/clock.ts",
          line: 13,
          why: "validateToken() takes the time from it now.",
        },
        {
          band: "upstream",
          title: "encode()",
          path: "src/auth/encode.ts",
          line: 25,
          why: "Makes the body that is signed.",
        },
        {
          band: "upstream-changed",
          title: "Token",
          path: "src/auth/token.ts",
          hunks: [0],
          why: "The token has a new field, session, that validateToken() compares.",
        },
        {
          band: "core",
          title: "validateToken()",
          path: "src/auth/token.ts",
          hunks: [1],
          why: "It answers undefined instead of throwing, and takes two more arguments.",
          risk: "high",
        },
        {
          band: "downstream-changed",
          title: "login()",
          path: "src/http/login.ts",
          hunks: [0],
          why: "Calls validateToken() with the new arguments.",
        },
        {
          band: "downstream-changed",
          title: "refuses an expired token",
          path: "test/token.test.ts",
          hunks: [0],
          why: "Tests validateToken().",
        },
        {
          band: "downstream",
          title: "me()",
          path: "src/http/me.ts",
          line: 37,
          why: "Calls validateToken() and did not change: it still expects an exception.",
          risk: "high",
        },
        {
          band: "downstream",
          title: "websocket upgrade",
          path: "src/ws/upgrade.ts",
          line: 13,
          why: "Calls validateToken() in untouched code.",
          risk: "med",
        },
      ],
      edges: [
        ["Clock", "validateToken()", "gives the time"],
        ["encode()", "Token", "encodes"],
        ["Token", "validateToken()", "adds the session"],
        ["validateToken()", "login()", "uses validateToken"],
        ["validateToken()", "refuses an expired token", "is tested by"],
        ["validateToken()", "websocket upgrade", "uses validateToken"],
        ["login()", "me()", "calls the same"],
      ],
    },
    {
      title: "SessionStore",
      hook: "Who closes a session whose token has run out?",
      placements: [
        {
          band: "upstream-changed",
          title: "issueToken()",
          path: "src/auth/token.ts",
          hunks: [2],
          why: "Makes the session that the store keeps.",
        },
        {
          band: "core",
          title: "SessionStore",
          path: "src/auth/session-store.ts",
          hunks: [0],
          why: "New: the open sessions by id.",
        },
        {
          band: "downstream-changed",
          title: "login()",
          path: "src/http/login.ts",
          hunks: [0],
          why: "Opens a session for a token that holds.",
          isRepeat: true,
        },
        {
          band: "downstream-changed",
          title: "routes",
          path: "src/http/routes.ts",
          hunks: [0],
          why: "Hands the store to login() and adds /logout.",
        },
      ],
      edges: [
        ["issueToken()", "SessionStore", "names the session"],
        ["SessionStore", "login()", "is opened by"],
        ["SessionStore", "routes", "is handed on by"],
      ],
    },
    {
      title: "Remaining changes",
      hook: "",
      placements: [
        {
          band: "core",
          title: "hidden.ts",
          path: "src/http/hidden.ts",
          hunks: [0],
          why: "Nothing else in this change hangs together with it.",
          byText: true,
        },
        {
          band: "core",
          title: "vendor/parser",
          path: "vendor/parser",
          hunks: [0],
          why: "A submodule points to another commit.",
          byText: true,
        },
        {
          band: "core",
          title: "config/current",
          path: "config/current",
          hunks: [0],
          why: "A file became a symbolic link.",
          byText: true,
        },
      ],
    },
  ],
};

/** A change whose every hunk is folded. */
export function lowSignalReview(): FakeReview {
  return makeReview({ change: { title: "Update the lockfile" }, files: lowSignal, cores: [] });
}

export function emptyReview(): FakeReview {
  return makeReview({ change: { title: "" }, files: [], cores: [] });
}

/** 50,000 changed lines in one file, one of 100,000 characters, and blocks with removed lines between. */
export function longFileReview(lineCount = 50_000): FakeReview {
  const lines = Array.from({ length: lineCount }, (_, i) => {
    if (i === 20) return `+const big = "${"0123456789".repeat(10_000)}";`;
    return `${i % 100 === 50 ? "-" : "+"}export const row${i} = compute(${i}, "row ${i}");`;
  });
  const after: FileScript = { path: "src/next.ts", lines: [" one", "-two", "+zwei", " three"] };
  return makeReview({
    change: { title: "Add a very long table" },
    files: [{ path: "src/table.ts", lines }, after],
    cores: [
      {
        title: "table.ts",
        hook: "",
        placements: [
          { band: "core", title: "table.ts", path: "src/table.ts", hunks: [0], why: "A table of rows." },
          {
            band: "downstream-changed",
            title: "next.ts",
            path: "src/next.ts",
            hunks: [0],
            why: "Reads the table.",
          },
        ],
        edges: [["table.ts", "next.ts", "is read by"]],
      },
    ],
  });
}

/** Four cores with six untouched places each, whose pages come core by core. */
export function largeReview(): FakeReview {
  const names = ["load", "parse", "check", "write"];
  const files = names.map(
    (name): FileScript => ({
      path: `src/${name}.ts`,
      lines: [` export function ${name}() {`, "-  return before();", "+  return after();", " }"],
    }),
  );
  const cores = names.map((name, i) => ({
    title: `${name}()`,
    hook: `Does ${name}() still hold?`,
    placements: [
      {
        band: "upstream" as const,
        title: `settings of ${name}`,
        path: "src/settings.ts",
        line: 10 * i + 5,
        why: "It is read.",
      },
      { band: "core" as const, title: `${name}()`, path: `src/${name}.ts`, hunks: [0], why: "It changed." },
      ...[1, 2, 3, 4, 5].map((k) => ({
        band: "downstream" as const,
        title: `caller${k} of ${name}`,
        path: `src/use-${name}.ts`,
        line: 10 * k,
        why: `It calls ${name}().`,
      })),
    ],
  }));
  return makeReview({ files, cores, isLarge: true });
}

/** Many files of one hunk each; `linesEach` of them changed. */
export function wideReview(fileCount = 3_000, linesEach = 34): FakeReview {
  const files = Array.from({ length: fileCount }, (_, i): FileScript => {
    const folder = `src/part${String(i % 40).padStart(2, "0")}/deep`;
    const body = Array.from({ length: linesEach }, (_, j) =>
      j % 2 === 0
        ? `-  const value${j} = read(${i}, ${j});`
        : `+  const value${j - 1} = readAgain(${i}, ${j - 1});`,
    );
    return { path: `${folder}/file${i}.ts`, lines: [` export function run${i}() {`, ...body, " }", " "] };
  });
  const cores = Array.from({ length: Math.ceil(fileCount / 4) }, (_, i) => {
    const own = files.slice(i * 4, i * 4 + 4);
    const title = (k: number) => `run${i * 4 + k}()`;
    const place = (file: FileScript, k: number) => ({
      band: k === 0 ? ("core" as const) : ("downstream-changed" as const),
      title: title(k),
      path: file.path,
      hunks: [0],
      why: k === 0 ? "It reads again instead of once." : `Calls ${title(0)}.`,
    });
    return {
      title: title(0),
      hook: "Is reading twice what is meant?",
      placements: own.map(place),
      edges: own.slice(1).map((_, k) => [title(0), title(k + 1), `uses run${i * 4}`] as const),
    };
  });
  return makeReview({ change: { title: "Read again everywhere" }, files, cores });
}

function kept(head: string, count: number, end: string): string[] {
  return [
    ` ${head}`,
    ...Array.from({ length: count }, (_, i) => `   const step${i} = next(step${i - 1});`),
    ` ${end}`,
    " ",
  ];
}

function square(colour: string, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${colour}"/></svg>`;
}
