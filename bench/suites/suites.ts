// `npm run bench:suites`: how right the graph and the answers are on public suites, read from checkouts.
//   npm run bench:suites -- --pycg DIR            one suite, or several with an option each
//   npm run bench:suites -- --pycg DIR --details  and each edge and answer that differs
import { parseArgs } from "node:util";
import { compareBytes } from "../../src/kit/order.ts";
import { catsJava } from "./cats-java.ts";
import { goCallgraph } from "./go-callgraph.ts";
import { type CaseFigures, measureCases } from "./measure.ts";
import { pycg } from "./pycg.ts";
import { rustCallgraph } from "./rust-callgraph.ts";
import type { Suite, SuiteCase, SuiteGoals } from "./suite.ts";
import { swarmJs } from "./swarm-js.ts";

const suites: readonly Suite[] = [pycg, swarmJs, goCallgraph, rustCallgraph, catsJava];

const usage = `Name a suite and its checkout: ${suites.map(({ name }) => `--${name} DIR`).join(", ")}; --details for all that differs.`;
const { values } = readArguments();
const asked = suites.filter(({ name }) => typeof values[name as keyof typeof values] === "string");
if (asked.length === 0) {
  console.error(usage);
  process.exit(2);
}
// Who reads no further, as `head` does, has read enough.
process.stdout.on("error", () => process.exit());
let isHeld = true;
for (const suite of asked) {
  const cases = readSuite(suite, String(values[suite.name as keyof typeof values]));
  const figures = await measureCases(cases);
  isHeld = print(suite, cases, figures, values.details === true) && isHeld;
}
process.exitCode = isHeld ? 0 : 1;

function readArguments() {
  try {
    return parseArgs({
      options: {
        details: { type: "boolean" as const },
        ...Object.fromEntries(suites.map(({ name }) => [name, { type: "string" as const }])),
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

function readSuite(suite: Suite, folder: string): SuiteCase[] {
  try {
    const cases = suite.read(folder);
    if (cases.length > 0) return cases;
    console.error(`${folder} holds no case of ${suite.title}; name the top folder of its checkout.`);
  } catch (error) {
    console.error(`${folder} cannot be read as a checkout of ${suite.title}: ${(error as Error).message}`);
  }
  process.exit(2);
}

/** Prints the table of a suite; says whether all its goals hold. */
function print(
  suite: Suite,
  cases: readonly SuiteCase[],
  figures: readonly CaseFigures[],
  hasDetails: boolean,
): boolean {
  const rows = rowsOf(suite.goals, figures);
  console.log(`\n${suite.title}: ${cases.length} cases\n`);
  console.log("| figure | value | of | goal |");
  console.log("|---|---:|---:|---:|");
  for (const { what, value, of, goal } of rows) console.log(`| ${what} | ${value} | ${of} | ${goal} |`);
  const denied = falseDenials(figures);
  for (const line of denied) console.log(`FALSE NOT-FOUND ${line}`);
  console.log("\nNot judged:");
  for (const line of exclusionLines(cases)) console.log(`- ${line}`);
  if (hasDetails) for (const one of figures) printDetails(one);
  return denied.length === 0 && rows.every(({ holds }) => holds);
}

interface FigureRow {
  readonly what: string;
  readonly value: string;
  readonly of: number;
  readonly goal: string;
  readonly holds: boolean;
}

function rowsOf(goals: SuiteGoals, figures: readonly CaseFigures[]): FigureRow[] {
  const right = count(figures, ({ right }) => right);
  const precise = figures.filter(({ tellsWrong }) => tellsWrong);
  const rightOfPrecise = count(precise, ({ right }) => right);
  const wrong = count(precise, ({ wrong }) => wrong);
  const missing = count(figures, ({ missing }) => missing);
  const reached = count(figures, ({ reached }) => reached);
  const unreached = count(figures, ({ unreached }) => unreached);
  const found = count(figures, ({ reached }) => reached.filter(({ status }) => status === "found"));
  const notFound = count(figures, ({ unreached }) =>
    unreached.filter(({ status }) => status === "not-found" || status === "no-such-target"),
  );
  const denied = falseDenials(figures).length;
  return [
    share("edge precision", rightOfPrecise, rightOfPrecise + wrong, goals.precision),
    share("edge recall", right, right + missing, goals.recall),
    { what: "false not-found", value: String(denied), of: reached, goal: "0", holds: denied === 0 },
    share("found, of the reached", found, reached, goals.found),
    share("not-found, of the unreached", notFound, unreached, goals.notFound),
  ];
}

function share(what: string, part: number, whole: number, goal: number | undefined): FigureRow {
  const value = whole === 0 ? "-" : (part / whole).toFixed(3);
  return {
    what,
    value,
    of: whole,
    goal: goal === undefined ? "-" : goal.toFixed(2),
    holds: goal === undefined || whole === 0 || part / whole >= goal,
  };
}

/** A function that runs, and of which it was said that nothing reaches it, or that there is none. */
function falseDenials(figures: readonly CaseFigures[]): string[] {
  return figures.flatMap(({ name, reached }) =>
    reached
      .filter(({ status }) => status === "not-found" || status === "no-such-target")
      .map(({ key, status }) => `${name}: ${key} (${status})`),
  );
}

/** Equal reasons together, with how often. */
function exclusionLines(cases: readonly SuiteCase[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, excluded } of cases) {
    for (const { what, reason } of excluded) {
      byReason.set(reason, [...(byReason.get(reason) ?? []), `${name}: ${what}`]);
    }
  }
  if (byReason.size === 0) return ["nothing"];
  return [...byReason]
    .sort(([one], [other]) => compareBytes(one, other))
    .flatMap(([reason, whats]) => [`${reason} (${whats.length})`, ...whats.map((what) => `  ${what}`)]);
}

function printDetails({ name, missing, wrong, reached, unreached }: CaseFigures): void {
  for (const { from, to } of missing) console.log(`${name}: missing ${from} -> ${to}`);
  for (const { from, to, kinds } of wrong)
    console.log(`${name}: wrong ${from} -> ${to} [${kinds.join(", ")}]`);
  for (const { key, status } of reached) {
    if (status !== "found") console.log(`${name}: ${key} runs, answered ${status}`);
  }
  for (const { key, status } of unreached) {
    if (status === "found" || status === "uncertain")
      console.log(`${name}: ${key} never runs, answered ${status}`);
  }
}

function count(figures: readonly CaseFigures[], of: (one: CaseFigures) => readonly unknown[]): number {
  return figures.reduce((total, one) => total + of(one).length, 0);
}
