import { githubApi } from "../../src/adapters/forge/github/api.ts";
import { githubWriter } from "../../src/adapters/forge/github/github-writer.ts";
import { openDrafts } from "../../src/app/drafts.ts";
import { openJournal } from "../../src/app/submission-journal.ts";
import type { SendableDraft, SubmitSetting } from "../../src/app/submit-review.ts";
import { parseDiff } from "../../src/engine/diff/diff.ts";
import { forgePlaces } from "../../src/engine/discussion/discussion.ts";

export interface SettingFacts {
  readonly home: string;
  readonly apiUrl: string;
  readonly token: string;
  readonly repository: string;
  readonly head: string;
  /** git's diff of the pull request. */
  readonly diff: string;
  readonly threads: readonly (readonly [string, readonly string[]])[];
}

export const REVIEW = "127.0.0.1/acme/app#1";

/** What a session hands to sending a review, made of its parts alone. */
export function settingOf(facts: SettingFacts, told: string[] = []): SubmitSetting {
  const { home, apiUrl, token, head } = facts;
  const api = githubApi({ host: "127.0.0.1", apiUrl, token, userAgent: "test", isUnhurried: true });
  const { files: plain } = parseDiff(Buffer.from(facts.diff));
  const files = openDrafts(home, REVIEW);
  return {
    writer: githubWriter(api, { owner: "acme", name: facts.repository, number: 1 }),
    journal: openJournal(home, REVIEW),
    files,
    head,
    placeOf: forgePlaces({ shown: plain, plain }),
    threads: new Map(facts.threads),
    tell: (sentence) => told.push(sentence),
    async drafts() {
      const { drafts } = await files.read();
      return drafts.map(({ id, revision, about, body }): SendableDraft => {
        const quoted = { quoted: ["quoted"], isGone: false, url: `https://forge.example/${id}` };
        return { id, revision, about, body, ...quoted };
      });
    },
  };
}
