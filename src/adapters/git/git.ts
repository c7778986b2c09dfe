/** Reading git repositories, other people's included. */
export { gitVersion } from "./git-version.ts";
export { openRepository } from "./open-repository.ts";
export type * from "./repository.ts";
