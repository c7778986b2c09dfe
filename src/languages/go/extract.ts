import {
  createIndexBuilder,
  type FileIndex,
  type SourceFile,
  type SyntaxTree,
} from "../../engine/index/index.ts";
import { childrenOf, kindAt, parentAt, textAt } from "../coded-tree.ts";
import {
  noteModuleNames,
  openFunction,
  readField,
  readFunction,
  readInterfaceMethod,
  readMethod,
  readParameter,
  readType,
  readTypeParameter,
  readValueSpec,
} from "./declarations.ts";
import { noteDirective } from "./flags.ts";
import { noteCall, noteConversion, noteReturn, noteSend, valueReader } from "./flow.ts";
import { readImport } from "./imports.ts";
import { openLiteral } from "./literals.ts";
import { readIdentifier, readPackageName, readSelected, readTypeName } from "./references.ts";
import { readAssignment, readNewNames, readTypeSwitch } from "./statements.ts";
import { enter, type GoWalk, Kind, startWalk } from "./syntax.ts";

/** Reads one Go file. One walk over the rows; a row that needs nothing costs one look into a table. */
export function extract(file: SourceFile, tree: SyntaxTree): FileIndex {
  const builder = createIndexBuilder(
    file,
    tree,
    valueReader(() => walk),
  );
  const walk = startWalk(builder);
  noteModuleNames(walk);
  for (let row = 0; row < tree.size; ) {
    const kind = walk.kinds[tree.kind[row] as number] as number;
    if (kind === 0) row++;
    else {
      enter(walk, row);
      row = readRow(walk, row, kind);
    }
  }
  return builder.finish();
}

/** Reads one row; returns the next one to read. */
function readRow(walk: GoWalk, row: number, kind: number): number {
  switch (kind) {
    case Kind.identifier:
      readIdentifier(walk, row);
      break;
    case Kind.field_identifier:
      readSelected(walk, row);
      break;
    case Kind.type_identifier:
      readTypeName(walk, row);
      break;
    case Kind.package_identifier:
      readPackageName(walk, row);
      break;
    case Kind.package_clause:
      walk.builder.setPackage(textAt(walk, childrenOf(walk, row)[0] ?? -1));
      break;
    case Kind.import_spec:
      readImport(walk, row);
      return walk.tree.next[row] as number;
    case Kind.const_spec:
    case Kind.var_spec:
      readValueSpec(walk, row);
      break;
    case Kind.type_spec:
    case Kind.type_alias:
      readType(walk, row);
      break;
    case Kind.function_declaration:
      readFunction(walk, row);
      break;
    case Kind.method_declaration:
      readMethod(walk, row);
      break;
    case Kind.method_elem:
      readInterfaceMethod(walk, row);
      break;
    case Kind.func_literal:
      walk.builder.flow.callable(row, -1);
      openFunction(walk, row);
      break;
    case Kind.call_expression:
      noteCall(walk, row);
      break;
    case Kind.type_conversion_expression:
      noteConversion(walk, row);
      break;
    case Kind.return_statement:
      noteReturn(walk, row);
      break;
    case Kind.send_statement:
      noteSend(walk, row);
      break;
    case Kind.field_declaration:
      readField(walk, row);
      break;
    case Kind.parameter_declaration:
    case Kind.variadic_parameter_declaration:
      readParameter(walk, row);
      break;
    case Kind.type_parameter_declaration:
      readTypeParameter(walk, row);
      break;
    case Kind.block:
      if (!isFunctionBody(walk, row)) walk.builder.openScope("block", row);
      break;
    case Kind.if_statement:
    case Kind.for_statement:
    case Kind.expression_switch_statement:
    case Kind.expression_case:
    case Kind.default_case:
    case Kind.type_case:
    case Kind.communication_case:
      walk.builder.openScope("block", row);
      break;
    case Kind.type_switch_statement:
      walk.builder.openScope("block", row);
      readTypeSwitch(walk, row);
      break;
    case Kind.short_var_declaration:
    case Kind.range_clause:
    case Kind.receive_statement:
      return readNewNames(walk, row);
    case Kind.assignment_statement:
      readAssignment(walk, row);
      break;
    case Kind.literal_value:
      openLiteral(walk, row);
      break;
    case Kind.raw_string_literal:
      walk.builder.string(row);
      break;
    case Kind.comment:
      noteDirective(walk, row);
      break;
  }
  return row + 1;
}

/** A function's body shares the scope of its parameters. */
function isFunctionBody(walk: GoWalk, block: number): boolean {
  switch (kindAt(walk, parentAt(walk, block))) {
    case Kind.function_declaration:
    case Kind.method_declaration:
    case Kind.func_literal:
      return true;
    default:
      return false;
  }
}
