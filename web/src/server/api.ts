import type {
  ApiError,
  CorePages,
  FileDiffPage,
  FileLines,
  Head,
  HunkWindow,
  LinePart,
  LowSignal,
  MarkChange,
  Marks,
  Overview,
  Page,
  SearchAnswer,
  Settings,
} from "../../../src/wire/api.ts";
import type {
  Discussion,
  DraftChange,
  Drafts,
  Place,
  Pulls,
  Since,
  Submit,
  SubmitPreview,
  Submitted,
  Suggestion,
} from "../../../src/wire/discussion.ts";
import { isServerWith } from "./token.ts";

/** The server answered, and said no. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  constructor(status: number, error: ApiError) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.hint = error.hint;
  }
}

/** No answer came: the server is gone. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  /** The banner of the connection says what to do. */
  readonly hint = "";
}

/** A failed request, to be told to the reader. What is no failure of a request is thrown on. */
export function failedRequest(error: unknown): ApiFailure | Unreachable {
  if (error instanceof ApiFailure || error instanceof Unreachable) return error;
  throw error;
}

/** What a failed request says, and what to do about it. */
export function wordsOf({ message, hint }: { readonly message: string; readonly hint: string }): string {
  return hint === "" ? message : `${message} ${hint}`;
}

export interface Api {
  /** The overview and the name of the snapshot that it tells of. */
  overview(signal?: AbortSignal): Promise<{ readonly overview: Overview; readonly snapshot: string }>;
  /**
   * From now on only this snapshot is asked for: ids of pages and hunks mean something within one alone. The
   * server refuses once it shows another.
   */
  holdSnapshot(name: string): void;
  snapshot(): string;
  /** The next request asks first who is there: the server of before may be gone, and another one in its place. */
  doubt(): void;
  page(id: string, signal?: AbortSignal): Promise<Page>;
  corePages(id: string): Promise<CorePages>;
  hunk(id: string, from: number, count: number, signal?: AbortSignal): Promise<HunkWindow>;
  line(hunk: string, index: number, from: number, signal?: AbortSignal): Promise<LinePart>;
  fileDiff(path: string, signal?: AbortSignal): Promise<FileDiffPage>;
  lowSignal(signal?: AbortSignal): Promise<LowSignal>;
  lines(
    path: string,
    side: "old" | "new",
    from: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<FileLines>;
  raw(path: string, side: "old" | "new", signal?: AbortSignal): Promise<Blob>;
  search(query: string, from: number, signal?: AbortSignal): Promise<SearchAnswer>;
  marks(signal?: AbortSignal): Promise<Marks>;
  setMarks(change: MarkChange): Promise<Marks>;
  settings(signal?: AbortSignal): Promise<Settings>;
  saveSettings(settings: Settings): Promise<unknown>;
  head(signal?: AbortSignal): Promise<Head>;
  reload(): Promise<Overview>;
  discussion(signal?: AbortSignal): Promise<Discussion>;
  drafts(signal?: AbortSignal): Promise<Drafts>;
  /** Done once it is on disk. */
  saveDraft(change: DraftChange): Promise<Drafts>;
  removeDraft(id: string, revision: number): Promise<Drafts>;
  suggestion(place: Place, signal?: AbortSignal): Promise<Suggestion>;
  resolveThread(id: string, isResolved: boolean): Promise<unknown>;
  previewSubmit(submit: Submit, signal?: AbortSignal): Promise<SubmitPreview>;
  submit(submit: Submit): Promise<Submitted>;
  pulls(signal?: AbortSignal): Promise<Pulls>;
  /** Opens the review of another pull request; the address works once. */
  openPull(number: number): Promise<{ readonly url: string }>;
  since(signal?: AbortSignal): Promise<Since>;
  /** The open stream of events: newline-separated JSON. */
  events(after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

const SNAPSHOT_HEADER = "x-headwater-snapshot";

export interface ApiOptions {
  readonly token: string;
  /** The token came with the address just now, from the server itself. */
  readonly isTokenNew: boolean;
  /** Called with the build of each answer, and with whether the server could be reached. */
  readonly onBuild: (build: string) => void;
  readonly onReach: (isReachable: boolean) => void;
  /** The server shows another snapshot than the one that is held. */
  readonly onStale: () => void;
}

export function createApi(options: ApiOptions): Api {
  let snapshot = "";
  // Whoever answers after a pause may be somebody else, who must not be told the token.
  let known: Promise<void> | undefined = options.isTokenNew ? Promise.resolve() : undefined;
  function lose(error: unknown): never {
    known = undefined;
    options.onReach(false);
    throw new Unreachable("The server does not answer.", { cause: error });
  }
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("x-headwater-token", options.token);
    if (snapshot !== "") headers.set(SNAPSHOT_HEADER, snapshot);
    if (init.body !== undefined) headers.set("content-type", "application/json");
    let answer: Response;
    known ??= askWhoIsThere(options.token);
    try {
      await known;
      answer = await fetch(`/api/${path}`, { ...init, headers, cache: "no-store" });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      if (!(error instanceof ApiFailure)) lose(error);
      known = undefined;
      throw error;
    }
    options.onReach(true);
    const build = answer.headers.get("x-headwater-build");
    if (build) options.onBuild(build);
    if (!answer.ok) {
      const error = await readError(answer);
      if (error.code === "stale-revision") options.onStale();
      throw new ApiFailure(answer.status, error);
    }
    return answer;
  }
  async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await (await ask(path, signal ? { signal } : {})).json()) as T;
  }
  async function write<T>(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<T> {
    const answer = await ask(path, {
      method,
      body: JSON.stringify(body ?? {}),
      ...(signal ? { signal } : {}),
    });
    const text = await answer.text();
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }
  const query = (values: Record<string, string | number>) =>
    new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString();

  return {
    overview: async (signal) => {
      const answer = await ask("review", signal ? { signal } : {});
      return {
        overview: (await answer.json()) as Overview,
        snapshot: answer.headers.get(SNAPSHOT_HEADER) ?? "",
      };
    },
    holdSnapshot: (name) => {
      snapshot = name;
    },
    snapshot: () => snapshot,
    doubt: () => {
      known = undefined;
    },
    page: (id, signal) => read(`page/${encodeURIComponent(id)}`, signal),
    corePages: (id) => read(`core/${encodeURIComponent(id)}`),
    hunk: (id, from, count, signal) =>
      read(`hunk/${encodeURIComponent(id)}?${query({ from, count })}`, signal),
    line: (hunk, index, from, signal) => read(`line?${query({ hunk, index, from })}`, signal),
    fileDiff: (path, signal) => read(`file-diff?${query({ path })}`, signal),
    lowSignal: (signal) => read("low-signal", signal),
    lines: (path, side, from, count, signal) => read(`lines?${query({ path, side, from, count })}`, signal),
    raw: async (path, side, signal) =>
      (await ask(`raw?${query({ path, side })}`, signal ? { signal } : {})).blob(),
    search: (q, from, signal) => read(`search?${query({ q, from })}`, signal),
    marks: (signal) => read("marks", signal),
    setMarks: (change) => write("POST", "marks", change),
    settings: (signal) => read("settings", signal),
    saveSettings: (settings) => write("PUT", "settings", settings),
    head: (signal) => read("head", signal),
    reload: () => write("POST", "reload"),
    discussion: (signal) => read("discussion", signal),
    drafts: (signal) => read("drafts", signal),
    saveDraft: (change) => write("POST", "drafts", change),
    removeDraft: (id, revision) => write("DELETE", `drafts/${encodeURIComponent(id)}?${query({ revision })}`),
    suggestion: ({ path, side = "RIGHT", line, startLine }, signal) =>
      read(
        `suggestion?${query({ path, side, line: line ?? 0, ...(startLine ? { startLine } : {}) })}`,
        signal,
      ),
    resolveThread: (id, isResolved) => write("POST", `threads/${encodeURIComponent(id)}`, { isResolved }),
    previewSubmit: (submit, signal) => write("POST", "submit/preview", submit, signal),
    submit: (submit) => write("POST", "submit", submit),
    pulls: (signal) => read("pulls", signal),
    openPull: (number) => write("POST", "pulls/open", { number }),
    since: (signal) => read("since", signal),
    events: async (after, signal) => {
      const answer = await ask(`events?${query({ after })}`, { signal });
      if (!answer.body) throw new Unreachable("The stream of events is empty.");
      return answer.body;
    },
  };
}

async function readError(answer: Response): Promise<ApiError> {
  const text = await answer.text();
  try {
    const body = JSON.parse(text) as Partial<ApiError> & { error?: ApiError };
    const error = body.error ?? body;
    if (typeof error.message === "string") {
      return { code: error.code ?? String(answer.status), message: error.message, hint: error.hint ?? "" };
    }
  } catch (error) {
    // What answered is not our server, or broke off: the status is all there is to say.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return {
    code: `http-${answer.status}`,
    message: `The server answered ${answer.status} ${answer.statusText}.`.replace(" .", "."),
    hint: "Start headwater again; if it comes back, report it with what you did.",
  };
}

/** Throws what a refused request would throw: to this page it is the same whether the key or the server is another one. */
async function askWhoIsThere(token: string): Promise<void> {
  if (await isServerWith(token)) return;
  throw new ApiFailure(403, {
    code: "forbidden",
    message: "The server at this address does not know this page.",
    hint: "Open the address that `headwater` printed, token and all.",
  });
}
