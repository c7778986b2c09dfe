import { EXTRA, NAMED, NONE } from "../../engine/index/index.ts";
import { K } from "./kinds.ts";
import type { Walk } from "./walk.ts";

/** The code of a node that stands for a rule of the grammar; 0 for a token. */
export function kind(walk: Walk, node: number): number {
  if (node < 0 || ((walk.tree.flags[node] as number) & NAMED) === 0) return 0;
  return walk.kinds[walk.tree.kind[node] as number] ?? 0;
}

/** The code of a node or token. A rule and a token may have one name: "class", "import", "object". */
export function tokenKind(walk: Walk, node: number): number {
  return walk.kinds[walk.tree.kind[node] as number] ?? 0;
}

export function parent(walk: Walk, node: number): number {
  return node < 0 ? NONE : (walk.tree.parent[node] as number);
}

/** The child in a field, by the field's code. */
export function child(walk: Walk, node: number, field: number): number {
  if (node < 0) return NONE;
  const { tree, fields } = walk;
  const end = tree.next[node] as number;
  for (let at = node + 1; at < end; at = tree.next[at] as number) {
    if (fields[tree.field[at] as number] === field) return at;
  }
  return NONE;
}

/** The first named child of a kind, by its code. */
export function childOf(walk: Walk, node: number, code: number): number {
  if (node < 0) return NONE;
  const { tree } = walk;
  const end = tree.next[node] as number;
  for (let at = node + 1; at < end; at = tree.next[at] as number) {
    if (kind(walk, at) === code) return at;
  }
  return NONE;
}

export function hasToken(walk: Walk, node: number, code: number): boolean {
  const { tree } = walk;
  const end = tree.next[node] as number;
  for (let at = node + 1; at < end; at = tree.next[at] as number) {
    if (tokenKind(walk, at) === code && ((tree.flags[at] as number) & NAMED) === 0) return true;
  }
  return false;
}

/** The last child that is neither token nor comment; `NONE` when there is none. */
export function lastNamed(walk: Walk, node: number): number {
  const { tree } = walk;
  const end = tree.next[node] as number;
  let found = NONE;
  for (let at = node + 1; at < end; at = tree.next[at] as number) if (isCode(walk, at)) found = at;
  return found;
}

export function firstNamed(walk: Walk, node: number): number {
  const { tree } = walk;
  const end = tree.next[node] as number;
  for (let at = node + 1; at < end; at = tree.next[at] as number) if (isCode(walk, at)) return at;
  return NONE;
}

/** Neither a token nor a comment. */
export function isCode(walk: Walk, node: number): boolean {
  return ((walk.tree.flags[node] as number) & (NAMED | EXTRA)) === NAMED;
}

export function text(walk: Walk, node: number): string {
  if (node < 0) return "";
  return walk.tree.text.slice(walk.tree.start[node], walk.tree.end[node]);
}

/** The text of a string without its quotes, or of a template without holes; `undefined` for another node. */
export function literal(walk: Walk, node: number): string | undefined {
  const code = kind(walk, node);
  if (code !== K.string && code !== K.template_string) return undefined;
  if (code === K.template_string && childOf(walk, node, K.template_substitution) >= 0) return undefined;
  const written = walk.tree.text.slice(
    (walk.tree.start[node] as number) + 1,
    (walk.tree.end[node] as number) - 1,
  );
  return written.includes("\\") ? unescaped(written) : written;
}

const escapes = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|(\r\n|[\s\S]))/gu;
const controls: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
};

/** The text that a string with escapes stands for. */
function unescaped(written: string): string {
  return written.replace(
    escapes,
    (
      _all,
      byte: string | undefined,
      unit: string | undefined,
      point: string | undefined,
      octal: string | undefined,
      other: string | undefined,
    ) => {
      const hexadecimal = byte ?? unit ?? point;
      if (hexadecimal !== undefined) return fromCode(Number.parseInt(hexadecimal, 16));
      if (octal !== undefined) return fromCode(Number.parseInt(octal, 8));
      const character = other as string;
      // A line that goes on.
      if (/^[\r\n\u2028\u2029]/u.test(character)) return "";
      return controls[character] ?? character;
    },
  );
}

function fromCode(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\ufffd";
}

/** A number as the key that it is: `0x10` is 16, `1n` is 1, and so is `1.0`. */
export function numberKey(walk: Walk, node: number): string {
  const written = text(walk, node).replaceAll("_", "");
  if (/^(?:0|[1-9]\d*)$/u.test(written)) return written;
  if (/^0[0-7]+$/u.test(written)) return String(Number.parseInt(written, 8));
  return String(Number(written.replace(/n$/u, "")));
}

/** The node inside parentheses, casts, `!`, `satisfies` and a comma list: the value is the same. */
export function unwrap(walk: Walk, node: number): number {
  for (let at = node; ; ) {
    const inner = innerOf(walk, at);
    if (inner < 0) return at;
    at = inner;
  }
}

/** As `unwrap`, and past `await`. */
export function unwrapAwaited(walk: Walk, node: number): number {
  for (let at = node; ; ) {
    const inner = kind(walk, at) === K.await_expression ? lastNamed(walk, at) : innerOf(walk, at);
    if (inner < 0) return at;
    at = inner;
  }
}

/** The value that a node only wraps; `NONE` when it does not. */
export function innerOf(walk: Walk, node: number): number {
  switch (kind(walk, node)) {
    case K.parenthesized_expression:
    case K.as_expression:
    case K.satisfies_expression:
    case K.non_null_expression:
    case K.instantiation_expression:
      return firstNamed(walk, node);
    case K.sequence_expression:
    case K.type_assertion:
      return lastNamed(walk, node);
    default:
      return NONE;
  }
}

export function isFunction(code: number): boolean {
  return code === K.arrow_function || code === K.function_expression || code === K.generator_function;
}
