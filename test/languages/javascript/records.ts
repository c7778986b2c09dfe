import { createSourceParser, type SourceParser } from "../../../src/adapters/parser/parser.ts";
import { createPathTree, type ProjectView } from "../../../src/engine/graph/graph.ts";
import { type FileIndex, parseMended, type Reference } from "../../../src/engine/index/index.ts";
import { javascript, tsx, typescript } from "../../../src/languages/javascript/javascript.ts";

const packs = [typescript, tsx, javascript];
let parser: Promise<SourceParser> | undefined;

/** The record of one text. The path says the language. */
export async function readText(path: string, text: string): Promise<FileIndex> {
  parser ??= createSourceParser([]);
  const ready = await parser;
  const pack = packs.find((one) => one.extensions.some((extension) => path.endsWith(extension)));
  if (pack === undefined) throw new Error(`no language reads ${path}`);
  const { tree } = parseMended(pack, text, (written) => ({
    kind: "tree" as const,
    tree: ready.parse(written, pack.grammar.file),
  }));
  return pack.extract({ path, language: pack.id, blob: "" }, tree);
}

/** "line:name" of where a use is declared, counting lines from 1; what it is imported from; or "unbound". */
function boundTo(file: FileIndex, reference: Reference): string {
  const declaration = file.declarations[reference.declaration];
  if (declaration !== undefined) return `${declaration.line + 1}:${declaration.name}`;
  return file.imports[reference.import]?.specifier ?? "unbound";
}

/** "line:path role -> where" of the uses, in the order of the text; lines count from 1. */
export function uses(file: FileIndex, ...names: string[]): string[] {
  return file.references
    .filter((one) => names.length === 0 || names.includes(one.name))
    .map(
      (one) => `${one.line + 1}:${[...one.through, one.name].join(".")} ${one.role} -> ${boundTo(file, one)}`,
    );
}

/** "level kind Owner.name" of the declarations. */
export function declared(file: FileIndex, ...levels: string[]): string[] {
  return file.declarations
    .filter((one) => levels.length === 0 || levels.includes(one.level))
    .map((one) => {
      const owner = one.owner ?? file.declarations[one.parent]?.name;
      return `${one.level} ${one.kind} ${owner === undefined ? "" : `${owner}.`}${one.name}`;
    });
}

/** "name = local from specifier" of the exports, with the line of the declaration they stand for. */
export function exported(file: FileIndex): string[] {
  return file.exports.map((one) => {
    const declaration = file.declarations[one.declaration];
    const place = declaration === undefined ? "" : ` @${declaration.line + 1}`;
    const source = one.specifier === undefined ? "" : ` from ${one.specifier}`;
    return `${one.isTypeOnly ? "type " : ""}${one.name} = ${one.local || "*"}${source}${place}`;
  });
}

/** "kind local <- imported of specifier" of the imports. */
export function imported(file: FileIndex): string[] {
  return file.imports.map(
    (one) =>
      `${one.isTypeOnly ? "type " : ""}${one.kind} ${one.local || "-"} <- ${one.imported || "*"} of ${one.specifier}`,
  );
}

/** "target = value of name" of the assignments. */
export function assigned(file: FileIndex): string[] {
  return file.assignments.map((one) => {
    const reference = file.references[one.reference];
    const name = reference === undefined ? "" : ` ${[...reference.through, reference.name].join(".")}`;
    return `${one.target.join(".")} = ${one.value}${name}${one.position > 0 ? ` #${one.position}` : ""}`;
  });
}

/** What specifiers resolve to from a file of a project that is given as texts by path. */
export function resolverOf(files: Readonly<Record<string, string>>) {
  const tree = createPathTree(Object.keys(files));
  const project: ProjectView = { tree, manifest: (path) => files[path], index: () => undefined };
  const resolver = typescript.createResolver(project);
  return (from: string, specifier: string, isTypeOnly = false): string => {
    const language = packs.find((one) => one.extensions.some((extension) => from.endsWith(extension)));
    const file = { ...emptyRecord, path: from, language: language?.id ?? "" };
    const found = resolver.resolve(file, { specifier, kind: "namespace", imported: "", isTypeOnly });
    switch (found.kind) {
      case "files":
        return found.paths.join(" + ");
      case "outside":
        return `outside ${found.name}`;
      case "folder":
        return `folder ${found.path}`;
      case "missing":
        return "missing";
    }
  };
}

const emptyRecord: FileIndex = {
  version: 0,
  path: "",
  language: "",
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
};
