import type { TreeEntry } from "./repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** Every file below a tree, in git's order, which is by path in byte order. */
export async function listTree(
  place: GitPlace,
  tree: string,
  withSizes: boolean,
  signal: AbortSignal,
): Promise<readonly TreeEntry[]> {
  const options = ["-r", "-z", "--full-tree", ...(withSizes ? ["-l"] : [])];
  const { output } = await runGit(place, ["ls-tree", ...options, tree], {}, signal);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < output.length; ) {
    const tab = output.indexOf(0x09, at);
    const end = output.indexOf(0, tab + 1);
    const [mode, , blob, size] = output.toString("latin1", at, tab).split(/ +/);
    entries.push({
      path: output.toString("utf8", tab + 1, end),
      mode: mode as string,
      blob: blob as string,
      ...(size === undefined || size === "-" ? {} : { sizeBytes: Number(size) }),
    });
    at = end + 1;
  }
  return entries;
}
