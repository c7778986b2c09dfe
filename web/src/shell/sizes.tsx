import { count, numeral } from "./words.ts";

/** "+12 −3". A side without lines is left out. */
export function Sizes({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="sizes" title={`${count(added, "line")} added, ${count(removed, "line")} removed`}>
      {added > 0 && <span className="size-added">+{numeral(added)}</span>}
      {removed > 0 && <span className="size-removed">−{numeral(removed)}</span>}
    </span>
  );
}
