import { suggestionBlock } from "../../src/engine/discussion/discussion.ts";
import type {
  Discussion,
  Draft,
  DraftChange,
  Drafts,
  Pulls,
  Since,
  Submit,
  SubmitPreview,
  Submitted,
} from "../../src/wire/discussion.ts";

/** The discussion, drafts and sending of a review, kept in memory as the server keeps them on disk. */
export interface FakeTalk {
  discussion: Discussion;
  readonly drafts: Map<string, Draft>;
  readonly submitted: Submit[];
  pulls: Pulls;
  since: Since;
  /** What sending waits for before it is answered. */
  pause: Promise<void>;
  /** Answers the next writes of drafts with this. */
  refusal: { readonly code: string; readonly message: string; readonly hint: string } | undefined;
  answer(method: string, path: string, query: URLSearchParams, body: unknown): TalkAnswer | undefined;
}

interface TalkAnswer {
  readonly status?: number;
  readonly body: unknown;
  /** Which event tells the other tabs. */
  readonly event?: "drafts" | "discussion";
}

export const noDiscussion: Discussion = {
  state: "none",
  threads: [],
  reviews: [],
  comments: [],
  notes: [],
  off: {},
};

export function createTalk(): FakeTalk {
  let lastId = 0;
  const talk: FakeTalk = {
    discussion: noDiscussion,
    drafts: new Map(),
    submitted: [],
    pulls: { repository: "", pulls: [], total: 0, notes: [] },
    since: { changed: [], contextChanged: [], added: [] },
    pause: Promise.resolve(),
    refusal: undefined,
    answer(method, path, query, body) {
      const key = `${method} ${path}`;
      if (key === "GET discussion") return { body: talk.discussion };
      if (key === "GET drafts") return { body: list() };
      if (key === "GET pulls") return { body: talk.pulls };
      if (key === "GET since") return { body: talk.since };
      if (key === "GET suggestion") {
        const lines = [`line ${query.get("line")}`];
        return { body: { lines, block: suggestionBlock(lines) } };
      }
      if (key === "POST drafts") return write(body as DraftChange);
      if (method === "DELETE" && path.startsWith("drafts/")) {
        talk.drafts.delete(decodeURIComponent(path.slice("drafts/".length)));
        return { body: list(), event: "drafts" };
      }
      if (method === "POST" && path.startsWith("threads/")) {
        const id = decodeURIComponent(path.slice("threads/".length));
        const { isResolved } = body as { isResolved: boolean };
        const threads = talk.discussion.threads.map((each) =>
          each.id === id ? { ...each, isResolved } : each,
        );
        talk.discussion = { ...talk.discussion, threads };
        return { body: {}, event: "discussion" };
      }
      if (key === "POST submit/preview") return { body: preview(body as Submit) };
      if (key === "POST submit") return { body: submit(body as Submit), event: "drafts" };
      return undefined;
    },
  };

  function list(): Drafts {
    return { drafts: [...talk.drafts.values()], problems: [] };
  }

  function write(change: DraftChange): TalkAnswer {
    if (talk.refusal) return { status: 500, body: talk.refusal };
    const known = change.id === undefined ? undefined : talk.drafts.get(change.id);
    if (known && known.revision !== change.revision) {
      return {
        status: 409,
        body: { code: "stale-revision", message: "It was written to elsewhere.", hint: "" },
      };
    }
    const id = known?.id ?? `d${++lastId}`;
    talk.drafts.set(id, {
      id,
      about: change.about,
      body: change.body,
      updatedAt: "2026-01-02T03:04:05Z",
      status: "here",
      quoted: [],
      writtenAt: "2".repeat(40),
      sendsAs: change.about.kind === "reply" ? "reply" : "comment",
      revision: (known?.revision ?? 0) + 1,
    });
    return { body: { ...list(), saved: id }, event: "drafts" };
  }

  function preview({ event, body }: Submit): SubmitPreview {
    const items = [...talk.drafts.values()].map(({ id, about, sendsAs, body: text }) => ({
      draft: id,
      sendsAs,
      ...(about.kind === "place" ? { place: about.place } : {}),
      body: text,
    }));
    return { event, body, items, writes: 1, problems: [] };
  }

  function submit(asked: Submit): Submitted {
    talk.submitted.push(asked);
    const posted = [...talk.drafts.keys()];
    talk.drafts.clear();
    return { url: "https://forge.example/pull/7", posted, left: [], isSubmitted: true, notes: [] };
  }

  return talk;
}
