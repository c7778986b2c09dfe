import { childInField, kindOf, namedChildren, type SyntaxTree, textOf } from "../../engine/index/index.ts";
import { partsOf, SELF_MODULE } from "./paths.ts";
import { attributesBefore, isForCrate, isPublic, levelHere, type Reading } from "./reading.ts";

/** `use …;`: one import for each name that it binds. Privately used names are seen by child modules too. */
export function readUse(reading: Reading, declaration: number): void {
  const { tree } = reading;
  // The next one is the last: lists of many thousands are read in one pass.
  const work: { node: number; prefix: readonly string[] }[] = [
    { node: childInField(tree, declaration, "argument"), prefix: [] },
  ];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { node, prefix } = next;
    switch (kindOf(tree, node)) {
      case "use_list":
        for (const child of namedChildren(tree, node).reverse()) work.push({ node: child, prefix });
        break;
      case "scoped_use_list": {
        const path = childInField(tree, node, "path");
        const list = childInField(tree, node, "list");
        work.push({ node: list, prefix: [...prefix, ...plainParts(reading, path, prefix)] });
        break;
      }
      case "use_wildcard": {
        const path = namedChildren(tree, node)[0] ?? -1;
        addUse(reading, declaration, node, [...prefix, ...plainParts(reading, path, prefix)], "*", "");
        break;
      }
      case "use_as_clause": {
        const path = [...prefix, ...plainParts(reading, childInField(tree, node, "path"), prefix)];
        const alias = childInField(tree, node, "alias");
        addUse(reading, declaration, alias < 0 ? node : alias, path, "", textOf(tree, alias));
        break;
      }
      case "identifier":
      case "scoped_identifier":
      case "self":
      case "crate":
      case "super": {
        const nameRow = kindOf(tree, node) === "scoped_identifier" ? childInField(tree, node, "name") : node;
        const path = [...prefix, ...plainParts(reading, node, prefix)];
        addUse(reading, declaration, nameRow, path, "", "");
        break;
      }
    }
  }
}

function isForAll(tree: SyntaxTree, item: number): boolean {
  return isPublic(tree, item) && !isForCrate(tree, item);
}

/** The parts of a path in a `use`, where `self` at the head is the module and `self` in a list the prefix itself. */
function plainParts(reading: Reading, node: number, prefix: readonly string[]): readonly string[] {
  if (node < 0) return [];
  if (kindOf(reading.tree, node) === "self") return prefix.length > 0 ? [] : inFile(reading, [SELF_MODULE]);
  const parts = prefix.length > 0 ? rawParts(reading.tree, node) : partsOf(reading, node);
  return parts.map((part) => (part === SELF_MODULE ? "self" : part));
}

function inFile(reading: Reading, parts: readonly string[]): readonly string[] {
  return [...parts.map((part) => (part === SELF_MODULE ? "self" : part)), ...reading.inlineModules];
}

function rawParts(tree: SyntaxTree, node: number): string[] {
  return textOf(tree, node)
    .split("::")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function addUse(
  reading: Reading,
  declaration: number,
  nameNode: number,
  path: readonly string[],
  wildcard: "*" | "",
  alias: string,
): void {
  const isAtModuleLevel = levelHere(reading) === "module";
  const last = path.at(-1);
  if (last === undefined) return;
  const isInternal = isAtModuleLevel && !isForAll(reading.tree, declaration);
  const shared = { node: declaration, nameNode, isReexport: isAtModuleLevel, isInternal };
  if (wildcard === "*") {
    reading.builder.addImport({ ...shared, specifier: path.join("::"), kind: "wildcard", local: "" });
    return;
  }
  const local = alias === "_" ? "" : alias === "" ? last : alias;
  if (path.length === 1) {
    reading.builder.addImport({ ...shared, specifier: last, kind: "namespace", local });
    return;
  }
  const specifier = path.slice(0, -1).join("::");
  reading.builder.addImport({ ...shared, specifier, kind: "named", local, imported: last });
}

/** `mod name;`: the module of a file of its own. `#[path = "…"]` says which. */
export function readFileModule(reading: Reading, item: number): void {
  const { tree, builder, inlineModules } = reading;
  const nameNode = childInField(tree, item, "name");
  const name = textOf(tree, nameNode);
  const path = pathAttribute(tree, item);
  builder.addImport({
    node: item,
    nameNode,
    specifier: path === undefined ? ["self", ...inlineModules, name].join("::") : `path:${path}`,
    kind: "namespace",
    local: name,
    isReexport: true,
    isInternal: !isForAll(tree, item),
  });
}

function pathAttribute(tree: SyntaxTree, item: number): string | undefined {
  for (const attribute of attributesBefore(tree, item)) {
    const written = /^#\[\s*path\s*=\s*"([^"]*)"\s*\]$/.exec(textOf(tree, attribute));
    if (written !== null) return written[1];
  }
  return undefined;
}

export function readExternCrate(reading: Reading, item: number): void {
  const { tree, builder } = reading;
  const nameNode = childInField(tree, item, "name");
  const alias = childInField(tree, item, "alias");
  builder.addImport({
    node: item,
    nameNode: alias < 0 ? nameNode : alias,
    specifier: textOf(tree, nameNode),
    kind: "namespace",
    local: textOf(tree, alias < 0 ? nameNode : alias),
    isReexport: true,
    isInternal: !isForAll(tree, item),
  });
}
