import { NONE } from "../../engine/index/index.ts";
import { noteFunction, noteParameter, noteSame } from "./flow.ts";
import { F, K } from "./kinds.ts";
import { declareLater, declareMember } from "./members.ts";
import { child, hasToken, isFunction, kind, parent, text, tokenKind } from "./nodes.ts";
import { declarePattern, hasDefault } from "./patterns.ts";
import { standingOf } from "./places.ts";
import { bindModule } from "./requires.ts";
import { resultsOf, typeNameOf } from "./types.ts";
import { Mark, openFrame, type Walk } from "./walk.ts";

/** `function f() {}`, an overload of it, a `declare function`. */
export function visitFunctionDeclaration(walk: Walk, node: number): void {
  const name = child(walk, node, F.name);
  const standing = standingOf(walk, node);
  let declaration = NONE;
  if (name >= 0) {
    const named = text(walk, name);
    const earlier = walk.builder.bound(named).declaration;
    const around = walk.builder.bound(named, "function").declaration;
    declaration = walk.builder.declare({
      nameNode: name,
      node: standing.whole,
      kind: "function",
      level: standing.level,
      isExported: standing.isExported || (standing.level === "module" && walk.exportedNames.has(named)),
      isAbstract: kind(walk, node) === K.function_signature,
      results: resultsOf(walk, node),
      space: "value",
    });
    if (kind(walk, node) !== K.function_signature) {
      noteOfOneName(walk, named, declaration, earlier, around);
    }
    walk.mark[name] = Mark.skip;
    walk.callables.add(declaration);
    if (standing.isFileExport) {
      walk.builder.addExport({
        nameNode: name,
        name: standing.isDefault ? "default" : named,
        local: named,
        declaration,
      });
    }
    if (kind(walk, node) !== K.function_signature) noteFunction(walk, node, declaration);
    walk.builder.openDeclaration(declaration, node);
  }
  walk.builder.openScope("function", node);
  openFrame(walk, node, declaration, undefined);
}

/**
 * A variable of that name in the same scope is the same one. Where the function stands in a block, a `var` around the
 * block gets it when the block runs.
 */
function noteOfOneName(walk: Walk, name: string, declaration: number, earlier: number, around: number): void {
  if (earlier >= 0 && !walk.callables.has(earlier)) {
    noteSame(walk, declaration, earlier);
    noteSame(walk, earlier, declaration);
  }
  if (earlier === around && around >= 0) return;
  if (around >= 0) noteSame(walk, around, declaration);
  walk.blockFunctions.set(name, [...(walk.blockFunctions.get(name) ?? []), declaration]);
}

/** A function without a statement of its own. It may have got a name from where it stands. */
export function visitFunctionValue(walk: Walk, node: number): void {
  const named = walk.named.get(node);
  const own = child(walk, node, F.name);
  let declaration = named?.declaration ?? NONE;
  if (named?.later !== undefined) declaration = declareLater(walk, node, named.later);
  if (own >= 0) {
    declaration = bindOwnName(walk, node, own, declaration);
  }
  noteFunction(walk, node, declaration);
  if (declaration >= 0) walk.builder.openDeclaration(declaration, node);
  walk.builder.openScope("function", node);
  if (kind(walk, node) === K.arrow_function) {
    const parameter = child(walk, node, F.parameter);
    if (parameter >= 0) declareParameter(walk, node, 0, parameter, parameter, NONE);
  } else {
    openFrame(walk, node, declaration, named?.home);
  }
}

/**
 * Its own name is seen in the function alone, and is not the variable that a `var` in it may declare. Where it gets
 * another name it is known by that one. A function that gets no other name is used by its own one where it stands:
 * nobody else can say that it may run.
 */
function bindOwnName(walk: Walk, node: number, own: number, other: number): number {
  walk.mark[own] = Mark.skip;
  walk.builder.openScope("block", node);
  if (other >= 0) {
    walk.builder.alias(text(walk, own), other, "value");
    return other;
  }
  const declaration = walk.builder.declare({
    nameNode: own,
    node,
    kind: "function",
    level: "local",
    space: "value",
  });
  walk.builder.refer(own, "read", undefined, { spaces: ["value"] });
  return declaration;
}

export function visitMethod(walk: Walk, node: number): void {
  const name = child(walk, node, F.name);
  const around = parent(walk, node);
  const home = walk.homes.get(around);
  const isConstructor =
    kind(walk, around) === K.class_body &&
    kind(walk, name) === K.property_identifier &&
    text(walk, name) === "constructor";
  const declaration =
    home === undefined
      ? NONE
      : declareMember(walk, home, node, name, isConstructor ? "constructor" : "method", {
          isAbstract: kind(walk, node) !== K.method_definition,
          results: resultsOf(walk, node),
        });
  if (kind(walk, node) === K.method_definition) noteFunction(walk, node, declaration);
  if (declaration >= 0) {
    walk.builder.openDeclaration(declaration, node);
    if (kind(walk, name) === K.computed_property_name) walk.mark[name] = Mark.outerKey;
  }
  walk.builder.openScope("function", node);
  const isStatic = home !== undefined && hasToken(walk, node, K.static);
  openFrame(walk, node, NONE, isStatic ? { ...home, isStatic } : home);
}

/** `[key()]() {}`: the key is read where the class or object is made. */
export function visitComputedName(walk: Walk, node: number): void {
  if (walk.mark[node] !== Mark.outerKey) return;
  walk.builder.leaveDeclaration(node);
  walk.builder.leaveScope(node);
}

/** A function type, a call signature: parameters and no name. */
export function visitFunctionType(walk: Walk, node: number): void {
  walk.builder.openScope("function", node);
}

export function visitParameters(walk: Walk, node: number): void {
  const { tree } = walk;
  const end = tree.next[node] as number;
  const owner = parent(walk, node);
  const declared: number[] = [];
  let isDefaulted = false;
  let position = 0;
  for (let at = node + 1; at < end; at = tree.next[at] as number) {
    const code = kind(walk, at);
    if (code === K.required_parameter || code === K.optional_parameter) {
      const pattern = child(walk, at, F.pattern);
      if (kind(walk, pattern) === K.this) continue;
      if (pattern >= 0) {
        declared.push(declareParameter(walk, owner, position++, at, pattern, child(walk, at, F.value)));
      }
      declareParameterField(walk, at, pattern);
    } else if (code !== 0) declared.push(declareParameter(walk, owner, position++, at, at, NONE));
    isDefaulted ||= hasDefault(walk, at);
  }
  const body = isDefaulted ? child(walk, owner, F.body) : NONE;
  if (body < 0) return;
  walk.mark[body] = Mark.ownScope;
  for (const one of declared) walk.sameNamed.add(one);
}

function declareParameter(
  walk: Walk,
  owner: number,
  position: number,
  whole: number,
  pattern: number,
  value: number,
): number {
  const module = walk.modulePatterns.get(whole) ?? walk.modulePatterns.get(pattern);
  if (module !== undefined) {
    bindModule(walk, whole, pattern, module, { isFunctionWide: false, isFileExport: false });
    if (runs(walk, owner)) noteParameter(walk, owner, position, pattern, NONE, NONE);
    return NONE;
  }
  const declaration = declarePattern(walk, pattern, {
    whole,
    kind: "parameter",
    level: "local",
    isFunctionWide: false,
    isExported: false,
    isFileExport: false,
    isAbstract: false,
    type: typeNameOf(walk, child(walk, whole, F.type)),
    value,
    path: undefined,
  });
  if (runs(walk, owner)) noteParameter(walk, owner, position, pattern, declaration, value);
  return declaration;
}

/** It has a body, and is no type or signature. */
function runs(walk: Walk, owner: number): boolean {
  const code = kind(walk, owner);
  return (
    isFunction(code) ||
    code === K.method_definition ||
    code === K.function_declaration ||
    code === K.generator_function_declaration
  );
}

/** `constructor(private readonly x: X)` declares a field too. */
function declareParameterField(walk: Walk, parameter: number, pattern: number): void {
  if (kind(walk, pattern) !== K.identifier || !isParameterField(walk, parameter, pattern)) return;
  const home = walk.frames.at(-1)?.home;
  if (home === undefined) return;
  const type = typeNameOf(walk, child(walk, parameter, F.type));
  const field = declareMember(walk, home, parameter, pattern, "field", type === undefined ? {} : { type });
  noteSame(walk, field, walk.builder.lookup(text(walk, pattern), pattern, ["value"]).declaration);
}

function isParameterField(walk: Walk, parameter: number, pattern: number): boolean {
  const { tree } = walk;
  for (let at = parameter + 1; at < pattern; at = tree.next[at] as number) {
    const code = tokenKind(walk, at);
    if (code === K.accessibility_modifier || tree.text.startsWith("readonly", tree.start[at])) return true;
  }
  return false;
}
