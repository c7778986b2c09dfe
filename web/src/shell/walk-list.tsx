import { useEffect, useMemo } from "react";
import type { OutlinePlacement } from "../../../src/wire/api.ts";
import type { Outline, OutlineCore } from "../review/outline.ts";
import { isDone, type Progress } from "../review/progress.ts";
import { useStore } from "../server/store.ts";
import { useLink, useLocation, useOutline, useProgress, useSession } from "../session-context.ts";
import { FixedList } from "./fixed-list.tsx";
import { Icon } from "./icon.tsx";
import { toggled } from "./rail-state.ts";
import { visible } from "./visible.ts";
import { bandNames, count, fileName, numeral, ofTotal } from "./words.ts";

type WalkRow =
  | { readonly kind: "overview" }
  | { readonly kind: "core"; readonly core: OutlineCore; readonly index: number; readonly isOpen: boolean }
  | {
      readonly kind: "page";
      readonly id: string;
      readonly core: string;
      /** Missing until the core was read. Its row stands there all the same, so that nothing moves then. */
      readonly placement: OutlinePlacement | undefined;
    }
  | { readonly kind: "low-signal" };

/** The walk: each core with its pages. Only the present core is open, unless the reader opens others. */
export function WalkList() {
  const { rail, cores } = useSession();
  const { toggledCores } = useStore(rail);
  const { route } = useLocation();
  const outline = useOutline();
  const presentPage = route.kind === "page" ? outline.placements.get(route.placement) : undefined;
  const presentCore = presentPage ? outline.cores[presentPage.coreIndex]?.id : outline.cores[0]?.id;
  const rows = useMemo(
    () => walkRows(outline, presentCore, toggledCores),
    [outline, presentCore, toggledCores],
  );
  useEffect(() => {
    for (const row of rows)
      if (row.kind === "core" && row.isOpen && !row.core.isRead) cores.want(row.core.id);
  }, [rows, cores]);
  const present = rows.findIndex((row) => isPresent(row, route));
  return (
    <FixedList
      label="Walk"
      count={rows.length}
      rowHeight={28}
      keyOf={(index) => keyOf(rows[index]!)}
      row={(index) => <Row row={rows[index]!} isPresent={index === present} />}
      present={present}
    />
  );
}

function walkRows(
  outline: Outline,
  presentCore: string | undefined,
  toggledCores: ReadonlySet<string>,
): WalkRow[] {
  const walk = new Set(outline.overview.walk);
  const rows: WalkRow[] = [{ kind: "overview" }];
  outline.cores.forEach((core, index) => {
    const isOpen = (core.id === presentCore) !== toggledCores.has(core.id);
    rows.push({ kind: "core", core, index, isOpen });
    if (!isOpen) return;
    // What was shown before is in the picture of the core, not twice on the walk.
    for (const id of core.pages) {
      const placement = outline.placements.get(id)?.placement;
      if (walk.has(id)) rows.push({ kind: "page", id, core: core.id, placement });
    }
  });
  if (outline.lowSignal.length > 0) rows.push({ kind: "low-signal" });
  return rows;
}

function keyOf(row: WalkRow): string {
  if (row.kind === "core") return row.core.id;
  return row.kind === "page" ? row.id : row.kind;
}

function isPresent(row: WalkRow, route: { kind: string; placement?: string }): boolean {
  return row.kind === "page" ? row.id === route.placement : row.kind === route.kind;
}

function Row({ row, isPresent }: { readonly row: WalkRow; readonly isPresent: boolean }) {
  const { lowSignal } = useProgress();
  switch (row.kind) {
    case "overview":
      return <PlainRow route={{ kind: "overview" }} name="Overview" isPresent={isPresent} />;
    case "low-signal":
      return (
        <PlainRow
          route={{ kind: "low-signal" }}
          name="Low-signal"
          isPresent={isPresent}
          progress={lowSignal}
        />
      );
    case "core":
      return <CoreRow {...row} />;
    case "page":
      return row.placement ? (
        <PageRow placement={row.placement} isPresent={isPresent} />
      ) : (
        <UnreadRow id={row.id} core={row.core} isPresent={isPresent} />
      );
  }
}

interface PlainRowProps {
  readonly route: { readonly kind: "overview" } | { readonly kind: "low-signal" };
  readonly name: string;
  readonly isPresent: boolean;
  readonly progress?: Progress;
}

function PlainRow({ route, name, isPresent, progress }: PlainRowProps) {
  return (
    <a {...useLink(route)} className="rail-row rail-plain" aria-current={isPresent ? "page" : undefined}>
      <span className="rail-name">{name}</span>
      {progress && <Done progress={progress} before="total" />}
    </a>
  );
}

function CoreRow({ core, index, isOpen }: { core: OutlineCore; index: number; isOpen: boolean }) {
  const { rail } = useSession();
  const progress = useProgress().byCore[index];
  return (
    <button
      type="button"
      className="rail-row rail-core"
      aria-expanded={isOpen}
      title={visible(core.hook)}
      onClick={() => rail.update((now) => ({ ...now, toggledCores: toggled(now.toggledCores, core.id) }))}
    >
      <Icon name={isOpen ? "down" : "right"} />
      <span className="rail-number">
        <span className="sr">Core </span>
        {numeral(index + 1)}
      </span>
      <span className="rail-name">{visible(core.title)}</span>
      {progress && <Done progress={progress} before="total" />}
    </button>
  );
}

const bandSigns = {
  upstream: "△",
  "upstream-changed": "▲",
  core: "■",
  "downstream-changed": "▼",
  downstream: "▽",
};

function PageRow({ placement, isPresent }: { placement: OutlinePlacement; isPresent: boolean }) {
  const progress = useProgress().byPlacement.get(placement.id);
  const link = useLink({ kind: "page", placement: placement.id });
  return (
    <a
      {...link}
      className="rail-row rail-page"
      aria-current={isPresent ? "page" : undefined}
      title={`${visible(placement.title)}\n${visible(placement.path)}\n${bandNames[placement.band]}`}
    >
      <span className="band-sign" data-band={placement.band} aria-hidden="true">
        {bandSigns[placement.band]}
      </span>
      <span className="rail-name">
        {visible(placement.title)}
        <span className="sr">, {bandNames[placement.band]}</span>
      </span>
      {visible(placement.title) !== fileName(placement.path) && (
        <span className="rail-file">{fileName(placement.path)}</span>
      )}
      {progress && <Done progress={progress} />}
    </a>
  );
}

interface UnreadRowProps {
  readonly id: string;
  readonly core: string;
  readonly isPresent: boolean;
}

/** A page whose core is on its way. It can be opened already. */
function UnreadRow({ id, core, isPresent }: UnreadRowProps) {
  const failure = useStore(useSession().cores.failures).get(core);
  const progress = useProgress().byPlacement.get(id);
  return (
    <a
      {...useLink({ kind: "page", placement: id })}
      className="rail-row rail-page"
      aria-current={isPresent ? "page" : undefined}
      title={failure ? `Its name could not be read: ${failure}` : "Its name is being read"}
    >
      <span className="rail-name muted">{failure ? "Unchanged place, name not read" : "…"}</span>
      {!failure && <span className="sr">An unchanged place; its name is being read</span>}
      {progress && <Done progress={progress} />}
    </a>
  );
}

interface DoneProps {
  readonly progress: Progress;
  /** What is said of something of which nothing is reviewed yet: nothing, how many there are, or 0 of them. */
  readonly before?: "nothing" | "total" | "both";
  /** There is room to say what is counted. */
  readonly isWorded?: boolean;
}

/** A tick when all is reviewed, a count of hunks when a part is. */
export function Done({ progress, before = "nothing", isWorded = false }: DoneProps) {
  const { done, total } = progress;
  if (total === 0) return null;
  if (isDone(progress)) {
    return (
      <span className="done" title="All reviewed">
        <Icon name="check" />
        <span className="sr">reviewed</span>
      </span>
    );
  }
  const isStarted = done > 0;
  if (!isStarted && before === "nothing") return <span className="done-part" />;
  const hunks = total === 1 ? "hunk" : "hunks";
  const isPart = isStarted || before === "both";
  return (
    <span
      className="done-part"
      data-started={isStarted || undefined}
      title={
        isPart ? `${numeral(done)} of ${count(total, "hunk")} reviewed` : `${count(total, "hunk")} to review`
      }
    >
      {isPart ? ofTotal(progress) : numeral(total)}
      <span className={isWorded ? undefined : "sr"}> {hunks}</span>
      <span className="sr">{isPart ? " reviewed" : " to review"}</span>
    </span>
  );
}
