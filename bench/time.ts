import { spawnSync } from "node:child_process";

/** The middle value; of an even number the lower of the two. Units as given. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that `share` of the others do not exceed. `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  return sorted[at] ?? Number.NaN;
}

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the commands in turn, `rounds` times after one round that does not count, so that a machine that
 * slows down slows down all of them. Gives the median milliseconds of each, as a whole process.
 */
export function timeInTurn(commands: readonly CommandLine[], rounds: number): number[] {
  const times = commands.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [at, command] of commands.entries()) {
      const took = timeOnce(command);
      if (round >= 0) times[at]?.push(took);
    }
  }
  return times.map(median);
}

function timeOnce({ command, args, cwd, env }: CommandLine): number {
  const start = performance.now();
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
    maxBuffer: 1 << 28,
  });
  const took = performance.now() - start;
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${result.stderr.toString()}`);
  return took;
}

/** One row of the table that a run prints. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it should be: at most, or at least. Absent for a figure that only informs. */
  readonly goal?: { readonly kind: "at most" | "at least"; readonly value: number };
}

export function printRows(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  for (const { what, value, unit, goal } of rows) {
    const figure = `${round(value)} ${unit}`;
    console.log(`  ${what.padEnd(64)} ${figure.padStart(16)}   ${verdict(value, goal)}`);
  }
}

function verdict(value: number, goal: Row["goal"]): string {
  if (goal === undefined) return "";
  const holds = goal.kind === "at most" ? value <= goal.value : value >= goal.value;
  return `${goal.kind} ${goal.value}: ${holds ? "yes" : "NO"}`;
}

function round(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(value >= 100 ? 0 : 2);
}
