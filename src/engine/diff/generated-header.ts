/** The lines of a header are looked for in no more than this; licences are longer than most notes. */
const maxHeaderLines = 60;

/**
 * Whether the comment at the top of a file says that a program made it: `@generated` as a word of its own at
 * the start of a comment line or after "is" or "automatically", or "Code generated … DO NOT EDIT". What stands
 * below the first line of code, in a string or in the middle of a sentence does not count.
 *
 * @param text  the beginning of the file at least
 */
export function hasGeneratedHeader(text: string): boolean {
  return headerComment(text).some(
    (line) =>
      /^(?:(?:this|the) (?:file|code) (?:is|was) )?(?:automatically )?@generated(?![\w-])/i.test(line) ||
      /^code generated\b.*\bdo not edit\b/i.test(line),
  );
}

/** The text of the comment lines at the top, without the signs that make them comments. */
function headerComment(text: string): readonly string[] {
  const found: string[] = [];
  let isBlock = false;
  for (const line of firstLines(text)) {
    const trimmed = line.replace(/^\ufeff/, "").trim();
    const opensBlock = !isBlock && /^(?:\/\*|<!--|\(\*|\{-|"""|''')/.test(trimmed);
    if (!isBlock && !opensBlock && trimmed !== "" && !/^(?:\/\/|#|--|;|%|'(?!''))/.test(trimmed)) break;
    found.push(
      trimmed
        .replace(/^(?:\/\*+|<!--|\(\*|\{-|"""|'''|\/\/+!?|#+!?|--+|;+|%+|'|\*(?!\/))\s*/, "")
        .replace(/\s*(?:\*+\/|-->|\*\)|-\}|"""|''')$/, ""),
    );
    if (opensBlock) isBlock = !/(?:\*\/|-->|\*\)|-\}|.""".*|.'''.*)\s*$/.test(trimmed.slice(2));
    else if (isBlock) isBlock = !/(?:\*\/|-->|\*\)|-\}|"""|''')\s*$/.test(trimmed);
  }
  return found;
}

/** The text below the comment at the top: what tells one file from another that carries the same licence. */
export function linesBelowHeader(lines: readonly string[]): readonly string[] {
  return lines.slice(headerComment(lines.slice(0, maxHeaderLines).join("\n")).length);
}

function firstLines(text: string): readonly string[] {
  return text.slice(0, 8192).split("\n", maxHeaderLines);
}
