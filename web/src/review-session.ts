import { QueryClient } from "@tanstack/react-query";
import type { HeadMoved, Marks, Overview, ServerEvent, Settings } from "../../src/wire/api.ts";
import { createRouter, type Router } from "./address/router.ts";
import { createViewMemory, type ViewMemory } from "./address/view-memory.ts";
import { type Colours, createColours } from "./colour/colours.ts";
import { type CommandStack, createCommandStack } from "./keys/commands.ts";
import { type Api, ApiFailure, createApi } from "./server/api.ts";
import { createEvents, type Events } from "./server/connection.ts";
import { type CoreStore, createCoreStore } from "./server/core-store.ts";
import { createDiscussionStore, type DiscussionStore } from "./server/discussion-store.ts";
import { createDraftStore, type DraftStore } from "./server/draft-store.ts";
import { createFileStore, type FileStore } from "./server/file-store.ts";
import { createLineStore, type LineStore } from "./server/line-store.ts";
import { createMarkStore, type MarkStore } from "./server/mark-store.ts";
import { createSettingsStore, type SettingsStore } from "./server/settings-store.ts";
import { createStore, type Store } from "./server/store.ts";
import { firstRail, type RailState } from "./shell/rail-state.ts";

/** All that lives as long as the page: its server, its stores and its place. */
export interface ReviewSession {
  readonly api: Api;
  readonly queries: QueryClient;
  readonly router: Router;
  readonly views: ViewMemory;
  readonly commands: CommandStack;
  readonly events: Events;
  readonly marks: MarkStore;
  readonly discussion: DiscussionStore;
  readonly drafts: DraftStore;
  readonly settings: SettingsStore;
  readonly lines: LineStore;
  readonly files: FileStore;
  readonly cores: CoreStore;
  readonly colours: Colours;
  readonly rail: Store<RailState>;
  stop(): void;
}

/**
 * Reads the overview. Once a review can be read, another snapshot never takes its place: the page tells that
 * there is one, and the reader chooses when to load it.
 */
export async function readOverview(
  { api, queries, events }: ReviewSession,
  signal: AbortSignal,
): Promise<Overview> {
  const { overview, snapshot } = await api.overview(signal);
  const held = queries.getQueryData<Overview>(["overview"]);
  if (held?.stage === "ready" && snapshot !== api.snapshot()) {
    events.connection.update((now) => ({ ...now, isReadAnew: true }));
    return held;
  }
  if (held && snapshot !== api.snapshot()) {
    // Hunks learn their pages only when the walk is made.
    for (const queryKey of [["file"], ["low-signal"]]) void queries.invalidateQueries({ queryKey });
  }
  api.holdSnapshot(snapshot);
  return overview;
}

export function openSession(window: Window, token: string, isTokenNew: boolean): ReviewSession {
  let build: string | undefined;
  const api = createApi({
    token,
    isTokenNew,
    onBuild(next) {
      build ??= next;
      if (next !== build) events.connection.update((now) => ({ ...now, isOtherBuild: true }));
    },
    onStale: () => events.connection.update((now) => ({ ...now, isReadAnew: true })),
    onReach(isReachable) {
      // A request that fails tells sooner than the stream does.
      if (!isReachable && events.connection.get().state === "open") events.retry();
    },
  });
  const events = createEvents(api);
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        // The server is on this machine: what the browser thinks of the network says nothing of it.
        networkMode: "always",
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (failures, error) => !(error instanceof ApiFailure) && failures < 2,
        retryDelay: 400,
      },
    },
  });
  const session: ReviewSession = {
    api,
    queries,
    router: createRouter(window),
    views: createViewMemory(),
    commands: createCommandStack(),
    events,
    marks: createMarkStore(api, window.sessionStorage),
    discussion: createDiscussionStore(api),
    drafts: createDraftStore(api, window.sessionStorage),
    settings: createSettingsStore(api, window.localStorage),
    lines: createLineStore(api),
    files: createFileStore(api),
    cores: createCoreStore(api),
    colours: createColours(
      api,
      () => new Worker(new URL("./colour/worker.ts", import.meta.url), { type: "module" }),
    ),
    rail: createStore(firstRail),
    stop() {
      window.removeEventListener("focus", lookForHead);
      events.stop();
      session.router.stop();
      session.colours.stop();
    },
  };
  // The server looks by itself every few seconds; a reader who comes back from the editor should not wait.
  const lookForHead = () => void api.head().catch(ignoreUnanswered);
  window.addEventListener("focus", lookForHead);
  events.start(
    (event) => onEvent(session, event),
    () => readAgain(session),
  );
  void readMarks(session);
  void readSettings(session);
  readNotes(session);
  session.marks.resend();
  session.drafts.resend();
  return session;
}

function onEvent(session: ReviewSession, event: ServerEvent): void {
  switch (event.type) {
    case "stage":
      void session.queries.invalidateQueries({ queryKey: ["overview"] });
      // Of what is not there yet the server tells no marks, and no page of a conversation.
      void readMarks(session);
      readNotes(session);
      return;
    case "marks":
      if (isMarks(event.data)) session.marks.receive(event.data);
      else void readMarks(session);
      return;
    case "discussion":
      void session.discussion.read().catch(ignoreUnanswered);
      return;
    case "drafts":
      if (isSending(event.data)) {
        session.drafts.sending.set(event.data.detail);
        return;
      }
      void session.drafts.read().catch(ignoreUnanswered);
      return;
    case "settings":
      if (isSettings(event.data)) session.settings.receive(event.data);
      else void readSettings(session);
      return;
    case "hello": {
      const { moved } = (event.data ?? {}) as { moved?: HeadMoved };
      session.events.connection.update((now) => ({ ...now, headMoved: moved }));
      return;
    }
    case "progress":
    case "head-moved":
    case "closing":
      return;
  }
}

/** The server is back: what failed is asked again, and what waited is sent. */
function readAgain(session: ReviewSession): void {
  session.marks.resend();
  session.drafts.resend();
  readNotes(session);
  session.lines.retry();
  session.files.retry();
  session.cores.retry();
  void session.queries.invalidateQueries({ queryKey: ["overview"] });
  void session.queries.refetchQueries({ predicate: (query) => query.state.status === "error" });
  void readMarks(session);
}

function readNotes(session: ReviewSession): void {
  void session.discussion.read().catch(ignoreUnanswered);
  void session.drafts.read().catch(ignoreUnanswered);
}

async function readMarks(session: ReviewSession): Promise<void> {
  await session.api.marks().then((marks) => session.marks.receive(marks), ignoreUnanswered);
}

async function readSettings(session: ReviewSession): Promise<void> {
  await session.api.settings().then((settings) => session.settings.receive(settings), ignoreUnanswered);
}

/** The banner of the connection and the page itself tell of these. */
function ignoreUnanswered(error: unknown): void {
  const isTold = error instanceof ApiFailure || (error instanceof Error && error.name === "Unreachable");
  if (!isTold) throw error;
}

function isMarks(data: unknown): data is Marks {
  const marks = data as Partial<Marks> | null;
  return Array.isArray(marks?.reviewed) && Array.isArray(marks.contextChanged);
}

function isSending(data: unknown): data is { readonly detail: string } {
  return typeof (data as { detail?: unknown } | null)?.detail === "string";
}

function isSettings(data: unknown): data is Settings {
  return typeof (data as Partial<Settings> | null)?.theme === "string";
}
