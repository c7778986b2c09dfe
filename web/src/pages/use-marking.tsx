import { pathOf } from "../address/route.ts";
import type { Reader } from "../diff/diff-stage.tsx";
import { nextOpenTarget } from "../diff/targets.ts";
import { countReviewed, isDone } from "../review/progress.ts";
import { nextUnreviewed } from "../review/walk.ts";
import { useCommands, useLocation, useOutline, useProgress, useSession } from "../session-context.ts";

/**
 * `x` marks what the reader is on and goes on to the next that is not reviewed, here or on another page;
 * on something reviewed it takes the mark away and stays. `shift x` does so with the whole page and stays.
 *
 * @param hashes  what marks the page
 */
export function useMarking(reader: Reader, hashes: readonly string[]): void {
  const { marks, router } = useSession();
  const { route } = useLocation();
  const outline = useOutline();
  const progress = useProgress();

  const goOn = () => {
    const next = nextUnreviewed(route, outline, { ...progress, reviewed: marks.state.get().reviewed });
    // What was marked just now is not counted by page yet: this one coming out again means that all is reviewed.
    router.go(next && pathOf(next) !== pathOf(route) ? next : { kind: "overview" });
  };
  const markTarget = () => {
    const target = reader.cursor.active();
    const own = target?.hashes ?? hashes;
    if (own.length === 0) return false;
    const { reviewed, contextChanged } = marks.state.get();
    const isReviewed = own.every((hash) => reviewed.has(hash) && !contextChanged.has(hash));
    marks.mark(own, !isReviewed);
    if (isReviewed) return true;
    const next = target && nextOpenTarget(reader.targets, target, marks.state.get().reviewed);
    if (next) reader.cursor.jump(next);
    else goOn();
    return true;
  };
  const markPage = () => {
    if (hashes.length === 0) return false;
    marks.mark(hashes, !isDone(countReviewed(hashes, marks.state.get().reviewed)));
    return true;
  };
  useCommands({ "mark-hunk": markTarget, "mark-page": markPage });
}

/** For a component inside of the stage, which is where the reader's place is known. */
export function Marking({ reader, hashes }: { readonly reader: Reader; readonly hashes: readonly string[] }) {
  useMarking(reader, hashes);
  return null;
}
