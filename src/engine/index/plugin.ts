import type { FileIndex } from "./file-index.ts";
import type { SourceFile } from "./language.ts";
import type { SyntaxTree } from "./syntax-tree.ts";

/** A file as a plugin sees it. The tree is gone when the call is over. */
export interface PluginFile extends SourceFile {
  readonly tree: SyntaxTree;
  readonly record: FileIndex;
}

interface PluginBase {
  /** Goes into the key of its artifacts. */
  readonly name: string;
  /** The ids of the languages whose files it sees. Without it: all. */
  readonly languages?: readonly string[];
}

/** Sees the tree of each file, in the order of the paths. So each of these files is parsed in every run. */
export interface TreePlugin extends PluginBase {
  visit(file: PluginFile): void;
}

/**
 * Makes an artifact of each file, which the store keeps. In a later run it gets the artifact of an unchanged
 * file back, and the file is not parsed.
 */
export interface CachedPlugin extends PluginBase {
  /** Another version misses every older artifact. */
  readonly version: string;
  /** What it sees in a file that is parsed, as bytes that `restore` understands. */
  analyze(file: PluginFile): Uint8Array;
  /** The artifact of a file that is not parsed, in place of `analyze`. */
  restore(file: SourceFile, artifact: Uint8Array): void;
}

export type IndexPlugin = TreePlugin | CachedPlugin;

export function isCached(plugin: IndexPlugin): plugin is CachedPlugin {
  return "analyze" in plugin;
}

/** Whether a plugin wants to see the files of a language. */
export function sees(plugin: IndexPlugin, language: string): boolean {
  return plugin.languages?.includes(language) ?? true;
}
