import type { Binder, ProjectView, Target } from "../graph/graph.ts";
import type { FileIndex, Reference } from "../index/index.ts";
import type { Followed } from "./analysis.ts";
import { symbolOf } from "./declared-lines.ts";
import type { EdgeList, UsedSymbol } from "./edge-list.ts";
import { isCalledKind } from "./symbol-kinds.ts";
import type { UnitsFound } from "./units.ts";

export interface DispatchInput extends Pick<UnitsFound, "addedBy"> {
  readonly followed: readonly Followed[];
  readonly project: ProjectView;
  readonly binder: Binder;
  /** In this language a type is of an interface by its methods alone. */
  readonly isStructural: (language: string) => boolean;
}

/** A changed method that a call of another one may run, and that other one. */
export interface Dispatched {
  readonly followed: Followed;
  readonly via: { readonly symbol: string; readonly kind: string };
}

/** Tells what a call of the method of a base or interface may run of what changed. */
export interface Dispatch {
  mayRun(file: FileIndex, reference: Reference, targets: readonly Target[]): Dispatched | undefined;
}

/**
 * Methods that override or implement one of a type above theirs: a call through that type may run them. Of
 * several changed ones under one method the first stands for all. Where both ends changed, an edge ties them.
 */
export function createDispatch(
  input: DispatchInput,
  changed: (path: string, declaration: number) => Followed | undefined,
  edges: EdgeList,
): Dispatch {
  const { binder, project, isStructural } = input;
  const { members, tablesOf } = binder.parts;
  const below = new Map<string, Followed>();
  const structural = new Map<string, Method[]>();
  const ofInterface = new Map<string, Followed | undefined>();
  for (const followed of input.followed) {
    const method = methodOf(followed);
    if (method === undefined) continue;
    const { type, declared } = method;
    for (const base of members.findInBases(type.file, type.declaration, followed.name)) {
      if (base.kind !== "declaration") continue;
      const key = `${base.file.path}\0${base.declaration}`;
      if (!below.has(key)) below.set(key, followed);
      const above = changedAt(base.file, base.declaration);
      if (above === undefined) continue;
      const isAbstract = base.file.declarations[base.declaration]?.isAbstract === true;
      edges.add(above, followed.unit, {
        line: declared.line + 1,
        role: isAbstract ? "implement" : "override",
        certainty: "bound",
        by: { symbol: followed.symbol, kind: followed.kind },
      });
    }
    if (!isStructural(type.file.language)) continue;
    const known = structural.get(followed.name);
    if (known === undefined) structural.set(followed.name, [method]);
    else known.push(method);
  }
  return {
    mayRun(user, reference, targets) {
      if (isOfOneType(user, reference)) return undefined;
      for (const target of targets) {
        if (target.kind !== "declaration") continue;
        const file = project.index(target.path);
        const one = file?.declarations[target.declaration];
        if (file === undefined || one === undefined) continue;
        const followed =
          below.get(`${target.path}\0${target.declaration}`) ?? structurallyBelow(file, target.declaration);
        const via = { symbol: symbolOf(file, target.declaration), kind: one.kind };
        if (followed !== undefined) return { followed, via };
      }
      return undefined;
    },
  };

  /** The unit that changes a method above; a signature of one line is no unit of its own. */
  function changedAt(file: FileIndex, declaration: number): UsedSymbol | undefined {
    const followed = changed(file.path, declaration);
    const one = file.declarations[declaration];
    if (followed !== undefined || one === undefined) return followed;
    const unit = input.addedBy.get(file.path)?.get(one.line + 1);
    const symbol = symbolOf(file, declaration);
    return unit === undefined ? undefined : { unit, symbol, kind: one.kind, isNew: false };
  }

  /** `super.m()` and `new Base().m()` run what they name. */
  function isOfOneType(file: FileIndex, reference: Reference): boolean {
    if (reference.through.length === 0) return false;
    const receivers = binder.parts.receiver(file, reference);
    return !receivers.some((place) => place.kind === "value" && place.isExact !== true);
  }

  function methodOf(followed: Followed): Method | undefined {
    const { file, declaration, isRemoved } = followed;
    const declared = file?.declarations[declaration];
    if (file === undefined || declared === undefined || isRemoved || declared.isStatic) return undefined;
    if (declared.level !== "member" || !isCalledKind(declared.kind)) return undefined;
    const type = members.around(file, declaration);
    return type === undefined ? undefined : { followed, declared, type };
  }

  function structurallyBelow(file: FileIndex, declaration: number): Followed | undefined {
    const key = `${file.path}\0${declaration}`;
    if (!ofInterface.has(key)) ofInterface.set(key, findStructurallyBelow(file, declaration));
    return ofInterface.get(key);
  }

  function findStructurallyBelow(file: FileIndex, declaration: number): Followed | undefined {
    const one = file.declarations[declaration];
    const candidates = structural.get(one?.name ?? "");
    if (
      one === undefined ||
      candidates === undefined ||
      file.declarations[one.parent]?.kind !== "interface"
    ) {
      return undefined;
    }
    if (!isStructural(file.language)) return undefined;
    const wanted = members
      .line(file, one.parent)
      .flatMap((type) => [...(tablesOf(type.file).children.get(type.declaration)?.keys() ?? [])]);
    return candidates.find(({ type }) => wanted.every((name) => hasMethod(type, name)))?.followed;
  }

  function hasMethod(type: Method["type"], name: string): boolean {
    return members.find(type.file, type.declaration, name).some((place) => {
      const kind =
        place.kind === "declaration" ? place.file.declarations[place.declaration]?.kind : undefined;
      return kind !== undefined && isCalledKind(kind);
    });
  }
}

interface Method {
  readonly followed: Followed;
  readonly declared: FileIndex["declarations"][number];
  readonly type: { readonly file: FileIndex; readonly declaration: number };
}
