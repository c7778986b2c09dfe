import type { FileIndex } from "../index/index.ts";
import { type DeclarationPlace, type Place, placeKey } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import { createByDeclaration } from "./by-declaration.ts";
import { externalKey, type LinkContext } from "./link-context.ts";

/** Who derives from whom, over all files. */
export interface TypeHierarchy {
  /** The types that extend, implement or embed a type, directly or not; in a fixed order, without itself. */
  below(type: DeclarationPlace): readonly DeclarationPlace[];
  /** What a call of a member of a value of the type may run besides the member that the type itself has. */
  overrides(type: DeclarationPlace, name: string): readonly DeclarationPlace[];
  /** What `super` may mean in a type: the next in line after it, for itself and for all types below it. */
  afterIn(type: DeclarationPlace, name: string): readonly DeclarationPlace[];
  /** The bases of a type and of its bases that are not of the project. */
  outsideBases(type: DeclarationPlace): readonly Extract<Place, { kind: "outside" }>[];
  /** Some base of it, or of its bases, is not of the project or is not known: code that was not read may call its members. */
  isOpen(type: DeclarationPlace): boolean;
  /** The members of that name of types of a language that derive from a type outside, by its key. */
  overridesOutside(language: string, key: string, name: string): readonly DeclarationPlace[];
  constructors(type: DeclarationPlace): readonly DeclarationPlace[];
  /** How many types have more bases than are looked at. */
  cutLines(): number;
  /** Static members that a type has for traits outside. */
  conversions(type: DeclarationPlace): readonly DeclarationPlace[];
  /** Members of a file that are written for traits outside, of a type that is none of the project or has another name. */
  unowned(file: FileIndex): readonly DeclarationPlace[];
  /** Members that a type has for traits outside, in whatever file that is: who has a value of it may call them. */
  forOutside(type: DeclarationPlace): readonly DeclarationPlace[];
}

export function createTypeHierarchy(context: LinkContext): TypeHierarchy {
  const { binder, files } = context;
  const { members, tablesOf } = binder;
  const direct = new Map<string, DeclarationPlace[]>();
  /** Who embeds a type, where what embeds one is not below it. */
  const embedding = new Map<string, DeclarationPlace[]>();
  const closures = new Map<string, readonly DeclarationPlace[]>();
  const overridesOf = createByDeclaration<Map<string, readonly DeclarationPlace[]>>();
  const belowOutside = new Map<string, Map<string, readonly DeclarationPlace[]>>();
  const constructorsOf = createByDeclaration<readonly DeclarationPlace[]>();
  const types: DeclarationPlace[] = [];
  const outsideOf = new Map<string, readonly string[]>();
  const shapes = new Map<FileIndex, Map<number, readonly (readonly string[])[]>>();
  let aliasNames: ReadonlySet<string> | undefined;
  let outsideTypes: ReadonlyMap<string, readonly DeclarationPlace[]> | undefined;
  const addBelow = (base: string, type: DeclarationPlace, among = direct): void => {
    const known = among.get(base);
    if (known === undefined) among.set(base, [type]);
    else known.push(type);
  };
  for (const file of files) {
    file.declarations.forEach((one, declaration) => {
      const type: DeclarationPlace = { kind: "declaration", file, declaration };
      if (one.kind === "enum-member" && one.parent >= 0 && tablesOf(file).children.has(declaration)) {
        // A constant with members of its own is of a type below the enum.
        addBelow(placeKey({ ...type, declaration: one.parent }), type);
      }
      if (!isTypeKind(one.kind) || one.kind === "namespace") return;
      types.push(type);
      const bases = new Map<string, DeclarationPlace>();
      for (const base of members.bases(file, declaration)) {
        if (base.kind !== "declaration" && base.kind !== "value") continue;
        const place: DeclarationPlace = { ...base, kind: "declaration" };
        bases.set(placeKey(place), place);
      }
      const isStructural = context.rulesFor(file.language).isStructural === true;
      for (const [key, base] of bases) {
        if (key === placeKey(type)) continue;
        addBelow(key, type, isStructural && !isInherited(type, base) ? embedding : direct);
      }
    });
  }
  const conversionsOf = new Map<string, DeclarationPlace[]>();
  /** By a trait and a name, members that are written for it and that no type of the project owns: of all types it may be. */
  const forAny = new Map<string, DeclarationPlace[]>();
  const unownedIn = new Map<FileIndex, DeclarationPlace[]>();
  const ofOutside = new Map<string, DeclarationPlace[]>();
  let traitsByName: ReadonlyMap<string, readonly DeclarationPlace[]> | undefined;
  addImplementations();
  addStructural();
  return {
    below,
    overrides,
    afterIn,
    outsideBases,
    isOpen,
    overridesOutside,
    constructors,
    cutLines,
    conversions,
    unowned: (file) => unownedIn.get(file) ?? [],
    forOutside: (type) => ofOutside.get(placeKey(type)) ?? [],
  };

  /**
   * Where types need not say what they implement, a base is embedded: a value of the one is none of the other, and an
   * interface is implemented by who has its members. Which these are is not known where it embeds one outside.
   */
  function isInherited(type: DeclarationPlace, base: DeclarationPlace): boolean {
    if (kindOf(base) !== "interface") return false;
    return kindOf(type) === "interface" || isOpen(base);
  }

  /** Traits that members are written for, in whatever file that is. */
  function addImplementations(): void {
    const seen = new Set<string>();
    for (const file of files) {
      file.declarations.forEach((one, declaration) => {
        if (one.ofTrait === undefined) return;
        const self: DeclarationPlace = { kind: "declaration", file, declaration };
        const owner = members.around(file, declaration);
        if (owner === undefined || !isOwned(self, owner)) addUnowned(self);
        else addForOutside(self, owner);
        if (one.isStatic && one.kind !== "field") addConversion(file, declaration);
        const key = `${file.path}\0${one.parent}\0${one.owner}\0${one.ofTrait}`;
        if (seen.has(key)) return;
        seen.add(key);
        for (const trait of owner === undefined ? [] : traitsOf(self)) {
          if (owner === undefined) continue;
          const known = direct.get(placeKey(trait)) ?? [];
          if (!known.some((type) => placeKey(type) === placeKey(owner))) addBelow(placeKey(trait), owner);
        }
      });
    }
  }

  /** The type has the member by its own name, and not as what a parameter stands for, or by another name for it. */
  function isOwned(member: DeclarationPlace, owner: DeclarationPlace | undefined): boolean {
    if (owner === undefined || kindOf(owner) === "type") return false;
    const key = placeKey(member);
    return members.own(owner.file, owner.declaration, nameOf(member)).some((one) => placeKey(one) === key);
  }

  function addForOutside(member: DeclarationPlace, owner: DeclarationPlace): void {
    if (!isCallable(kindOf(member) ?? "field") || traitsNamed(member).length > 0) return;
    const known = ofOutside.get(placeKey(owner));
    if (known === undefined) ofOutside.set(placeKey(owner), [member]);
    else known.push(member);
  }

  function addUnowned(member: DeclarationPlace): void {
    if (!isCallable(kindOf(member) ?? "field")) return;
    const traits = traitsOf(member);
    for (const trait of traits) {
      const key = `${nameOf(member)}\0${placeKey(trait)}`;
      const known = forAny.get(key);
      if (known === undefined) forAny.set(key, [member]);
      else known.push(member);
    }
    if (traitsNamed(member).length > 0) return;
    const known = unownedIn.get(member.file);
    if (known === undefined) unownedIn.set(member.file, [member]);
    else known.push(member);
  }

  /** The traits of the project that a member may be written for: where its path tells none, those of that name. */
  function traitsOf(member: DeclarationPlace): readonly DeclarationPlace[] {
    const named = traitsNamed(member);
    if (named.length > 0) return named;
    const { file, declaration } = member;
    const parts = file.declarations[declaration]?.ofTrait?.split(/::|\./u) ?? [];
    const places = binder.typeNamed(file, parts, file.declarations[declaration]?.parent ?? -1);
    if (places.some((place) => place.kind !== "unknown")) return [];
    traitsByName ??= readTraits();
    return (traitsByName.get(parts.at(-1) ?? "") ?? []).filter((one) => one.file.language === file.language);
  }

  function readTraits(): ReadonlyMap<string, readonly DeclarationPlace[]> {
    const found = new Map<string, DeclarationPlace[]>();
    for (const type of types) {
      if (kindOf(type) !== "trait") continue;
      const known = found.get(nameOf(type));
      if (known === undefined) found.set(nameOf(type), [type]);
      else known.push(type);
    }
    return found;
  }

  function traitsNamed({ file, declaration }: DeclarationPlace): readonly DeclarationPlace[] {
    const one = file.declarations[declaration];
    return binder
      .typeNamed(file, one?.ofTrait?.split(/::|\./u) ?? [], one?.parent ?? -1)
      .filter((trait) => trait.kind === "declaration");
  }

  function addConversion(file: FileIndex, declaration: number): void {
    const owner = members.around(file, declaration);
    if (owner === undefined || traitsNamed({ kind: "declaration", file, declaration }).length > 0) return;
    const key = placeKey(owner);
    const known = conversionsOf.get(key) ?? [];
    conversionsOf.set(key, known);
    known.push({ kind: "declaration", file, declaration });
  }

  function conversions(type: DeclarationPlace): readonly DeclarationPlace[] {
    return conversionsOf.get(placeKey(type)) ?? [];
  }

  function below(type: DeclarationPlace): readonly DeclarationPlace[] {
    const key = placeKey(type);
    const known = closures.get(key);
    if (known !== undefined) return known;
    const seen = new Set([key]);
    const found: DeclarationPlace[] = [];
    const open = [...(direct.get(key) ?? [])].reverse();
    while (open.length > 0) {
      const one = open.pop() as DeclarationPlace;
      if (seen.has(placeKey(one))) continue;
      seen.add(placeKey(one));
      found.push(one);
      open.push(...[...(direct.get(placeKey(one)) ?? [])].reverse());
    }
    closures.set(key, found);
    return found;
  }

  function overrides(type: DeclarationPlace, name: string): readonly DeclarationPlace[] {
    const names =
      overridesOf.get(type.file, type.declaration) ?? new Map<string, readonly DeclarationPlace[]>();
    overridesOf.set(type.file, type.declaration, names);
    const known = names.get(name);
    if (known !== undefined) return known;
    const subs = below(type);
    const any = forAny.get(`${name}\0${placeKey(type)}`) ?? [];
    if (subs.length === 0) {
      names.set(name, any);
      return any;
    }
    const inherited = members.find(type.file, type.declaration, name);
    const asked = callablesOf(inherited);
    const own = new Set(asked.map(placeKey));
    const hasShape = asked.length > 0 && context.rulesFor(type.file.language).isStructural === true;
    const found = new Map<string, DeclarationPlace>();
    for (const sub of subs) {
      const places = members.find(sub.file, sub.declaration, name);
      // Most types below have just what this one has.
      if (places === inherited) continue;
      for (const member of callablesOf(places)) {
        if (own.has(placeKey(member))) continue;
        if (hasShape && !asked.some((one) => haveOneShape(member, one))) continue;
        found.set(placeKey(member), member);
      }
    }
    for (const member of any) found.set(placeKey(member), member);
    const list = [...found.values()];
    names.set(name, list);
    return list;
  }

  function afterIn(type: DeclarationPlace, name: string): readonly DeclarationPlace[] {
    const found = new Set<readonly DeclarationPlace[]>();
    for (const sub of [type, ...below(type)]) {
      const line = members.line(sub.file, sub.declaration);
      const at = line.findIndex((one) => one.file === type.file && one.declaration === type.declaration);
      for (let next = at < 0 ? line.length : at + 1; next < line.length; next++) {
        const { file, declaration } = line[next] as DeclarationPlace;
        const own = members.own(file, declaration, name);
        if (own.length === 0) continue;
        found.add(own);
        break;
      }
    }
    return [...new Map([...found].flatMap(callablesOf).map((member) => [placeKey(member), member])).values()];
  }

  function cutLines(): number {
    return types.filter(({ file, declaration }) => members.isCut(file, declaration)).length;
  }

  function outsideBases(type: DeclarationPlace): readonly Extract<Place, { kind: "outside" }>[] {
    return members
      .line(type.file, type.declaration)
      .flatMap((one) => members.bases(one.file, one.declaration))
      .filter((base) => base.kind === "outside");
  }

  function isOpen(type: DeclarationPlace): boolean {
    return members
      .line(type.file, type.declaration)
      .flatMap((one) => members.bases(one.file, one.declaration))
      .some((base) => base.kind === "outside" || base.kind === "unknown");
  }

  function overridesOutside(language: string, key: string, name: string): readonly DeclarationPlace[] {
    const id = `${key}\0${language}`;
    const names = belowOutside.get(id) ?? new Map<string, readonly DeclarationPlace[]>();
    belowOutside.set(id, names);
    const known = names.get(name);
    if (known !== undefined) return known;
    const found = new Map<string, DeclarationPlace>();
    const isRoot = context.rulesFor(language).rootType === key;
    outsideTypes ??= typesBelowOutside();
    const derived = isRoot
      ? types.filter((type) => type.file.language === language)
      : (outsideTypes.get(`${key}\0${language}`) ?? []);
    for (const type of derived) {
      for (const one of isRoot ? [type] : [type, ...below(type)]) {
        for (const member of callablesOf(members.find(one.file, one.declaration, name))) {
          found.set(placeKey(member), member);
        }
      }
    }
    const list = [...found.values()];
    names.set(name, list);
    return list;
  }

  function typesBelowOutside(): ReadonlyMap<string, readonly DeclarationPlace[]> {
    const found = new Map<string, DeclarationPlace[]>();
    for (const type of types) {
      const { language } = type.file;
      const rules = context.rulesFor(language);
      const keys = new Set(
        members
          .bases(type.file, type.declaration)
          .flatMap((base) => (base.kind === "outside" ? [externalKey(rules, base.name, base.names)] : [])),
      );
      for (const key of keys) {
        for (const base of rules.basesOutside?.get(key) ?? []) keys.add(base);
        const list = found.get(`${key}\0${language}`);
        if (list === undefined) found.set(`${key}\0${language}`, [type]);
        else list.push(type);
      }
    }
    return found;
  }

  function constructors(type: DeclarationPlace): readonly DeclarationPlace[] {
    const known = constructorsOf.get(type.file, type.declaration);
    if (known !== undefined) return known;
    const found = findConstructors(type);
    constructorsOf.set(type.file, type.declaration, found);
    return found;
  }

  function findConstructors(type: DeclarationPlace): readonly DeclarationPlace[] {
    // Where each constructor calls one of its base, none is taken over from there.
    const isOwn = context.rulesFor(type.file.language).constructorsChain === true;
    for (const one of isOwn ? [type] : members.line(type.file, type.declaration)) {
      const own = [...(tablesOf(one.file).children.get(one.declaration)?.values() ?? [])]
        .flat()
        .filter((index) => one.file.declarations[index]?.kind === "constructor");
      if (own.length > 0) return own.map((declaration) => ({ ...one, declaration }));
    }
    return [];
  }

  /** Where a type need not say what it implements, an interface is implemented by all that have its members. */
  function addStructural(): void {
    const withMember = new Map<string, ReadonlySet<string>>();
    const byKey = new Map(types.map((type) => [placeKey(type), type]));
    const owners = ownersByMember();
    const holding = (name: string): ReadonlySet<string> => {
      const known = withMember.get(name);
      if (known !== undefined) return known;
      const found = new Set([...(owners.get(name) ?? [])].flatMap((key) => [key, ...embeddersOf(key)]));
      withMember.set(name, found);
      return found;
    };
    for (const wanted of types) {
      if (context.rulesFor(wanted.file.language).isStructural !== true) continue;
      if (kindOf(wanted) !== "interface") continue;
      const methods = interfaceMethods(wanted);
      const names = methods.map(nameOf);
      const [rarest] = [...names].sort(
        (left, right) => (owners.get(left)?.size ?? 0) - (owners.get(right)?.size ?? 0),
      );
      if (rarest === undefined) continue;
      // Of who embeds something outside, some of the methods may be from there.
      const isPartOutside = (key: string) => outsideEmbedded(byKey.get(key) as DeclarationPlace).length > 0;
      const partly = new Set(names.flatMap((name) => [...holding(name)].filter(isPartOutside)));
      for (const key of new Set([...holding(rarest), ...partly])) {
        const type = byKey.get(key) as DeclarationPlace;
        if (kindOf(type) === "interface") continue;
        if (methods.every((method) => hasMethod(type, method))) addBelow(placeKey(wanted), type);
      }
    }
    closures.clear();
  }

  /** Who embeds a type, at any depth. */
  function embeddersOf(start: string): ReadonlySet<string> {
    const found = new Set<string>();
    const waiting = [start];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      for (const type of [...(embedding.get(key) ?? []), ...(direct.get(key) ?? [])]) {
        const above = placeKey(type);
        if (found.has(above)) continue;
        found.add(above);
        waiting.push(above);
      }
    }
    return found;
  }

  /** The names of the types outside that a type embeds, without those whose methods are known. */
  function outsideEmbedded(type: DeclarationPlace): readonly string[] {
    const key = placeKey(type);
    const known = outsideOf.get(key);
    if (known !== undefined) return known;
    const found = members
      .line(type.file, type.declaration)
      .flatMap((one) => members.bases(one.file, one.declaration))
      .flatMap((base) => {
        if (base.kind === "outside") return [[base.name, ...base.names].join(".")];
        return base.kind === "unknown" ? [""] : [];
      });
    outsideOf.set(key, found);
    return found;
  }

  function ownersByMember(): Map<string, Set<string>> {
    const owners = new Map<string, Set<string>>();
    for (const type of types) {
      if (context.rulesFor(type.file.language).isStructural !== true) continue;
      for (const name of memberNames(type)) {
        const known = owners.get(name) ?? new Set<string>();
        owners.set(name, known.add(placeKey(type)));
      }
    }
    return owners;
  }

  function memberNames(type: DeclarationPlace): readonly string[] {
    const one = type.file.declarations[type.declaration];
    if (one === undefined || one.kind === "interface") return [];
    const siblings = context.resolverFor(type.file.language)?.siblings(type.file) ?? [];
    const files = [type.file, ...siblings.flatMap((path) => context.project.index(path) ?? [])];
    return files.flatMap((file) => [...(tablesOf(file).owned.get(one.name)?.keys() ?? [])]);
  }

  function interfaceMethods(type: DeclarationPlace): readonly DeclarationPlace[] {
    return members.line(type.file, type.declaration).flatMap((one) =>
      [...(tablesOf(one.file).children.get(one.declaration)?.values() ?? [])]
        .flat()
        .filter((index) => one.file.declarations[index]?.kind === "method")
        .map((declaration) => ({ ...one, declaration })),
    );
  }

  function hasMethod(type: DeclarationPlace, wanted: DeclarationPlace): boolean {
    const name = nameOf(wanted);
    const found = members.find(type.file, type.declaration, name);
    if (found.every((place) => place.kind === "unknown")) {
      const { membersOutside } = context.rulesFor(type.file.language);
      return outsideEmbedded(type).some((base) => membersOutside?.get(base)?.has(name) ?? true);
    }
    return callablesOf(found).some((one) => haveOneShape(one, wanted));
  }

  /** As many parameters and results, and no two written types that are surely not the same. */
  function haveOneShape(left: DeclarationPlace, right: DeclarationPlace): boolean {
    const [mine, theirs] = [shapeOf(left), shapeOf(right)];
    return mine.every((list, at) => {
      const other = theirs[at] ?? [];
      return (
        list.length === other.length &&
        list.every((name, index) => {
          const wanted = other[index] ?? "";
          return name === wanted || mayBeAny(left, name) || mayBeAny(right, wanted);
        })
      );
    });
  }

  /** The name stands for another type: a parameter of the type around, another name for a type. */
  function mayBeAny({ file, declaration }: DeclarationPlace, name: string): boolean {
    const { aliases } = context.rulesFor(file.language);
    if (name === "" || aliases?.has(name) === true) return true;
    const parent = file.declarations[declaration]?.parent ?? -1;
    for (const at of [declaration, parent]) {
      const below = at < 0 ? undefined : tablesOf(file).children.get(at)?.get(name);
      if (below?.some((index) => file.declarations[index]?.kind === "type-parameter")) return true;
    }
    return otherNames().has(name);
  }

  /** The names of all types that are only another name for a type. */
  function otherNames(): ReadonlySet<string> {
    aliasNames ??= new Set(
      types.flatMap((type) => {
        const one = type.file.declarations[type.declaration];
        return one?.kind === "type" && one.type !== undefined ? [one.name] : [];
      }),
    );
    return aliasNames;
  }

  function shapeOf(method: DeclarationPlace): readonly (readonly string[])[] {
    const known = shapes.get(method.file)?.get(method.declaration);
    if (known !== undefined) return known;
    const found = readShape(method);
    const ofFile = shapes.get(method.file) ?? new Map<number, readonly (readonly string[])[]>();
    shapes.set(method.file, ofFile.set(method.declaration, found));
    return found;
  }

  function readShape({ file, declaration }: DeclarationPlace): string[][] {
    const self = file.declarations[declaration];
    const parameters = [...(tablesOf(file).children.get(declaration)?.values() ?? [])]
      .flat()
      .filter((index) => {
        const one = file.declarations[index];
        // What stands before the name of a method is its receiver.
        const isReceiver = (one?.line ?? 0) === self?.line && (one?.column ?? 0) < (self?.column ?? 0);
        return one?.kind === "parameter" && !isReceiver;
      })
      .sort((left, right) => left - right)
      .map((index) => file.declarations[index]?.type?.name ?? "");
    const results = (file.declarations[declaration]?.results ?? []).map((result) => result.name);
    return [parameters, results];
  }
}

/** The functions among places. */
export function callablesOf(places: readonly Place[]): DeclarationPlace[] {
  return places.filter(
    (place): place is DeclarationPlace =>
      place.kind === "declaration" && isCallable(place.file.declarations[place.declaration]?.kind ?? "field"),
  );
}

function kindOf({ file, declaration }: DeclarationPlace) {
  return file.declarations[declaration]?.kind;
}

function nameOf({ file, declaration }: DeclarationPlace): string {
  return file.declarations[declaration]?.name ?? "";
}
