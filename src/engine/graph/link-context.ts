import type { FileIndex } from "../index/index.ts";
import type { BinderParts } from "./bind.ts";
import type { LinkRules } from "./link-rules.ts";
import type { LinkTable } from "./link-table.ts";
import type { ProjectView } from "./project.ts";
import type { Resolver } from "./resolver.ts";

/** What every part of the link step works on. */
export interface LinkContext {
  /** All records, sorted by path. */
  readonly files: readonly FileIndex[];
  readonly project: ProjectView;
  readonly binder: BinderParts;
  readonly table: LinkTable;
  readonly resolverFor: (language: string) => Resolver | undefined;
  readonly rulesFor: (language: string) => LinkRules;
  readonly familyOf: (language: string) => string;
  /** The references of a file that give one of the values of their variable, which values are followed to. */
  readonly readsHere: (file: FileIndex) => ReadonlySet<number>;
}

/** The node that code directly in a declaration runs as a part of: -1 for the top level of the file. */
export function ownerNode(context: LinkContext, file: FileIndex, within: number): number {
  const atUse = context.rulesFor(file.language).classBodyRuns === "at-use";
  for (let at = within; at >= 0; ) {
    const one = file.declarations[at];
    if (one === undefined) break;
    const node = context.table.declarationNode(file, at);
    const isCode = one.kind === "function" || one.kind === "method" || one.kind === "constructor";
    if (node >= 0 && (isCode || one.kind === "macro" || atUse)) return node;
    at = one.parent;
  }
  return context.table.moduleNode(file);
}

/** A name of something outside in the form of keys. */
export function externalKey(rules: LinkRules, name: string, names: readonly string[]): string {
  const parts = packageParts(name, rules.packageSeparator, rules.hasScopedPackages === true);
  const isWhole = names.length > 1 && names[0] === rules.defaultExport;
  return [...parts, ...(isWhole ? names.slice(1) : names)].join("//");
}

/** As `externalKey`, for who asks for the names of one package thousands of times. */
export interface ExternalKeys {
  of(rules: LinkRules, name: string, names: readonly string[]): string;
  /** The last name of what is outside, as it is written. */
  holder(name: string): string;
}

export function createExternalKeys(): ExternalKeys {
  const heads = new Map<LinkRules, Map<string, string>>();
  const holders = new Map<string, string>();
  return {
    of(rules, name, names) {
      let known = heads.get(rules);
      if (known === undefined) {
        known = new Map();
        heads.set(rules, known);
      }
      let head = known.get(name);
      if (head === undefined) {
        head = externalKey(rules, name, []);
        known.set(name, head);
      }
      let key = head;
      const first = names.length > 1 && names[0] === rules.defaultExport ? 1 : 0;
      for (let at = first; at < names.length; at++)
        key = key === "" ? (names[at] as string) : `${key}//${names[at]}`;
      return key;
    },
    holder(name) {
      let found = holders.get(name);
      if (found === undefined) {
        found = packageParts(name, "//", false).at(-1) ?? "";
        holders.set(name, found);
      }
      return found;
    },
  };
}

/** The segments of a package's name as it is written. */
export function packageParts(name: string, separator: string, hasScopes: boolean): string[] {
  const parts = name
    .split("//")
    .flatMap((part) => part.split(separator))
    .filter((part) => part !== "");
  if (hasScopes && parts[0]?.startsWith("@") && parts[1] !== undefined) {
    return [`${parts[0]}/${parts[1]}`, ...parts.slice(2)];
  }
  return parts;
}
