import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

export interface FoundToken {
  readonly token: string;
  /** In words that name no secret, as "GITHUB_TOKEN". */
  readonly source: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** gh reads a file or asks a keyring; one that waits for a person is not waited for. */
const GH_MS = 5_000;

/**
 * The token for a host: from the variables that are for it, then from `gh auth token` where gh is installed. The
 * variables of github.com are also those of a host that the environment itself names, and of no other.
 *
 * @param isNamedByEnvironment  the host is the one of GH_HOST or HEADWATER_FORGE_URL
 */
export async function findToken(
  host: string,
  isNamedByEnvironment: boolean,
  environment: Environment,
  signal: AbortSignal,
): Promise<FoundToken | undefined> {
  const ofGitHub = ["GITHUB_TOKEN", "GH_TOKEN"];
  const ofEnterprise = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];
  const isGitHub = host === "github.com" || host.endsWith(".ghe.com");
  const names = isGitHub ? ofGitHub : [...ofEnterprise, ...(isNamedByEnvironment ? ofGitHub : [])];
  for (const name of names) {
    const token = environment[name]?.trim();
    if (token) return isUsable(token) ? { token, source: name } : undefined;
  }
  const token = await askGh(host, environment, signal);
  return token === undefined ? undefined : { token, source: "gh auth token" };
}

/** Anything else would be more than a token where it is written into a header or handed to git. */
function isUsable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

function askGh(host: string, environment: Environment, signal: AbortSignal): Promise<string | undefined> {
  const program = findGh(environment);
  if (program === undefined || !/^[a-z0-9][a-z0-9.:-]*$/.test(host)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    execFile(
      program,
      ["auth", "token", "--hostname", host],
      { env: environment as NodeJS.ProcessEnv, timeout: GH_MS, signal, cwd: "/" },
      (error, stdout) => {
        // Not logged in there, too old, or stopped: then there is no token from it, and none is required.
        const token = error ? "" : stdout.trim();
        resolve(token !== "" && isUsable(token) ? token : undefined);
      },
    );
  });
}

/** From absolute folders alone, as for git: a relative one could be the repository under review. */
function findGh(environment: Environment): string | undefined {
  const name = process.platform === "win32" ? "gh.exe" : "gh";
  return (environment.PATH ?? "")
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
