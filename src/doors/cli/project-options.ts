import { resolve } from "node:path";
import type { Graph } from "../../app/ask-reach.ts";
import {
  type AnsweredProject,
  type AskedProject,
  readAskedGraph,
  readAskedProject,
} from "../../app/asked-project.ts";
import { readRules } from "../../app/read-rules.ts";
import { homeFolder } from "./asked-change.ts";
import { codeStamp, findProduct } from "./product.ts";
import { progressLine } from "./progress.ts";
import type { Surroundings } from "./surroundings.ts";
import { shown } from "./wording.ts";

/** What every command that reads a whole project takes. */
export interface ProjectCommandOptions {
  readonly repo?: string;
  readonly rev?: string;
  readonly untracked?: true;
  readonly refresh?: true;
  readonly workers?: number;
  readonly json?: true;
}

export interface GraphCommandOptions extends ProjectCommandOptions {
  readonly rules?: string;
  readonly out?: string;
  readonly explain?: readonly string[];
}

export interface ReachCommandOptions extends ProjectCommandOptions {
  readonly rules?: string;
  readonly source?: readonly string[];
  readonly sourcesOnly?: true;
  readonly lang?: string;
  readonly failOn?: string;
  readonly depth?: number;
  readonly deadline?: number;
}

/** Reads the project that the options name; progress and notes go to standard error. */
export function readProjectOf(
  around: Surroundings,
  options: ProjectCommandOptions,
  signal: AbortSignal,
): Promise<AnsweredProject> {
  return withProgress(around, options, (asked) => readAskedProject(asked, signal));
}

/** The graph of that project, by the rules that the options name. */
export async function readGraphOf(
  around: Surroundings,
  options: ProjectCommandOptions & { readonly rules?: string },
  signal: AbortSignal,
): Promise<Graph> {
  const rules = options.rules === undefined ? [] : await readRules(resolve(around.folder, options.rules));
  const builtBy = codeStamp(findProduct());
  return withProgress(around, options, (asked) => readAskedGraph({ ...asked, rules, builtBy }, signal));
}

async function withProgress<T>(
  around: Surroundings,
  options: ProjectCommandOptions,
  work: (asked: AskedProject) => Promise<T>,
): Promise<T> {
  const progress = progressLine(around.stderr, () => performance.now());
  try {
    return await work({
      folder: resolve(around.folder, options.repo ?? "."),
      ...(options.rev === undefined ? {} : { revision: options.rev }),
      includeUntracked: options.untracked === true,
      homeDir: homeFolder(around),
      environment: around.environment,
      isRefreshing: options.refresh === true,
      ...(options.workers === undefined ? {} : { workers: options.workers }),
      onNote: (note) => {
        progress.clear();
        around.stderr.write(`${shown(note)}\n`);
      },
      onProgress: (step) => progress.show(step),
    });
  } finally {
    progress.clear();
  }
}
