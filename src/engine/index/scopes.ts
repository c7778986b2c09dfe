import { NONE } from "./syntax-tree.ts";

/**
 * How a scope is seen from scopes inside it. `function`, `block`: all names. `class`: names are seen by the
 * class body alone and not by functions in it (Python, JavaScript). `members`: names are seen by all code
 * inside, as with Java's implicit `this`. `inheriting`: the same of a type with bases: inside, a method of a type
 * further out stays unbound, since a base may have one of that name. `sealed`: code inside sees no name from
 * outside, as in a Rust `mod { }`. `comprehension`: like `function`, but names put in "the function" go past it (Python's `:=`).
 */
export type ScopeKind =
  | "module"
  | "function"
  | "block"
  | "class"
  | "members"
  | "inheriting"
  | "sealed"
  | "comprehension";

/**
 * In some languages a method, a variable and a type of one name do not hide each other. A declaration or an
 * import without a space is seen by uses of all of them, and a use without a space sees all.
 */
export type NameSpace = "value" | "callable" | "type" | "macro";

export interface Binding {
  readonly declaration: number;
  readonly import: number;
}

export interface Entry {
  readonly space: NameSpace | undefined;
  readonly declaration: number;
  readonly import: number;
  readonly visibleFromOffset: number;
}

/** What one name stands for in one scope: sorted by where it is seen from, then as added. */
interface SameName {
  readonly entries: Entry[];
  /** The one that was added last. */
  latest: Entry;
}

export interface Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | undefined;
  readonly names: Map<string, SameName>;
  redirects: Map<string, "module" | "outer"> | undefined;
}

const unbound: Binding = { declaration: NONE, import: NONE };

export function newScope(kind: ScopeKind, parent: Scope | undefined): Scope {
  return { kind, parent, names: new Map(), redirects: undefined };
}

export function addName(scope: Scope, name: string, entry: Entry): void {
  const same = scope.names.get(name);
  if (same === undefined) {
    scope.names.set(name, { entries: [entry], latest: entry });
    return;
  }
  same.latest = entry;
  const { entries } = same;
  if ((entries.at(-1) as Entry).visibleFromOffset <= entry.visibleFromOffset) entries.push(entry);
  else entries.splice(countVisible(entries, entry.visibleFromOffset), 0, entry);
}

/** What a declaration of the name would meet in this very scope. */
export function latestIn(scope: Scope, name: string): Binding {
  return scope.names.get(name)?.latest ?? unbound;
}

/** The scope that a name declared in `from` belongs to; `undefined` for none that is here. */
export function scopeFor(
  from: Scope,
  name: string,
  where: "here" | "function" | "outer" | "none",
): Scope | undefined {
  if (where === "none") return undefined;
  let scope = from;
  if (where === "outer") scope = scope.parent ?? scope;
  if (where === "function") {
    while ((scope.kind === "block" || scope.kind === "comprehension") && scope.parent) scope = scope.parent;
  }
  const redirect = scope.redirects?.get(name);
  if (redirect === "module") return moduleOf(scope);
  if (redirect === "outer") return undefined;
  return scope;
}

/** What `name` means at `offset` in the scope `from`, in the first of `spaces` in which any scope has it. */
export function resolveName(
  name: string,
  from: Scope,
  offset: number,
  spaces?: readonly NameSpace[],
): Binding {
  if (spaces === undefined) return resolveIn(name, from, offset, undefined);
  for (const space of spaces) {
    const found = resolveIn(name, from, offset, space);
    if (found !== unbound) return found;
  }
  return unbound;
}

/** The innermost scope that has the name by then wins; within one scope the latest visible entry does. */
function resolveIn(name: string, from: Scope, offset: number, space: NameSpace | undefined): Binding {
  let redirected = false;
  let mayInherit = false;
  for (let scope: Scope | undefined = from; scope !== undefined; scope = scope.parent) {
    if (scope.kind === "class" && scope !== from && !isBodyOf(scope, from)) continue;
    const redirect = scope.redirects?.get(name);
    if (redirect === "module") return pick(moduleOf(scope).names.get(name), offset, true, space) ?? unbound;
    if (redirect === "outer") redirected = true;
    if (redirected && redirect !== undefined) continue;
    const isOrderless = scope.kind === "module" || scope.kind === "sealed";
    const found = pick(scope.names.get(name), offset, isOrderless, space);
    const isMember = scope.kind === "members" || scope.kind === "inheriting";
    if (found !== undefined) return isMember && mayInherit && space === "callable" ? unbound : found;
    if (scope.kind === "sealed") return unbound;
    if (scope.kind === "inheriting") mayInherit = true;
  }
  return unbound;
}

function moduleOf(from: Scope): Scope {
  let scope = from;
  while (scope.parent !== undefined) scope = scope.parent;
  return scope;
}

/** How many of the entries, which are sorted, are seen at `offset`. A name may be declared thousands of times. */
function countVisible(entries: readonly Entry[], offset: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] as Entry).visibleFromOffset <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Blocks of a class body see its names; functions in it do not. */
function isBodyOf(classScope: Scope, from: Scope): boolean {
  for (let scope: Scope | undefined = from; scope !== undefined; scope = scope.parent) {
    if (scope === classScope) return true;
    if (scope.kind === "function" || scope.kind === "comprehension") return false;
  }
  return false;
}

function pick(
  same: SameName | undefined,
  offset: number,
  isOrderless: boolean,
  space: NameSpace | undefined,
): Entry | undefined {
  if (same === undefined) return undefined;
  const { entries } = same;
  for (let at = (isOrderless ? entries.length : countVisible(entries, offset)) - 1; at >= 0; at--) {
    const entry = entries[at] as Entry;
    if (space === undefined || entry.space === undefined || entry.space === space) return entry;
  }
  return undefined;
}
