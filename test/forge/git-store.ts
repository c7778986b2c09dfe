import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a commit changes: new text, new bytes, a file with a mode, or null for a file that goes. */
export type FileChanges = Readonly<Record<string, FileContent | null>>;
export type FileContent = string | Uint8Array | { readonly content: string; readonly mode: string };

export interface CommitOptions {
  readonly branch: string;
  readonly message?: string;
  /** The commit that it stands on; default: the tip of `branch`, for a new branch that of `main`; null: none. */
  readonly parent?: string | null;
  /** A second parent. */
  readonly merge?: string;
  readonly author?: string;
}

/** A real bare repository of the forge. Commits are made without a working tree, so 3,000 files take no time. */
export class GitStore {
  readonly dir: string;
  private clock = 1_760_000_000;

  constructor(root: string, fullName: string) {
    this.dir = join(root, `${fullName}.git`);
    mkdirSync(this.dir, { recursive: true });
    this.git("init", "-q", "--bare", "-b", "main");
    // Commits that a force-push left behind stay, as they do at GitHub.
    appendFileSync(join(this.dir, "config"), settings);
  }

  git(...words: readonly string[]): string {
    return this.run(words).toString("utf8").trimEnd();
  }

  run(words: readonly string[], input?: Buffer): Buffer {
    return execFileSync("git", words, {
      cwd: this.dir,
      env: environment,
      maxBuffer: 1 << 30,
      input,
      stdio: "pipe",
    });
  }

  /** Like `run`, and lets the forge answer others in the meantime. `answers`: exit codes that are no failure. */
  read(words: readonly string[], answers: readonly number[] = []): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const options = { cwd: this.dir, env: environment, maxBuffer: 1 << 30, encoding: "buffer" as const };
      execFile("git", words, options, (error, output) => {
        if (error === null || answers.includes(error.code as number)) resolve(output);
        else reject(error);
      });
    });
  }

  tip(ref: string): string | undefined {
    // Nothing here packs refs, so each is a file.
    const file = join(this.dir, ref);
    return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  }

  /** Commits the changes on top of the branch, or in place of it where `parent` says so; gives the commit's id. */
  commit(files: FileChanges, options: CommitOptions): string {
    const ref = `refs/heads/${options.branch}`;
    const usual = () => this.tip(ref) ?? this.tip("refs/heads/main");
    const parent = options.parent === undefined ? usual() : (options.parent ?? undefined);
    this.run(["fast-import", "--quiet", "--force"], this.stream(files, ref, parent, options));
    return this.tip(ref) as string;
  }

  private stream(
    files: FileChanges,
    ref: string,
    parent: string | undefined,
    options: CommitOptions,
  ): Buffer {
    this.clock += 60;
    const author = options.author ?? "Author";
    const who = `${author} <${author.toLowerCase()}@example.invalid> ${this.clock} +0000`;
    const parts: (string | Uint8Array)[] = parent === undefined ? [`reset ${ref}\n`] : [];
    parts.push(`commit ${ref}\nauthor ${who}\ncommitter ${who}\n`, ...data(options.message ?? "A commit"));
    if (parent !== undefined) parts.push(`from ${parent}\n`);
    if (options.merge !== undefined) parts.push(`merge ${options.merge}\n`);
    for (const [path, content] of Object.entries(files)) {
      if (content === null) parts.push(`D ${quoted(path)}\n`);
      else parts.push(`M ${modeOf(content)} inline ${quoted(path)}\n`, ...data(bytesOf(content)));
    }
    return Buffer.concat(parts.map((part) => Buffer.from(part)));
  }
}

const settings = `[gc]
	auto = 0
[uploadpack]
	allowAnySHA1InWant = true
	allowFilter = true
[http]
	uploadpack = true
	receivepack = false
`;

/** Nobody's settings but the forge's own. */
export const environment: Record<string, string> = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  LC_ALL: "C",
  TZ: "UTC",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

function data(content: string | Uint8Array): readonly (string | Uint8Array)[] {
  const bytes = Buffer.from(content as Uint8Array);
  return [`data ${bytes.length}\n`, bytes, "\n"];
}

function bytesOf(content: FileContent): string | Uint8Array {
  return typeof content === "object" && "content" in content ? content.content : content;
}

function modeOf(content: FileContent): string {
  return typeof content === "object" && "mode" in content ? content.mode : "100644";
}

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
