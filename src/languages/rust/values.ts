import { childInField, kindOf, type NewAssignment, NONE } from "../../engine/index/index.ts";
import { nameRowOf } from "./paths.ts";
import type { Reading } from "./reading.ts";

/** Notes that `target` gets the value. Where the value is a name or a call, the note waits for its reference. */
export function awaitValue(
  reading: Reading,
  value: number,
  target: readonly string[],
  declaration: number,
): void {
  const { tree, builder } = reading;
  if (value === NONE) return;
  switch (kindOf(tree, value)) {
    case "call_expression":
    case "struct_expression":
    case "try_expression":
    case "await_expression":
      wait(reading, nameRowOf(tree, value), { node: value, target, declaration, value: "call" });
      break;
    case "reference_expression":
      awaitValue(reading, childInField(tree, value, "value"), target, declaration);
      break;
    case "identifier":
    case "scoped_identifier":
    case "field_expression":
    case "generic_function":
      wait(reading, nameRowOf(tree, value), { node: value, target, declaration, value: "name" });
      break;
    case "closure_expression":
      builder.assign({ node: value, target, declaration, value: "function" });
      break;
    case "array_expression":
    case "tuple_expression":
      builder.assign({ node: value, target, declaration, value: "list" });
      break;
    default:
      builder.assign({ node: value, target, declaration, value: "other" });
  }
}

function wait(reading: Reading, row: number, entry: NewAssignment): void {
  if (row === NONE) reading.builder.assign({ ...entry, value: "other" });
  else reading.builder.assign({ ...entry, referenceNode: row });
}
