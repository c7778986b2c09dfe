import type { Route } from "../address/route.ts";
import { type Outline, pageName } from "../review/outline.ts";
import { neighbours } from "../review/walk.ts";
import { useLink, useLocation, useOutline, useSession } from "../session-context.ts";
import { visible } from "../shell/visible.ts";
import { fileName } from "../shell/words.ts";

/** The foot of a page: where to go from here. */
export function PageTurn() {
  const { route } = useLocation();
  const { commands } = useSession();
  const outline = useOutline();
  const { previous, next } = neighbours(route, outline);
  const back = useLink(previous);
  const on = useLink(next);
  return (
    <nav className="page-turn" aria-label="Pages">
      <a {...back} className="turn">
        <kbd>p</kbd>
        <span>{nameOf(previous, outline)}</span>
      </a>
      <button type="button" className="plain" onClick={() => commands.run("next-unreviewed")}>
        Next not reviewed <kbd>u</kbd>
      </button>
      <a {...on} className="turn next">
        <span>
          <span className="muted">next </span>
          {nameOf(next, outline)}
        </span>
        <kbd>n</kbd>
      </a>
    </nav>
  );
}

function nameOf(route: Route, outline: Outline): string {
  switch (route.kind) {
    case "overview":
      return "Overview";
    case "page":
      return visible(pageName(route.placement, outline));
    case "files":
      return "Files";
    case "file":
      return fileName(route.path);
    case "low-signal":
      return "Low-signal";
    case "discussion":
      return "Discussion";
    case "pulls":
      return "Pull requests";
    case "unknown":
      return route.path;
  }
}
