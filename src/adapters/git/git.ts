/** Reading git repositories, other people's included. */
export { cloneRepository } from "./clone.ts";
export { gitVersion } from "./git-version.ts";
export { SEARCHED_LINE_BYTES } from "./grep-names.ts";
export { isLoopback, MissingRef } from "./network.ts";
export { openRepository } from "./open-repository.ts";
export type * from "./repository.ts";
export { pruneSnapshotObjects, type SnapshotObjects, snapshotObjects } from "./snapshot-objects.ts";
