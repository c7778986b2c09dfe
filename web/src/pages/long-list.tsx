import { type ReactNode, useState } from "react";
import { LIST_STEP } from "../budgets.ts";
import { numeral } from "../shell/words.ts";

interface LongListProps<T> {
  readonly items: readonly T[];
  readonly what: string;
  readonly keyOf: (item: T) => string;
  readonly row: (item: T) => ReactNode;
}

/** A list that shows its first items and says how many there are. */
export function LongList<T>({ items, what, keyOf, row }: LongListProps<T>) {
  const [shown, setShown] = useState(LIST_STEP);
  return (
    <>
      <ul className="plain-list">
        {items.slice(0, shown).map((item) => (
          <li key={keyOf(item)}>{row(item)}</li>
        ))}
      </ul>
      {items.length > shown && (
        <button type="button" onClick={() => setShown(shown + LIST_STEP)}>
          {numeral(shown)} of {numeral(items.length)} {what} shown: show {LIST_STEP} more
        </button>
      )}
    </>
  );
}
