import { memo } from "react";
import type { ShownLine } from "../../../src/wire/api.ts";
import { CodeText } from "./code-text.tsx";
import type { Tokens } from "./spans.ts";
import type { Range } from "./words.ts";

interface LineRowProps {
  readonly view: "unified" | "split";
  readonly left: ShownLine | undefined;
  readonly right: ShownLine | undefined;
  readonly leftTokens: Tokens | undefined;
  readonly rightTokens: Tokens | undefined;
  readonly leftWords: readonly Range[];
  readonly rightWords: readonly Range[];
  /** Drawn as unchanged, though the blanks differ. */
  readonly isQuiet: boolean;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

/** One row of a hunk: one line, or two that stand side by side. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { view, left, right, isQuiet } = props;
  if (view === "split") {
    return (
      <div className="line split">
        <Side {...sideOf(props, "old")} />
        <Side {...sideOf(props, "new")} />
      </div>
    );
  }
  const line = right ?? left;
  if (!line) return <PendingRow />;
  const kind = isQuiet ? " " : line.kind;
  const isOld = line === left && line !== right;
  return (
    <div className="line" data-kind={kind}>
      <span className="number" data-number={left?.old ?? (isQuiet ? undefined : line.old)} />
      <span className="number" data-number={right?.new ?? line.new} />
      <Sign kind={kind} />
      <code className="text">
        <CodeText
          text={line.text}
          cut={line.cut}
          tokens={isOld ? props.leftTokens : props.rightTokens}
          changed={isOld ? props.leftWords : props.rightWords}
          isOpened={props.isOpened}
          onOpen={props.onOpen}
        />
        {line.noNewline && <NoNewline />}
      </code>
    </div>
  );
});

interface SideProps extends Pick<LineRowProps, "isOpened" | "onOpen"> {
  readonly side: "old" | "new";
  readonly kind: ShownLine["kind"] | "none";
  readonly line: ShownLine | undefined;
  readonly tokens: Tokens | undefined;
  readonly words: readonly Range[];
}

function sideOf(props: LineRowProps, side: "old" | "new"): SideProps {
  const line = side === "old" ? props.left : props.right;
  const kind = line === undefined ? "none" : props.isQuiet ? " " : line.kind;
  return {
    side,
    kind,
    line,
    tokens: side === "old" ? props.leftTokens : props.rightTokens,
    words: side === "old" ? props.leftWords : props.rightWords,
    isOpened: props.isOpened,
    onOpen: props.onOpen,
  };
}

function Side({ side, kind, line, tokens, words, isOpened, onOpen }: SideProps) {
  return (
    <div className="side" data-side={side} data-kind={kind}>
      <span className="number" data-number={line?.[side]} />
      <Sign kind={kind === "none" ? " " : kind} />
      <code className="text">
        {line && (
          <CodeText
            text={line.text}
            cut={line.cut}
            tokens={tokens}
            changed={words}
            isOpened={isOpened}
            onOpen={onOpen}
          />
        )}
        {line?.noNewline && <NoNewline />}
      </code>
    </div>
  );
}

/** Read aloud as a word; seen as a sign; never copied. */
function Sign({ kind }: { readonly kind: ShownLine["kind"] }) {
  if (kind === " ") return <span className="sign" />;
  return (
    <span className="sign">
      <span aria-hidden="true">{kind === "+" ? "+" : "−"}</span>
      <span className="sr">{kind === "+" ? "added " : "removed "}</span>
    </span>
  );
}

function NoNewline() {
  return <span className="no-newline">no line end at the end of the file</span>;
}

interface ContextRowProps {
  readonly view: "unified" | "split";
  readonly oldNumber: number;
  readonly newNumber: number;
  readonly text: string | undefined;
  readonly tokens: Tokens | undefined;
  /** The line that a page is about, where nothing changed. */
  readonly isTarget: boolean;
  /** Only the new side has numbers worth showing. */
  readonly isOneSided: boolean;
}

const noWords: readonly Range[] = [];

/** An unchanged line, read from the file. */
export const ContextRow = memo(function ContextRow(props: ContextRowProps) {
  const { view, oldNumber, newNumber, text, tokens, isTarget, isOneSided } = props;
  if (text === undefined) return <PendingRow number={newNumber} />;
  const code = (
    <code className="text">
      <CodeText text={text} tokens={tokens} changed={noWords} isOpened={false} onOpen={undefined} />
    </code>
  );
  if (view === "split" && !isOneSided) {
    return (
      <div className="line split">
        <div className="side" data-side="old" data-kind=" " data-context>
          <span className="number" data-number={oldNumber} />
          <span className="sign" />
          {code}
        </div>
        <div className="side" data-side="new" data-kind=" " data-context>
          <span className="number" data-number={newNumber} />
          <span className="sign" />
          {code}
        </div>
      </div>
    );
  }
  return (
    <div
      className="line"
      data-kind=" "
      data-context={!isOneSided || undefined}
      data-target={isTarget || undefined}
    >
      {!isOneSided && <span className="number" data-number={oldNumber} />}
      <span className="number" data-number={newNumber} />
      <span className="sign" />
      {code}
    </div>
  );
});

export function PendingRow({ number }: { readonly number?: number }) {
  return (
    <div className="line" data-pending>
      <span className="number" data-number={number} />
      <span className="text">
        <span className="sr">This line is being read.</span>
      </span>
    </div>
  );
}
