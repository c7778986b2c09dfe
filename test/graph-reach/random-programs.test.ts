import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { writeProgram } from "./random-programs.ts";
import { statusesOf } from "./reach-statuses.ts";

const programCount = 250;
/** A program that runs on and on has shown enough. */
const maxSteps = 400;

function namesOf(text: string): string[] {
  return [...text.matchAll(/^function (f\d+)\(/gmu)].map((match) => match[1] as string);
}

/** The functions that run; what the program itself ends with is no matter. */
function run(text: string): ReadonlySet<string> {
  const ran = new Set<string>();
  let steps = 0;
  const step = (): void => {
    if (++steps > maxSteps) throw new Error("enough");
  };
  const log = (name: string): void => {
    ran.add(name);
    step();
  };
  const c = (): boolean => {
    step();
    return steps % 3 !== 0;
  };
  try {
    vm.runInNewContext(text, { log, c }, { timeout: 2_000 });
  } catch (error) {
    if ((error as Error).name === "SyntaxError") throw error;
  }
  return ran;
}

describe("in random programs", () => {
  it("no function that runs is denied, and many that do not are", { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    let deniedCount = 0;
    for (let seed = 1; seed <= programCount; seed++) {
      const text = writeProgram(seed);
      const ran = run(text);
      const statuses = await statusesOf(
        { "main.js": text },
        namesOf(text).map((name) => `main.js//${name}`),
      );
      for (const [key, status] of Object.entries(statuses)) {
        const hasRun = ran.has(key.slice("main.js//".length));
        if (status === "not-found") deniedCount++;
        if (hasRun && status !== "found" && status !== "uncertain")
          wrong.push(`${seed}: ${key} is ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(deniedCount).toBeGreaterThan(programCount / 2);
  });
});
