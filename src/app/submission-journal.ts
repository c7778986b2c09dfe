import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { homeAt, isAlive, reviewFolder, type StateFile, stateFile } from "../adapters/store/store.ts";
import type { PlannedItem } from "../engine/discussion/discussion.ts";
import { invariant, UserError } from "../kit/errors.ts";
import { draftSchema, reviewEventSchema } from "../wire/discussion.ts";
import { placeSchema } from "../wire/thread.ts";

const sendsAs = draftSchema.shape.sendsAs;
const itemSchema = z.object({
  draft: z.string(),
  /** Of the draft when it was taken. */
  revision: z.int(),
  sendsAs,
  place: placeSchema.optional(),
  thread: z.string().optional(),
  body: z.string(),
  why: z.string().optional(),
});

const submissionSchema = z.object({
  startedAt: z.string(),
  event: reviewEventSchema,
  /** As it is sent, with the entries that have no other place. */
  body: z.string(),
  head: z.string(),
  items: z.array(itemSchema),
  /** What is done next: written before it is done, so that it may have been done or not. */
  step: z.enum(["begun", "create", "send", "add", "check", "submit"]),
  /** The forge's name of the review, once it is known. */
  review: z.string().optional(),
  /** The viewer's reviews that had been sent before this began: one that is new is this one. */
  sentBefore: z.array(z.string()),
  /** How many of the comments the forge showed when it was last read. */
  postedCount: z.int(),
  /** What the forge refused, and as what it was tried last. */
  refused: z.array(z.tuple([z.string(), z.object({ as: sendsAs, why: z.string() })])),
});

const runnerSchema = z.object({ pid: z.int(), host: z.string(), token: z.string(), sinceMs: z.int() });

/** A sender on another machine cannot be asked whether it lives; none takes longer than this. */
const OTHER_HOST_MS = 60 * 60 * 1000;
const journalSchema = z.object({
  submission: submissionSchema.optional(),
  /** Who is sending now. */
  runner: runnerSchema.optional(),
  /** What was sent last. */
  last: z.object({ url: z.string(), posted: z.array(z.string()) }).optional(),
});

export interface JournalItem extends PlannedItem {
  readonly revision: number;
}
export interface Submission extends Omit<z.infer<typeof submissionSchema>, "items" | "review"> {
  readonly items: readonly JournalItem[];
  readonly review?: string;
}
interface Journal extends Omit<z.infer<typeof journalSchema>, "submission" | "runner"> {
  readonly submission?: Submission;
  readonly runner?: Runner;
}
type Runner = z.infer<typeof runnerSchema>;

/** What is known of sending a review, on disk before each step: whoever goes on after a crash begins by reading it. */
export interface SubmissionJournal {
  /** A submission that was begun and not finished. */
  unfinished(): Promise<Submission | undefined>;
  /** Lets one sender at a time work; one whose process died lets the next one in. Throws `being-sent`. */
  claim(): Promise<ClaimedJournal>;
}

export interface ClaimedJournal {
  readonly submission: Submission | undefined;
  /** On disk when it answers. */
  save(submission: Submission): Promise<void>;
  finish(last: { readonly url: string; readonly posted: readonly string[] } | undefined): Promise<void>;
  release(): Promise<void>;
}

/** The senders of this process: a claim of one that has ended here holds nobody up. */
const running = new Set<string>();

export function openJournal(homeDir: string, reviewId: string): SubmissionJournal {
  const path = join(reviewFolder(homeAt(homeDir), reviewId), "submission.json");
  const file = stateFile<Journal>(path, {
    version: 1,
    empty: {},
    parse: (value) => {
      const { success, data } = journalSchema.safeParse(value);
      // In JSON no field is there without a value, which is all that the two types differ in.
      return success ? (data as Journal) : undefined;
    },
    format: (journal) => journal,
  });
  return {
    unfinished: async () => (await file.read()).value.submission,
    async claim() {
      const runner: Runner = {
        pid: process.pid,
        host: hostname(),
        token: randomBytes(8).toString("hex"),
        sinceMs: Date.now(),
      };
      const { value, problem } = await file.update((journal) => {
        if (journal.runner && isRunning(journal.runner)) {
          throw new UserError("being-sent", "This review is being sent by another window or command.");
        }
        return { ...journal, runner };
      });
      if (problem !== undefined) await file.update(({ runner: _, ...rest }) => rest);
      // Without the journal it is not known what was posted: that is for a person to look at.
      if (problem !== undefined) {
        throw new UserError(
          "home-unwritable",
          `${problem} Look at the pull request whether the review was sent, then send again.`,
        );
      }
      running.add(runner.token);
      return claimed(file, runner, value.submission);
    },
  };
}

function isRunning({ pid, host, token, sinceMs }: Runner): boolean {
  if (host !== hostname()) return Date.now() - sinceMs < OTHER_HOST_MS;
  return pid === process.pid ? running.has(token) : isAlive(pid);
}

function claimed(
  file: StateFile<Journal>,
  runner: Runner,
  submission: Submission | undefined,
): ClaimedJournal {
  const update = (change: (journal: Journal) => Journal) =>
    file.update((journal) => {
      invariant(journal.runner?.token === runner.token, "the journal is changed by its one sender");
      return change(journal);
    });
  return {
    submission,
    async save(next) {
      await update((journal) => ({ ...journal, submission: next }));
    },
    async finish(last) {
      await update(({ runner: kept }) => ({
        ...(kept ? { runner: kept } : {}),
        ...(last ? { last: { url: last.url, posted: [...last.posted] } } : {}),
      }));
    },
    async release() {
      running.delete(runner.token);
      await update(({ runner: _, ...rest }) => rest);
    },
  };
}
