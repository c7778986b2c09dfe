import { UserError } from "../kit/errors.ts";

/** What CHANGE, `--base` and `--head` say together, before any repository is asked. */
export type AskedChange =
  /** The current branch with its uncommitted changes. */
  | { readonly kind: "working-copy"; readonly base?: string }
  /** From the merge base of both to `to`; without `from`, from the base that is found. */
  | { readonly kind: "range"; readonly from?: string; readonly to: string }
  /** A branch or a commit: the repository knows which. */
  | { readonly kind: "name"; readonly name: string };

export interface ChangeWords {
  readonly change?: string;
  readonly base?: string;
  readonly head?: string;
}

/**
 * Reads the words of a command line.
 *
 * @throws UserError  `bad-option` for words that contradict each other, `pull-requests-not-yet`,
 * `unsafe-revision` for a name that no revision can have
 */
export function askedChange({ change, base, head }: ChangeWords): AskedChange {
  for (const word of [change, base, head]) if (word !== undefined) checkName(word);
  if (change === undefined) {
    if (head === undefined) return { kind: "working-copy", ...(base === undefined ? {} : { base }) };
    return { kind: "range", ...(base === undefined ? {} : { from: base }), to: head };
  }
  if (/^[a-z+]+:\/\//i.test(change)) throw pullRequestsNotYet(change);
  if (head !== undefined) {
    throw new UserError("bad-option", `CHANGE ${change} and --head ${head} both name what to review.`);
  }
  const range = splitRange(change);
  if (range === undefined) {
    return base === undefined ? { kind: "name", name: change } : { kind: "range", from: base, to: change };
  }
  if (base !== undefined) {
    throw new UserError("bad-option", `CHANGE ${change} and --base ${base} both name where to start.`);
  }
  return { kind: "range", from: range.from, to: range.to };
}

/** A number alone, or with a `#`, is a pull request unless the repository knows it as a revision. */
export function looksLikePullRequest(name: string): boolean {
  return /^#?\d+$/.test(name);
}

export function pullRequestsNotYet(name: string): UserError {
  return new UserError(
    "pull-requests-not-yet",
    `${name} looks like a pull request, which this version cannot read yet.`,
  );
}

/** Two and three dots mean the same here. No name of a ref holds two dots, so the first ones separate. */
function splitRange(change: string): { from: string; to: string } | undefined {
  const found = /^(.*?)\.\.\.?(.*)$/s.exec(change);
  if (found === null) return undefined;
  const [, from, to] = found as unknown as [string, string, string];
  if (from === "" && to === "") throw new UserError("bad-option", `The range ${change} names no revision.`);
  return { from: from || "HEAD", to: to || "HEAD" };
}

function checkName(name: string): void {
  if (name === "") throw new UserError("bad-option", "An empty name is no revision.");
  if (/[\0-\x1f\x7f]/.test(name)) {
    throw new UserError("unsafe-revision", `${JSON.stringify(name)} holds characters that no revision has.`);
  }
}
