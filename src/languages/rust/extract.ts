import {
  childInField,
  createIndexBuilder,
  type FileIndex,
  kindOf,
  NONE,
  namedChildren,
  type SourceFile,
  type SyntaxTree,
} from "../../engine/index/index.ts";
import { codesOf } from "../kind-codes.ts";
import { noteAssignment, noteCall, noteClosure, noteField, noteParameter, valueReader } from "./flow.ts";
import { openImpl, readItem, readNumberedFields } from "./items.ts";
import { readAttribute, readTokens } from "./macros.ts";
import type { Reading } from "./reading.ts";
import { readName } from "./references.ts";
import { readExternCrate, readFileModule, readUse } from "./uses.ts";

/** Reads one Rust file. One walk over the rows, in order; nothing recurses. */
export function extract(file: SourceFile, tree: SyntaxTree): FileIndex {
  const builder = createIndexBuilder(
    file,
    tree,
    valueReader(() => reading),
  );
  const reading: Reading = {
    file,
    tree,
    builder,
    frames: [],
    inlineModules: [],
    implBlocks: new Map(),
    typeRows: new Map(),
    selves: new Map(),
    callValues: new Map(),
    tokenCallees: new Map(),
    attributes: { first: NONE, next: NONE },
  };
  const isRead = codesOf(tree.kindNames, readKinds);
  for (let node = 0; node < tree.size; ) {
    if (isRead[tree.kind[node] as number] !== 1) {
      node++;
      continue;
    }
    builder.enter(node);
    closeFrames(reading, node);
    node = read(reading, node);
  }
  return builder.finish();
}

/** The kinds of rows that `read` does something with; most rows are others. A new case there needs its kind here. */
const readKinds: Readonly<Record<string, number>> = Object.fromEntries(
  `line_comment block_comment visibility_modifier lifetime label string_literal raw_string_literal use_declaration
   extern_crate_declaration inner_attribute_item attribute_item mod_item impl_item function_item function_signature_item
   struct_item union_item enum_item enum_variant ordered_field_declaration_list trait_item type_item associated_type const_item static_item
   macro_definition field_declaration block match_arm for_expression while_expression if_expression closure_expression
   call_expression struct_expression field_initializer shorthand_field_initializer assignment_expression
   return_expression parameter self_parameter token_tree_pattern token_tree identifier type_identifier field_identifier
   shorthand_field_identifier`
    .split(/\s+/u)
    .map((kind) => [kind, 1]),
);

function closeFrames(reading: Reading, node: number): void {
  for (
    let frame = reading.frames.at(-1);
    frame !== undefined && node >= frame.end;
    frame = reading.frames.at(-1)
  ) {
    if (frame.kind === "mod") reading.inlineModules.pop();
    reading.frames.pop();
  }
}

/** Reads one row and says which is next: the row after it, or the one after all that is below it. */
function read(reading: Reading, node: number): number {
  const { tree, builder } = reading;
  const skip = tree.next[node] as number;
  switch (kindOf(tree, node)) {
    case "line_comment":
    case "block_comment":
      if (reading.attributes.next === node) reading.attributes.next = skip;
      return skip;
    case "visibility_modifier":
    case "lifetime":
    case "label":
      return skip;
    case "string_literal":
    case "raw_string_literal":
      builder.string(node);
      return skip;
    case "use_declaration":
      readUse(reading, node);
      return skip;
    case "extern_crate_declaration":
      readExternCrate(reading, node);
      return skip;
    case "inner_attribute_item":
      readAttribute(reading, node);
      return skip;
    case "attribute_item":
      readAttribute(reading, node);
      if (reading.attributes.next !== node) reading.attributes.first = node;
      reading.attributes.next = skip;
      return skip;
    case "mod_item":
      if (childInField(tree, node, "body") < 0) {
        readFileModule(reading, node);
        return skip;
      }
      readItem(reading, node);
      return node + 1;
    case "impl_item":
      openImpl(reading, node);
      return node + 1;
    case "function_item":
    case "function_signature_item":
    case "struct_item":
    case "union_item":
    case "enum_item":
    case "enum_variant":
    case "trait_item":
    case "type_item":
    case "associated_type":
    case "const_item":
    case "static_item":
    case "macro_definition":
    case "field_declaration":
      readItem(reading, node);
      return node + 1;
    case "ordered_field_declaration_list":
      readNumberedFields(reading, node);
      return node + 1;
    case "block":
    case "match_arm":
    case "for_expression":
    case "while_expression":
    case "if_expression":
      builder.openScope("block", node);
      return node + 1;
    case "closure_expression":
      builder.openScope("function", node);
      noteClosure(reading, node);
      return node + 1;
    case "call_expression":
      noteCall(reading, node);
      return node + 1;
    case "struct_expression":
      builder.flow.call(node, childInField(tree, node, "name"), [], { isNew: true });
      return node + 1;
    case "field_initializer":
    case "shorthand_field_initializer":
      noteField(reading, node);
      return node + 1;
    case "assignment_expression":
      noteAssignment(reading, node);
      return node + 1;
    case "return_expression":
      builder.flow.returns(namedChildren(tree, node)[0] ?? NONE);
      return node + 1;
    case "parameter":
    case "self_parameter":
      noteParameter(reading, node);
      return node + 1;
    case "token_tree_pattern":
      return skip;
    case "token_tree":
      readTokens(reading, node);
      return node + 1;
    case "identifier":
    case "type_identifier":
    case "field_identifier":
    case "shorthand_field_identifier":
      readName(reading, node);
      return node + 1;
    default:
      return node + 1;
  }
}
