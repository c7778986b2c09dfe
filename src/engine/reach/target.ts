import type { KeyRules } from "../graph/graph.ts";

/** A symbol that a query asks for. A key that ends in "//*" asks for everything below it. */
export interface Target {
  /** As it was given. */
  readonly key: string;
  /** The language family that it is meant in; absent for all. */
  readonly language?: string;
}

/** A key cannot name a target. */
export class BadTargetError extends Error {
  readonly key: string;

  constructor(key: string, why: string) {
    super(`"${key}" is no target: ${why}`);
    this.name = "BadTargetError";
    this.key = key;
  }
}

/**
 * The target of a key, as a configuration or a flag writes it: `yaml//load`, `os//exec//Command`,
 * `src/api.ts//Router//handle`. The package may also stand as the language's import does:
 * `gopkg.in/yaml.v3//Unmarshal`. `path:name.name` means a definition of the project.
 *
 * @throws BadTargetError when no node could have such a key
 */
export function targetByKey(key: string, language?: string): Target {
  const colon = /^([^:]+\.\w+):([^:/]+)$/u.exec(key);
  const written = colon === null ? key : [colon[1], ...(colon[2] as string).split(".")].join("//");
  const parts = written.split("//");
  if (written.trim() !== written || written === "")
    throw new BadTargetError(key, "it is empty or has blanks around it");
  if (parts.some((part) => part === "")) throw new BadTargetError(key, "a segment is empty");
  if (parts.slice(0, -1).includes("*") || parts[0] === "*") {
    throw new BadTargetError(key, "a star may only stand for the last segment");
  }
  return { key: written, ...(language === undefined ? {} : { language }) };
}

/** Reads a list of keys. */
export function targetsByKey(keys: readonly string[], language?: string): Target[] {
  return keys.map((key) => targetByKey(key, language));
}

/** A target of a module as the source of the language writes it, and the names under it. */
export function targetByImport(language: string, module: string, ...names: readonly string[]): Target {
  if (module === "") throw new BadTargetError(module, "the module is empty");
  if (names.some((name) => name === "")) throw new BadTargetError(module, "a name is empty");
  return targetByKey([module, ...names].join("//"), language);
}

/** The one form of an external key: each part of the package's name is a segment. */
export function canonicalKey(key: string, { separator, hasScopes }: KeyRules): string {
  const [head = "", ...rest] = key.split("//");
  const written = head.replace(/^node:/u, "");
  const parts = written.split(separator).filter((part) => part !== "");
  const isScoped = hasScopes && parts[0]?.startsWith("@") && parts[1] !== undefined;
  const first = isScoped ? [`${parts[0]}/${parts[1]}`, ...parts.slice(2)] : parts;
  return [...first, ...rest].join("//");
}

/** The last name of a key, which calls through unknown values are compared with. */
export function lastSegment(key: string): string {
  return key.slice(key.lastIndexOf("//") + (key.includes("//") ? 2 : 1));
}
