import { UserError } from "../kit/errors.ts";
import { type PullName, readPullName } from "./pull-names.ts";

/** What CHANGE, `--base` and `--head` say together, before any repository is asked. */
export type AskedChange =
  /** The current branch with its uncommitted changes. */
  | { readonly kind: "working-copy"; readonly base?: string }
  /** From the merge base of both to `to`; without `from`, from the base that is found. */
  | { readonly kind: "range"; readonly from?: string; readonly to: string }
  /** A branch or a commit: the repository knows which. What it does not know may be the name of a pull request. */
  | { readonly kind: "name"; readonly name: string; readonly pull?: PullName }
  /** An address on the web. */
  | { readonly kind: "pull"; readonly pull: PullName };

export interface ChangeWords {
  readonly change?: string;
  readonly base?: string;
  readonly head?: string;
}

/**
 * Reads the words of a command line.
 *
 * @throws UserError  `bad-option` for words that contradict each other and for a URL of no pull request,
 * `unsafe-revision` for a name that no revision can have
 */
export function askedChange({ change, base, head }: ChangeWords): AskedChange {
  for (const word of [change, base, head]) if (word !== undefined) checkName(word);
  if (change === undefined) {
    if (head === undefined) return { kind: "working-copy", ...(base === undefined ? {} : { base }) };
    return { kind: "range", ...(base === undefined ? {} : { from: base }), to: head };
  }
  const pull = readPullName(change);
  if (pull?.kind === "address") {
    if (base === undefined && head === undefined) return { kind: "pull", pull };
    throw new UserError("bad-option", "A pull request has a base and a head of its own.");
  }
  if (head !== undefined) {
    throw new UserError("bad-option", `CHANGE ${change} and --head ${head} both name what to review.`);
  }
  const range = splitRange(change);
  if (range === undefined) {
    if (base !== undefined) return { kind: "range", from: base, to: change };
    return { kind: "name", name: change, ...(pull === undefined ? {} : { pull }) };
  }
  if (base !== undefined) {
    throw new UserError("bad-option", `CHANGE ${change} and --base ${base} both name where to start.`);
  }
  return { kind: "range", from: range.from, to: range.to };
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
