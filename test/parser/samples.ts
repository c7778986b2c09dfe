/** A varied text for each grammar: fields, aliases, hidden nodes, comments, strings, templates, generics, wide characters. */
export const samples: Readonly<Record<string, string>> = {
  "tree-sitter-typescript.wasm": `// naïve 𝒳
import type { A as B } from "./a.js";
import d, * as ns from 'x';
export abstract class C<T extends B = {}> extends ns.D<T> implements E, F {
  private readonly #x: number = 1; static { this.y ??= 2; }
  constructor(public a?: string, ...rest: T[]) { super(); }
  @dec({ a: 1 }) async *gen(this: C<T>, { p, q: [r] }: P): AsyncGenerator<T> { yield* await f(\`a\${p + \`\${q}\`}b\`); }
  get v(): asserts this is T { return <T>this.#x as unknown; }
}
declare module "m" { export default interface I { (a: number): void; readonly [k: string]: A | B & C; } }
enum Colour { Red = 1 << 2, Green = "g" }
type M<T> = { -readonly [K in keyof T]?: T[K] extends infer U ? U : never };
for (const [k, v] of Object.entries(o)) if (k in v) label: while (true) { break label }
const re = /a[/]b/giu, big = 10n, f = function* <T>(x: T) {}, g = async x => x?.y?.[0]!.z ?? (1, 2);
export * as all from "y"; export { f as default, type M }; x satisfies Y; a ? b : c
`,
  "tree-sitter-tsx.wasm": `import React from "react";
export const List = <T,>({ items, ...rest }: Props<T>) => (
  <ul {...rest} className="a é" data-x={1}>
    {items.map((i) => <Item.Row key={i.id} on:click={() => i.go()}>text &amp; {i.name}</Item.Row>)}
    <></>
    {/* comment */}
  </ul>
);
function App(this: Window): JSX.Element { return <List<number> items={[1, 2]} />; }
`,
  "tree-sitter-javascript.wasm": `#!/usr/bin/env node
'use strict'
const { a, b: { c = 1 } } = require("x"), fn = function named() { return new.target }
module.exports = { fn, get x() { return 1 }, async *[Symbol.iterator]() {}, 'y-z': class extends fn {} }
F.prototype.go = (x) => { switch (x) { case 1: default: throw x } }
let html = <!-- legacy comment
\`t\${a}\u{1F600}\`
a = b
++c
if (x) y(); else if (z) { w?.() } else do { q++ } while (q < 5)
export { a as b } from './c.mjs'; import(\`./\${a}\`).then(({ default: d }) => d)
`,
  "tree-sitter-python.wasm": `# -*- coding: utf-8 -*-
from __future__ import annotations
from ..pkg.mod import (a as b, c,)
import os.path, sys as system
@decorator(arg=1)
@other.thing
class K(Base, metaclass=Meta):
    """Doc 𝒳 string"""
    x: int = 3
    async def m(self, a, /, b=1, *args, c: str = "d", **kw) -> dict[str, int]:
        global g; nonlocal_ = [y for y in a if y async for z in y]
        async with open(f"{a!r:>{b}} é {{}}") as f, g() as h: yield await f
        return {**kw, 'a': lambda p, *q: p + 1, "b": {1, 2}, **{}}
    if TYPE_CHECKING:
\tpass
match command.split():
    case [Point(x=0, y=_), *rest] | {"k": v, **kw} if x > 1: print(x, file=sys.stderr)
    case _: raise E from None
try:
    (n := 10); a[1:2, ...] @= ~b if c else not d
except* (A, B) as e:
    del a.b; assert x, "y"; exec("z"); print >>f, x
else: pass
finally: x = 1 if y else 2
`,
  "tree-sitter-go.wasm": `// Package p é.
package p

import (
	"fmt"
	. "os"
	_ "embed"
	str "strings"
)

type T[K comparable, V any] struct { sync.Mutex; *Base; m map[K][]V \`json:"m"\` }
type I interface { ~int | string; Do(x, y int) (z string, err error); fmt.Stringer }
type A = func(...int) <-chan T[int, string]
const ( X = iota; Y; _ )
var x, y = 1.5e3, 'é'

func (t *T[K, V]) Do(x, y int) (z string, err error) {
	defer func() { recover() }()
	for i, r := range "a𝒳" { go t.m[K(i)][0].f(r...) }
	switch v := x.(type) { case nil: fallthrough; case int, *T[int, int]: goto end; default: }
	select { case c <- 1: case v, ok := <-c: _ = v }
end:
	return \`raw
string\`, T{m: map[K][]V{1: {2, 3}}}
}
`,
  "tree-sitter-java.wasm": `package a.b.c; // é
import static java.util.Map.*;
import java.util.List;
@Mark(value = {1, 2}, x = @Other)
public sealed abstract class C<T extends A & B> extends D<T>.E implements F, G<? super T> permits H {
  static { System.out.println("a\\u0041"); }
  private final int[] x[] = {{1}, {2}}, y;
  protected <U> C(@N final int a, String... b) throws Ex { this(a); super.toString(); }
  record P(int a, List<?> b) { P { } }
  enum Z implements I { A(1) { void f() {} }, B; Z(int... i) {} }
  @interface Q { int v() default 1; }
  Object m() {
    Runnable r = () -> {}, s = C::new, t = int[]::clone;
    for (var i : xs) outer: do { continue outer; } while (!b);
    try (var in = open(); other) { return new A.B<>(1) { int q; }; } catch (X | Y e) { throw e; } finally { }
    return switch (o) { case P(int a, var b) when a > 1 -> a; case "x", "y" -> { yield 1; } default -> (int) 'c' >>> 2; };
  }
}
`,
  "tree-sitter-rust.wasm": `//! Crate docs é
#![allow(dead_code)]
use std::{collections::{HashMap as Map, *}, fmt::{self, Display}};
pub(crate) mod m { pub use super::*; }
/// Doc 𝒳
#[derive(Debug, Clone)]
pub struct S<'a, T: ?Sized + Display, const N: usize = 3>(pub &'a mut T, [u8; N]) where T: 'a;
enum E { A { x: i32 }, B(String) = 2, C }
impl<'a, T> Trait for S<'a, T> where for<'b> T: Fn(&'b str) -> i32 + 'a {
    type Out = Self; const K: u8 = b'\\n';
    async unsafe fn f(&mut self, (a, mut b): (u8, i64), _: impl Fn()) -> Result<Box<dyn Error>, !> {
        let r#type = r#"raw "s" "#; 'outer: loop { break 'outer 1..=2; }
        if let Some(x @ 1..=5) | Some(x) = self.0.await? { m!{ $a => [b, c] } } else { return Err(x.into()) }
        match x { E::A { x, .. } if x > 1 => |y: u8| -> u8 { y + 1 }, _ => unsafe { *p = &raw } as u8 };
        str![[r"a"]]; vec![1; 2]; x.0.1::<T>(); <S as Trait>::f::<u8>(S { ..Default::default() })
    }
}
macro_rules! mac { ($($x:expr),* $(,)?) => { $( println!("{}", $x); )* }; }
extern "C" { fn puts(s: *const c_char, ...) -> c_int; static X: u8; }
`,
};
