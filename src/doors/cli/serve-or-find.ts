import { ReviewSession } from "../../app/review-session.ts";
import {
  type LastAddress,
  newToken,
  pingServer,
  type RunningServer,
  runFileOf,
} from "../../app/session-run.ts";
import { type OpenedChange, openChange, type SourceOptions } from "../../app/session-source.ts";
import { UserError } from "../../kit/errors.ts";
import type { ServerEvent } from "../../wire/api.ts";
import { type ReviewServer, serveReview } from "../server/server.ts";
import { type ProgressLine, progressLine, type StepProgress } from "./progress.ts";
import type { Surroundings } from "./surroundings.ts";
import { harmless } from "./wording.ts";

/** A review that this process serves. */
export interface Served {
  readonly kind: "served";
  readonly session: ReviewSession;
  readonly server: ReviewServer;
  readonly token: string;
  readonly progress: ProgressLine;
  /** Says that it is served no longer. */
  release(): Promise<void>;
}

export interface ServeOptions {
  /** 0 for a free one. */
  readonly port: number;
  readonly build: string;
  readonly webFolder: string;
  /** What is read, in the words of the command line. */
  readonly reads: string;
  /** Opens another pull request of the same repository and gives an address that works once. */
  readonly openPull: (number: number, session: ReviewSession) => Promise<string>;
}

/**
 * Serves a review that was opened, or finds the server that has it open: then `opened` is closed again. It says so on the
 * terminal where a server of another build has it.
 */
export async function serveOrFind(
  around: Surroundings,
  asked: SourceOptions,
  opened: OpenedChange,
  options: ServeOptions,
): Promise<Served | { readonly kind: "there"; readonly there: RunningServer }> {
  const { reviewId } = opened.change;
  const { build, reads } = options;
  const joinable = async (other: RunningServer) => {
    const answer = await pingServer(other);
    return answer?.build === build && answer.reviewId === reviewId;
  };
  const runFile = runFileOf(asked.homeDir, reviewId);
  const there = await runFile.read();
  if (there !== undefined && (await joinable(there))) {
    opened.close();
    return { kind: "there", there };
  }
  if (there !== undefined) {
    around.stderr.write(`Process ${there.pid} has this review open in another build of Headwater.\n`);
  }
  const served = await serve(around, asked, opened, options, await runFile.last());
  const own: RunningServer = {
    pid: process.pid,
    port: served.server.port,
    token: served.token,
    build,
    reads,
  };
  const other = await runFile.claim(own, joinable).catch((error: unknown) => {
    // A read-only home costs only that other doors do not find this server.
    if (!(error instanceof UserError)) throw error;
    around.stderr.write(`${harmless(error.message)} A second headwater will not find this review.\n`);
    return undefined;
  });
  if (other !== undefined) {
    await served.server.close();
    return { kind: "there", there: other };
  }
  return { kind: "served", ...served, release: () => runFile.release(own) };
}

async function serve(
  around: Surroundings,
  asked: SourceOptions,
  opened: OpenedChange,
  { port, build, webFolder, openPull }: ServeOptions,
  last: LastAddress | undefined,
): Promise<Omit<Served, "kind" | "release">> {
  const progress = progressLine(around.stderr, () => performance.now());
  const onBug = (error: unknown) => {
    progress.clear();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    around.stderr.write(
      `headwater: this should not have happened, and the page says so:\n${harmless(text)}\n`,
    );
  };
  const session = new ReviewSession({
    homeDir: asked.homeDir,
    opened,
    // A later look asks nobody: there may be no one at the terminal.
    open: (signal) => openChange(withoutQuestions(asked), signal),
    build,
    firstSeq: Date.now(),
    onBug,
    onEvent: (event) => showEvent(event, progress),
  });
  const listen = async (on: number, token: string) => {
    const server = await serveReview({
      session,
      token,
      build,
      port: on,
      webFolder,
      onBug,
      openPull: (number) => openPull(number, session),
    });
    return { session, server, token, progress };
  };
  try {
    // A page that is open since before reconnects, for it finds the port and the key that it knows. Whoever
    // has that port instead has been told the key by the page: then it must open nothing any more.
    const isWanted = last !== undefined && (port === 0 || port === last.port);
    const onLast = isWanted ? await listen(last.port, last.token).catch(ifTaken) : undefined;
    return onLast ?? (await listen(port, newToken()));
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** The port of last time is only a wish; somebody else may have it now. */
function ifTaken(error: unknown): undefined {
  if (!(error instanceof UserError) || error.code !== "port-in-use") throw error;
}

function withoutQuestions(asked: SourceOptions): SourceOptions {
  const { chooseBase: _, onProgress: __, ...rest } = asked;
  return { ...rest, isRefreshing: false };
}

function showEvent(event: ServerEvent, progress: ProgressLine): void {
  if (event.type === "progress") progress.show(event.data as StepProgress);
  if (event.type === "stage") progress.clear();
}
