import type { ForgeWriter } from "../../src/adapters/forge/forge.ts";
import { submitReview } from "../../src/app/submit-review.ts";
import { type SettingFacts, settingOf } from "./submit-setting.ts";

/* Sends a review, and is killed before or after its nth write. Its one argument says all. */

interface Told extends SettingFacts {
  readonly dieAt: number;
  readonly when: "before" | "after";
}

const { dieAt, when, ...facts } = JSON.parse(process.argv[2] ?? "") as Told;
const setting = settingOf(facts);
let writes = 0;
const writer: ForgeWriter = {
  ...setting.writer,
  async write(write, signal) {
    writes++;
    if (when === "before" && writes === dieAt) process.kill(process.pid, "SIGKILL");
    const answer = await setting.writer.write(write, signal);
    if (when === "after" && writes === dieAt) process.kill(process.pid, "SIGKILL");
    return answer;
  },
};
const request = { event: "comment", body: "My view.", head: facts.head } as const;
const sent = await submitReview({ ...setting, writer }, request, new AbortController().signal);
process.stdout.write(JSON.stringify(sent));
