/** Reading git repositories, other people's included. */
export { gitVersion } from "./git-version.ts";
export { type OpenOptions, openRepository } from "./open-repository.ts";
export type * from "./repository.ts";
