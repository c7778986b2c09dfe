import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace, run } from "./harness.ts";

/** All but line ends and tabs that a terminal obeys or that turns text around. */
const steering = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

test("names of a repository never steer the terminal", async () => {
  const place = makePlace();
  // A one-character CSI, a title, a name that reads as an image, and an isolate that is never ended.
  const names = ["\u009b31mred.ts", "\u001b]0;title\u0007.ts", "gpj.\u202eexe", "\u2067a.ts", "\u007f.ts"];
  for (const name of names) writeFileSync(join(place.repo, name), "export const a = 1;\n");
  place.git("add", "-A");
  place.git("commit", "-q", "-m", "Names \u009b31m \u202e \u001b[2J");
  const listed = await run(place, ["diff", "HEAD"]);
  expect(listed.code).toBe(0);
  expect(listed.out).not.toMatch(steering);
  // What they are is still told.
  expect(listed.out).toContain("\\u009b31mred.ts");
  expect(listed.out).toContain("gpj.\\u202eexe");

  for (const debug of [[], ["--debug"]]) {
    const wrong = await run(place, ["diff", "\u009b31m\u202e\u001b[2Jno-branch", ...debug]);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("no-branch");
    expect(wrong.err).not.toMatch(steering);
  }
});
