import { expect, test } from "vitest";
import type { FileHead, HunkHead, Marks } from "../../src/wire/api.ts";
import { fitText, layoutBands } from "../../web/src/bands/layout.ts";
import { languageOfFile } from "../../web/src/colour/file-language.ts";
import { treeRows } from "../../web/src/review/file-tree.ts";
import { foldByReason } from "../../web/src/review/fold-reasons.ts";
import { askMark, confirmMark, dropPending, noMarks, receiveMarks } from "../../web/src/review/mark-state.ts";
import { makeOutline, pageName, withPages } from "../../web/src/review/outline.ts";
import { measureProgress } from "../../web/src/review/progress.ts";
import { firstPageOfCore, neighbours, nextUnreviewed } from "../../web/src/review/walk.ts";
import { createLineCutter, retryDelayMs } from "../../web/src/server/event-lines.ts";
import { count, workDone } from "../../web/src/shell/words.ts";
import { largeReview, lowSignalReview, sampleReview } from "../browser/reviews.ts";

const sample = sampleReview();
const outline = makeOutline(sample.overview);
const page = (placement: string) => ({ kind: "page", placement }) as const;

test("the walk leads from the overview over every page to low-signal and back", () => {
  const seen: string[] = [];
  let route = neighbours({ kind: "overview" }, outline).next;
  while (route.kind === "page") {
    seen.push(route.placement);
    route = neighbours(route, outline).next;
  }
  expect(seen).toEqual(sample.overview.walk);
  expect(route.kind).toBe("low-signal");
  expect(neighbours(route, outline).next.kind).toBe("overview");
  expect(neighbours(page("p1"), outline).previous.kind).toBe("overview");
});

test("from a repeat one goes on where it stands, and back to the page before it", () => {
  const repeat = sample.cores.get("c2")!.find((each) => each.repeatOf)!;
  expect(neighbours(page(repeat.id), outline)).toEqual({ previous: page("p10"), next: page("p12") });
});

test("the next unreviewed page skips what is done, and there is none when all is", () => {
  const hashes = [...outline.hunks.values()].map((hunk) => hunk.hash);
  const contexts = [...sample.cores.values()].flat().flatMap((each) => each.markHash ?? []);
  const first = measureProgress(outline, new Set(contexts));
  expect(nextUnreviewed({ kind: "overview" }, outline, first)).toEqual(page("p3"));
  const all = measureProgress(outline, new Set([...hashes, ...contexts]));
  expect(nextUnreviewed(page("p1"), outline, all)).toBeUndefined();
  const onlyLow = measureProgress(
    outline,
    new Set([...hashes.filter((hash) => !outline.lowSignal.includes(hash)), ...contexts]),
  );
  expect(nextUnreviewed(page("p1"), outline, onlyLow)?.kind).toBe("low-signal");
});

test("progress counts each hunk once, repeats not at all", () => {
  const none = measureProgress(outline, new Set());
  expect(none.all.total).toBe(sample.overview.counts.hunks);
  expect(none.byCore.reduce((sum, core) => sum + core.total, 0) + none.lowSignal.total).toBe(none.all.total);
});

test("pages of cores that were not read yet are on the walk, count as marked by their ids, and get names later", () => {
  const large = largeReview();
  const bare = makeOutline(large.overview);
  const whole = makeOutline({
    ...large.overview,
    cores: large.overview.cores.map((core) => ({ ...core, placements: [...large.cores.get(core.id)!] })),
  });
  const contexts = [...large.cores.values()].flat().filter((each) => each.hunks.length === 0);
  const unread = contexts.filter((each) => bare.placements.get(each.id)?.placement === undefined);
  expect(unread.length).toBeGreaterThan(2);
  expect([...bare.placements.keys()]).toEqual([...whole.placements.keys()]);
  expect(bare.cores.map((core) => core.isRead)).toEqual(large.overview.cores.map((_, i) => i === 0));

  const hashes = [...bare.hunks.values()].map((hunk) => hunk.hash);
  const last = unread.at(-1)!;
  const others = contexts.filter((each) => each !== last);
  const marked = new Set([...hashes, ...others.map((each) => each.markHash!)]);
  const pages = new Set(others.map((each) => each.id));
  const progress = measureProgress(bare, marked, pages);
  expect(nextUnreviewed({ kind: "overview" }, bare, progress)).toEqual(page(last.id));
  expect(progress.byCore).toEqual(measureProgress(whole, marked).byCore);
  expect([...progress.byPlacement]).toEqual([...measureProgress(whole, marked).byPlacement]);

  expect(pageName(last.id, bare)).toBe("a page of core 4");
  const read = withPages(bare, new Map(large.cores));
  expect(pageName(last.id, read)).toBe(last.title);
  expect(read.cores.every((core) => core.isRead)).toBe(true);
  expect(read.placements).toEqual(whole.placements);
});

test("in the files view the next unreviewed is a file", () => {
  const [a, b] = sample.overview.files;
  const all = measureProgress(outline, new Set());
  expect(nextUnreviewed({ kind: "files" }, outline, all)).toEqual({ kind: "file", path: a!.path });
  const done = measureProgress(outline, new Set(b!.hunks.map(([, hash]) => hash)));
  const c = sample.overview.files[2];
  expect(nextUnreviewed({ kind: "file", path: a!.path }, outline, done)).toEqual({
    kind: "file",
    path: c!.path,
  });
  const last = sample.overview.files.at(-1);
  expect(nextUnreviewed({ kind: "file", path: last!.path }, outline, all)).toEqual({
    kind: "file",
    path: a!.path,
  });
  const everything = measureProgress(outline, new Set([...outline.hunks.values()].map((hunk) => hunk.hash)));
  expect(nextUnreviewed({ kind: "file", path: a!.path }, outline, everything)).toBeUndefined();
});

test("a change without a core has no first page", () => {
  const low = makeOutline(lowSignalReview().overview);
  expect(firstPageOfCore(1, low)).toBeUndefined();
  expect(neighbours({ kind: "overview" }, low).next.kind).toBe("low-signal");
});

test("while the walk is being made nothing counts as low-signal", () => {
  expect(makeOutline({ ...sample.overview, stage: "analysing" }).lowSignal).toEqual([]);
});

test("a mark shows at once, and an answer that was overtaken does not undo it", () => {
  const asked = askMark(noMarks, { hashes: ["a"], isReviewed: true });
  expect(asked.reviewed.has("a")).toBe(true);
  const other = receiveMarks(asked, held(5, ["b"], []));
  expect([...other.reviewed].sort()).toEqual(["a", "b"]);
  const late = receiveMarks(other, held(4, [], []));
  expect([...late.reviewed].sort()).toEqual(["a", "b"]);
  const confirmed = confirmMark(late, held(6, ["a", "b"], []));
  expect(confirmed.pending).toEqual([]);
  expect(dropPending(asked).reviewed.size).toBe(0);
});

test("a mark from other context counts, is told, and is confirmed by marking again", () => {
  const carried = receiveMarks(noMarks, held(1, [], ["a"]));
  expect(carried.reviewed.has("a")).toBe(true);
  const confirmed = askMark(carried, { hashes: ["a"], isReviewed: true });
  expect(confirmed.contextChanged.has("a")).toBe(false);
  expect(confirmed.reviewed.has("a")).toBe(true);
});

test("the tree joins folders that hold nothing else, and folds", () => {
  const files = ["src/main/java/A.java", "src/main/java/b/B.java", "README.md"].map(head);
  const rows = treeRows(files, new Set());
  expect(rows.map((row) => `${" ".repeat(row.depth)}${row.name}`)).toEqual([
    "src/main/java",
    " b",
    "  B.java",
    " A.java",
    "README.md",
  ]);
  expect(treeRows(files, new Set(["src/main/java"]))).toHaveLength(2);
});

test("low-signal hunks are grouped by reason, then by file", () => {
  const hunks = [
    { id: "h1", path: "b", noise: "whitespace" },
    { id: "h2", path: "a", noise: "lockfile" },
    { id: "h3", path: "b", noise: "whitespace" },
  ] as HunkHead[];
  expect(
    foldByReason(hunks).map(({ reason, files }) => [reason, files.map((file) => file.hunks.length)]),
  ).toEqual([
    ["lockfile", [1]],
    ["whitespace", [2]],
  ]);
});

test("the picture is at most 180 pixels high, folds over twelve, and never folds the present node", () => {
  const nodes = Array.from({ length: 30 }, (_, i) => ({
    id: `p${i}`,
    band: "downstream-changed" as const,
    title: `f${i}`,
    path: "a.ts",
    kind: "change" as const,
  }));
  const picture = layoutBands(nodes, { width: 1000, present: "p29", mostNodes: 12, opened: new Set() });
  const band = picture.bands[3]!;
  expect(picture.height).toBeLessThanOrEqual(180);
  expect(band.nodes.length + band.more).toBe(30);
  expect(band.nodes.some((each) => each.node.id === "p29")).toBe(true);
  const crowded = (["core", "downstream-changed", "downstream"] as const).flatMap((name) =>
    nodes.slice(0, 10).map((node) => ({ ...node, id: `${name}${node.id}`, band: name })),
  );
  for (const width of [520, 760, 1000, 1600]) {
    const all = layoutBands(crowded, { width, present: "", mostNodes: 12, opened: new Set() });
    expect(all.width).toBeLessThanOrEqual(width + 1);
    expect(all.height).toBeLessThanOrEqual(180);
  }
  const open = layoutBands(nodes, {
    width: 1000,
    present: "p0",
    mostNodes: 12,
    opened: new Set(["downstream-changed"]),
  });
  expect(open.bands[3]!.more).toBe(0);
  for (const each of picture.bands.flatMap((one) => one.nodes)) {
    expect(each.x + each.width).toBeLessThanOrEqual(1000.5);
  }
});

test("a text that does not fit ends with an ellipsis", () => {
  const measure = (text: string) => text.length * 10;
  expect(fitText("short", 100, measure)).toBe("short");
  expect(fitText("a long name", 60, measure)).toBe("a lon…");
});

test("events are cut at line ends, wherever the pieces break", () => {
  const cutter = createLineCutter();
  expect(cutter('{"a":1}\n{"b"')).toEqual(['{"a":1}']);
  expect(cutter(":2}\n\n")).toEqual(['{"b":2}']);
});

test("a lost server is looked for soon, then every five seconds", () => {
  expect([1, 2, 3, 4, 5, 60].map(retryDelayMs)).toEqual([500, 1000, 2000, 4000, 5000, 5000]);
});

test("numbers are readable, and grammars are told by names", () => {
  expect(count(1, "hunk")).toBe("1 hunk");
  expect(count(1512, "hunk")).toBe("1,512 hunks");
  expect(languageOfFile("src/a.tsx")).toBe("tsx");
  expect(languageOfFile("Dockerfile")).toBe("docker");
  expect(languageOfFile("constructor")).toBeUndefined();
  expect(languageOfFile(".gitignore")).toBeUndefined();
});

function head(path: string): FileHead {
  return { path, status: "modified", binary: false, added: 0, removed: 0, hunks: [] };
}

test("work under way is told with how much there is, where that is known", () => {
  expect(workDone({ done: 1200, total: 3000 }, "changed files read")).toBe(
    "1,200 of 3,000 changed files read",
  );
  expect(workDone({ done: 164, total: 0 }, "files around the change read")).toBe(
    "164 files around the change read",
  );
});

function held(revision: number, reviewed: string[], contextChanged: string[]): Marks {
  return { revision, reviewed, contextChanged, snapshot: "one", pages: [] };
}
