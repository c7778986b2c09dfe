import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeFileIndex,
  encodeFileIndex,
  type FileIndex,
  INDEX_VERSION,
} from "../../src/engine/index/index.ts";

/** As the program makes them: no object without a prototype. */
const record = <T>(fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }, optional: readonly (keyof T)[] = []) =>
  fc.record(fields, {
    noNullPrototype: true,
    requiredKeys: (Object.keys(fields) as (keyof T)[]).filter((key) => !optional.includes(key)),
  });

const line = fc.oneof(fc.nat(300), fc.constantFrom(0, 127, 128, 16_383, 16_384, 0x7fff_ffff, 0xffff_ffff));
const index = fc.integer({ min: -1, max: 70_000 });
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("", "a", "__proto__", "é𝒳", "\ud800", "\udc00x", "\ufeff", "a\0b"),
);
const path = fc.array(text, { maxLength: 3 });
const span = { startLine: line, endLine: line };
const typeOver = (typeArguments: fc.Arbitrary<unknown[]>) =>
  record({ name: text, through: path, typeArguments });
const plainType = typeOver(fc.constant([]));
const type = fc.oneof(
  plainType,
  typeOver(fc.array(typeOver(fc.array(plainType, { maxLength: 2 })), { maxLength: 2 })),
);
const types = fc.array(type, { maxLength: 2 });

const declaration = record(
  {
    name: text,
    kind: fc.constantFrom("function", "constructor", "enum-member", "type-parameter"),
    level: fc.constantFrom("module", "member", "local"),
    parent: index,
    owner: text,
    ofTrait: text,
    line,
    column: line,
    ...span,
    startColumn: line,
    endColumn: line,
    isExported: fc.boolean(),
    isStatic: fc.boolean(),
    isAbstract: fc.boolean(),
    bases: types,
    type,
    results: types,
  },
  ["owner", "ofTrait", "type"],
);
const reference = record({
  name: text,
  line,
  column: line,
  role: fc.constantFrom("call", "new", "read", "write", "type", "base", "decorator"),
  through: path,
  within: index,
  declaration: index,
  import: index,
  argumentCount: index,
});
const imported = record({
  specifier: text,
  kind: fc.constantFrom("named", "default", "namespace", "wildcard", "effect", "dynamic"),
  local: text,
  imported: text,
  isTypeOnly: fc.boolean(),
  ...span,
  line,
  column: line,
  within: index,
  isReexport: fc.boolean(),
});
const exported = record(
  {
    name: text,
    local: text,
    specifier: text,
    declaration: index,
    import: index,
    isTypeOnly: fc.boolean(),
    line,
    column: line,
  },
  ["specifier"],
);
const assignment = record({
  target: path,
  declaration: index,
  value: fc.constantFrom("name", "call", "function", "object", "list", "other"),
  reference: index,
  position: line,
  within: index,
  line,
  column: line,
});
const flag = record(
  {
    kind: fc.constantFrom(
      "eval",
      "computed-member",
      "computed-import",
      "reflection",
      "native",
      "code-generation",
    ),
    name: text,
    prefix: text,
    within: index,
    line,
    column: line,
  },
  ["prefix"],
);
const problem = record({
  kind: fc.constantFrom("syntax-error", "too-deep", "too-large", "timed-out", "not-text", "failed"),
  detail: text,
  ...span,
});
const anyFile = record(
  {
    version: fc.constant(INDEX_VERSION),
    path: text,
    language: text,
    blob: text,
    lineCount: line,
    packageName: text,
    declarations: fc.array(declaration, { maxLength: 4 }),
    references: fc.array(reference, { maxLength: 5 }),
    imports: fc.array(imported, { maxLength: 3 }),
    exports: fc.array(exported, { maxLength: 3 }),
    assignments: fc.array(assignment, { maxLength: 3 }),
    flags: fc.array(flag, { maxLength: 3 }),
    multilineStrings: fc.array(record(span), { maxLength: 3 }),
    problems: fc.array(problem, { maxLength: 3 }),
  },
  ["packageName"],
) as fc.Arbitrary<FileIndex>;

test("what was encoded is what is decoded", () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      expect(decodeFileIndex(encodeFileIndex(file))).toStrictEqual(file);
    }),
    { numRuns: 300 },
  );
});

test("equal records give equal bytes", () => {
  fc.assert(
    fc.property(anyFile, (file) => {
      expect(encodeFileIndex(structuredClone(file))).toEqual(encodeFileIndex(file));
    }),
    { numRuns: 30 },
  );
});

test("torn bytes are refused, wherever they were cut, and never read as another record", () => {
  fc.assert(
    fc.property(anyFile, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (file, part) => {
      const bytes = encodeFileIndex(file);
      expect(() => decodeFileIndex(bytes.subarray(0, Math.floor(bytes.length * part)))).toThrow();
      expect(() => decodeFileIndex(Uint8Array.from([...bytes, 0]))).toThrow();
    }),
    { numRuns: 200 },
  );
});

test("bytes of any kind end in a record or an error, and take no time", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decodeFileIndex(bytes);
      } catch (error) {
        expect(String(error)).toContain("This should hold and does not");
      }
    }),
    { numRuns: 500 },
  );
});

test("a number that no record may hold is refused when it is written", () => {
  const empty = {
    version: INDEX_VERSION,
    path: "a.x",
    language: "x",
    blob: "",
    lineCount: 1,
    declarations: [],
    references: [],
    imports: [],
    exports: [],
    assignments: [],
    flags: [],
    multilineStrings: [],
    problems: [],
  } satisfies FileIndex;
  for (const lineCount of [-1, Number.NaN, 2 ** 32]) {
    expect(() => encodeFileIndex({ ...empty, lineCount }), String(lineCount)).toThrow();
  }
});
