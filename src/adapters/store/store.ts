/** Headwater's own files under HEADWATER_HOME: state, caches and who serves what. */
export * from "./graph-cache.ts";
export * from "./home.ts";
export * from "./lock.ts";
export * from "./memory-store.ts";
export * from "./run-file.ts";
export * from "./sqlite-store.ts";
export * from "./state-file.ts";
export * from "./write-beside.ts";
