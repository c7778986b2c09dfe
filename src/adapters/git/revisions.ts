import type { CommitText, HeadCommit } from "./repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/**
 * The commit that each name means, in the order asked; `undefined` for a name that means none. Names go in
 * through a pipe and are whatever git takes for a revision, so none can act as an option. One process.
 */
export async function resolveCommits(
  place: GitPlace,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const asked = names.filter(isAskable);
  const input = asked.map((name) => `${name}^{commit}\n`).join("");
  const { output } = await runGit(place, ["cat-file", "--batch-check"], { input }, signal);
  const lines = output.toString("utf8").split("\n");
  const found = new Map(
    asked.map((name, i) => [name, /^([0-9a-f]{40,64}) commit \d+$/.exec(lines[i] ?? "")?.[1]]),
  );
  return names.map((name) => found.get(name));
}

function isAskable(name: string): boolean {
  return name !== "" && !/[\n\r\0]/.test(name);
}

export async function headCommit(place: GitPlace, signal: AbortSignal): Promise<HeadCommit | undefined> {
  const call = { input: "HEAD^{commit}\nHEAD^{tree}\n" };
  const { output } = await runGit(place, ["cat-file", "--batch-check"], call, signal);
  const found = /^([0-9a-f]+) commit \d+\n([0-9a-f]+) tree \d+\n$/.exec(output.toString("latin1"));
  return found === null ? undefined : { commit: found[1] as string, tree: found[2] as string };
}

/** The full name of the branch that a symbolic ref such as HEAD stands for; nothing when it stands for none. */
export async function symbolicTarget(
  place: GitPlace,
  ref: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await runGit(place, ["symbolic-ref", "-q", ref], { answers: [0, 1, 128] }, signal);
  return answer.exitCode === 0 ? answer.output.toString("utf8").replace(/\n$/, "") : undefined;
}

/** All best common ancestors of two commits, git's first one first; none where the histories do not meet. */
export async function mergeBases(
  place: GitPlace,
  left: string,
  right: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const answer = await runGit(place, ["merge-base", "--all", left, right], { answers: [0, 1] }, signal);
  return answer.output
    .toString("latin1")
    .split("\n")
    .filter((id) => id !== "");
}

/** The commits that `head` has and `base` has not, oldest first, at most `limit` of the newest; and how many there are. */
export async function commitsBetween(
  place: GitPlace,
  base: string | undefined,
  head: string,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly commits: readonly CommitText[]; readonly count: number }> {
  const format = "--format=%H%x00%an%x00%aI%x00%s%x00%b%x00";
  const { output } = await runGit(
    place,
    [
      "rev-list",
      "--topo-order",
      "--no-commit-header",
      "--encoding=UTF-8",
      format,
      head,
      ...(base === undefined ? [] : [`^${base}`]),
    ],
    {},
    signal,
  );
  const fields = output.toString("utf8").split("\0");
  const count = Math.floor(fields.length / 5);
  const commits: CommitText[] = [];
  for (let i = 0; i < Math.min(count, limit); i++) {
    const [id, author, date, subject, body] = fields.slice(i * 5, i * 5 + 5) as [
      string,
      string,
      string,
      string,
      string,
    ];
    commits.push({ id: id.trim(), author, date, subject, body: body.trim() });
  }
  return { commits: commits.reverse(), count };
}
