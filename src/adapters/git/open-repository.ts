import { existsSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../kit/errors.ts";
import { indexAttributeFiles, readAttributes } from "./attributes.ts";
import { diffBlobPairs, diffTrees } from "./diff-trees.ts";
import { type Environment, findGit, gitEnvironment, pinnedConfig } from "./environment.ts";
import { fetchRefs, writeRefs } from "./fetch.ts";
import { grepNames } from "./grep-names.ts";
import { listTracked } from "./list-tracked.ts";
import { listTree } from "./list-tree.ts";
import { locateRepository, type RepositoryPlace } from "./locate-repository.ts";
import { expectPlainFiles, readPlainFile } from "./plain-file.ts";
import { makePrivateDir, type PrivateDir } from "./private-dir.ts";
import { ObjectReader } from "./read-objects.ts";
import { isPartialClone, listRemotes, upstreamOf } from "./remotes.ts";
import type { ChangeRepository } from "./repository.ts";
import { commitsBetween, headCommit, mergeBases, resolveCommits, symbolicTarget } from "./revisions.ts";
import { type GitPlace, runGit } from "./run-git.ts";
import { takeSnapshot } from "./snapshot.ts";

export interface OpenOptions {
  /** Any folder within the repository. */
  readonly folder: string;
  /** HEADWATER_HOME: what git has to write goes below it. */
  readonly homeDir: string;
  /** The variables of the caller's process; no `GIT_*` among them is heeded. */
  readonly environment: Environment;
}

/**
 * Opens the repository around a folder for reading. Its refs and history are read where they are; contents,
 * diffs and searches go through a private git directory that knows nothing of its configuration. Close it
 * when done: it holds a process and a folder.
 *
 * @throws UserError  `not-a-repository`, `git-missing`, `home-unwritable`, `git-failed`, `cancelled`
 */
export async function openRepository(options: OpenOptions, signal: AbortSignal): Promise<ChangeRepository> {
  const program = findGit(options.environment);
  const place = locateRepository(options.folder);
  expectPlainFiles(place);
  const variables = gitEnvironment(options.environment);
  const start: GitPlace = {
    program,
    folder: place.gitDir,
    variables: withoutUndefined({
      ...variables,
      GIT_DIR: place.gitDir,
      GIT_WORK_TREE: place.isBare ? undefined : place.root,
    }),
    options: ["--no-pager", ...pinnedConfig],
  };
  const objectFormat = mayNameObjectFormat(place) ? await readObjectFormat(start, place, signal) : "sha1";
  const privateDir = makePrivateDir(options.homeDir, place, objectFormat);
  const places = privatePlaces(start, variables, place, privateDir);
  return assemble(place, places, privateDir, objectFormat);
}

interface Places {
  /** The repository itself: its refs and its history. */
  readonly history: GitPlace;
  /** Objects alone, without any attributes. */
  readonly objects: GitPlace;
  /** Objects, with the attributes that were put into an index. */
  readonly attributes: GitPlace;
  /** The real working tree with a copy of the index. */
  readonly worktree: GitPlace;
}

function privatePlaces(
  start: GitPlace,
  variables: Readonly<Record<string, string>>,
  place: RepositoryPlace,
  privateDir: PrivateDir,
): Places {
  const own = {
    ...variables,
    GIT_DIR: privateDir.gitDir,
    GIT_OBJECT_DIRECTORY: privateDir.objectsDir,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(join(place.commonDir, "objects")),
  };
  const apart = { ...start, folder: privateDir.emptyFolder };
  const inEmpty = { ...own, GIT_WORK_TREE: privateDir.emptyFolder };
  return {
    history: { ...start, folder: privateDir.emptyFolder },
    objects: { ...apart, variables: { ...inEmpty, GIT_INDEX_FILE: join(privateDir.gitDir, "no-index") } },
    attributes: { ...apart, variables: { ...inEmpty, GIT_INDEX_FILE: privateDir.attributeIndexFile } },
    worktree: {
      ...start,
      folder: place.root,
      variables: { ...own, GIT_WORK_TREE: place.root, GIT_INDEX_FILE: privateDir.indexFile },
      // A sparse checkout keeps files out of sight until they are there again; without one, what the user
      // hid stays hidden.
      options: [...start.options, "-c", `core.sparseCheckout=${isSparse(place)}`],
    },
  };
}

function assemble(
  place: RepositoryPlace,
  places: Places,
  privateDir: PrivateDir,
  objectFormat: string,
): ChangeRepository {
  const reader = new ObjectReader(places.objects);
  return {
    ...place,
    objectFormat,
    emptyTree: emptyTrees[objectFormat] as string,
    shallowCommits: readShallowCommits(place),
    listTree: (tree, signal) => listTree(places.objects, tree, true, signal),
    readBlobs: (ids, signal, keepBytes) => reader.read(ids, signal, keepBytes),
    grepNames: (tree, names, signal, without) => grepNames(places.objects, tree, names, signal, without),
    resolveCommits: (names, signal) => resolveCommits(places.history, names, signal),
    headCommit: (signal) => headCommit(places.history, signal),
    symbolicTarget: (ref, signal) => symbolicTarget(places.history, ref, signal),
    mergeBases: (left, right, signal) => mergeBases(places.history, left, right, signal),
    commitsBetween: (base, head, limit, signal) => commitsBetween(places.history, base, head, limit, signal),
    listTracked: (signal) => listTracked(places.worktree, place, privateDir, signal),
    takeSnapshot: (includeUntracked, signal) =>
      takeSnapshot(places.worktree, place, privateDir, includeUntracked, signal),
    takeAttributesFrom: (tree, signal) =>
      indexAttributeFiles(places.attributes, privateDir.attributeIndexFile, tree, signal),
    readAttributes: (paths, signal) => readAttributes(places.attributes, paths, signal),
    diffTrees: (base, head, options, signal) => diffTrees(places.attributes, base, head, options, signal),
    diffBlobPairs: (pairs, signal) => diffBlobPairs(places.attributes, pairs, signal),
    isPartial: isPartialClone(place),
    remotes: (signal) => listRemotes(places.history, signal),
    upstreamOf: (branch, signal) => upstreamOf(places.history, branch, signal),
    fetch: (remote, refs, onProgress, signal) =>
      fetchRefs(places.history, place, privateDir, remote, refs, onProgress, signal),
    keepCommits: (refs, signal) => writeRefs(places.history, refs, signal),
    close() {
      reader.close();
      privateDir.remove();
    },
  };
}

/** The id of the tree without files, by object format: git knows it without an object. */
const emptyTrees: Readonly<Record<string, string>> = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/** The configuration that people have takes some kilobytes. */
const maxConfigBytes = 16 * 1024 * 1024;

/** git itself heeds this setting in this one file alone; asking it costs a process. */
function mayNameObjectFormat(place: RepositoryPlace): boolean {
  const config = readPlainFile(join(place.commonDir, "config"), maxConfigBytes);
  return config !== undefined && /objectformat/i.test(config.toString("latin1"));
}

async function readObjectFormat(
  start: GitPlace,
  place: RepositoryPlace,
  signal: AbortSignal,
): Promise<string> {
  const { output } = await runGit(start, ["rev-parse", "--show-object-format"], {}, signal);
  const format = output.toString("latin1").trim();
  if (format in emptyTrees) return format;
  throw new UserError(
    "git-failed",
    `${place.gitDir} names its objects by ${format}, which is not known here.`,
  );
}

function readShallowCommits(place: RepositoryPlace): ReadonlySet<string> {
  const text = readPlainFile(join(place.commonDir, "shallow"))?.toString("latin1") ?? "";
  return new Set(text.split("\n").filter((line) => line !== ""));
}

/** Config is not asked: the list of patterns is there while a checkout is sparse, and git leaves it behind rarely. */
function isSparse(place: RepositoryPlace): boolean {
  return existsSync(join(place.gitDir, "info", "sparse-checkout"));
}

/** As git reads lists of object folders: a quoted entry may hold colons and line ends. */
function quotePath(path: string): string {
  const escaped = path.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n");
  return `"${escaped}"`;
}

function withoutUndefined(variables: Record<string, string | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) if (value !== undefined) kept[name] = value;
  return kept;
}
