import { useEffect, useMemo } from "react";
import type { HunkHead } from "../../../src/wire/api.ts";
import { type Route, type Spot, spotOf } from "../address/route.ts";
import { useStore } from "../server/store.ts";
import { useSession } from "../session-context.ts";
import { findPlace, isStop, lineIndex, nextStop, type Place, type RowIndex, rowAt } from "./row-index.ts";

/** The place that the address names, once the lines that tell it are there. */
export function useSpot(route: Route, index: RowIndex): Place | undefined {
  const { lines } = useSession();
  const version = useStore(lines.version);
  const { hunk, line }: Spot = spotOf(route);
  const head = useMemo(() => headOf(index, hunk), [index, hunk]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines of a hunk are filled in place
  return useMemo((): Place | undefined => {
    if (!head) return undefined;
    if (!line) {
      const row = findPlace(index, { kind: "block", key: `hunk:${head.id}` });
      const stop = row < 0 || isStop(index, row) ? row : nextStop(index, row, 1);
      const at = stop < 0 ? undefined : rowAt(index, stop);
      return at?.kind === "line"
        ? { kind: "line", hunk: head.id, index: 0 }
        : { kind: "block", key: `hunk:${head.id}` };
    }
    const found = lineIndex(lines.lines(head), line);
    if (found >= 0) return { kind: "line", hunk: head.id, index: found };
    // The line may be one that was not read yet.
    lines.want(head, 0, head.lineCount);
    return undefined;
  }, [index, head, line?.by, line?.number, lines, version]);
}

function headOf(index: RowIndex, hunk: string | undefined): HunkHead | undefined {
  if (hunk === undefined) return undefined;
  for (const segment of index.segments) {
    if (segment.kind === "block" && segment.block.kind === "hunk" && segment.block.head.id === hunk) {
      return segment.block.head;
    }
  }
  return undefined;
}

/** The address follows the reader's line, so that it can be copied at any time. */
export function useAddress(place: Place | undefined, route: Route, index: RowIndex): void {
  const { router, lines } = useSession();
  useEffect(() => {
    if (!place || place.kind === "context") return;
    if (route.kind !== "page" && route.kind !== "file" && route.kind !== "low-signal") return;
    if (place.kind === "block") {
      const hunk = /^hunk:(h\d+)$/.exec(place.key)?.[1];
      router.rename({ ...route, hunk, line: undefined });
      return;
    }
    const head = headOf(index, place.hunk);
    const line = head && lines.lines(head)[place.index];
    const number = line?.new !== undefined ? ({ by: "new", number: line.new } as const) : undefined;
    const old = line?.old !== undefined ? ({ by: "old", number: line.old } as const) : undefined;
    router.rename({
      ...route,
      hunk: place.hunk,
      line: number ?? old ?? { by: "index", number: place.index },
    });
  }, [router, lines, place, route, index]);
}
