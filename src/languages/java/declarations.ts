import type { DeclarationKind, DeclarationLevel, TypeName } from "../../engine/index/index.ts";
import { childIn, childrenOf, firstPart, hasToken, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { noteConstant, noteLoop, noteResource, noteValueOf } from "./flow.ts";
import { typesOfParameters, typesOfValues } from "./inferred-types.ts";
import { assignedValue, hasBody } from "./paths.ts";
import { Field, type JavaWalk, Kind } from "./syntax.ts";
import { basesOf, typeNameAt } from "./types.ts";

/** The types whose constants a `case` names like any other variable. Those of an enum it names without the enum. */
const hasConstants = new Set(
  "byte short int char long float double boolean String Byte Short Integer Character Long".split(" "),
);

export function readClass(walk: JavaWalk, row: number, kind: number): void {
  const nameNode = childIn(walk, row, Field.name);
  const bases = basesOf(walk, row);
  if (nameNode >= 0) {
    const level = levelAt(walk, row);
    const declaration = walk.builder.declare({
      nameNode,
      node: row,
      kind: kindOfClass(kind),
      level,
      isExported: level !== "local" && !hasModifier(walk, row, "private"),
      isInternal: level !== "local" && isInternal(walk, row),
      isStatic: level === "member" && isStaticClass(walk, row, kind),
      isAbstract: hasModifier(walk, row, "abstract"),
      bases,
      space: "type",
      visibleFromOffset: level === "local" ? (walk.tree.start[nameNode] as number) : 0,
    });
    walk.builder.openDeclaration(declaration, row);
    // A record is made of its components, which are its fields.
    if (kind === Kind.record_declaration) walk.builder.flow.callable(row, declaration);
    enterClass(walk, row, declaration, textAt(walk, nameNode));
  } else enterClass(walk, row, -1, "");
  walk.bodyScope = bases.length > 0 ? "inheriting" : "members";
  walk.builder.openScope("block", row); // The head sees type parameters, and not yet the members.
}

/** What follows, up to the end of `node`, lies in a class. */
function enterClass(walk: JavaWalk, node: number, declaration: number, name: string): void {
  walk.classEnds.push(walk.tree.next[node] as number);
  walk.types.push(declaration);
  walk.typeNames.set(declaration, name);
}

/** The body of a class, of `new A() { … }` or of an enum constant. */
export function readBody(walk: JavaWalk, body: number): void {
  const parent = parentAt(walk, body);
  const kind = kindAt(walk, parent);
  if (kind !== Kind.object_creation_expression && kind !== Kind.enum_constant) {
    walk.builder.openScope(walk.bodyScope, body);
    return;
  }
  let type = walk.constant;
  if (kind === Kind.object_creation_expression) {
    const base = typeNameAt(walk, childIn(walk, parent, Field.type));
    const declaration = walk.builder.declare({
      nameNode: body,
      node: body,
      kind: "class",
      level: "local",
      name: "",
      bases: base === undefined ? [] : [base],
      visibleIn: "none",
    });
    walk.builder.openDeclaration(declaration, body);
    walk.nameless.set(parent, declaration);
    type = declaration;
  }
  enterClass(walk, body, type, "");
  // The base of a constant's body is the enum around it.
  walk.builder.openScope(kind === Kind.enum_constant ? "members" : "inheriting", body);
}

export function readEnumConstant(walk: JavaWalk, row: number): void {
  const nameNode = childIn(walk, row, Field.name);
  if (nameNode < 0) return;
  const declaration = walk.builder.declare({
    nameNode,
    node: row,
    kind: "enum-member",
    level: "member",
    isExported: true,
    isStatic: true,
    space: "value",
  });
  noteConstant(walk, row, walk.types.at(-1) ?? -1);
  walk.constant = declaration;
  const body = childIn(walk, row, Field.body);
  if (body >= 0) walk.builder.openDeclaration(declaration, row);
}

export function readMethod(walk: JavaWalk, row: number, kind: number): void {
  const nameNode = childIn(walk, row, Field.name);
  if (nameNode >= 0) {
    const isConstructor =
      kind === Kind.constructor_declaration || kind === Kind.compact_constructor_declaration;
    const hasBody = childIn(walk, row, Field.body) >= 0;
    const result = isConstructor ? undefined : typeNameAt(walk, childIn(walk, row, Field.type));
    const isNative = hasModifier(walk, row, "native");
    const declaration = walk.builder.declare({
      nameNode,
      node: row,
      kind: isConstructor ? "constructor" : "method",
      level: "member",
      isExported: !hasModifier(walk, row, "private"),
      isInternal: isInternal(walk, row),
      isStatic: hasModifier(walk, row, "static"),
      isAbstract: !hasBody,
      results: result === undefined ? [] : [result],
      space: "callable",
      ...(isConstructor ? { visibleIn: "none" } : {}),
    });
    if (isNative) walk.builder.flag(nameNode, "native", "native");
    walk.builder.openDeclaration(declaration, row);
    walk.builder.flow.callable(row, declaration);
  }
  walk.builder.openScope("function", row);
}

/** Without a word it is for the package alone, but for the members of an interface. */
function isInternal(walk: JavaWalk, row: number): boolean {
  const around = kindAt(walk, parentAt(walk, row));
  if (around === Kind.interface_body || around === Kind.annotation_type_body) return false;
  return !["public", "protected", "private"].some((word) => hasModifier(walk, row, word));
}

/** Fields of classes and constants of interfaces. */
export function readFields(walk: JavaWalk, row: number): void {
  const isConstant = kindAt(walk, row) === Kind.constant_declaration;
  const isStatic = isConstant || hasModifier(walk, row, "static");
  const isExported = !hasModifier(walk, row, "private");
  const type = typeNameAt(walk, childIn(walk, row, Field.type));
  for (const declarator of childrenOf(walk, row, Field.declarator)) {
    const nameNode = childIn(walk, declarator, Field.name);
    if (nameNode < 0) continue;
    const declaration = walk.builder.declare({
      nameNode,
      node: row,
      kind: "field",
      level: "member",
      isExported,
      isStatic,
      ...(type === undefined ? {} : { type }),
      space: "value",
    });
    noteType(walk, declaration, type);
    noteFirstValue(walk, declarator, nameNode, declaration);
  }
}

/** Remembers a type whose values a `case` may list by name. */
function noteType(walk: JavaWalk, declaration: number, type: TypeName | undefined): void {
  if (type !== undefined && !hasConstants.has(type.name)) walk.objectTypes.set(declaration, type);
}

export function readLocals(walk: JavaWalk, row: number): void {
  const written = typeNameAt(walk, childIn(walk, row, Field.type));
  for (const declarator of childrenOf(walk, row, Field.declarator)) {
    const nameNode = childIn(walk, declarator, Field.name);
    if (nameNode < 0 || kindAt(walk, nameNode) !== Kind.identifier) continue;
    const type = written ?? typeOfValue(walk, childIn(walk, declarator, Field.value));
    const declaration = declareLocal(walk, nameNode, row, "variable", type);
    noteFirstValue(walk, declarator, nameNode, declaration);
  }
}

/** The type that the first value of a `var` names: what it is cast to, or the base of a class without a name. */
function typeOfValue(walk: JavaWalk, value: number): TypeName | undefined {
  switch (kindAt(walk, value)) {
    case Kind.parenthesized_expression:
      return typeOfValue(walk, firstPart(walk, value));
    case Kind.cast_expression:
      return typeNameAt(walk, childIn(walk, value, Field.type));
    case Kind.object_creation_expression:
      return hasBody(walk, value) ? typeNameAt(walk, childIn(walk, value, Field.type)) : undefined;
    default:
      return undefined;
  }
}

/** A parameter of a method, a constructor or a lambda; a component of a record, which is a field. */
export function readParameter(walk: JavaWalk, row: number): void {
  const declarator = childrenOf(walk, row).find((child) => kindAt(walk, child) === Kind.variable_declarator);
  const nameNode = childIn(walk, declarator ?? row, Field.name);
  if (nameNode < 0 || kindAt(walk, nameNode) !== Kind.identifier) return;
  const isRest = kindAt(walk, row) === Kind.spread_parameter;
  const typeNode = isRest ? typeBefore(walk, row) : childIn(walk, row, Field.type);
  const type = typeNameAt(walk, typeNode);
  const whole = kindAt(walk, parentAt(walk, parentAt(walk, row)));
  const isComponent = whole === Kind.record_declaration;
  const isOfLambda = whole === Kind.lambda_expression;
  const declaration = walk.builder.declare({
    nameNode,
    node: row,
    kind: isComponent ? "field" : isOfLambda ? "variable" : "parameter",
    level: isComponent ? "member" : "local",
    isExported: isComponent,
    isRest: isRest && !isComponent,
    ...(type === undefined ? {} : { type }),
    space: "value",
    visibleFromOffset: isComponent ? 0 : (walk.tree.start[nameNode] as number),
  });
  noteType(walk, declaration, type);
  walk.builder.flow.parameter(row, declaration, isRest ? "rest" : "plain");
}

/** The parameters of `x -> …` and `(x, y) -> …`. They are variables of the method around, whose parameters count. */
export function readInferredParameters(walk: JavaWalk, lambda: number): void {
  const list = childIn(walk, lambda, Field.parameters);
  const isList = kindAt(walk, list) === Kind.inferred_parameters;
  const names = isList ? childrenOf(walk, list) : [list];
  const types = typesOfParameters(walk, lambda, names.length);
  names.forEach((nameNode, at) => {
    if (kindAt(walk, nameNode) !== Kind.identifier) return;
    const isNamed = textAt(walk, nameNode) !== "_";
    const declaration = isNamed ? declareLocal(walk, nameNode, nameNode, "variable", types[at]) : -1;
    walk.builder.flow.parameter(nameNode, declaration);
  });
}

export function readTypeParameter(walk: JavaWalk, row: number): void {
  const nameNode = childrenOf(walk, row).find((child) => kindAt(walk, child) === Kind.type_identifier);
  if (nameNode === undefined) return;
  walk.builder.declare({ nameNode, node: row, kind: "type-parameter", level: "local", space: "type" });
}

export function readCatch(walk: JavaWalk, row: number): void {
  const nameNode = childIn(walk, row, Field.name);
  const caught = childrenOf(walk, row).find((child) => kindAt(walk, child) === Kind.catch_type) ?? -1;
  const types = childrenOf(walk, caught);
  const type = types.length === 1 ? typeNameAt(walk, types[0] as number) : undefined;
  if (nameNode >= 0) declareLocal(walk, nameNode, row, "variable", type);
}

/** The variable of `for (T x : xs)` or of a `try (T x = …)`. */
export function readLoopOrResource(walk: JavaWalk, row: number): void {
  const nameNode = childIn(walk, row, Field.name);
  const isResource = kindAt(walk, row) === Kind.resource;
  if (isResource && nameNode < 0) noteResource(walk, row, -1);
  if (nameNode < 0 || kindAt(walk, nameNode) !== Kind.identifier) return;
  const type = typeNameAt(walk, childIn(walk, row, Field.type));
  if (isResource) {
    const declaration = declareLocal(walk, nameNode, row, "variable", type);
    noteFirstValue(walk, row, nameNode, declaration);
    noteResource(walk, row, declaration);
    return;
  }
  // What is looped over does not see the variable.
  const value = childIn(walk, row, Field.value);
  const visibleFrom = value < 0 ? undefined : (walk.tree.end[value] as number);
  const looped = type ?? typesOfValues(walk, value).at(-1);
  const declaration = declareLocal(walk, nameNode, nameNode, "variable", looped, visibleFrom);
  walk.builder.assign({ node: nameNode, target: [textAt(walk, nameNode)], declaration, value: "other" });
  noteLoop(walk, row, nameNode, declaration);
}

/** A name that is seen from its own place on, unless it says otherwise. */
export function declareLocal(
  walk: JavaWalk,
  nameNode: number,
  node: number,
  kind: DeclarationKind,
  type: TypeName | undefined,
  visibleFromOffset = walk.tree.start[nameNode] as number,
): number {
  const declaration = walk.builder.declare({
    nameNode,
    node,
    kind,
    level: "local",
    ...(type === undefined ? {} : { type }),
    space: "value",
    visibleFromOffset,
  });
  noteType(walk, declaration, type);
  return declaration;
}

function noteFirstValue(walk: JavaWalk, declarator: number, nameNode: number, declaration: number): void {
  const value = childIn(walk, declarator, Field.value);
  if (value < 0) return;
  const target = [textAt(walk, nameNode)];
  const assigned = assignedValue(walk, value);
  walk.builder.assign({ node: nameNode, target, declaration, ...assigned });
  noteValueOf(walk, declaration, value, assigned.value);
}

function kindOfClass(kind: number): DeclarationKind {
  switch (kind) {
    case Kind.interface_declaration:
    case Kind.annotation_type_declaration:
      return "interface";
    case Kind.enum_declaration:
      return "enum";
    default:
      return "class";
  }
}

function levelAt(walk: JavaWalk, row: number): DeclarationLevel {
  switch (kindAt(walk, parentAt(walk, row))) {
    case Kind.class_body:
    case Kind.interface_body:
    case Kind.enum_body:
    case Kind.enum_body_declarations:
    case Kind.annotation_type_body:
      return "member";
    case Kind.program:
      return "module";
    default:
      return walk.builder.within < 0 ? "module" : "local";
  }
}

/** Enums, records and interfaces, and all that stands in an interface, belong to no instance. */
function isStaticClass(walk: JavaWalk, row: number, kind: number): boolean {
  if (kind !== Kind.class_declaration || hasModifier(walk, row, "static")) return true;
  const body = kindAt(walk, parentAt(walk, row));
  return body === Kind.interface_body || body === Kind.annotation_type_body;
}

/** Modifiers come first. */
function hasModifier(walk: JavaWalk, row: number, word: string): boolean {
  const first = firstPart(walk, row);
  return kindAt(walk, first) === Kind.modifiers && hasToken(walk, first, word);
}

/** The type of `T... name`, which stands in no field. */
function typeBefore(walk: JavaWalk, row: number): number {
  const parts = childrenOf(walk, row);
  return parts.find((child) => kindAt(walk, child) !== Kind.modifiers) ?? -1;
}
