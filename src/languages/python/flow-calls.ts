import type { FlowArgument, FlowBuilder, ValueId } from "../../engine/index/index.ts";
import { NO_VALUE } from "../../engine/index/index.ts";
import { argumentsOf } from "./features.ts";
import { noteIteration, noteMemberCall } from "./flow-notes.ts";
import { isWritten, keyOf, madeNode } from "./flow-values.ts";
import { childIn, codeOf, firstNamed, KIND, nextNamed, textAt } from "./grammar.ts";
import { memberName, namingNode, pathOf, unwrap, type Walk } from "./walk.ts";

/** Notes a call with its arguments, and what the functions of the language do with theirs. */
export function noteCall(walk: Walk, row: number): void {
  const { tree, builder } = walk;
  const callee = row + 1;
  const given = argumentsOf(walk, row);
  const args = readArguments(walk, row, given);
  builder.flow.call(row, callee, args);
  const code = codeOf(tree, callee);
  if (code === KIND.attribute) {
    const name = memberName(tree, callee);
    if (name < 0) return;
    const text = textAt(tree, name);
    const note = methods.get(text);
    if (note !== undefined) note(walk, row, callee + 1, args);
    else noteFunction(walk, row, callee, text, args);
  } else if (code === KIND.call && /(?:^|\.)wraps$/u.test(textAt(tree, callee + 1))) {
    // `wraps(f)(g)` is g.
    passed(walk, row, args);
  } else if (code === KIND.identifier) noteFunction(walk, row, callee, textAt(tree, callee), args);
}

function readArguments(walk: Walk, row: number, given: readonly number[]): FlowArgument[] {
  const { tree } = walk;
  // `f(x for x in xs)` has no list of arguments.
  const list = childIn(tree, row, tree.fields.arguments);
  if (codeOf(tree, list) === KIND.generator_expression) return [{ node: list }];
  return given.map((node) => {
    switch (codeOf(tree, node)) {
      case KIND.keyword_argument: {
        const name = textAt(tree, childIn(tree, node, tree.fields.name));
        return { node: childIn(tree, node, tree.fields.value), name };
      }
      case KIND.list_splat:
        return { node: firstNamed(tree, node), spread: "values" };
      case KIND.dictionary_splat:
        return { node: firstNamed(tree, node), spread: "keywords" };
      default:
        return { node };
    }
  });
}

/** Whether the assignment of a value says all of it: a name, or a call by name of which nothing more is known. */
export function isTold(walk: Walk, value: number): boolean {
  const { tree } = walk;
  let at = unwrap(tree, value);
  if (codeOf(tree, at) === KIND.call) {
    at++;
    const name = textAt(tree, namingNode(tree, at));
    if (functions.has(name) || methods.has(name)) return false;
  }
  const code = codeOf(tree, at);
  return code === KIND.identifier || (code === KIND.attribute && pathOf(tree, at).every(isPlain));
}

function isPlain(part: string): boolean {
  return part !== "()" && part !== "[]" && part !== "?";
}

/** What a function of the language does: it may note more calls and say what the call gives. */
type Note = (walk: Walk, row: number, args: readonly FlowArgument[]) => void;
type MethodNote = (walk: Walk, row: number, base: number, args: readonly FlowArgument[]) => void;

function noteFunction(
  walk: Walk,
  row: number,
  callee: number,
  name: string,
  args: readonly FlowArgument[],
): void {
  const { tree, builder } = walk;
  const known = functions.get(name);
  if (known === undefined) return;
  const path = pathOf(tree, callee);
  const bound = builder.lookup(path[0] as string, callee);
  if (bound.declaration >= 0) return;
  const from = walk.imports[bound.import];
  if (bound.import < 0 ? path.length > 1 || known.module !== "builtins" : !isOf(known.module, from, path))
    return;
  known.note(walk, row, args);
}

function isOf(
  module: string,
  from: { readonly specifier: string; readonly imported: string } | undefined,
  path: readonly string[],
): boolean {
  if (from === undefined) return false;
  const name = from.imported === "" ? path.at(-1) : from.imported;
  return from.specifier === module && (path.length > 1 || name === from.imported);
}

function positional(args: readonly FlowArgument[], at: number): number {
  const one = args.filter((arg) => arg.name === undefined)[at];
  return one === undefined || one.spread !== undefined ? -1 : one.node;
}

function named(args: readonly FlowArgument[], name: string): number {
  return args.find((arg) => arg.name === name)?.node ?? -1;
}

function gives(walk: Walk, row: number, value: (flow: FlowBuilder) => ValueId): void {
  walk.callValues.set(row, value);
}

/** The node of what a loop over an argument takes. */
function elementsOf(walk: Walk, row: number, argument: number): number {
  const list = childIn(walk.tree, row, walk.tree.fields.arguments);
  if (argument < 0) return -1;
  // The parenthesis and the list itself are no calls.
  return codeOf(walk.tree, list) === KIND.argument_list && isWritten(argument)
    ? noteIteration(walk, list, argument)
    : madeNode(walk, (flow) => flow.element(flow.value(argument)));
}

/** A sequence of what the first argument has. */
const sequence: Note = (walk, row, args) => {
  const element = elementsOf(walk, row, positional(args, 0));
  const source = positional(args, 0);
  callKey(walk, row, args, element);
  gives(walk, row, (flow) =>
    source < 0
      ? flow.object([])
      : flow.object([{ value: flow.value(source), isSpread: true }, { value: flow.value(element) }]),
  );
};

/** `key=f` is called with each element. */
function callKey(walk: Walk, row: number, args: readonly FlowArgument[], element: number): void {
  const key = named(args, "key");
  if (key >= 0 && element >= 0) walk.builder.flow.call(row, key, [{ node: element }]);
}

/** The greatest or least: one of the arguments, or an element of the only one. */
const choice: Note = (walk, row, args) => {
  const element = elementsOf(walk, row, positional(args, 0));
  callKey(walk, row, args, element);
  const all = args.filter((arg) => arg.name === undefined).map((arg) => arg.node);
  gives(walk, row, (flow) =>
    flow.either([
      ...(all.length === 1 ? [flow.value(element)] : all.map((node) => flow.value(node))),
      flow.value(named(args, "default")),
    ]),
  );
};

/** `map(f, xs)`, `filter(f, xs)`: whichever argument is a function gets elements of the others. */
function applied(isMapped: boolean): Note {
  return (walk, row, args) => {
    const { flow } = walk.builder;
    const nodes = args
      .filter((arg) => arg.name === undefined && arg.spread === undefined)
      .map((arg) => arg.node);
    const elements = nodes.map((node) => madeNode(walk, () => flow.element(flow.value(node))));
    const results: ((flow: FlowBuilder) => ValueId)[] = [];
    const places = [row, childIn(walk.tree, row, walk.tree.fields.arguments)];
    nodes.forEach((node, at) => {
      const rest = elements.filter((_, other) => other !== at).map((element) => ({ node: element }));
      const place = places[at];
      if (place === undefined) return;
      flow.call(place, node, rest);
      results.push(() => flow.result(place));
    });
    gives(walk, row, () =>
      flow.object(
        isMapped
          ? results.map((result) => ({ value: result(flow) }))
          : [{ value: flow.value(nodes[1] ?? -1), isSpread: true }],
      ),
    );
  };
}

const reduced: Note = (walk, row, args) => {
  const { flow } = walk.builder;
  const callee = positional(args, 0);
  const source = positional(args, 1);
  if (callee < 0 || source < 0) return;
  const start = positional(args, 2);
  const element = madeNode(walk, () => flow.element(flow.value(source)));
  const total = madeNode(walk, () => flow.either([flow.result(row), flow.value(start), flow.value(element)]));
  flow.call(row, callee, [{ node: total }, { node: element }]);
};

const enumerated: Note = (walk, row, args) => {
  const element = elementsOf(walk, row, positional(args, 0));
  gives(walk, row, (flow) =>
    flow.object([{ value: flow.object([{ key: "1", value: flow.value(element) }]) }]),
  );
};

const zipped: Note = (walk, row, args) => {
  const nodes = args
    .filter((arg) => arg.name === undefined && arg.spread === undefined)
    .map((arg) => arg.node);
  gives(walk, row, (flow) =>
    flow.object([
      {
        value: flow.object(
          nodes.map((node, at) => ({ key: String(at), value: flow.element(flow.value(node)) })),
        ),
      },
    ]),
  );
};

const advanced: Note = (walk, row, args) => {
  const source = positional(args, 0);
  if (source < 0) return;
  noteMemberCall(walk, row, source, "__next__", []);
  const other = positional(args, 1);
  gives(walk, row, (flow) =>
    flow.either([flow.result(row), flow.element(flow.value(source)), flow.value(other)]),
  );
};

const iterated: Note = (walk, row, args) => {
  const source = positional(args, 0);
  if (source < 0) return;
  noteMemberCall(walk, row, source, "__iter__", []);
  gives(walk, row, (flow) =>
    flow.either([flow.result(row), flow.object([{ value: flow.value(source), isSpread: true }])]),
  );
};

/** `dict(other, key=value)`. */
const dictionary: Note = (walk, row, args) => {
  gives(walk, row, (flow) =>
    flow.object(
      args.map((arg) =>
        arg.name === undefined
          ? { value: flow.value(arg.node), isSpread: true }
          : { key: arg.name, value: flow.value(arg.node) },
      ),
    ),
  );
};

/** What calls a method of its argument and gives nothing that can be called. */
function converted(member: string | undefined): Note {
  return (walk, row, args) => {
    const source = positional(args, 0);
    if (member !== undefined && source >= 0) noteMemberCall(walk, row, source, member, []);
    gives(walk, row, () => NO_VALUE);
  };
}

/** What a method of its argument gives. */
function asked(member: string): Note {
  return (walk, row, args) => {
    const source = positional(args, 0);
    if (source >= 0) noteMemberCall(walk, row, source, member, []);
    gives(walk, row, (flow) => flow.result(row));
  };
}

/** Gives its first argument. */
const passed: Note = (walk, row, args) => {
  const source = positional(args, 0);
  if (source >= 0) gives(walk, row, (flow) => flow.value(source));
};

/** `cast(Type, x)`. */
const cast: Note = (walk, row, args) => passed(walk, row, args.slice(1));

/** `getattr(x, "name", other)` with a name that is written out. */
const attribute: Note = (walk, row, args) => {
  const { tree } = walk;
  const owner = positional(args, 0);
  const string = positional(args, 1);
  const name = walk.namesInStrings.get(string);
  if (owner < 0 || name === undefined) return;
  const other = positional(args, 2);
  gives(walk, row, (flow) =>
    flow.either([flow.member(name.content, owner, textAt(tree, name.content)), flow.value(other)]),
  );
};

/** `setattr(x, "name", value)`. */
const setAttribute: Note = (walk, _row, args) => {
  const { tree, builder } = walk;
  const { flow } = builder;
  const owner = positional(args, 0);
  const name = walk.namesInStrings.get(positional(args, 1));
  const value = positional(args, 2);
  if (name === undefined || value < 0) return;
  flow.later(() => {
    flow.storeValue(flow.memberOf(flow.value(owner), textAt(tree, name.content)), flow.value(value));
  });
};

interface KnownFunction {
  readonly module: string;
  readonly note: Note;
}

const functions: ReadonlyMap<string, KnownFunction> = new Map(
  (
    [
      ["builtins", "list tuple set frozenset sorted reversed", sequence],
      ["collections", "deque", sequence],
      ["builtins", "min max", choice],
      ["builtins", "map", applied(true)],
      ["builtins", "filter", applied(false)],
      ["functools", "reduce", reduced],
      ["builtins", "enumerate", enumerated],
      ["builtins", "zip", zipped],
      ["builtins", "next anext", advanced],
      ["builtins", "iter aiter", iterated],
      ["builtins", "dict", dictionary],
      ["builtins", "len", converted("__len__")],
      ["builtins", "str", converted("__str__")],
      ["builtins", "repr ascii", converted("__repr__")],
      ["builtins", "bool", converted("__bool__")],
      ["builtins", "hash", converted("__hash__")],
      ["builtins", "int", converted("__int__")],
      ["builtins", "float", converted("__float__")],
      ["builtins", "bytes", converted("__bytes__")],
      ["builtins", "abs", asked("__abs__")],
      ["builtins", "round", asked("__round__")],
      ["builtins", "format", converted("__format__")],
      [
        "builtins",
        "ord chr id hex oct bin isinstance issubclass hasattr callable print input range",
        converted(undefined),
      ],
      ["builtins", "any all", converted(undefined)],
      ["functools", "partial", passed],
      ["builtins", "staticmethod classmethod", passed],
      ["copy", "copy deepcopy", passed],
      ["typing", "cast", cast],
      ["builtins", "getattr", attribute],
      ["builtins", "setattr", setAttribute],
    ] as const
  ).flatMap(([module, names, note]) => names.split(" ").map((name) => [name, { module, note }] as const)),
);

/** `base.append(x)` and its like put an argument among the elements of the base. */
function added(position: number): MethodNote {
  return (walk, _row, base, args) => {
    const { flow } = walk.builder;
    const value = positional(args, position);
    if (value < 0) return;
    flow.later(() => flow.storeValue(flow.element(flow.value(base)), flow.value(value)));
  };
}

/** `base.extend(xs)`, `base.update(other, key=value)`. */
const joined: MethodNote = (walk, _row, base, args) => {
  const { tree } = walk;
  const { flow } = walk.builder;
  flow.later(() => {
    for (const { node, name, spread } of args) {
      if (name !== undefined) flow.storeValue(flow.element(flow.value(base), name), flow.value(node));
      else if (spread !== undefined || codeOf(tree, node) !== KIND.dictionary) {
        flow.storeValue(flow.element(flow.value(base)), flow.element(flow.value(node)));
      } else joinEntries(base, node);
    }
  });

  function joinEntries(target: number, dictionary: number): void {
    for (let pair = firstNamed(tree, dictionary); pair >= 0; pair = nextNamed(tree, pair)) {
      const isPair = codeOf(tree, pair) === KIND.pair;
      const value = isPair ? childIn(tree, pair, tree.fields.value) : firstNamed(tree, pair);
      const key = isPair ? keyOf(walk, childIn(tree, pair, tree.fields.key)) : undefined;
      const read = flow.value(value);
      flow.storeValue(flow.element(flow.value(target), key), isPair ? read : flow.element(read));
    }
  }
};

/** `base.get(key, other)`, `base.pop(key, other)`, `base.setdefault(key, other)`. */
const taken: MethodNote = (walk, row, base, args) => {
  const key = positional(args, 0);
  const other = positional(args, 1);
  gives(walk, row, (flow) =>
    flow.either([
      flow.element(flow.value(base), key < 0 ? undefined : keyOf(walk, key)),
      flow.value(other),
      flow.result(row),
    ]),
  );
};

const setDefault: MethodNote = (walk, row, base, args) => {
  const { flow } = walk.builder;
  const key = positional(args, 0);
  const value = positional(args, 1);
  taken(walk, row, base, args);
  if (value < 0) return;
  flow.later(() => flow.storeValue(flow.element(flow.value(base), keyOf(walk, key)), flow.value(value)));
};

const entries: MethodNote = (walk, row, base) => {
  gives(walk, row, (flow) => {
    const pair = flow.object([{ key: "1", value: flow.element(flow.value(base)) }]);
    return flow.either([flow.object([{ value: pair }]), flow.result(row)]);
  });
};

const wholes: MethodNote = (walk, row, base) => {
  gives(walk, row, (flow) =>
    flow.either([flow.object([{ value: flow.value(base), isSpread: true }]), flow.result(row)]),
  );
};

/** Elements of a list change their places. */
const moved: MethodNote = (walk, _row, base) => {
  const { flow } = walk.builder;
  flow.later(() => {
    const list = flow.value(base);
    flow.storeValue(flow.element(list), flow.element(list));
  });
};

const inserted: MethodNote = (walk, row, base, args) => {
  added(args.length > 1 ? 1 : 0)(walk, row, base, args);
  moved(walk, row, base, args);
};

const popped: MethodNote = (walk, row, base, args) => {
  taken(walk, row, base, args);
  const key = positional(args, 0);
  if (key >= 0 && codeOf(walk.tree, key) !== KIND.string) moved(walk, row, base, args);
};

const sorted: MethodNote = (walk, row, base, args) => {
  moved(walk, row, base, args);
  const element = madeNode(walk, (flow) => flow.element(flow.value(base)));
  callKey(walk, row, args, element);
};

/** Methods of lists and dictionaries, by name: what they do to a value of another class is that class's own. */
const methods: ReadonlyMap<string, MethodNote> = new Map<string, MethodNote>([
  ["append", added(0)],
  ["appendleft", inserted],
  ["add", added(0)],
  ["insert", inserted],
  ["remove", moved],
  ["reverse", moved],
  ["rotate", moved],
  ["extend", joined],
  ["update", joined],
  ["get", taken],
  ["pop", popped],
  ["setdefault", setDefault],
  ["items", entries],
  ["values", wholes],
  ["copy", wholes],
  ["sort", sorted],
]);
