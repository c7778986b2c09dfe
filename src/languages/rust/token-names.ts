import {
  firstChild,
  kindOf,
  NONE,
  nextSibling,
  type SyntaxTree,
  type TypeName,
  textOf,
} from "../../engine/index/index.ts";
import { seenFromFile } from "./paths.ts";
import type { Reading } from "./reading.ts";

/*
 * Names that are declared among the tokens of a macro's arguments: the parameters of a closure, `|a: Type, mut b|`, and
 * what `let name: Type = value;` sets. Seen in what stands in the same brackets.
 */

/** Declares them, and gives the tokens that are such names. */
export function declareTokens(reading: Reading, tokens: number): ReadonlySet<number> {
  const { tree } = reading;
  const found = new Set<number>();
  const list: number[] = [];
  for (let token = firstChild(tree, tokens); token >= 0; token = nextSibling(tree, token)) list.push(token);
  const open = (): void => {
    if (found.size === 0) reading.builder.openScope("block", tokens);
  };
  for (let at = 0; at < list.length; at++) {
    if (isClosure(tree, list, at)) {
      const end = wordAfter(tree, list, at, "|");
      if (end < 0) break;
      for (const name of parameterNames(tree, list, at + 1, end)) {
        open();
        found.add(list[name] as number);
        declare(reading, list[name] as number, "parameter", typeAt(reading, list, name + 1, end), NONE);
      }
      at = end;
    } else if (textOf(tree, list[at] as number) === "let") {
      let name = at + 1;
      if (isWord(tree, list[name], "mut")) name++;
      const token = list[name] ?? NONE;
      if (token < 0 || kindOf(tree, token) !== "identifier") continue;
      if (!isWord(tree, list[name + 1], ":") && !isWord(tree, list[name + 1], "=")) continue;
      open();
      found.add(token);
      declareLet(reading, list, name);
    }
  }
  return found;
}

function isWord(tree: SyntaxTree, token: number | undefined, word: string): boolean {
  return token !== undefined && textOf(tree, token) === word;
}

/** The next such token behind a place, before another place; -1 for none. */
function wordAfter(
  tree: SyntaxTree,
  list: readonly number[],
  at: number,
  word: string,
  end = list.length,
): number {
  for (let next = at + 1; next < end; next++) if (isWord(tree, list[next], word)) return next;
  return NONE;
}

/** A bar that no operand stands before. */
function isClosure(tree: SyntaxTree, list: readonly number[], at: number): boolean {
  if (!isWord(tree, list[at], "|")) return false;
  const before = at === 0 ? "(" : textOf(tree, list[at - 1] as number);
  return ["(", "[", "{", ",", ";", "=", "=>", "move"].includes(before);
}

/** The first name of each part between commas, past `mut` and `&`. */
function parameterNames(tree: SyntaxTree, list: readonly number[], start: number, end: number): number[] {
  const found: number[] = [];
  let isStart = true;
  for (let at = start; at < end; at++) {
    const text = textOf(tree, list[at] as number);
    if (text === ",") isStart = true;
    else if (isStart && text !== "mut" && text !== "&") {
      // A name with a capital is a constant or a variant.
      if (kindOf(tree, list[at] as number) === "identifier" && !/^\p{Lu}/u.test(text)) found.push(at);
      isStart = false;
    }
  }
  return found;
}

/** The type behind a colon, where it is a plain path. */
function typeAt(reading: Reading, list: readonly number[], colon: number, end: number): TypeName | undefined {
  const { tree } = reading;
  if (!isWord(tree, list[colon], ":")) return undefined;
  const parts: string[] = [];
  for (let at = colon + 1; at < end; at++) {
    const token = list[at] as number;
    const text = textOf(tree, token);
    if (text === "," || text === "=") break;
    if (text === "&" || text === "mut" || text === "::") continue;
    const isName = ["identifier", "self", "super", "crate", "primitive_type"].includes(kindOf(tree, token));
    if (!isName) return undefined;
    parts.push(text);
  }
  const path = seenFromFile(reading, parts);
  const name = path.at(-1);
  return name === undefined ? undefined : { name, through: path.slice(0, -1), typeArguments: [] };
}

function declareLet(reading: Reading, list: readonly number[], name: number): void {
  const { tree, builder } = reading;
  const end = wordAfter(tree, list, name, ";");
  const last = end < 0 ? list.length : end;
  const from = wordAfter(tree, list, name, "=", last);
  const type = typeAt(reading, list, name + 1, from < 0 ? last : from);
  const declaration = declare(reading, list[name] as number, "variable", type, list[last] ?? NONE);
  if (type !== undefined || from < 0) return;
  const value = chainEnd(tree, list.slice(from + 1, last));
  if (value !== undefined) builder.take({ declaration, ...value });
}

function declare(
  reading: Reading,
  nameNode: number,
  kind: "variable" | "parameter",
  type: TypeName | undefined,
  visibleFrom: number,
): number {
  const { tree, builder } = reading;
  return builder.declare({
    nameNode,
    node: nameNode,
    kind,
    level: "local",
    ...(type === undefined ? {} : { type }),
    visibleFromOffset: tree.start[visibleFrom < 0 ? nameNode : visibleFrom] as number,
    space: "value",
  });
}

/** Of a chain of names and calls, the last name, and what is done with it. */
function chainEnd(tree: SyntaxTree, tokens: readonly number[]) {
  let referenceNode = NONE;
  let isCall = false;
  const steps: string[] = [];
  for (const token of tokens) {
    const text = textOf(tree, token);
    const kind = kindOf(tree, token);
    if (kind === "identifier") {
      referenceNode = token;
      isCall = false;
      steps.length = 0;
    } else if (kind === "token_tree" && referenceNode >= 0 && !isCall && text.startsWith("(")) isCall = true;
    else if (text === "?") steps.push("!");
    else if (kind === "self" || text === "." || text === "::" || (text === "&" && referenceNode < 0))
      continue;
    else if (text === "mut" && referenceNode < 0) continue;
    else return undefined;
  }
  return referenceNode < 0 ? undefined : { referenceNode, isCall, steps };
}
