import { type FileIndex, READ_SIZE } from "../index/index.ts";
import { isOpenToNames } from "./flow-viewers.ts";
import type { LinkRules } from "./link-rules.ts";

/** Gives the references of a file of which its record tells what they give there, where nothing else may set the variable. */
export function createFlowReads(
  rulesFor: (language: string) => LinkRules,
): (file: FileIndex) => ReadonlySet<number> {
  const known = new Map<FileIndex, ReadonlySet<number>>();
  return (file) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const found = new Set<number>();
    const reads = file.flow?.reads ?? none;
    if (reads.length > 0 && !isOpenToNames(file, rulesFor(file.language).followed)) {
      for (let at = 0; at < reads.length; at += READ_SIZE) found.add(reads[at] as number);
    }
    known.set(file, found);
    return found;
  };
}

const none = new Int32Array(0);
