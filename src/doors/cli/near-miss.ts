/** The commands by name, for who mistypes one. */
export const commandNames = [
  "review",
  "diff",
  "extract",
  "index",
  "graph",
  "reach",
  "cache",
  "doctor",
  "help",
] as const;
