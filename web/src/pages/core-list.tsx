import { useState } from "react";
import { LIST_STEP } from "../budgets.ts";
import type { OutlineCore } from "../review/outline.ts";
import { firstPageOfCore } from "../review/walk.ts";
import { useLink, useOutline, useProgress } from "../session-context.ts";
import { visible } from "../shell/visible.ts";
import { Done } from "../shell/walk-list.tsx";
import { count, numeral } from "../shell/words.ts";

/** The cores with the question that each leads with. Long lists come in steps; the rail has them all. */
export function CoreList() {
  const { cores, overview } = useOutline();
  const { stage, counts } = overview;
  const lowSignal = useLink({ kind: "low-signal" });
  const [shown, setShown] = useState(LIST_STEP);
  if (cores.length === 0) {
    if (stage !== "ready") return null;
    return (
      <section>
        <h2>Only low-signal changes</h2>
        <p>
          All {count(counts.hunks, "hunk")} of this change are folded, so there is no walk.{" "}
          <a {...lowSignal}>Look through them</a>.
        </p>
      </section>
    );
  }
  return (
    <section>
      <h2>{cores.length === 1 ? "One core" : `${numeral(cores.length)} cores, in the order to read them`}</h2>
      <ol className="core-list">
        {cores.slice(0, shown).map((core, index) => (
          <CoreItem key={core.id} core={core} index={index} />
        ))}
      </ol>
      {cores.length > shown && (
        <button type="button" onClick={() => setShown(shown + LIST_STEP)}>
          {numeral(shown)} of {numeral(cores.length)} cores shown: show {LIST_STEP} more
        </button>
      )}
    </section>
  );
}

function CoreItem({ core, index }: { readonly core: OutlineCore; readonly index: number }) {
  const outline = useOutline();
  const progress = useProgress().byCore[index];
  const link = useLink(firstPageOfCore(index + 1, outline) ?? { kind: "overview" });
  return (
    <li>
      <a {...link} className="core-item">
        <span className="core-number">{numeral(index + 1)}</span>
        <span className="core-words">
          <span className="core-title">{visible(core.title)}</span>
          {core.hook && <span className="core-hook">{visible(core.hook)}</span>}
        </span>
        <span className="core-size muted">{count(core.pages.length, "page")}</span>
        {progress && <Done progress={progress} before="both" isWorded />}
      </a>
    </li>
  );
}
