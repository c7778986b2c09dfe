import type { FileIndex } from "../index/index.ts";

/** Something for each declaration that it is put in for: numbers, since a text for each would have to be made first. */
export interface ByDeclaration<Value> {
  get(file: FileIndex, declaration: number): Value | undefined;
  set(file: FileIndex, declaration: number, value: Value): void;
  clear(): void;
}

export function createByDeclaration<Value>(): ByDeclaration<Value> {
  const files = new Map<string, Map<number, Value>>();
  let lastFile: FileIndex | undefined;
  let last: Map<number, Value> | undefined;
  const ofFile = (file: FileIndex): Map<number, Value> | undefined => {
    if (file !== lastFile) {
      lastFile = file;
      last = files.get(file.path);
    }
    return last;
  };
  return {
    get: (file, declaration) => ofFile(file)?.get(declaration),
    set(file, declaration, value) {
      let values = ofFile(file);
      if (values === undefined) {
        values = new Map();
        files.set(file.path, values);
        last = values;
      }
      values.set(declaration, value);
    },
    clear() {
      files.clear();
      lastFile = undefined;
      last = undefined;
    },
  };
}
