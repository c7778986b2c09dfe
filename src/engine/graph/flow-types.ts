import { CALLABLE_SIZE, type FileIndex, type TypeName } from "../index/index.ts";
import { namesOfType } from "./bind-place.ts";
import type { FlowSpace } from "./flow-space.ts";
import type { AbstractValue } from "./flow-values.ts";
import type { UseContext } from "./link-use-context.ts";

const NOT_ASKED = 0;
const TAKES_ALL = 1;
const TAKES_NO_FUNCTION = 2;
const TAKES_NOTHING = 3;

/**
 * Where a function is an object with one method, what is declared to be of a class of the project holds none, and what
 * is a plain value nothing that is followed. Gives whether a value can arrive at a node, by what is written there.
 */
export function createFlowTypes(
  context: UseContext,
  space: FlowSpace,
): (node: number, value: AbstractValue) => boolean {
  const known = new Uint8Array(space.size);
  return (node, { kind }) => {
    if (node >= space.size) return true;
    if (known[node] === NOT_ASKED) known[node] = taken(node);
    switch (known[node]) {
      case TAKES_NOTHING:
        return false;
      case TAKES_NO_FUNCTION:
        return kind !== "function" && kind !== "bound" && kind !== "outside";
      default:
        return true;
    }
  };

  function taken(node: number): number {
    const { kind, file: number, index } = space.read(node);
    const file = space.files[number] as FileIndex;
    const rules = context.rulesFor(file.language);
    if (rules.functionsHaveOneMethod !== true) return TAKES_ALL;
    const declaration = kind === "returned" ? (file.flow?.callables[index * CALLABLE_SIZE] ?? -1) : index;
    const one = kind === "declaration" || kind === "returned" ? file.declarations[declaration] : undefined;
    if (one === undefined) return TAKES_ALL;
    const type = kind === "declaration" ? one.type : one.results[0];
    const within = kind === "declaration" ? one.parent : declaration;
    return type === undefined ? TAKES_ALL : takenByType(file, type, within, rules.closedTypes);
  }

  function takenByType(
    file: FileIndex,
    type: TypeName,
    within: number,
    closed: ReadonlySet<string> | undefined,
  ): number {
    const isPlain = type.through.length === 0 && (/^[a-z]/u.test(type.name) || closed?.has(type.name));
    if (isPlain) return TAKES_NOTHING;
    const places = context.binder.typeNamed(file, namesOfType(type), within);
    const areClasses =
      places.length > 0 &&
      places.every((place) => {
        if (place.kind !== "declaration") return false;
        const kind = place.file.declarations[place.declaration]?.kind;
        return kind === "class" || kind === "enum";
      });
    return areClasses ? TAKES_NO_FUNCTION : TAKES_ALL;
  }
}
