import { expect, test } from "vitest";
import {
  createIndexBuilder,
  decodeFileIndex,
  encodeFileIndex,
  type FileIndex,
  type FlowBuilder,
  NO_VALUE,
  type SyntaxTree,
} from "../../src/engine/index/index.ts";
import { flowText } from "../languages/flow-text.ts";

/** A tree of a text: [start, end, depth] a node, in pre-order; the first is the root. */
function treeOf(text: string, nodes: readonly (readonly [number, number, number])[]): SyntaxTree {
  const size = nodes.length;
  const endOf = (row: number): number => {
    const depth = nodes[row]?.[2] ?? 0;
    const after = nodes.findIndex(([, , other], at) => at > row && other <= depth);
    return after < 0 ? size : after;
  };
  return {
    text,
    size,
    kindNames: ["node"],
    fieldNames: [""],
    kind: new Uint16Array(size),
    field: new Uint16Array(size),
    flags: new Uint8Array(size).fill(1),
    start: Uint32Array.from(nodes, ([start]) => start),
    end: Uint32Array.from(nodes, ([, end]) => end),
    next: Uint32Array.from(nodes, (_, row) => endOf(row)),
    parent: new Int32Array(size).fill(-1),
    lineStarts: Uint32Array.from([0, ...[...text.matchAll(/\n/g)].map((found) => found.index + 1)]),
  };
}

const file = { path: "a.x", language: "x", blob: "" };

test("what is noted in the walk is read when it is over, and calls that say nothing more are left out", () => {
  //            0    5    10   15   20
  const text = "f(g, 1)(h);\nk(2);\nm()";
  const tree = treeOf(text, [
    [0, 21, 0], // 0 all
    [0, 10, 1], // 1 f(g, 1)(h)
    [0, 7, 2], // 2 f(g, 1)
    [0, 1, 3], // 3 f
    [2, 3, 3], // 4 g
    [5, 6, 3], // 5 1
    [8, 9, 2], // 6 h
    [12, 16, 1], // 7 k(2)
    [12, 13, 2], // 8 k
    [14, 15, 2], // 9 2
    [18, 21, 1], // 10 m()
    [18, 19, 2], // 11 m
  ]);
  const read = (node: number, flow: FlowBuilder) => {
    if ([5, 9].includes(node)) return NO_VALUE;
    return [1, 2, 7, 10].includes(node) ? flow.result(node) : flow.reference(node);
  };
  const builder = createIndexBuilder(file, tree, read);
  builder.flow.call(1, 2, [{ node: 6 }]);
  builder.flow.call(2, 3, [{ node: 4 }, { node: 5 }]);
  for (const name of [3, 8, 11]) builder.refer(name, "call");
  for (const name of [4, 6]) builder.refer(name, "read");
  builder.flow.call(7, 8, [{ node: 9 }]);
  builder.flow.call(10, 11, []);
  const record = builder.finish();
  expect(flowText(record)).toEqual(["1: f(g)(h)", "1: f(g)"]);
  expect(decodeFileIndex(encodeFileIndex(record))).toStrictEqual(record);
});

test("functions have parameters and results, closures those of their own", () => {
  const text = "outer(a) { inner(b) { give b } give inner }\nt = {x: outer, y: () => outer}";
  const tree = treeOf(text, [
    [0, text.length, 0], // 0 all
    [0, 43, 1], // 1 outer
    [6, 7, 2], // 2 a
    [11, 30, 2], // 3 inner
    [17, 18, 3], // 4 b
    [27, 28, 3], // 5 b
    [36, 41, 2], // 6 inner
    [44, 45, 1], // 7 t
    [48, 74, 1], // 8 {…}
    [52, 57, 2], // 9 outer
    [62, 73, 2], // 10 () => outer
    [68, 73, 3], // 11 outer
  ]);
  const builder = createIndexBuilder(file, tree, (node, flow) => {
    if (node === 8)
      return flow.object([
        { key: "x", value: flow.value(9) },
        { key: "y", value: flow.value(10) },
      ]);
    return node === 10 ? flow.callableAt(10) : flow.reference(node);
  });
  const { flow } = builder;
  const named = (kind: "function" | "parameter" | "variable", nameNode: number, name: string) =>
    builder.declare({ nameNode, node: nameNode, kind, level: "local", name });
  const outer = named("function", 1, "outer");
  flow.callable(1, outer);
  builder.openDeclaration(outer, 1);
  flow.parameter(2, named("parameter", 2, "a"));
  builder.enter(3);
  const inner = named("function", 3, "inner");
  flow.callable(3, inner, "value");
  builder.openDeclaration(inner, 3);
  flow.parameter(4, named("parameter", 4, "b"), "rest");
  builder.refer(5, "read");
  flow.returns(5);
  builder.enter(6);
  builder.refer(6, "read");
  flow.yields(6);
  builder.enter(7);
  flow.storeIn(named("variable", 7, "t"), 8);
  builder.refer(9, "read");
  flow.callable(10, -1);
  builder.refer(11, "read");
  flow.returns(11);
  expect(flowText(builder.finish())).toEqual([
    "outer(a) gives {inner}",
    "outer.inner(*b) of a value gives b",
    "fn:2() gives outer",
    "name@t = {x: outer, y: fn:2}",
  ]);
});

test("a path is its last name, unless a part of it has none", () => {
  const text = "a.b.c; a.b().c";
  const tree = treeOf(text, [
    [0, 14, 0], // 0
    [0, 5, 1], // 1 a.b.c
    [0, 3, 2], // 2 a.b
    [0, 1, 3], // 3 a
    [2, 3, 3], // 4 b
    [4, 5, 2], // 5 c
    [7, 14, 1], // 6 a.b().c
    [7, 12, 2], // 7 a.b()
    [7, 10, 3], // 8 a.b
    [7, 8, 4], // 9 a
    [9, 10, 4], // 10 b
    [13, 14, 2], // 11 c
  ]);
  const builder = createIndexBuilder(file, tree, (node, flow) => {
    const members: Record<number, [number, number, string]> = {
      1: [5, 2, "c"],
      2: [4, 3, "b"],
      6: [11, 7, "c"],
      8: [10, 9, "b"],
    };
    const member = members[node];
    if (member !== undefined) return flow.member(...member);
    return node === 7 ? flow.result(7) : flow.reference(node);
  });
  builder.flow.call(7, 8, []);
  builder.refer(3, "read");
  builder.refer(4, "read", ["a"]);
  builder.refer(5, "read", ["a", "b"]);
  builder.refer(9, "read");
  builder.refer(10, "call", ["a"]);
  builder.refer(11, "read", ["a", "b", "()"]);
  builder.flow.store(1, 6);
  const record: FileIndex = builder.finish();
  expect(flowText(record)).toEqual(["1: a.b()", "a.b.c = a.b().c"]);
  expect(record.flow?.values.length).toBe(4);
});

test("without a reader of values a record says nothing of them", () => {
  const tree = treeOf("f(g)", [
    [0, 4, 0],
    [0, 1, 1],
    [2, 3, 1],
  ]);
  const builder = createIndexBuilder(file, tree);
  builder.flow.call(0, 1, [{ node: 2 }]);
  builder.flow.callable(0, -1);
  builder.flow.returns(2);
  builder.flow.store(1, 2);
  expect(builder.flow.isOn).toBe(false);
  expect("flow" in builder.finish()).toBe(false);
});
