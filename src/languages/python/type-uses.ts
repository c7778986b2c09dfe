import { openTypeParameters, place } from "./definitions.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { contentOf, namesInTypeText, typeNameOf } from "./types.ts";
import { bindingFrame, LEAVES_SCOPE, MARK, memberName, pathUpTo, type Walk } from "./walk.ts";

/** Up to its end names are types, and strings are types written as text. */
export function enterType(walk: Walk, row: number): void {
  const { tree } = walk;
  walk.typeEnd = Math.max(walk.typeEnd, tree.next[row] as number);
  if (walk.headTypes.has(row)) walk.headEnd = tree.next[row] as number;
  if (row < walk.literalEnd) return;
  // In `Literal["a"]` strings are values; in `Annotated[T, "…"]` all but the first are notes.
  const inner = firstNamed(tree, row);
  const code = codeOf(tree, inner);
  if (code !== KIND.generic_type && code !== KIND.subscript) return;
  const head = textAt(tree, firstNamed(tree, inner));
  if (!/(?:^|\.)(?:Literal|Annotated)$/u.test(head)) return;
  walk.literalEnd = tree.next[inner] as number;
  if (!head.endsWith("Annotated")) return;
  const list = nextNamed(tree, firstNamed(tree, inner));
  const type = codeOf(tree, list) === KIND.type_parameter ? firstNamed(tree, list) : list;
  walk.notesFrom = type < 0 ? 0 : (tree.next[type] as number);
  walk.notesEnd = walk.literalEnd;
}

/** The names in an annotation that is written as a string. */
export function referToTypeText(walk: Walk, row: number): void {
  const { tree, builder } = walk;
  if (row >= walk.typeEnd || row < walk.valueEnd || row < walk.literalEnd) return;
  const content = contentOf(tree, row);
  if (content < 0) return;
  const start = tree.start[content] as number;
  for (const { path, offsets } of namesInTypeText(textAt(tree, content))) {
    for (let at = 0; at < path.length; at++) {
      const name = path[at] as string;
      if (name === "None") continue;
      const startOffset = start + (offsets[at] as number);
      builder.refer(content, "type", pathUpTo(path, at), { name, startOffset });
    }
  }
}

/** `type X[T] = …` */
export function enterTypeAlias(walk: Walk, row: number): void {
  const { tree, marks, builder } = walk;
  const left = childIn(tree, row, tree.fields.left);
  let name = firstNamed(tree, left);
  let typeParameters = -1;
  if (codeOf(tree, name) === KIND.generic_type) {
    marks[name] = MARK.done;
    name = firstNamed(tree, name);
    typeParameters = nextNamed(tree, name);
  }
  marks[left] = MARK.done;
  if (codeOf(tree, name) !== KIND.identifier) {
    readCallOfType(walk, row, name);
    return;
  }
  marks[name] = MARK.done;
  const frame = bindingFrame(walk);
  const type = typeNameOf(walk, childIn(tree, row, tree.fields.right), frame.class?.type);
  builder.declare({
    nameNode: name,
    node: row,
    kind: "type",
    visibleIn: "function",
    ...place(walk, frame, row),
    ...(type === undefined ? {} : { type }),
  });
  if (typeParameters < 0) return;
  openTypeParameters(walk, row, typeParameters);
  // `def` and `class` have a scope of their own inside that of their type parameters, and so has this.
  builder.openScope("block", row);
}

/** The parser takes `type(x).y = z` for a type alias. */
function readCallOfType(walk: Walk, row: number, left: number): void {
  const { tree, marks, builder } = walk;
  const right = childIn(tree, row, tree.fields.right);
  if (right >= 0) marks[right] = MARK.done;
  if (codeOf(tree, left) !== KIND.attribute) return;
  builder.refer(row + 1, "call", [], { argumentCount: 1 });
  for (let at = left; codeOf(tree, at) === KIND.attribute; at++) {
    const name = memberName(tree, at);
    marks[at] = MARK.done;
    if (name < 0) continue;
    marks[name] = MARK.done;
    builder.refer(name, at === left ? "write" : "read", ["?"]);
  }
}

/** Declares the names of `[T: Bound, *Ts, **P]` in the scope around that of the body. */
export function setTypeParameters(walk: Walk, row: number): void {
  const { tree, marks, builder } = walk;
  for (let type = firstNamed(tree, row); type >= 0; type = nextNamed(tree, type)) {
    let name = firstNamed(tree, type);
    const code = codeOf(tree, name);
    if (code === KIND.constrained_type) {
      const bound = nextNamed(tree, firstNamed(tree, name));
      if (bound >= 0) marks[bound] = LEAVES_SCOPE;
      name = firstNamed(tree, firstNamed(tree, name));
    } else if (code === KIND.splat_type) name = firstNamed(tree, name);
    if (codeOf(tree, name) !== KIND.identifier) continue;
    marks[name] = MARK.done;
    builder.declare({
      nameNode: name,
      node: type,
      kind: "type-parameter",
      level: "local",
      visibleIn: "outer",
    });
  }
}
