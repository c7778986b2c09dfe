import type { Store } from "../engine/index/index.ts";
import { allLanguages } from "../languages/registry.ts";
import { type OpenedProject, openProject } from "./project-files.ts";
import { openProjectStore, pruneStore } from "./project-store.ts";
import { type ReadProject, readProject } from "./read-project.ts";

/** A project as a door is asked for it. */
export interface AskedProject {
  readonly folder: string;
  readonly revision?: string;
  readonly includeUntracked: boolean;
  /** HEADWATER_HOME. */
  readonly homeDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Nothing that was kept is used, and nothing is kept. */
  readonly isRefreshing: boolean;
  readonly workers?: number;
  /** Hears what a person should know, a sentence each, as soon as it is known. */
  readonly onNote: (note: string) => void;
  readonly onProgress: (step: ProjectProgress) => void;
}

export interface ProjectProgress {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

export interface AnsweredProject extends ReadProject {
  /** What was read: "the tracked files of /src/app". */
  readonly title: string;
}

/** Opens a project, reads it with the store of the commands, and closes both. */
export async function readAskedProject(asked: AskedProject, signal: AbortSignal): Promise<AnsweredProject> {
  const opened = await openProject({ ...asked, languages: allLanguages }, signal);
  const store = asked.isRefreshing ? undefined : openProjectStore(asked.homeDir, asked.onNote);
  try {
    return await readOpened(asked, opened, store, signal);
  } finally {
    opened.files.close();
    await store?.close();
  }
}

async function readOpened(
  asked: AskedProject,
  { files, notes }: OpenedProject,
  store: Store | undefined,
  signal: AbortSignal,
): Promise<AnsweredProject> {
  for (const note of notes) asked.onNote(note);
  const read = await readProject(
    {
      files,
      ...(store === undefined ? {} : { store }),
      ...(asked.workers === undefined ? {} : { workers: asked.workers }),
      report: asked.onProgress,
    },
    signal,
  );
  for (const note of read.indexed.notes) asked.onNote(note);
  const isStoreFine = read.indexed.notes.every((note) => !note.includes("not kept for the next run"));
  if (store !== undefined && read.indexed.report.parsed > 0 && isStoreFine) {
    await pruneStore(store, { all: false, now: new Date() });
  }
  return { ...read, title: files.title };
}
