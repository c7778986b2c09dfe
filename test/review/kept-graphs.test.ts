import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { keptGraphs } from "../../src/app/cache-graphs.ts";
import type { ResolvedChange } from "../../src/app/read-change.ts";
import type { ReviewProblem } from "../../src/engine/review/review.ts";
import { reviewTexts } from "./real-source.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function keeps(problems: readonly ReviewProblem[]): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), "headwater-kept-"));
  folders.push(home);
  const { graph } = await reviewTexts({ "a.ts": "" }, { "a.ts": "export const a = 1;\n" });
  const repository = { commonDir: "/r/.git" } as ResolvedChange["repository"];
  const change = { repository, info: graph.change, diffBase: "1", head: "2", findCopies: false };
  const kept = keptGraphs(home, "a build");
  await kept.put(change, { ...graph, problems }, []);
  return (await kept.get(change)) !== undefined;
}

it("a graph is kept, with problems that will be there the next time too", async () => {
  expect(await keeps([])).toBe(true);
  expect(await keeps([{ path: "a.ts", kind: "syntax-error", detail: "" }])).toBe(true);
  expect(await keeps([{ path: "a.ts", kind: "too-large", detail: "" }])).toBe(true);
});

it("but not where a file hit the clock or could not be read for now", async () => {
  expect(await keeps([{ path: "a.ts", kind: "timed-out", detail: "" }])).toBe(false);
  expect(await keeps([{ path: "a.ts", kind: "unreadable", detail: "" }])).toBe(false);
});
