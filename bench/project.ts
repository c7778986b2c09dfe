import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openProject } from "../src/app/project-files.ts";
import { linkProject, readProject } from "../src/app/read-project.ts";
import { reach, targetsByKey } from "../src/engine/reach/reach.ts";
import { allLanguages } from "../src/languages/registry.ts";
import { git } from "./fixtures.ts";
import { measureParsing } from "./parsing.ts";
import { median, type Row } from "./time.ts";

const headwater = fileURLToPath(new URL("../bin/headwater.js", import.meta.url));
const ROUNDS = 5;
/** The answer is the same whatever is asked: the time goes into the graph. */
const TARGET = "headwater-bench//nothing";
/** A small project is read sooner than Node's own start is made good. */
const SMALL_LINES = 30_000;
/** From here on two workers are worth their start. */
const LARGE_LINES = 150_000;
const COPIES = [1, 2, 4, 8] as const;

export interface ProjectBenchOptions {
  /** A command of another tool that builds its graph; `{}` stands for the folder. It gets a fresh copy each time. */
  readonly peer?: string;
  /** How often each is run; the best counts. */
  readonly rounds?: number;
}

/** The project graph of a folder, from the start of a process to its end, as ratios of runs taken in turn. */
export async function measureProject(folder: string, options: ProjectBenchOptions = {}): Promise<Row[]> {
  const rounds = options.rounds ?? ROUNDS;
  const work = mkdtempSync(join(tmpdir(), "headwater-bench-project-"));
  try {
    const copy = join(work, "project");
    cpSync(resolve(folder), copy, { recursive: true });
    const extraction = await measureExtraction(copy);
    const lines = extraction[0]?.value ?? 0;
    return [
      ...extraction,
      ...measureWorkers(copy, rounds, lines),
      ...measureRuns(copy, work, rounds, options.peer, lines),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** How time and memory grow with copies of a folder, and a query on the largest. */
export async function measureGrowth(folder: string): Promise<Row[]> {
  const work = mkdtempSync(join(tmpdir(), "headwater-bench-growth-"));
  try {
    const rows: Row[] = [];
    const grown = COPIES.map((copies) => {
      const many = join(work, `of-${copies}`);
      for (let copy = 1; copy <= copies; copy++) copySources(folder, join(many, `copy${copy}`));
      return { copies, ...best(2, () => run(many, work, "--refresh")) };
    });
    const [one] = grown;
    for (const { copies, ms, peakMb } of grown) {
      rows.push({ what: `${copies} copies: cold`, value: ms, unit: "ms" });
      rows.push({ what: `${copies} copies: peak memory`, value: peakMb, unit: "MB", goal: atMost(1024) });
    }
    for (const [name, of] of [["time", "ms"] as const, ["memory", "peakMb"] as const]) {
      const [, , four, eight] = grown.map((point) => point[of]);
      rows.push({
        what: `${name}: 8 copies / 4 copies (2 is linear)`,
        value: (eight ?? 0) / (four ?? 1),
        unit: "times",
        goal: atMost(2.3),
      });
    }
    if (one !== undefined) rows.push(...(await measureReach(join(work, "of-8"))));
    return rows;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function measureExtraction(folder: string): Promise<Row[]> {
  const figures = await measureParsing(folder);
  const sum = (of: "parseMs" | "extractMs") => figures.reduce((total, one) => total + one[of], 0);
  const lines = figures.reduce((total, one) => total + one.lines, 0);
  return [
    { what: "lines", value: lines, unit: "" },
    {
      what: "extraction / bare parsing, one thread, warm, in memory",
      value: sum("extractMs") / sum("parseMs"),
      unit: "times",
      goal: atMost(1.8),
    },
  ];
}

/** The index stage of a fresh process, as it says it of itself. */
function measureWorkers(folder: string, rounds: number, lines: number): Row[] {
  const times: Record<number, number[]> = { 1: [], 2: [] };
  for (let round = 0; round < rounds; round++) {
    for (const workers of [1, 2]) {
      const args = ["index", "--repo", folder, "--refresh", "--workers", String(workers), "--json"];
      const { stdout } = start([headwater, ...args]);
      times[workers]?.push((JSON.parse(stdout) as { timeMs: number }).timeMs);
    }
  }
  const [one = 0, two = 1] = [1, 2].map((workers) => Math.min(...(times[workers] ?? [])));
  return [
    { what: "index stage, one worker", value: one, unit: "ms" },
    {
      what: "index stage, one worker / two workers",
      value: one / two,
      unit: "times",
      ...(lines < LARGE_LINES ? {} : { goal: { kind: "at least", value: 1.6 } as const }),
    },
  ];
}

type Name = "cold" | "warm" | "edited" | "grown" | "peer";

/** All that is compared is run once a round, one after the other. */
function measureRuns(
  folder: string,
  work: string,
  rounds: number,
  peer: string | undefined,
  lines: number,
): Row[] {
  const found: Record<Name, Run[]> = { cold: [], warm: [], edited: [], grown: [], peer: [] };
  const home = join(work, "home");
  for (let round = 0; round < rounds; round++) {
    rmSync(home, { recursive: true, force: true });
    found.cold.push(run(folder, home));
    found.warm.push(run(folder, home));
    const file = someSource(folder);
    appendFileSync(file.path, `${file.comment} a comment of round ${round}\n`);
    found.edited.push(run(folder, home));
    appendFileSync(file.path, `${file.code(round)}\n`);
    found.grown.push(run(folder, home));
    git(folder, "checkout", "-q", "--", ".");
    if (peer !== undefined) found.peer.push(runPeer(folder, join(work, "peer"), peer));
  }
  const bestOf = (name: Name) => Math.min(...found[name].map((one) => one.ms));
  const [cold, warm] = [bestOf("cold"), bestOf("warm")];
  const rows: Row[] = [
    { what: "cold, an empty store (best)", value: cold, unit: "ms" },
    { what: "cold (median)", value: median(found.cold.map((one) => one.ms)), unit: "ms" },
    {
      what: "cold: peak memory",
      value: Math.max(...found.cold.map((one) => one.peakMb)),
      unit: "MB",
      goal: atMost(1024),
    },
    {
      what: "warm, nothing changed",
      value: warm,
      unit: "ms",
      goal: atMost(Math.round(Math.max(0.35 * cold, 350))),
    },
    { what: "a comment added / over warm", value: bestOf("edited") - warm, unit: "ms", goal: atMost(300) },
    { what: "a function added / over warm", value: bestOf("grown") - warm, unit: "ms", goal: atMost(300) },
  ];
  if (peer === undefined) return rows;
  return [
    ...rows,
    { what: "the peer, cold (best)", value: bestOf("peer"), unit: "ms" },
    {
      what: "cold / the peer",
      value: cold / bestOf("peer"),
      unit: "times",
      goal: atMost(lines < SMALL_LINES ? 1.2 : 1),
    },
  ];
}

interface Run {
  readonly ms: number;
  readonly peakMb: number;
}

/** Says at its end how much memory the process had. */
const tellPeak =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS+"\\n"))';

function run(folder: string, home: string, ...more: readonly string[]): Run {
  const started = performance.now();
  const args = ["--import", tellPeak, headwater, "reach", TARGET, "--json", "--repo", folder, ...more];
  const { stderr } = start(args, { HEADWATER_HOME: home });
  const ms = performance.now() - started;
  return { ms, peakMb: Number(/^peak (\d+)$/m.exec(stderr)?.[1] ?? Number.NaN) / 1024 };
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const result = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) throw new Error(`${args.join(" ")}: ${result.stderr}`);
  return result;
}

function runPeer(folder: string, copy: string, peer: string): Run {
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  const [command = "", ...args] = peer.split(" ").map((part) => part.replace("{}", copy));
  const started = performance.now();
  const result = spawnSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ms = performance.now() - started;
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) throw new Error(`${peer}: ${result.stderr.toString()}`);
  return { ms, peakMb: Number.NaN };
}

function best(rounds: number, once: () => Run): Run {
  const runs = Array.from({ length: rounds }, once);
  return {
    ms: Math.min(...runs.map((one) => one.ms)),
    peakMb: Math.max(...runs.map((one) => one.peakMb)),
  };
}

/** A file of the language with the most files, by its place in the middle, and how to write in it. */
function someSource(folder: string): {
  readonly path: string;
  readonly comment: string;
  readonly code: (round: number) => string;
} {
  const paths = git(folder, "ls-files").split("\n").filter(Boolean);
  const known = Object.keys(written).map((ending) => ({
    ending,
    paths: paths.filter((path) => path.endsWith(ending)),
  }));
  const most = known.sort((one, other) => other.paths.length - one.paths.length)[0];
  const path = most?.paths[Math.floor(most.paths.length / 2)];
  if (most === undefined || path === undefined)
    throw new Error(`${folder} has no source file that git tracks`);
  const code = written[most.ending] as (round: number) => string;
  return { path: join(folder, path), comment: most.ending === ".py" ? "#" : "//", code };
}

const written: Readonly<Record<string, (round: number) => string>> = {
  ".ts": (round) => `export function headwaterBench${round}() {\n  return String(${round});\n}`,
  ".js": (round) => `function headwaterBench${round}() {\n  return String(${round});\n}`,
  ".py": (round) => `def headwater_bench_${round}():\n    return str(${round})`,
  ".go": (round) => `func headwaterBench${round}() int {\n\treturn len("${round}")\n}`,
  ".java": (round) =>
    `class HeadwaterBench${round} {\n  String bench() { return String.valueOf(${round}); }\n}`,
  ".rs": (round) => `fn headwater_bench_${round}() -> String {\n    ${round}.to_string()\n}`,
};

const skipped = new Set([".git", "node_modules"]);

function copySources(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (!skipped.has(name)) cpSync(join(from, name), join(to, basename(name)), { recursive: true });
  }
}

/** Queries on a graph that is built, scaled to one of 100,000 edges where it has more. */
async function measureReach(folder: string): Promise<Row[]> {
  const { signal } = new AbortController();
  const options = { folder, homeDir: folder, environment: process.env, languages: allLanguages };
  const { files } = await openProject(options, signal);
  const graph = await linkProject(await readProject({ files }, signal), signal);
  files.close();
  const keys = graph.nodes.filter((node) => node.kind === "external").map((node) => node.key);
  const asked = [TARGET, ...keys.filter((_, at) => at % Math.ceil(keys.length / 20) === 0)];
  const times = asked.map((key) => {
    const started = performance.now();
    reach(graph, { targets: targetsByKey([key]) });
    return performance.now() - started;
  });
  const share = Math.max(1, graph.edges.count / 100_000);
  return [
    { what: `${asked.length} queries, edges of the graph`, value: graph.edges.count, unit: "edges" },
    { what: "a query, median", value: median(times), unit: "ms" },
    {
      what: "the slowest query, for 100,000 edges",
      value: Math.max(...times) / share,
      unit: "ms",
      goal: atMost(50),
    },
  ];
}

function atMost(value: number): { readonly kind: "at most"; readonly value: number } {
  return { kind: "at most", value };
}
