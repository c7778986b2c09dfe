/**
 * Cuts a stream of text into lines. Feed it pieces as they come; a line comes out when its end has come.
 * Empty lines, by which a server keeps a connection open, are dropped.
 */
export function createLineCutter(): (piece: string) => string[] {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    return lines.map((line) => line.trim()).filter((line) => line !== "");
  };
}

/** How long to wait before trying again, after so many failures: from half a second up to five. */
export function retryDelayMs(failures: number): number {
  return Math.min(5000, 500 * 2 ** Math.max(0, failures - 1));
}
