import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { listenForKeys } from "./keys/listen.ts";
import { Loading, ReviewFailed } from "./pages/loading.tsx";
import type { ReviewSession } from "./review-session.ts";
import { useStorePart } from "./server/store.ts";
import {
  OutlineContext,
  ProgressContext,
  SessionContext,
  useMeasuredProgress,
  useOutlineOf,
  useOverviewQuery,
  useSettings,
} from "./session-context.ts";
import { Shell } from "./shell/shell.tsx";

export function App({ session }: { readonly session: ReviewSession }) {
  useEffect(() => listenForKeys(document, session.commands), [session]);
  return (
    <QueryClientProvider client={session.queries}>
      <SessionContext value={session}>
        <Theme />
        <Review session={session} />
      </SessionContext>
    </QueryClientProvider>
  );
}

/** The first answer decides what there is to show. Later ones never take a review away again. */
function Review({ session }: { readonly session: ReviewSession }) {
  const { data: overview, error, refetch } = useOverviewQuery();
  const outline = useOutlineOf(overview);
  const progress = useMeasuredProgress(outline);
  const isRefused = useStorePart(session.events.connection, (now) => now.state === "refused");
  if (!overview || !outline || !progress) {
    return error ? (
      <ReviewFailed error={error} isRefused={isRefused} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  if (overview.stage === "failed" && overview.error) {
    return <ReviewFailed error={overview.error} isRefused={false} onRetry={() => void refetch()} />;
  }
  // Once the diff is there it can be read, while the walk is still being made.
  const isReadable = overview.stage === "ready" || overview.change !== undefined;
  if (!isReadable) return <Loading stage={overview.stage} />;
  return (
    <OutlineContext value={outline}>
      <ProgressContext value={progress}>
        <Shell />
      </ProgressContext>
    </OutlineContext>
  );
}

function Theme() {
  const { theme } = useSettings();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return null;
}
