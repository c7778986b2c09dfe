import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SubmitDialog } from "../discussion/submit-dialog.tsx";
import { routeOfThread, threadBeside } from "../discussion/walk-threads.ts";
import { PageInView } from "../pages/page-in-view.tsx";
import { firstPageOfCore, neighbours, nextUnreviewed } from "../review/walk.ts";
import {
  useCommands,
  useLocation,
  useOutline,
  useProgress,
  useSession,
  useSettings,
} from "../session-context.ts";
import { Banners } from "./banners.tsx";
import { Bar, isOfForge } from "./bar.tsx";
import { KeySheet } from "./key-sheet.tsx";
import { Rail } from "./rail.tsx";
import { useNarrow } from "./use-narrow.ts";
import { visible } from "./visible.ts";

/** Everything around the page in view: bar, banners, rail; and the keys that lead from page to page. */
export function Shell() {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const { railFolded } = useSettings();
  const isNarrow = useNarrow();
  useWalkKeys(() => setSheetOpen(true));
  useRailKeys(isNarrow);
  useDiscussionKeys(() => setSending(true));
  useTitle();
  const isRailShown = isNarrow || !railFolded;
  return (
    <div className="shell">
      <a className="skip" href="#stage">
        Skip to the page
      </a>
      <Bar onKeys={() => setSheetOpen(true)} />
      <Banners />
      <div className="columns">
        {isRailShown && <Rail isSheet={isNarrow} />}
        <PageInView />
        {/* The inspector's column, 340 px, stands here once something can fill it. */}
      </div>
      {isSheetOpen && <KeySheet onClose={() => setSheetOpen(false)} />}
      {isSending && <SubmitDialog onClose={() => setSending(false)} />}
    </div>
  );
}

function useWalkKeys(showKeys: () => void): void {
  const { router } = useSession();
  const { route } = useLocation();
  const outline = useOutline();
  const progress = useProgress();
  const goIf = (to: Parameters<typeof router.go>[0] | undefined) => {
    if (!to) return false;
    router.go(to);
    return true;
  };
  const cores = Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [`core-${i + 1}`, () => goIf(firstPageOfCore(i + 1, outline))]),
  );
  useCommands({
    "next-page": () => goIf(neighbours(route, outline).next),
    "previous-page": () => goIf(neighbours(route, outline).previous),
    "next-unreviewed": () => goIf(nextUnreviewed(route, outline, progress)),
    overview: () => goIf({ kind: "overview" }),
    files: () => goIf({ kind: "files" }),
    "low-signal": () => goIf({ kind: "low-signal" }),
    keys: () => {
      showKeys();
      return true;
    },
    close: () => {
      if (!router.canGoBack()) return false;
      router.back();
      return true;
    },
    ...cores,
  });
}

function useDiscussionKeys(showSending: () => void): void {
  const { router, discussion } = useSession();
  const outline = useOutline();
  const last = useRef<string>(undefined);
  const goTo = (direction: 1 | -1) => {
    const thread = threadBeside(discussion.state.get().threads, last.current, direction);
    if (!thread) return false;
    last.current = thread.id;
    router.go(routeOfThread(thread, (path) => outline.files.has(path)));
    return true;
  };
  const isForge = isOfForge(outline.overview);
  useCommands({
    "next-thread": () => goTo(1),
    "previous-thread": () => goTo(-1),
    discussion: () => {
      router.go({ kind: "discussion" });
      return true;
    },
    pulls: () => {
      router.go({ kind: "pulls" });
      return true;
    },
    submit: () => {
      if (isForge) showSending();
      return isForge;
    },
  });
}

function useRailKeys(isNarrow: boolean): void {
  const { rail, settings } = useSession();
  useCommands({
    "fold-rail": () => {
      if (isNarrow) rail.update((now) => ({ ...now, isSheetOpen: !now.isSheetOpen }));
      else settings.change({ railFolded: !settings.settings.get().railFolded });
      return true;
    },
    search: () => {
      // The field must be there before the next key comes: it is typed into it.
      flushSync(() => {
        rail.update((now) => ({ ...now, tab: "found", isSheetOpen: true }));
        if (!isNarrow) settings.change({ railFolded: false });
      });
      const field = document.getElementById("search");
      field?.focus();
      if (field instanceof HTMLInputElement) field.select();
      return true;
    },
  });
}

function useTitle(): void {
  const { overview } = useOutline();
  const progress = useProgress();
  const name = visible(overview.change?.title || overview.change?.branch || "review");
  useEffect(() => {
    document.title = `${progress.all.done}/${progress.all.total} ${name} · Headwater`;
  }, [progress, name]);
}
