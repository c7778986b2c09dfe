import type { FileHead, LowSignal, OutlinePlacement, Overview, Page } from "../../src/wire/api.ts";
import { type FileScript, type ScriptedFile, scriptFile } from "./script.ts";

type Band = Page["placement"]["band"];
type Change = NonNullable<Overview["change"]>;

/** What stands on one page: hunks of a file, or a place that did not change. */
export interface PlacementScript {
  readonly band: Band;
  readonly title: string;
  readonly path: string;
  readonly why: string;
  /** Which hunks of the file, counted from 0; none for a place that did not change. */
  readonly hunks?: readonly number[];
  readonly line?: number;
  readonly risk?: "low" | "med" | "high";
  readonly byText?: boolean;
  /** It was shown in an earlier core, by title. */
  readonly isRepeat?: boolean;
}

export interface CoreScript {
  readonly title: string;
  readonly hook: string;
  readonly placements: readonly PlacementScript[];
  /** [from, to, label] by titles. */
  readonly edges?: readonly (readonly [string, string, string])[];
}

export interface ReviewScript {
  readonly change?: Partial<Change>;
  readonly files: readonly FileScript[];
  readonly cores: readonly CoreScript[];
  readonly problems?: Overview["problems"];
  readonly limits?: Overview["limits"];
  /** Pages without a change come with the first core only, as of a large change. */
  readonly isLarge?: boolean;
}

/** A review as the server would hold it, made from a script. */
export interface FakeReview {
  readonly overview: Overview;
  /** All pages of each core, by the core's id. */
  readonly cores: ReadonlyMap<string, readonly OutlinePlacement[]>;
  readonly pages: ReadonlyMap<string, Page>;
  readonly files: ReadonlyMap<string, ScriptedFile>;
  readonly lowSignal: LowSignal;
}

export function makeReview(script: ReviewScript): FakeReview {
  let lastHunk = 0;
  const files = new Map<string, ScriptedFile>();
  for (const file of [...script.files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    files.set(
      file.path,
      scriptFile(file, () => `h${++lastHunk}`),
    );
  }
  const pages = placePages(script, files);
  const heads = [...files.values()].map((file) => file.head);
  const low = [...files.values()].flatMap((file) => file.hunks).filter((hunk) => !hunk.placement);
  for (const hunk of low) if (!hunk.noise) throw new Error(`${hunk.path} ${hunk.id} is on no page.`);
  const cores = new Map(
    script.cores.map((_, i) => [
      `c${i + 1}`,
      pages.filter((page) => page.placement.core === `c${i + 1}`).map(outlineLine),
    ]),
  );
  return {
    overview: makeOverview(script, heads, cores, low),
    cores,
    pages: new Map(pages.map((page) => [page.placement.id, page])),
    files,
    lowSignal: { hunks: low.map(({ lines: _, ...head }) => head), total: low.length },
  };
}

function placePages(script: ReviewScript, files: Map<string, ScriptedFile>): Page[] {
  const pages: Page[] = [];
  const own = new Map<string, string>();
  script.cores.forEach((core, coreIndex) => {
    const first = pages.length;
    const made = core.placements.map((placement, i) => {
      const id = `p${first + i + 1}`;
      const repeatOf = placement.isRepeat ? own.get(placement.title) : undefined;
      if (!repeatOf) own.set(placement.title, id);
      return makePage(placement, { id, core: `c${coreIndex + 1}`, repeatOf }, files);
    });
    const ids = new Map(made.map((page) => [page.placement.title, page.placement.id]));
    const picture = made.map((page) => ({
      id: page.placement.id,
      band: page.placement.band,
      title: page.placement.title,
      path: page.node.path,
      kind: page.node.kind,
      ...(page.placement.repeatOf && { repeatOf: page.placement.repeatOf }),
    }));
    const inBand = (band: Band) =>
      made.filter((page) => page.placement.band === band).map((page) => page.placement.id);
    const edges = (core.edges ?? []).map(([from, to, label]) => ({
      core: `c${coreIndex + 1}`,
      from: ids.get(from)!,
      to: ids.get(to)!,
      label,
    }));
    for (const page of made) {
      pages.push({
        ...page,
        picture,
        edges,
        core: {
          id: `c${coreIndex + 1}`,
          title: core.title,
          hook: core.hook,
          placements: {
            upstream: inBand("upstream"),
            "upstream-changed": inBand("upstream-changed"),
            core: inBand("core"),
            "downstream-changed": inBand("downstream-changed"),
            downstream: inBand("downstream"),
          },
        },
      });
    }
  });
  return pages;
}

interface PlaceIds {
  readonly id: string;
  readonly core: string;
  readonly repeatOf: string | undefined;
}

function makePage(
  script: PlacementScript,
  { id, core, repeatOf }: PlaceIds,
  files: Map<string, ScriptedFile>,
): Omit<Page, "core" | "picture" | "edges"> {
  const file = files.get(script.path);
  const hunks = (script.hunks ?? []).map((index) => file!.hunks[index]!);
  for (const hunk of repeatOf ? [] : hunks) {
    hunk.placement = id;
    for (const entry of file!.head.hunks) if (entry[0] === hunk.id) entry[2] = id;
  }
  const line = script.line ?? 1;
  const startLine = Math.max(1, line - 10);
  const placement = {
    id,
    core,
    band: script.band,
    title: script.title,
    why: script.why,
    ...(script.risk && { risk: script.risk }),
    ...(repeatOf && { repeatOf }),
  };
  if (hunks.length === 0) {
    return {
      placement,
      node: {
        kind: "context",
        id: `ctx:${script.path}:${line}`,
        path: script.path,
        line,
        symbol: script.title,
        snippet: { startLine, lines: untouchedLines(script.path).slice(startLine - 1, line + 10) },
        byText: script.byText ?? false,
      },
      markHash: `ctx-${script.path}-${line}`,
      hunks: [],
    };
  }
  return {
    placement,
    node: {
      kind: "change",
      id: `chg:${script.path}#${script.title}`,
      path: script.path,
      symbol: script.title,
      symbolKind: script.title.endsWith("()") ? "function" : "",
      hunks: hunks.map((hunk) => hunk.id),
      added: hunks.reduce((sum, hunk) => sum + hunk.added, 0),
      removed: hunks.reduce((sum, hunk) => sum + hunk.removed, 0),
      byText: script.byText ?? false,
    },
    hunks,
    file: file!.head,
  };
}

function outlineLine(page: Page): OutlinePlacement {
  return {
    id: page.placement.id,
    band: page.placement.band,
    title: page.placement.title,
    path: page.node.path,
    hunks: page.hunks.map((hunk) => hunk.id),
    ...(page.placement.repeatOf && { repeatOf: page.placement.repeatOf }),
    ...(page.markHash && { markHash: page.markHash }),
  };
}

/** The text of a file that is not part of the change. */
export function untouchedLines(path: string): string[] {
  return Array.from({ length: 60 }, (_, i) => {
    const number = i + 1;
    if (number % 12 === 1) return `export function part${number}(request: Request): Response {`;
    if (number % 12 === 0) return "}";
    if (number % 12 === 6) return `  // ${path}, line ${number}`;
    return `  const value${number} = request.headers.get("x-${number}") ?? "none";`;
  });
}

function makeOverview(
  script: ReviewScript,
  files: FileHead[],
  cores: ReadonlyMap<string, readonly OutlinePlacement[]>,
  low: readonly { readonly noise?: FileHead["noise"] }[],
): Overview {
  const sum = (of: (file: FileHead) => number) => files.reduce((total, file) => total + of(file), 0);
  const all = [...cores.values()].flat();
  const reasons = [...new Set(low.flatMap((hunk) => hunk.noise ?? []))].sort();
  return {
    build: "test",
    stage: "ready",
    change: {
      reviewId: "fake",
      title: "A change",
      body: "",
      provider: "local",
      number: 0,
      url: "",
      author: "Ada",
      branch: "sessions",
      baseRef: "main",
      base: "1".repeat(40),
      head: "2".repeat(40),
      isWorkingCopy: false,
      commits: [],
      untrackedCount: 0,
      notes: [],
      ...script.change,
    },
    counts: {
      files: files.length,
      hunks: sum((file) => file.hunks.length),
      added: sum((file) => file.added),
      removed: sum((file) => file.removed),
      lowSignal: low.length,
      cores: script.cores.length,
      placements: all.length,
    },
    folded: reasons.map((reason) => ({ reason, hunks: low.filter((hunk) => hunk.noise === reason).length })),
    files,
    cores: script.cores.map((core, i) => ({
      id: `c${i + 1}`,
      title: core.title,
      hook: core.hook,
      placements: (cores.get(`c${i + 1}`) ?? []).map((page) =>
        script.isLarge && i > 0 && page.hunks.length === 0 ? page.id : page,
      ),
    })),
    walk: all.filter((page) => !page.repeatOf).map((page) => page.id),
    problems: script.problems ?? [],
    limits: script.limits ?? [],
    tree: "static",
  };
}
