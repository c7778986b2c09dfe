import {
  childInField,
  type FlowBuilder,
  firstChild,
  kindOf,
  NO_VALUE,
  NONE,
  namedChildren,
  nextSibling,
  type ReadValue,
  type SyntaxTree,
  textOf,
  UNKNOWN_VALUE,
  type ValueId,
} from "../../engine/index/index.ts";
import { type Reading, selfTypeOf } from "./reading.ts";
import { isBehindRest } from "./taken.ts";
import { tokenValue } from "./token-values.ts";

/** Says what an expression gives. The reading is handed over late: the builder that it needs is made with this. */
export function valueReader(readingOf: () => Reading): ReadValue {
  return (node, flow) => readValue(readingOf(), node, flow);
}

function readValue(reading: Reading, node: number, flow: FlowBuilder): ValueId {
  const { tree } = reading;
  if (kindOf(tree, tree.parent[node] as number) === "token_tree") {
    const callee = reading.tokenCallees.get(node);
    return callee === undefined ? tokenValue(tree, node, flow) : flow.reference(callee);
  }
  switch (kindOf(tree, node)) {
    case "identifier":
    case "type_identifier":
    case "field_identifier":
      return flow.reference(node);
    case "scoped_identifier":
    case "scoped_type_identifier":
      return flow.reference(childInField(tree, node, "name"));
    case "self":
      return selfValue(reading, node, flow);
    case "generic_function":
      return flow.value(childInField(tree, node, "function"));
    case "generic_type":
      return flow.value(childInField(tree, node, "type"));
    case "field_expression": {
      const field = childInField(tree, node, "field");
      const base = childInField(tree, node, "value");
      if (kindOf(tree, field) === "integer_literal")
        return flow.memberOf(flow.value(base), textOf(tree, field));
      return flow.member(field, base, textOf(tree, field));
    }
    case "call_expression":
      return readOnce(reading, node, () => callValue(tree, node, flow));
    case "closure_expression":
      return flow.callableAt(node);
    case "struct_expression":
      return flow.result(node);
    case "macro_invocation":
      return macroValue(tree, node, flow);
    case "array_expression":
      return listValue(tree, node, flow);
    case "tuple_expression":
      return listValue(tree, node, flow);
    case "index_expression":
      return flow.element(flow.value(namedChildren(tree, node)[0] ?? NONE));
    case "unary_expression":
      return textOf(tree, node).startsWith("*") ? lastValue(tree, node, flow) : NO_VALUE;
    case "reference_expression":
    case "type_cast_expression":
      return flow.value(childInField(tree, node, "value"));
    case "parenthesized_expression":
    case "try_expression":
    case "await_expression":
      return flow.value(namedChildren(tree, node)[0] ?? NONE);
    case "unsafe_block":
    case "async_block":
    case "else_clause":
      return lastValue(tree, node, flow);
    case "block":
      return blockValue(tree, node, flow);
    case "if_expression":
      return flow.either(
        [childInField(tree, node, "consequence"), childInField(tree, node, "alternative")].map(flow.value),
      );
    case "match_expression":
      return flow.either(
        namedChildren(tree, childInField(tree, node, "body"))
          .filter((arm) => kindOf(tree, arm) === "match_arm")
          .map((arm) => flow.value(childInField(tree, arm, "value"))),
      );
    case "arguments":
      return readOnce(reading, node, () => givenToClosures(tree, node, flow));
    case "string_literal":
    case "raw_string_literal":
    case "char_literal":
    case "boolean_literal":
    case "integer_literal":
    case "float_literal":
    case "negative_literal":
    case "unit_expression":
    case "range_expression":
    case "return_expression":
    case "break_expression":
    case "continue_expression":
    case "assignment_expression":
    case "compound_assignment_expr":
    case "for_expression":
    case "while_expression":
      return NO_VALUE;
    case "binary_expression":
      return isComparison(tree, node) ? NO_VALUE : UNKNOWN_VALUE;
    default:
      return UNKNOWN_VALUE;
  }
}

function readOnce({ callValues }: Reading, node: number, read: () => ValueId): ValueId {
  const known = callValues.get(node);
  if (known !== undefined) return known;
  const value = read();
  callValues.set(node, value);
  return value;
}

function lastValue(tree: SyntaxTree, node: number, flow: FlowBuilder): ValueId {
  return flow.value(namedChildren(tree, node).at(-1) ?? NONE);
}

/** What the last expression of a block gives, where no semicolon stands behind it. */
function blockValue(tree: SyntaxTree, block: number, flow: FlowBuilder): ValueId {
  const last = namedChildren(tree, block).at(-1) ?? NONE;
  switch (kindOf(tree, last)) {
    case "":
    case "let_declaration":
    case "empty_statement":
      return NO_VALUE;
    case "expression_statement": {
      const inner = firstChild(tree, last);
      return nextSibling(tree, inner) >= 0 ? NO_VALUE : flow.value(inner);
    }
    default:
      return flow.value(last);
  }
}

const comparisons: ReadonlySet<string> = new Set(["==", "!=", "<", ">", "<=", ">=", "&&", "||"]);

function isComparison(tree: SyntaxTree, node: number): boolean {
  return comparisons.has(kindOf(tree, childInField(tree, node, "operator")));
}

function listValue(tree: SyntaxTree, node: number, flow: FlowBuilder): ValueId {
  const parts = namedChildren(tree, node);
  const isRepeated = childInField(tree, node, "length") >= 0;
  return flow.object(
    parts.map((part, at) =>
      isRepeated ? { value: flow.value(part) } : { value: flow.value(part), key: String(at) },
    ),
  );
}

/** What a method is called on: what arrives there, and a value of the type around as this file declares it. */
function selfValue({ tree, builder, selves }: Reading, node: number, flow: FlowBuilder): ValueId {
  for (let at = tree.parent[node] as number; at >= 0; at = tree.parent[at] as number) {
    if (kindOf(tree, at) !== "function_item") continue;
    const type = selves.get(at);
    const declaration = type === undefined ? NONE : builder.lookup(type, at, ["type"]).declaration;
    const given = flow.argument(at, 0);
    return declaration < 0 ? given : flow.either([given, flow.instance(declaration)]);
  }
  return UNKNOWN_VALUE;
}

/**
 * Functions of the standard library that only wrap what they get, or hand it on: a value is followed through `Some(x)`,
 * `Box::new(x)` and `x.unwrap()` as if they were not there.
 */
const wrappers: ReadonlySet<string> = new Set(["Some", "Ok", "Err"]);
const wrapperTypes: ReadonlySet<string> = new Set(
  "Box Rc Arc Cell RefCell Mutex RwLock Some Pin Cow OnceCell OnceLock LazyLock Lazy ManuallyDrop".split(" "),
);
const handingOn: ReadonlySet<string> = new Set(
  `unwrap expect unwrap_or unwrap_or_else unwrap_or_default clone cloned copied iter iter_mut into_iter as_ref as_mut as_deref
   as_deref_mut borrow borrow_mut lock read write get get_mut get_unchecked first last pop take replace to_owned into_boxed_slice
   rev enumerate skip peekable chain filter values values_mut collect into_inner into as_slice as_mut_slice to_vec deref deref_mut
   downgrade upgrade ok ok_or ok_or_else or or_else then_some next peek find nth remove swap_remove entry or_insert
   or_insert_with or_default by_ref downcast_ref downcast_mut downcast`.split(/\s+/u),
);
/** Those of them that give an element of a collection as well as what an option holds. */
const elements: ReadonlySet<string> = new Set(
  "get get_mut get_unchecked first last pop next peek find nth remove swap_remove entry values values_mut".split(
    " ",
  ),
);

/** `Some(x)`, `Box::new(x)`, `Rc::clone(&x)`: the row of `x`. */
function wrappedArgument(tree: SyntaxTree, call: number): number {
  const callee = childInField(tree, call, "function");
  const given = namedChildren(tree, childInField(tree, call, "arguments"));
  if (given.length !== 1) return NONE;
  if (kindOf(tree, callee) === "identifier")
    return wrappers.has(textOf(tree, callee)) ? (given[0] as number) : NONE;
  if (kindOf(tree, callee) !== "scoped_identifier") return NONE;
  const name = textOf(tree, childInField(tree, callee, "name"));
  const holder = textOf(tree, childInField(tree, callee, "path")).replace(/::<.*$|<.*$/su, "");
  const isWrapping = name === "new" || name === "clone" || name === "from" || name === "pin";
  return isWrapping && wrapperTypes.has(holder.slice(holder.lastIndexOf(":") + 1))
    ? (given[0] as number)
    : NONE;
}

/** `x.unwrap()`: the row of `x`. */
function handedOn(tree: SyntaxTree, call: number): number {
  const callee = childInField(tree, call, "function");
  if (kindOf(tree, callee) !== "field_expression") return NONE;
  const name = textOf(tree, childInField(tree, callee, "field"));
  return handingOn.has(name) ? childInField(tree, callee, "value") : NONE;
}

function callValue(tree: SyntaxTree, call: number, flow: FlowBuilder): ValueId {
  const wrapped = wrappedArgument(tree, call);
  if (wrapped >= 0) return flow.value(wrapped);
  const result = flow.result(call);
  const base = handedOn(tree, call);
  if (base >= 0) {
    const name = textOf(tree, childInField(tree, childInField(tree, call, "function"), "field"));
    const value = flow.value(base);
    return flow.either([result, value, elements.has(name) ? flow.element(value) : NO_VALUE]);
  }
  if (!isTuple(tree, childInField(tree, call, "function"))) return result;
  const given = namedChildren(tree, childInField(tree, call, "arguments"));
  const fields = flow.object(given.map((one, at) => ({ value: flow.value(one), key: String(at) })));
  return flow.either([result, fields]);
}

/** A name with a capital is that of a tuple struct or of a variant of an enum. */
function isTuple(tree: SyntaxTree, callee: number): boolean {
  const named = kindOf(tree, callee) === "generic_function" ? childInField(tree, callee, "function") : callee;
  const name = kindOf(tree, named) === "scoped_identifier" ? childInField(tree, named, "name") : named;
  return kindOf(tree, name) === "identifier" && /^\p{Lu}/u.test(textOf(tree, name));
}

/** Macros that give a text, or nothing. */
const plainMacros: ReadonlySet<string> = new Set(
  `format print println eprint eprintln write writeln panic assert assert_eq assert_ne debug_assert debug_assert_eq
   debug_assert_ne unreachable unimplemented todo stringify concat line file column module_path env matches trace debug info
   warn error`.split(/\s+/u),
);

function macroValue(tree: SyntaxTree, node: number, flow: FlowBuilder): ValueId {
  const name = textOf(tree, childInField(tree, node, "macro"));
  if (plainMacros.has(name)) return NO_VALUE;
  if (name !== "vec") return UNKNOWN_VALUE;
  const tokens = namedChildren(tree, node).find((child) => kindOf(tree, child) === "token_tree") ?? NONE;
  return flow.object(tokenArguments(tree, tokens).map((one) => ({ value: flow.value(one) })));
}

/** The first token of each argument in a list of tokens. */
export function tokenArguments(tree: SyntaxTree, tokens: number): number[] {
  const found: number[] = [];
  let isStart = true;
  for (
    let token = nextSibling(tree, firstChild(tree, tokens));
    token >= 0;
    token = nextSibling(tree, token)
  ) {
    const isEnd = nextSibling(tree, token) < 0;
    if (isStart && !isEnd) found.push(token);
    isStart = kindOf(tree, token) === "," || kindOf(tree, token) === ";";
  }
  return found;
}

/** Notes a call, and that of each function that is handed to a method that calls it with what it holds. */
export function noteCall(reading: Reading, call: number): void {
  const { tree, builder } = reading;
  const { flow } = builder;
  const callee = childInField(tree, call, "function");
  const list = childInField(tree, call, "arguments");
  const given = namedChildren(tree, list);
  flow.call(
    call,
    callee,
    given.map((node) => ({ node })),
  );
  if (kindOf(tree, callee) !== "field_expression") return;
  if (!calling.has(textOf(tree, childInField(tree, callee, "field")))) return;
  for (const one of given) flow.call(one, one, [{ node: list }, { node: list }]);
}

/** Methods of iterators, options and results that call what they get with what they hold. */
const calling: ReadonlySet<string> = new Set(
  `map for_each filter filter_map flat_map and_then map_or map_or_else map_err unwrap_or_else or_else any all find find_map
   position fold try_fold try_for_each inspect take_while skip_while map_while max_by min_by max_by_key min_by_key sort_by
   sort_by_key sort_unstable_by retain partition scan is_some_and is_none_or zip then`.split(/\s+/u),
);

/** A list of arguments stands for what the method's value holds. */
function givenToClosures(tree: SyntaxTree, list: number, flow: FlowBuilder): ValueId {
  const callee = childInField(tree, tree.parent[list] as number, "function");
  const base = flow.value(childInField(tree, callee, "value"));
  return flow.either([base, flow.element(base)]);
}

/** A function with its results, and its parameters as far as they are no plain names. */
export function noteFunction(reading: Reading, node: number, declaration: number, hasSelf: boolean): void {
  const { tree, builder } = reading;
  const body = childInField(tree, node, "body");
  if (body < 0) return;
  builder.flow.callable(node, declaration, hasSelf ? "value" : "none");
  builder.flow.returns(body);
  const selfType = hasSelf ? selfTypeOf(reading) : undefined;
  if (selfType?.length === 1) reading.selves.set(node, selfType[0] as string);
}

/** A closure with its parameters, as far as they are no plain names. */
export function noteClosure(reading: Reading, node: number): void {
  const { tree, builder } = reading;
  builder.flow.callable(node, NONE);
  builder.flow.returns(childInField(tree, node, "body"));
  const list = childInField(tree, node, "parameters");
  if (isPlainList(tree, list)) return;
  const last = lastPosition(tree, list);
  for (let position = 0; position <= last; position++) builder.flow.parameter(list, NONE);
}

/** A parameter of a function; a plain name says itself where it is declared. */
export function noteParameter(reading: Reading, row: number): void {
  const { tree, builder } = reading;
  const list = tree.parent[row] as number;
  if (kindOf(tree, tree.parent[list] as number) !== "function_item") return;
  const isPlain = kindOf(tree, childInField(tree, row, "pattern")) === "identifier";
  if (!isPlain) builder.flow.parameter(row, NONE);
}

/** The name alone is a parameter, of which no other in its list is a pattern. `holder` is where it stands. */
export function isPlainParameter(tree: SyntaxTree, holder: number, name: number): boolean {
  if (kindOf(tree, holder) === "closure_parameters") return isPlainList(tree, holder);
  if (kindOf(tree, holder) !== "parameter" || tree.parent[name] !== holder) return false;
  const list = tree.parent[holder] as number;
  return kindOf(tree, list) !== "closure_parameters" || isPlainList(tree, list);
}

/** All parameters of a closure are names, with a type or without. */
function isPlainList(tree: SyntaxTree, list: number): boolean {
  const parts = namedChildren(tree, list);
  const isName = (part: number) => {
    const pattern = kindOf(tree, part) === "parameter" ? childInField(tree, part, "pattern") : part;
    return kindOf(tree, pattern) === "identifier";
  };
  return parts.every(isName) && parts.length === lastPosition(tree, list) + 1;
}

/** The position of the last part of a list, counted by its commas: `_` is a part and no node of a name. */
function lastPosition(tree: SyntaxTree, list: number): number {
  let position = -1;
  let isOpen = false;
  for (let child = firstChild(tree, list); child >= 0; child = nextSibling(tree, child)) {
    const kind = kindOf(tree, child);
    if (kind === ",") isOpen = false;
    else if (kind !== "|" && kind !== "(" && kind !== ")" && !isOpen) {
      isOpen = true;
      position++;
    }
  }
  return position;
}

/** Tells what a variable, constant or static gets, where the assignment has not told it all. */
export function noteValue(reading: Reading, value: number, declaration: number): void {
  if (value !== NONE && !isTold(reading.tree, value)) reading.builder.flow.storeIn(declaration, value);
}

/** A name, or a call that gives no more than its own result. */
function isTold(tree: SyntaxTree, value: number): boolean {
  switch (kindOf(tree, value)) {
    case "identifier":
    case "scoped_identifier":
    case "generic_function":
    case "struct_expression":
      return true;
    case "field_expression":
      return kindOf(tree, childInField(tree, value, "field")) !== "integer_literal";
    case "call_expression":
      return (
        wrappedArgument(tree, value) < 0 &&
        handedOn(tree, value) < 0 &&
        !isTuple(tree, childInField(tree, value, "function"))
      );
    case "try_expression":
    case "await_expression":
    case "reference_expression":
      return isTold(tree, namedChildren(tree, value).at(-1) ?? NONE);
    default:
      return false;
  }
}

export function noteAssignment(reading: Reading, node: number): void {
  const { tree, builder } = reading;
  builder.flow.store(childInField(tree, node, "left"), childInField(tree, node, "right"));
}

/** `S { f: x }`: the field gets the value. */
export function noteField(reading: Reading, node: number): void {
  const { tree, builder } = reading;
  const whole = tree.parent[tree.parent[node] as number] as number;
  if (kindOf(tree, node) === "field_initializer") {
    const field = childInField(tree, node, "field");
    builder.flow.store(field, childInField(tree, node, "value"));
    return;
  }
  const [name = NONE] = namedChildren(tree, node);
  builder.flow.later(() => {
    const made = builder.flow.memberOf(builder.flow.value(whole), textOf(tree, name));
    builder.flow.storeValue(made, builder.flow.value(name));
  });
}

/** A name in a pattern gets its part of what the pattern is laid over. `holder` is where the pattern stands. */
export function notePattern(reading: Reading, name: number, holder: number, declaration: number): void {
  const { tree, builder } = reading;
  const { flow } = builder;
  flow.later(() => {
    let value = sourceValue(tree, name, holder, flow);
    for (const step of stepsTo(tree, name, holder)) {
      value = step === "[]" ? flow.element(value) : flow.memberOf(value, step);
    }
    flow.storeValue(flow.declared(declaration), value);
  });
}

function sourceValue(tree: SyntaxTree, name: number, holder: number, flow: FlowBuilder): ValueId {
  switch (kindOf(tree, holder)) {
    case "let_declaration":
    case "let_condition":
      return flow.value(childInField(tree, holder, "value"));
    case "match_arm": {
      const match = tree.parent[tree.parent[holder] as number] as number;
      return flow.value(childInField(tree, match, "value"));
    }
    case "for_expression":
      return flow.element(flow.value(childInField(tree, holder, "value")));
    case "parameter": {
      const list = tree.parent[holder] as number;
      return flow.argument(tree.parent[list] as number, positionIn(tree, list, holder));
    }
    case "closure_parameters": {
      let pattern = name;
      while (tree.parent[pattern] !== holder) pattern = tree.parent[pattern] as number;
      return flow.argument(tree.parent[holder] as number, positionIn(tree, holder, pattern));
    }
    default:
      return UNKNOWN_VALUE;
  }
}

/** The position of a part of a list, counted by the commas before it. */
function positionIn(tree: SyntaxTree, list: number, part: number): number {
  let position = 0;
  for (let child = firstChild(tree, list); child >= 0 && child !== part; child = nextSibling(tree, child)) {
    if (kindOf(tree, child) === ",") position++;
  }
  return position;
}

/** The members that lead from a pattern to a name in it, outermost first. */
function stepsTo(tree: SyntaxTree, name: number, holder: number): string[] {
  const steps: string[] = [];
  for (
    let below = name, at = tree.parent[name] as number;
    at !== holder && at >= 0;
    at = tree.parent[at] as number
  ) {
    switch (kindOf(tree, at)) {
      case "tuple_pattern":
        steps.unshift(partStep(tree, at, below));
        break;
      case "tuple_struct_pattern": {
        const type = childInField(tree, at, "type");
        if (!wrappers.has(textOf(tree, type))) steps.unshift(partStep(tree, at, below));
        break;
      }
      case "field_pattern":
        steps.unshift(textOf(tree, childInField(tree, at, "name")));
        break;
      case "slice_pattern":
        // What the rest of a list is called is a list itself.
        if (kindOf(tree, below) !== "captured_pattern" || !isBehindRest(tree, below, NONE))
          steps.unshift("[]");
        break;
    }
    below = at;
  }
  return steps;
}

/** Behind `..` it may be any part. */
function partStep(tree: SyntaxTree, list: number, part: number): string {
  return isBehindRest(tree, list, part) ? "[]" : String(positionIn(tree, list, part));
}
