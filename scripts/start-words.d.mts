export function saysWhat(words: readonly string[]): boolean;
