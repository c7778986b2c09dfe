/*
 * What hides or turns text around, and control characters. The joiners stay: some scripts and emoji need them,
 * and they move nothing.
 */
const hiding =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Names and sentences of a change as they may be shown: a file `\u202egpj.js` never reads as `sj.jpg`. */
export function visible(text: string): string {
  return text.replace(
    hiding,
    (sign) => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/** The same for text in which tabs and line ends are what they are. */
export function visibleText(text: string): string {
  return text.replace(/(?:[^\t\n\r]|\r(?!\n))+/g, visible);
}
