/** Makes the repository in a new temporary folder: `main` and, one commit ahead, `topic`. Returns the folder. */
export function makeDemo(): string;
