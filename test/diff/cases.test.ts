import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { type DiffedChange, diffChange } from "../../src/app/diff-change.ts";
import { readChange } from "../../src/app/read-change.ts";
import { type FileDiff, type Hunk, isValidAnchor, type MovedPair } from "../../src/engine/diff/diff.ts";
import { forgePlaces } from "../../src/engine/discussion/discussion.ts";
import { UserError } from "../../src/kit/errors.ts";
import { diffSchema } from "../../src/wire/diff.ts";

interface ExpectedHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly added: number;
  readonly removed: number;
  readonly lines?: readonly (readonly (string | number | null)[])[];
}

interface ExpectedFile {
  readonly path: string;
  readonly oldPath?: string;
  readonly pathHex?: string;
  readonly status: string;
  readonly binary?: boolean;
  readonly noise?: string | null;
  readonly optional?: boolean;
  readonly hunks: readonly ExpectedHunk[];
}

interface Place {
  readonly path: string;
  readonly hunk: number;
}

interface Case {
  readonly name: string;
  readonly why: string;
  readonly base: string;
  readonly head: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: { readonly findCopies?: boolean; readonly untracked?: boolean };
  readonly mustNotExist?: readonly string[];
  readonly expect: {
    readonly files: readonly ExpectedFile[];
    readonly error?: string;
    readonly orError?: string;
    readonly ids?: readonly (
      | { readonly kind: "distinct" }
      | (Place & {
          readonly kind: "same" | "different";
          readonly other: Place & { base: string; head: string };
        })
    )[];
    readonly anchors?: readonly {
      readonly path: string;
      readonly side: "LEFT" | "RIGHT";
      readonly line: number;
      readonly startLine?: number;
      readonly ok: boolean;
    }[];
    readonly pairs?: { readonly want: readonly MovedPair[]; readonly never: readonly MovedPair[] };
  };
}

const casesDir = fileURLToPath(new URL("../cases/diff/", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "headwater-cases-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const never = new AbortController().signal;

const cases = readdirSync(casesDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => JSON.parse(readFileSync(join(casesDir, entry.name, "case.json"), "utf8")) as Case);

describe("the diff cases", () => {
  test("are all there", () => expect(cases).toHaveLength(28));
  for (const one of cases) test(`${one.name}: ${one.why}`, () => runCase(one));
});

async function runCase(one: Case): Promise<void> {
  const dir = join(scratch, one.name);
  execFileSync("bash", [join(casesDir, one.name, "setup.sh"), dir], { stdio: "pipe" });
  const { error, orError, files, ids, anchors, pairs } = one.expect;
  let diff: DiffedChange | undefined;
  try {
    diff = await diffOf(one, dir, one.base, one.head);
  } catch (problem) {
    const meaning = error ?? orError;
    if (!(problem instanceof UserError) || meaning === undefined) throw problem;
    expect(problem.message).toContain(meaning);
  }
  for (const path of one.mustNotExist ?? []) expect(existsSync(join(dir, path)), path).toBe(false);
  if (diff === undefined) return;
  expect(error, "the review cannot be made").toBeUndefined();
  expectFiles(diff.files, files);
  for (const anchor of anchors ?? []) {
    expect(isValidAnchor(fileAt(diff, anchor.path), anchor), JSON.stringify(anchor)).toBe(anchor.ok);
    const { ok, ...place } = anchor;
    const sentTo = forgePlaces({ shown: diff.files, plain: diff.files })(place);
    expect(sentTo.kind, JSON.stringify(anchor)).toBe(ok ? "lines" : "file");
  }
  for (const claim of ids ?? []) {
    if (claim.kind === "distinct") {
      const hashes = diff.files.flatMap((file) => file.hunks.map((hunk) => hunk.hash));
      expect(new Set(hashes).size).toBe(hashes.length);
      continue;
    }
    const other = await diffOf(one, dir, claim.other.base, claim.other.head);
    const isSame = hunkAt(diff, claim).hash === hunkAt(other, claim.other).hash;
    expect(isSame, JSON.stringify(claim)).toBe(claim.kind === "same");
  }
  for (const pair of pairs?.want ?? []) expect(diff.pairs).toContainEqual(pair);
  for (const pair of pairs?.never ?? []) expect(diff.pairs).not.toContainEqual(pair);
}

async function diffOf(one: Case, dir: string, base: string, head: string): Promise<DiffedChange> {
  const variables = Object.entries(one.env ?? {}).map(([name, value]) => [
    name,
    value.replaceAll("{repo}", dir),
  ]);
  const change = await readChange(
    {
      repoDir: join(dir, one.cwd ?? "."),
      base,
      ...(head === "worktree" ? {} : { head }),
      includeUntracked: one.options?.untracked ?? false,
      findCopies: one.options?.findCopies ?? false,
      homeDir: join(scratch, "home"),
      environment: { ...process.env, ...Object.fromEntries(variables) },
    },
    never,
  );
  try {
    const diff = await diffChange(change, never);
    const printed = { base: change.diffBase, head: change.head, files: diff.files, pairs: diff.pairs };
    expect(() => diffSchema.parse(JSON.parse(JSON.stringify(printed)))).not.toThrow();
    return diff;
  } finally {
    change.repository.close();
  }
}

function expectFiles(files: readonly FileDiff[], expected: readonly ExpectedFile[]): void {
  const paths = files.map((file) => file.path);
  expect(new Set(paths).size, "each path once").toBe(paths.length);
  const optional = new Set(expected.filter((file) => file.optional === true).map((file) => file.path));
  const mandatory = expected.filter((file) => !optional.has(file.path));
  expect(paths.filter((path) => !optional.has(path)).sort()).toEqual(
    mandatory.map((file) => file.path).sort(),
  );
  for (const want of mandatory) {
    const file = files.find((entry) => entry.path === want.path) as FileDiff;
    const { path, oldPath, pathHex, status } = file;
    expect({ path, oldPath, pathHex, status }).toEqual({
      path: want.path,
      oldPath: want.oldPath,
      pathHex: want.pathHex,
      status: want.status,
    });
    if (want.binary !== undefined) expect(file.binary, want.path).toBe(want.binary);
    if (want.noise !== undefined) expect(file.noise ?? null, `noise of ${want.path}`).toBe(want.noise);
    expect(file.hunks.map(countsOf), want.path).toEqual(want.hunks.map(({ lines: _, ...counts }) => counts));
    for (const [i, hunk] of want.hunks.entries()) {
      if (hunk.lines !== undefined) expect((file.hunks[i] as Hunk).lines.map(rowOf)).toEqual(hunk.lines);
    }
  }
}

function countsOf(hunk: Hunk): ExpectedHunk {
  const { oldStart, oldLines, newStart, newLines } = hunk;
  const added = hunk.lines.filter((line) => line.kind === "+").length;
  const removed = hunk.lines.filter((line) => line.kind === "-").length;
  return { oldStart, oldLines, newStart, newLines, added, removed };
}

function rowOf(line: Hunk["lines"][number]): readonly (string | number | null)[] {
  const row = [line.kind, line.old ?? null, line.new ?? null, line.text];
  return line.noNewline === true ? [...row, "no newline"] : row;
}

function fileAt(diff: DiffedChange, path: string): FileDiff {
  return diff.files.find((file) => file.path === path) as FileDiff;
}

function hunkAt(diff: DiffedChange, place: Place): Hunk {
  return fileAt(diff, place.path).hunks[place.hunk] as Hunk;
}
