import {
  type Binder,
  createBinder,
  createPathTree,
  type ProjectView,
  type Resolver,
} from "../../src/engine/graph/graph.ts";
import type { FileIndex } from "../../src/engine/index/index.ts";
import { allLanguages } from "../../src/languages/registry.ts";
import { readSources } from "./read-sources.ts";

export interface MemoryProject {
  readonly project: ProjectView;
  readonly binder: Binder;
  readonly resolverFor: (language: string) => Resolver | undefined;
  readonly files: ReadonlyMap<string, string>;
  readonly records: ReadonlyMap<string, FileIndex>;
}

/** A project of texts by path, read by the real languages. */
export async function createMemoryProject(files: ReadonlyMap<string, string>): Promise<MemoryProject> {
  const encoder = new TextEncoder();
  const records = await readSources(
    [...files].map(([path, text]) => ({ path, bytes: encoder.encode(text) })),
  );
  const project: ProjectView = {
    tree: createPathTree(files.keys()),
    manifest: (path) => (allLanguages.some((pack) => pack.isManifest(path)) ? files.get(path) : undefined),
    index: (path) => records.get(path),
  };
  const resolvers = new Map(allLanguages.map((pack) => [pack.id, pack.createResolver(project)] as const));
  const resolverFor = (language: string) => resolvers.get(language);
  return {
    project,
    resolverFor,
    files,
    records,
    binder: createBinder({ project, resolverFor, maxExportHops: 64 }),
  };
}

/** The sections of a case file: each file's text, and what is expected of it. */
export function readCase(text: string): {
  readonly files: Map<string, string>;
  readonly expect: Expectation;
} {
  const parts = text.split(/^-- (.+) --\n/m);
  const files = new Map<string, string>();
  for (let at = 1; at + 1 < parts.length; at += 2) files.set(parts[at] as string, parts[at + 1] as string);
  const expect = JSON.parse(files.get("expect.json") ?? "{}") as Expectation;
  files.delete("expect.json");
  return { files, expect };
}

export interface Expectation {
  readonly imports?: readonly { readonly from: string; readonly to: string }[];
  readonly definitions?: readonly { readonly at: string; readonly to: string; readonly name?: string }[];
}
