import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { graphJson } from "../../../src/app/graph-json.ts";
import { GRAPH_VERSION, type Graph } from "../../../src/engine/graph/graph.ts";
import { encodeFileIndex, type FileIndex, INDEX_VERSION } from "../../../src/engine/index/index.ts";
import { REACH_VERSION, reach, resultText, targetByKey } from "../../../src/engine/reach/reach.ts";
import { readCase } from "../../graph/memory-project.ts";
import { linkProject, readProject } from "../case-project.ts";

/** The stages in their order, each with the constant that owns its rules and the file that holds it. */
export const stages = [
  { id: "index", version: INDEX_VERSION, constant: "INDEX_VERSION", file: "src/engine/index/file-index.ts" },
  {
    id: "graph",
    version: GRAPH_VERSION,
    constant: "GRAPH_VERSION",
    file: "src/engine/graph/project-graph.ts",
  },
  {
    id: "reach",
    version: REACH_VERSION,
    constant: "REACH_VERSION",
    file: "src/engine/reach/reach-result.ts",
  },
] as const;

export type StageId = (typeof stages)[number]["id"];

/** What was recorded: of each stage the versions up to it, and the hash of its golden files. */
export type Recorded = Readonly<
  Record<StageId, { readonly versions: readonly number[]; readonly hash: string }>
>;

export const folder = join(import.meta.dirname);

/** The golden files as they are made today, by name, for each stage. */
export async function makeGoldens(): Promise<Readonly<Record<StageId, ReadonlyMap<string, string>>>> {
  const made = {
    index: new Map<string, string>(),
    graph: new Map<string, string>(),
    reach: new Map<string, string>(),
  };
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith(".txtar"))
    .sort()) {
    const { files, expect } = readCase(readFileSync(join(folder, name), "utf8"));
    const language = name.replace(".txtar", "");
    const records = await readProject(files);
    const graph = linkProject(records, files);
    made.index.set(`${language}.index.txt`, records.map(recordText).join("\n"));
    made.graph.set(`${language}.graph.txt`, [...graphJson(graph)].join(""));
    made.reach.set(`${language}.reach.txt`, answers(graph, (expect as { targets: string[] }).targets));
  }
  return made;
}

/** A record as a person can compare it: counts and names, and the hash of all that it holds. */
function recordText(record: FileIndex): string {
  const list = (title: string, names: readonly string[]) => `  ${title}: ${names.join(" ")}\n`;
  return [
    `${record.path} ${record.language} ${sha1(encodeFileIndex(record))}\n`,
    list(
      "declarations",
      record.declarations.map((one) => `${one.kind}:${one.name}`),
    ),
    list(
      "references",
      record.references.map((one) => `${one.role}:${[...one.through, one.name].join(".")}`),
    ),
    list(
      "imports",
      record.imports.map((one) => `${one.kind}:${one.specifier}:${one.local}`),
    ),
    list(
      "exports",
      record.exports.map((one) => one.name),
    ),
    list(
      "flags",
      record.flags.map((one) => `${one.kind}:${one.name}:${one.prefix ?? ""}`),
    ),
  ].join("");
}

function answers(graph: Graph, targets: readonly string[]): string {
  return targets
    .flatMap((target) => reach(graph, { targets: [targetByKey(target)] }))
    .map(
      (result) =>
        `${resultText(result)}\n${JSON.stringify({ ...result, searched: result.searched.counts })}\n`,
    )
    .join("\n");
}

/** One hash for the golden files of a stage. */
export function hashOf(files: ReadonlyMap<string, string>): string {
  return sha1(JSON.stringify([...files].sort(([one], [other]) => (one < other ? -1 : 1))));
}

export function recordedVersions(): Recorded {
  return JSON.parse(readFileSync(join(folder, "versions.json"), "utf8")) as Recorded;
}

/** The versions that a stage rests on: its own, and those of the stages before. */
export function versionsUpTo(id: StageId): readonly number[] {
  return stages.slice(0, stages.findIndex((stage) => stage.id === id) + 1).map((stage) => stage.version);
}

function sha1(content: string | Uint8Array): string {
  return createHash("sha1").update(content).digest("hex");
}
