import {
  createIndexBuilder,
  type FileIndex,
  type SourceFile,
  type SyntaxTree,
} from "../../engine/index/index.ts";
import { childIn, kindAt, parentAt } from "../coded-tree.ts";
import {
  readBody,
  readCatch,
  readClass,
  readEnumConstant,
  readFields,
  readInferredParameters,
  readLocals,
  readLoopOrResource,
  readMethod,
  readParameter,
  readTypeParameter,
} from "./declarations.ts";
import { noteCreation, noteLambda, noteReturn, noteSelf } from "./flow.ts";
import { valueReader } from "./flow-values.ts";
import { readImport, readPackage } from "./imports.ts";
import { noteClassLiteral, noteNamedMethod, noteTypeToken } from "./named-classes.ts";
import { readInstanceof, readPatternVariable } from "./patterns.ts";
import { readConstructorCall, readIdentifier, readTypeName } from "./references.ts";
import { readAssignment } from "./statements.ts";
import { enter, Field, type JavaWalk, Kind, startWalk } from "./syntax.ts";

/** Reads one Java file. One walk over the rows; a row that needs nothing costs one look into a table. */
export function extract(file: SourceFile, tree: SyntaxTree): FileIndex {
  const walk: JavaWalk = startWalk(
    createIndexBuilder(
      file,
      tree,
      valueReader(() => walk),
    ),
  );
  for (let row = 0; row < tree.size; ) {
    const kind = walk.kinds[tree.kind[row] as number] as number;
    if (kind === 0) row++;
    else {
      enter(walk, row);
      row = readRow(walk, row, kind);
    }
  }
  return walk.builder.finish();
}

/** Reads one row; returns the next one to read. */
function readRow(walk: JavaWalk, row: number, kind: number): number {
  const { builder, tree } = walk;
  switch (kind) {
    case Kind.identifier:
      readIdentifier(walk, row);
      break;
    case Kind.type_identifier:
      readTypeName(walk, row);
      break;
    case Kind.package_declaration:
      readPackage(walk, row);
      return tree.next[row] as number;
    case Kind.import_declaration:
      readImport(walk, row);
      return tree.next[row] as number;
    case Kind.module_declaration:
      return tree.next[row] as number;
    case Kind.class_declaration:
    case Kind.interface_declaration:
    case Kind.enum_declaration:
    case Kind.record_declaration:
    case Kind.annotation_type_declaration:
      readClass(walk, row, kind);
      break;
    case Kind.class_body:
    case Kind.interface_body:
    case Kind.enum_body:
    case Kind.annotation_type_body:
      readBody(walk, row);
      break;
    case Kind.superclass:
    case Kind.super_interfaces:
    case Kind.extends_interfaces:
      builder.leaveDeclaration(row); // What a class extends is not looked for among its members.
      break;
    case Kind.enum_constant:
      readEnumConstant(walk, row);
      break;
    case Kind.method_declaration:
    case Kind.constructor_declaration:
    case Kind.compact_constructor_declaration:
    case Kind.annotation_type_element_declaration:
      readMethod(walk, row, kind);
      break;
    case Kind.field_declaration:
    case Kind.constant_declaration:
      readFields(walk, row);
      break;
    case Kind.local_variable_declaration:
      readLocals(walk, row);
      break;
    case Kind.formal_parameter:
    case Kind.spread_parameter:
      readParameter(walk, row);
      break;
    case Kind.lambda_expression:
      builder.openScope("function", row);
      noteLambda(walk, row);
      readInferredParameters(walk, row);
      break;
    case Kind.type_parameter:
      readTypeParameter(walk, row);
      break;
    case Kind.try_with_resources_statement: {
      const body = childIn(walk, row, Field.body);
      if (body >= 0) builder.openScope("block", body); // It begins here, with what comes before the body.
      break;
    }
    case Kind.enhanced_for_statement:
      builder.openScope("block", row);
      readLoopOrResource(walk, row);
      break;
    case Kind.resource:
      readLoopOrResource(walk, row);
      break;
    case Kind.block:
      if (!isBodyOfFunction(walk, row)) builder.openScope("block", row);
      break;
    case Kind.for_statement:
    case Kind.switch_block:
    case Kind.switch_rule:
    case Kind.catch_clause:
      builder.openScope("block", row);
      break;
    case Kind.catch_formal_parameter:
      readCatch(walk, row);
      break;
    case Kind.instanceof_expression:
      readInstanceof(walk, row);
      break;
    case Kind.type_pattern:
    case Kind.record_pattern_component:
      readPatternVariable(walk, row);
      break;
    case Kind.this:
    case Kind.super:
      if (!readConstructorCall(walk, row)) noteSelf(walk, row);
      break;
    case Kind.object_creation_expression:
      noteCreation(walk, row);
      noteTypeToken(walk, row);
      break;
    case Kind.class_literal:
      noteClassLiteral(walk, row);
      break;
    case Kind.return_statement:
      noteReturn(walk, row);
      break;
    case Kind.assignment_expression:
      readAssignment(walk, row);
      break;
    case Kind.string_literal:
      if (tree.text.startsWith('"""', tree.start[row])) builder.string(row);
      noteNamedMethod(walk, row);
      break;
  }
  return row + 1;
}

/** The body shares the scope of the parameters. */
function isBodyOfFunction(walk: JavaWalk, block: number): boolean {
  switch (kindAt(walk, parentAt(walk, block))) {
    case Kind.method_declaration:
    case Kind.compact_constructor_declaration:
    case Kind.lambda_expression:
      return true;
    default:
      return false;
  }
}
