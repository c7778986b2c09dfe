/** The commands by name, for who mistypes one. */
export const commandNames = ["review", "diff", "extract", "cache", "doctor", "help"] as const;

/** Whether two words are at most two slips apart: a letter more, less or another. */
export function isNear(name: string, typed: string): boolean {
  if (Math.abs(name.length - typed.length) > 2) return false;
  let before = Array.from({ length: typed.length + 1 }, (_, i) => i);
  for (let i = 1; i <= name.length; i++) {
    const row = [i];
    for (let j = 1; j <= typed.length; j++) {
      const swap = (before[j - 1] as number) + (name[i - 1] === typed[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (before[j] as number) + 1, (row[j - 1] as number) + 1));
    }
    before = row;
  }
  const limit = name.length <= 4 ? 1 : 2;
  return (before[typed.length] as number) <= limit;
}
