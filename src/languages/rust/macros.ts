import {
  firstChild,
  isNamed,
  kindOf,
  type NameSpace,
  namedChildren,
  nextSibling,
  textOf,
} from "../../engine/index/index.ts";
import { tokenArguments } from "./flow.ts";
import { partsOf, SELF_MODULE, seenFromFile } from "./paths.ts";
import type { Reading } from "./reading.ts";
import { declareTokens } from "./token-names.ts";

/** Words of the language that a token tree shows as plain tokens or names. */
const keywords: ReadonlySet<string> = new Set(
  "as async await box break const continue dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return static struct trait true type union unsafe use where while yield".split(
    " ",
  ),
);

/**
 * The arguments of a macro are tokens without structure. Names are read off their order: `a :: b (` is a call
 * of `b` through `a`, `x . m (` one of `m` through `x`. Too much where a macro gives its tokens a meaning of
 * its own (a name that it declares counts as a use); too little for receivers that are not plain names.
 */
export function readTokens(reading: Reading, tokens: number): void {
  const { tree, builder } = reading;
  flagInclude(reading, tokens);
  const declared = declareTokens(reading, tokens);
  let path: string[] = [];
  let isJoined = false;
  for (let token = firstChild(tree, tokens); token >= 0; token = nextSibling(tree, token)) {
    const kind = kindOf(tree, token);
    if (kind === "::" || kind === ".") {
      isJoined = true;
      // What has no name of its own: a literal, something in brackets.
      if (kind === "." && path.length === 0) path = ["?"];
      continue;
    }
    if (kind === "?" && path.length > 0) {
      path = [...path, "!"];
      continue;
    }
    if (kind === "metavariable" && textOf(tree, token) === "$crate") {
      path = ["crate"];
      isJoined = false;
      continue;
    }
    const isName = kind === "identifier" || kind === "self" || kind === "super" || kind === "crate";
    if (!isName || keywords.has(textOf(tree, token))) {
      // A call or an index before a dot is the receiver; anything else ends the path.
      const isGroup = kind === "token_tree";
      path = isGroup && path.length > 0 ? [...path, textOf(tree, token).startsWith("[") ? "[]" : "()"] : [];
      isJoined = false;
      continue;
    }
    if (!isJoined) path = [];
    isJoined = false;
    const next = nextSibling(tree, token);
    if (kind === "identifier" && !declared.has(token) && !isDeclaring(reading, token)) {
      const isMacro = kindOf(tree, next) === "!" && !isNamed(tree, next);
      const isCall = isMacro || isArgumentList(reading, next);
      const isHead = path.length === 0 && kindOf(tree, next) === "::";
      const spaces: NameSpace[] | undefined =
        isMacro && path.length === 0 ? ["macro"] : isHead ? ["type"] : undefined;
      builder.refer(token, isCall ? "call" : "read", seenFromFile(reading, [...path]), spaces && { spaces });
      if (isCall && !isMacro) {
        const given = tokenArguments(tree, next);
        reading.tokenCallees.set(next, token);
        builder.flow.call(
          token,
          next,
          given.map((node) => ({ node })),
        );
      }
    }
    const isModule = kind === "self" && kindOf(tree, next) === "::";
    path.push(isModule ? SELF_MODULE : textOf(tree, token));
  }
}

/** `include!(concat!(env!("OUT_DIR"), …))` brings code that a build makes. */
function flagInclude({ tree, builder }: Reading, tokens: number): void {
  const call = tree.parent[tokens] as number;
  const isInclude =
    kindOf(tree, call) === "macro_invocation" && textOf(tree, firstChild(tree, call)) === "include";
  if (isInclude) builder.flag(call, "code-generation", "include!");
}

function isArgumentList(reading: Reading, node: number): boolean {
  return kindOf(reading.tree, node) === "token_tree" && textOf(reading.tree, node).startsWith("(");
}

/** `fn name`, `name:` of a field or a named argument, and `name =` of a format argument. */
function isDeclaring(reading: Reading, token: number): boolean {
  const { tree } = reading;
  const next = nextSibling(tree, token);
  const after = next < 0 ? "" : textOf(tree, next);
  const before = token > 0 ? textOf(tree, token - 1) : "";
  return before === "fn" || after === ":" || (after === "=" && before !== ".");
}

/** Attributes name derive macros, attribute macros and, in their arguments, whatever these like. */
export function readAttribute(reading: Reading, item: number): void {
  const { tree, builder } = reading;
  const attribute = namedChildren(tree, item)[0] ?? -1;
  if (kindOf(tree, attribute) !== "attribute") return;
  const path = firstChild(tree, attribute);
  const parts = partsOf(reading, path);
  const name = parts.at(-1);
  if (name === "derive") {
    const list = namedChildren(tree, attribute).find((child) => kindOf(tree, child) === "token_tree") ?? -1;
    for (const token of namedChildren(tree, list)) {
      if (kindOf(tree, token) === "identifier") builder.refer(token, "decorator");
    }
    return;
  }
  if (kindOf(tree, path) === "identifier") builder.refer(path, "decorator");
  else if (kindOf(tree, path) === "scoped_identifier") {
    const last = namedChildren(tree, path).at(-1) as number;
    builder.refer(last, "decorator", parts.slice(0, -1));
  }
  for (const child of namedChildren(tree, attribute)) {
    if (kindOf(tree, child) === "token_tree") readSettings(reading, child);
  }
}

/** `#[arg(value_parser = port)]`: a name that stands behind "=" is a value. */
function readSettings({ tree, builder }: Reading, tokens: number): void {
  let isValue = false;
  for (let token = firstChild(tree, tokens); token >= 0; token = nextSibling(tree, token)) {
    const isName = kindOf(tree, token) === "identifier" && !keywords.has(textOf(tree, token));
    if (isValue && isName && kindOf(tree, nextSibling(tree, token)) !== "::") builder.refer(token, "read");
    isValue = kindOf(tree, token) === "=";
  }
}
