import { sha1 } from "../../kit/hash.ts";
import type { FileDiff, Hunk } from "./file-diff.ts";

/**
 * The files as they are reviewed: each moved pair is the one renamed file given for it, a file without lines
 * has one empty hunk that can be marked, and hunks are numbered h1, h2, … anew in the order of the files.
 *
 * @param renamed  for each pair of moved files one renamed file with the hunks between its two ends
 */
export function reviewForm(files: readonly FileDiff[], renamed: readonly FileDiff[]): readonly FileDiff[] {
  const renamedByPath = new Map(renamed.map((file) => [file.path, file]));
  const movedAway = new Set(renamed.map((file) => file.oldPath));
  let count = 0;
  return files
    .filter((file) => !(file.status === "deleted" && movedAway.has(file.path)))
    .map((file) => (file.status === "added" ? (renamedByPath.get(file.path) ?? file) : file))
    .map((file) => {
      const hunks = file.hunks.length === 0 ? [emptyHunk(file)] : file.hunks;
      return { ...file, hunks: hunks.map((hunk): Hunk => ({ ...hunk, id: `h${++count}` })) };
    });
}

/**
 * The one hunk of a file that has no lines to show. Its hash says what happened, so that a mark on it holds
 * as long as the same happens: the content of a binary file counts, that of a moved one does not.
 */
function emptyHunk(file: FileDiff): Hunk {
  const noise = file.noise ?? "unchanged";
  const isSameContent = noise === "renamed" || noise === "mode change";
  const facts = [
    file.pathHex ?? file.path,
    noise,
    file.oldPathHex ?? file.oldPath ?? "",
    file.oldMode ?? "",
    file.newMode ?? "",
    ...(isSameContent ? [] : [file.oldBlob ?? "", file.newBlob ?? ""]),
  ];
  const hash = sha1("empty\0", facts.join("\0"));
  return {
    id: "h0",
    hash,
    changeHash: hash,
    oldStart: 0,
    oldLines: 0,
    newStart: 0,
    newLines: 0,
    section: "",
    noise,
    lines: [],
  };
}
