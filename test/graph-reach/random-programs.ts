/**
 * Small programs that put functions into variables, tables and closures, replace them and call some. Each says itself
 * which of its functions ran: it calls `log` with their names. `c` is a condition of which nothing is known.
 */
export function writeProgram(seed: number): string {
  let state = (seed * 2654435761 + 12345) >>> 0;
  const rnd = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
  const pick = <T>(list: readonly T[]): T => list[rnd(list.length)] as T;
  const F = 6,
    V = 4,
    O = 3,
    A = 2,
    G = 3;
  const allowed = new Set(Array.from({ length: 3 + rnd(8) }, () => 9 + rnd(37)));
  const f = () => `f${rnd(F)}`,
    v = () => `v${rnd(V)}`,
    o = () => `o${rnd(O)}`,
    a = () => `a${rnd(A)}`,
    g = () => `g${rnd(G)}`;
  const key = () => pick(["p", "q", "r"]);
  const member = () => {
    const k = key();
    return pick([`${o()}.${k}`, `${o()}["${k}"]`]);
  };
  const value = (d = 0): string => {
    if (d > 2) return f();
    switch (rnd(d === 0 ? 16 : 18)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return f();
      case 6:
      case 7:
        return v();
      case 8:
        return member();
      case 9:
        return `${a()}[${rnd(3)}]`;
      case 10:
        return `(c() ? ${value(d + 1)} : ${value(d + 1)})`;
      case 11:
        return `(${value(d + 1)} || ${value(d + 1)})`;
      case 12:
        return `id(${value(d + 1)})`;
      case 13:
        return `(() => { ${value(d + 1)}?.(); })`;
      case 14:
        return `(${v()} = ${value(d + 1)})`;
      case 15:
        return `${g()}`;
      case 16:
        return `[${value(d + 1)}, ${value(d + 1)}][${rnd(2)}]`;
      default:
        return `({ p: ${value(d + 1)}, q: ${value(d + 1)} }).${pick(["p", "q"])}`;
    }
  };
  const object = (): string =>
    pick([
      () => `{ p: ${value()}, q: ${value()} }`,
      () => `{ p: ${value()} }`,
      () => `{}`,
      () => `{ r: ${value()}, p() { this.q?.(); } }`,
      () => `{ ...${o()}, p: ${value()} }`,
      () => `{ get p() { return ${value()}; } }`,
      () => `{ p: ${value()}, p: ${value()} }`,
      () => `{ toString: ${value()} }`,
    ])();
  const list = (): string =>
    pick([
      () => `[${value()}, ${value()}]`,
      () => `[${value()}]`,
      () => `[]`,
      () => `[...${a()}, ${value()}]`,
      () => `${a()}.slice(${rnd(2)}, ${1 + rnd(2)})`,
      () => `${a()}.slice(${rnd(2)})`,
    ])();
  const block = (d: number, inF: boolean): string =>
    `{ ${Array.from({ length: 1 + rnd(3) }, () => statement(d + 1, inF)).join(" ")} }`;
  const statement = (d: number, inF: boolean): string => {
    let what = rnd(d > 2 ? 22 : 46);
    for (let tries = 0; tries < 20 && what > 8 && !allowed.has(what); tries++) what = rnd(d > 2 ? 22 : 46);
    if (what > 8 && !allowed.has(what)) what = 0;
    switch (what) {
      case 0:
      case 1:
      case 2:
      case 3:
        return `${v()} = ${value()};`;
      case 4:
      case 5:
        return `${member()} = ${value()};`;
      case 6:
      case 7:
      case 8:
        return `${v()}?.();`;
      case 9:
      case 10:
        return `${member()}?.();`;
      case 11:
        return `${a()}[${rnd(3)}]?.();`;
      case 12:
        return `${a()}[${rnd(3)}] = ${value()};`;
      case 13:
        return `${o()} = ${object()};`;
      case 14:
        return `${a()} = ${list()};`;
      case 15:
        return `${a()}.push(${value()});`;
      case 16:
        return `${o()} = ${o()};`;
      case 17:
        return `[${v()}, ${v()}] = [${v()}, ${v()}];`;
      case 18:
        return `({ p: ${v()}, q: ${v()} = ${value()} } = ${o()});`;
      case 19:
        return `Object.assign(${o()}, { ${key()}: ${value()} });`;
      case 20:
        return `${g()}(${value()});`;
      case 21:
        return `{ let w = ${value()}; ${pick([`w = ${value()};`, "", `w?.();`])} w?.(); ${pick(["", `w = ${value()};`])} }`;
      case 22:
        return `if (c()) ${block(d, inF)} else ${block(d, inF)}`;
      case 23:
        return `for (let i = 0; i < 2; i++) ${block(d, inF)}`;
      case 24:
        return `try ${block(d, inF)} catch (e) ${block(d, inF)}`;
      case 25:
        return `try { ${statement(d + 1, inF)} if (c()) throw ${value()}; ${statement(d + 1, inF)} } catch (e) { ${pick(["e?.call?.();", statement(d + 1, inF)])} } finally ${block(d, inF)}`;
      case 26:
        return `for (const x of ${a()}) x?.();`;
      case 27:
        return `for (const k in ${o()}) ${o()}[k]?.();`;
      case 28:
        return `l${d}: { ${statement(d + 1, inF)} if (c()) break l${d}; ${statement(d + 1, inF)} }`;
      case 29:
        return `switch (${rnd(3)}) { case 0: ${statement(d + 1, inF)} case 1: ${statement(d + 1, inF)} ${pick(["break;", ""])} default: ${statement(d + 1, inF)} }`;
      case 30:
        return `delete ${member()};`;
      case 31:
        return `${g()}(...${a()});`;
      case 32:
        return `${v()} ??= ${value()};`;
      case 33:
        return `${v()} ||= ${value()};`;
      case 34:
        return `c() && (${v()} = ${value()});`;
      case 35:
        return `((x, y = ${value()}) => { ${pick(["x", "y"])}?.(); })(${value()});`;
      case 36:
        return `(function () { arguments[${rnd(2)}]?.(); })(${value()}, ${value()});`;
      case 37:
        return `(function () { const self = this; self.${key()}?.(); }).call(${o()});`;
      case 38:
        return `{ const m = new Map([["p", ${value()}]]); m.set("q", ${value()}); m.get("${pick(["p", "q"])}")?.(); }`;
      case 39:
        return `{ function* gen() { yield ${value()}; ${v()} = ${value()}; yield ${value()}; } for (const x of gen()) x?.(); }`;
      case 40:
        return `{ class K { constructor(x) { this.x = x; } run() { this.x?.(); } } const k = new K(${value()}); ${pick(["k.run();", "k.x?.();", `k.x = ${value()}; k.run();`])} }`;
      case 41:
        return `{ const t = ${object()}; t.${key()} = ${value()}; ${pick(["", `t.${key()} = ${value()};`, `${statement(d + 1, inF)}`])} ${pick([`t.${key()}?.();`, `Object.values(t).forEach((x) => x?.());`, `${o()} = t;`])} }`;
      case 42:
        return `{ let w = ${value()}; const run = () => { w?.(); }; ${pick(["run();", ""])} w = ${value()}; ${pick(["run();", ""])} w = ${value()}; }`;
      case 43:
        return `{ const t = [${value()}, ${value()}]; ${pick([`t[${rnd(2)}] = ${value()};`, ""])} ${pick([`t.reverse();`, `t.shift();`, `t.unshift(${value()});`, "", "", ""])} t[${rnd(3)}]?.(); }`;
      case 44:
        return `${pick([`"" + ${o()};`, `\`\${${o()}}\`;`, `JSON.stringify(${o()});`, `${v()}?.bind(null)();`, `${v()}?.call();`, `[${value()}, ${value()}].map((x) => x)[0]?.();`, `[1].forEach(${value()});`])}`;
      default:
        return inF ? pick([`return;`, `if (c()) return;`, statement(d + 1, inF)]) : statement(d + 1, inF);
    }
  };
  const lines: string[] = [];
  for (let i = 0; i < F; i++) lines.push(`function f${i}() { log("f${i}"); }`);
  lines.push("function id(x) { return x; }");
  const decl = pick(["let", "var"]);
  const inMain = rnd(2) === 0;
  const body: string[] = [];
  for (let i = 0; i < V; i++) body.push(`${decl} v${i}${rnd(2) === 0 ? ` = ${f()}` : ""};`);
  for (let i = 0; i < O; i++) body.push(`${decl} o${i} = { p: ${f()}, q: ${f()} };`);
  for (let i = 0; i < A; i++) body.push(`${decl} a${i} = [${f()}, ${f()}];`);
  for (let i = 0; i < G; i++)
    body.push(
      `function g${i}(x) { ${rnd(2) === 0 ? "x?.();" : ""} ${Array.from({ length: rnd(3) }, () => statement(2, true)).join(" ")} }`,
    );
  const count = 4 + rnd(14);
  for (let i = 0; i < count; i++) body.push(statement(0, inMain));
  if (inMain) lines.push("function main() {", ...body, "}", "main();");
  else lines.push(...body);
  return lines.join("\n");
}
