import { useMemo } from "react";
import type { OutlinePlacement, Overview } from "../../../src/wire/api.ts";
import { isDone, type Progress } from "../review/progress.ts";
import { useStore } from "../server/store.ts";
import { useLink, useLocation, useOutline, useProgress, useSession } from "../session-context.ts";
import { FixedList } from "./fixed-list.tsx";
import { Icon } from "./icon.tsx";
import { toggled } from "./rail-state.ts";
import { bandNames, fileName, numeral, ofTotal } from "./words.ts";

type Core = Overview["cores"][number];
type WalkRow =
  | { readonly kind: "overview" }
  | { readonly kind: "core"; readonly core: Core; readonly index: number; readonly isOpen: boolean }
  | { readonly kind: "page"; readonly placement: OutlinePlacement }
  | { readonly kind: "low-signal" };

/** The walk: each core with its pages. Only the present core is open, unless the reader opens others. */
export function WalkList() {
  const { rail } = useSession();
  const { toggledCores } = useStore(rail);
  const { route } = useLocation();
  const outline = useOutline();
  const { overview } = outline;
  const presentPage = route.kind === "page" ? outline.placements.get(route.placement) : undefined;
  const presentCore = presentPage ? overview.cores[presentPage.coreIndex]?.id : overview.cores[0]?.id;
  const hasLowSignal = outline.lowSignal.length > 0;
  const rows = useMemo(
    () => walkRows(overview, presentCore, toggledCores, hasLowSignal),
    [overview, presentCore, toggledCores, hasLowSignal],
  );
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
  overview: Overview,
  presentCore: string | undefined,
  toggledCores: ReadonlySet<string>,
  hasLowSignal: boolean,
): WalkRow[] {
  const walk = new Set(overview.walk);
  const rows: WalkRow[] = [{ kind: "overview" }];
  overview.cores.forEach((core, index) => {
    const isOpen = (core.id === presentCore) !== toggledCores.has(core.id);
    rows.push({ kind: "core", core, index, isOpen });
    if (!isOpen) return;
    // What was shown before is in the picture of the core, not twice on the walk.
    for (const placement of core.placements)
      if (walk.has(placement.id)) rows.push({ kind: "page", placement });
  });
  if (hasLowSignal) rows.push({ kind: "low-signal" });
  return rows;
}

function keyOf(row: WalkRow): string {
  if (row.kind === "core") return row.core.id;
  return row.kind === "page" ? row.placement.id : row.kind;
}

function isPresent(row: WalkRow, route: { kind: string; placement?: string }): boolean {
  return row.kind === "page" ? row.placement.id === route.placement : row.kind === route.kind;
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
      return <PageRow placement={row.placement} isPresent={isPresent} />;
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

function CoreRow({ core, index, isOpen }: { core: Core; index: number; isOpen: boolean }) {
  const { rail } = useSession();
  const progress = useProgress().byCore[index];
  return (
    <button
      type="button"
      className="rail-row rail-core"
      aria-expanded={isOpen}
      title={core.hook}
      onClick={() => rail.update((now) => ({ ...now, toggledCores: toggled(now.toggledCores, core.id) }))}
    >
      <Icon name={isOpen ? "down" : "right"} />
      <span className="rail-number">{numeral(index + 1)}</span>
      <span className="rail-name">{core.title}</span>
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
      title={`${placement.title}\n${placement.path}\n${bandNames[placement.band]}`}
    >
      <span className="band-sign" data-band={placement.band} aria-hidden="true">
        {bandSigns[placement.band]}
      </span>
      <span className="rail-name">
        {placement.title}
        <span className="sr">, {bandNames[placement.band]}</span>
      </span>
      {placement.title !== fileName(placement.path) && (
        <span className="rail-file">{fileName(placement.path)}</span>
      )}
      {progress && <Done progress={progress} />}
    </a>
  );
}

interface DoneProps {
  readonly progress: Progress;
  /** What is said of something of which nothing is reviewed yet: nothing, how many there are, or 0 of them. */
  readonly before?: "nothing" | "total" | "both";
}

/** A tick when all is reviewed, a count when a part is. */
export function Done({ progress, before = "nothing" }: DoneProps) {
  if (progress.total === 0) return null;
  if (isDone(progress)) {
    return (
      <span className="done">
        <Icon name="check" />
        <span className="sr">reviewed</span>
      </span>
    );
  }
  const isStarted = progress.done > 0;
  if (!isStarted && before === "nothing") return <span className="done-part" />;
  return (
    <span className="done-part" data-started={isStarted || undefined}>
      {isStarted || before === "both" ? ofTotal(progress) : numeral(progress.total)}
      <span className="sr">{isStarted || before === "both" ? " reviewed" : " to review"}</span>
    </span>
  );
}
