import { pathOf } from "../address/route.ts";
import { DiscussionPage } from "../discussion/discussion-page.tsx";
import { useLocation, useOutline } from "../session-context.ts";
import { FilePage } from "./file-page.tsx";
import { FilesPage } from "./files-page.tsx";
import { Lost, NothingToReview } from "./lost.tsx";
import { LowSignalPage } from "./low-signal-page.tsx";
import { OverviewPage } from "./overview-page.tsx";
import { PlacementPage } from "./placement-page.tsx";
import { PullsPage } from "./pulls-page.tsx";

/** The page that the address names. Each visit is drawn anew, so that nothing of another page is left. */
export function PageInView() {
  const { route, entry } = useLocation();
  const outline = useOutline();
  const key = `${entry} ${pathOf(route)}`;
  const isEmpty = outline.overview.stage === "ready" && outline.overview.counts.files === 0;
  if (isEmpty && route.kind !== "pulls" && route.kind !== "discussion") return <NothingToReview />;
  switch (route.kind) {
    case "overview":
      return <OverviewPage key={key} />;
    case "page":
      return <PlacementPage key={key} id={route.placement} />;
    case "files":
      return <FilesPage key={key} />;
    case "file":
      return <FilePage key={key} path={route.path} />;
    case "low-signal":
      return <LowSignalPage key={key} />;
    case "discussion":
      return <DiscussionPage key={key} />;
    case "pulls":
      return <PullsPage key={key} />;
    case "unknown":
      return <Lost key={key} what={`There is no page at ${route.path}.`} />;
  }
}
