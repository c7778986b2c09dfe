import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type DiffedChange, diffChange } from "../../src/app/diff-change.ts";
import { type ReadChangeOptions, type ResolvedChange, readChange } from "../../src/app/read-change.ts";
import { UserError } from "../../src/kit/errors.ts";

export const never = new AbortController().signal;

/** A folder for repositories that tests make, with a Headwater home in it. */
export class Scratch {
  readonly dir = mkdtempSync(join(tmpdir(), "headwater-git-"));
  readonly home = join(this.dir, "home");
  private readonly open: ResolvedChange[] = [];

  remove(): void {
    for (const change of this.open) change.repository.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** A repository on the branch `main` without commits. */
  repository(name: string, ...initOptions: readonly string[]): TestRepository {
    const dir = join(this.dir, name);
    mkdirSync(dir, { recursive: true });
    const made = new TestRepository(dir);
    made.git("init", "-q", "-b", "main", ...initOptions);
    return made;
  }

  async read(repoDir: string, options: Partial<ReadChangeOptions> = {}): Promise<ResolvedChange> {
    const change = await readChange(
      {
        repoDir,
        includeUntracked: false,
        findCopies: false,
        homeDir: this.home,
        environment: process.env,
        ...options,
      },
      never,
    );
    this.open.push(change);
    return change;
  }

  async diff(repoDir: string, options: Partial<ReadChangeOptions> = {}): Promise<DiffedChange> {
    return diffChange(await this.read(repoDir, options), never);
  }

  /** "M path", "A path" …, as a short way to say what a change holds. */
  async summary(repoDir: string, options: Partial<ReadChangeOptions> = {}): Promise<readonly string[]> {
    const { files } = await this.diff(repoDir, options);
    return files.map((file) => `${file.status[0]?.toUpperCase()} ${file.path}`);
  }

  /** The code and message of the error that reading the change gives. */
  async failure(repoDir: string, options: Partial<ReadChangeOptions> = {}): Promise<UserError> {
    try {
      await this.diff(repoDir, options);
    } catch (error) {
      if (error instanceof UserError) return error;
      throw error;
    }
    throw new Error("the change was read, though it should not have been");
  }
}

export class TestRepository {
  readonly dir: string;
  private clock = 1_700_000_000;

  constructor(dir: string) {
    this.dir = dir;
  }

  git(...words: readonly string[]): string {
    return execFileSync("git", words, { cwd: this.dir, env: this.variables(), stdio: "pipe" })
      .toString("utf8")
      .trimEnd();
  }

  write(path: string, content: string | Uint8Array, mode = 0o644): this {
    mkdirSync(dirname(join(this.dir, path)), { recursive: true });
    writeFileSync(join(this.dir, path), content);
    chmodSync(join(this.dir, path), mode);
    return this;
  }

  /** Commits all that is there; answers the commit's id. */
  commit(subject: string): string {
    this.git("add", "-A");
    this.clock += 60;
    this.git("commit", "-q", "--allow-empty", "-m", subject);
    return this.git("rev-parse", "HEAD");
  }

  private variables(): NodeJS.ProcessEnv {
    const date = `${this.clock} +0000`;
    return {
      PATH: process.env.PATH,
      HOME: this.dir,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.invalid",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.invalid",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    };
  }
}
