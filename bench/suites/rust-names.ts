import type { CaseFile } from "./suite.ts";

/** The functions of some crates, by the names that compilers give them and by Headwater's keys. */
export interface RustNames {
  /** Of `krate::module::{impl#1}::method`, `krate::Type::method` or `<krate::Type as krate::Trait>::method`. */
  keyOf(name: string): string | undefined;
  /** It is one of the functions, and not one that a trait only asks for. */
  hasBody(key: string): boolean;
  readonly keys: readonly string[];
}

interface RustFunction {
  readonly key: string;
  /** The module that it stands in, as `krate::module`. */
  readonly module: string;
  readonly name: string;
  /** The type or trait whose body it stands in. */
  readonly owner?: string;
  /** The place of its `impl` among those of its module. */
  readonly block?: number;
  readonly hasBody: boolean;
}

/** Reads plain Rust: one crate a folder `krate/src/`, modules by files and in braces. */
export function createRustNames(files: readonly CaseFile[]): RustNames {
  const functions = files
    .filter(({ path }) => path.endsWith(".rs"))
    .flatMap(({ path, bytes }) => functionsOf(path, new TextDecoder().decode(bytes)));
  const byName = new Map<string, string>();
  for (const { key, module, name, owner, block } of functions) {
    if (block !== undefined) byName.set(`${module}::{impl#${block}}::${name}`, key);
    byName.set([module, ...(owner === undefined ? [] : [owner]), name].join("::"), key);
  }
  const keys = functions.map(({ key }) => key);
  const written = new Set(functions.filter(({ hasBody }) => hasBody).map(({ key }) => key));
  return { keys, hasBody: (key) => written.has(key), keyOf: (name) => byName.get(withoutTrait(name)) };
}

/** `<a::T as b::U>::m` is a method of `a::T`; type arguments are no part of a name. */
function withoutTrait(name: string): string {
  const plain = name.replace(/^<(.+?) as .*>::(\w+)$/u, "$1::$2");
  return plain.replaceAll(/<[^<>]*>/gu, "");
}

function functionsOf(path: string, text: string): RustFunction[] {
  const code = text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, "");
  const found: RustFunction[] = [];
  const open: { depth: number; module?: string; owner?: string; block?: number }[] = [];
  const blocks = new Map<string, number>();
  let depth = 0;
  let next: { module?: string; owner?: string; block?: number } | undefined;
  const tokens =
    /"(?:\\.|[^"\\])*"|[{};]|\bmod\s+(\w+)|\bimpl\b([^{;]*)|\btrait\s+(\w+)|\bmacro_rules!|\bquote!|\bfn\s+(\w+)/gu;
  for (const { 0: token, 1: mod, 2: impl, 3: trait, 4: name, index } of code.matchAll(tokens)) {
    if (token === "{") {
      depth++;
      if (next !== undefined) open.push({ depth, ...next });
      next = undefined;
    } else if (token === "}") {
      if (open.at(-1)?.depth === depth) open.pop();
      depth--;
    } else if (token === ";") next = undefined;
    else if (mod !== undefined) next = { module: mod };
    else if (trait !== undefined) next = { owner: trait };
    else if (impl !== undefined && isItem(depth, open)) {
      const module = moduleAt();
      const block = blocks.get(module) ?? 0;
      blocks.set(module, block + 1);
      next = { owner: implementedType(impl), block };
    } else if (name !== undefined && isItem(depth, open)) {
      const { owner, block } = open.at(-1) ?? {};
      const modules = open.flatMap(({ module }) => module ?? []);
      found.push({
        key: [path, ...modules, ...(owner === undefined ? [] : [owner]), name].join("//"),
        module: moduleAt(),
        name,
        hasBody: /^[^;{]*\{/u.test(code.slice(index)),
        ...(owner === undefined ? {} : { owner }),
        ...(block === undefined ? {} : { block }),
      });
    }
  }
  return found;

  function moduleAt(): string {
    return [...moduleOfFile(path), ...open.flatMap(({ module }) => module ?? [])].join("::");
  }
}

/** Directly in a module, an impl block or a trait, and not in a function or a macro. */
function isItem(depth: number, open: readonly { readonly depth: number }[]): boolean {
  return depth === (open.at(-1)?.depth ?? 0);
}

/** The name of the type in ` <T: Bound> Trait for Type<T> `. */
function implementedType(header: string): string {
  let written = header.trim();
  if (written.startsWith("<")) {
    let level = 0;
    const end = [...written].findIndex((letter) => {
      if (letter === "<") level++;
      if (letter === ">") level--;
      return level === 0;
    });
    written = written.slice(end + 1).trim();
  }
  const type = written.split(/\sfor\s/u).at(-1) as string;
  return (/^&?(?:\w+::)*(\w+)/u.exec(type.trim())?.[1] ?? "") as string;
}

/** `krate/src/lib.rs` is the crate, `krate/src/a/b.rs` its module `a::b`. */
function moduleOfFile(path: string): string[] {
  const [krate = "", inside = ""] = path.split("/src/");
  const parts = inside.replace(/\.rs$/u, "").split("/");
  const isRoot = parts.length === 1 && (parts[0] === "lib" || parts[0] === "main");
  return [krate.split("/").at(-1) as string, ...(isRoot ? [] : parts.filter((part) => part !== "mod"))];
}
