import {
  askReach,
  checkReach,
  failing,
  type Graph,
  isNamed,
  likelyTargets,
  resultText,
  unreadPackages,
} from "../../app/ask-reach.ts";
import { UserError } from "../../kit/errors.ts";
import { type ReachStatusName, reachStatusSchema } from "../../wire/graph.ts";
import { writeAll } from "./output.ts";
import { type ReachCommandOptions, readGraphOf } from "./project-options.ts";
import type { Surroundings } from "./surroundings.ts";
import { shown } from "./wording.ts";

/** Says of each target whether code that runs reaches it. */
export async function reachCommand(
  around: Surroundings,
  targets: readonly string[],
  options: ReachCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const asked = {
    targets,
    sources: options.source ?? [],
    sourcesOnly: options.sourcesOnly === true,
    ...(options.lang === undefined ? {} : { language: options.lang }),
    ...(options.depth === undefined ? {} : { maxDepth: options.depth }),
    ...(options.deadline === undefined ? {} : { deadlineMs: options.deadline }),
  };
  const unwanted = statusesOf(options.failOn);
  checkReach(asked);
  const graph = await readGraphOf(around, options, signal);
  const results = askReach(graph, asked);
  const words = () => asText(results, (result) => hintFor(graph, result));
  await writeAll(around.stdout, options.json ? asJson(results) : words());
  const failed = failing(results, unwanted);
  const [first] = failed;
  if (first === undefined) return;
  const others = failed.length === 1 ? "" : `, and ${failed.length - 1} more of ${results.length}`;
  throw new UserError("gate-failed", `${first.target} is ${first.status}${others}.`);
}

/** A piece a result: each says where the search started from, and together they may be longer than a text can be. */
function* asJson(results: ReturnType<typeof askReach>): Generator<string> {
  yield '{"results":[';
  for (const [at, result] of results.entries()) yield `${at === 0 ? "" : ","}${JSON.stringify(result)}`;
  yield "]}\n";
}

function* asText(
  results: ReturnType<typeof askReach>,
  hint: (result: ReturnType<typeof askReach>[number]) => string | undefined,
): Generator<string> {
  for (const [at, result] of results.entries()) {
    const lines = resultText(result).split("\n").map(shown);
    const meant = hint(result);
    if (meant !== undefined) lines.push(`  ${meant}`);
    yield `${at === 0 ? "" : "\n"}${lines.join("\n")}\n`;
  }
  const packages = unreadPackages(results);
  const named = packages.slice(0, SHOWN_PACKAGES).map(shown).join(", ");
  const more = packages.length - SHOWN_PACKAGES;
  if (packages.length > 0) {
    yield `\nCode of the project calls into packages that were not read: ${named}${more > 0 ? ` and ${more} more` : ""}.\n`;
  }
}

/** For a target that nothing names: that this is so, and what may have been meant. */
function hintFor(graph: Graph, result: ReturnType<typeof askReach>[number]): string | undefined {
  if (isNamed(graph, result)) return undefined;
  const likely = likelyTargets(graph, result);
  if (likely.includes(result.target)) return "It is a symbol of another language: ask without --lang.";
  const near = likely.map(shown);
  const meant = near.length === 0 ? "" : `Did you mean ${near.join(" or ")}?`;
  if (result.status === "no-such-target") return meant === "" ? undefined : meant;
  return `No symbol of the project is written so. ${meant}`.trim();
}

/** Packages that are listed by name; more are counted. */
const SHOWN_PACKAGES = 10;

function statusesOf(list: string | undefined): readonly ReachStatusName[] {
  if (list === undefined) return [];
  return list.split(",").map((word) => {
    const parsed = reachStatusSchema.safeParse(word.trim());
    if (parsed.success) return parsed.data;
    const known = reachStatusSchema.options.join(", ");
    throw new UserError(
      "bad-option",
      `--fail-on ${JSON.stringify(word)} is no status; it is a list of ${known}.`,
    );
  });
}
