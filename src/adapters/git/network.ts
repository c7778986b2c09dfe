import { UserError } from "../../kit/errors.ts";
import { type GitCall, type GitPlace, gitFailure, runGit } from "./run-git.ts";

/** Another repository, as git reaches it. */
export interface GitRemote {
  /** https, or http on the loopback interface; without any credential. */
  readonly url: string;
  /** What is shown to exactly this origin when it asks who is there. */
  readonly credential?: { readonly origin: string; readonly username: string; readonly password: string };
}

/** How far git is, as it tells it itself. */
export interface GitProgress {
  /** As "receiving objects". */
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

export type OnGitProgress = (progress: GitProgress) => void;

/**
 * `place` with the network let in: one protocol, no redirect, no program but git's own, and the credential for the
 * one origin that it is for. It travels in a variable of the child and is on no command line.
 */
export function networkPlace(place: GitPlace, remote: GitRemote): GitPlace {
  const { protocol, origin } = checkedUrl(remote.url);
  const { credential } = remote;
  const settings = [
    `protocol.${protocol}.allow=always`,
    "http.followRedirects=false",
    // None that a configuration names: an empty one takes all before it away.
    "credential.helper=",
    "core.askPass=",
    "fetch.recurseSubmodules=false",
    "fetch.writeCommitGraph=false",
    "transfer.bundleURI=false",
    "core.logAllRefUpdates=false",
    ...(credential?.origin === origin ? [`credential.${origin}.helper=${helper}`] : []),
  ];
  return {
    ...place,
    variables: {
      ...place.variables,
      GIT_ALLOW_PROTOCOL: protocol,
      // Set and empty: no window asks for a password.
      GIT_ASKPASS: "",
      ...(credential?.origin === origin
        ? { [usernameVariable]: credential.username, [passwordVariable]: credential.password }
        : {}),
    },
    options: [...place.options, ...settings.flatMap((setting) => ["-c", setting])],
  };
}

const usernameVariable = "HEADWATER_GIT_USERNAME";
const passwordVariable = "HEADWATER_GIT_PASSWORD";

/** git runs it by its shell; `printf` is a part of the shell, so nothing of it shows in a list of processes. */
const helper = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' "$${usernameVariable}" "$${passwordVariable}"; }; f`;

function checkedUrl(url: string): { readonly protocol: "https" | "http"; readonly origin: string } {
  const { protocol, hostname, origin, username, password } = new URL(url);
  if (username === "" && password === "") {
    if (protocol === "https:") return { protocol: "https", origin };
    if (protocol === "http:" && isLoopback(hostname)) return { protocol: "http", origin };
  }
  throw new UserError("forge-refused", `git may fetch by https only, and not from ${origin}.`);
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Runs a git command that uses the network. Throws as `runGit` does, and what the network may give. */
export async function runNetworkGit(
  place: GitPlace,
  words: readonly string[],
  onProgress: OnGitProgress,
  signal: AbortSignal,
): Promise<void> {
  const call: GitCall = {
    answers: [0, 1, 128],
    keepOfComplaint: withoutProgress(onProgress),
    // git takes its half-written packs away when it is asked to stop, and not when it is killed.
    stopSignal: "SIGTERM",
  };
  const answer = await runGit(place, words, call, signal);
  if (answer.exitCode !== 0) throw networkFailure(words[0] as string, answer);
}

/** Lines of progress end with a carriage return; what remains is what git has to say. */
function withoutProgress(onProgress: OnGitProgress): (text: string) => string {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split(/[\r\n]/);
    rest = lines.pop() ?? "";
    const said: string[] = [];
    for (const line of lines) {
      const found = progressLine.exec(line);
      if (found === null) said.push(line);
      else {
        onProgress({
          what: (found[1] as string).toLowerCase(),
          done: Number(found[2]),
          total: Number(found[3]),
        });
      }
    }
    return said.map((line) => `${line}\n`).join("");
  };
}

const progressLine = /^(?:remote: )?([A-Z][a-z]+ (?:objects|deltas|references)):\s+\d+% \((\d+)\/(\d+)\)/;

function networkFailure(
  command: string,
  answer: { readonly exitCode: number; readonly complaint: string },
): UserError {
  const { complaint } = answer;
  const line = /^(?:fatal|error): (.*)$/m.exec(complaint)?.[1] ?? complaint.trim().split("\n")[0] ?? "";
  const missing = /couldn't find remote ref (\S+)/.exec(complaint)?.[1];
  if (missing !== undefined) {
    return new UserError("no-such-pull-request", `The forge has no ${missing} (any more).`, {
      cause: new MissingRef(missing),
    });
  }
  if (/Authentication failed|could not read Username|terminal prompts disabled|403/.test(complaint)) {
    return new UserError(
      "forge-refused",
      `The forge does not let git ${command} without another token: ${line}.`,
    );
  }
  if (/[Rr]epository .*not found|404/.test(complaint)) {
    return new UserError("no-such-pull-request", `git ${command}: ${line}.`);
  }
  if (
    /unable to access|Could not resolve|[Cc]onnection|early EOF|RPC failed|disconnect|hung up/.test(complaint)
  ) {
    return new UserError("forge-unreachable", `git ${command} was cut off: ${line}.`);
  }
  return gitFailure(command, answer);
}

/** The cause of an error about a ref that the other side does not have. */
export class MissingRef extends Error {
  readonly ref: string;

  constructor(ref: string) {
    super(`There is no ${ref}.`);
    this.name = "MissingRef";
    this.ref = ref;
  }
}
