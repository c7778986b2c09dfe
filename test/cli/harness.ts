import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach } from "vitest";
import { runCommandLine } from "../../src/doors/cli/run.ts";

const source = fileURLToPath(new URL("../../src/doors/cli/main.ts", import.meta.url));
/** What comes before the words of a command: Node, reading TypeScript. */
export const command: readonly string[] = [
  process.execPath,
  "--import",
  pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
  source,
];
const undo: (() => void)[] = [];

afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

export interface Place {
  /** A repository with a branch `topic`, checked out, one commit ahead of `main`. */
  readonly repo: string;
  readonly home: string;
  git(...args: string[]): string;
  write(path: string, text: string): void;
}

export function makePlace(): Place {
  const root = mkdtempSync(join(tmpdir(), "headwater-cli-"));
  undo.push(() => rmSync(root, { recursive: true, force: true }));
  const repo = join(root, "repo");
  mkdirSync(repo);
  const identity = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@b",
  };
  const dates = { GIT_AUTHOR_DATE: "2024-01-01T00:00:00Z", GIT_COMMITTER_DATE: "2024-01-01T00:00:00Z" };
  const clean = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: "1", ...identity, ...dates };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: repo, env: clean, encoding: "utf8" });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  };
  git("init", "-q", "-b", "main");
  write("src/add.ts", "export function add(a: number, b: number) {\n  return a + b;\n}\n");
  write("src/use.ts", 'import { add } from "./add.js";\nexport const three = () => add(1, 2);\n');
  git("add", ".");
  git("commit", "-q", "-m", "First");
  git("checkout", "-q", "-b", "topic");
  write("src/add.ts", "export function add(a: number, b: number) {\n  return a + b + 0;\n}\n");
  git("commit", "-q", "-a", "-m", "Add nothing");
  return { repo, home: join(root, "home"), git, write };
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with all of stdout once it holds `text`. */
  untilOut(text: string): Promise<string>;
  untilErr(text: string): Promise<string>;
  readonly ended: Promise<Ran>;
}

/** Starts the command line from its source, as a process of its own. */
export function startCommand(
  place: Place,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Running {
  const [program = "", ...before] = command;
  const child = spawn(program, [...before, ...args], {
    cwd: place.repo,
    env: environmentOf(place, environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  undo.push(() => child.kill("SIGKILL"));
  const text = { out: "", err: "" };
  const waiting = new Set<() => void>();
  const grow = (name: "out" | "err") => (chunk: Buffer) => {
    text[name] += chunk.toString("utf8");
    for (const check of waiting) check();
  };
  child.stdout.on("data", grow("out"));
  child.stderr.on("data", grow("err"));
  const ended = new Promise<Ran>((resolve) => {
    child.on("close", (code) => resolve({ code, ...text }));
  });
  const until = (name: "out" | "err", wanted: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (text[name].includes(wanted)) resolve(text[name]);
      };
      waiting.add(check);
      check();
      ended.then((ran) => reject(new Error(`It ended with ${ran.code}: ${ran.err}${ran.out}`)));
    });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    untilOut: (wanted) => until("out", wanted),
    untilErr: (wanted) => until("err", wanted),
    ended,
  };
}

/** Runs a command within this process, as `main.ts` does: much quicker than a process of its own. */
export async function run(
  place: Place,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const out = collector();
  const err = collector();
  const code = await runCommandLine({
    args,
    environment: environmentOf(place, environment),
    folder: place.repo,
    stdin: Object.assign(Readable.from([]), { isTTY: false }) as unknown as NodeJS.ReadStream,
    stdout: out.stream,
    stderr: err.stream,
    onStop: () => undefined,
  });
  return { code, out: out.text(), err: err.text() };
}

function environmentOf(place: Place, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: join(place.home, ".."), HEADWATER_HOME: place.home, ...more };
}

function collector() {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece, _, done) {
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  return { stream: stream as NodeJS.WriteStream, text: () => Buffer.concat(pieces).toString("utf8") };
}

/** The text with the place's folders written as words. */
export function plain(place: Place, text: string): string {
  return text.replaceAll(place.repo, "REPO").replaceAll(place.home, "HOME");
}
