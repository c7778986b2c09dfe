import type { TypeName } from "../../engine/index/index.ts";
import { codeOf, firstNamed, KIND, nextNamed, type PythonTree, textAt } from "./grammar.ts";
import { memberName, pathOf, type Walk } from "./walk.ts";

/** Annotations nest a few levels deep; what lies deeper is left out of the arguments. */
const maxTypeDepth = 8;

/** What says something about a type around and is no type of its own. */
const transparent = new Set([
  "Optional",
  "Annotated",
  "Final",
  "ClassVar",
  "Required",
  "NotRequired",
  "ReadOnly",
  "InitVar",
]);

/**
 * The type that an annotation names. `Optional[X]`, `X | None` and `Annotated[X, …]` are X; a union of several
 * is `Union` with their list. `Self` is the class around.
 */
export function typeNameOf(walk: Walk, annotation: number, self?: TypeName): TypeName | undefined {
  return simplify(readType(walk.tree, annotation, 0), self, 0);
}

function readType(tree: PythonTree, node: number, depth: number): TypeName | undefined {
  if (node < 0 || depth > maxTypeDepth) return undefined;
  switch (codeOf(tree, node)) {
    case KIND.type:
    case KIND.parenthesized_expression:
    case KIND.as_pattern_target:
      return readType(tree, firstNamed(tree, node), depth + 1);
    case KIND.identifier:
      return { name: textAt(tree, node), through: [], typeArguments: [] };
    case KIND.none:
      return { name: "None", through: [], typeArguments: [] };
    case KIND.attribute: {
      const through = pathOf(tree, node + 1);
      return { name: textAt(tree, memberName(tree, node)), through, typeArguments: [] };
    }
    case KIND.member_type: {
      const owner = readType(tree, firstNamed(tree, node), depth + 1);
      if (owner === undefined) return undefined;
      const name = textAt(tree, memberName(tree, node));
      return { name, through: [...owner.through, owner.name], typeArguments: [] };
    }
    case KIND.generic_type:
    case KIND.subscript: {
      const head = firstNamed(tree, node);
      const type = readType(tree, head, depth + 1);
      if (type === undefined) return undefined;
      return { ...type, typeArguments: readArguments(tree, nextNamed(tree, head), depth + 1) };
    }
    case KIND.union_type:
      return union(readArguments(tree, firstNamed(tree, node), depth + 1));
    case KIND.binary_operator: {
      const left = firstNamed(tree, node);
      const isUnion = left >= 0 && textAt(tree, tree.next[left] as number) === "|";
      return isUnion ? union(readArguments(tree, left, depth + 1)) : undefined;
    }
    case KIND.string: {
      const content = contentOf(tree, node);
      return content < 0 ? undefined : parseType(textAt(tree, content));
    }
    default:
      return undefined;
  }
}

/** The types in a node and the siblings after it. */
function readArguments(tree: PythonTree, first: number, depth: number): TypeName[] {
  const found: TypeName[] = [];
  for (let node = first; node >= 0; node = nextNamed(tree, node)) {
    if (codeOf(tree, node) === KIND.type_parameter) {
      found.push(...readArguments(tree, firstNamed(tree, node), depth));
      continue;
    }
    const type = readType(tree, node, depth);
    // A position without a name stays a position: `Callable[[int], str]`.
    found.push(type ?? { name: "", through: [], typeArguments: [] });
  }
  return found;
}

function union(members: readonly TypeName[]): TypeName {
  const flat = members.flatMap((member) => (isUnion(member) ? member.typeArguments : [member]));
  return { name: "Union", through: [], typeArguments: flat };
}

function isUnion(type: TypeName): boolean {
  return type.name === "Union" && type.typeArguments.length > 0;
}

function simplify(
  type: TypeName | undefined,
  self: TypeName | undefined,
  depth: number,
): TypeName | undefined {
  if (type === undefined || type.name === "" || depth > maxTypeDepth) return undefined;
  if (type.name === "Self" && type.typeArguments.length === 0) return self ?? type;
  if (transparent.has(type.name)) return simplify(type.typeArguments[0], self, depth + 1);
  if (isUnion(type)) {
    const some = type.typeArguments.filter((member) => member.name !== "None");
    if (some.length === 1) return simplify(some[0], self, depth + 1);
    return { ...type, typeArguments: some };
  }
  return type;
}

/** The one piece of text of a string without insertions and escapes; -1 when it is made of several. */
export function contentOf(tree: PythonTree, string: number): number {
  const content = nextNamed(tree, firstNamed(tree, string));
  if (codeOf(tree, content) !== KIND.string_content) return -1;
  const isWhole = codeOf(tree, nextNamed(tree, content)) === 0 && !textAt(tree, content).includes("\\");
  return isWhole ? content : -1;
}

const typeText = /^[\w\s.,|[\]]+$/u;
const dottedName = /[^\W\d]\w*(?:\s*\.\s*[^\W\d]\w*)*/gu;

/** The names in a type that is written as a string, each as its path, with the offset in the text. */
export function namesInTypeText(text: string): { readonly path: string[]; readonly offsets: number[] }[] {
  if (!typeText.test(text)) return [];
  return [...text.matchAll(dottedName)].map((match) => {
    const path: string[] = [];
    const offsets: number[] = [];
    for (const part of match[0].matchAll(/\w+/gu)) {
      path.push(part[0]);
      offsets.push(match.index + part.index);
    }
    return { path, offsets };
  });
}

/** Reads names, dots, brackets, commas and "|"; anything else gives undefined. */
function parseType(text: string): TypeName | undefined {
  if (!typeText.test(text)) return undefined;
  const tokens = text.match(/\w+(?:\s*\.\s*\w+)*|[[\],|]/gu) ?? [];
  const open: { type: TypeName | undefined; members: TypeName[]; done: TypeName[] }[] = [];
  let type: TypeName | undefined;
  let members: TypeName[] = [];
  let done: TypeName[] = [];
  const closeMember = () => {
    if (type !== undefined) members.push(type);
    type = undefined;
  };
  const closeArgument = () => {
    closeMember();
    done.push(members.length === 1 ? (members[0] as TypeName) : union(members));
    members = [];
  };
  for (const token of tokens) {
    if (token === "|") closeMember();
    else if (token === ",") closeArgument();
    else if (token === "[") {
      if (open.length > maxTypeDepth) return undefined;
      open.push({ type, members, done });
      type = undefined;
      members = [];
      done = [];
    } else if (token === "]") {
      closeArgument();
      const outer = open.pop();
      if (outer === undefined) return undefined;
      const typeArguments = done;
      type = { ...(outer.type ?? { name: "", through: [] }), typeArguments };
      members = outer.members;
      done = outer.done;
    } else {
      const path = token.split(".").map((part) => part.trim());
      type = { name: path.at(-1) as string, through: path.slice(0, -1), typeArguments: [] };
    }
  }
  closeArgument();
  return open.length === 0 && done.length === 1 ? done[0] : undefined;
}
