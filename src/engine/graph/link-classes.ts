import { declarationKey, type FileIndex } from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import { type LinkContext, ownerNode } from "./link-context.ts";
import { noSite } from "./link-table.ts";
import type { TypeHierarchy } from "./link-types.ts";

/** What may run once values of a class exist, though no line of the project calls it. */
export function linkClasses(context: LinkContext, types: TypeHierarchy, file: FileIndex): void {
  const { table, binder } = context;
  const rules = context.rulesFor(file.language);
  const { isImplicitMember } = rules;
  const bodies = rules.classBodyRuns === "at-use" ? bodiesWithCode(file) : undefined;
  linkUnowned();
  const chained = rules.constructorsChain ? chainedConstructors() : new Map<number, "self" | "base">();
  file.declarations.forEach((one, declaration) => {
    if (!isTypeKind(one.kind) || one.kind === "namespace") return;
    const type: DeclarationPlace = { kind: "declaration", file, declaration };
    const node = table.declarationNode(file, declaration);
    if (node < 0) return;
    const site = { line: one.line, column: one.column };
    for (const base of binder.members.bases(file, declaration)) {
      if (base.kind !== "declaration" && base.kind !== "value") continue;
      const above = table.declarationNode(base.file, base.declaration);
      if (above >= 0 && above !== node) table.edge(node, above, "reference", "base", site);
    }
    for (const name of rules.calledBelow ?? []) linkCalledBelow(type, name, one.parent, site);
    if (rules.constructorsChain) linkConstructorChain(type);
    if (bodies !== undefined) linkFirstUse(type, node, bodies.has(declaration));
    // A type that is made from another inherits nothing of it.
    const isOpen = one.kind !== "type" && types.isOpen(type);
    for (const member of types.forOutside(type)) {
      // The others are among its members here.
      if (member.file === file && member.file.declarations[member.declaration]?.isStatic !== true) continue;
      const called = table.declarationNode(member.file, member.declaration);
      table.edge(node, called, "reference", "override", noSite);
    }
    const shown: string[] = [];
    for (const member of membersOf(type)) {
      const declared = member.file.declarations[member.declaration];
      if (declared === undefined || !isCallable(declared.kind) || declared.isAbstract) continue;
      const isOfOutside = isOpen || isTraitOutside(member);
      const isImplicit = isImplicitMember?.(declared.name) === true;
      if (declared.kind === "constructor" || (declared.isStatic && !isImplicit)) continue;
      if (!isOfOutside && !isImplicit) {
        if (rules.isLikelyCalled?.(declared.name, declared.results.length)) {
          shown.push(declarationKey(member.file, member.declaration));
        }
        continue;
      }
      const rule = isImplicit ? "called by the language" : "override";
      table.edge(node, table.declarationNode(member.file, member.declaration), "reference", rule, noSite);
    }
    if (shown.length === 0) return;
    table.unresolved({
      caller: node,
      line: one.line,
      column: one.column,
      reason: "interface-receiver",
      isDynamic: false,
      text: `methods of ${one.name} by code outside`,
      scope: { kind: "definitions", keys: shown },
    });
  });

  /** What a base has to say of each class that is made from it runs there. */
  function linkCalledBelow(
    { declaration }: DeclarationPlace,
    name: string,
    around: number,
    site: { readonly line: number; readonly column: number },
  ): void {
    for (const base of binder.members.bases(file, declaration)) {
      if (base.kind !== "declaration" && base.kind !== "value") continue;
      for (const member of binder.members.find(base.file, base.declaration, name)) {
        if (member.kind !== "declaration") continue;
        const node = table.declarationNode(member.file, member.declaration);
        const rule = "called for a class below";
        if (node >= 0) table.edge(ownerNode(context, file, around), node, "member", rule, site);
      }
    }
  }

  /**
   * Code outside calls what is written for its traits also of types that are not of the project, or that are written by
   * another name. That needs some type of the project, and the text names it: any that it names at its top level.
   */
  function linkUnowned(): void {
    const unowned = types.unowned(file).map((one) => table.declarationNode(one.file, one.declaration));
    if (unowned.length === 0) return;
    const named = new Set<number>();
    file.declarations.forEach((one, declaration) => {
      if (isTypeKind(one.kind) && one.kind !== "namespace")
        named.add(table.declarationNode(file, declaration));
    });
    for (const reference of file.references) {
      if (reference.within >= 0 || (reference.role !== "type" && reference.role !== "base")) continue;
      for (const place of binder.places(file, reference)) {
        if (place.kind === "declaration") named.add(table.declarationNode(place.file, place.declaration));
      }
    }
    for (const node of named) {
      if (node < 0) continue;
      for (const member of unowned) table.edge(node, member, "reference", "override", noSite);
    }
  }

  /** The body of a class has run before its members do; one without a name is used where it stands. */
  function linkFirstUse(type: DeclarationPlace, node: number, hasCode: boolean): void {
    const one = file.declarations[type.declaration];
    if (one?.name === "") {
      const site = { line: one.line, column: one.column };
      table.edge(ownerNode(context, file, one.parent), node, "direct", "class without a name", site);
    }
    for (const { file: where, declaration } of hasCode ? membersOf(type) : []) {
      if (!isCallable(where.declarations[declaration]?.kind ?? "field")) continue;
      const member = table.declarationNode(where, declaration);
      table.edge(member, node, "reference", "body of its class", noSite);
    }
    if (one?.kind !== "enum") return;
    for (const made of types.constructors(type)) {
      const target = table.declarationNode(made.file, made.declaration);
      table.edge(node, target, "direct", "constant of an enum", { line: one.line, column: one.column });
    }
  }

  /** Without a word a constructor calls one of its base first; a class without one has one that does only that. */
  function linkConstructorChain({ declaration }: DeclarationPlace): void {
    if (file.declarations[declaration]?.kind !== "class") return;
    const [, base] = binder.members
      .line(file, declaration)
      .filter((one) => one.file.declarations[one.declaration]?.kind !== "interface");
    if (base === undefined) return;
    const above = types.constructors(base);
    const targets = above.length > 0 ? above : [base];
    const own = types.constructors({ kind: "declaration", file, declaration });
    for (const from of own.length > 0 ? own.map((one) => one.declaration) : [declaration]) {
      const said = chained.get(from);
      const isSaid = said === "self" || (said === "base" && above.length > 0);
      for (const to of isSaid ? [] : targets) {
        const node = table.declarationNode(to.file, to.declaration);
        const { line, column } = file.declarations[from] ?? noSite;
        table.edge(table.declarationNode(file, from), node, "direct", "constructor of the base", {
          line,
          column,
        });
      }
    }
  }

  /** The constructors that call another one by its word. */
  function chainedConstructors(): ReadonlyMap<number, "self" | "base"> {
    const found = new Map<number, "self" | "base">();
    const resolver = context.resolverFor(file.language);
    for (const { role, name, within } of file.references) {
      if (role !== "call") continue;
      if (resolver?.selfNames?.includes(name)) found.set(within, "self");
      else if (resolver?.superNames?.includes(name)) found.set(within, "base");
    }
    return found;
  }

  function membersOf({ declaration }: DeclarationPlace): readonly DeclarationPlace[] {
    const name = file.declarations[declaration]?.name ?? "";
    const below = [...(binder.tablesOf(file).children.get(declaration)?.values() ?? [])]
      .flat()
      .filter((index) => file.declarations[index]?.level === "member")
      .map((index) => ({ kind: "declaration" as const, file, declaration: index }));
    const others = context.resolverFor(file.language)?.membersElsewhere?.(file, declaration) ?? [];
    const owners = [file, ...others.flatMap((path) => context.project.index(path) ?? [])];
    const owned = [...new Set(owners)].flatMap((where) =>
      [...(binder.tablesOf(where).owned.get(name)?.values() ?? [])]
        .flat()
        .map((index) => ({ kind: "declaration" as const, file: where, declaration: index })),
    );
    return [...below, ...owned];
  }

  /** A member of an implementation of a trait that is not of the project. */
  function isTraitOutside({ file: where, declaration }: DeclarationPlace): boolean {
    const trait = where.declarations[declaration]?.ofTrait;
    if (trait === undefined) return false;
    const last = trait.slice(trait.search(/[^:.]*$/));
    return !binder.members
      .line(
        file,
        file.declarations.findIndex((one) => one.name === where.declarations[declaration]?.owner),
      )
      .some((base) => base.file.declarations[base.declaration]?.name === last);
  }
}

/** The types of a file with code of their own outside of their members: first values, initializers. */
function bodiesWithCode(file: FileIndex): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { role, within } of file.references) {
    if (role !== "type" && role !== "base" && role !== "decorator") found.add(within);
  }
  return found;
}
