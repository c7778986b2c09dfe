import type { ReviewSession } from "../../app/review-session.ts";
import { askPass } from "../../app/session-run.ts";
import { openChange, type SourceOptions } from "../../app/session-source.ts";
import { UserError } from "../../kit/errors.ts";
import { addressForOnce } from "../server/server.ts";
import { type Served, type ServeOptions, serveOrFind } from "./serve-or-find.ts";
import type { Surroundings } from "./surroundings.ts";

/** Opens other pull requests from a page: each is a review of its own, served by this process as long as it runs. */
export interface PullOpener {
  open(number: number, from: ReviewSession): Promise<string>;
  close(): Promise<void>;
}

export function pullOpener(
  around: Surroundings,
  asked: SourceOptions,
  { build, webFolder }: Pick<ServeOptions, "build" | "webFolder">,
): PullOpener {
  const stopping = new AbortController();
  const served = new Map<number, Promise<Served | undefined>>();
  return {
    open,
    async close() {
      stopping.abort();
      const all = await Promise.allSettled(served.values());
      for (const each of all) {
        if (each.status !== "fulfilled" || each.value === undefined) continue;
        await each.value.release();
        await each.value.server.close();
      }
    },
  };

  async function open(number: number, from: ReviewSession): Promise<string> {
    const known = await served.get(number);
    if (known !== undefined) return known.server.urlForOnce();
    const opening = serveOne(number, from);
    const own = opening.then(({ found }) => (found.kind === "served" ? found : undefined));
    served.set(number, own);
    // What could not be opened, or is served by another process, is looked for again the next time.
    own.then(
      (one) => one ?? served.delete(number),
      () => served.delete(number),
    );
    return (await opening).address;
  }

  async function serveOne(number: number, from: ReviewSession) {
    const { pulls } = await from.pulls();
    const pull = pulls.find((each) => each.number === number);
    if (pull === undefined) {
      throw new UserError("not-found", `Pull request ${number} is not among the open ones.`);
    }
    const { base: _, head: __, chooseBase: ___, onProgress: ____, ...rest } = asked;
    const other: SourceOptions = { ...rest, change: pull.url, isRefreshing: false };
    const opened = await openChange(other, stopping.signal);
    const options: ServeOptions = { port: 0, build, webFolder, reads: pull.url, openPull: open };
    const found = await serveOrFind(around, other, opened, options);
    if (found.kind === "served") return { found, address: found.server.urlForOnce() };
    const pass = await askPass(found.there);
    if (pass === undefined) {
      throw new UserError("not-ready", `The server that has pull request ${number} open does not answer.`);
    }
    return { found, address: addressForOnce(found.there.port, pass) };
  }
}
