import type { WriteRequest } from "../adapters/forge/forge.ts";
import type { Discussion } from "../engine/discussion/discussion.ts";
import type { DraftChange, Drafts, Submit, SubmitPreview, Submitted } from "../wire/discussion.ts";
import { DraftsOfSession, type ShownChange } from "./session-drafts.ts";
import { makeSnapshot } from "./session-snapshot.ts";
import { openChange, type SourceOptions } from "./session-source.ts";
import { previewOf, type SendingFrom, sendFrom } from "./session-submit.ts";

/** The drafts of a change without a page: what the commands that list and send them work with. */
export interface ChangeDrafts {
  /** Of the change as it was found. */
  readonly head: string;
  list(): Promise<Drafts>;
  /** On disk once it answers. */
  save(change: DraftChange): Promise<Drafts>;
  preview(
    asked: Submit,
  ): Promise<{ readonly preview: SubmitPreview; readonly requests: readonly WriteRequest[] }>;
  send(asked: Submit): Promise<Submitted>;
  close(): void;
}

/**
 * Finds a change and its drafts; what stands at the forge is read where something is sent. Close it when done.
 *
 * @param tell  hears what is being done and waited for, a sentence each
 */
export async function openChangeDrafts(
  options: SourceOptions,
  tell: (sentence: string) => void,
  signal: AbortSignal,
): Promise<ChangeDrafts> {
  const source = await openChange(options, signal);
  try {
    const snapshot = makeSnapshot(source.change, await source.diff(signal), undefined);
    const shown: ShownChange = { snapshot, source };
    const drafts = new DraftsOfSession(options.homeDir);
    drafts.open(source.change.reviewId);
    let discussion: Promise<Discussion | undefined> | undefined;
    const from = async (): Promise<SendingFrom> => {
      const { pull } = source;
      discussion ??= pull?.forge.discussion(pull.request, undefined, signal) ?? Promise.resolve(undefined);
      return { shown, drafts, discussion: await discussion, tell };
    };
    return {
      head: source.change.head,
      list: () => drafts.read(shown, undefined, signal),
      async save(change) {
        await drafts.save(change, shown, signal);
        return drafts.read(shown, undefined, signal);
      },
      preview: async (asked) => previewOf(await from(), asked, signal),
      send: async (asked) => sendFrom(await from(), asked, signal),
      close: () => source.close(),
    };
  } catch (error) {
    source.close();
    throw error;
  }
}
