import type { PullAddress, RepositoryAddress } from "../adapters/forge/forge.ts";
import { isLoopback } from "../adapters/git/git.ts";
import { UserError } from "../kit/errors.ts";

/** How a pull request was named. */
export type PullName =
  | { readonly kind: "address"; readonly address: PullAddress }
  /** `OWNER/REPO#N`, at whatever forge is usual. */
  | { readonly kind: "full"; readonly owner: string; readonly name: string; readonly number: number }
  /** `N` or `#N`, in the repository that a remote points at. */
  | { readonly kind: "number"; readonly number: number };

const OWNER = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9_])?$|^[A-Za-z0-9]$/;
const NAME = /^[A-Za-z0-9._-]{1,100}$/;
const NUMBER = /^[1-9]\d{0,9}$/;

/** What a word says of a pull request; nothing where it cannot name one. A URL must name one: @throws UserError `bad-option` */
export function readPullName(word: string): PullName | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) return { kind: "address", address: readPullUrl(word) };
  const bare = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?\/[^/]+\/[^/]+\/pulls?\/\d+/i.test(word);
  // As it is copied out of a browser that hides how it is reached. Whether it is http says the forge at that host.
  if (bare) return { kind: "address", address: readPullUrl(`https://${word}`) };
  const full = /^([^/#]+)\/([^/#]+)#(\d+)$/.exec(word);
  if (full !== null) {
    const [, owner, name, number] = full as unknown as [string, string, string, string];
    return isRepository(owner, name) && NUMBER.test(number)
      ? { kind: "full", owner, name, number: Number(number) }
      : undefined;
  }
  const number = /^#?(\d+)$/.exec(word)?.[1];
  return number !== undefined && NUMBER.test(number) ? { kind: "number", number: Number(number) } : undefined;
}

/** `https://HOST/OWNER/REPO/pull/N`, whatever page of it. */
function readPullUrl(word: string): PullAddress {
  const url = URL.canParse(word) ? new URL(word) : undefined;
  const isWeb = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  const [, owner = "", name = "", pull, number = ""] = url?.pathname.split("/") ?? [];
  const isPull = (pull === "pull" || pull === "pulls") && NUMBER.test(number);
  if (url && isWeb && url.username === "" && url.password === "" && isPull && isRepository(owner, name)) {
    return { host: url.host, owner, name, number: Number(number) };
  }
  // Whatever stands before an @ may be a password.
  const shown = word.replace(/\/\/[^/]*@/, "//…@");
  throw new UserError(
    "bad-option",
    `${shown} is no address of a pull request, which looks like https://github.com/OWNER/REPO/pull/7.`,
  );
}

function isRepository(owner: string, name: string): boolean {
  return OWNER.test(owner) && NAME.test(name) && name !== "." && name !== "..";
}

/**
 * The repository of a forge that a remote's address means: https, ssh, git and the short form of ssh. Nothing for
 * a path or another form.
 */
export function readRemoteUrl(url: string): RepositoryAddress | undefined {
  const short = /^(?:[^@/:]+@)?([A-Za-z0-9.-]+):(?!\/\/)\/?(.+)$/.exec(url);
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(url);
  if (!isUrl) return short === null ? undefined : repositoryAt(short[1] as string, short[2] as string);
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, hostname, pathname } = new URL(url);
  switch (protocol) {
    case "https:":
    case "http:":
      return repositoryAt(host, pathname);
    // The port is that of another program.
    case "ssh:":
    case "git:":
    case "git+ssh:":
      return repositoryAt(hostname, pathname);
    default:
      return undefined;
  }
}

function repositoryAt(host: string, path: string): RepositoryAddress | undefined {
  const steps = path
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/i, "")
    .split("/");
  const [owner = "", name = ""] = steps;
  if (steps.length !== 2 || !isRepository(owner, name)) return undefined;
  const small = host.toLowerCase();
  // GitHub's ssh over the port of https has a name of its own.
  return { host: small === "ssh.github.com" ? "github.com" : small, owner, name };
}

export function isSameRepository(a: RepositoryAddress, b: RepositoryAddress): boolean {
  const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
  return a.host === b.host && same(a.owner, b.owner) && same(a.name, b.name);
}
