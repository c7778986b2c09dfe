import type { FileIndex, Reference } from "../index/index.ts";
import type { DeclarationPlace } from "./bind-place.ts";
import { holdsValues } from "./bind-roles.ts";
import type { LinkContext } from "./link-context.ts";
import type { Programs } from "./link-programs.ts";
import type { TypeHierarchy } from "./link-types.ts";
import type { ValueReader } from "./link-values.ts";
import type { Scope } from "./project-graph.ts";

/** What the edges of uses are made with. */
export interface UseContext extends LinkContext {
  readonly types: TypeHierarchy;
  readonly values: ValueReader;
  readonly programs: Programs;
  /** Types with code of their own in their body. */
  readonly hasBodyCode: (type: DeclarationPlace) => boolean;
}

export function namesScope(name: string): Scope {
  return { kind: "names", names: [name] };
}

/** A variable, field or parameter, which may hold what is called by its name. */
export function isHolder({ file, declaration }: DeclarationPlace): boolean {
  const kind = file.declarations[declaration]?.kind;
  return kind !== undefined && (holdsValues.has(kind) || kind === "enum-member");
}

/** A member of an enum that makes a value of the enum when it is called from the file. */
export function makesEnum(context: LinkContext, { language }: FileIndex, place: DeclarationPlace): boolean {
  const kind = place.file.declarations[place.declaration]?.kind;
  return kind === "enum-member" && context.resolverFor(language)?.enumMembersMake === true;
}

/** A use is only the first part of the path that the next use goes on with. */
export function leadsTo(reference: Reference, next: Reference): boolean {
  const at = reference.through.length;
  if (next.through.length <= at || next.through[at] !== reference.name) return false;
  for (let index = 0; index < at; index++) {
    if (reference.through[index] !== next.through[index]) return false;
  }
  return true;
}
