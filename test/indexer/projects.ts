import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import { openProject, type ProjectOptions } from "../../src/app/project-files.ts";
import type { FileListing, IndexResult, ProjectFiles } from "../../src/engine/index/index.ts";
import { compareBytes } from "../../src/kit/order.ts";
import { allLanguages } from "../../src/languages/registry.ts";

export const never = new AbortController().signal;
const undo: (() => void)[] = [];

afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

/** A folder that is gone after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "headwater-index-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function git(folder: string, ...words: string[]): string {
  const identity = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@b",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@b",
  };
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1", ...identity };
  return execFileSync("git", words, { cwd: folder, env, encoding: "utf8" });
}

/** A repository whose files are all committed. */
export function repository(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(scratch(), "repo");
  write(folder, files);
  git(folder, "init", "-q", "-b", "main");
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "First");
  return folder;
}

/** The files of a folder or repository, opened as the commands do. */
export async function opened(folder: string, options: Partial<ProjectOptions> = {}) {
  const home = scratch();
  const project = await openProject(
    { folder, homeDir: home, environment: process.env, languages: allLanguages, ...options },
    never,
  );
  undo.push(() => project.files.close());
  return project;
}

/** Files that are in memory alone. Every read is counted. */
export function memoryFiles(texts: Readonly<Record<string, string | Uint8Array>>) {
  const encoder = new TextEncoder();
  const bytesOf = (path: string) => {
    const text = texts[path];
    return typeof text === "string" ? encoder.encode(text) : text;
  };
  const paths = Object.keys(texts).sort(compareBytes);
  const read: string[] = [];
  const files: ProjectFiles = {
    title: "files in memory",
    async list(isWanted): Promise<FileListing> {
      const wanted = paths.filter(isWanted);
      return { paths, files: wanted.map((path) => ({ path })), unread: [], notes: [] };
    },
    async read(asked) {
      read.push(...asked);
      return asked.map((path) => {
        const bytes = bytesOf(path);
        return bytes === undefined ? { kind: "gone", detail: "It is gone." } : { kind: "bytes", bytes };
      });
    },
    close() {},
  };
  return { files, read };
}

/** "a.ts indexed", one a file. */
export function statuses(result: IndexResult): string[] {
  return result.files.map(({ path, status }) => `${path} ${status}`);
}
