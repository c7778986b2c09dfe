import type { SourceParser } from "../adapters/parser/parser.ts";
import { withinTime } from "../adapters/workers/within-time.ts";
import {
  type CachedPlugin,
  type IndexPlugin,
  isCached,
  type PluginFile,
  type PluginProblem,
  type ProjectFiles,
  parseMended,
  type StoreKey,
  type SyntaxTree,
  sees,
} from "../engine/index/index.ts";
import { blobId } from "../kit/hash.ts";
import { keyOf, type Slot } from "./index-slot.ts";
import type { KeptRecords } from "./kept-records.ts";
import { textOf } from "./source-file.ts";

/** Files whose artifacts and contents are in memory at once. */
const FILES_AT_ONCE = 200;

export interface PluginRun {
  readonly plugins: readonly IndexPlugin[];
  readonly slots: readonly Slot[];
  readonly files: ProjectFiles;
  readonly kept: KeptRecords;
  readonly fileTimeMs: number;
}

/**
 * Shows every file that has a record to the plugins, in the order of the paths: its tree, or its artifact where
 * the store has one. A plugin that throws, or takes too long, costs that file for that plugin.
 */
export async function runPlugins(run: PluginRun, signal: AbortSignal): Promise<readonly PluginProblem[]> {
  if (run.plugins.length === 0) return [];
  const work = new PluginWork(run);
  const seen = run.slots.filter(
    ({ record, language }) => record !== undefined && run.plugins.some((one) => sees(one, language.id)),
  );
  for (let at = 0; at < seen.length; at += FILES_AT_ONCE) {
    await work.show(seen.slice(at, at + FILES_AT_ONCE), signal);
  }
  return work.problems;
}

class PluginWork {
  private readonly run: PluginRun;
  private parser: SourceParser | undefined;
  readonly problems: PluginProblem[] = [];

  constructor(run: PluginRun) {
    this.run = run;
  }

  async show(slots: readonly Slot[], signal: AbortSignal): Promise<void> {
    const artifacts = await this.readArtifacts(slots);
    const needTree = slots.filter((slot) =>
      this.pluginsOf(slot).some((one) => !isCached(one) || !artifacts.has(artifactId(slot, one))),
    );
    const contents = await this.run.files.read(
      needTree.map((slot) => slot.file.path),
      signal,
    );
    const content = new Map(needTree.map((slot, at) => [slot, contents[at]]));
    for (const slot of slots) {
      signal.throwIfAborted();
      const open: IndexPlugin[] = [];
      for (const plugin of this.pluginsOf(slot)) {
        const artifact = isCached(plugin) ? artifacts.get(artifactId(slot, plugin)) : undefined;
        if (artifact === undefined || !isCached(plugin)) open.push(plugin);
        else this.call(plugin, slot, () => plugin.restore(sourceOf(slot), artifact));
      }
      if (open.length > 0) await this.showTree(slot, open, content.get(slot));
    }
  }

  private pluginsOf(slot: Slot): readonly IndexPlugin[] {
    return this.run.plugins.filter((plugin) => sees(plugin, slot.language.id));
  }

  private async readArtifacts(slots: readonly Slot[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const asked = slots.flatMap((slot) =>
      this.pluginsOf(slot)
        .filter(isCached)
        .map((plugin) => ({ id: artifactId(slot, plugin), key: this.keyOf(slot, plugin) })),
    );
    const values = await this.run.kept.readValues(asked.map(({ key }) => key));
    return new Map(
      asked.flatMap(({ id }, at) => {
        const value = values[at];
        return value === undefined ? [] : [[id, value.bytes] as const];
      }),
    );
  }

  private keyOf(slot: Slot, { name, version }: CachedPlugin): StoreKey {
    return { ...keyOf(slot), plugin: { name, version } };
  }

  private async showTree(
    slot: Slot,
    plugins: readonly IndexPlugin[],
    content: Awaited<ReturnType<ProjectFiles["read"]>>[number] | undefined,
  ): Promise<void> {
    const refuse = (detail: string) => {
      for (const { name } of plugins) this.problems.push({ plugin: name, path: slot.file.path, detail });
    };
    if (content?.kind !== "bytes") return refuse(content?.detail ?? "It was not read.");
    if (slot.blob?.length === 40 && blobId(content.bytes) !== slot.blob) {
      return refuse("It changed while it was read.");
    }
    const tree = await this.parse(slot, textOf(content.bytes));
    if (tree === undefined) return refuse("Parsing it took too long.");
    const file: PluginFile = { ...sourceOf(slot), tree, record: slot.record as PluginFile["record"] };
    for (const plugin of plugins) {
      this.call(plugin, slot, () => {
        if (!isCached(plugin)) plugin.visit(file);
        else {
          const bytes = plugin.analyze(file);
          this.run.kept.addEntry({
            key: this.keyOf(slot, plugin),
            sizeBytes: content.bytes.byteLength,
            bytes,
          });
        }
      });
    }
  }

  private async parse(slot: Slot, text: string): Promise<SyntaxTree | undefined> {
    if (this.parser === undefined) {
      const { createSourceParser } = await import("../adapters/parser/parser.ts");
      this.parser = await createSourceParser([]);
    }
    const { parser } = this;
    const { grammar } = slot.language;
    const parsed = parseMended(slot.language, text, (one) =>
      parser.parseWithin(one, grammar.file, this.run.fileTimeMs),
    );
    return parsed.kind === "tree" ? parsed.tree : undefined;
  }

  private call(plugin: IndexPlugin, slot: Slot, work: () => void): void {
    const refuse = (detail: string) =>
      this.problems.push({ plugin: plugin.name, path: slot.file.path, detail });
    try {
      const done = withinTime(this.run.fileTimeMs, work);
      if (done.kind === "timed-out") refuse(`It took longer than ${this.run.fileTimeMs / 1000} s.`);
    } catch (error) {
      // Whatever a plugin throws is its own fault, and costs this file.
      refuse(error instanceof Error ? error.message : String(error));
    }
  }
}

function sourceOf({ file, language, blob = "" }: Slot) {
  return { path: file.path, language: language.id, blob };
}

function artifactId(slot: Slot, plugin: IndexPlugin): string {
  return `${plugin.name}\0${slot.file.path}`;
}
