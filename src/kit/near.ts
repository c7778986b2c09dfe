/** Whether two words are at most two slips apart: a letter more, less or another, or two that changed places. */
export function isNear(name: string, typed: string): boolean {
  if (Math.abs(name.length - typed.length) > 2) return false;
  const rows = [Array.from({ length: typed.length + 1 }, (_, at) => at)];
  const cost = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= name.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= typed.length; j++) {
      const isSame = name[i - 1] === typed[j - 1];
      const areSwapped = i > 1 && j > 1 && name[i - 1] === typed[j - 2] && name[i - 2] === typed[j - 1];
      const other = cost(i - 1, j - 1) + (isSame ? 0 : 1);
      const swapped = areSwapped ? cost(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[i]?.push(Math.min(other, swapped, cost(i - 1, j) + 1, cost(i, j - 1) + 1));
    }
  }
  return cost(name.length, typed.length) <= (name.length <= 4 ? 1 : 2);
}
