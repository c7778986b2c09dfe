/** Node has WebAssembly; of the type libraries in use here only that of the browser declares it. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Record<string, unknown>;
  }
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
  }
}
