import type { LinkRules } from "../../engine/graph/graph.ts";
import { predeclaredNames } from "./predeclared.ts";

/** Methods that the standard library looks for on any value that it prints, compares or encodes. */
const implicit = new Set(["Error", "String", "GoString", "Format"]);

/** What runs in Go without a call. */
export const linkRules: LinkRules = {
  packageSeparator: "/",
  importRuns: true,
  initializers: ["init"],
  classBodyRuns: "at-use",
  unknownReceiver: "name",
  builtins: { module: "builtin", names: predeclaredNames },
  isImplicitMember: (name) => implicit.has(name),
  isStructural: true,
};
