import { childIn, childrenOf, firstPart, hasToken, kindAt, textAt } from "../coded-tree.ts";
import { Field, type JavaWalk, Kind } from "./syntax.ts";

const serializationTypes = /^java\.io(\.Object(InputStream|Input))?$/;
const reflectionPackages = /^(java\.lang\.(reflect|invoke)|java\.beans|javax\.script)(\.|$)/;

export function readPackage(walk: JavaWalk, row: number): void {
  const name = childrenOf(walk, row).at(-1) ?? -1;
  walk.builder.setPackage(withoutBlanks(textAt(walk, name)));
}

/**
 * `import a.B.C` brings `C` of `a.B`, which may be a package or a class. With `static` the names of methods and
 * fields come too; without it only those of types.
 */
export function readImport(walk: JavaWalk, row: number): void {
  const { builder } = walk;
  const path = firstPart(walk, row);
  const written = withoutBlanks(textAt(walk, path));
  if (reflectionPackages.test(written)) walk.importsReflection = true;
  if (serializationTypes.test(written)) walk.importsSerialization = true;
  const isWildcard = childrenOf(walk, row).some((child) => kindAt(walk, child) === Kind.asterisk);
  if (isWildcard) {
    builder.addImport({ node: row, nameNode: path, specifier: written, kind: "wildcard", local: "" });
    return;
  }
  const nameNode = kindAt(walk, path) === Kind.scoped_identifier ? childIn(walk, path, Field.name) : path;
  const name = textAt(walk, nameNode);
  const specifier = written.slice(0, Math.max(0, written.length - name.length - 1));
  builder.addImport({
    node: row,
    nameNode,
    specifier,
    kind: "named",
    local: name,
    imported: name,
    ...(hasToken(walk, row, "static") ? {} : { space: "type" as const }),
  });
}

function withoutBlanks(path: string): string {
  return /\s|\/\*/.test(path) ? path.replace(/\/\*.*?\*\/|\/\/.*|\s/gs, "") : path;
}
