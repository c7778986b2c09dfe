import { folderFiles } from "../adapters/files/files.ts";
import { openRepository } from "../adapters/git/git.ts";
import type { DependencyFolder, ProjectFiles } from "../engine/index/index.ts";
import { UserError } from "../kit/errors.ts";
import { revisionFiles } from "./revision-files.ts";
import { sourceLimits } from "./source-limits.ts";
import { workingTreeFiles } from "./working-tree-files.ts";

export interface ProjectOptions {
  /** The project, or any folder of its repository. */
  readonly folder: string;
  /** The revision to read; the files on disk without it. */
  readonly revision?: string;
  /** Files that git neither tracks nor ignores count too. */
  readonly includeUntracked?: boolean;
  /** HEADWATER_HOME. */
  readonly homeDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly languages: readonly { readonly dependencyFolders?: readonly DependencyFolder[] }[];
  readonly maxFileBytes?: number;
}

export interface OpenedProject {
  readonly files: ProjectFiles;
  /** The folder that the paths start from. */
  readonly root: string;
  /** What a person should know of what was opened, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * The files of a project: of a git repository those that it tracks, as they are on disk or in a revision; of
 * another folder all that are not of others. Without git, and where it tracks nothing in the folder, all files count.
 *
 * @throws UserError  `no-such-folder`, `not-a-repository` and `unknown-revision` for a revision, and those of git
 */
export async function openProject(options: ProjectOptions, signal: AbortSignal): Promise<OpenedProject> {
  const { folder, revision } = options;
  const maxFileBytes = options.maxFileBytes ?? sourceLimits.fileBytes;
  const dependencyFolders = options.languages.flatMap((language) => language.dependencyFolders ?? []);
  const plain = (notes: readonly string[]): OpenedProject => ({
    files: folderFiles(folder, { dependencyFolders, maxFileBytes }),
    root: folder,
    notes,
  });
  const { homeDir, environment } = options;
  const repository = await openRepository({ folder, homeDir, environment }, signal).catch(
    (error: unknown) => {
      if (revision !== undefined || !(error instanceof UserError)) throw error;
      if (error.code === "not-a-repository") return undefined;
      if (error.code === "git-missing") return error;
      throw error;
    },
  );
  if (repository === undefined) return plain([]);
  if (repository instanceof UserError) {
    return plain([`${repository.message} All files of the folder are read, those that git ignores too.`]);
  }
  try {
    if (revision !== undefined || repository.isBare) {
      return await openRevision(repository, revision ?? "HEAD", signal);
    }
    const tracked = await repository.listTracked(signal);
    if (tracked.entries.length === 0 && options.includeUntracked !== true) {
      repository.close();
      return plain([`Git tracks no file of ${repository.root}, so all files of ${folder} are read.`]);
    }
    const files = workingTreeFiles(repository, tracked, {
      includeUntracked: options.includeUntracked === true,
      maxFileBytes,
    });
    return { files, root: repository.root, notes: [] };
  } catch (error) {
    repository.close();
    throw error;
  }
}

async function openRevision(
  repository: Awaited<ReturnType<typeof openRepository>>,
  revision: string,
  signal: AbortSignal,
): Promise<OpenedProject> {
  const [commit] = await repository.resolveCommits([revision], signal);
  if (commit === undefined) {
    throw new UserError("unknown-revision", `${revision} is no commit in ${repository.root}.`);
  }
  const entries = await repository.listTree(commit, signal);
  const files = revisionFiles(repository, entries, `${revision} of ${repository.root}`);
  return { files, root: repository.root, notes: [] };
}
