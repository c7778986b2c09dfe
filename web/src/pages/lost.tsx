import { ApiFailure, Unreachable } from "../server/api.ts";
import { useLink, useOutline } from "../session-context.ts";
import { shortId } from "../shell/words.ts";

/** A page that is not there, and where to go instead. */
export function Lost({ what, onRetry }: { readonly what: string; readonly onRetry?: () => void }) {
  const home = useLink({ kind: "overview" });
  return (
    <main className="stage note-page" id="stage">
      <h1>{what}</h1>
      <p>
        It may have been there before the change moved on. The <a {...home}>overview</a> lists what is there
        now.
      </p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </main>
  );
}

/** A page whose content could not be had. */
export function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof ApiFailure && error.status === 404)
    return <Lost what={error.message} onRetry={onRetry} />;
  const hint =
    error instanceof ApiFailure
      ? error.hint
      : error instanceof Unreachable
        ? "The page opens by itself when the server is back."
        : "";
  return (
    <main className="stage note-page" id="stage">
      <h1>This page could not be read</h1>
      <p>{error.message}</p>
      {hint && <p>{hint}</p>}
      {error instanceof ApiFailure && error.code === "stale-revision" ? (
        <button type="button" onClick={() => window.location.reload()}>
          Load the new state
        </button>
      ) : (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </main>
  );
}

export function NothingToReview() {
  const { change } = useOutline().overview;
  return (
    <main className="stage note-page" id="stage">
      <h1>Nothing to review</h1>
      <p>
        {change
          ? `There is no difference between ${shortId(change.baseRef || change.base)} and ${shortId(change.branch || change.head)}.`
          : "The change holds no differences."}{" "}
        The files that changed would be here, in the order to read them.
      </p>
      {change && change.untrackedCount > 0 && (
        <p>
          {change.untrackedCount} untracked files are not part of the change. Start with{" "}
          <code>--untracked</code> to add them.
        </p>
      )}
      {change?.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </main>
  );
}
