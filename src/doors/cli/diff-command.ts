import type { DiffedChange } from "../../app/diff-change.ts";
import { openChange } from "../../app/session-source.ts";
import { askedChange } from "./asked-change.ts";
import type { DiffCommandOptions } from "./options.ts";
import { writeAll } from "./output.ts";
import { progressLine } from "./progress.ts";
import type { Surroundings } from "./surroundings.ts";
import { counted, shown } from "./wording.ts";

export async function diffCommand(
  around: Surroundings,
  change: string | undefined,
  options: DiffCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const progress = progressLine(around.stderr, () => performance.now());
  const opened = await openChange(
    askedChange(around, change, options, (step) => progress.show(step)),
    signal,
  ).finally(() => progress.clear());
  try {
    const diff = await opened.diffed(signal);
    const { base, head, notes } = opened.change;
    for (const note of [...notes, ...diff.notes]) around.stderr.write(`${shown(note)}\n`);
    await writeAll(around.stdout, options.json ? asJson(base, head, diff) : asText(diff));
  } finally {
    opened.close();
  }
}

/** In pieces: a large diff is longer than a string can be. */
function* asJson(base: string, head: string, diff: DiffedChange): Generator<string> {
  yield `{"base":${JSON.stringify(base)},"head":${JSON.stringify(head)},"files":[`;
  for (const [i, file] of diff.files.entries()) yield (i === 0 ? "" : ",") + JSON.stringify(file);
  yield `],"pairs":${JSON.stringify(diff.pairs)}}\n`;
}

const letters = {
  added: "A",
  deleted: "D",
  modified: "M",
  renamed: "R",
  copied: "C",
  typechange: "T",
} as const;

function* asText({ files, pairs }: DiffedChange): Generator<string> {
  let added = 0;
  let removed = 0;
  let hunks = 0;
  for (const file of files) {
    const lines = file.hunks.flatMap((hunk) => hunk.lines);
    const plus = lines.filter((line) => line.kind === "+").length;
    const minus = lines.filter((line) => line.kind === "-").length;
    added += plus;
    removed += minus;
    hunks += file.hunks.length;
    const name =
      file.oldPath === undefined ? shown(file.path) : `${shown(file.oldPath)} -> ${shown(file.path)}`;
    const counts = file.binary ? "binary" : `+${plus} -${minus}`;
    const noise = file.noise === undefined ? "" : `  (${file.noise})`;
    yield `${letters[file.status]}  ${name}  ${counts}${noise}\n`;
  }
  for (const { from, to } of pairs) yield `moved and rewritten: ${shown(from)} -> ${shown(to)}\n`;
  yield `${counted(files.length, "file")}, ${counted(hunks, "hunk")}, +${added} -${removed} lines\n`;
}
