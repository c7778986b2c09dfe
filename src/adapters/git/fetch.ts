import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../kit/errors.ts";
import type { RepositoryPlace } from "./locate-repository.ts";
import { type GitRemote, networkPlace, type OnGitProgress, runNetworkGit } from "./network.ts";
import type { PrivateDir } from "./private-dir.ts";
import { type GitPlace, gitFailure, runGit } from "./run-git.ts";

/** A ref of the other repository, and where it is kept here: below `refs/headwater/`. */
export interface FetchedRef {
  /** A full name, or the id of a commit. */
  readonly from: string;
  readonly to: string;
}

/**
 * Brings refs of another repository into this one. git runs in a directory of Headwater's own, which knows the
 * refs of the repository and nothing of its configuration; objects go into the repository's store, and of its
 * refs only those below `refs/headwater/` are written. No FETCH_HEAD, no tags, no submodules, no reflog. Gives the
 * commits, in the order asked.
 *
 * @throws UserError  `no-such-pull-request` with the cause `MissingRef`, `forge-refused`, `forge-unreachable`,
 * `cancelled`, `git-failed`
 */
export async function fetchRefs(
  history: GitPlace,
  place: RepositoryPlace,
  privateDir: PrivateDir,
  remote: GitRemote,
  refs: readonly FetchedRef[],
  onProgress: OnGitProgress,
  signal: AbortSignal,
): Promise<readonly string[]> {
  for (const { from, to } of refs) checkRef(from, to);
  const gitDir = mkdtempSync(join(privateDir.gitDir, "fetch-"));
  try {
    for (const part of ["objects", "refs"]) mkdirSync(join(gitDir, part));
    writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/none\n");
    writeFileSync(join(gitDir, "config"), privateDir.configText);
    writeFileSync(join(gitDir, "packed-refs"), await packedRefs(history, signal));
    const variables: Record<string, string> = {
      ...history.variables,
      GIT_DIR: gitDir,
      GIT_OBJECT_DIRECTORY: join(place.commonDir, "objects"),
    };
    delete variables.GIT_WORK_TREE;
    const own = { ...history, variables };
    const words = [
      "fetch",
      "--progress",
      "--no-write-fetch-head",
      "--no-tags",
      "--no-recurse-submodules",
      "--no-auto-maintenance",
      "--no-show-forced-updates",
      "--end-of-options",
      remote.url,
      ...refs.map(({ from, to }) => `+${from}:${to}`),
    ];
    await runNetworkGit(networkPlace(own, remote), words, onProgress, signal);
    const commits = await commitsOf(
      own,
      refs.map(({ to }) => to),
      signal,
    );
    await writeRefs(
      history,
      refs.map(({ to }, i) => ({ ref: to, commit: commits[i] as string })),
      signal,
    );
    return commits;
  } finally {
    rmSync(gitDir, { recursive: true, force: true });
  }
}

/**
 * Lets refs below `refs/headwater/` stand for commits that are here.
 *
 * @throws UserError  `git-failed`
 */
export async function writeRefs(
  history: GitPlace,
  refs: readonly { readonly ref: string; readonly commit: string }[],
  signal: AbortSignal,
): Promise<void> {
  for (const { ref } of refs) checkRef(ref, ref);
  // A ref that stands for another one would lead the writing to that one.
  const input = refs.map(({ ref, commit }) => `option no-deref\0update ${ref}\0${commit}\0\0`).join("");
  const words = ["update-ref", "-z", "--stdin"];
  const unlogged = { ...history, options: [...history.options, "-c", "core.logAllRefUpdates=false"] };
  for (let tries = 0; ; tries++) {
    const call = { input, answers: [0, 1, 128] };
    const answer = await runGit(unlogged, words, call, signal);
    if (answer.exitCode === 0) return;
    // Another process may be writing the same ones at this very moment.
    if (tries === 3 || !/unable to lock|cannot lock|File exists/i.test(answer.complaint)) {
      throw gitFailure("update-ref", answer);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function packedRefs(history: GitPlace, signal: AbortSignal): Promise<string> {
  const { output } = await runGit(history, ["for-each-ref", "--format=%(objectname) %(refname)"], {}, signal);
  return `# pack-refs with: sorted\n${output.toString("utf8")}`;
}

async function commitsOf(
  place: GitPlace,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const input = refs.map((ref) => `${ref}^{commit}\n`).join("");
  const { output } = await runGit(place, ["cat-file", "--batch-check"], { input }, signal);
  const lines = output.toString("latin1").split("\n");
  return refs.map((ref, i) => {
    const commit = /^([0-9a-f]{40,64}) commit \d+$/.exec(lines[i] ?? "")?.[1];
    if (commit === undefined) throw new UserError("git-failed", `${ref} was fetched and is no commit.`);
    return commit;
  });
}

/** Names come from a forge: nothing in them may be more than a name, and nothing is written elsewhere. */
function checkRef(from: string, to: string): void {
  const isName = !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.lock(?:\/|$)|\/$/.test(from);
  const isKnown = from.startsWith("refs/") || /^[0-9a-f]{40,64}$/.test(from);
  if (isName && isKnown && /^refs\/headwater\/[\w./-]+$/.test(to) && !to.includes("..")) return;
  throw new UserError("forge-refused", `${JSON.stringify(from)} is no name of a branch.`);
}
