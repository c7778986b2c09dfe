import {
  type Declaration,
  type DynamicFlag,
  declarationKey,
  type FileIndex,
  type TypeName,
} from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { isTypeKind } from "./bind-tables.ts";
import type { LinkContext } from "./link-context.ts";
import { decoratedBy } from "./link-decorators.ts";
import type { Scope } from "./project-graph.ts";
import { type FoundRoot, rankOf } from "./roots.ts";

/** What code that finds its way by classes and annotations may call, without a line that says so. */
export interface NamedClasses {
  /** What may run of the class whose name stands where the flag is, or `undefined` where it is none of the project. */
  scopeOf(file: FileIndex, flag: DynamicFlag): Scope | undefined;
}

/**
 * A class that is named as a value, `Order.class`, is given to code that makes instances of it, calls what it
 * shows, and goes on to the types of its fields: who reads data into objects does so.
 */
export function createNamedClasses(context: LinkContext): NamedClasses {
  const known = new Map<Declaration, Scope>();
  return {
    scopeOf(file, { line, column }) {
      const named = file.references.find((one) => one.line === line && one.column === column);
      if (named === undefined) return undefined;
      const types = context.binder.places(file, named).filter((place) => place.kind === "declaration");
      const [type] = types;
      const declared = type?.file.declarations[type.declaration];
      if (type === undefined || declared === undefined) return undefined;
      let scope = known.get(declared);
      if (scope === undefined) {
        scope = { kind: "definitions", keys: keysShown(context, [type]) };
        known.set(declared, scope);
      }
      return scope;
    },
  };
}

function keysShown(context: LinkContext, types: readonly DeclarationPlace[]): readonly string[] {
  const { binder } = context;
  const keys = new Set<string>();
  const seen = new Set<Declaration>();
  const waiting = [...types];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, declaration } = next;
    const one = file.declarations[declaration];
    if (one === undefined || !isTypeKind(one.kind) || seen.has(one)) continue;
    seen.add(one);
    keys.add(declarationKey(file, declaration));
    waiting.push(...binder.members.line(file, declaration));
    for (const index of [...(binder.tablesOf(file).children.get(declaration)?.values() ?? [])].flat()) {
      const member = file.declarations[index];
      if (member === undefined || member.level !== "member") continue;
      if (member.kind === "field") waiting.push(...typesIn(context, file, member.type, index));
      else if (!isTypeKind(member.kind) && isShown(member)) {
        keys.add(declarationKey(file, index));
        waiting.push(...typesOfParameters(file, index));
      }
    }
  }
  return [...keys].sort();

  /** Who sets a value of a property makes it first. */
  function typesOfParameters(file: FileIndex, callable: number): readonly DeclarationPlace[] {
    const { kind, name } = file.declarations[callable] as Declaration;
    if (kind !== "constructor" && !name.startsWith("set")) return [];
    const below = [...(binder.tablesOf(file).children.get(callable)?.values() ?? [])].flat();
    return below.flatMap((index) => {
      const one = file.declarations[index];
      return one?.kind === "parameter" ? typesIn(context, file, one.type, index) : [];
    });
  }
}

/** The types of the project that a type is made of. */
function typesIn(
  context: LinkContext,
  file: FileIndex,
  type: TypeName | undefined,
  within: number,
): readonly DeclarationPlace[] {
  if (type === undefined) return [];
  const named = context.binder.typeNamed(file, [...type.through, type.name], within);
  const own = named.filter((place) => place.kind === "declaration");
  return [...own, ...type.typeArguments.flatMap((argument) => typesIn(context, file, argument, within))];
}

/** The types of what a function gets and gives: who calls it makes the ones of data, and data of the others. */
function typesOfFunction(
  context: LinkContext,
  file: FileIndex,
  declaration: number,
): readonly DeclarationPlace[] {
  const one = file.declarations[declaration];
  if (one === undefined || one.kind !== "method") return [];
  const below = [...(context.binder.tablesOf(file).children.get(declaration)?.values() ?? [])].flat();
  const taken = below.flatMap((index) => {
    const inner = file.declarations[index];
    return inner?.kind === "parameter" ? [inner.type] : [];
  });
  return [...taken, ...one.results].flatMap((type) => typesIn(context, file, type, declaration));
}

/** Constructors are called whether or not they are shown. */
function isShown({ kind, isExported, isAbstract }: Declaration): boolean {
  return kind === "constructor" || (isExported && !isAbstract);
}

/**
 * What stands under an annotation of code outside may be called by who reads it. There is no line that does: the
 * doubt is one of the program, and stands where that starts.
 */
export function linkAnnotated(context: LinkContext, roots: readonly FoundRoot[]): void {
  const start = [...roots]
    .sort((left, right) => rankOf(left) - rankOf(right))
    .find((root) => root.at !== undefined);
  if (start?.at === undefined) return;
  const keys = new Set<string>();
  for (const file of context.files) {
    const { annotations } = context.rulesFor(file.language);
    if (annotations === undefined) continue;
    for (const reference of file.references) {
      if (reference.role !== "decorator" || annotations.isNeutral(reference.name)) continue;
      const isOwn = context.binder.places(file, reference).some((place) => place.kind === "declaration");
      const declaration = isOwn ? -1 : decoratedBy(file, reference);
      if (declaration < 0) continue;
      for (const key of keysUnder(context, file, declaration)) keys.add(key);
      if (annotations.wires(reference.name)) continue;
      for (const key of keysShown(context, typesOfFunction(context, file, declaration))) keys.add(key);
    }
  }
  if (keys.size === 0) return;
  context.table.unresolved({
    caller: start.node,
    ...start.at,
    reason: "interface-receiver",
    isDynamic: false,
    text: "what has annotations of code outside",
    scope: { kind: "definitions", keys: [...keys].sort() },
  });
}

/** A function; of a class that, and its constructors. */
function keysUnder({ binder }: LinkContext, file: FileIndex, declaration: number): readonly string[] {
  const one = file.declarations[declaration] as Declaration;
  if (one.kind === "field") return [];
  const self = declarationKey(file, declaration);
  if (!isTypeKind(one.kind)) return [self];
  const below = [...(binder.tablesOf(file).children.get(declaration)?.values() ?? [])].flat();
  const made = below.filter((index) => file.declarations[index]?.kind === "constructor");
  return [self, ...made.map((index) => declarationKey(file, index))];
}
