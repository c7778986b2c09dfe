import type { LinkRules } from "../../engine/graph/graph.ts";
import { predeclaredNames } from "./predeclared.ts";

/** Methods that the standard library looks for on any value that it prints, compares or encodes. */
const implicit = new Set(["Error", "String", "GoString", "Format"]);

/** Methods of the interfaces by which the standard library calls back. */
const likely = new Set(
  `Read Write Close Seek ReadAt WriteAt ReadFrom WriteTo ReadByte ReadRune Len Less Swap Push Pop RoundTrip ServeHTTP
   MarshalJSON UnmarshalJSON MarshalText UnmarshalText MarshalBinary UnmarshalBinary MarshalXML UnmarshalXML
   MarshalYAML UnmarshalYAML GobEncode GobDecode Scan Value Set Visit Handle Enabled WithAttrs WithGroup Open Stat
   Unwrap Is As Done Deadline Err Lock Unlock Run`.split(/\s+/),
);

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
  reflectingPackages: new Set(["reflect", "text/template", "html/template", "net/rpc", "plugin"]),
  // The packages of the language have no dot in the first part of their paths.
  isStranger: (specifier) => specifier.split("/", 1)[0]?.includes(".") === true,
  keepingPackages: new Set(
    "context sync sync/atomic container/list container/ring container/heap expvar database/sql flag".split(
      " ",
    ),
  ),
  openBuiltins: new Set(["any", "error"]),
  strangeFlags: new Set(["function without a body"]),
  typesAreMade: true,
  madeTypesHaveMethods: true,
  // A Close without a result is not the one of io.Closer.
  isLikelyCalled: (name, resultCount) => likely.has(name) && (name !== "Close" || resultCount === 1),
};
