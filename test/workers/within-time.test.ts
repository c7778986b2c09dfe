import { expect, test } from "vitest";
import { withinTime } from "../../src/adapters/workers/within-time.ts";

test("work that ends in time gives its value, also none", () => {
  expect(withinTime(10_000, () => 7)).toEqual({ kind: "done", value: 7 });
  expect(withinTime(10_000, () => {})).toEqual({ kind: "done", value: undefined });
});

test("work that does not end is broken off, and what comes after works", () => {
  const hang = () => {
    for (;;);
  };
  expect(withinTime(50, hang)).toEqual({ kind: "timed-out" });
  expect(withinTime(10_000, () => "still here")).toEqual({ kind: "done", value: "still here" });
});

test("what the work throws is thrown, as the same object", () => {
  const error = new TypeError("mine");
  let caught: unknown;
  try {
    withinTime(10_000, () => {
      throw error;
    });
  } catch (thrown) {
    caught = thrown;
  }
  expect(caught).toBe(error);
});
