import type { FileIndex, Reference } from "../index/index.ts";
import type { Place } from "./bind-place.ts";
import { isCallable, isTypeKind } from "./bind-tables.ts";
import type { LinkContext } from "./link-context.ts";
import { decoratedBy } from "./link-decorators.ts";
import { createHandedFinder, type HandedFinder, storedUnder } from "./root-arguments.ts";
import type { PublicReader } from "./root-exports.ts";
import type { RootMatch, RootRule } from "./root-rules.ts";

/** What a rule found: a definition, or for -1 the top level of the file. */
export interface Match {
  readonly file: FileIndex;
  readonly declaration: number;
}

export interface MatchContext extends LinkContext {
  readonly publicReader: PublicReader;
  /** Paths of files that some other file imports. */
  readonly imported: ReadonlySet<string>;
  readonly facts: FactsReader;
}

/** What many rules look for in one file. */
interface FileFacts {
  /** Uses that may be decorators. */
  readonly decorators: readonly Reference[];
  readonly callsAtTop: readonly Reference[];
  readonly functions: readonly number[];
  /** The types of the file, with the last names of what is outside of the project among their bases. */
  types(): readonly {
    readonly declaration: number;
    readonly bases: ReadonlySet<string>;
    readonly open: readonly OpenBase[];
  }[];
}

export interface FactsReader {
  of(file: FileIndex): FileFacts;
  readonly handedOver: HandedFinder;
}

export function createFactsReader(context: LinkContext): FactsReader {
  let lastFile: FileIndex | undefined;
  let last: FileFacts | undefined;
  return {
    of(file) {
      if (file !== lastFile || last === undefined) last = readFacts(context, file);
      lastFile = file;
      return last;
    },
    handedOver: createHandedFinder(context),
  };
}

function readFacts(context: LinkContext, file: FileIndex): FileFacts {
  const { members } = context.binder;
  let types: ReturnType<FileFacts["types"]> | undefined;
  const functions: number[] = [];
  file.declarations.forEach((one, declaration) => {
    if (isCallable(one.kind)) functions.push(declaration);
  });
  return {
    decorators: file.references.filter(({ role }) => role === "decorator" || role === "call"),
    callsAtTop: file.references.filter(({ role, within }) => within < 0 && role === "call"),
    functions,
    types() {
      types ??= file.declarations.flatMap((one, declaration) => {
        if (!isTypeKind(one.kind)) return [];
        const bases = new Set<string>();
        const open: OpenBase[] = [];
        for (const type of members.line(file, declaration)) {
          for (const base of members.bases(type.file, type.declaration)) {
            if (base.kind === "outside") bases.add(lastName(base));
          }
          open.push(...openBases(context, type));
        }
        return bases.size === 0 && open.length === 0 ? [] : [{ declaration, bases, open }];
      });
      return types;
    },
  };
}

/** A base by its name, and where that is written. */
interface OpenBase {
  readonly name: string;
  readonly file: FileIndex;
}

/** Finds what of a file a rule marks. */
export type RuleReader = (file: FileIndex, importsPackage: boolean) => readonly Match[];

/** Makes a rule ready, once for all files. */
export function readerOf(context: MatchContext, rule: RootRule): RuleReader {
  const { match } = rule;
  const top = (file: FileIndex): Match => ({ file, declaration: -1 });
  switch (match.by) {
    case "name":
      return namedFunctions(context, match);
    case "guard":
      return (file) => (hasGuardedCode(file, match.name) ? [top(file)] : []);
    case "script":
      return (file) => (!context.imported.has(file.path) && callsAtTop(context, file) ? [top(file)] : []);
    case "call": {
      const isWanted = nameTest(match.names);
      return (file) =>
        context.facts.of(file).callsAtTop.some((one) => isWanted(one.name)) ? [top(file)] : [];
    }
    case "macro":
      return (file) => (usesMacro(context, file) ? [top(file)] : []);
    case "path":
      return filesOf(context, match);
    case "decorator":
      return decorated(context, rule, match);
    case "base":
      return derived(context, rule, match);
    case "argument":
      return handed(context, rule, match);
    case "field": {
      const isWanted = nameTest(match.names);
      return (file) => storedUnder(context, file, isWanted);
    }
  }
}

function namedFunctions(context: MatchContext, match: Extract<RootMatch, { by: "name" }>): RuleReader {
  const isWanted = nameTest(match.names);
  const isClass = match.inClass === undefined ? undefined : nameTest(match.inClass);
  const inPath = match.inPath === undefined ? undefined : new RegExp(match.inPath, "u");
  return (file) => {
    if (match.inPackage !== undefined && file.packageName !== match.inPackage) return [];
    if (inPath?.test(file.path) === false) return [];
    return context.facts.of(file).functions.flatMap((declaration) => {
      const one = file.declarations[declaration];
      if (one === undefined || one.level !== (match.level === "module" ? "module" : "member")) return [];
      if ((match.level === "static" && !one.isStatic) || !isWanted(one.name)) return [];
      const isIn = isClass === undefined || isClass(file.declarations[one.parent]?.name ?? "");
      return isIn ? [{ file, declaration }] : [];
    });
  };
}

function filesOf(context: MatchContext, match: Extract<RootMatch, { by: "path" }>): RuleReader {
  const pattern = new RegExp(match.path, "u");
  const names = match.exports ?? [];
  const { publicReader } = context;
  return (file) => {
    if (!pattern.test(file.path)) return [];
    const exported = names.includes("*")
      ? publicReader.allOf(file)
      : names.flatMap((name) => publicReader.named(file, name));
    return [{ file, declaration: -1 }, ...exported];
  };
}

/** Code that runs follows a bare read of the name at the top level. */
function hasGuardedCode(file: FileIndex, name: string): boolean {
  const guard = file.references.findIndex(
    (one) => one.within < 0 && one.name === name && one.role === "read" && one.through.length === 0,
  );
  if (guard < 0) return false;
  return file.references.slice(guard + 1).some((one) => one.within < 0 && one.role === "call");
}

/** What is called outside of functions, and is no function or type of the project, may be a macro. */
function usesMacro(context: LinkContext, file: FileIndex): boolean {
  return file.references.some((one) => {
    if (one.role !== "call" || !isOutsideFunctions(file, one.within)) return false;
    const places = context.binder.places(file, one);
    const isMacro = (place: Place) =>
      place.kind !== "declaration" || place.file.declarations[place.declaration]?.kind === "macro";
    return places.length === 0 || places.some(isMacro);
  });
}

function isOutsideFunctions(file: FileIndex, within: number): boolean {
  for (let at = within; at >= 0; at = file.declarations[at]?.parent ?? -1) {
    if (!isTypeKind(file.declarations[at]?.kind ?? "function")) return false;
  }
  return true;
}

function callsAtTop(context: LinkContext, file: FileIndex): boolean {
  // A call whose result gets a name makes a value, as modules do that are only imported.
  const named = new Set(file.assignments.map((entry) => entry.reference));
  return file.references.some((one, index) => {
    if (one.within >= 0 || one.role !== "call" || named.has(index)) return false;
    return context.binder
      .places(file, one)
      .some((place) => place.kind === "declaration" && decoratedBy(file, one) < 0);
  });
}

function decorated(
  context: MatchContext,
  rule: RootRule,
  match: Extract<RootMatch, { by: "decorator" }>,
): RuleReader {
  const isWanted = nameTest(match.names);
  return (file) =>
    context.facts.of(file).decorators.flatMap((reference) => {
      if (!isWanted(reference.name)) return [];
      const declaration = decoratedBy(file, reference);
      if (declaration < 0 || !isOfPackage(context, file, reference, rule.packages)) return [];
      return startsOf(context, { file, declaration }, match.starts ?? "self");
    });
}

function startsOf(
  context: MatchContext,
  self: Match,
  starts: "self" | "constructors" | "members",
): readonly Match[] {
  if (starts === "self") return [self];
  const constructors = constructorsOf(context, self);
  const shown = starts === "members" ? context.publicReader.shown({ kind: "declaration", ...self }) : [self];
  return [...shown, ...constructors];
}

/** The use is of one of the packages, or it cannot be told of which it is. */
function isOfPackage(
  context: LinkContext,
  file: FileIndex,
  reference: Reference,
  packages: readonly string[] | undefined,
): boolean {
  if (packages === undefined) return true;
  const { packageSeparator } = context.rulesFor(file.language);
  const places = context.binder.places(file, reference);
  if (places.length === 0) return true;
  return places.some((place) => {
    if (place.kind === "unknown") return place.reason === "member" || place.reason === "unbound";
    if (place.kind !== "outside") return false;
    const written = place.name.replaceAll("//", packageSeparator);
    return packages.some(
      (name) =>
        written.startsWith(name) && (written === name || written.startsWith(packageSeparator, name.length)),
    );
  });
}

function derived(
  context: MatchContext,
  rule: RootRule,
  match: Extract<RootMatch, { by: "base" }>,
): RuleReader {
  const isMember = new RegExp(`^(?:${match.members})$`, "u");
  const isBase = nameTest(match.bases);
  return (file) =>
    context.facts
      .of(file)
      .types()
      .flatMap(({ declaration, bases, open }): Match[] => {
        const self: Match = { file, declaration };
        if (![...bases].some(isBase) && !open.some((one) => isBase(one.name) && importsOne(one.file, rule))) {
          return [];
        }
        const called = below(context, self).filter((index) =>
          isMember.test(file.declarations[index]?.name ?? ""),
        );
        const starts = called.map((index) => ({ file, declaration: index }));
        return [self, ...starts, ...constructorsOf(context, self)];
      });
}

/** The bases of which it cannot be told which of several packages they are of. */
function openBases({ binder }: LinkContext, { file, declaration }: Match): OpenBase[] {
  const written = file.declarations[declaration]?.bases ?? [];
  return written.flatMap((base) => {
    const places = binder.typeNamed(file, [...base.through, base.name], declaration);
    return places.every((place) => place.kind === "unknown") ? [{ name: base.name, file }] : [];
  });
}

function importsOne(file: FileIndex, { packages = [] }: RootRule): boolean {
  return file.imports.some(({ specifier }) =>
    packages.some((name) => specifier === name || specifier.startsWith(`${name}.`)),
  );
}

function lastName({ name, names }: { readonly name: string; readonly names: readonly string[] }): string {
  return names.at(-1) ?? name.split(/\/\/|\.|::/u).at(-1) ?? "";
}

function constructorsOf(context: LinkContext, type: Match): Match[] {
  const { file } = type;
  return below(context, type)
    .filter((index) => file.declarations[index]?.kind === "constructor")
    .map((declaration) => ({ file, declaration }));
}

/** The functions directly in a type. */
function below(context: LinkContext, { file, declaration }: Match): number[] {
  const children = context.binder.tablesOf(file).children.get(declaration);
  return [...(children?.values() ?? [])].flat().filter((index) => {
    const one = file.declarations[index];
    return one !== undefined && one.level === "member" && isCallable(one.kind);
  });
}

function handed(
  context: MatchContext,
  rule: RootRule,
  match: Extract<RootMatch, { by: "argument" }>,
): RuleReader {
  const { keys } = match;
  const isCalled = nameTest(match.calls);
  const isReceiver = match.receivers === undefined ? undefined : nameTest(match.receivers);
  return (file, importsPackage) =>
    context.facts.handedOver(file, isCalled).flatMap((call) => {
      const reference = file.references[call.reference];
      const receiver = reference?.through.at(-1) ?? "";
      if (!importsPackage && isReceiver?.(receiver) === false) return [];
      const isOne = reference === undefined || isOfPackage(context, file, reference, rule.packages);
      return isOne ? call.handed.filter(({ key }) => key === undefined || keys?.includes(key)) : [];
    });
}

/** "get" and "*Mapping" are names: a star stands for any letters. "^Test[A-Z]" is a regular expression. */
function nameTest(names: readonly string[]): (name: string) => boolean {
  const isOpen = (name: string) => name.includes("*") || name.startsWith("^");
  const whole = new Set(names.filter((name) => !isOpen(name)));
  const open = names.filter(isOpen).map(patternOf);
  if (open.length === 0) return (name) => whole.has(name);
  const pattern = new RegExp(open.join("|"), "u");
  // The names of a project are few, and come often.
  const known = new Map<string, boolean>();
  return (name) => {
    let isOne = known.get(name);
    if (isOne === undefined) {
      isOne = whole.has(name) || pattern.test(name);
      known.set(name, isOne);
    }
    return isOne;
  };
}

function patternOf(name: string): string {
  if (name.startsWith("^")) return name;
  return `^${name.replaceAll(/[.+?^${}()|[\]\\]/gu, "\\$&").replaceAll("*", ".*")}$`;
}
