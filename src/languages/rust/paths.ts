import {
  childInField,
  firstChild,
  kindOf,
  namedChildren,
  type SyntaxTree,
  type TypeName,
  textOf,
} from "../../engine/index/index.ts";
import { type Reading, selfTypeOf } from "./reading.ts";

/** The module that a path's `self` means. A value called `self` stands as "self". */
export const SELF_MODULE = "self::";

/**
 * The parts of a path or of a chain of values, as a reference's `through` has them. Seen from the file: what
 * `self` and `super` mean in an inline module is worked in, and `Self` is the type that it stands for.
 */
export function partsOf(reading: Reading, node: number): readonly string[] {
  const parts: string[] = [];
  collect(reading, node, parts);
  return seenFromFile(reading, parts);
}

function collect(reading: Reading, start: number, parts: string[]): void {
  const { tree } = reading;
  const reversed: string[] = [];
  for (let node = start; node >= 0; ) {
    switch (kindOf(tree, node)) {
      case "scoped_identifier":
      case "scoped_type_identifier": {
        reversed.push(textOf(tree, childInField(tree, node, "name")));
        const path = childInField(tree, node, "path");
        // A path that starts with "::" names a crate.
        node = path;
        break;
      }
      case "field_expression": {
        reversed.push(textOf(tree, childInField(tree, node, "field")));
        node = childInField(tree, node, "value");
        break;
      }
      case "generic_type":
        node = childInField(tree, node, "type");
        break;
      case "generic_function":
        node = childInField(tree, node, "function");
        break;
      case "bracketed_type": {
        // `<T as Trait>::m` is asked of the trait; `<T>::m` of the type.
        const inner = firstNamed(tree, node);
        node = kindOf(tree, inner) === "qualified_type" ? childInField(tree, inner, "alias") : inner;
        break;
      }
      case "try_expression":
        reversed.push("!");
        node = lastNamed(tree, node, true);
        break;
      case "reference_type":
      case "await_expression":
      case "parenthesized_expression":
      case "reference_expression":
      case "unary_expression":
        node = lastNamed(tree, node, kindOf(tree, node) === "await_expression");
        break;
      case "call_expression":
        reversed.push("()");
        node = childInField(tree, node, "function");
        break;
      case "macro_invocation":
        reversed.push("()");
        node = childInField(tree, node, "macro");
        break;
      case "index_expression":
        reversed.push("[]");
        node = firstNamed(tree, node);
        break;
      case "struct_expression":
        reversed.push("()");
        node = childInField(tree, node, "name");
        break;
      case "self":
        reversed.push(isPathHead(tree, node) ? SELF_MODULE : "self");
        node = -1;
        break;
      case "identifier":
      case "type_identifier":
      case "primitive_type":
      case "super":
      case "crate":
        reversed.push(textOf(tree, node));
        node = -1;
        break;
      default:
        reversed.push("?");
        node = -1;
    }
  }
  parts.push(...reversed.reverse());
}

function isPathHead(tree: SyntaxTree, node: number): boolean {
  const parent = kindOf(tree, tree.parent[node] as number);
  return parent === "scoped_identifier" || parent === "scoped_type_identifier";
}

function firstNamed(tree: SyntaxTree, node: number): number {
  return namedChildren(tree, node)[0] ?? -1;
}

function lastNamed(tree: SyntaxTree, node: number, first: boolean): number {
  const children = namedChildren(tree, node);
  return (first ? children[0] : children.at(-1)) ?? -1;
}

/** Rewrites a path that starts in an inline module so that it holds seen from the top of the file. */
export function seenFromFile(reading: Reading, parts: readonly string[]): readonly string[] {
  const head = parts[0];
  if (head === "Self") return [...(selfTypeOf(reading) ?? ["Self"]), ...parts.slice(1)];
  const around = reading.inlineModules;
  if (around.length === 0) return parts;
  if (head === SELF_MODULE) return [SELF_MODULE, ...around, ...parts.slice(1)];
  if (head !== "super") return parts;
  let up = 0;
  while (parts[up] === "super") up++;
  const rest = parts.slice(up);
  if (up <= around.length) return [SELF_MODULE, ...around.slice(0, around.length - up), ...rest];
  return [...parts.slice(0, up - around.length), ...rest];
}

/** Types whose values are used as if they were what they hold. */
const ownedWrappers: ReadonlySet<string> = new Set(
  `Box Rc Arc Pin Cow Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard LazyLock LazyCell Lazy ManuallyDrop
   CachePadded`.split(/\s+/u),
);

/** Stands in a list of types for one without a name, so that the others keep their positions. */
const unnamed: TypeName = { name: "", through: [], typeArguments: [] };

/** The name of a type without references, pointers and the wrappers that only own it; undefined where it has none. */
export function typeNameOf(reading: Reading, start: number): TypeName | undefined {
  const { tree } = reading;
  for (let node = start; node >= 0; ) {
    switch (kindOf(tree, node)) {
      case "reference_type":
      case "pointer_type":
        node = lastNamed(tree, node, false);
        break;
      case "dynamic_type":
      case "abstract_type":
        node = childInField(tree, node, "trait");
        break;
      case "generic_type": {
        const base = childInField(tree, node, "type");
        const given = namedChildren(tree, childInField(tree, node, "type_arguments"));
        const typeArguments = given
          .filter((child) => kindOf(tree, child) !== "lifetime")
          .map((child) => typeNameOf(reading, child) ?? unnamed);
        const parts = partsOf(reading, base);
        const name = parts.at(-1) as string;
        const held = typeArguments.at(name.startsWith("Lazy") ? 0 : -1);
        if (ownedWrappers.has(name) && held !== undefined) return held.name === "" ? undefined : held;
        return { name, through: parts.slice(0, -1), typeArguments };
      }
      case "type_binding":
        node = childInField(tree, node, "type");
        break;
      case "bounded_type":
        node = firstNamed(tree, node);
        break;
      case "array_type": {
        const element = typeNameOf(reading, childInField(tree, node, "element"));
        return { name: "[]", through: [], typeArguments: [element ?? unnamed] };
      }
      case "tuple_type": {
        const parts = namedChildren(tree, node);
        if (parts.length === 1 && !textOf(tree, node).includes(",")) {
          node = parts[0] as number;
          break;
        }
        const typeArguments = parts.map((part) => typeNameOf(reading, part) ?? unnamed);
        return { name: "()", through: [], typeArguments };
      }
      case "type_identifier":
      case "scoped_type_identifier":
      case "primitive_type": {
        const parts = partsOf(reading, node);
        if (parts.length === 1 && isOtherParameter(reading, parts[0] as string)) return undefined;
        return { name: parts.at(-1) as string, through: parts.slice(0, -1), typeArguments: [] };
      }
      default:
        return undefined;
    }
  }
  return undefined;
}

function isOtherParameter({ frames }: Reading, name: string): boolean {
  return frames.some((frame) => frame.otherParameters?.has(name) === true);
}

/** The row of the last name of a callee or path: where its reference stands. */
export function nameRowOf(tree: SyntaxTree, start: number): number {
  for (let node = start; node >= 0; ) {
    switch (kindOf(tree, node)) {
      case "scoped_identifier":
      case "scoped_type_identifier":
        node = childInField(tree, node, "name");
        break;
      case "field_expression":
        node = childInField(tree, node, "field");
        break;
      case "generic_function":
        node = childInField(tree, node, "function");
        break;
      case "generic_type":
        node = childInField(tree, node, "type");
        break;
      case "call_expression":
        node = childInField(tree, node, "function");
        break;
      case "struct_expression":
        node = childInField(tree, node, "name");
        break;
      case "try_expression":
      case "await_expression":
      case "parenthesized_expression":
      case "reference_expression":
        node = lastNamed(tree, node, true);
        break;
      case "identifier":
      case "type_identifier":
      case "field_identifier":
        return node;
      default:
        return -1;
    }
  }
  return -1;
}

/** The number of arguments in an argument list. */
export function argumentCountOf(tree: SyntaxTree, call: number): number {
  const list = childInField(tree, call, "arguments");
  return list < 0 || firstChild(tree, list) < 0 ? 0 : namedChildren(tree, list).length;
}
