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
  let close: string | undefined;
  for (const line of firstLines(text)) {
    let content = line.replace(/^\ufeff/, "").trim();
    if (close === undefined) {
      const block = blocks.find(([open]) => content.startsWith(open));
      const lineSign = /^(?:\/\/+!?|#+!?|--+|;+|%+)\s*/.exec(content)?.[0];
      if (block !== undefined) {
        content = content.slice(block[0].length);
        close = block[1];
      } else if (lineSign !== undefined) content = content.slice(lineSign.length);
      else if (content !== "") break;
    }
    const end = close === undefined ? -1 : content.indexOf(close);
    if (close !== undefined && end !== -1) {
      // Code behind the comment ends the header.
      if (content.slice(end + close.length).trim() !== "") break;
      content = content.slice(0, end);
      close = undefined;
    }
    found.push(content.replace(/^\*+/, "").trim());
  }
  return found;
}

const blocks: readonly (readonly [open: string, close: string])[] = [
  ["/*", "*/"],
  ["<!--", "-->"],
  ["(*", "*)"],
  ["{-", "-}"],
  ['"""', '"""'],
  ["'''", "'''"],
];

/** The text below the comment at the top: what tells one file from another that carries the same licence. */
export function linesBelowHeader(lines: readonly string[]): readonly string[] {
  return lines.slice(headerComment(lines.slice(0, maxHeaderLines).join("\n")).length);
}

function firstLines(text: string): readonly string[] {
  return text.slice(0, 8192).split("\n", maxHeaderLines);
}
