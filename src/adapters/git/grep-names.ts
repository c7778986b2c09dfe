import { compareBytes } from "../../kit/order.ts";
import type { NameMatch } from "./repository.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/** More names in one pattern make it slower than a second process. */
const namesPerGrep = 500;

/** No line that people write is longer; of those that programs write, the beginning has to do. */
export const SEARCHED_LINE_BYTES = 4096;
/** Names that are not to be searched are words of a command line, which has room for so many bytes of them. */
const withoutBytes = 100_000;

/**
 * Every line of the text files of a tree that holds one of the names as a whole word, by path and line.
 * Files that hold a zero byte are left out, and those of `without`, the first ones first if they are very
 * many. One process for each 500 names.
 */
export async function grepNames(
  place: GitPlace,
  tree: string,
  names: readonly string[],
  signal: AbortSignal,
  without: readonly string[] = [],
): Promise<readonly NameMatch[]> {
  const search = searchIn(place, without);
  const wanted = [...new Set(names)]
    .filter((name) => name !== "" && !/[\n\r\0]/.test(name))
    .sort(compareBytes);
  const matches = new Map<string, NameMatch>();
  let canPerl = true;
  for (let start = 0; start < wanted.length; start += namesPerGrep) {
    const chunk = wanted.slice(start, start + namesPerGrep);
    let found = canPerl ? await grep(search, tree, ["-P"], perlPattern(chunk), signal) : undefined;
    if (found === undefined) {
      canPerl = false;
      found = await grep(search, tree, ["-w", "-E"], extendedPattern(chunk), signal);
    }
    const isWhole = wholeWordTest(chunk);
    for (const match of found ?? []) {
      if (match.isCut || isWhole(match.text)) matches.set(`${match.path}\0${match.line}`, match);
    }
  }
  return [...matches.values()].sort(
    (left, right) => compareBytes(left.path, right.path) || left.line - right.line,
  );
}

interface Search {
  readonly place: GitPlace;
  readonly pathspecs: readonly string[];
}

/** Each path is taken as it is written, whatever it looks like. */
function searchIn(place: GitPlace, without: readonly string[]): Search {
  const pathspecs: string[] = [];
  let room = withoutBytes;
  for (const path of without) {
    // Bytes that are not UTF-8 cannot be written as a word.
    if (path.includes("\ufffd")) continue;
    room -= Buffer.byteLength(path);
    if (room < 0) break;
    pathspecs.push(`:(exclude,literal,top)${path}`);
  }
  if (pathspecs.length === 0) return { place, pathspecs };
  return { place: { ...place, variables: { ...place.variables, GIT_LITERAL_PATHSPECS: "0" } }, pathspecs };
}

/** What it finds, or nothing when this git cannot read the kind of pattern. */
async function grep(
  { place, pathspecs }: Search,
  tree: string,
  kind: readonly string[],
  pattern: string,
  signal: AbortSignal,
): Promise<readonly NameMatch[] | undefined> {
  const options = ["-n", "-z", "-I", "--full-name", "--no-color", "--no-textconv", "--no-recurse-submodules"];
  const isPerl = kind.includes("-P");
  const reader = matchReader(tree);
  const answer = await runGit(
    place,
    ["grep", ...options, ...kind, "-f", "-", tree, "--", ...pathspecs],
    { input: `${pattern}\n`, answers: isPerl ? [0, 1, 128] : [0, 1], onOutput: reader.take },
    signal,
  );
  return answer.exitCode === 128 ? undefined : reader.matches;
}

/** A word is letters, digits and `_`, as for `grep -w`; a name may also begin or end with something else. */
function perlPattern(names: readonly string[]): string {
  return `(?<!\\w)(?:${names.map((name) => name.replace(/[\\^$.|?*+()[\]{}#\s-]/g, "\\$&")).join("|")})(?!\\w)`;
}

function extendedPattern(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")).join("|");
}

/** git sees bytes: beside a letter that is not ASCII it finds words where there are none. */
function wholeWordTest(names: readonly string[]): (text: string) => boolean {
  const alternatives = names.map((name) => name.replace(/[\\^$.|?*+()[\]{}/]/g, "\\$&")).join("|");
  const word = new RegExp(`(?<![\\p{ID_Continue}])(?:${alternatives})(?![\\p{ID_Continue}])`, "u");
  return (text) => !/[^\0-\x7f]/.test(text) || word.test(text);
}

/** Each match is `<tree>:<path> NUL <line> NUL <text> LF`. Of a long text no more than is kept is ever held. */
function matchReader(tree: string) {
  const matches: NameMatch[] = [];
  let fields: Buffer[] = [];
  let parts: Buffer[] = [];
  let kept = 0;
  let came = 0;
  function keep(part: Buffer): void {
    came += part.length;
    const fitting = part.subarray(0, SEARCHED_LINE_BYTES - kept);
    if (fitting.length > 0) parts.push(fitting);
    kept += fitting.length;
  }
  function endField(): void {
    fields.push(Buffer.concat(parts));
    if (fields.length === 3) {
      const [path, line, text] = fields as [Buffer, Buffer, Buffer];
      matches.push({
        path: path.toString("utf8", tree.length + 1),
        line: Number(line.toString("latin1")),
        text: text.toString("utf8"),
        ...(came > kept ? { isCut: true as const } : {}),
      });
      fields = [];
    }
    parts = [];
    kept = 0;
    came = 0;
  }
  return {
    matches,
    take(chunk: Buffer): void {
      for (let at = 0; at < chunk.length; ) {
        const end = chunk.indexOf(fields.length === 2 ? 0x0a : 0, at);
        keep(chunk.subarray(at, end === -1 ? chunk.length : end));
        if (end === -1) return;
        endField();
        at = end + 1;
      }
    },
  };
}
