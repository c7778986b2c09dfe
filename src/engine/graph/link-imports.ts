import type { FileIndex, Import } from "../index/index.ts";
import { externalKey, type LinkContext, ownerNode } from "./link-context.ts";
import type { Programs } from "./link-programs.ts";
import { noSite, type Site } from "./link-table.ts";
import type { ResolvedModule } from "./resolver.ts";

/** The edges that imports and exports make. `onPackage` hears of each outside package that is named. */
export function linkImports(
  context: LinkContext,
  programs: Programs,
  file: FileIndex,
  onPackage: (family: string, name: string) => void,
): void {
  const { table, binder, resolverFor, rulesFor } = context;
  const resolver = resolverFor(file.language);
  const rules = rulesFor(file.language);
  const family = context.familyOf(file.language);
  for (const entry of file.imports) linkImport(entry);
  for (const entry of file.exports) {
    if (entry.specifier === undefined) continue;
    const kind = entry.local === "" ? "namespace" : "named";
    const { specifier, local, isTypeOnly } = entry;
    const module = resolver?.resolve(file, { specifier, kind, imported: local, isTypeOnly });
    if (module !== undefined) enterModule(module, table.moduleNode(file), entry, isTypeOnly, specifier);
  }
  if (rules.importRuns) {
    for (const path of resolver?.loadedWith?.(file) ?? []) {
      const other = context.project.index(path);
      programs.join(file, [path]);
      if (other !== undefined)
        table.edge(table.moduleNode(file), table.moduleNode(other), "import", "loaded together", noSite);
    }
  }
  linkExports();

  function linkImport(entry: Import): void {
    const caller = ownerNode(context, file, entry.within);
    const module = binder.resolveImport(file, entry);
    enterModule(module, caller, entry, entry.isTypeOnly, entry.specifier);
    if (entry.imported === "") return;
    if (module.kind === "outside") {
      table.externalNode(family, externalKey(rules, module.name, [entry.imported]));
      return;
    }
    // `from package import module`
    for (const place of binder.exportPlaces(module, entry.imported, file.language)) {
      if (place.kind !== "module") continue;
      enterModule(place.module, caller, entry, entry.isTypeOnly, entry.specifier);
    }
  }

  function enterModule(
    module: ResolvedModule,
    caller: number,
    site: Site,
    isTypeOnly: boolean,
    specifier: string,
  ): void {
    switch (module.kind) {
      case "files":
        programs.join(file, module.paths);
        if (!rules.importRuns || isTypeOnly) return;
        for (const path of module.paths) {
          const other = context.project.index(path);
          if (other !== undefined && other !== file)
            table.edge(caller, table.moduleNode(other), "import", "import", site);
        }
        return;
      case "outside": {
        const node = table.externalNode(family, externalKey(rules, module.name, []));
        onPackage(family, module.name);
        if (rules.importRuns && !isTypeOnly) table.edge(caller, node, "import", "import", site);
        return;
      }
      case "missing":
        if (isTypeOnly) return;
        table.unresolved({
          caller,
          line: site.line,
          column: site.column,
          reason: "no-definition",
          isDynamic: false,
          text: `import ${specifier}`,
          // Whatever the missing file calls back is not known.
          scope: { kind: "any" },
        });
        return;
      case "folder":
        return;
    }
  }

  /** Names that the file gives on. */
  function linkExports(): void {
    const names = new Map<string, Site>();
    for (const entry of file.exports) {
      const isOwn = entry.specifier === undefined && entry.import < 0;
      if (!isOwn && entry.name !== "*" && !entry.isTypeOnly) names.set(entry.name, entry);
    }
    for (const entry of file.imports) {
      if (entry.isReexport && entry.within < 0 && entry.local !== "" && !entry.isTypeOnly) {
        if (entry.kind === "named" || entry.kind === "default") names.set(entry.local, entry);
      }
    }
    for (const [name, site] of names) {
      const module: ResolvedModule = { kind: "files", paths: [file.path], scope: [] };
      for (const place of binder.exportPlaces(module, name, file.language)) {
        if (place.kind !== "declaration" || place.file === file) continue;
        const node = table.declarationNode(place.file, place.declaration);
        if (node >= 0) table.edge(table.exportNode(file, name), node, "export", "re-export", site);
      }
    }
  }
}
