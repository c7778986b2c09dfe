import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type ChangeDrafts, openChangeDrafts } from "../../app/change-drafts.ts";
import { type ErrorCode, errorCatalog, UserError } from "../../kit/errors.ts";
import type { Place, ReviewEvent, Submit, SubmitPreview, Submitted } from "../../wire/discussion.ts";
import { askedChange } from "./asked-change.ts";
import type { ChangeOptions } from "./options.ts";
import { writeAll } from "./output.ts";
import type { Surroundings } from "./surroundings.ts";
import { counted, harmless, shown } from "./wording.ts";

export interface SubmitOptions extends ChangeOptions {
  readonly event: ReviewEvent;
  readonly body?: string;
  readonly bodyFile?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Shows what is sent, in which requests, and sends it unless `--dry-run` says not to. */
export async function submitCommand(
  around: Surroundings,
  change: string | undefined,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<void> {
  const body = await bodyOf(around, options);
  const tell = (sentence: string) => void around.stderr.write(`${harmless(sentence)}\n`);
  const drafts = await openChangeDrafts(askedChange(around, change, options), tell, signal);
  try {
    const asked: Submit = { event: options.event, body, head: drafts.head };
    const { preview, requests } = await drafts.preview(asked);
    if (options.dryRun) {
      const whole = { preview, requests };
      await writeAll(
        around.stdout,
        options.json ? [`${JSON.stringify(whole, undefined, 2)}\n`] : dryRunText(preview, requests),
      );
    } else for (const line of previewText(preview)) around.stderr.write(line);
    const [problem] = preview.problems;
    if (problem) throw thrown(problem);
    if (!options.dryRun) await send(around, drafts, asked, options.json === true);
  } finally {
    drafts.close();
  }
}

async function send(
  around: Surroundings,
  drafts: ChangeDrafts,
  asked: Submit,
  asJson: boolean,
): Promise<void> {
  const answer = await drafts.send(asked);
  await writeAll(around.stdout, asJson ? [`${JSON.stringify(answer, undefined, 2)}\n`] : sentText(answer));
  if (answer.error) throw thrown(answer.error);
}

function* sentText({ url, posted, left, isSubmitted, notes }: Submitted): Generator<string> {
  if (isSubmitted) yield `Sent ${counted(posted.length, "draft")}: ${shown(url ?? "")}\n`;
  for (const note of notes) yield `${harmless(note)}\n`;
  if (left.length > 0) yield `${counted(left.length, "draft")} left; \`headwater drafts\` lists them.\n`;
}

function* dryRunText(
  preview: SubmitPreview,
  requests: readonly { readonly request: string; readonly payload: unknown }[],
): Generator<string> {
  yield* previewText(preview);
  for (const [index, { request, payload }] of requests.entries()) {
    // JSON keeps what could steer a terminal, but for a few signs that it may hold as they are.
    yield `\n${index + 1}. ${shown(request)}\n${harmless(JSON.stringify(payload, undefined, 2))}\n`;
  }
}

function* previewText({ event, items, left, adopts, writes, notes }: SubmitPreview): Generator<string> {
  yield `${event}: ${counted(items.length, "draft")} in ${counted(writes, "request")}\n`;
  if (adopts) {
    yield `Your review that waits at the forge is sent with it (${counted(adopts.comments, "other comment")}).\n`;
  }
  for (const { sendsAs, place, why, draft } of items) {
    yield `  ${sendsAs}  ${place ? shown(placeText(place)) : shown(draft)}${why ? `: ${harmless(why)}` : ""}\n`;
  }
  for (const { draft, why } of left) yield `  kept  ${shown(draft)}: ${harmless(why)}\n`;
  for (const note of notes) yield `${harmless(note)}\n`;
}

function placeText({ path, line, startLine, side }: Place): string {
  if (line === undefined) return path;
  const lines = startLine === undefined ? `${line}` : `${startLine}-${line}`;
  return `${path}:${lines}${side === "LEFT" ? " (before)" : ""}`;
}

async function bodyOf(around: Surroundings, { body, bodyFile }: SubmitOptions): Promise<string> {
  if (body !== undefined && bodyFile !== undefined) {
    throw new UserError("bad-option", "Pass --body or --body-file, not both.");
  }
  if (bodyFile === undefined) return body ?? "";
  const path = resolve(around.folder, bodyFile);
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new UserError("bad-option", `The body file ${path} cannot be read.`, { cause });
  }
}

function thrown({ code, message }: { readonly code: string; readonly message: string }): UserError {
  return new UserError(code in errorCatalog ? (code as ErrorCode) : "bug", message);
}

export interface DraftsOptions extends ChangeOptions {
  readonly add?: string;
  readonly side: "LEFT" | "RIGHT";
  readonly body?: string;
  readonly json?: true;
}

/** Lists the drafts of a change; with `--add` writes one first. */
export async function draftsCommand(
  around: Surroundings,
  change: string | undefined,
  options: DraftsOptions,
  signal: AbortSignal,
): Promise<void> {
  if (options.add !== undefined && !options.body) {
    throw new UserError("bad-option", "A draft wants its text: pass --body TEXT.");
  }
  const drafts = await openChangeDrafts(askedChange(around, change, options), () => undefined, signal);
  try {
    const list =
      options.add === undefined
        ? await drafts.list()
        : await drafts.save({
            about: { kind: "place", place: placeOf(options.add, options.side) },
            body: options.body ?? "",
          });
    for (const { message } of list.problems) around.stderr.write(`${harmless(message)}\n`);
    if (options.json) {
      await writeAll(around.stdout, [`${JSON.stringify(list, undefined, 2)}\n`]);
      return;
    }
    const lines = list.drafts.flatMap(({ id, about, body, status, sendsAs, why }) => {
      const where = about.kind === "place" ? placeText(about.place) : about.kind;
      const [first = ""] = body.split("\n");
      return [
        `${id}  ${shown(where)}  ${status}, ${sendsAs}${why ? ` (${harmless(why)})` : ""}\n`,
        `    ${shown(first)}\n`,
      ];
    });
    const { unfinished } = list;
    const rest = unfinished
      ? [`A review is not sent to its end: \`headwater submit\` goes on with it.\n`]
      : [];
    await writeAll(around.stdout, [`${counted(list.drafts.length, "draft")}\n`, ...lines, ...rest]);
  } finally {
    drafts.close();
  }
}

/** PATH, PATH:LINE or PATH:FIRST-LAST. */
function placeOf(text: string, side: "LEFT" | "RIGHT"): Place {
  const [, path = text, first, last] = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  if (first === undefined) return { path };
  const line = Number(last ?? first);
  const startLine = Number(first);
  if (startLine < 1 || startLine > line) {
    throw new UserError("bad-option", `${text} names no lines; write PATH:LINE or PATH:FIRST-LAST.`);
  }
  return { path, side, line, ...(startLine < line ? { startLine } : {}) };
}
