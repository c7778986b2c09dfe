import type { AnsweredProject } from "../../app/asked-project.ts";
import { writeAll } from "./output.ts";
import { type ProjectCommandOptions, readProjectOf } from "./project-options.ts";
import type { Surroundings } from "./surroundings.ts";
import { counted, shown } from "./wording.ts";

/** Indexes a project and says what was read. */
export async function indexCommand(
  around: Surroundings,
  options: ProjectCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const startedMs = performance.now();
  const project = await readProjectOf(around, options, signal);
  const timeMs = Math.round(performance.now() - startedMs);
  await writeAll(around.stdout, options.json ? asJson(project, timeMs) : asText(project, timeMs));
}

function* asJson({ title, indexed }: AnsweredProject, timeMs: number): Generator<string> {
  const { report, files, notes } = indexed;
  yield `${JSON.stringify({ read: title, ...report, timeMs, notes }).slice(0, -1)},"unread":`;
  const unread = files.filter(({ status }) => status !== "indexed" && status !== "cached");
  yield `${JSON.stringify(unread)}}\n`;
}

/** Files that are listed by name; more are counted. */
const SHOWN_FILES = 20;

function* asText({ title, indexed }: AnsweredProject, timeMs: number): Generator<string> {
  const { report, files } = indexed;
  yield `Read ${shown(title)}.\n`;
  const rows = report.byLanguage.map(({ language, files: count, lines }) => [
    language || "(folders)",
    counted(count, "file"),
    counted(lines, "line"),
  ]);
  const width = (column: number) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0));
  for (const [language = "", count = "", lines = ""] of rows) {
    yield `  ${language.padEnd(width(0))}  ${count.padStart(width(1))}  ${lines.padStart(width(2))}\n`;
  }
  const statuses = Object.entries(report.byStatus).filter(([, count]) => count > 0);
  yield `${counted(report.files, "file")}: ${statuses.map(([status, count]) => `${count} ${status}`).join(", ") || "none"}; ${counted(report.lines, "line")}.\n`;
  yield `${report.parsed} parsed, ${report.cached} from the cache, in ${(timeMs / 1000).toFixed(2)} s.\n`;
  const unread = files.filter(({ detail }) => detail !== undefined);
  for (const { path, status, detail } of unread.slice(0, SHOWN_FILES)) {
    yield `${status}: ${shown(path)}: ${shown(detail ?? "")}\n`;
  }
  if (unread.length > SHOWN_FILES) yield `and ${unread.length - SHOWN_FILES} more; --json lists them all.\n`;
  if (report.files === 0) yield "There is no file of a language that Headwater reads.\n";
}
