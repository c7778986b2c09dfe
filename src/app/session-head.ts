import { UserError } from "../kit/errors.ts";
import type { Head, HeadMoved } from "../wire/api.ts";
import { type KeptMarks, type MarkKey, marksOfHead } from "./marks.ts";
import type { ChangeSource, OpenChange } from "./session-input.ts";
import type { Snapshot } from "./session-snapshot.ts";

export interface HeadWatchOptions {
  readonly open: OpenChange;
  readonly shown: () => Snapshot;
  readonly marks: () => Promise<KeptMarks>;
  readonly announce: (moved: HeadMoved) => void;
  readonly signal: AbortSignal;
}

/** Looks whether the change under review is another one by now, and announces each difference once. */
export class HeadWatch {
  private readonly options: HeadWatchOptions;
  private checking: Promise<Head> | undefined;
  private known: { readonly moved: HeadMoved; readonly base: string } | undefined;

  constructor(options: HeadWatchOptions) {
    this.options = options;
  }

  /** How the head differs from what is shown, as far as was seen. */
  get moved(): HeadMoved | undefined {
    return this.known?.moved;
  }

  /** Several askers share one look. */
  check(): Promise<Head> {
    this.checking ??= this.look().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  /** What was announced is what is shown now. */
  forget(): void {
    this.known = undefined;
  }

  private async look(): Promise<Head> {
    const { open, shown, marks, signal } = this.options;
    const snapshot = shown();
    const head = snapshot.change?.head;
    if (head === undefined) throw new UserError("not-ready", "The change is still being read.");
    const fresh = await open(signal);
    try {
      const { known } = this;
      const isKnown = known?.moved.head === fresh.change.head && known.base === fresh.change.base;
      const moved = isKnown ? known.moved : await compareHeads(snapshot, fresh, marks, signal);
      if (snapshot === shown()) this.learn(moved, head, fresh.change.base);
      return { head, ...(this.moved ? { moved: this.moved } : {}) };
    } finally {
      fresh.close();
    }
  }

  private learn(moved: HeadMoved | undefined, head: string, base: string): void {
    const before = this.moved;
    this.known = moved && { moved, base };
    if (moved !== undefined && moved !== before) this.options.announce(moved);
    if (moved === undefined && before !== undefined) {
      this.options.announce({ head, changedFiles: 0, detail: "The change is again as it is shown." });
    }
  }
}

/**
 * How `fresh`, the change as it is now, differs from what is being read, and what a reload would give;
 * `undefined` where it is the same. Equal heads cost nothing; else a diff is made and thrown away.
 */
export async function compareHeads(
  shown: Snapshot,
  fresh: ChangeSource,
  marks: () => Promise<KeptMarks>,
  signal: AbortSignal,
): Promise<HeadMoved | undefined> {
  const before = shown.change;
  const now = fresh.change;
  if (before === undefined || (before.head === now.head && before.base === now.base)) return undefined;
  if (isOtherReview(shown, fresh)) {
    const detail = `The repository now shows another change, ${now.branch || now.title}; this page stays as it is.`;
    return { head: now.head, changedFiles: 0, detail };
  }
  const changedFiles = await fresh.countChangedFiles(before.head, signal);
  const files = await fresh.diff(signal);
  const keys = files.flatMap((file) => file.hunks);
  const sentences = [
    `${counted(changedFiles, "file differs", "files differ")} from what is shown.`,
    ...(before.base === now.base ? [] : [`The base is another one (${now.base.slice(0, 10)}).`]),
    `A reload shows ${counted(files.length, "file", "files")} with ${counted(keys.length, "hunk", "hunks")}.`,
    marksSentence(shown, keys, await marks()),
  ];
  return { head: now.head, changedFiles, detail: sentences.filter((text) => text !== "").join(" ") };
}

export function isOtherReview(shown: Snapshot, fresh: ChangeSource): boolean {
  return shown.change !== undefined && shown.change.reviewId !== fresh.change.reviewId;
}

function marksSentence(shown: Snapshot, keys: readonly MarkKey[], marks: KeptMarks): string {
  const hunksShown = [...shown.hunks.values()].map((placed) => placed.hunk);
  const reviewedNow = marksOfHead(marks.table, hunksShown).reviewed.size;
  if (reviewedNow === 0) return "";
  const after = marksOfHead(marks.table, keys);
  const carried = after.contextChanged.size;
  const aside = carried > 0 ? `, ${carried} with other lines around` : "";
  return `${counted(after.reviewed.size, "hunk keeps its mark", "hunks keep their marks")}${aside}; ${reviewedNow} had one.`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
