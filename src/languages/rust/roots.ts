import type { RootRule } from "../../engine/graph/graph.ts";

/** What starts Rust code besides the targets that Cargo knows. */
export const rootRules: readonly RootRule[] = [
  {
    id: "rust-main",
    kind: "main",
    match: {
      by: "name",
      level: "module",
      names: ["main"],
      inPath: "(?:^|/)(?:main|build)\\.rs$|(?:^|/)(?:bin|examples)/",
    },
  },
  { id: "rust-async-main", kind: "main", match: { by: "decorator", names: ["main"] } },
  {
    id: "rust-handler",
    kind: "framework",
    packages: ["actix_web", "rocket"],
    match: {
      by: "decorator",
      names: [
        "get",
        "post",
        "put",
        "delete",
        "patch",
        "head",
        "options",
        "route",
        "routes",
        "catch",
        "connect",
        "trace",
      ],
    },
  },
  {
    id: "rust-test",
    kind: "test",
    match: { by: "decorator", names: ["test", "bench", "rstest", "quickcheck", "proptest"] },
  },
  {
    id: "rust-exported",
    kind: "framework",
    match: {
      by: "decorator",
      names: [
        "no_mangle",
        "wasm_bindgen",
        "pyfunction",
        "pymethods",
        "napi",
        "export_name",
        "panic_handler",
        "global_allocator",
        "proc_macro",
        "proc_macro_derive",
        "proc_macro_attribute",
      ],
    },
  },
];
