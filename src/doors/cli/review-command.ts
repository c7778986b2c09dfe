import { askPass, type RunningServer } from "../../app/session-run.ts";
import { openChange, type SourceOptions } from "../../app/session-source.ts";
import { openSettings } from "../../app/settings.ts";
import { UserError } from "../../kit/errors.ts";
import { isNear } from "../../kit/near.ts";
import { addressForOnce, addressOf } from "../server/server.ts";
import { askedChange } from "./asked-change.ts";
import { openInBrowser } from "./browser.ts";
import { commandNames } from "./near-miss.ts";
import { pullOpener } from "./open-pull.ts";
import type { ReviewOptions } from "./options.ts";
import { writeAll } from "./output.ts";
import { buildId, findProduct } from "./product.ts";
import { progressLine } from "./progress.ts";
import { type Served, serveOrFind } from "./serve-or-find.ts";
import type { Surroundings } from "./surroundings.ts";
import { counted, harmless, shown } from "./wording.ts";

/** Opens the review of a change: joins the server that has it open, or serves it until it is stopped. */
export async function reviewCommand(
  around: Surroundings,
  change: string | undefined,
  options: ReviewOptions,
  signal: AbortSignal,
): Promise<void> {
  const product = findProduct();
  const progress = progressLine(around.stderr, () => performance.now());
  const asked = askedChange(around, change, options, (step) => progress.show(step));
  const wishes = await readWishes(around, options, asked.homeDir);
  const build = buildId(product);
  const opened = await openChange(asked, signal)
    .catch((error) => {
      throw orMisspeltCommand(error, change);
    })
    .finally(() => progress.clear());
  const { webFolder } = product;
  if (webFolder === undefined) {
    opened.close();
    throw new UserError("not-built", "The page is not built.");
  }
  const reads = whatIsRead(asked);
  const pulls = pullOpener(around, asked, { build, webFolder });
  const found = await serveOrFind(around, asked, opened, {
    port: wishes.port,
    build,
    webFolder,
    reads,
    openPull: pulls.open,
  });
  if (found.kind === "there") {
    await join(around, found.there, { ...wishes, reads, isRefreshing: asked.isRefreshing });
    return;
  }
  try {
    await untilStopped(around, found, wishes, signal);
  } finally {
    await found.release();
    await pulls.close();
  }
}

/** A word that is no command is taken for a CHANGE; a slip of the fingers should not send anyone to `git log`. */
function orMisspeltCommand(error: unknown, change: string | undefined): unknown {
  if (!(error instanceof UserError) || error.code !== "unknown-revision" || change === undefined)
    return error;
  const near = commandNames.find((name) => isNear(name, change));
  if (near === undefined) return error;
  const message = `${error.message.replace(/\.$/, "")}. Did you mean the command \`headwater ${near}\`?`;
  return new UserError(error.code, message, { cause: error });
}

interface Wishes {
  readonly port: number;
  readonly isOpening: boolean;
}

/** Options over variables over the settings file. */
async function readWishes(around: Surroundings, options: ReviewOptions, homeDir: string): Promise<Wishes> {
  const settings = await openSettings(homeDir).read();
  const { HEADWATER_PORT: port, HEADWATER_OPEN: open } = around.environment;
  if (port && !(/^\d+$/.test(port) && Number(port) < 65_536)) {
    throw new UserError("bad-option", `HEADWATER_PORT is ${JSON.stringify(port)}, which is no port.`);
  }
  const isOpening = open ? !["0", "false", "no"].includes(open) : settings.isOpening;
  return {
    port: options.port ?? (port ? Number(port) : (settings.port ?? 0)),
    isOpening: options.open && isOpening,
  };
}

/** What was asked, in the words of the command line. */
export function whatIsRead({ change, base, head, includeUntracked, findCopies }: SourceOptions): string {
  const words = [
    change,
    base && `--base ${base}`,
    head && `--head ${head}`,
    includeUntracked && "--untracked",
    findCopies && "--copies",
  ].filter((word) => typeof word === "string" && word !== "");
  return change === undefined && head === undefined
    ? ["the working tree", ...words].join(" ")
    : words.join(" ");
}

interface Joining extends Wishes {
  readonly reads: string;
  readonly isRefreshing: boolean;
}

async function join(around: Surroundings, there: RunningServer, wishes: Joining): Promise<void> {
  const url = addressOf(there.port, there.token);
  around.stderr.write(`This review is open already (process ${there.pid}).\n`);
  if (there.reads !== undefined && there.reads !== wishes.reads) {
    const [open, asked] = [there.reads, wishes.reads].map(shown);
    around.stderr.write(`It shows ${open}; stop it first to see ${asked}.\n`);
  }
  if (wishes.isRefreshing) around.stderr.write("It was not read anew; stop it first to use --refresh.\n");
  if (wishes.port !== 0 && wishes.port !== there.port) {
    around.stderr.write(`It is on port ${there.port}; stop it first to use port ${wishes.port}.\n`);
  }
  await writeAll(around.stdout, [`${url}\n`]);
  if (!wishes.isOpening) return;
  const pass = await askPass(there);
  if (pass === undefined) around.stderr.write("No browser was opened (it does not answer any more).\n");
  else await openInBrowser(around, addressForOnce(there.port, pass));
}

async function untilStopped(
  around: Surroundings,
  { session, server, progress }: Served,
  wishes: Wishes,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  try {
    await Promise.race([session.diffed, stopped]);
    if (signal.aborted) return;
    const { change, counts, error } = await session.overview();
    if (error !== undefined && counts.files === 0) throw session.failure;
    const title = shown(change?.title ?? "The change");
    around.stderr.write(`${title}: ${counted(counts.files, "file")}, ${counted(counts.hunks, "hunk")}.\n`);
    for (const note of change?.notes ?? []) around.stderr.write(`${shown(note)}\n`);
    if (counts.files === 0) around.stderr.write("There is nothing to review: no file differs.\n");
    await writeAll(around.stdout, [`${server.url}\n`]);
    if (wishes.isOpening) await openInBrowser(around, server.urlForOnce());
    around.stderr.write("Press Ctrl-C to stop.\n");
    await Promise.race([session.finished, stopped]);
    progress.clear();
    const after = await session.overview();
    if (after.error) around.stderr.write(`headwater: ${harmless(after.error.message)} ${after.error.hint}\n`);
    await stopped;
  } finally {
    progress.clear();
    await server.close();
  }
}
