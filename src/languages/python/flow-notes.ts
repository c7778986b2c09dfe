import { NO_VALUE } from "../../engine/index/index.ts";
import { madeNode } from "./flow-values.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { frameOf, MARK, type Walk } from "./walk.ts";

/** `return x`. */
export function noteReturn(walk: Walk, row: number): void {
  const value = firstNamed(walk.tree, row);
  if (value >= 0) walk.builder.flow.returns(value);
}

/** `yield x`, `yield from xs`. */
export function noteYield(walk: Walk, row: number): void {
  const { tree, builder } = walk;
  const value = firstNamed(tree, row);
  if (value < 0) return;
  const isFrom = textAt(tree, tree.next[row + 1] as number) === "from";
  const { enteredRow } = frameOf(walk);
  if (enteredRow < 0) {
    builder.flow.yields(isFrom ? noteIteration(walk, row, value) : value);
    return;
  }
  builder.flow.later(() => {
    const { flow } = builder;
    flow.returnValue(enteredRow, flow.object([{ key: ENTERED, value: flow.value(value) }]));
  });
}

/** The first rows of a statement say whether it is `async`. */
function isAsync(walk: Walk, statement: number): boolean {
  return textAt(walk.tree, statement + 1) === "async";
}

/**
 * What a loop takes from `value`, one after the other. The loop calls `__iter__` of a value of a class, and
 * `__next__` of what that gives. `place` and the row behind it are no calls of their own.
 */
export function noteIteration(walk: Walk, place: number, value: number): number {
  const { flow } = walk.builder;
  if (isSequence(walk, value)) return madeNode(walk, () => flow.element(flow.value(value)));
  const marker = isAsync(walk, place) ? "a" : "";
  const step = place + 1;
  noteMemberCall(walk, place, value, `__${marker}iter__`, []);
  const iterator = madeNode(walk, () => flow.result(place));
  noteMemberCall(walk, step, iterator, `__${marker}next__`, []);
  return madeNode(walk, () =>
    flow.either([flow.element(flow.value(value)), flow.element(flow.result(place)), flow.result(step)]),
  );
}

/** A call that the text does not write: `base.name(…)`. */
export function noteMemberCall(
  walk: Walk,
  place: number,
  base: number,
  name: string,
  args: readonly number[],
): void {
  const { flow } = walk.builder;
  const callee = madeNode(walk, () => flow.memberOf(flow.value(base), name));
  flow.call(
    place,
    callee,
    args.map((node) => ({ node })),
  );
}

const givesSequence =
  /^(?:range|enumerate|zip|sorted|reversed|list|set|tuple|dict|open)$|\.(?:items|values|keys)$/u;

/** Its elements are written here, so that nothing is called to get them. */
function isSequence(walk: Walk, value: number): boolean {
  switch (codeOf(walk.tree, value)) {
    case KIND.list:
    case KIND.tuple:
    case KIND.set:
    case KIND.expression_list:
    case KIND.dictionary:
    case KIND.string:
    case KIND.list_comprehension:
    case KIND.set_comprehension:
    case KIND.dictionary_comprehension:
    case KIND.generator_expression:
      return true;
    case KIND.call:
      return givesSequence.test(textAt(walk.tree, value + 1));
    default:
      return false;
  }
}

/** `with x as y`: gives what `y` is. */
export function noteWith(walk: Walk, row: number): void {
  const { tree, builder, bindings } = walk;
  const { flow } = builder;
  const managed = firstNamed(tree, row);
  if (managed < 0) return;
  const isNamed = codeOf(tree, managed) === KIND.as_pattern;
  const manager = isNamed ? firstNamed(tree, managed) : managed;
  const statement = tree.parent[tree.parent[row] as number] as number;
  const marker = statement >= 0 && isAsync(walk, statement) ? "a" : "";
  noteMemberCall(walk, managed, manager, `__${marker}exit__`, []);
  noteMemberCall(walk, row, manager, `__${marker}enter__`, []);
  if (!isNamed) return;
  const source = madeNode(walk, () =>
    flow.either([flow.result(row), flow.element(flow.value(manager), ENTERED)]),
  );
  bindings.set(childIn(tree, managed, tree.fields.alias), {
    statement: -1,
    value: -1,
    type: undefined,
    source,
  });
}

/** The key under which a function that is made a context manager gives what it hands to the block. */
export const ENTERED = "with";

/**
 * Decorators are called from the bottom up, each with what the one below gave; the name stands for what the first
 * gives. `declaration` is the one that stands below them.
 */
export function noteDecorators(walk: Walk, whole: number, definition: number, declaration: number): void {
  const { tree, builder } = walk;
  const { flow } = builder;
  if (whole === definition) return;
  const decorators: number[] = [];
  for (
    let child = firstNamed(tree, whole);
    child >= 0 && child < definition;
    child = nextNamed(tree, child)
  ) {
    if (codeOf(tree, child) === KIND.decorator && !isNeutral(walk, firstNamed(tree, child)))
      decorators.push(child);
  }
  decorators.forEach((decorator, at) => {
    const below = decorators[at + 1] ?? definition;
    flow.call(decorator, firstNamed(tree, decorator), [{ node: below }]);
  });
  const [first] = decorators;
  if (first !== undefined) flow.storeIn(declaration, first);
}

const neutral = new Set(
  `property staticmethod classmethod setter getter deleter abstractmethod overload override final wraps
   lru_cache cache cached_property dataclass total_ordering contextmanager asynccontextmanager unique
   runtime_checkable no_type_check singledispatch`.split(/\s+/u),
);
const neutralModules = new Set(
  "functools abc typing typing_extensions contextlib dataclasses enum builtins".split(" "),
);

/** It changes how the function is called, and hands it to nobody. */
function isNeutral(walk: Walk, decorator: number): boolean {
  const { tree, builder } = walk;
  const named = codeOf(tree, decorator) === KIND.call ? decorator + 1 : decorator;
  const text = textAt(tree, named);
  const name = text.slice(text.lastIndexOf(".") + 1);
  if (!neutral.has(name)) return false;
  const head = text.includes(".") ? text.slice(0, text.indexOf(".")) : text;
  const bound = builder.lookup(head, named);
  // `@x.setter`: x is the property, a member of the class around.
  if (text.endsWith("ter") && text !== name) return true;
  if (bound.declaration >= 0) return false;
  if (bound.import < 0) return true;
  return neutralModules.has(walk.imports[bound.import]?.specifier.split(".")[0] ?? "");
}

/** What an element gets that is assigned, and what `base[key]` calls. */
export function noteSubscript(walk: Walk, row: number, mark: number): void {
  const { tree, builder, bindings } = walk;
  const { flow } = builder;
  if (row < walk.typeEnd && row >= walk.valueEnd) return;
  const key = childIn(tree, row, tree.fields.subscript);
  const binding = bindings.get(row);
  if (mark === MARK.target) {
    const value = binding?.source ?? binding?.value ?? -1;
    noteMemberCall(walk, row, row + 1, "__setitem__", [key, value]);
    if (value >= 0) flow.store(row, value);
  } else if (mark === MARK.written) {
    noteMemberCall(walk, row, row + 1, "__delitem__", [key]);
    // What stands behind it in a list moves up.
    if (codeOf(tree, key) === KIND.string) return;
    flow.later(() => {
      const list = flow.value(row + 1);
      flow.storeValue(flow.element(list), flow.element(list));
    });
  } else {
    noteMemberCall(walk, row, row + 1, "__getitem__", [key]);
    walk.callValues.set(row, () => flow.result(row));
  }
}

const operators: ReadonlyMap<string, string> = new Map([
  ["+", "add"],
  ["-", "sub"],
  ["*", "mul"],
  ["/", "truediv"],
  ["//", "floordiv"],
  ["%", "mod"],
  ["**", "pow"],
  ["@", "matmul"],
  ["<<", "lshift"],
  [">>", "rshift"],
  ["&", "and"],
  ["|", "or"],
  ["^", "xor"],
]);

const comparisons: ReadonlyMap<string, string> = new Map([
  ["==", "eq"],
  ["!=", "ne"],
  ["<", "lt"],
  [">", "gt"],
  ["<=", "le"],
  [">=", "ge"],
]);

/** `a + b` calls a method of a, or one of b where a is a plain value. */
export function noteOperator(walk: Walk, row: number): void {
  const { tree, builder } = walk;
  const { flow } = builder;
  if (row < walk.typeEnd && row >= walk.valueEnd) return;
  const left = childIn(tree, row, tree.fields.left);
  const right = childIn(tree, row, tree.fields.right);
  const name = operators.get(textAt(tree, childIn(tree, row, tree.fields.operator)));
  if (name === undefined || right < 0) return;
  const isLeftPlain = isLiteral(walk, left);
  if (isLeftPlain && isLiteral(walk, right)) return;
  if (isLeftPlain && codeOf(tree, left) === KIND.string) return;
  if (isLeftPlain) noteMemberCall(walk, row, right, `__r${name}__`, [left]);
  else noteMemberCall(walk, row, left, `__${name}__`, [right]);
  if (name !== "add" && name !== "or") return;
  // Lists and tuples, or dictionaries, are joined.
  walk.callValues.set(row, () =>
    flow.either([
      flow.result(row),
      flow.object([
        { value: flow.value(left), isSpread: true },
        name === "or"
          ? { value: flow.value(right), isSpread: true }
          : { value: flow.element(flow.value(right)) },
      ]),
    ]),
  );
}

export function noteComparison(walk: Walk, row: number): void {
  const { tree } = walk;
  const left = firstNamed(tree, row);
  const right = nextNamed(tree, left);
  // `a < b < c` is rare enough.
  if (right < 0 || nextNamed(tree, right) >= 0) return;
  const operator = textAt(tree, childIn(tree, row, tree.fields.operators));
  const name = comparisons.get(operator);
  if (operator === "in" || operator === "not in") {
    if (!isLiteral(walk, right) && !isSequence(walk, right)) {
      noteMemberCall(walk, row, right, "__contains__", [left]);
    }
  } else if (name !== undefined && !isLiteral(walk, left) && !isLiteral(walk, right)) {
    noteMemberCall(walk, row, left, `__${name}__`, [right]);
  }
}

function isLiteral(walk: Walk, node: number): boolean {
  switch (codeOf(walk.tree, node)) {
    case KIND.string:
    case KIND.concatenated_string:
    case KIND.integer:
    case KIND.float:
    case KIND.true:
    case KIND.false:
    case KIND.none:
      return true;
    default:
      return false;
  }
}

/** `x += y` calls `__iadd__` or `__add__` of x, or adds the elements of y to it. */
export function noteChange(walk: Walk, row: number, left: number): void {
  const { tree, builder } = walk;
  const { flow } = builder;
  const right = childIn(tree, row, tree.fields.right);
  const operator = textAt(tree, childIn(tree, row, tree.fields.operator)).slice(0, -1);
  const name = operators.get(operator);
  if (name === undefined || isLiteral(walk, right)) return;
  noteMemberCall(walk, row, left, `__i${name}__`, [right]);
  if (operator !== "+" && operator !== "|") return;
  flow.later(() => {
    const value = flow.value(right);
    if (value === NO_VALUE) return;
    flow.storeValue(flow.element(flow.value(left)), flow.element(value));
  });
}
