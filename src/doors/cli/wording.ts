/** Text of a repository as a terminal may see it: it never moves the cursor, colours or rings. */
export function shown(text: string): string {
  return /[\0-\x1f\x7f-\x9f]/.test(text) ? JSON.stringify(text) : text;
}

/** "1 file", "2 files". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
