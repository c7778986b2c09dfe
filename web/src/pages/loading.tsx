import type { ApiError, Stage } from "../../../src/wire/api.ts";
import { ApiFailure } from "../server/api.ts";
import { useStorePart } from "../server/store.ts";
import { useSession } from "../session-context.ts";
import { workDone } from "../shell/words.ts";

const stageWords: Readonly<Record<Stage, string>> = {
  resolving: "Finding the change",
  diffing: "Reading the differences",
  analysing: "Finding what hangs together",
  ready: "Opening the review",
  failed: "The review could not be made",
};

/** What stands there before anything is known: the shape of the page, then what is being done. */
export function Loading({ stage = "resolving" }: { readonly stage?: Stage }) {
  return (
    <div className="shell loading">
      <header className="bar">
        <span className="brand">Headwater</span>
      </header>
      <div className="columns">
        <div className="rail" aria-hidden="true">
          {[60, 80, 45, 70, 55, 65].map((width) => (
            <span className="bone" key={width} style={{ width: `${width}%` }} />
          ))}
        </div>
        <main className="stage note-page" id="stage">
          <h1>{stageWords[stage]}…</h1>
          <ProgressLine />
        </main>
      </div>
    </div>
  );
}

/** "1,200 of 3,000 files", once the server tells. */
export function ProgressLine() {
  const progress = useStorePart(useSession().events.connection, (now) => now.progress);
  if (!progress) return <progress className="progress-line" aria-label="Working" />;
  const text = workDone(progress, progress.what);
  return (
    <div role="status">
      <progress
        className="progress-line"
        {...(progress.total > 0 ? { value: progress.done, max: progress.total } : {})}
        aria-label={text}
      />
      <p className="muted">{text}</p>
    </div>
  );
}

interface ReviewFailedProps {
  readonly error: Error | ApiError;
  readonly isRefused: boolean;
  readonly onRetry: () => void;
}

/** Nothing can be shown at all: what, why and what to do. */
export function ReviewFailed({ error, isRefused, onRetry }: ReviewFailedProps) {
  const status = error instanceof ApiFailure ? error.status : undefined;
  const isKey = isRefused || status === 401 || status === 403;
  const hint =
    "hint" in error
      ? error.hint
      : "Is headwater still running? Start it again and open the address it prints.";
  return (
    <div className="shell">
      <header className="bar">
        <span className="brand">Headwater</span>
      </header>
      <main className="stage note-page" id="stage">
        <h1>{isKey ? "This tab has no key to the review" : "The review could not be opened"}</h1>
        <p>
          {isKey
            ? "The key is part of the address that headwater printed, and is known only to the tab that opened it."
            : error.message}
        </p>
        <p>{isKey ? "Open that address again, with everything after the # sign." : hint}</p>
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      </main>
    </div>
  );
}
