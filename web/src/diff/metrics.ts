import type { Block } from "./segments.ts";

/** Heights in pixels; diff.css has the same. What is not listed is measured once drawn. */
export const LINE_HEIGHT = 20;
const DIGIT_WIDTH = 7;
const blockHeights = {
  file: 44,
  hunk: 36,
  gap: 30,
  elsewhere: 32,
  reason: 52,
  card: 120,
  note: 140,
} as const;

export function blockHeight(block: Block): number {
  return blockHeights[block.kind];
}

/** Whether a block's height can only be known by drawing it. */
export function isMeasured(block: Block): boolean {
  return block.kind === "card" || block.kind === "note";
}

/** How a line stands: with both numbers, in one of two columns, or alone with the number of the new side. */
export type LineShape = "unified" | "split" | "alone";

/** What is left of a column of code for its text: line numbers, sign and padding take the rest. */
export function textColumns(width: number, shape: LineShape, charWidth: number, digits: number): number {
  const numbers = (digits * DIGIT_WIDTH + 18) * (shape === "unified" ? 2 : 1);
  const side = shape === "split" ? width / 2 : width;
  return Math.max(20, Math.floor((side - numbers - 20 - 4 - 12) / charWidth));
}
