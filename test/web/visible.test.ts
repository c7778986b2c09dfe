import { expect, test } from "vitest";
import { visible, visibleText } from "../../web/src/shell/visible.ts";
import { fileName, folderName, shortId } from "../../web/src/shell/words.ts";

test("a name that hides or turns its text around is shown as it is written", () => {
  expect(fileName("src/\u202egpj.js")).toBe("[U+202E]gpj.js");
  expect(folderName("s\u2067rc/a.js")).toBe("s[U+2067]rc/");
  expect(shortId("ma\u200bin")).toBe("ma[U+200B]in");
  expect(visible("a\nb\t\u009b\u001b[31m")).toBe("a[U+000A]b[U+0009][U+009B][U+001B][31m");
});

test("names of all scripts are shown as they are", () => {
  for (const name of ["naïve.txt", "файл.go", "עברית.py", "می\u200cخواهم", "👩\u200d💻.md", "\ufffd.txt"]) {
    expect(visible(name)).toBe(name);
  }
});

test("text keeps its lines and tabs", () => {
  expect(visibleText("one\n\ttwo \u202ethree\r\na\r")).toBe("one\n\ttwo [U+202E]three\r\na[U+000D]");
});
