import type { FileIndex } from "../index/index.ts";
import type { FollowedValues } from "./link-rules.ts";
import type { UseContext } from "./link-use-context.ts";

/** Who reads variables beside the code that names them. */
export interface FlowViewers {
  /** Code that no record tells of may read any variable of the file: it holds `eval`, or does not parse. */
  isOpenFile(file: FileIndex): boolean;
  /** Code that no record tells of may read the declaration, or call it. */
  isShown(file: FileIndex, declaration: number): boolean;
  /** Code somewhere gets at what functions of the language have in them: defaults of parameters, variables. */
  areFunctionsOpen(file: FileIndex): boolean;
}

/** `escaped`: files whose module is a value, so that whoever has it may read what they name. */
export function createFlowViewers(context: UseContext, escaped: ReadonlySet<FileIndex>): FlowViewers {
  const openFiles = new Map<FileIndex, boolean>();
  const openFamilies = new Map<string, boolean>();
  const unboundNames = new Map<string, ReadonlySet<string>>();
  const openFunctions = new Map<string, boolean>();
  return { isOpenFile, isShown, areFunctionsOpen };

  function areFunctionsOpen(file: FileIndex): boolean {
    const { language } = file;
    const readers = rulesOf(file)?.innerReaders;
    if (readers === undefined) return false;
    const known =
      openFunctions.get(language) ??
      context.files.some(
        (one) => one.language === language && one.references.some(({ name }) => readers.has(name)),
      );
    openFunctions.set(language, known);
    return known;
  }

  function isOpenFile(file: FileIndex): boolean {
    const known = openFiles.get(file) ?? isOpenToNames(file, rulesOf(file));
    openFiles.set(file, known);
    return known;
  }

  function isShown(file: FileIndex, declaration: number): boolean {
    const one = file.declarations[declaration];
    const rules = rulesOf(file);
    if (one === undefined || rules === undefined) return true;
    switch (one.level) {
      case "local":
        return one.isExported;
      case "member": {
        // A part of the table that a variable holds is shown as far as the variable is.
        const kind = file.declarations[one.parent]?.kind;
        const isPart = (kind === "variable" || kind === "constant") && one.kind === "field";
        const isCalled = context.rulesFor(file.language).isImplicitMember?.(one.name) === true;
        return !isPart || isCalled || isShown(file, one.parent);
      }
      case "module":
        if (escaped.has(file) || /^__.*__$/u.test(one.name)) return true;
        if (rules.openTopLevel !== undefined) return hasCodeOutside(file, rules.openTopLevel);
        return one.isExported || unboundNamesOf(file).has(one.name);
    }
  }

  function rulesOf({ language }: FileIndex): FollowedValues | undefined {
    return context.rulesFor(language).followed;
  }

  function hasCodeOutside(
    { language }: FileIndex,
    { isOfLanguage, isNamespace, manifests }: NonNullable<FollowedValues["openTopLevel"]>,
  ): boolean {
    const known = openFamilies.get(language);
    if (known !== undefined) return known;
    const isManifest = (path: string) => manifests.has(path.slice(path.lastIndexOf("/") + 1));
    const found =
      context.project.tree.paths.some(isManifest) ||
      context.files.some(
        (file) =>
          file.language === language &&
          (file.references.some((one) => one.through.length > 0 && isNamespace(one.name)) ||
            file.imports.some(
              (entry) =>
                context.binder.resolveImport(file, entry).kind !== "files" && !isOfLanguage(entry.specifier),
            )),
      );
    openFamilies.set(language, found);
    return found;
  }

  /** What no file binds may be a variable of a script that runs beside it. */
  function unboundNamesOf({ language }: FileIndex): ReadonlySet<string> {
    const family = context.familyOf(language);
    const known = unboundNames.get(family);
    if (known !== undefined) return known;
    const found = new Set<string>();
    for (const file of context.files) {
      if (context.familyOf(file.language) !== family) continue;
      const globals = rulesOf(file)?.globalObjects;
      for (const { name, through, declaration, import: entry } of file.references) {
        if (declaration >= 0 || entry >= 0) continue;
        if (through.length === 0 || (through.length === 1 && globals?.has(through[0] as string) === true)) {
          found.add(name);
        }
      }
    }
    unboundNames.set(family, found);
    return found;
  }
}

/** Code that no record tells of may read or set any variable of the file: it holds `eval`, or does not parse. */
export function isOpenToNames(file: FileIndex, rules: FollowedValues | undefined): boolean {
  if (rules === undefined || file.problems.length > 0) return true;
  if (file.flags.some(({ kind }) => kind === "eval" || kind === "code-generation")) return true;
  return file.references.some(
    (one) => one.declaration < 0 && one.import < 0 && rules.nameReaders.has(one.through[0] ?? one.name),
  );
}
