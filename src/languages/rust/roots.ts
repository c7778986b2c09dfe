import type { RootRule } from "../../engine/graph/graph.ts";

const routeMethods = [
  "get",
  "post",
  "put",
  "delete",
  "patch",
  "head",
  "options",
  "trace",
  "connect",
] as const;

/** What starts Rust code besides the targets that Cargo knows. */
export const rootRules: readonly RootRule[] = [
  {
    id: "rust-main",
    kind: "main",
    match: {
      by: "name",
      level: "module",
      names: ["main"],
      inPath: "(?:^|/)main\\.rs$|(?:^|/)bin/",
    },
  },
  {
    id: "rust-tool-main",
    kind: "main",
    isTooling: true,
    match: { by: "name", level: "module", names: ["main"], inPath: "(?:^|/)build\\.rs$|(?:^|/)examples/" },
  },
  { id: "rust-async-main", kind: "main", match: { by: "decorator", names: ["main", "launch"] } },
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
    id: "axum-route",
    kind: "framework",
    packages: ["axum"],
    match: {
      by: "argument",
      receivers: ["app", "router", "cfg", "config", "*_router"],
      calls: [
        ...routeMethods,
        "route",
        "any",
        "on",
        "fallback",
        "nest",
        "route_service",
        "from_fn",
        "from_fn_with_state",
        "layer",
        "method_routing",
        "handle_error",
      ],
    },
  },
  {
    id: "actix-route",
    kind: "framework",
    packages: ["actix_web"],
    match: {
      by: "argument",
      receivers: ["app", "router", "cfg", "config", "*_router"],
      calls: ["to", "route", "service", "default_service", "configure", "wrap_fn", "from_fn", "add"],
    },
  },
  {
    id: "rocket-mount",
    kind: "framework",
    packages: ["rocket"],
    match: {
      by: "argument",
      receivers: ["app", "router", "cfg", "config", "*_router"],
      calls: ["mount", "register", "attach", "on_ignite", "on_liftoff", "on_request", "try_on_ignite"],
    },
  },
  {
    id: "warp-filter",
    kind: "framework",
    packages: ["warp"],
    match: {
      by: "argument",
      receivers: ["app", "router", "cfg", "config", "*_router"],
      calls: ["map", "and_then", "then", "recover", "or_else"],
    },
  },
  {
    id: "clap-parser",
    kind: "framework",
    packages: ["clap", "structopt", "argh"],
    match: {
      by: "decorator",
      names: ["Parser", "Subcommand", "Args", "ValueEnum", "Clap", "StructOpt", "FromArgs"],
      starts: "self",
    },
  },
  {
    id: "criterion-bench",
    kind: "test",
    packages: ["criterion", "divan", "bencher", "libtest_mimic"],
    match: { by: "call", names: ["criterion_group", "criterion_main", "benchmark_group", "benchmark_main"] },
  },
  {
    id: "rust-test",
    kind: "test",
    match: {
      by: "decorator",
      names: [
        "test",
        "bench",
        "rstest",
        "quickcheck",
        "proptest",
        "test_case",
        "wasm_bindgen_test",
        "library_benchmark",
      ],
    },
  },
  {
    // A macro of the project may make tests of what it gets, where no attribute can be seen.
    id: "rust-test-macros",
    kind: "test",
    match: { by: "path", path: "(?:^|/)tests/.*\\.rs$" },
  },
  {
    // What a macro makes of items is not seen, and no start that a program is looked for by.
    id: "rust-item-macros",
    kind: "framework",
    isTooling: true,
    match: { by: "macro" },
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
