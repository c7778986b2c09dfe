import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, hashOf, makeGoldens, recordedVersions, stages, versionsUpTo } from "./golden/goldens.ts";

let made: Awaited<ReturnType<typeof makeGoldens>>;
beforeAll(async () => {
  made = await makeGoldens();
});

describe("what a small project of each language gives is as it was recorded for its versions", () => {
  for (const { id, constant, file } of stages) {
    it(`${id}: a change needs another ${constant} (${file}), then scripts/record-goldens.ts`, () => {
      const recorded = recordedVersions()[id];
      for (const [name, text] of made[id]) {
        const path = join(folder, name);
        expect([name, text]).toEqual([name, existsSync(path) ? readFileSync(path, "utf8") : "not recorded"]);
      }
      expect({ versions: versionsUpTo(id), hash: hashOf(made[id]) }).toEqual(recorded);
    });
  }

  it("the files that lie there are those that were recorded", () => {
    const read = (names: Iterable<string>) =>
      new Map([...names].map((name) => [name, readFileSync(join(folder, name), "utf8")] as const));
    for (const { id } of stages) expect(hashOf(read(made[id].keys()))).toBe(recordedVersions()[id].hash);
  });
});
