// What a thread runs where there is no build: Node 20 reads no TypeScript, and a new thread does not inherit
// the loader of the one that starts it. The file to run is the first argument. No part of the build.
import { register } from "tsx/esm/api";

register();
await import(process.argv[2]);
