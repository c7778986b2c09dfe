import { childIn, firstPart, kindAt, textAt } from "../coded-tree.ts";
import { Field, type JavaWalk, Kind, valueSpace } from "./syntax.ts";

/** Methods that find code by a name, when they are given one. */
const lookups = new Set([
  "getConstructor",
  "getDeclaredConstructor",
  "getDeclaredField",
  "getDeclaredMethod",
  "getField",
  "getMethod",
]);
/** Methods that give all code of a class, for who picks some of it by what it is. */
const listings = new Set(
  `getMethods getDeclaredMethods getConstructors getDeclaredConstructors getReadMethod getWriteMethod
   getRecordComponents getAccessor`.split(/\s+/u),
);
/** Methods that run what was found. They count after such a look-up, or where reflection is imported. */
const runs = new Set(
  `invoke invokeExact invokeWithArguments newInstance findVirtual findStatic findSpecial findConstructor unreflect
   unreflectConstructor unreflectSpecial bindTo`.split(/\s+/u),
);
/** Methods that make a class, or a value of one, out of bytes. */
const fromBytes = new Set(["defineClass", "defineHiddenClass", "defineAnonymousClass", "allocateInstance"]);

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
    builder.flag(row, "reflection", "Class.forName", simpleName(literalArgument(walk, call)));
  } else if (name === "load" && path === "ServiceLoader") {
    builder.flag(row, "reflection", "ServiceLoader.load");
  } else if (name === "newProxyInstance" && path === "Proxy") {
    builder.flag(row, "code-generation", "Proxy.newProxyInstance");
  } else if ((name === "loadLibrary" || name === "load") && path === "System") {
    builder.flag(row, "native", `System.${name}`);
  } else if (name === "loadClass" && argumentCount > 0) {
    builder.flag(row, "reflection", name, simpleName(literalArgument(walk, call)));
  } else if (fromBytes.has(name) && argumentCount > 0) {
    builder.flag(row, "code-generation", name);
  } else if (
    (name === "readObject" || name === "readUnshared") &&
    argumentCount === 0 &&
    walk.importsSerialization
  ) {
    builder.flag(row, "reflection", name);
  } else if (name === "newInstance" && isClassObject(walk, row, through)) {
    builder.flag(row, "reflection", name);
  } else if (lookups.has(name) && (argumentCount > 0 || name.endsWith("Constructor"))) {
    builder.flag(row, "reflection", name, literalArgument(walk, call));
  } else if (listings.has(name) && argumentCount === 0) {
    builder.flag(row, "reflection", name);
  } else if (runs.has(name) && (walk.importsReflection || through.some((part) => lookups.has(part)))) {
    builder.flag(row, "reflection", name);
  } else if (name === "eval" && walk.importsReflection) builder.flag(row, "eval", "eval");
}

/** `A.class`, or a variable that is declared to hold a class. */
function isClassObject(walk: JavaWalk, row: number, through: readonly string[]): boolean {
  if (through.at(-1) === "?") return true;
  const [name] = through;
  if (name === undefined || through.length > 1) return false;
  const { declaration } = walk.builder.lookup(name, row, valueSpace);
  return walk.objectTypes.get(declaration)?.name === "Class";
}

/** The class is declared by its last name. */
function simpleName(name: string | undefined): string | undefined {
  return name?.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf("$")) + 1);
}

/** The first argument when it is a plain string. */
function literalArgument(walk: JavaWalk, call: number): string | undefined {
  const argument = firstPart(walk, childIn(walk, call, Field.arguments));
  return kindAt(walk, argument) === Kind.string_literal ? textAt(walk, argument).slice(1, -1) : undefined;
}
