import { childIn, hasToken, kindAt, textAt } from "../coded-tree.ts";
import { noteValueOf } from "./flow.ts";
import { assignedValue, pathOf } from "./paths.ts";
import { Field, type JavaWalk, Kind, valueSpace } from "./syntax.ts";

export function readAssignment(walk: JavaWalk, row: number): void {
  const left = childIn(walk, row, Field.left);
  if (left < 0) return;
  const isName = kindAt(walk, left) === Kind.identifier;
  const known = isName ? walk.builder.lookup(textAt(walk, left), left, valueSpace) : undefined;
  const isPlain = hasToken(walk, row, "=");
  const right = childIn(walk, row, Field.right);
  const value = isPlain ? assignedValue(walk, right) : { value: "other" as const };
  walk.builder.assign({
    node: left,
    target: pathOf(walk, left).parts,
    declaration: known?.declaration ?? -1,
    ...value,
  });
  if (!isPlain || right < 0) return;
  if (known === undefined || known.declaration < 0) walk.builder.flow.store(left, right);
  else noteValueOf(walk, known.declaration, right, value.value);
}
