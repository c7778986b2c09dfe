import { useCommands, useSession, useSettings } from "../session-context.ts";

/** How the diff is shown. The same on every page, and remembered. */
export function DiffTools() {
  const { settings, commands } = useSession();
  const now = useSettings();
  const toggle = {
    view: () => settings.change({ diffView: now.diffView === "unified" ? "split" : "unified" }),
    whitespace: () => settings.change({ hideWhitespace: !now.hideWhitespace }),
    wrap: () => settings.change({ wrap: !now.wrap }),
  };
  const run = (action: () => void) => () => {
    action();
    return true;
  };
  useCommands({
    "toggle-split": run(toggle.view),
    "toggle-whitespace": run(toggle.whitespace),
    "toggle-wrap": run(toggle.wrap),
  });
  return (
    <fieldset className="diff-tools" aria-label="How the diff is shown">
      <button
        type="button"
        aria-pressed={now.diffView === "split"}
        title="Split or unified (s)"
        onClick={toggle.view}
      >
        Split
      </button>
      <button type="button" aria-pressed={now.wrap} title="Wrap long lines (z)" onClick={toggle.wrap}>
        Wrap
      </button>
      <button
        type="button"
        aria-pressed={now.hideWhitespace}
        title="Hide changes of whitespace alone (w)"
        onClick={toggle.whitespace}
      >
        Hide whitespace
      </button>
      <button
        type="button"
        title="Comment on the reader's line, or on the selected lines (c)"
        onClick={() => commands.run("comment")}
      >
        Comment
      </button>
    </fieldset>
  );
}
