import type { NameSpace, ReferenceRole, TypeName } from "../../engine/index/index.ts";
import {
  childIn,
  childrenOf,
  fieldAt,
  firstPart,
  hasToken,
  kindAt,
  parentAt,
  textAt,
} from "../coded-tree.ts";
import { noteReflection } from "./flags.ts";
import { noteCall, noteConstructorCall } from "./flow.ts";
import { hasSuper, outerInstance, type Path, pathOf } from "./paths.ts";
import { callSpace, Field, type JavaWalk, Kind, pathSpaces, typeSpace, valueSpace } from "./syntax.ts";
import { isAnnotation } from "./types.ts";

/** Each class has these from `Object`, so a bare call never means those of a class further out. */
const objectMethods = new Set(
  "clone equals finalize getClass hashCode notify notifyAll toString wait".split(" "),
);

export function readIdentifier(walk: JavaWalk, row: number): void {
  const parent = parentAt(walk, row);
  const field = fieldAt(walk, row);
  switch (kindAt(walk, parent)) {
    case Kind.method_invocation:
      if (field === Field.name) readCall(walk, row, parent);
      else refer(walk, row, "read", pathSpaces);
      return;
    case Kind.field_access:
      if (field === Field.field) readSelected(walk, row, parent);
      else refer(walk, row, "read", pathSpaces);
      return;
    case Kind.method_reference:
      readInMethodReference(walk, row, parent);
      return;
    case Kind.marker_annotation:
    case Kind.annotation:
      if (field === Field.name) refer(walk, row, "decorator", typeSpace);
      return;
    case Kind.scoped_identifier:
      readInAnnotationName(walk, row, parent);
      return;
    case Kind.element_value_pair:
      if (field === Field.key) readAnnotationKey(walk, row, parent);
      else refer(walk, row, "read", valueSpace);
      return;
    case Kind.record_pattern:
      refer(walk, row, "type", typeSpace);
      return;
    case Kind.assignment_expression:
      refer(walk, row, field === Field.left ? "write" : "read", valueSpace);
      return;
    case Kind.update_expression:
      refer(walk, row, "write", valueSpace);
      return;
    case Kind.labeled_statement:
    case Kind.break_statement:
    case Kind.continue_statement:
    case Kind.inferred_parameters:
    case Kind.type_pattern:
    case Kind.record_pattern_component:
      return;
    case Kind.lambda_expression:
      if (field !== Field.parameters) refer(walk, row, "read", valueSpace);
      return;
    case Kind.object_creation_expression:
      refer(walk, row, "read", pathSpaces);
      return;
    case Kind.switch_label:
      readLabel(walk, row);
      return;
    default:
      // In all other places a name in this field is one that is declared.
      if (field !== Field.name) refer(walk, row, "read", valueSpace);
  }
}

/** `this(…)` and `super(…)` at the start of a constructor; says whether it is. In other places these are no names. */
export function readConstructorCall(walk: JavaWalk, row: number): boolean {
  const call = parentAt(walk, row);
  const isCallee = fieldAt(walk, row) === Field.constructor;
  if (!isCallee || kindAt(walk, call) !== Kind.explicit_constructor_invocation) return false;
  const object = childIn(walk, call, Field.object);
  const path = object < 0 ? undefined : pathOf(walk, object);
  const argumentCount = childrenOf(walk, childIn(walk, call, Field.arguments)).length;
  walk.builder.refer(row, "call", path?.parts, { argumentCount, spaces: path?.spaces ?? valueSpace });
  noteConstructorCall(walk, row, call);
  return true;
}

export function readTypeName(walk: JavaWalk, row: number): void {
  const parent = parentAt(walk, row);
  if (kindAt(walk, parent) === Kind.type_parameter) return;
  const isScoped = kindAt(walk, parent) === Kind.scoped_type_identifier;
  if (!isScoped && textAt(walk, row) === "var") return;
  const qualifier = isScoped ? firstPart(walk, parent) : row;
  const use = typeUse(walk, isScoped && qualifier !== row ? parent : row);
  const { role, argumentCount } = use;
  if (qualifier !== row) {
    const path = pathOf(walk, qualifier);
    walk.builder.refer(row, role, path.parts, { argumentCount, spaces: path.spaces });
  } else if (use.outer !== undefined) {
    walk.builder.refer(row, role, use.outer.parts, { argumentCount, spaces: use.outer.spaces });
  } else walk.builder.refer(row, role, undefined, { argumentCount, spaces: typeSpace });
}

interface TypeUse {
  readonly role: ReferenceRole;
  readonly argumentCount: number;
  /** The value that a class is inside of, in `o.new Inner()`. */
  readonly outer?: Path;
}

const plainType: TypeUse = { role: "type", argumentCount: -1 };

/** How a type is used, by what stands around it. */
function typeUse(walk: JavaWalk, named: number): TypeUse {
  let node = named;
  let parent = parentAt(walk, node);
  for (;;) {
    const kind = kindAt(walk, parent);
    const isName = kind === Kind.generic_type && firstPart(walk, parent) === node;
    if (!isName && kind !== Kind.annotated_type) break;
    node = parent;
    parent = parentAt(walk, node);
  }
  switch (kindAt(walk, parent)) {
    case Kind.object_creation_expression: {
      if (fieldAt(walk, node) !== Field.type) return plainType;
      const argumentCount = childrenOf(walk, childIn(walk, parent, Field.arguments)).length;
      const outer = outerInstance(walk, parent);
      return { role: "new", argumentCount, ...(outer < 0 ? {} : { outer: pathOf(walk, outer) }) };
    }
    case Kind.method_reference:
      return hasToken(walk, parent, "new") ? { role: "new", argumentCount: -1 } : plainType;
    case Kind.superclass:
      return { role: "base", argumentCount: -1 };
    case Kind.type_list:
      return { role: isBaseList(walk, parent) ? "base" : "type", argumentCount: -1 };
    default:
      return plainType;
  }
}

function isBaseList(walk: JavaWalk, list: number): boolean {
  const clause = kindAt(walk, parentAt(walk, list));
  return clause === Kind.super_interfaces || clause === Kind.extends_interfaces;
}

function refer(walk: JavaWalk, row: number, role: ReferenceRole, spaces: readonly NameSpace[]): void {
  walk.builder.refer(row, role, undefined, { spaces });
}

function readCall(walk: JavaWalk, row: number, call: number): void {
  const path = calleePath(walk, row, call);
  const args = childrenOf(walk, childIn(walk, call, Field.arguments));
  walk.builder.refer(row, "call", path.parts, { argumentCount: args.length, spaces: path.spaces });
  noteReflection(walk, row, call, path.parts, args.length);
  noteCall(walk, call, row, args);
}

function calleePath(walk: JavaWalk, row: number, call: number): Path {
  const object = childIn(walk, call, Field.object);
  if (object >= 0) return withSuper(walk, call, pathOf(walk, object));
  const isNested = walk.classEnds.length > 1;
  if (isNested && objectMethods.has(textAt(walk, row))) return { parts: ["this"], spaces: pathSpaces };
  return { parts: [], spaces: callSpace };
}

function readSelected(walk: JavaWalk, row: number, access: number): void {
  const path = withSuper(walk, access, pathOf(walk, childIn(walk, access, Field.object)));
  walk.builder.refer(row, selectedRole(walk, access), path.parts, { spaces: path.spaces });
}

function selectedRole(walk: JavaWalk, access: number): ReferenceRole {
  const parent = parentAt(walk, access);
  switch (kindAt(walk, parent)) {
    case Kind.assignment_expression:
      return fieldAt(walk, access) === Field.left ? "write" : "read";
    case Kind.update_expression:
      return "write";
    case Kind.method_reference:
      return hasToken(walk, parent, "new") ? "new" : "read";
    default:
      return "read";
  }
}

function withSuper(walk: JavaWalk, node: number, path: Path): Path {
  return hasSuper(walk, node) ? { parts: [...path.parts, "super"], spaces: path.spaces } : path;
}

/** `case NAME`: a constant or, where the switch is over a variable of an enum's type, one of the enum. */
function readLabel(walk: JavaWalk, row: number): void {
  const { builder } = walk;
  if (textAt(walk, row) === "default") return; // In `case null, default`, which the grammar does not know.
  const type = switchedType(walk, row);
  if (type !== undefined) builder.refer(row, "read", [...type.through, type.name], { spaces: typeSpace });
  else {
    // What is no constant by its type is not what the label names.
    const known = walk.objectTypes.has(builder.lookup(textAt(walk, row), row, valueSpace).declaration);
    builder.refer(row, "read", known ? ["?"] : undefined, { spaces: valueSpace });
  }
}

/** The declared type of what a switch is over, when that is a variable with a type that is no plain value's. */
function switchedType(walk: JavaWalk, label: number): TypeName | undefined {
  // A name in a label, in a rule or group, in the block of the switch.
  const block = parentAt(walk, parentAt(walk, parentAt(walk, label)));
  const condition = childIn(walk, parentAt(walk, block), Field.condition);
  const over = firstPart(walk, condition);
  if (kindAt(walk, over) !== Kind.identifier) return undefined;
  return walk.objectTypes.get(walk.builder.lookup(textAt(walk, over), label, valueSpace).declaration);
}

/** `A::b` reads `b` through A; `A::new` makes an A. */
function readInMethodReference(walk: JavaWalk, row: number, reference: number): void {
  const from = firstPart(walk, reference);
  if (row !== from) {
    const path = pathOf(walk, from);
    walk.builder.refer(row, "read", path.parts, { spaces: path.spaces });
  } else if (hasToken(walk, reference, "new")) refer(walk, row, "new", typeSpace);
  else refer(walk, row, "read", pathSpaces);
}

/** A part of `@a.b.Name`. Scoped names elsewhere are those of packages and imports. */
function readInAnnotationName(walk: JavaWalk, row: number, scoped: number): void {
  let top = scoped;
  while (kindAt(walk, parentAt(walk, top)) === Kind.scoped_identifier) top = parentAt(walk, top);
  if (!isAnnotation(kindAt(walk, parentAt(walk, top)))) return;
  if (fieldAt(walk, row) !== Field.name) refer(walk, row, "read", typeSpace);
  else {
    const path = pathOf(walk, childIn(walk, scoped, Field.scope));
    walk.builder.refer(row, scoped === top ? "decorator" : "read", path.parts, { spaces: typeSpace });
  }
}

/** `value` in `@Name(value = 1)` is a member of the annotation's type. */
function readAnnotationKey(walk: JavaWalk, row: number, pair: number): void {
  const annotation = parentAt(walk, parentAt(walk, pair));
  const path = pathOf(walk, childIn(walk, annotation, Field.name));
  walk.builder.refer(row, "write", path.parts, { spaces: typeSpace });
}
