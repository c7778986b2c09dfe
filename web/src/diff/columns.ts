export const TAB_COLUMNS = 4;

/**
 * How many columns a monospaced line takes: tabs go to the next multiple of four, East Asian wide
 * characters and emoji take two. Combining marks count one too many, which only widens the scroll range.
 */
export function columnsOf(text: string): number {
  // Almost every line is plain ASCII without tabs.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const char of text) {
    if (char === "\t") columns += TAB_COLUMNS - (columns % TAB_COLUMNS);
    else columns += isWide(char.codePointAt(0)!) ? 2 : 1;
  }
  return columns;
}

function isWide(code: number): boolean {
  return (
    code >= 0x1100 &&
    (code <= 0x115f ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe6f) ||
      (code >= 0xff00 && code <= 0xff60) ||
      (code >= 0xffe0 && code <= 0xffe6) ||
      (code >= 0x1f300 && code <= 0x1faff) ||
      (code >= 0x20000 && code <= 0x3fffd))
  );
}
