import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDiff } from "../src/engine/diff/diff.ts";
import { type Fixture, git, makeDiff, makeRepository } from "./fixtures.ts";
import { median, type Row, timeInTurn } from "./time.ts";

const headwater = fileURLToPath(new URL("../bin/headwater.js", import.meta.url));
const ROUNDS = 7;

/** Parsing and hashing a diff that is in memory. */
export function measureDiff(): Row[] {
  const bytes = makeDiff(2000, 50);
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines++;
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    parseDiff(bytes);
    rates.push((lines / (performance.now() - start)) * 1000);
  }
  const goal = { kind: "at least", value: 300_000 } as const;
  return [{ what: `parse and hash a diff of ${lines} lines`, value: median(rates), unit: "lines/s", goal }];
}

/** `extract` of 20 changed files in a repository of 100,000 lines, against what it cannot do without. */
export function measureExtract(): Row[] {
  const fixture = makeRepository(500, 200, 20, 3);
  try {
    return extractRows("20 files of 100,000 lines", fixture);
  } finally {
    fixture.remove();
  }
}

/** The same of a repository of the user's: its last commit. */
export function measureExtractOf(folder: string): Row[] {
  const head = git(folder, "rev-parse", "HEAD").trim();
  const base = git(folder, "rev-parse", "HEAD~1").trim();
  const name = folder.split("/").filter(Boolean).at(-1) ?? folder;
  return extractRows(`the last commit of ${name}`, { folder, base, head, files: 0, remove: () => undefined });
}

function extractRows(what: string, { folder, base, head }: Fixture): Row[] {
  const home = mkdtempSync(join(tmpdir(), "headwater-bench-home-"));
  const env = { HEADWATER_HOME: home };
  const range = `${base}..${head}`;
  const extract = [headwater, "extract", "--repo", folder, range, "--out", join(home, "graph.json")];
  const names = [...new Set(git(folder, "diff", base, head).match(/\b\w{4,}\b/g) ?? [])].slice(0, 200);
  const search = ["-C", folder, "grep", "-P", "-n", `\\b(?:${names.join("|")})\\b`, head];
  try {
    const [node = 0, diff = 0, grep = 0, uncached = 0, cached = 0] = timeInTurn(
      [
        { command: process.execPath, args: ["-e", "0"] },
        { command: "git", args: ["-C", folder, "diff", "-M", "-U3", base, head] },
        { command: "git", args: search },
        { command: process.execPath, args: [...extract, "--refresh"], env },
        { command: process.execPath, args: extract, env },
      ],
      ROUNDS,
    );
    const floor = node + diff + grep;
    return [
      { what: `${what}: starting Node`, value: node, unit: "ms" },
      { what: `${what}: its git diff and git grep`, value: diff + grep, unit: "ms" },
      { what: `${what}: extract, nothing cached`, value: uncached, unit: "ms" },
      {
        what: `${what}: extract, nothing cached / floor`,
        value: uncached / floor,
        unit: "times",
        goal: { kind: "at most", value: 6 },
      },
      {
        what: `${what}: extract, cached / starting Node`,
        value: cached / node,
        unit: "times",
        goal: { kind: "at most", value: 4 },
      },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
