import { resolve } from "node:path";
import { listPulls } from "../../app/list-pulls.ts";
import type { Pull, Pulls } from "../../wire/discussion.ts";
import { forgesOf, homeFolder } from "./asked-change.ts";
import { writeAll } from "./output.ts";
import type { Surroundings } from "./surroundings.ts";
import { counted, shown } from "./wording.ts";

export interface PrsOptions {
  readonly repo?: string;
  readonly json?: true;
}

/** Lists the open pull requests of the repository. */
export async function prsCommand(
  around: Surroundings,
  options: PrsOptions,
  signal: AbortSignal,
): Promise<void> {
  const pulls = await listPulls(
    {
      repoDir: resolve(around.folder, options.repo ?? "."),
      homeDir: homeFolder(around),
      environment: around.environment,
      forges: forgesOf(around),
    },
    signal,
  );
  if (!options.json) for (const note of pulls.notes) around.stderr.write(`${shown(note)}\n`);
  await writeAll(around.stdout, options.json ? [`${JSON.stringify(pulls)}\n`] : asText(pulls));
}

function* asText({ repository, pulls, total }: Pulls): Generator<string> {
  yield `${shown(repository)}: ${counted(total, "open pull request")}\n`;
  for (const pull of pulls) {
    const draft = pull.isDraft ? " (draft)" : "";
    yield `#${pull.number}  ${shown(pull.title)}${draft}\n`;
    yield `    ${factsOf(pull).join(", ")}\n`;
  }
}

const reviewWords = {
  approved: "approved",
  "changes-requested": "changes requested",
  "review-required": "review required",
  none: "no review required",
} as const;

function factsOf(pull: Pull): readonly string[] {
  const { size, reviewState, marked } = pull;
  return [
    `by ${shown(pull.author)}`,
    `opened ${pull.createdAt.slice(0, 10)}`,
    `updated ${pull.updatedAt.slice(0, 10)}`,
    ...(size === undefined ? [] : [`${counted(size.files, "file")}, +${size.added} -${size.removed}`]),
    ...(reviewState === undefined ? [] : [reviewWords[reviewState]]),
    ...(marked === undefined ? [] : [`${counted(marked, "hunk")} marked here`]),
  ];
}
