/**
 * What steers a terminal: control characters, with those that some terminals take for the start of a command
 * though they are not ASCII, and the characters that turn the direction of text around.
 */
const steering = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text of a repository as a terminal may see it: it never moves the cursor, colours, rings or runs backwards. */
export function shown(text: string): string {
  return text.search(steering) < 0 ? text : JSON.stringify(text).replace(steering, escaped);
}

/** The same for what Headwater itself says with words of a repository in it. Line ends stay. */
export function harmless(text: string): string {
  return text.replace(steering, (sign) => (sign === "\n" ? sign : "\ufffd"));
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** "1 file", "2 files". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
