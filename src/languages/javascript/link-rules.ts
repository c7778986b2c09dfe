import type { LinkRules } from "../../engine/graph/graph.ts";

/** Functions and classes that ECMAScript, browsers, Node and test runners put in every file's sight. */
const globals: ReadonlySet<string> = new Set(
  `AbortController AbortSignal AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Blob
   Boolean BroadcastChannel Buffer CustomEvent DataView Date DOMException DOMParser Error EvalError Event
   EventSource EventTarget File FileReader FinalizationRegistry Float32Array Float64Array FormData Function Headers
   Image Int16Array Int32Array Int8Array Intl IntersectionObserver Iterator JSON Map Math MessageChannel
   MutationObserver Notification Number Object Promise Proxy RangeError ReadableStream ReferenceError Reflect RegExp
   Request ResizeObserver Response Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder
   TransformStream TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray
   WeakMap WeakRef WeakSet WebAssembly WebSocket Worker WritableStream XMLHttpRequest
   addEventListener alert atob btoa cancelAnimationFrame clearImmediate clearInterval clearTimeout confirm console
   decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval fetch getComputedStyle globalThis isFinite
   isNaN matchMedia parseFloat parseInt postMessage prompt queueMicrotask removeEventListener requestAnimationFrame
   requestIdleCallback require setImmediate setInterval setTimeout structuredClone unescape
   after afterAll afterEach assert before beforeAll beforeEach describe expect it jest suite test vi`.split(
    /\s+/,
  ),
);

/** What libraries call on plugins, listeners and iterators that they are given. */
const likely = new Set("apply install handleEvent".split(" "));

const implicit = new Set(["toString", "valueOf", "toJSON", "then", "constructor"]);

/** Members of arrays, maps, sets and objects that are followed, or that give and call nothing that they hold. */
const tableMembers: ReadonlySet<string> = new Set(
  `forEach some every findIndex findLastIndex map flatMap filter find findLast reduce reduceRight slice concat at pop
   shift push unshift add set get includes indexOf lastIndexOf has delete clear length size hasOwnProperty`.split(
    /\s+/u,
  ),
);

/** What runs in JavaScript and TypeScript without a call. */
export const linkRules: LinkRules = {
  packageSeparator: "/",
  hasScopedPackages: true,
  importRuns: true,
  classBodyRuns: "at-definition",
  unknownReceiver: "field",
  defaultExport: "default",
  builtins: { module: "globalThis", names: globals },
  isImplicitMember: (name) => implicit.has(name) || name.startsWith("["),
  decorators: { isNeutral: () => false },
  closedTypes: new Set(["string", "number", "boolean", "bigint", "String", "Number", "Boolean"]),
  isDuckTyped: true,
  membersAreElements: true,
  callingMembers: new Set(["call", "apply"]),
  isLikelyCalled: (name) => likely.has(name),
  isConstructorName: (name) => /^[_$]*\p{Lu}/u.test(name),
  followed: {
    tableMembers,
    nameReaders: new Set(["eval", "Function"]),
    globalObjects: new Set(["globalThis", "window", "self", "global", "top", "parent", "frames"]),
  },
};
