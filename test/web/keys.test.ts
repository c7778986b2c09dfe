import { expect, test } from "vitest";
import { keySheet, singleKeys } from "../../web/src/keys/key-table.ts";
import { G_WAIT_MS, type KeyPress, type KeyState, readKey } from "../../web/src/keys/read-key.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : "",
  shift: /^[A-Z]$/.test(key),
  ctrl: false,
  alt: false,
  meta: false,
  altGraph: false,
  isRepeat: false,
  isTyping: false,
  isOnControl: false,
  timeMs: 0,
  ...more,
});
const idle: KeyState = {};
const action = (key: string, more?: Partial<KeyPress>) => readKey(idle, press(key, more)).action;

test("every key of the walk has its action", () => {
  expect(action("n")).toBe("next-page");
  expect(action("x")).toBe("mark-hunk");
  expect(action("X")).toBe("mark-page");
  expect(action("]")).toBe("next-hunk");
  expect(action("?", { shift: true })).toBe("keys");
  expect(action("q")).toBeUndefined();
});

test("no key acts while typing, but escape leaves the field", () => {
  for (const key of [...Object.keys(singleKeys), "g"]) {
    const reading = readKey(idle, press(key, { isTyping: true }));
    expect(reading.action).toBe(key === "Escape" ? "close" : undefined);
    expect(reading.state).toEqual({});
  }
});

test("keys of the browser are left to it", () => {
  expect(action("p", { ctrl: true })).toBeUndefined();
  expect(action("n", { meta: true })).toBeUndefined();
  expect(action("w", { alt: true })).toBeUndefined();
});

test("brackets typed with AltGr act", () => {
  expect(action("]", { ctrl: true, alt: true, altGraph: true })).toBe("next-hunk");
});

test("the place of the key counts where the layout has no Latin letters", () => {
  expect(action("т", { code: "KeyN" })).toBe("next-page");
  expect(action("Ч", { code: "KeyX", shift: true })).toBe("mark-page");
});

test("caps lock does not turn one hunk into a page", () => {
  expect(action("X", { shift: false })).toBe("mark-hunk");
});

test("g waits for its second key, for a while", () => {
  const waiting = readKey(idle, press("g")).state;
  expect(readKey(waiting, press("o", { timeMs: 100 })).action).toBe("overview");
  expect(readKey(waiting, press("3", { timeMs: 100 })).action).toBe("core-3");
  expect(readKey(waiting, press("x", { timeMs: 100 })).action).toBeUndefined();
  expect(readKey(waiting, press("x", { timeMs: G_WAIT_MS + 1 })).action).toBe("mark-hunk");
});

test("holding a key turns pages and never marks", () => {
  expect(action("n", { isRepeat: true })).toBe("next-page");
  expect(action("x", { isRepeat: true })).toBeUndefined();
  expect(action("s", { isRepeat: true })).toBeUndefined();
});

test("enter on a button or link belongs to it", () => {
  expect(action("Enter")).toBe("open");
  expect(action("Enter", { isOnControl: true })).toBeUndefined();
});

test("the sheet lists every single key, and no key that does nothing", () => {
  const listed = new Set(keySheet.flatMap((group) => group.rows.flatMap((row) => row.keys)));
  const nameOf = (key: string) =>
    key === "Escape"
      ? "esc"
      : key === "Enter"
        ? "enter"
        : /^[A-Z]$/.test(key)
          ? `shift ${key.toLowerCase()}`
          : key;
  for (const key of Object.keys(singleKeys)) expect(listed).toContain(nameOf(key));
  for (const later of ["i", "shift b"]) expect(listed).not.toContain(later);
});
