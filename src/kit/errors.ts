/**
 * Every way a command can fail because of its input or its surroundings, with the exit code and what
 * to do about it. 2: the user's input is wrong; 3: the environment failed.
 */
export const errorCatalog = {
  "not-a-repository": { exitCode: 2, hint: "Run it inside a git repository, or pass --repo DIR." },
  "no-such-folder": { exitCode: 2, hint: "Name an existing folder with --repo DIR." },
  "unknown-revision": { exitCode: 2, hint: "Check the name with `git branch -a` or `git log`." },
  "unsafe-revision": { exitCode: 2, hint: "Pass it with --base or --head, or use the commit id." },
  "no-base": { exitCode: 2, hint: "Name the base with --base REV." },
  "no-merge-base": {
    exitCode: 2,
    hint: "The two sides share no commit that is present here; fetch more history, or pick another --base.",
  },
  "bad-option": { exitCode: 2, hint: "See `headwater --help`." },
  "bad-target": {
    exitCode: 2,
    hint: "Write it as a key: `yaml//load`, `os//exec//Command`, `src/app.py//main`.",
  },
  "unknown-source": {
    exitCode: 2,
    hint: "Write it as a key or as path:name.name; `headwater graph` lists all keys.",
  },
  "bad-rules": { exitCode: 2, hint: "docs/SPEC.md says how root rules are written." },
  "gate-failed": { exitCode: 1, hint: "This is what --fail-on asks for." },
  "unknown-forge": {
    exitCode: 2,
    hint: "Pass the whole URL; name hosts other than github.com in GH_HOST, or under `forges` in settings.json.",
  },
  "no-such-pull-request": {
    exitCode: 2,
    hint: "Check the number and the repository; a private one needs a token (GITHUB_TOKEN, or `gh auth login`).",
  },
  "forge-refused": { exitCode: 3, hint: "`headwater doctor` says which token is used and whether it works." },
  "rate-limited": { exitCode: 3, hint: "Wait until then; a token (GITHUB_TOKEN) has a much higher limit." },
  "forge-unreachable": { exitCode: 3, hint: "Check the network, and try again." },
  "no-token": { exitCode: 2, hint: "Set GITHUB_TOKEN, or run `gh auth login`." },
  "local-review": { exitCode: 2, hint: "Push the branch, open a pull request, and review that." },
  "own-pull-request": { exitCode: 2, hint: "Send it as a comment." },
  "head-moved": {
    exitCode: 2,
    hint: "Reload, look at what changed, and send again; drafts follow their lines.",
  },
  "nothing-to-send": { exitCode: 2, hint: "Write a comment or a body first." },
  "being-sent": { exitCode: 2, hint: "Wait until that is done." },
  "not-found": { exitCode: 2, hint: "The review may have changed since; reload it." },
  "stale-revision": { exitCode: 2, hint: "Read it again and repeat the change." },
  forbidden: { exitCode: 2, hint: "Open the address that `headwater` printed, token and all." },
  "not-ready": { exitCode: 3, hint: "It is still being read; ask again in a moment." },
  "other-review": { exitCode: 2, hint: "Run `headwater` again to review what is there now." },
  "too-large": { exitCode: 2, hint: "Open the file in an editor; the page shows smaller ones." },
  "not-built": { exitCode: 3, hint: "Run `npm run build` in Headwater's own folder." },
  "bad-request": { exitCode: 2, hint: "The page and the server may be of two versions; reload the page." },
  "something-missing": { exitCode: 3, hint: "Each line that begins with MISS says what to do." },
  "git-missing": { exitCode: 3, hint: "Install git 2.36 or later and make sure that it is on PATH." },
  "git-failed": { exitCode: 3, hint: "Run `git fsck`; the repository may be damaged or unreadable." },
  "unreadable-file": {
    exitCode: 3,
    hint: "Make the file readable, or review commits instead of the working tree.",
  },
  "diff-too-large": { exitCode: 3, hint: "Review a smaller range." },
  "home-unwritable": { exitCode: 3, hint: "Free some space or set HEADWATER_HOME to a writable folder." },
  "output-failed": { exitCode: 3, hint: "Free some space, or write the output elsewhere." },
  "port-in-use": { exitCode: 3, hint: "Pass another --port, or none for a free one." },
  cancelled: { exitCode: 3, hint: "It was stopped before it was done; run it again." },
  bug: { exitCode: 3, hint: "This is a mistake of Headwater; please report it with what --debug prints." },
} as const satisfies Record<string, { exitCode: 1 | 2 | 3; hint: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** The user's input or the surroundings are at fault. Doors print `message` and the catalog's hint, no stack. */
export class UserError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "UserError";
    this.code = code;
  }
}

/** This program is at fault. The request ends and is reported. */
export class Bug extends Error {
  constructor(message: string) {
    super(`This should hold and does not: ${message}`);
    this.name = "Bug";
  }
}

/** Throws a `Bug` when `condition` is false. `whatHolds` is the claim, as a sentence. */
export function invariant(condition: unknown, whatHolds: string): asserts condition {
  if (!condition) throw new Bug(whatHolds);
}
