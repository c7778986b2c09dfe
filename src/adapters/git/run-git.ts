import { spawn } from "node:child_process";
import { UserError } from "../../kit/errors.ts";

/** Which repository, working tree and index git sees, and with what variables and program. */
export interface GitPlace {
  readonly program: string;
  /** The folder that git starts in. */
  readonly folder: string;
  /** Everything that git gets as variables, GIT_DIR and its like among them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Options before the command. */
  readonly options: readonly string[];
}

export interface GitCall {
  /** What git reads from its standard input. */
  readonly input?: string | Uint8Array;
  /** Exit codes that are answers and no failures; default only 0. */
  readonly answers?: readonly number[];
  /** More output than this ends the call with an error. */
  readonly limitBytes?: number;
  /** Gets the output as it comes; the answer then has none. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Gets what git complains as it comes, and gives what of it is to be kept. */
  readonly keepOfComplaint?: (text: string) => string;
  /** How git is stopped; it has a moment to tidy up before it is killed. Default: it is killed at once. */
  readonly stopSignal?: "SIGTERM";
}

/** How long git may take to tidy up. */
const STOP_MS = 2_000;

export interface GitAnswer {
  readonly exitCode: number;
  readonly output: Buffer;
  readonly complaint: string;
}

/** No answer of git is read further than this; it bounds memory, not what can be reviewed in practice. */
const maxOutputBytes = 1 << 30;

/**
 * Runs one git command to its end and gives all it printed.
 *
 * @throws UserError  `cancelled` when `signal` ends it, `git-missing` when it cannot start or does not know
 * an option, `git-failed` with git's own first line when it answers with another exit code than asked for.
 */
export async function runGit(
  place: GitPlace,
  words: readonly string[],
  call: GitCall,
  signal: AbortSignal,
): Promise<GitAnswer> {
  const answer = await collect(place, words, call, signal);
  if ((call.answers ?? [0]).includes(answer.exitCode)) return answer;
  throw gitFailure(words[0] as string, answer);
}

/** The error for an answer that nobody can use. */
export function gitFailure(command: string, answer: Pick<GitAnswer, "exitCode" | "complaint">): UserError {
  const line = firstComplaint(answer.complaint);
  if (answer.exitCode === 129) {
    return new UserError("git-missing", `git is too old for this: git ${command} says "${line}".`);
  }
  if (isWriteFailure(answer.complaint)) {
    return new UserError("home-unwritable", `git ${command} cannot write Headwater's own objects: ${line}`);
  }
  if (/unable to read [0-9a-f]{40}|missing blob|could not fetch|bad object|missing object/i.test(line)) {
    return new UserError(
      "git-failed",
      `git ${command}: ${line}. If this is a partial clone, fetch what it lacks with git first.`,
    );
  }
  return new UserError(
    "git-failed",
    `git ${command} failed (exit ${answer.exitCode}): ${line || "no reason given"}`,
  );
}

/** All that git ever writes lies below HEADWATER_HOME. */
export function isWriteFailure(complaint: string): boolean {
  return /No space left on device|Disk quota exceeded|Read-only file system|unable to write|for adding an object/i.test(
    complaint,
  );
}

/** git warns first and fails last: the line to show is the first fatal one, else the first error, else the first. */
function firstComplaint(complaint: string): string {
  const lines = complaint.split("\n").filter((line) => line !== "");
  const line =
    lines.find((text) => text.startsWith("fatal: ")) ??
    lines.find((text) => text.startsWith("error: ")) ??
    lines[0];
  return (line ?? "").replace(/^(fatal|error): /, "");
}

function collect(
  place: GitPlace,
  words: readonly string[],
  call: GitCall,
  signal: AbortSignal,
): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled(signal));
      return;
    }
    const child = spawn(place.program, [...place.options, ...words], {
      cwd: place.folder,
      env: place.variables,
      stdio: [call.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    const limitBytes = call.limitBytes ?? maxOutputBytes;
    const chunks: Buffer[] = [];
    let size = 0;
    let complaint = "";
    let failure: UserError | undefined;
    const stop = (error: UserError) => {
      failure ??= error;
      child.kill(call.stopSignal ?? "SIGKILL");
      if (call.stopSignal) setTimeout(() => child.kill("SIGKILL"), STOP_MS).unref();
    };
    const onAbort = () => stop(cancelled(signal));
    signal.addEventListener("abort", onAbort, { once: true });
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        stop(new UserError("diff-too-large", `git ${words[0]} gives more than ${limitBytes} bytes.`));
      } else if (call.onOutput === undefined) chunks.push(chunk);
      else call.onOutput(chunk);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      if (complaint.length < 65_536) complaint += call.keepOfComplaint?.(text) ?? text;
    });
    // Where git stops reading early, its exit code tells why.
    child.stdin?.on("error", () => {});
    child.stdin?.end(call.input);
    child.on("error", (cause) => {
      signal.removeEventListener("abort", onAbort);
      reject(new UserError("git-missing", `git could not be started: ${cause.message}`, { cause }));
    });
    child.on("close", (code, killedBy) => {
      signal.removeEventListener("abort", onAbort);
      if (failure !== undefined) reject(failure);
      else if (code === null) reject(endedBySignal(words[0] as string, killedBy));
      else resolve({ exitCode: code, output: Buffer.concat(chunks), complaint });
    });
  });
}

/** Ctrl-C at a terminal, or a closed one, reaches git too, at times before Headwater itself hears of it. */
function endedBySignal(command: string, signal: NodeJS.Signals | null): UserError {
  const isStop = signal === "SIGINT" || signal === "SIGTERM" || signal === "SIGHUP";
  return new UserError(isStop ? "cancelled" : "git-failed", `git ${command} was ended by ${signal}.`);
}

export function cancelled(signal: AbortSignal): UserError {
  return new UserError("cancelled", "Reading the repository was cancelled.", { cause: signal.reason });
}
