import { expect, test } from "vitest";
import { saysWhat } from "../../scripts/start-words.mjs";

test("npm start with options of the page alone still reviews the latest change", () => {
  const how = [[], ["--no-open"], ["--port", "8080"], ["--port=8080", "--refresh"], ["--copies", "--debug"]];
  expect(how.map(saysWhat)).toEqual([false, false, false, false, false]);
});

test("npm start reviews what its words name", () => {
  const what = [
    ["HEAD"],
    ["--no-open", "main..topic"],
    ["--port", "8080", "topic"],
    ["--repo", "."],
    ["--base", "v1"],
    ["--untracked"],
    ["--help"],
    ["diff"],
  ];
  expect(what.filter((words) => !saysWhat(words))).toEqual([]);
});
