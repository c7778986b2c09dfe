import type { DeclarationKind, DeclarationLevel, TypeName } from "../../engine/index/index.ts";
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
import { noteNamedResult, noteValueOf } from "./flow.ts";
import { assignedValue } from "./paths.ts";
import { predeclaredTypes } from "./predeclared.ts";
import { Field, type GoWalk, isCapital, Kind } from "./syntax.ts";
import { resultsOf, typeNameAt, typeNameNode, withoutWrappers } from "./types.ts";

export function readFunction(walk: GoWalk, row: number): void {
  const nameNode = childIn(walk, row, Field.name);
  if (nameNode >= 0 && textAt(walk, nameNode) !== "_") {
    const name = textAt(walk, nameNode);
    const level = levelAt(walk, row);
    const hasBody = childIn(walk, row, Field.body) >= 0;
    const declaration = walk.builder.declare({
      nameNode,
      node: row,
      kind: "function",
      level,
      isExported: level === "module" && isCapital(name),
      isAbstract: !hasBody,
      results: resultsOf(walk, row),
      // No code can name `init`, and a file may have several.
      ...(name === "init" && level === "module" ? { visibleIn: "none" } : {}),
    });
    if (!hasBody) walk.builder.flag(nameNode, "native", "function without a body");
    walk.genericable.add(declaration);
    walk.builder.openDeclaration(declaration, row);
    walk.builder.flow.callable(row, declaration);
  }
  openFunction(walk, row);
}

export function readMethod(walk: GoWalk, row: number): void {
  const nameNode = childIn(walk, row, Field.name);
  const receiver = childrenOf(walk, childIn(walk, row, Field.receiver))[0] ?? -1;
  const owner = typeNameNode(walk, childIn(walk, receiver, Field.type));
  if (nameNode >= 0 && textAt(walk, nameNode) !== "_") {
    const declaration = walk.builder.declare({
      nameNode,
      node: row,
      kind: "method",
      level: "member",
      ...(owner < 0 ? {} : { owner: textAt(walk, owner) }),
      isExported: isCapital(textAt(walk, nameNode)),
      results: resultsOf(walk, row),
      visibleIn: "none",
    });
    walk.builder.openDeclaration(declaration, row);
    walk.builder.flow.callable(row, declaration, "value");
  }
  openFunction(walk, row);
}

/** A method that an interface asks for. */
export function readInterfaceMethod(walk: GoWalk, row: number): void {
  const nameNode = childIn(walk, row, Field.name);
  if (nameNode >= 0) {
    const declaration = walk.builder.declare({
      nameNode,
      node: row,
      kind: "method",
      level: isBodyOfNamedType(walk, row) ? "member" : "local",
      isExported: isCapital(textAt(walk, nameNode)),
      isAbstract: true,
      results: resultsOf(walk, row),
      visibleIn: "none",
    });
    walk.builder.openDeclaration(declaration, row);
  }
  walk.builder.openScope("function", row);
}

export function readType(walk: GoWalk, row: number): void {
  const nameNode = childIn(walk, row, Field.name);
  const typeNode = childIn(walk, row, Field.type);
  if (nameNode < 0 || textAt(walk, nameNode) === "_") return;
  const level = levelAt(walk, row);
  const form = kindAt(walk, typeNode);
  const isStruct = form === Kind.struct_type;
  const isInterface = form === Kind.interface_type;
  // Only an alias is the other type. A type made from another has its fields, as from one that it embeds.
  const isAlias = kindAt(walk, row) === Kind.type_alias;
  const type = isAlias ? typeNameAt(walk, typeNode) : undefined;
  const declaration = walk.builder.declare({
    nameNode,
    node: wholeOf(walk, row, Kind.type_declaration),
    kind: isStruct ? "struct" : isInterface ? "interface" : "type",
    level,
    isExported: level === "module" && isCapital(textAt(walk, nameNode)),
    bases: embeddedTypes(walk, typeNode),
    ...(type === undefined ? {} : { type }),
    visibleFromOffset: level === "module" ? 0 : (walk.tree.start[nameNode] as number),
  });
  if (level !== "module") walk.localTypes.set(declaration, typeNode);
  walk.genericable.add(declaration);
  walk.builder.openDeclaration(declaration, row);
  if (childIn(walk, row, Field.type_parameters) >= 0) walk.builder.openScope("block", row);
}

/** Notes what the file declares at its top level, since the code above may use it. */
export function noteModuleNames(walk: GoWalk): void {
  for (const child of childrenOf(walk, 0)) {
    switch (kindAt(walk, child)) {
      case Kind.type_declaration:
        for (const spec of childrenOf(walk, child)) {
          const nameNode = childIn(walk, spec, Field.name);
          const typeNode = childIn(walk, spec, Field.type);
          if (nameNode >= 0 && typeNode >= 0) walk.moduleTypes.set(textAt(walk, nameNode), typeNode);
        }
        break;
      case Kind.function_declaration:
        walk.moduleNames.set(textAt(walk, childIn(walk, child, Field.name)), "function");
        break;
      case Kind.var_declaration:
        for (const spec of valueSpecs(walk, child)) {
          for (const nameNode of childrenOf(walk, spec, Field.name)) {
            walk.moduleNames.set(textAt(walk, nameNode), "value");
          }
        }
        break;
    }
  }
}

/** The parts of `var x = 1` and of `var ( x = 1; y = 2 )`, which the grammar puts into a list of its own. */
function valueSpecs(walk: GoWalk, declaration: number): number[] {
  return childrenOf(walk, declaration).flatMap((child) =>
    kindAt(walk, child) === Kind.var_spec ? [child] : childrenOf(walk, child),
  );
}

export function readField(walk: GoWalk, row: number): void {
  const typeNode = childIn(walk, row, Field.type);
  const names = childrenOf(walk, row, Field.name);
  if (names.length === 0) names.push(typeNameNode(walk, typeNode)); // An embedded type is a field of its name.
  const type = typeNameAt(walk, typeNode);
  const level = isBodyOfNamedType(walk, row) ? "member" : "local";
  for (const nameNode of names) {
    if (nameNode < 0 || textAt(walk, nameNode) === "_") continue;
    walk.fieldDeclarations.set(nameNode, declareValue(walk, nameNode, row, "field", level, type, undefined));
  }
}

/** `const` and `var`, at the top level and in functions. A name is seen after its own line. */
export function readValueSpec(walk: GoWalk, row: number): void {
  const isConstant = kindAt(walk, row) === Kind.const_spec;
  const whole = wholeOf(walk, row, isConstant ? Kind.const_declaration : Kind.var_declaration);
  const type = typeNameAt(walk, childIn(walk, row, Field.type));
  const level = levelAt(walk, row);
  const declared: Target[] = [];
  for (const nameNode of childrenOf(walk, row, Field.name)) {
    const name = textAt(walk, nameNode);
    const visibleFrom = level === "module" ? 0 : (walk.tree.end[row] as number);
    const declaration =
      name === "_"
        ? -1
        : declareValue(walk, nameNode, whole, isConstant ? "constant" : "variable", level, type, visibleFrom);
    declared.push({ node: nameNode, path: [name], declaration });
  }
  noteValues(walk, declared, childrenOf(walk, childIn(walk, row, Field.value)));
}

export function readParameter(walk: GoWalk, row: number): void {
  const list = parentAt(walk, row);
  const whole = parentAt(walk, list);
  switch (kindAt(walk, whole)) {
    case Kind.function_declaration:
    case Kind.method_declaration:
    case Kind.func_literal:
    case Kind.method_elem:
      break;
    default:
      return; // The names in a function type are only for people.
  }
  const isResult = childIn(walk, whole, Field.result) === list;
  // The types of the parameters do not see the parameters: `setter setter`.
  const body = childIn(walk, whole, Field.body);
  const visibleFrom = body < 0 ? (walk.tree.end[whole] as number) : (walk.tree.start[body] as number);
  const names = childrenOf(walk, row, Field.name);
  const misread = misreadName(walk, row);
  if (misread !== undefined) names.push(misread.nameNode);
  const typeNode = childIn(walk, misread?.typedBy ?? row, Field.type);
  const type = typeNameAt(walk, typeNode);
  const isReceiver = fieldAt(walk, list) === Field.receiver;
  // A parameter without a name counts all the same: an interface is implemented by methods of its shape.
  if (names.length === 0 && !isResult && !isReceiver && typeNode >= 0) names.push(typeNode);
  const isRest = kindAt(walk, row) === Kind.variadic_parameter_declaration;
  const isCode = !isResult && kindAt(walk, whole) !== Kind.method_elem;
  const { flow } = walk.builder;
  if (isCode && isReceiver && names.length === 0) flow.parameter(row, -1);
  for (const nameNode of names) {
    const isUnnamed = nameNode === typeNode || textAt(walk, nameNode) === "_";
    if (isUnnamed && (isResult || isReceiver)) {
      if (isCode) flow.parameter(row, -1);
      if (isResult) noteNamedResult(walk, whole, -1);
      continue;
    }
    const declaration = walk.builder.declare({
      nameNode,
      ...(isUnnamed ? { name: "_", visibleIn: "none" as const } : {}),
      node: row,
      kind: isResult ? "variable" : "parameter",
      level: "local",
      isRest,
      ...(type === undefined ? {} : { type }),
      visibleFromOffset: visibleFrom,
    });
    if (isCode) flow.parameter(row, declaration, isRest ? "rest" : "plain");
    if (isResult) noteNamedResult(walk, whole, declaration);
  }
  if (fieldAt(walk, list) === Field.receiver) readReceiverTypeParameters(walk, row);
}

/**
 * In a long list of names before one type (`a, b, c, d, e, f, g, h, i, j int`) the grammar takes the first ones
 * for types. Go names either all parameters of a list or none, so they are names when a later one has a name.
 */
export function misreadName(
  walk: GoWalk,
  parameter: number,
): { nameNode: number; typedBy: number } | undefined {
  if (kindAt(walk, parameter) !== Kind.parameter_declaration) return undefined;
  const nameNode = childIn(walk, parameter, Field.type);
  if (kindAt(walk, nameNode) !== Kind.type_identifier || childIn(walk, parameter, Field.name) >= 0)
    return undefined;
  const list = parentAt(walk, parameter);
  if (walk.parameters.list !== list) walk.parameters = { list, typedBy: namedAfter(walk, list) };
  const typedBy = walk.parameters.typedBy.get(parameter);
  return typedBy === undefined ? undefined : { nameNode, typedBy };
}

/** For each parameter without a name, the next one that has a name. */
function namedAfter(walk: GoWalk, list: number): Map<number, number> {
  const found = new Map<number, number>();
  let named = -1;
  for (const parameter of childrenOf(walk, list).reverse()) {
    if (childIn(walk, parameter, Field.name) >= 0) named = parameter;
    else if (named >= 0) found.set(parameter, named);
  }
  return found;
}

/** The names in the receiver's brackets, `K` and `V` in `func (t *T[K, V])`, are new ones. */
function readReceiverTypeParameters(walk: GoWalk, receiver: number): void {
  const type = withoutWrappers(walk, childIn(walk, receiver, Field.type));
  if (kindAt(walk, type) !== Kind.generic_type) return;
  for (const argument of childrenOf(walk, childIn(walk, type, Field.type_arguments))) {
    const nameNode = typeNameNode(walk, argument);
    if (nameNode < 0 || textAt(walk, nameNode) === "_") continue;
    declareValue(walk, nameNode, nameNode, "type-parameter", "local", undefined, 0);
  }
}

export function readTypeParameter(walk: GoWalk, row: number): void {
  const type = typeNameAt(walk, childIn(walk, row, Field.type));
  for (const nameNode of childrenOf(walk, row, Field.name)) {
    if (textAt(walk, nameNode) === "_") continue;
    declareValue(walk, nameNode, row, "type-parameter", "local", type, 0);
  }
}

export interface Target {
  readonly node: number;
  readonly path: readonly string[];
  readonly declaration: number;
}

/** Notes which value each target gets: one each, or the results of one call by position. */
export function noteValues(walk: GoWalk, targets: readonly Target[], values: readonly number[]): void {
  if (values.length === 0) return;
  const isOneCall = values.length === 1 && targets.length > 1;
  targets.forEach((target, at) => {
    const value = values[isOneCall ? 0 : at];
    if (value === undefined || target.path[0] === "_") return;
    const assigned = assignedValue(walk, value);
    walk.builder.assign({
      node: target.node,
      target: target.path,
      declaration: target.declaration,
      ...assigned,
      position: isOneCall ? at : 0,
    });
    noteValueOf(walk, target, value, assigned.value, isOneCall ? at : -1);
  });
}

export function declareValue(
  walk: GoWalk,
  nameNode: number,
  node: number,
  kind: DeclarationKind,
  level: DeclarationLevel,
  type: TypeName | undefined,
  /** `undefined` for a name that is only found through its owner. */
  visibleFromOffset: number | undefined,
): number {
  return walk.builder.declare({
    nameNode,
    node,
    kind,
    level,
    isExported: level !== "local" && isCapital(textAt(walk, nameNode)),
    ...(type === undefined ? {} : { type }),
    ...(visibleFromOffset === undefined ? { visibleIn: "none" } : { visibleFromOffset }),
  });
}

/** In a function, or at the top level of the file. A broken file may have a function in a function. */
function levelAt(walk: GoWalk, row: number): DeclarationLevel {
  return row < walk.functionEnd ? "local" : "module";
}

export function openFunction(walk: GoWalk, row: number): void {
  walk.functionEnd = Math.max(walk.functionEnd, walk.tree.next[row] as number);
  walk.builder.openScope("function", row);
}

/** The declaration with its keyword, unless it stands in a group of several. */
function wholeOf(walk: GoWalk, spec: number, declarationKind: number): number {
  const parent = parentAt(walk, spec);
  return kindAt(walk, parent) === declarationKind && !hasToken(walk, parent, "(") ? parent : spec;
}

/** The field or method stands directly in the struct or interface that a type declaration names. */
function isBodyOfNamedType(walk: GoWalk, row: number): boolean {
  let body = parentAt(walk, row);
  if (kindAt(walk, body) === Kind.field_declaration_list) body = parentAt(walk, body);
  const owner = kindAt(walk, parentAt(walk, body));
  return owner === Kind.type_spec || owner === Kind.type_alias;
}

function embeddedTypes(walk: GoWalk, typeNode: number): TypeName[] {
  const found: TypeName[] = [];
  if (isNamedType(kindAt(walk, typeNode))) {
    const source = typeNameAt(walk, typeNode);
    const isMade = source !== undefined && kindAt(walk, parentAt(walk, typeNode)) === Kind.type_spec;
    if (isMade && !isOfLanguage(walk, source)) found.push(source);
    return found;
  }
  const isStruct = kindAt(walk, typeNode) === Kind.struct_type;
  if (!isStruct && kindAt(walk, typeNode) !== Kind.interface_type) return found;
  for (const part of isStruct
    ? childrenOf(walk, childrenOf(walk, typeNode)[0] ?? -1)
    : childrenOf(walk, typeNode)) {
    const embedded = embeddedTypeNode(walk, part);
    const type = embedded < 0 ? undefined : typeNameAt(walk, embedded);
    if (type !== undefined) found.push(type);
  }
  return found;
}

/** `int`, `string`: a type without members. */
function isOfLanguage(walk: GoWalk, { name, through }: TypeName): boolean {
  return through.length === 0 && predeclaredTypes.has(name) && !walk.moduleTypes.has(name);
}

/** The node of the type that a field or an interface element embeds; -1 for a named field or a union of types. */
export function embeddedTypeNode(walk: GoWalk, part: number): number {
  switch (kindAt(walk, part)) {
    case Kind.field_declaration:
      return childIn(walk, part, Field.name) < 0 ? childIn(walk, part, Field.type) : -1;
    case Kind.type_elem: {
      if (kindAt(walk, parentAt(walk, part)) !== Kind.interface_type) return -1;
      const term = firstPart(walk, part);
      const isOnly = term >= 0 && walk.tree.next[term] === walk.tree.next[part];
      return isOnly && isNamedType(kindAt(walk, term)) ? term : -1;
    }
    default:
      return -1;
  }
}

function isNamedType(kind: number): boolean {
  return kind === Kind.type_identifier || kind === Kind.qualified_type || kind === Kind.generic_type;
}
