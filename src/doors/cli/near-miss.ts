/** The commands by name, for who mistypes one. */
export const commandNames = [
  "review",
  "diff",
  "extract",
  "index",
  "graph",
  "reach",
  "prs",
  "cache",
  "doctor",
  "help",
] as const;
