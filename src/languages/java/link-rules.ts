import type { LinkRules } from "../../engine/graph/graph.ts";
import { jdkBases } from "./jdk-types.ts";

/** Methods of `Object`, which the language and every library call on any value. */
const implicit = new Set([
  "toString",
  "equals",
  "hashCode",
  "finalize",
  "clone",
  "readResolve",
  "readObject",
]);

/** What runs in Java without a call. */
export const linkRules: LinkRules = {
  packageSeparator: ".",
  importRuns: false,
  classBodyRuns: "at-use",
  unknownReceiver: "name",
  constructorsChain: true,
  functionsHaveOneMethod: true,
  isImplicitMember: (name) => implicit.has(name),
  closedTypes: new Set(
    "String StringBuilder StringBuffer Integer Long Double Float Boolean Character Byte Short Math".split(
      " ",
    ),
  ),
  basesOutside: jdkBases,
  rootType: "java//lang//Object",
  isConstructorName: (name) => /^\p{Lu}/u.test(name),
};
