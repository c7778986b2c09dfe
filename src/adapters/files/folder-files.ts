import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type {
  DependencyFolder,
  FileContent,
  FileListing,
  ListedFile,
  ProjectFiles,
  UnreadPath,
} from "../../engine/index/index.ts";
import { UserError } from "../../kit/errors.ts";
import { compareBytes } from "../../kit/order.ts";
import { lookAt } from "./look-at.ts";
import { codeOf, readRegularFile, whyNot } from "./read-file.ts";

/** A tree of more files than this is no project but a disk. */
export const MAX_PATHS = 1_000_000;
/** How many entries are looked at before others have a turn. */
const ENTRIES_A_TURN = 2_000;
const versionControl: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj", ".bzr", "CVS", "_darcs"]);

export interface FolderOptions {
  /** Folders that hold the code of others: they are left out, and that is noted. */
  readonly dependencyFolders: readonly DependencyFolder[];
  readonly maxFileBytes: number;
}

/**
 * All files below a folder but those of version control and of dependencies. Links are followed to files below
 * the folder, and never to folders: what lies in those is read where it is.
 *
 * @throws UserError  `no-such-folder`
 */
export function folderFiles(folder: string, options: FolderOptions): ProjectFiles {
  const root = realFolder(folder);
  return {
    title: `the files of ${root}`,
    list: (isWanted, signal) => new FolderWalk(root, options, isWanted).walk(signal),
    async read(paths, signal) {
      signal.throwIfAborted();
      return paths.map((path): FileContent => readRegularFile(join(root, path), options.maxFileBytes));
    },
    close() {},
  };
}

function realFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    if (codeOf(cause) === "ENOENT")
      throw new UserError("no-such-folder", `${folder} does not exist.`, { cause });
    throw new UserError("no-such-folder", `${folder} cannot be opened: ${whyNot(cause)}`, { cause });
  }
  throw new UserError("no-such-folder", `${folder} is no folder.`);
}

/** One look at a folder and all that is below it. */
class FolderWalk {
  private readonly root: string;
  private readonly options: FolderOptions;
  private readonly isWanted: (path: string) => boolean;
  private readonly paths: string[] = [];
  private readonly files: ListedFile[] = [];
  private readonly unread: UnreadPath[] = [];
  private readonly dependencies: string[] = [];
  private readonly outside: string[] = [];
  private isCut = false;

  constructor(root: string, options: FolderOptions, isWanted: (path: string) => boolean) {
    this.root = root;
    this.options = options;
    this.isWanted = isWanted;
  }

  async walk(signal: AbortSignal): Promise<FileListing> {
    const open = [""];
    let looked = 0;
    for (let folder = open.pop(); folder !== undefined && !this.isCut; folder = open.pop()) {
      signal.throwIfAborted();
      looked += this.visit(folder, open);
      if (looked < ENTRIES_A_TURN) continue;
      await new Promise((resolve) => setImmediate(resolve));
      looked = 0;
    }
    if (this.isCut) {
      const detail = `There are more than ${MAX_PATHS} files; the rest was not read.`;
      this.unread.push({ path: "./", kind: "unreadable", detail });
    }
    const byPath = (one: { path: string }, other: { path: string }) => compareBytes(one.path, other.path);
    return {
      paths: this.paths.sort(compareBytes),
      files: this.files.sort(byPath),
      unread: this.unread.sort(byPath),
      notes: this.notes(),
    };
  }

  /** Takes in what lies directly in a folder, and opens the folders in it. */
  private visit(folder: string, open: string[]): number {
    const entries = this.entriesOf(folder);
    const names = new Set(entries.map((entry) => entry.name));
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.includes("\ufffd"))
        this.unread.push({ path, kind: "unreadable", detail: "Its name is not UTF-8." });
      else if (entry.isDirectory()) this.openFolder(path, entry.name, names, open);
      else this.takeFile(path, entry.isSymbolicLink());
    }
    return entries.length;
  }

  private entriesOf(folder: string) {
    try {
      return readdirSync(join(this.root, folder), { withFileTypes: true });
    } catch (error) {
      this.unread.push({ path: `${folder}/`, kind: "unreadable", detail: whyNot(error) });
      return [];
    }
  }

  private openFolder(path: string, name: string, beside: ReadonlySet<string>, open: string[]): void {
    if (versionControl.has(name)) return;
    if (this.isDependency(path, name, beside)) this.dependencies.push(path);
    else open.push(path);
  }

  private isDependency(path: string, name: string, beside: ReadonlySet<string>): boolean {
    return this.options.dependencyFolders.some((one) => {
      if (one.name !== undefined && one.name !== name) return false;
      if (one.beside !== undefined && !one.beside.some((file) => beside.has(file))) return false;
      return one.holds === undefined || lookAt(this.root, join(this.root, path, one.holds)).kind === "file";
    });
  }

  private takeFile(path: string, isLink: boolean): void {
    if (this.paths.length >= MAX_PATHS) {
      this.isCut = true;
      return;
    }
    const isWanted = this.isWanted(path);
    if (!isWanted && !isLink) {
      this.paths.push(path);
      return;
    }
    const look = lookAt(this.root, join(this.root, path));
    if (look.kind === "folder") return;
    if (look.kind === "file") {
      this.paths.push(path);
      if (isWanted) this.files.push({ path, sizeBytes: look.sizeBytes });
    } else if (isWanted) this.unread.push({ path, kind: look.kind, detail: look.detail });
    else this.outside.push(path);
  }

  private notes(): string[] {
    const notes: string[] = [];
    if (this.dependencies.length > 0) {
      notes.push(`Folders with code of others or of a build were not read: ${listed(this.dependencies)}.`);
    }
    if (this.outside.length > 0)
      notes.push(`Links that lead nowhere below the folder were not followed: ${listed(this.outside)}.`);
    return notes;
  }
}

/** The first of a list, and how many more. */
function listed(paths: readonly string[]): string {
  const sorted = [...paths].sort(compareBytes);
  const more = sorted.length - 3;
  return `${sorted.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
