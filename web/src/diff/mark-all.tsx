import { countReviewed, isDone } from "../review/progress.ts";
import { useStorePart } from "../server/store.ts";
import { useSession } from "../session-context.ts";
import { Icon } from "../shell/icon.tsx";
import { ofTotal } from "../shell/words.ts";

interface MarkAllProps {
  readonly hashes: readonly string[];
  readonly name: string;
  readonly title: string;
}

/** Marks several hunks at once and says how many of them are. */
export function MarkAll({ hashes, name, title }: MarkAllProps) {
  const { marks } = useSession();
  const reviewed = useStorePart(marks.state, (state) => state.reviewed);
  const progress = countReviewed(hashes, reviewed);
  const isAll = isDone(progress);
  return (
    <button
      type="button"
      className="mark"
      aria-pressed={isAll}
      title={title}
      onClick={() => marks.mark(hashes, !isAll)}
    >
      <Icon name="check" />
      <span>
        {isAll ? "Reviewed" : name}
        {progress.total > 1 && <span className="mark-count">{ofTotal(progress)} hunks</span>}
      </span>
    </button>
  );
}
