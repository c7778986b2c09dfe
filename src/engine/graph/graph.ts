/** From the records of files to what their names stand for. */
export * from "./bind.ts";
export * from "./project.ts";
export * from "./resolver.ts";
