import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openForges } from "../../src/app/forges.ts";
import { type ReadChangeOptions, type ResolvedChange, readChange } from "../../src/app/read-change.ts";
import { UserError } from "../../src/kit/errors.ts";
import { startForge, type TestForge } from "../forge/forge.ts";

export const never = new AbortController().signal;

/** A test forge, and a home and folders of somebody who reads pull requests there. */
export class Reader {
  readonly dir = mkdtempSync(join(tmpdir(), "headwater-pull-"));
  readonly home = join(this.dir, "home");
  readonly forge: TestForge;
  private readonly open: ResolvedChange[] = [];

  private constructor(forge: TestForge) {
    this.forge = forge;
  }

  static async start(): Promise<Reader> {
    return new Reader(await startForge());
  }

  /** Fails where the forge answered as GitHub does not. */
  async end(): Promise<void> {
    this.closeAll();
    rmSync(this.dir, { recursive: true, force: true });
    await this.forge.close();
  }

  closeAll(): void {
    for (const change of this.open.splice(0)) change.repository.close();
  }

  /** The variables of a machine with the forge as GH_HOST and no gh. */
  environment(login?: string): Record<string, string> {
    return {
      PATH: process.env.PATH ?? "",
      HOME: this.dir,
      GH_HOST: this.forge.host,
      ...(login === undefined ? {} : { GITHUB_TOKEN: this.forge.user(login).token }),
    };
  }

  options(change: string, more: Partial<ReadChangeOptions> & { login?: string } = {}): ReadChangeOptions {
    const { login, ...rest } = more;
    const environment = rest.environment ?? this.environment(login);
    return {
      repoDir: this.dir,
      change,
      includeUntracked: false,
      findCopies: false,
      homeDir: this.home,
      environment,
      forges: openForges({ homeDir: this.home, environment, version: "test" }),
      ...rest,
    };
  }

  async read(
    change: string,
    more: Partial<ReadChangeOptions> & { login?: string } = {},
  ): Promise<ResolvedChange> {
    const found = await readChange(this.options(change, more), never);
    this.open.push(found);
    return found;
  }

  async failure(
    change: string,
    more: Partial<ReadChangeOptions> & { login?: string } = {},
  ): Promise<UserError> {
    const error = await this.read(change, more).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof UserError))
      throw new Error(`Expected a UserError, not ${String(error)}`, { cause: error });
    return error;
  }

  /** How often git asked the forge for objects or refs. */
  get fetches(): number {
    return this.forge.requests.filter(({ path }) => path.endsWith("/git-upload-pack")).length;
  }

  /** Not `git` below: the forge is in this process, and has to answer meanwhile. */
  async clone(fullName: string, name: string, ...options: readonly string[]): Promise<string> {
    const folder = join(this.dir, name);
    const words = ["clone", "-q", ...options, `${this.forge.url}/${fullName}.git`, folder];
    await promisify(execFile)("git", words, { env: gitVariables(this.dir) });
    return folder;
  }
}

/** Runs git without the configuration of whoever runs the tests. */
export function git(folder: string, ...words: readonly string[]): string {
  return execFileSync("git", words, {
    cwd: folder,
    encoding: "utf8",
    env: gitVariables(folder),
  }).trim();
}

function gitVariables(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.com",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.com",
  };
}
