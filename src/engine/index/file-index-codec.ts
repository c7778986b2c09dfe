import { invariant } from "../../kit/errors.ts";
import {
  type Assignment,
  type Declaration,
  type DeclarationKind,
  type DeclarationLevel,
  type DynamicFlag,
  type Export,
  type FileIndex,
  type Import,
  INDEX_VERSION,
  type LineSpan,
  type Reference,
  type ReferenceRole,
  type SourceProblem,
  type TakenPart,
  type TypeName,
} from "./file-index.ts";
import {
  newPackedReader,
  newPackedWriter,
  type PackedReader,
  type PackedWriter,
  packedBytes,
  readNumber,
  readString,
  writeNumber,
  writeString,
} from "./packed-bytes.ts";
import { readFlow, writeFlow } from "./value-flow-codec.ts";

/**
 * The record in few bytes: what goes from thread to thread and into a store. About a tenth of its JSON, and
 * several times faster to write and to read.
 */
export function encodeFileIndex(file: FileIndex): Uint8Array<ArrayBuffer> {
  const to = newPackedWriter();
  writeNumber(to, file.version);
  writeString(to, file.path);
  writeString(to, file.language);
  writeString(to, file.blob);
  writeNumber(to, file.lineCount);
  writeOptional(to, file.packageName);
  writeList(to, file.declarations, writeDeclaration);
  writeList(to, file.references, writeReference);
  writeList(to, file.imports, writeImport);
  writeList(to, file.exports, writeExport);
  writeList(to, file.assignments, writeAssignment);
  writeList(to, file.flags, writeFlag);
  writeList(to, file.multilineStrings, writeSpan);
  writeList(to, file.problems, writeProblem);
  writeFlow(to, file.flow);
  writeList(to, file.taken ?? [], writeTaken);
  return packedBytes(to);
}

/**
 * The record that was encoded. It shares no memory with the bytes.
 *
 * @throws Bug  when the bytes are torn or of another version of the record
 */
export function decodeFileIndex(bytes: Uint8Array): FileIndex {
  const from = newPackedReader(bytes);
  const version = readNumber(from);
  invariant(version === INDEX_VERSION, "a packed record has the version of this program");
  const path = readString(from);
  const language = readString(from);
  const blob = readString(from);
  const lineCount = readNumber(from);
  const packageName = readOptional(from);
  const file: FileIndex = {
    version,
    path,
    language,
    blob,
    lineCount,
    ...(packageName === undefined ? {} : { packageName }),
    declarations: readList(from, readDeclaration),
    references: readList(from, readReference),
    imports: readList(from, readImport),
    exports: readList(from, readExport),
    assignments: readList(from, readAssignment),
    flags: readList(from, readFlag),
    multilineStrings: readList(from, readSpan),
    problems: readList(from, readProblem),
  };
  const flow = readFlow(from);
  const taken = readList(from, readTaken);
  invariant(from.at === bytes.length, "a packed record ends with its bytes");
  return {
    ...file,
    ...(flow === undefined ? {} : { flow }),
    ...(taken.length === 0 ? {} : { taken }),
  };
}

// The position in a list is what is written, so a new entry goes to the end, or INDEX_VERSION goes up.

const declarationKinds = listed<DeclarationKind>()(
  "function",
  "method",
  "constructor",
  "class",
  "interface",
  "trait",
  "struct",
  "enum",
  "enum-member",
  "type",
  "variable",
  "constant",
  "field",
  "namespace",
  "macro",
  "parameter",
  "type-parameter",
);
const levels = listed<DeclarationLevel>()("module", "member", "local");
const roles = listed<ReferenceRole>()("call", "new", "read", "write", "type", "base", "decorator");
const importKinds = listed<Import["kind"]>()(
  "named",
  "default",
  "namespace",
  "wildcard",
  "effect",
  "dynamic",
);
const values = listed<Assignment["value"]>()("name", "call", "function", "object", "list", "other");
const flagKinds = listed<DynamicFlag["kind"]>()(
  "eval",
  "computed-member",
  "computed-import",
  "reflection",
  "native",
  "code-generation",
);
const problemKinds = listed<SourceProblem["kind"]>()(
  "syntax-error",
  "too-deep",
  "too-large",
  "timed-out",
  "not-text",
  "failed",
);

/** All members of the union `T`: leaving one out does not compile. */
function listed<T extends string>() {
  return <const Names extends readonly T[]>(
    ...names: Names & ([T] extends [Names[number]] ? unknown : { missing: Exclude<T, Names[number]> })
  ): readonly T[] => names;
}

function writeOneOf<T extends string>(to: PackedWriter, names: readonly T[], name: T): void {
  // The lists are so short that a map takes longer. A word that is not there gives -1, which is refused.
  writeNumber(to, names.indexOf(name));
}

function readOneOf<T extends string>(from: PackedReader, names: readonly T[]): T {
  const name = names[readNumber(from)];
  invariant(name !== undefined, "a packed word is one that its type names");
  return name;
}

function writeList<T>(to: PackedWriter, list: readonly T[], write: (to: PackedWriter, one: T) => void): void {
  writeNumber(to, list.length);
  for (const one of list) write(to, one);
}

function readList<T>(from: PackedReader, read: (from: PackedReader) => T): readonly T[] {
  const length = readNumber(from);
  if (length === 0) return nothing;
  invariant(length <= from.bytes.length, "a packed list has room for its entries");
  const list: T[] = [];
  for (let i = 0; i < length; i++) list.push(read(from));
  return list;
}

const nothing: readonly never[] = [];

/** An index or -1. */
function writeIndex(to: PackedWriter, index: number): void {
  writeNumber(to, index + 1);
}

function readIndex(from: PackedReader): number {
  return readNumber(from) - 1;
}

function writeOptional(to: PackedWriter, text: string | undefined): void {
  writeNumber(to, text === undefined ? 0 : 1);
  if (text !== undefined) writeString(to, text);
}

function readOptional(from: PackedReader): string | undefined {
  return readNumber(from) === 0 ? undefined : readString(from);
}

function writeTypeName(to: PackedWriter, type: TypeName): void {
  writeString(to, type.name);
  writeList(to, type.through, writeString);
  writeList(to, type.typeArguments, writeTypeName);
}

function readTypeName(from: PackedReader): TypeName {
  return {
    name: readString(from),
    through: readList(from, readString),
    typeArguments: readList(from, readTypeName),
  };
}

function writeSpan(to: PackedWriter, span: LineSpan): void {
  writeNumber(to, span.startLine);
  writeNumber(to, span.endLine);
}

function readSpan(from: PackedReader): LineSpan {
  return { startLine: readNumber(from), endLine: readNumber(from) };
}

const EXPORTED = 1;
const STATIC = 2;
const ABSTRACT = 4;
const OWNED = 8;
const OF_TRAIT = 16;
const TYPED = 32;
const REST = 64;
const INTERNAL = 128;

function writeDeclaration(to: PackedWriter, one: Declaration): void {
  writeString(to, one.name);
  writeOneOf(to, declarationKinds, one.kind);
  writeOneOf(to, levels, one.level);
  writeIndex(to, one.parent);
  writeNumber(
    to,
    (one.isExported ? EXPORTED : 0) |
      (one.isStatic ? STATIC : 0) |
      (one.isAbstract ? ABSTRACT : 0) |
      (one.owner === undefined ? 0 : OWNED) |
      (one.ofTrait === undefined ? 0 : OF_TRAIT) |
      (one.type === undefined ? 0 : TYPED) |
      (one.isRest ? REST : 0) |
      (one.isInternal ? INTERNAL : 0),
  );
  if (one.owner !== undefined) writeString(to, one.owner);
  if (one.ofTrait !== undefined) writeString(to, one.ofTrait);
  if (one.type !== undefined) writeTypeName(to, one.type);
  writeNumber(to, one.line);
  writeNumber(to, one.column);
  writeSpan(to, one);
  writeNumber(to, one.startColumn);
  writeNumber(to, one.endColumn);
  writeList(to, one.bases, writeTypeName);
  writeList(to, one.results, writeTypeName);
}

function readDeclaration(from: PackedReader): Declaration {
  const name = readString(from);
  const kind = readOneOf(from, declarationKinds);
  const level = readOneOf(from, levels);
  const parent = readIndex(from);
  const bits = readNumber(from);
  const owner = (bits & OWNED) === 0 ? undefined : readString(from);
  const ofTrait = (bits & OF_TRAIT) === 0 ? undefined : readString(from);
  const type = (bits & TYPED) === 0 ? undefined : readTypeName(from);
  // As in the builder: a literal, to which rare fields are added, is quick to make and to read.
  const one: Mutable<Declaration> = {
    name,
    kind,
    level,
    parent,
    line: readNumber(from),
    column: readNumber(from),
    startLine: readNumber(from),
    endLine: readNumber(from),
    startColumn: readNumber(from),
    endColumn: readNumber(from),
    isExported: (bits & EXPORTED) !== 0,
    isStatic: (bits & STATIC) !== 0,
    isAbstract: (bits & ABSTRACT) !== 0,
    bases: readList(from, readTypeName),
    results: readList(from, readTypeName),
  };
  if (owner !== undefined) one.owner = owner;
  if (ofTrait !== undefined) one.ofTrait = ofTrait;
  if (type !== undefined) one.type = type;
  if ((bits & REST) !== 0) one.isRest = true;
  if ((bits & INTERNAL) !== 0) one.isInternal = true;
  return one;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function writeReference(to: PackedWriter, one: Reference): void {
  writeString(to, one.name);
  writeNumber(to, one.line);
  writeNumber(to, one.column);
  writeOneOf(to, roles, one.role);
  writeList(to, one.through, writeString);
  writeIndex(to, one.within);
  writeIndex(to, one.declaration);
  writeIndex(to, one.import);
  writeIndex(to, one.argumentCount);
}

function readReference(from: PackedReader): Reference {
  return {
    name: readString(from),
    line: readNumber(from),
    column: readNumber(from),
    role: readOneOf(from, roles),
    through: readList(from, readString),
    within: readIndex(from),
    declaration: readIndex(from),
    import: readIndex(from),
    argumentCount: readIndex(from),
  };
}

const TYPE_ONLY = 1;
const REEXPORT = 2;

function writeImport(to: PackedWriter, one: Import): void {
  writeString(to, one.specifier);
  writeOneOf(to, importKinds, one.kind);
  writeString(to, one.local);
  writeString(to, one.imported);
  writeNumber(
    to,
    (one.isTypeOnly ? TYPE_ONLY : 0) | (one.isReexport ? REEXPORT : 0) | (one.isInternal ? INTERNAL : 0),
  );
  writeSpan(to, one);
  writeNumber(to, one.line);
  writeNumber(to, one.column);
  writeIndex(to, one.within);
}

function readImport(from: PackedReader): Import {
  const specifier = readString(from);
  const kind = readOneOf(from, importKinds);
  const local = readString(from);
  const imported = readString(from);
  const bits = readNumber(from);
  const one: Mutable<Import> = {
    specifier,
    kind,
    local,
    imported,
    isTypeOnly: (bits & TYPE_ONLY) !== 0,
    startLine: readNumber(from),
    endLine: readNumber(from),
    line: readNumber(from),
    column: readNumber(from),
    within: readIndex(from),
    isReexport: (bits & REEXPORT) !== 0,
  };
  if ((bits & INTERNAL) !== 0) one.isInternal = true;
  return one;
}

function writeExport(to: PackedWriter, one: Export): void {
  writeString(to, one.name);
  writeString(to, one.local);
  writeOptional(to, one.specifier);
  writeIndex(to, one.declaration);
  writeIndex(to, one.import);
  writeNumber(to, one.isTypeOnly ? TYPE_ONLY : 0);
  writeNumber(to, one.line);
  writeNumber(to, one.column);
}

function readExport(from: PackedReader): Export {
  const name = readString(from);
  const local = readString(from);
  const specifier = readOptional(from);
  return {
    name,
    local,
    ...(specifier === undefined ? {} : { specifier }),
    declaration: readIndex(from),
    import: readIndex(from),
    isTypeOnly: readNumber(from) === TYPE_ONLY,
    line: readNumber(from),
    column: readNumber(from),
  };
}

function writeAssignment(to: PackedWriter, one: Assignment): void {
  writeList(to, one.target, writeString);
  writeIndex(to, one.declaration);
  writeOneOf(to, values, one.value);
  writeIndex(to, one.reference);
  writeNumber(to, one.position);
  writeIndex(to, one.within);
  writeNumber(to, one.line);
  writeNumber(to, one.column);
}

function readAssignment(from: PackedReader): Assignment {
  return {
    target: readList(from, readString),
    declaration: readIndex(from),
    value: readOneOf(from, values),
    reference: readIndex(from),
    position: readNumber(from),
    within: readIndex(from),
    line: readNumber(from),
    column: readNumber(from),
  };
}

function writeTaken(to: PackedWriter, one: TakenPart): void {
  writeIndex(to, one.declaration);
  writeIndex(to, one.reference);
  writeNumber(to, one.isCall ? 1 : 0);
  writeList(to, one.steps, writeString);
}

function readTaken(from: PackedReader): TakenPart {
  return {
    declaration: readIndex(from),
    reference: readIndex(from),
    isCall: readNumber(from) === 1,
    steps: readList(from, readString),
  };
}

function writeFlag(to: PackedWriter, one: DynamicFlag): void {
  writeOneOf(to, flagKinds, one.kind);
  writeString(to, one.name);
  writeOptional(to, one.prefix);
  writeIndex(to, one.within);
  writeNumber(to, one.line);
  writeNumber(to, one.column);
}

function readFlag(from: PackedReader): DynamicFlag {
  const kind = readOneOf(from, flagKinds);
  const name = readString(from);
  const prefix = readOptional(from);
  return {
    kind,
    name,
    ...(prefix === undefined ? {} : { prefix }),
    within: readIndex(from),
    line: readNumber(from),
    column: readNumber(from),
  };
}

function writeProblem(to: PackedWriter, one: SourceProblem): void {
  writeOneOf(to, problemKinds, one.kind);
  writeString(to, one.detail);
  writeSpan(to, one);
}

function readProblem(from: PackedReader): SourceProblem {
  return {
    kind: readOneOf(from, problemKinds),
    detail: readString(from),
    startLine: readNumber(from),
    endLine: readNumber(from),
  };
}
