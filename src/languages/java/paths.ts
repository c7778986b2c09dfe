import type { Assignment, NameSpace } from "../../engine/index/index.ts";
import { childIn, childrenOf, fieldAt, firstPart, hasToken, kindAt, textAt } from "../coded-tree.ts";
import { callSpace, Field, type JavaWalk, Kind, pathSpaces, typeSpace } from "./syntax.ts";
import { typeNameNode } from "./types.ts";

/** A longer chain counts as a value that is not known. It keeps hostile text from costing its square. */
const MAX_PATH_PARTS = 100;

export interface Path {
  /** Outermost first: `a.b().c` gives a, b, (), c. */
  readonly parts: readonly string[];
  /** What the first part may be. */
  readonly spaces: readonly NameSpace[];
}

const unknownPath: Path = { parts: ["?"], spaces: pathSpaces };

/** The path of an expression or a type, as a reference is reached through it. */
export function pathOf(walk: JavaWalk, row: number): Path {
  const parts: string[] = [];
  const done = (spaces: readonly NameSpace[]): Path => ({ parts: parts.reverse(), spaces });
  for (let node = row; ; ) {
    if (parts.length >= MAX_PATH_PARTS) return unknownPath;
    switch (kindAt(walk, node)) {
      case Kind.identifier:
      case Kind.this:
      case Kind.super:
        parts.push(textAt(walk, node));
        return done(pathSpaces);
      case Kind.type_identifier:
        parts.push(textAt(walk, node));
        return done(typeSpace);
      case Kind.scoped_type_identifier: {
        const names = childrenOf(walk, node);
        parts.push(textAt(walk, names.at(-1) ?? -1));
        node = names[0] ?? -1;
        break;
      }
      case Kind.scoped_identifier:
        parts.push(textAt(walk, childIn(walk, node, Field.name)));
        node = childIn(walk, node, Field.scope);
        break;
      case Kind.field_access:
        parts.push(textAt(walk, childIn(walk, node, Field.field)));
        if (hasSuper(walk, node)) parts.push("super");
        node = childIn(walk, node, Field.object);
        break;
      case Kind.method_invocation: {
        parts.push("()", textAt(walk, childIn(walk, node, Field.name)));
        if (hasSuper(walk, node)) parts.push("super");
        const object = childIn(walk, node, Field.object);
        if (object < 0) return done(callSpace);
        node = object;
        break;
      }
      case Kind.object_creation_expression: {
        // What has a body of its own is of a class below the one that is named.
        parts.push(hasBody(walk, node) ? "<>" : "()");
        const outer = outerInstance(walk, node);
        if (outer >= 0) parts.push(textAt(walk, typeNameNode(walk, childIn(walk, node, Field.type))));
        node = outer >= 0 ? outer : childIn(walk, node, Field.type);
        break;
      }
      case Kind.cast_expression:
        parts.push("<>");
        node = childIn(walk, node, Field.type);
        break;
      case Kind.array_access:
        parts.push("[]");
        node = childIn(walk, node, Field.array);
        break;
      case Kind.class_literal:
        parts.push("?");
        node = firstPart(walk, node);
        break;
      case Kind.parenthesized_expression:
      case Kind.generic_type:
        node = firstPart(walk, node);
        break;
      default:
        parts.push("?");
        return done(pathSpaces);
    }
  }
}

/** `new A() { … }` */
export function hasBody(walk: JavaWalk, creation: number): boolean {
  return childrenOf(walk, creation).some((part) => kindAt(walk, part) === Kind.class_body);
}

/** The `o` of `o.new Inner()`; -1 when there is none. */
export function outerInstance(walk: JavaWalk, creation: number): number {
  const first = firstPart(walk, creation);
  return fieldAt(walk, first) === 0 && hasToken(walk, creation, ".") ? first : -1;
}

/** `Outer.super.name`: `super` is a child of its own. */
export function hasSuper(walk: JavaWalk, node: number): boolean {
  const { next } = walk.tree;
  const end = next[node] as number;
  for (let child = node + 1; child < end; child = next[child] as number) {
    if (kindAt(walk, child) === Kind.super && fieldAt(walk, child) === 0) return true;
  }
  return false;
}

/** What an expression gives as the value of an assignment, and the node of the name that it reads or calls. */
export function assignedValue(
  walk: JavaWalk,
  row: number,
): { value: Assignment["value"]; referenceNode?: number } {
  let node = row;
  while (kindAt(walk, node) === Kind.parenthesized_expression) node = firstPart(walk, node);
  switch (kindAt(walk, node)) {
    case Kind.identifier:
      return { value: "name", referenceNode: node };
    case Kind.field_access:
      return { value: "name", referenceNode: childIn(walk, node, Field.field) };
    case Kind.method_invocation:
      return { value: "call", referenceNode: childIn(walk, node, Field.name) };
    case Kind.object_creation_expression: {
      const made = typeNameNode(walk, childIn(walk, node, Field.type));
      return made < 0 ? { value: "other" } : { value: "call", referenceNode: made };
    }
    case Kind.method_reference: {
      const last = childrenOf(walk, node).at(-1) ?? -1;
      const isNamed = kindAt(walk, last) === Kind.identifier && !hasToken(walk, node, "new");
      return isNamed ? { value: "name", referenceNode: last } : { value: "function" };
    }
    case Kind.lambda_expression:
      return { value: "function" };
    case Kind.array_creation_expression:
    case Kind.array_initializer:
      return { value: "list" };
    default:
      return { value: "other" };
  }
}
