import { expect, test } from "vitest";
import { createIndexer } from "../../src/app/indexer.ts";
import { linkProject } from "../../src/app/read-project.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { memoryFiles, never } from "./projects.ts";

/** Enough that linking it takes several turns. */
async function largeProject() {
  const texts: Record<string, string> = {};
  for (let file = 0; file < 60; file++) {
    const calls = Array.from({ length: 60 }, (_, at) => `    x.m${at}(f${at % 7}())`);
    const functions = Array.from({ length: 7 }, (_, at) => `def f${at}():\n    return f${(at + 1) % 7}\n`);
    texts[`m${file}.py`] =
      `${functions.join("")}class C:\n  def m${file}(self): pass\ndef run(x):\n${calls.join("\n")}\n`;
  }
  const indexed = await createIndexer({ languages: allLanguages, workers: 1 }).run(memoryFiles(texts).files);
  return { indexed, manifests: new Map<string, string>() };
}

test("a stop while a project is linked ends it with the reason of the signal", async () => {
  const project = await largeProject();
  const control = new AbortController();
  const reason = new Error("stopped");
  const linking = linkProject(project, control.signal);
  let isDone = false;
  linking.then(
    () => {
      isDone = true;
    },
    () => {},
  );
  // Others have had a turn before the graph is there.
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDone).toBe(false);
  control.abort(reason);
  await expect(linking).rejects.toBe(reason);
  // The same records can be linked afterwards.
  expect((await linkProject(project, never)).stats.files).toBe(60);
});
