import { childIn, firstPart, kindAt, textAt } from "../coded-tree.ts";
import { Field, type JavaWalk, Kind } from "./syntax.ts";

/** Methods that find code by a name, when they are given one. */
const lookups = new Set([
  "getConstructor",
  "getDeclaredConstructor",
  "getDeclaredField",
  "getDeclaredMethod",
  "getField",
  "getMethod",
  "loadClass",
]);
/** Methods that run what was found. They count after such a look-up, or where reflection is imported. */
const runs = new Set(["invoke", "invokeExact", "newInstance", "findVirtual", "findStatic", "findSpecial"]);

/** Notes calls whose target is decided at run time. The called name stands at `row`. */
export function noteReflection(
  walk: JavaWalk,
  row: number,
  call: number,
  through: readonly string[],
  argumentCount: number,
): void {
  const { builder } = walk;
  const name = textAt(walk, row);
  const path = through.at(-1);
  if (name === "forName" && path === "Class") {
    builder.flag(row, "reflection", "Class.forName", literalArgument(walk, call));
  } else if (name === "load" && path === "ServiceLoader") {
    builder.flag(row, "reflection", "ServiceLoader.load");
  } else if (name === "newProxyInstance" && path === "Proxy") {
    builder.flag(row, "code-generation", "Proxy.newProxyInstance");
  } else if ((name === "loadLibrary" || name === "load") && path === "System") {
    builder.flag(row, "native", `System.${name}`);
  } else if (lookups.has(name) && (argumentCount > 0 || name.endsWith("Constructor"))) {
    builder.flag(row, "reflection", name, literalArgument(walk, call));
  } else if (runs.has(name) && (walk.importsReflection || through.some((part) => lookups.has(part)))) {
    builder.flag(row, "reflection", name);
  } else if (name === "eval" && walk.importsReflection) builder.flag(row, "eval", "eval");
}

/** The first argument when it is a plain string. */
function literalArgument(walk: JavaWalk, call: number): string | undefined {
  const argument = firstPart(walk, childIn(walk, call, Field.arguments));
  return kindAt(walk, argument) === Kind.string_literal ? textAt(walk, argument).slice(1, -1) : undefined;
}
