import type { LinkRules } from "../../engine/graph/graph.ts";

/** Functions, types' constructors, macros, attributes and derived traits of the language and its standard prelude. */
const prelude: ReadonlySet<string> = new Set(
  `Some None Ok Err Box Vec String drop assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert
   debug_assert_eq debug_assert_ne env eprint eprintln file format format_args include include_bytes include_str line
   matches module_path option_env panic print println stringify thread_local todo unimplemented unreachable vec write
   writeln derive str char bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 Option Result Rc Arc HashMap
   HashSet
   allow warn deny forbid expect inline must_use repr non_exhaustive cold doc deprecated test bench ignore should_panic
   automatically_derived macro_export macro_use no_mangle link link_name export_name target_feature track_caller path
   global_allocator feature no_std no_main recursion_limit cfg_attr default proc_macro proc_macro_derive
   proc_macro_attribute used naked
   Debug Clone Copy PartialEq Eq PartialOrd Ord Hash Default`.split(/\s+/u),
);

/** What runs in Rust without a call. */
export const linkRules: LinkRules = {
  packageSeparator: "::",
  importRuns: false,
  classBodyRuns: "at-use",
  unknownReceiver: "name",
  builtins: { module: "std", names: prelude },
  typesConvert: true,
  typesAreMade: true,
  basesAreTraits: true,
  isImplicitMember: (name) => name === "drop",
  closedTypes: new Set(
    "str String char bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64".split(" "),
  ),
  isConstructorName: (name) => /^\p{Lu}/u.test(name),
};
