import type { RootRule } from "../../engine/graph/graph.ts";

/** What starts Go code. Handlers are handed over as values, and have an edge from where that is done. */
export const rootRules: readonly RootRule[] = [
  { id: "go-main", kind: "main", match: { by: "name", level: "module", names: ["main"], inPackage: "main" } },
  {
    id: "go-http-handler",
    kind: "framework",
    packages: ["net/http"],
    match: { by: "name", level: "member", names: ["ServeHTTP"] },
  },
  {
    id: "go-test",
    kind: "test",
    match: {
      by: "name",
      level: "module",
      names: ["Test*", "Benchmark*", "Example*", "Fuzz*"],
      inPath: "_test\\.go$",
    },
  },
];
