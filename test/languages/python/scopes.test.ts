import { describe, expect, it } from "vitest";
import { bindings, read } from "./read.ts";

/** All uses of bare names in each text, in order. */
const cases: readonly { readonly what: string; readonly text: string; readonly bound: readonly string[] }[] =
  [
    {
      what: "a name that a function assigns anywhere is its own in all of it",
      text: "x = 1\ndef f():\n    print(x)\n    if x: x = 2\ndef g():\n    return x\n",
      bound: ["3 print -> -", "3 x -> 4 variable", "4 x -> 4 variable", "6 x -> 1 variable"],
    },
    {
      what: "names of a class body are not seen by its methods, but by the body itself",
      text: "size = 1\nclass A:\n    size = 2\n    other = size\n    def f(self):\n        return size\n",
      bound: ["4 size -> 3 field", "6 size -> 1 variable"],
    },
    {
      what: "before its definition in a class body a name is that of outside",
      text: "class A:\n    a: list = []\n    def list(self): ...\n    b = list\n",
      bound: ["2 list -> -", "4 list -> 3 method"],
    },
    {
      what: "a setter's decorator means the getter above it",
      text: "class A:\n    @property\n    def t(self): ...\n    @t.setter\n    def t(self, v): ...\n",
      bound: ["2 property -> -", "4 t -> 3 method"],
    },
    {
      what: "global and nonlocal names belong elsewhere",
      text: [
        "n = 0",
        "def f():",
        "    m = 0",
        "    def g():",
        "        global n",
        "        nonlocal m",
        "        n = m",
        "        m = n",
        "    def h():",
        "        n = 1",
        "        return n",
      ].join("\n"),
      bound: [
        "7 n -> 1 variable",
        "7 m -> 3 variable",
        "8 m -> 3 variable",
        "8 n -> 1 variable",
        "11 n -> 10 variable",
      ],
    },
    {
      what: "the first iterable of a comprehension is evaluated outside it",
      text: "def f(x):\n    return [x for x in x if x for y in x]\n",
      bound: ["2 x -> 2 variable", "2 x -> 1 parameter", "2 x -> 2 variable", "2 x -> 2 variable"],
    },
    {
      what: "a comprehension in a class body sees the class in its first iterable alone",
      text: "class A:\n    n = 3\n    a = [n for _ in range(n)]\n",
      bound: ["3 n -> -", "3 range -> -", "3 n -> 2 field"],
    },
    {
      what: "`:=` in a comprehension binds in the function around",
      text: "def f(xs):\n    any((y := x) for x in xs)\n    return y\n",
      bound: ["2 any -> -", "2 x -> 2 variable", "2 xs -> 1 parameter", "3 y -> 2 variable"],
    },
    {
      what: "defaults, decorators and annotations are evaluated outside the function",
      text: "a = b = 1\n@a\ndef f(a=a, b: b = b) -> a:\n    return a\n",
      bound: [
        "2 a -> 1 variable",
        "3 a -> 1 variable",
        "3 b -> 1 variable",
        "3 b -> 1 variable",
        "3 a -> 1 variable",
        "4 a -> 3 parameter",
      ],
    },
    {
      what: "a lambda's parameters are its own, its defaults are not",
      text: "n = 1\nf = lambda n=n: n\n",
      bound: ["2 n -> 1 variable", "2 n -> 2 parameter"],
    },
    {
      what: "for, with, except, import and match bind",
      text: [
        "def f(v):",
        "    for a, (b, *c) in v: pass",
        "    with v as d, v as (e, g): pass",
        "    try: import h.i",
        "    except E as j: pass",
        "    match v:",
        "        case [k, *l]: pass",
        "        case {'x': m, **n}: pass",
        "        case P(q=o) as p: pass",
        "        case K.L: pass",
        "    return a, b, c, d, e, g, h, j, k, l, m, n, o, p, q",
      ].join("\n"),
      bound: [
        "2 v -> 1 parameter",
        "3 v -> 1 parameter",
        "3 v -> 1 parameter",
        "5 E -> -",
        "6 v -> 1 parameter",
        "9 P -> -",
        "10 K -> -",
        ...["a 2", "b 2", "c 2", "d 3", "e 3", "g 3"].map(use),
        "11 h -> 4 import",
        ...["j 5", "k 7", "l 7", "m 8", "n 8", "o 9", "p 9"].map(use),
        "11 q -> -",
      ],
    },
    {
      what: "type parameters are seen by annotations, bases and the body, and not outside",
      text: "class A[T](B[T]):\n    x: T\ndef f[U: int](a: U) -> U: return U\ntype C[V] = list[V]\nT, U, V\n",
      bound: [
        "1 B -> -",
        "1 T -> 1 type-parameter",
        "2 T -> 1 type-parameter",
        "3 int -> -",
        "3 U -> 3 type-parameter",
        "3 U -> 3 type-parameter",
        "3 U -> 3 type-parameter",
        "4 list -> -",
        "4 V -> 4 type-parameter",
        "5 T -> -",
        "5 U -> -",
        "5 V -> -",
      ],
    },
    {
      what: "keyword-argument names are the callee's, names in f-strings count, other strings and comments do not",
      text: "x = y = 1\nf(x=y, **x)  # x\nf'{x!r:>{y}} y' 'x'\n",
      bound: ["2 f -> -", "2 y -> 1 variable", "2 x -> 1 variable", "3 x -> 1 variable", "3 y -> 1 variable"],
    },
    {
      what: "the parameters that Python 2 unpacks, and its except clause, bind",
      text: "def f((a, b), c=1):\n    try: print a, b\n    except E, e: print >>c, e\n",
      bound: [
        "2 a -> 1 parameter",
        "2 b -> 1 parameter",
        "3 E -> -",
        "3 c -> 1 parameter",
        "3 e -> 3 variable",
      ],
    },
  ];

function use(pair: string): string {
  const [name, line] = pair.split(" ");
  return `11 ${name} -> ${line} variable`;
}

describe("Python's scopes", () => {
  for (const { what, text, bound } of cases) {
    it(what, async () => {
      expect(bindings(await read(text))).toEqual(bound);
    });
  }
});
