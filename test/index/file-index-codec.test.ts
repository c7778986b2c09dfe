import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Assignment,
  type Declaration,
  type DynamicFlag,
  decodeFileIndex,
  type Export,
  encodeFileIndex,
  type FileIndex,
  type Import,
  INDEX_VERSION,
  type LineSpan,
  type Reference,
  type SourceProblem,
  type TakenPart,
  type TypeName,
  type ValueFlow,
} from "../../src/engine/index/index.ts";

/**
 * Entries as the program makes them: no object without a prototype. A field that is added to the record and not
 * to its entry here does not compile; one that is added here and not to the codec fails.
 */
const record = <T>(
  fields: { readonly [Key in keyof T]-?: fc.Arbitrary<Exclude<T[Key], undefined>> },
  optional: readonly (keyof T)[] = [],
) =>
  fc.record(fields, {
    noNullPrototype: true,
    requiredKeys: (Object.keys(fields) as (keyof T)[]).filter((key) => !optional.includes(key)),
  }) as fc.Arbitrary<T>;

const line = fc.oneof(fc.nat(300), fc.constantFrom(0, 127, 128, 16_383, 16_384, 0x7fff_ffff, 0xffff_ffff));
const index = fc.integer({ min: -1, max: 70_000 });
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("", "a", "__proto__", "é𝒳", "\ud800", "\udc00x", "\ufeff", "a\0b"),
);
const path = fc.array(text, { maxLength: 3 });
const span = { startLine: line, endLine: line };
const typeOver = (typeArguments: fc.Arbitrary<TypeName[]>) =>
  record<TypeName>({ name: text, through: path, typeArguments });
const plainType = typeOver(fc.constant<TypeName[]>([]));
const type = fc.oneof(
  plainType,
  typeOver(fc.array(typeOver(fc.array(plainType, { maxLength: 2 })), { maxLength: 2 })),
);
const types = fc.array(type, { maxLength: 2 });

const declaration = record<Declaration>(
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
    isRest: fc.constant(true as const),
    isInternal: fc.constant(true as const),
    bases: types,
    type,
    results: types,
  },
  ["owner", "ofTrait", "type", "isRest", "isInternal"],
);
const reference = record<Reference>({
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
const imported = record<Import>(
  {
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
    isInternal: fc.constant(true as const),
  },
  ["isInternal"],
);
const exported = record<Export>(
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
const assignment = record<Assignment>({
  target: path,
  declaration: index,
  value: fc.constantFrom("name", "call", "function", "object", "list", "other"),
  reference: index,
  position: line,
  within: index,
  line,
  column: line,
});
const flag = record<DynamicFlag>(
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
const problem = record<SourceProblem>({
  kind: fc.constantFrom("syntax-error", "too-deep", "too-large", "timed-out", "not-text", "failed"),
  detail: text,
  ...span,
});
const column = fc
  .array(fc.integer({ min: -2, max: 70_000 }), { maxLength: 9 })
  .map((numbers) => Int32Array.from(numbers));
const flow = record<ValueFlow>({
  names: path,
  values: column,
  entries: column,
  calls: column,
  arguments: column,
  callables: column,
  parameters: column,
  returns: column,
  stores: column,
  readers: column,
  reads: column,
});
const anyFile = record<FileIndex>(
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
    multilineStrings: fc.array(record<LineSpan>(span), { maxLength: 3 }),
    problems: fc.array(problem, { maxLength: 3 }),
    flow,
    taken: fc.array(
      record<TakenPart>({ declaration: index, reference: index, isCall: fc.boolean(), steps: path }),
      { minLength: 1, maxLength: 3 },
    ),
  },
  ["packageName", "flow", "taken"],
);

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
