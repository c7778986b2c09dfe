import type { CommandStack } from "./commands.ts";
import { type KeyPress, type KeyState, readKey } from "./read-key.ts";

/** Turns key presses of the document into commands, until the function that it returns is called. */
export function listenForKeys(document: Document, commands: CommandStack): () => void {
  let state: KeyState = {};
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const reading = readKey(state, pressOf(event));
    state = reading.state;
    if (reading.action && commands.run(reading.action)) event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

function pressOf(event: KeyboardEvent): KeyPress {
  const target = event.target instanceof Element ? event.target : undefined;
  return {
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    ctrl: event.ctrlKey,
    alt: event.altKey,
    meta: event.metaKey,
    altGraph: event.getModifierState("AltGraph"),
    isRepeat: event.repeat,
    isTyping: event.isComposing || (target !== undefined && takesText(target)),
    isOnControl: target?.closest("a[href], button, summary, select, [role=button]") != null,
    timeMs: event.timeStamp,
  };
}

const nonText = new Set([
  "button",
  "checkbox",
  "radio",
  "range",
  "color",
  "file",
  "submit",
  "reset",
  "image",
]);

function takesText(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !nonText.has(element.type);
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLElement && element.isContentEditable)
  );
}
