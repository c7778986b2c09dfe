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

/** Annotations that nobody calls anything for: the language's, of nullness and for checkers, and those of tests' texts. */
const neutralAnnotations = new Set(
  `Override Deprecated SuppressWarnings SafeVarargs FunctionalInterface Retention Target Documented Inherited Repeatable
   Native Serial Nullable NonNull Nonnull NotNull CheckForNull CheckReturnValue CanIgnoreReturnValue Contract
   VisibleForTesting GuardedBy ThreadSafe NotThreadSafe Immutable Generated Beta API Internal Experimental GwtCompatible
   GwtIncompatible J2ktIncompatible J2ObjCIncompatible NullMarked NullUnmarked ParametersAreNonnullByDefault
   SuppressFBWarnings SuppressLint InlineMe DoNotMock DoNotCall FormatMethod ForOverride MustBeClosed Var RequiresApi
   Getter Setter Data Value Builder SuperBuilder ToString EqualsAndHashCode AllArgsConstructor NoArgsConstructor
   RequiredArgsConstructor SneakyThrows Synchronized With Slf4j Log Log4j2 CommonsLog IgnoreJRERequirement
   Disabled Ignore DisplayName Tag Tags Timeout Order`.split(/\s+/u),
);

/** Annotations by which containers put a program together. */
const wiring =
  /^(?:Inject|Autowired|Bean|Provides|Produces|PostConstruct|PreDestroy|Before\w*|After\w*|Around|Test|Scheduled|Factory)$/u;

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
  annotations: {
    isNeutral: (name) => neutralAnnotations.has(name),
    wires: (name) => wiring.test(name),
  },
  classFlag: "class literal",
  isConstructorName: (name) => /^\p{Lu}/u.test(name),
};
