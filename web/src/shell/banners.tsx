import { useState } from "react";
import { useStore, useStorePart } from "../server/store.ts";
import { useOutline, useSession } from "../session-context.ts";
import { Icon } from "./icon.tsx";
import { count } from "./words.ts";

/** What the reader must know now: each says what, why and what to do. None moves code while it is read. */
export function Banners() {
  return (
    <div className="banners" role="status">
      <ServerBanner />
      <HeadBanner />
      <SnapshotBanner />
      <BuildBanner />
      <MarksBanner />
    </div>
  );
}

function ServerBanner() {
  const { events, marks } = useSession();
  const { state } = useStore(events.connection);
  const waiting = useStorePart(marks.state, (now) => now.pending.length);
  if (state === "refused") {
    return (
      <Banner tone="bad">
        <strong>The server does not know this page.</strong> It was started again with another key. Open the
        address that it printed.
      </Banner>
    );
  }
  if (state !== "gone" && state !== "closed") return null;
  return (
    <Banner tone="bad">
      <strong>{state === "closed" ? "The server was stopped." : "The server does not answer."}</strong> What
      is open can be read on.
      {waiting > 0 ? ` ${count(waiting, "mark")} will be saved when it is back.` : " Marks will be kept."}{" "}
      Start <code>headwater</code> again on the same port; this page looks for it every few seconds.
      <button type="button" onClick={() => events.retry()}>
        Look now
      </button>
    </Banner>
  );
}

function HeadBanner() {
  const { api, events, queries } = useSession();
  const { headMoved, isReadAnew } = useStore(events.connection);
  const [state, setState] = useState<"waiting" | "reading" | string>("waiting");
  if (!headMoved || isReadAnew) return null;
  const reload = async () => {
    setState("reading");
    try {
      await api.reload();
    } catch (error) {
      setState(error instanceof Error ? error.message : String(error));
      return;
    }
    // Ids of pages and hunks belong to a snapshot: the whole page starts anew at the same address.
    queries.clear();
    window.location.reload();
  };
  const failure = state === "waiting" || state === "reading" ? undefined : state;
  return (
    <Banner tone="news">
      <strong>The change moved on.</strong>{" "}
      {headMoved.detail || `${count(headMoved.changedFiles, "file")} changed.`} Marks of hunks that stayed the
      same are kept.
      <button type="button" disabled={state === "reading"} onClick={() => void reload()}>
        {state === "reading" ? "Reading the change…" : "Read the new state"}
      </button>
      {failure && <span> It could not be read: {failure}</span>}
    </Banner>
  );
}

function SnapshotBanner() {
  const { events } = useSession();
  const { isReadAnew } = useStore(events.connection);
  if (!isReadAnew) return null;
  return (
    <Banner tone="news">
      <strong>The change was read anew,</strong> in another tab or after a new start. This page shows the
      state before; what it has not opened yet is of the new one and is not shown here.
      <button type="button" onClick={() => window.location.reload()}>
        Load the new state
      </button>
    </Banner>
  );
}

function BuildBanner() {
  const { events } = useSession();
  const { isOtherBuild } = useStore(events.connection);
  if (!isOtherBuild) return null;
  return (
    <Banner tone="news">
      <strong>Headwater was updated.</strong> This page is of the version before.
      <button type="button" onClick={() => window.location.reload()}>
        Load the page again
      </button>
    </Banner>
  );
}

function MarksBanner() {
  const { marks, settings } = useSession();
  const { overview } = useOutline();
  const problem = useStore(marks.problem);
  const settingsProblem = useStore(settings.problem);
  const notSaved = useStorePart(marks.state, (now) => now.held.notSaved);
  const notices = overview.notices ?? [];
  return (
    <>
      {problem && (
        <Banner tone="bad">
          <strong>The last marks are not saved.</strong> {problem.message} {problem.hint}
          <button type="button" onClick={() => marks.resend()}>
            Try again
          </button>
          <button type="button" onClick={() => marks.giveUp()}>
            Drop them
          </button>
        </Banner>
      )}
      {settingsProblem && (
        <Banner tone="news">
          <strong>The settings are not saved.</strong> {settingsProblem.message} {settingsProblem.hint}
        </Banner>
      )}
      {notSaved && !notices.some((notice) => notice.code === notSaved.code) && (
        <Banner tone="news" isClosable>
          <strong>{notSaved.message}</strong> {notSaved.hint}
        </Banner>
      )}
      {notices.map((notice) => (
        <Banner tone="news" isClosable key={notice.code}>
          <strong>{notice.message}</strong> {notice.hint}
        </Banner>
      ))}
    </>
  );
}

interface BannerProps {
  readonly tone: "bad" | "news";
  readonly isClosable?: boolean;
  readonly children: React.ReactNode;
}

function Banner({ tone, isClosable, children }: BannerProps) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className="banner" data-tone={tone}>
      <Icon name="warning" />
      <p>{children}</p>
      {isClosable && (
        <button
          type="button"
          className="plain icon-button"
          aria-label="Close this notice"
          onClick={() => setClosed(true)}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
