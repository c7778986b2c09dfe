import type { FileIndex } from "../index/index.ts";
import { type DeclarationPlace, placeKey } from "./bind-place.ts";
import { isCallable } from "./bind-tables.ts";
import type { LinkContext } from "./link-context.ts";
import type { Programs } from "./link-programs.ts";
import type { Callable, ValueReader } from "./link-values.ts";
import type { ResolvedModule } from "./resolver.ts";

/** What a member of a value of which nothing is known may be. Made once it is known which files run together. */
export interface MemberIndex {
  /** The members of that name, and what is set as a member of that name, in files that `file` shares a program with. */
  named(file: FileIndex, name: string): readonly Callable[];
  /** Notes that a module is handed on as a value: what it exports are members of that value. */
  moduleEscapes(file: FileIndex, module: ResolvedModule): void;
}

export function createMemberIndex(
  context: LinkContext,
  values: ValueReader,
  programs: Programs,
): MemberIndex {
  const { files, binder } = context;
  const members = new Map<string, DeclarationPlace[]>();
  const sets = new Map<string, { readonly file: FileIndex; readonly reference: number }[]>();
  const escaped = new Map<number, Map<string, ResolvedModule>>();
  const answers = new Map<string, readonly Callable[]>();
  const keyOf = (file: FileIndex, name: string) => `${programs.of(file)}\0${name}`;
  for (const file of files) {
    file.declarations.forEach((one, declaration) => {
      if (one.level !== "member" || !isCallable(one.kind) || one.kind === "constructor") return;
      push(members, keyOf(file, one.name), { kind: "declaration", file, declaration });
    });
    for (const entry of file.assignments) {
      if (entry.target.length < 2 || entry.value !== "name" || entry.reference < 0) continue;
      const name = entry.target.at(-1) as string;
      push(sets, keyOf(file, name), { file, reference: entry.reference });
    }
  }
  return {
    named(file, name) {
      const key = keyOf(file, name);
      const known = answers.get(key);
      if (known !== undefined) return known;
      const found = new Map<string, Callable>();
      const add = (one: Callable) => found.set(placeKey(one), one);
      for (const one of members.get(key) ?? []) add(one);
      for (const { file: where, reference } of sets.get(key) ?? []) {
        const used = where.references[reference];
        if (used !== undefined) values.meantBy(where, used).callables.forEach(add);
      }
      for (const module of escaped.get(programs.of(file))?.values() ?? []) {
        for (const place of binder.exportPlaces(module, name, file.language)) {
          if (place.kind === "declaration") values.follow([place]).callables.forEach(add);
          else if (place.kind === "outside") add(place);
        }
      }
      const list = [...found.values()];
      answers.set(key, list);
      return list;
    },
    moduleEscapes(file, module) {
      if (module.kind === "missing" || module.kind === "folder") return;
      // Where values are followed, so is a module outside; that it could have a member of any name says nothing.
      if (module.kind === "outside" && file.flow !== undefined) return;
      const program = programs.of(file);
      const known = escaped.get(program) ?? new Map<string, ResolvedModule>();
      escaped.set(program, known);
      const key = module.kind === "outside" ? `outside\0${module.name}` : module.paths.join("\0");
      if (known.has(key)) return;
      known.set(key, module);
      answers.clear();
    },
  };
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
