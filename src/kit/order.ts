/**
 * Compares two strings by the bytes of their UTF-8 form, the order in which git lists paths. It is the
 * one order for lists of paths: no locale, and the same on every machine.
 */
export function compareBytes(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return utf8Rank(a) - utf8Rank(b);
  }
  return left.length - right.length;
}

/** In UTF-8 a surrogate pair (U+10000 and up) sorts after U+E000 to U+FFFF; in UTF-16 units it comes before. */
function utf8Rank(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return unit + 0x10000;
  return unit;
}
