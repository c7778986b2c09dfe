/**
 * The bytes of a name as git prints it: C-quoted when it starts with a double quote, else as it is. An
 * escape that git never writes stands for itself.
 */
export function unquoteName(printed: Uint8Array): Uint8Array {
  if (printed[0] !== QUOTE) return printed;
  const bytes: number[] = [];
  for (let at = 1; at < printed.length; at++) {
    const byte = printed[at] as number;
    if (byte === QUOTE) break;
    if (byte !== BACKSLASH) {
      bytes.push(byte);
      continue;
    }
    const escaped = printed[++at];
    if (escaped === undefined) break;
    if (isOctal(escaped) && isOctal(printed[at + 1]) && isOctal(printed[at + 2])) {
      const digits = [escaped, printed[at + 1] as number, printed[at + 2] as number];
      bytes.push(digits.reduce((value, digit) => value * 8 + digit - ZERO, 0) & 0xff);
      at += 2;
    } else bytes.push(escapes.get(escaped) ?? escaped);
  }
  return Uint8Array.from(bytes);
}

/** Where the quoted name that starts at `start` ends: the offset after its closing quote, or -1. */
export function endOfQuotedName(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return -1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
/** What git writes after a backslash, and the byte it stands for. */
const escapes = new Map(
  [
    ["a", 7],
    ["b", 8],
    ["t", 9],
    ["n", 10],
    ["v", 11],
    ["f", 12],
    ["r", 13],
  ].map(([letter, byte]) => [(letter as string).charCodeAt(0), byte as number]),
);

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37;
}
