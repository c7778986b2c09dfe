import { Parser } from "web-tree-sitter";

/**
 * tree-sitter, started in this thread over a memory that we may read. There is one instance a thread, since
 * the library keeps it in a variable of its own. What we know of it stands beside it, in the thread: a second
 * copy of this file, as test runners make them, must find the memory that the library really uses.
 */
const started: unique symbol = Symbol.for("headwater.tree-sitter");
const perThread = globalThis as { [started]?: Promise<WebAssembly.Memory> };

/** What the library itself asks for; a page has 64 KiB. */
const INITIAL_PAGES = 512;
/** 2 GiB, so that an address stays a small integer of the engine. */
const MAXIMUM_PAGES = 32_768;

export function startTreeSitter(library: () => WebAssembly.Module): Promise<WebAssembly.Memory> {
  perThread[started] ??= start(library());
  return perThread[started];
}

async function start(library: WebAssembly.Module): Promise<WebAssembly.Memory> {
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES });
  await Parser.init({
    wasmMemory: memory,
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      receive(new WebAssembly.Instance(library, imports), library);
      return {};
    },
  });
  return memory;
}
