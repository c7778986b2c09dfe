import type { Overview, Settings } from "../../../src/wire/api.ts";
import { openThreads } from "../discussion/walk-threads.ts";
import { useStorePart } from "../server/store.ts";
import { useLink, useOutline, useProgress, useSession, useSettings } from "../session-context.ts";
import { Icon } from "./icon.tsx";
import { visible } from "./visible.ts";
import { count, ofTotal, shortId } from "./words.ts";

/** The line at the top: what is reviewed, how far, and the ways to everything else. */
export function Bar({ onKeys }: { readonly onKeys: () => void }) {
  const { overview } = useOutline();
  const { commands } = useSession();
  const home = useLink({ kind: "overview" });
  const change = overview.change;
  return (
    <header className="bar">
      <button
        type="button"
        className="plain icon-button"
        aria-label="Fold the rail"
        title="Fold the rail (b)"
        onClick={() => commands.run("fold-rail")}
      >
        <Icon name="rail" />
      </button>
      <a {...home} className="brand">
        <Icon name="water" />
        <span className="brand-name">Headwater</span>
        <span className="sr">Overview</span>
      </a>
      <p className="bar-title" title={visible(change?.title ?? "")}>
        {visible(change?.title ?? "") || shortId(change?.branch ?? "") || "Review"}
        {change && change.number > 0 && <span className="muted"> #{change.number}</span>}
      </p>
      {change && (
        <p className="bar-range mono" title={`${change.base} ← ${change.head}`}>
          {shortId(change.baseRef || change.base)}
          <span aria-hidden="true"> ← </span>
          <span className="sr"> from </span>
          {change.isWorkingCopy ? "working copy" : shortId(change.branch || change.head)}
        </p>
      )}
      <Meter />
      <button
        type="button"
        className="search-button"
        title="Search the whole change (/)"
        onClick={() => commands.run("search")}
      >
        <Icon name="search" />
        <span>Search</span>
        <kbd>/</kbd>
      </button>
      <ThemeButton />
      <button type="button" className="plain icon-button" aria-label="Keys" title="Keys (?)" onClick={onKeys}>
        <Icon name="keys" />
      </button>
      <Talk />
      {isOfForge(overview) && (
        <button
          type="button"
          className="primary"
          title="Send the review (shift s)"
          onClick={() => commands.run("submit")}
        >
          Submit
        </button>
      )}
    </header>
  );
}

/** Only a pull request can be answered. */
export function isOfForge({ change }: Overview): boolean {
  return change !== undefined && change.provider !== "local";
}

/** How much was said and is not answered, and how much is written and not sent. */
function Talk() {
  const { discussion, drafts } = useSession();
  const open = useStorePart(discussion.state, (now) => openThreads(now.threads).length);
  const written = useStorePart(drafts.state, (now) => now.drafts.length);
  const link = useLink({ kind: "discussion" });
  if (open + written === 0) return null;
  const words = [open > 0 && `${open} open`, written > 0 && count(written, "draft")]
    .filter(Boolean)
    .join(", ");
  return (
    <a {...link} className="talk" title="Discussion (g d)">
      <Icon name="talk" />
      <span>{words}</span>
    </a>
  );
}

function Meter() {
  const { all } = useProgress();
  const text = `${count(all.done, "hunk")} of ${all.total} reviewed`;
  return (
    <div className="meter" title={text}>
      <span className="meter-text">
        <strong>{ofTotal(all)}</strong> hunks
      </span>
      <progress className="meter-line" value={all.done} max={Math.max(1, all.total)} aria-label={text} />
    </div>
  );
}

const themes: readonly Settings["theme"][] = ["system", "light", "dark"];

function ThemeButton() {
  const { settings } = useSession();
  const { theme } = useSettings();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  return (
    <button
      type="button"
      className="plain icon-button"
      aria-label={`Theme: ${theme}. Change to ${next}.`}
      title={`Theme: ${theme}`}
      onClick={() => settings.change({ theme: next })}
    >
      <Icon name={theme} />
    </button>
  );
}
