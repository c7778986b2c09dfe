import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  fileNameOf,
  homeAt,
  makePrivateFolder,
  namesIn,
  reviewFolder,
  stateFile,
  unwritable,
  withLock,
} from "../adapters/store/store.ts";
import type { About, QuotedLines } from "../engine/discussion/discussion.ts";
import { UserError } from "../kit/errors.ts";
import { compareBytes } from "../kit/order.ts";
import { aboutSchema } from "../wire/discussion.ts";

const quotedSchema = z.object({
  start: z.int().min(0),
  lines: z.array(z.string()),
  before: z.array(z.string()),
  after: z.array(z.string()),
  hasTwin: z.boolean(),
});

const keptDraftSchema = z.object({
  /** As it was written, in the names of `head` and `base`. */
  about: aboutSchema,
  body: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The commits, or the tree of a working copy, that it was written at. */
  head: z.string(),
  base: z.string(),
  /** The lines that it is about, with what was around them. */
  quoted: quotedSchema.optional(),
  /** The file as it was, on the side of the lines. */
  blob: z.string().optional(),
  /** The path of that file on its side, where it is another than that of `about`. */
  pathThere: z.string().optional(),
});

/** A draft as it is on disk. */
export interface DraftContent
  extends Omit<z.infer<typeof keptDraftSchema>, "about" | "quoted" | "blob" | "pathThere"> {
  readonly about: About;
  readonly quoted?: QuotedLines;
  readonly blob?: string;
  readonly pathThere?: string;
}
export interface KeptDraft extends DraftContent {
  readonly id: string;
  /** Counts its changes; whoever changes it names the one that he read. */
  readonly revision: number;
}

export interface KeptDrafts {
  /** In the order of their ids. */
  readonly drafts: readonly KeptDraft[];
  /** Files that could not be read, a sentence each. They are left as they are. */
  readonly problems: readonly string[];
}

/**
 * The drafts of one review, one file each under HEADWATER_HOME/reviews/<id>/drafts. What is answered is on disk; several
 * tabs and processes may write at once.
 */
export interface DraftFiles {
  read(): Promise<KeptDrafts>;
  add(draft: DraftContent): Promise<KeptDraft>;
  /** Throws `stale-revision` where it was changed since, `not-found` where it is gone. */
  change(id: string, revision: number, change: (draft: DraftContent) => DraftContent): Promise<KeptDraft>;
  /** Likewise; without a revision whatever it holds. */
  remove(id: string, revision: number | undefined): Promise<void>;
}

const VERSION = 1;
const NAME = /^(d[0-9a-z]{8,40})\.json$/;

export function openDrafts(homeDir: string, reviewId: string): DraftFiles {
  const folder = join(reviewFolder(homeAt(homeDir), reviewId), "drafts");
  const pathOf = (id: string) => join(folder, `${fileNameOf(id)}.json`);
  const fileOf = (id: string) => stateFile<DraftContent | undefined>(pathOf(id), form);
  return {
    async read() {
      const drafts: KeptDraft[] = [];
      const problems: string[] = [];
      for (const id of await listIds(folder)) {
        const { value, revision, problem } = await fileOf(id).read();
        if (value) drafts.push({ id, revision, ...value });
        else if (problem) problems.push(`${problem} It is left as it is.`);
      }
      return { drafts, problems };
    },
    async add(draft) {
      // In the order of writing, whatever the clock; the rest keeps two processes apart.
      const id = `d${Date.now().toString(36).padStart(9, "0")}${randomBytes(6).toString("hex")}`;
      await makePrivateFolder(folder);
      const { value, revision } = await fileOf(id).update(() => draft);
      return { id, revision, ...(value ?? draft) };
    },
    async change(id, revision, change) {
      expectId(id);
      const state = await fileOf(id).update((draft, there) => {
        const found = expectFound(id, draft);
        if (there !== revision) throw stale(id);
        return change(found);
      });
      return { id, revision: state.revision, ...expectFound(id, state.value) };
    },
    async remove(id, revision) {
      expectId(id);
      await makePrivateFolder(folder);
      await withLock(`${pathOf(id)}.lock`, async () => {
        const state = await fileOf(id).read();
        expectFound(id, state.value);
        if (revision !== undefined && state.revision !== revision) throw stale(id);
        await rm(pathOf(id), { force: true }).catch((error) => {
          throw unwritable(pathOf(id), error);
        });
      });
    },
  };
}

const form = {
  version: VERSION,
  empty: undefined,
  parse: (value: unknown) => {
    const { success, data } = keptDraftSchema.safeParse(value);
    // In JSON no field is there without a value, which is all that the two types differ in.
    return success ? (data as DraftContent) : undefined;
  },
  format: (draft: DraftContent | undefined) => draft,
};

async function listIds(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder);
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []).sort(compareBytes);
}

/** Ids come from outside: one that this never gave names no file. */
function expectId(id: string): void {
  if (!NAME.test(`${id}.json`)) throw new UserError("not-found", "There is no such draft.");
}

function expectFound(id: string, draft: DraftContent | undefined): DraftContent {
  if (draft === undefined) throw new UserError("not-found", `The draft ${id} is no longer there.`);
  return draft;
}

function stale(id: string): UserError {
  return new UserError("stale-revision", `The draft ${id} was changed elsewhere in the meantime.`);
}
