/** Reading git repositories, other people's included. */
export { type OpenOptions, openRepository } from "./open-repository.ts";
export type * from "./repository.ts";
