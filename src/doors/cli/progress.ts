/** How often a bar is drawn anew, and how often a line is written where there is no terminal. */
const BAR_MS = 80;
const LINE_MS = 3_000;
const BAR_WIDTH = 24;

export interface StepProgress {
  readonly what: string;
  readonly done: number;
  /** 0 when it is not known. */
  readonly total: number;
}

/** Says how far long work is, and takes nothing that a quick command prints. */
export interface ProgressLine {
  show(progress: StepProgress): void;
  /** Takes the bar away, before anything else is written. */
  clear(): void;
}

export function progressLine(stderr: NodeJS.WriteStream, nowMs: () => number): ProgressLine {
  const isTerminal = stderr.isTTY === true;
  const pauseMs = isTerminal ? BAR_MS : LINE_MS;
  let lastMs = nowMs();
  let isDrawn = false;
  return {
    show(progress) {
      if (nowMs() - lastMs < pauseMs) return;
      lastMs = nowMs();
      if (isTerminal) stderr.write(`\r\x1b[2K${barOf(progress, stderr.columns ?? 80)}`);
      else stderr.write(`${wordsOf(progress)}\n`);
      isDrawn = isTerminal;
    },
    clear() {
      if (isDrawn) stderr.write("\r\x1b[2K");
      isDrawn = false;
    },
  };
}

function wordsOf({ what, done, total }: StepProgress): string {
  if (total > 0) return `${what}: ${done} of ${total}`;
  return done > 0 ? `${what}: ${done}` : `${what} …`;
}

function barOf(progress: StepProgress, columns: number): string {
  const { done, total } = progress;
  const filled = total > 0 ? Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH)) : 0;
  const bar = total > 0 ? `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}] ` : "";
  return `${bar}${wordsOf(progress)}`.slice(0, Math.max(1, columns - 1));
}
