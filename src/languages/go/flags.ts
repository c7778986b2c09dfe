import { NONE, type ReferenceRole } from "../../engine/index/index.ts";
import { childIn, firstPart, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { Field, type GoWalk, Kind } from "./syntax.ts";

/** Functions of `reflect` that make a value through which code can run that no name tells. */
const reflectFunctions = new Set(["ValueOf", "New", "NewAt", "MakeFunc", "Select", "Indirect"]);
/** Methods of its values that run or fetch code by name. They count in files that import `reflect`. */
const reflectMethods = new Set(["Call", "CallSlice", "MethodByName", "FieldByName", "Method"]);

/** Notes the use of `reflect`, `unsafe` and `plugin`. The selected name stands at `row`. */
export function noteReflection(
  walk: GoWalk,
  row: number,
  through: readonly string[],
  role: ReferenceRole,
): void {
  const { builder } = walk;
  const name = textAt(walk, row);
  const [head = ""] = through;
  const packagePath = through.length === 1 ? walk.watchedImports.get(head) : undefined;
  if (packagePath !== undefined && builder.lookup(head, row).import >= 0) {
    if (packagePath === "unsafe") builder.flag(row, "native", `unsafe.${name}`);
    else if (packagePath === "plugin" && name === "Open") {
      builder.flag(row, "computed-import", "plugin.Open", literalArgument(walk, row));
    } else if (packagePath === "reflect" && role === "call" && reflectFunctions.has(name)) {
      builder.flag(row, "reflection", `reflect.${name}`);
    }
    return;
  }
  if (role !== "call") return;
  for (const watched of walk.watchedImports.values()) {
    if (watched === "reflect" && reflectMethods.has(name)) builder.flag(row, "reflection", name);
    if (watched === "plugin" && name === "Lookup") {
      builder.flag(row, "computed-member", "Lookup", literalArgument(walk, row));
    }
  }
}

/** `//go:linkname local path.name` gives a body from another package. */
export function noteDirective(walk: GoWalk, comment: number): void {
  if (walk.tree.text.startsWith("//go:linkname ", walk.tree.start[comment])) {
    walk.builder.flag(comment, "native", "go:linkname");
  }
}

/** The text of the first argument of the call of the selected name, when it is a plain string. */
function literalArgument(walk: GoWalk, selected: number): string | undefined {
  const call = parentAt(walk, parentAt(walk, selected));
  if (kindAt(walk, call) !== Kind.call_expression) return undefined;
  const argument = firstPart(walk, childIn(walk, call, Field.arguments));
  const isString =
    kindAt(walk, argument) === Kind.interpreted_string_literal ||
    kindAt(walk, argument) === Kind.raw_string_literal;
  return argument !== NONE && isString ? textAt(walk, argument).slice(1, -1) : undefined;
}
