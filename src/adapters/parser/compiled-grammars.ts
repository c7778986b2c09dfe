import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The compiled programs of the parser and its grammars. They can be posted to another thread, which then compiles nothing. */
export interface CompiledGrammars {
  readonly library: WebAssembly.Module;
  /** By file name. */
  readonly grammars: ReadonlyMap<string, WebAssembly.Module>;
}

/** Reads and compiles the parser and the grammars named, each once. The code is generated when it first runs. */
export function compileGrammars(grammarFiles: Iterable<string>): CompiledGrammars {
  const grammars = new Map<string, WebAssembly.Module>();
  for (const file of grammarFiles) if (!grammars.has(file)) grammars.set(file, compileGrammar(file));
  return { library: compileLibrary(), grammars };
}

export function compileLibrary(): WebAssembly.Module {
  return compileFile("web-tree-sitter/web-tree-sitter.wasm");
}

export function compileGrammar(file: string): WebAssembly.Module {
  return compileFile(`@vscode/tree-sitter-wasm/wasm/${file}`);
}

/** Found from here as an import would be, in the sources as in the bundle, which leaves packages outside. */
function compileFile(specifier: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve(specifier)));
}
