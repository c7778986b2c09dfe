/** Reading git repositories, other people's included. */
export { gitVersion } from "./git-version.ts";
export { SEARCHED_LINE_BYTES } from "./grep-names.ts";
export { openRepository } from "./open-repository.ts";
export type * from "./repository.ts";
export { pruneSnapshotObjects, type SnapshotObjects, snapshotObjects } from "./snapshot-objects.ts";
