import { useEffect, useRef } from "react";
import { useStore } from "../server/store.ts";
import { useCommands, useLocation, useOutline, useProgress, useSession } from "../session-context.ts";
import { FileTree } from "./file-tree-list.tsx";
import { Found } from "./found.tsx";
import { Icon } from "./icon.tsx";
import type { RailTab } from "./rail-state.ts";
import { WalkList } from "./walk-list.tsx";
import { numeral } from "./words.ts";

const tabs: readonly { readonly tab: RailTab; readonly name: string }[] = [
  { tab: "walk", name: "Walk" },
  { tab: "files", name: "Files" },
  { tab: "found", name: "Found" },
];

/** The column at the left: the walk, the files, and what a search found. A sheet on a narrow window. */
export function Rail({ isSheet }: { readonly isSheet: boolean }) {
  const { rail } = useSession();
  const { tab, isSheetOpen } = useStore(rail);
  const { route } = useLocation();
  useEffect(() => {
    if (route.kind === "file" || route.kind === "files") rail.update((now) => onFiles(now));
    else if (route.kind === "page") rail.update((now) => onWalk(now));
    // What was picked on a sheet lies below it.
    if (isSheet) rail.update((now) => ({ ...now, isSheetOpen: false }));
  }, [rail, route, isSheet]);
  if (isSheet && !isSheetOpen) return null;
  return (
    <>
      {isSheet && <SheetBehind />}
      <nav className="rail" aria-label="Review" data-sheet={isSheet || undefined}>
        <div className="tabs" role="tablist" aria-label="Rail">
          {tabs.map((each) => (
            <TabButton key={each.tab} {...each} isPresent={tab === each.tab} />
          ))}
        </div>
        <div className="rail-panel" role="tabpanel" id="rail-panel" aria-labelledby={`tab-${tab}`}>
          {tab === "walk" && <WalkList />}
          {tab === "files" && <FileTree />}
          {tab === "found" && <Found />}
        </div>
      </nav>
    </>
  );
}

/** Search results stay while the reader looks into them. */
function onFiles<T extends { tab: RailTab }>(now: T): T {
  return now.tab === "walk" ? { ...now, tab: "files" } : now;
}
function onWalk<T extends { tab: RailTab }>(now: T): T {
  return now.tab === "files" ? { ...now, tab: "walk" } : now;
}

function TabButton({ tab, name, isPresent }: { tab: RailTab; name: string; isPresent: boolean }) {
  const { rail } = useSession();
  const { overview } = useOutline();
  const { all } = useProgress();
  const number = tab === "walk" ? all.total - all.done : tab === "files" ? overview.counts.files : undefined;
  const what = tab === "walk" ? "hunks left" : "files";
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${tab}`}
      aria-selected={isPresent}
      aria-controls="rail-panel"
      tabIndex={isPresent ? 0 : -1}
      onClick={() => rail.update((now) => ({ ...now, tab }))}
      onKeyDown={(event) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (step === 0) return;
        const at = tabs.findIndex((each) => each.tab === tab);
        const next = tabs[(at + step + tabs.length) % tabs.length]!.tab;
        rail.update((now) => ({ ...now, tab: next }));
        document.getElementById(`tab-${next}`)?.focus();
      }}
    >
      {name}
      {number !== undefined && (
        <span className="tab-number" title={`${numeral(number)} ${what}`}>
          {numeral(number)}
          <span className="sr"> {what}</span>
        </span>
      )}
    </button>
  );
}

function SheetBehind() {
  const { rail } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => rail.update((now) => ({ ...now, isSheetOpen: false }));
  useCommands({
    close: () => {
      close();
      return true;
    },
  });
  return (
    <button type="button" className="sheet-behind" aria-label="Close the rail" ref={button} onClick={close}>
      <Icon name="close" />
    </button>
  );
}
