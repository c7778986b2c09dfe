import { memo } from "react";
import { DRAWN_COLUMNS } from "../budgets.ts";
import { numeral } from "../shell/words.ts";
import { spansOf, type Tokens } from "./spans.ts";
import type { Range } from "./words.ts";

interface CodeTextProps {
  readonly text: string;
  readonly tokens: Tokens | undefined;
  readonly changed: readonly Range[];
  /** The length of the whole line where `text` is only its first part. */
  readonly cut?: number | undefined;
  readonly isOpened: boolean;
  readonly onOpen: (() => void) | undefined;
}

/** The text of one line. A very long one shows its beginning until the reader asks for all. */
export const CodeText = memo(function CodeText({
  text,
  tokens,
  changed,
  cut,
  isOpened,
  onOpen,
}: CodeTextProps) {
  const shown = isOpened || text.length <= DRAWN_COLUMNS ? text : text.slice(0, DRAWN_COLUMNS);
  const left = (cut ?? text.length) - shown.length;
  const isPlain = tokens === undefined && changed.length === 0 && /^[\t\x20-\x7e]*$/.test(shown);
  return (
    <>
      <span className="shift">{isPlain ? shown : spansOf(shown, tokens, changed).map(drawSpan)}</span>
      {left > 0 && onOpen && (
        <button type="button" className="long-line" onClick={onOpen}>
          show {numeral(left)} more characters
        </button>
      )}
    </>
  );
});

function drawSpan(span: ReturnType<typeof spansOf>[number], index: number) {
  const names: string[] = [];
  if (span.colour > 0) names.push(`t${span.colour}`);
  if (span.isChanged) names.push("word");
  if (span.odd !== undefined) names.push("odd");
  if (names.length === 0) return span.text;
  return (
    <span
      key={index}
      className={names.join(" ")}
      data-odd={span.odd}
      title={span.odd && `hidden character ${span.odd}`}
    >
      {span.text}
    </span>
  );
}
