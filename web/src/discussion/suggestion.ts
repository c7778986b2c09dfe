/** Puts a suggestion, as the server made it of the lines, at the end of a text. */
export function insertSuggestion(text: string, block: string): string {
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${before}${block}\n`;
}
