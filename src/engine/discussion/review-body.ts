import { fenceFor } from "./suggestion.ts";
import type { Place } from "./thread.ts";

/** Text that is too long is cut below this, so that the sentence about it has room. */
const CUT_ROOM = 1_536;

/** A piece of Markdown as code within a line, whatever signs it holds. */
export function inlineCode(text: string): string {
  const plain = text.replace(/[\p{Cc}\s]+/gu, " ");
  const longest = (plain.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const needsRoom = plain.startsWith("`") || plain.endsWith("`");
  return needsRoom ? `${fence} ${plain} ${fence}` : `${fence}${plain}${fence}`;
}

/** Names a place and leads there: for a remark that stands somewhere else. */
export function placeLink(place: Place, url: string): string {
  const { line, startLine, side } = place;
  const lines =
    line === undefined ? "" : startLine === undefined ? ` line ${line}` : ` lines ${startLine}–${line}`;
  const when = side === "LEFT" ? " (before the change)" : "";
  return `[${inlineCode(place.path)}${lines}](${url})${when}`;
}

/** Lines as a block of code. */
export function codeBlock(lines: readonly string[]): string {
  const fence = fenceFor(lines);
  return [fence, ...lines, fence].join("\n");
}

/** Pieces of Markdown as paragraphs of one text. */
export function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

/** A text with so much cut off that it fits, at the end of a block where there is one; a sentence says so. */
export function cutToFit(text: string, maxLength: number): { readonly text: string; readonly cut: number } {
  if (text.length <= maxLength) return { text, cut: 0 };
  const end = blockEnd(text, Math.max(0, maxLength - CUT_ROOM));
  const kept = text.slice(0, end).trimEnd();
  const cut = text.length - end;
  const close = openFence(kept);
  const parts = [
    close === undefined ? kept : `${kept}\n${close}`,
    `*Cut here: ${cut} more characters do not fit.*`,
  ];
  return { text: joinParts(parts), cut };
}

/** The last end of a block before `limit` in its second half; else the end of a line, else of a character. */
function blockEnd(text: string, limit: number): number {
  for (const sign of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(sign, limit);
    if (at > limit / 2) return at;
  }
  const last = text.charCodeAt(limit - 1);
  return last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
}

/** The fence that a text leaves open. */
function openFence(text: string): string | undefined {
  let open: string | undefined;
  for (const line of text.split("\n")) {
    const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined) continue;
    if (open === undefined) open = fence;
    else if (fence[0] === open[0] && fence.length >= open.length && line.trim() === fence) open = undefined;
  }
  return open;
}
