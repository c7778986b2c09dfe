import { type Action, afterG, repeatable, singleKeys } from "./key-table.ts";

export interface KeyPress {
  readonly key: string;
  /** The physical key, as "KeyN": what counts where the layout gives no Latin letter. */
  readonly code: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  /** AltGr is held: how many layouts type `[`, `]` and `/`. */
  readonly altGraph: boolean;
  readonly isRepeat: boolean;
  /** The press goes into a field that takes text, or is part of composing a character. */
  readonly isTyping: boolean;
  /** The focus is on something that Enter and space press by themselves. */
  readonly isOnControl: boolean;
  readonly timeMs: number;
}

/** `gAtMs` is when `g` was pressed and waits for its second key. */
export interface KeyState {
  readonly gAtMs?: number | undefined;
}

export interface KeyReading {
  readonly state: KeyState;
  readonly action?: Action | undefined;
}

/** How long `g` waits for its second key. Longer than a pause for thought is a slip. */
export const G_WAIT_MS = 1500;

/**
 * What a key press asks for. Nothing while typing, but `Escape`, which leaves the field; nothing with a
 * modifier that belongs to the browser.
 */
export function readKey(state: KeyState, press: KeyPress): KeyReading {
  if (press.isTyping) return press.key === "Escape" ? { state: {}, action: "close" } : { state: {} };
  const isBrowserKey = (press.ctrl || press.alt || press.meta) && !press.altGraph;
  if (isBrowserKey) return { state };
  if (isModifier(press.key)) return { state };

  const key = latinKey(press);
  if (state.gAtMs !== undefined && press.timeMs - state.gAtMs <= G_WAIT_MS) {
    return { state: {}, action: afterG[key] };
  }
  if (key === "g") return { state: { gAtMs: press.timeMs } };
  if (key === "Enter" && press.isOnControl) return { state: {} };
  const action = Object.hasOwn(singleKeys, key) ? singleKeys[key] : undefined;
  if (action && press.isRepeat && !repeatable.has(action)) return { state: {} };
  return { state: {}, action };
}

function isModifier(key: string): boolean {
  return key === "Shift" || key === "Control" || key === "Alt" || key === "Meta" || key === "AltGraph";
}

/** The letter printed on a Latin keyboard, so that the keys work under a Cyrillic or Greek layout too. */
function latinKey(press: KeyPress): string {
  const isLetterOfAnotherScript = press.key.length === 1 && press.key.charCodeAt(0) > 0x7f;
  const physical = /^Key([A-Z])$/.exec(press.code);
  if (isLetterOfAnotherScript && physical) {
    return press.shift ? physical[1]! : physical[1]!.toLowerCase();
  }
  // Caps lock alone must not mark a whole page.
  if (/^[A-Z]$/.test(press.key) && !press.shift) return press.key.toLowerCase();
  if (/^[a-z]$/.test(press.key) && press.shift) return press.key.toUpperCase();
  return press.key;
}
