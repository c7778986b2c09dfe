import type { Script } from "node:vm";

declare const compiled: {
  keptCodeOf(file: string): string;
  compile(file: string): Script;
  run(script: Script, file: string): void;
};
export = compiled;
