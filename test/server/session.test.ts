import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { ReviewSession } from "../../src/app/review-session.ts";
import type { ChangeSource } from "../../src/app/session-input.ts";
import { UserError } from "../../src/kit/errors.ts";
import {
  type CorePages,
  corePagesSchema,
  fileDiffPageSchema,
  fileLinesSchema,
  headSchema,
  hunkWindowSchema,
  linePartSchema,
  lowSignalSchema,
  type Marks,
  marksSchema,
  type Overview,
  overviewSchema,
  type Page,
  pageSchema,
  searchSchema,
  settingsSchema,
} from "../../src/wire/api.ts";
import { readEvents, scratchFolder, start, startSession } from "./harness.ts";
import { makeReview, makeSource } from "./made-review.ts";

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

async function untilStage(session: ReviewSession, stage: string): Promise<Overview> {
  for (;;) {
    const overview = await session.overview();
    if (overview.stage === stage) return overview;
    await sleep(5);
  }
}

describe("what is known grows by stages", () => {
  test("with the diff in hand there are files and hunks; pages come with the graph", async () => {
    const made = makeReview();
    const diff = gate();
    const analyse = gate();
    const pause = (stage: "diff" | "analyse") => (stage === "diff" ? diff : analyse).passed;
    const session = startSession({ open: async () => makeSource(made, { pause }) });
    const early = await untilStage(session, "diffing");
    expect([early.stage, early.counts.files, early.change?.title]).toEqual(["diffing", 0, "A made change"]);
    expect(() => session.fileDiff("src/part000/file00000.ts")).toThrow(
      expect.objectContaining({ code: "not-ready" }),
    );
    diff.open();
    await session.diffed;
    const middle = overviewSchema.parse(await session.overview());
    expect([middle.stage, middle.counts.files, middle.counts.hunks, middle.walk.length]).toEqual([
      "analysing",
      3,
      6,
      0,
    ]);
    expect(session.fileDiff("src/part000/file00000.ts").hunks).toHaveLength(2);
    expect(session.search("value0_1", 0).total).toBe(3);
    expect(() => session.page("p1")).toThrow(expect.objectContaining({ code: "not-ready" }));
    analyse.open();
    await session.finished;
    const late = overviewSchema.parse(await session.overview());
    expect([late.stage, late.counts.placements, late.walk.length]).toEqual(["ready", 4, 4]);
    expect(session.page("p2").hunks).toHaveLength(2);
  });

  test("a kept graph skips diff and analysis", async () => {
    const made = makeReview();
    const never = async () => {
      throw new Error("must not be asked");
    };
    const source = makeSource(made, { cachedGraph: async () => made.graph, diff: never, analyse: never });
    const session = startSession({ open: async () => source });
    await session.finished;
    expect((await session.overview()).stage).toBe("ready");
  });

  test("a failure is said, what was there stays, and the page can try again", async () => {
    const made = makeReview();
    let isBroken = true;
    const analyse: ChangeSource["analyse"] = async () => {
      if (isBroken) throw new UserError("git-failed", "git broke.");
      return made.graph;
    };
    const { session, get, send } = await start({ open: async () => makeSource(made, { analyse }) });
    const failed = await get<Overview>("/api/review");
    expect(failed.stage).toBe("failed");
    expect(failed.error).toMatchObject({ code: "git-failed", message: "git broke." });
    expect(failed.counts.files).toBe(3);
    expect(session.fileDiff("src/part000/file00000.ts").hunks).toHaveLength(2);
    expect(() => session.page("p2")).toThrow(expect.objectContaining({ code: "not-found" }));
    isBroken = false;
    const again = await send<Overview>("POST", "/api/reload", {});
    expect([again.stage, again.error]).toEqual(["ready", undefined]);
  });

  test("a mistake of Headwater is reported and does not end the server", async () => {
    const bugs: unknown[] = [];
    const diff = async () => {
      throw new TypeError("oops");
    };
    const open = async () => makeSource(makeReview(), { diff });
    const session = startSession({ open, onBug: (error) => bugs.push(error) });
    await session.finished;
    expect((await session.overview()).error).toMatchObject({ code: "bug", message: "oops" });
    expect(bugs).toHaveLength(1);
  });

  test("closing stops the work and closes the source", async () => {
    const made = makeReview();
    let seen: AbortSignal | undefined;
    const source = makeSource(made, {
      diff: (signal) =>
        new Promise((_, reject) => {
          seen = signal;
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const session = startSession({ open: async () => source });
    while (seen === undefined) await sleep(5);
    await session.close();
    expect(seen.aborted).toBe(true);
    expect(source.isClosed).toBe(true);
    expect((await session.overview()).error).toBeUndefined();
  });
});

describe("every answer is of its schema", () => {
  test("overview, pages, windows, lines, search, marks and settings", async () => {
    const made = { files: 25, lowSignal: 3 };
    const { get } = await start({ made });
    const overview = overviewSchema.parse(await get("/api/review"));
    expect(overview.folded).toEqual([{ reason: "generated", hunks: 3 }]);
    expect(overview.counts).toMatchObject({ files: 25, hunks: 50, lowSignal: 3, cores: 3 });
    for (const core of overview.cores) {
      const { placements } = corePagesSchema.parse(await get(`/api/core/${core.id}`));
      expect(placements).toEqual(core.placements);
      for (const { id } of placements) {
        const page = pageSchema.parse(await get(`/api/page/${id}`));
        expect(page.picture.length).toBe(placements.length);
        for (const edge of page.edges) expect(edge.core).toBe(core.id);
      }
    }
    lowSignalSchema.parse(await get("/api/low-signal"));
    hunkWindowSchema.parse(await get("/api/hunk/h1"));
    fileDiffPageSchema.parse(await get("/api/file-diff?path=src/part000/file00000.ts"));
    fileLinesSchema.parse(await get("/api/lines?path=lib/untouched.ts&side=new"));
    searchSchema.parse(await get("/api/search?q=value"));
    marksSchema.parse(await get("/api/marks"));
    settingsSchema.parse(await get("/api/settings"));
    headSchema.parse(await get("/api/head"));
    linePartSchema.parse(await get("/api/line?hunk=h1&index=0"));
  });

  test("the overview shows the newest commits and says how many more there are", async () => {
    const made = makeReview();
    const commits = Array.from({ length: 250 }, (_, i) => ({
      id: String(i).padStart(40, "0"),
      subject: `Step ${i}`,
      author: "A",
      date: "2024-01-01T00:00:00Z",
    }));
    const change = { ...made.graph.change, commits };
    const session = startSession({ open: async () => ({ ...makeSource(made), change }) });
    await session.finished;
    const shown = overviewSchema.parse(await session.overview()).change;
    expect(shown?.commits.map((commit) => commit.subject)).toEqual(
      commits.slice(50).map((commit) => commit.subject),
    );
    expect(shown?.notes.at(-1)).toContain("50 older commits");
  });

  test("a core that is not there is told", async () => {
    const { api } = await start();
    for (const name of ["c0", "c99", "__proto__", "p1"]) {
      const answer = await api(`/api/core/${name}`);
      expect([answer.status, await answer.json()], name).toEqual([
        404,
        expect.objectContaining({ code: "not-found" }),
      ]);
    }
  });

  test("the walk leads through all pages and back, and a repeat lies on it", async () => {
    const { get } = await start({ made: { files: 25 } });
    const { walk } = await get<Overview>("/api/review");
    const { placements } = await get<CorePages>("/api/core/c2");
    const seen: string[] = [];
    for (let at = walk[0]; at; ) {
      seen.push(at);
      const page: Page = await get(`/api/page/${at}`);
      expect(page.previous).toBe(seen.at(-2));
      at = page.next;
    }
    expect(seen).toEqual(walk);
    const repeat = placements.find((placement) => placement.repeatOf);
    const page: Page = await get(`/api/page/${repeat?.id}`);
    expect(walk).toContain(page.previous);
    expect(walk.indexOf(page.next ?? "")).toBe(walk.indexOf(page.previous ?? "") + 1);
  });
});

describe("lines of files", () => {
  test("have exact numbers on both sides, those of the hunks", async () => {
    const { get } = await start();
    const path = "src/part000/file00001.ts";
    const diff = fileDiffPageSchema.parse(await get(`/api/file-diff?path=${path}`));
    const sides = {
      old: await get<{ lines: string[] }>(`/api/lines?path=${path}&side=old`),
      new: await get<{ lines: string[] }>(`/api/lines?path=${path}&side=new`),
    };
    let compared = 0;
    for (const hunk of diff.hunks) {
      for (const line of hunk.lines) {
        if (line.old !== undefined) expect(sides.old.lines[line.old - 1]).toBe(line.text);
        if (line.new !== undefined) expect(sides.new.lines[line.new - 1]).toBe(line.text);
        compared++;
      }
    }
    expect(compared).toBe(20);
  });

  test("only LF ends a line; windows join without gap; the last line may lack its end", async () => {
    const made = makeReview();
    const odd = "a\r\nb\u2028c\rd\n\n\ufeffe\vf\nlast";
    const contents = new Map([
      ...made.contents,
      ["new:odd.txt", odd],
      ["new:empty.txt", ""],
      ["new:bin", "a\0b"],
    ]);
    const session = startSession({ open: async () => makeSource({ ...made, contents }) });
    await session.finished;
    const all = await session.lines("odd.txt", "new", 1, 1000);
    expect(all.lines).toEqual(["a\r", "b\u2028c\rd", "", "\ufeffe\vf", "last"]);
    expect([all.total, all.noNewline]).toEqual([5, true]);
    expect((await session.lines("odd.txt", "new", 3, 2)).lines).toEqual(["", "\ufeffe\vf"]);
    expect((await session.lines("odd.txt", "new", 6, 2)).lines).toEqual([]);
    expect(await session.lines("empty.txt", "new", 1, 10)).toMatchObject({ lines: [], total: 0 });
    await expect(session.lines("bin", "new", 1, 10)).rejects.toMatchObject({ code: "not-found" });
    await expect(session.lines("odd.txt", "old", 1, 10)).rejects.toMatchObject({ code: "not-found" });
  });

  test("a renamed file answers to its new path on the old side too", async () => {
    const made = makeReview();
    const [first, ...others] = made.graph.files;
    const renamed = {
      ...(first as NonNullable<typeof first>),
      oldPath: "src/before.ts",
      status: "renamed" as const,
    };
    const contents = new Map([...made.contents, ["old:src/before.ts", "before\n"]]);
    const graph = { ...made.graph, files: [renamed, ...others] };
    const session = startSession({ open: async () => makeSource({ graph, contents }) });
    await session.finished;
    expect((await session.lines(renamed.path, "old", 1, 5)).lines).toEqual(["before"]);
    expect((await session.lines("src/before.ts", "old", 1, 5)).lines).toEqual(["before"]);
  });

  test("images are given as what they are, and nothing else is", async () => {
    const made = makeReview();
    const png = "\u0089PNG";
    const contents = new Map([
      ...made.contents,
      ["new:logo.svg", "<svg onload='alert(1)'/>"],
      ["new:fake.png", "<html>"],
      ["new:page.html", "<html>"],
    ]);
    const { api } = await start({ open: async () => makeSource({ ...made, contents }) });
    const svg = await api("/api/raw?path=logo.svg&side=new");
    expect(svg.status).toBe(200);
    expect(svg.headers.get("content-type")).toBe("image/svg+xml");
    expect(svg.headers.get("content-disposition")).toBe("attachment");
    expect(svg.headers.get("content-security-policy")).toContain("sandbox");
    for (const path of ["fake.png", "page.html"]) {
      expect((await api(`/api/raw?path=${path}&side=new`)).status).toBe(404);
    }
    expect(png).toHaveLength(4);
  });
});

describe("search", () => {
  test("counts all hits in paths, names and lines, and gives them by windows", async () => {
    const { get } = await start({ made: { files: 60, linesPerHunk: 10 } });
    const first = searchSchema.parse(await get("/api/search?q=VALUE1_"));
    expect(first.total).toBe(600);
    expect(first.hits).toHaveLength(100);
    const last = searchSchema.parse(await get("/api/search?q=value1_&from=590"));
    expect(last.hits).toHaveLength(10);
    for (const hit of [...first.hits, ...last.hits]) {
      expect(hit.text.slice(hit.at, hit.at + 7).toLowerCase()).toBe("value1_");
      const hunk = hunkWindowSchema.parse(await get(`/api/hunk/${hit.hunk}?from=${hit.lineIndex}&count=1`));
      expect(hunk.lines[0]?.text).toBe(hit.text);
    }
    const path = searchSchema.parse(await get("/api/search?q=file00059"));
    expect(path.hits[0]).toMatchObject({ kind: "file", path: "src/part002/file00059.ts" });
    const symbol = searchSchema.parse(await get("/api/search?q=part59"));
    expect(symbol.hits.filter((hit) => hit.kind === "symbol")).toHaveLength(1);
    for (const nothing of ["", "no such text", "%0A"]) {
      expect(searchSchema.parse(await get(`/api/search?q=${nothing}`)).total).toBe(0);
    }
  });

  test("counts a line once, and finds letters whose lower case is longer", async () => {
    const { session } = await start({
      made: { lineText: (f) => `İİ needle needle ${f} ${"x".repeat(300)}Tail` },
    });
    const found = session.search("needle", 0);
    expect(found.total).toBe(24);
    expect(found.hits[0]?.text.slice(found.hits[0].at).startsWith("needle")).toBe(true);
    const tail = session.search("tail", 0).hits[0];
    expect(tail?.text.slice(tail.at)).toBe("Tail");
    expect(tail?.text.length).toBe(200);
  });
});

describe("marks", () => {
  test("are saved, shared by tabs, and there after a restart", async () => {
    const homeDir = scratchFolder();
    const first = await start({ homeDir });
    const { files } = await first.get<Overview>("/api/review");
    const [a, b, c] = files.flatMap((file) => file.hunks.map(([, hash]) => hash)) as [string, string, string];
    for (const isReviewed of [true, false, true]) {
      await first.send("POST", "/api/marks", { hashes: [a], isReviewed });
    }
    const tabs = [b, c].map((hash) => first.send("POST", "/api/marks", { hashes: [hash], isReviewed: true }));
    await Promise.all(tabs);
    expect((await first.get<Marks>("/api/marks")).reviewed.sort()).toEqual([a, b, c].sort());
    await first.server.close();
    const second = await start({ homeDir });
    expect((await second.get<Marks>("/api/marks")).reviewed.sort()).toEqual([a, b, c].sort());
  });

  test("of two processes are one set, and each hears of the other", async () => {
    const homeDir = scratchFolder();
    const [one, two] = [startSession({ homeDir }), startSession({ homeDir })];
    await Promise.all([one.finished, two.finished]);
    const names = (await one.overview()).files.flatMap((file) => file.hunks.map(([, hash]) => hash));
    await Promise.all(
      names.map((name, i) => (i % 2 ? one : two).changeMarks({ hashes: [name], isReviewed: true })),
    );
    await one.changeMarks({ hashes: [names[0] ?? ""], isReviewed: false });
    expect((await two.marks()).reviewed.sort()).toEqual(names.slice(1).sort());
    const heard = readEvents(one.events(0, AbortSignal.timeout(20_000)), (type) => type === "marks");
    await sleep(50);
    await two.changeMarks({ hashes: [names[0] ?? ""], isReviewed: true });
    expect((await heard).at(-1)?.type).toBe("marks");
  });

  test("follow a hunk whose surroundings changed, and are cleared with it", async () => {
    const homeDir = scratchFolder();
    const before = await start({ homeDir });
    const names = (await before.get<Overview>("/api/review")).files.flatMap((file) =>
      file.hunks.map(([, hash]) => hash),
    );
    await before.send("POST", "/api/marks", { hashes: names, isReviewed: true });
    await before.server.close();
    const after = await start({ homeDir, made: { contextText: "other", head: "c".repeat(40) } });
    const hunks = (await after.get<Overview>("/api/review")).files.flatMap((file) =>
      file.hunks.map(([, hash]) => hash),
    );
    expect(hunks.filter((hash) => names.includes(hash))).toEqual([]);
    const carried = await after.get<Marks>("/api/marks");
    expect(carried.reviewed.sort()).toEqual([...hunks].sort());
    expect(carried.contextChanged.sort()).toEqual([...hunks].sort());
    const [one, two] = hunks as [string, string];
    const cleared = await after.send<Marks>("POST", "/api/marks", { hashes: [one], isReviewed: false });
    expect(cleared.reviewed).not.toContain(one);
    const confirmed = await after.send<Marks>("POST", "/api/marks", { hashes: [two], isReviewed: true });
    expect(confirmed.reviewed).toContain(two);
    expect(confirmed.contextChanged).not.toContain(two);
  });

  test("an edited hunk loses exactly its own", async () => {
    const homeDir = scratchFolder();
    const before = await start({ homeDir });
    const names = (await before.get<Overview>("/api/review")).files.flatMap((file) =>
      file.hunks.map(([, hash]) => hash),
    );
    await before.send("POST", "/api/marks", { hashes: names, isReviewed: true });
    await before.server.close();
    const lineText = (f: number, h: number, l: number) =>
      `  const value${h}_${l} = compute(${f}, ${h}, ${l});${f === 1 && h === 1 ? " // edited" : ""}`;
    const after = await start({ homeDir, made: { lineText } });
    const { files } = await after.get<Overview>("/api/review");
    const marks = await after.get<Marks>("/api/marks");
    const lost = files.flatMap((file) => file.hunks.filter(([, hash]) => !marks.reviewed.includes(hash)));
    expect(lost).toEqual([files[1]?.hunks[1]]);
    expect(marks.contextChanged).toEqual([]);
  });

  test("a page without hunks is marked by its text", async () => {
    const { get, send, session } = await start();
    const { placements } = await get<CorePages>("/api/core/c1");
    const context = placements.find((placement) => placement.markHash);
    const page: Page = await get(`/api/page/${context?.id}`);
    expect(page.markHash).toBe(context?.markHash);
    const marks = await send<Marks>("POST", "/api/marks", { hashes: [page.markHash], isReviewed: true });
    expect(marks.reviewed).toEqual([page.markHash]);
    expect(marks.pages).toEqual([context?.id]);
    expect(marks.snapshot).toBe(session.snapshotName);
    const cleared = await send<Marks>("POST", "/api/marks", { hashes: [page.markHash], isReviewed: false });
    expect(cleared.pages).toEqual([]);
  });

  test("that cannot be saved hold as long as the server runs, and the page is told", async () => {
    const parent = scratchFolder();
    writeFileSync(join(parent, "file"), "");
    const { get, send } = await start({ homeDir: join(parent, "file", "home") });
    const overview = await get<Overview>("/api/review");
    expect(overview.stage).toBe("ready");
    expect(overview.notices?.[0]).toMatchObject({ code: "home-unwritable" });
    const name = overview.files[0]?.hunks[0]?.[1] ?? "";
    const marks = marksSchema.parse(await send("POST", "/api/marks", { hashes: [name], isReviewed: true }));
    expect(marks.reviewed).toEqual([name]);
    expect(marks.notSaved?.code).toBe("home-unwritable");
    expect((await get<Marks>("/api/marks")).reviewed).toEqual([name]);
  });

  test("that could not be saved are saved with the next change", async () => {
    const parent = scratchFolder();
    writeFileSync(join(parent, "home"), "in the way");
    const homeDir = join(parent, "home");
    const session = startSession({ homeDir });
    await session.finished;
    const names = (await session.overview()).files.flatMap((file) => file.hunks.map(([, hash]) => hash));
    const [a, b] = names as [string, string];
    expect((await session.changeMarks({ hashes: [a], isReviewed: true })).notSaved).toBeDefined();
    const { rmSync } = await import("node:fs");
    rmSync(homeDir);
    const saved = await session.changeMarks({ hashes: [b], isReviewed: true });
    expect(saved.notSaved).toBeUndefined();
    const other = startSession({ homeDir });
    await other.finished;
    expect((await other.marks()).reviewed.sort()).toEqual([a, b].sort());
  });

  test("a torn file of marks is kept aside and said, never a crash", async () => {
    const homeDir = scratchFolder();
    const folder = join(homeDir, "reviews", "local-made");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "marks.json"), '{"version":1,"rev');
    const session = startSession({ homeDir });
    await session.finished;
    const { stage, notices } = await session.overview();
    expect(stage).toBe("ready");
    expect(notices?.[0]?.message).toContain("torn");
    expect((await session.overview()).notices).toEqual(notices);
    const aside = readdirSync(folder).find((name) => name.includes("aside"));
    expect(readFileSync(join(folder, aside ?? ""), "utf8")).toBe('{"version":1,"rev');
  });
});

describe("settings", () => {
  test("survive a new port, and what another version wrote beside them stays", async () => {
    const homeDir = scratchFolder();
    writeFileSync(
      join(homeDir, "settings.json"),
      JSON.stringify({
        version: 1,
        revision: 4,
        value: { other: [1], page: { theme: "neon", wrap: true, later: 1 } },
      }),
    );
    const first = await start({ homeDir });
    const settings = settingsSchema.parse(await first.get("/api/settings"));
    expect([settings.theme, settings.wrap]).toEqual(["system", true]);
    await first.send("PUT", "/api/settings", { ...settings, theme: "dark" });
    await first.server.close();
    const second = await start({ homeDir });
    expect(second.server.port).not.toBe(0);
    expect(settingsSchema.parse(await second.get("/api/settings"))).toEqual({ ...settings, theme: "dark" });
    const file = JSON.parse(readFileSync(join(homeDir, "settings.json"), "utf8"));
    expect(file.value.other).toEqual([1]);
    expect(file.revision).toBe(5);
  });
});

describe("events", () => {
  test("begin with hello, are resumed by seq, and a client of an earlier server begins anew", async () => {
    const { session } = await start({ firstSeq: 1_000 });
    const signal = AbortSignal.timeout(10_000);
    const first = await readEvents(session.events(0, signal), (type) => type === "hello");
    expect(first[0]).toMatchObject({ type: "hello", data: { stage: "ready", build: "test" } });
    const { seq } = first[0] as { seq: number };
    await session.saveSettings(settingsSchema.parse({ theme: "dark" }));
    await session.saveSettings(settingsSchema.parse({ theme: "light" }));
    let count = 0;
    const missed = await readEvents(session.events(seq, signal), () => ++count === 2);
    expect(missed.map((event) => event.type)).toEqual(["settings", "settings"]);
    expect(missed.map((event) => event.seq)).toEqual([seq + 1, seq + 2]);
    for (const unknown of [12, 999_999]) {
      const [event] = await readEvents(session.events(unknown, signal), () => true);
      expect(event?.type).toBe("hello");
    }
  });

  test("arrive line by line over HTTP, end with the server, and a client that leaves is forgotten", async () => {
    const { api, send, server } = await start();
    const leave = new AbortController();
    const leaving = await api("/api/events?after=0", { signal: leave.signal });
    await leaving.body?.getReader().read();
    leave.abort();
    const answer = await api("/api/events?after=0");
    expect(answer.headers.get("content-type")).toContain("ndjson");
    const lines: { type: string }[] = [];
    const reading = (async () => {
      let text = "";
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        text += Buffer.from(chunk).toString("utf8");
      }
      for (const line of text.trim().split("\n")) lines.push(JSON.parse(line));
    })();
    await send("PUT", "/api/settings", { theme: "dark" });
    await server.close();
    await reading;
    expect(lines.map((line) => line.type)).toEqual(["hello", "settings", "closing"]);
  });
});

describe("when the head moves", () => {
  const moved = { head: "c".repeat(40), contextText: "other" };

  test("it is said what changed and what a reload gives, and nothing is swapped before it is asked", async () => {
    let now = makeReview();
    const { session, get, send } = await start({ open: async () => makeSource(now) });
    const before = await get<Overview>("/api/review");
    const names = before.files.flatMap((file) => file.hunks.map(([, hash]) => hash));
    await send("POST", "/api/marks", { hashes: names.slice(0, 2), isReviewed: true });
    expect(headSchema.parse(await get("/api/head")).moved).toBeUndefined();
    now = makeReview(moved);
    const heard = readEvents(session.events(0, AbortSignal.timeout(20_000)), (type) => type === "head-moved");
    const head = headSchema.parse(await get("/api/head"));
    expect(head.moved).toMatchObject({ head: "c".repeat(40), changedFiles: 1 });
    expect(head.moved?.detail).toContain("1 file differs");
    expect(head.moved?.detail).toContain("2 hunks keep their marks, 2 with other lines around; 2 had one.");
    expect((await heard).at(-1)?.data).toEqual(head.moved);
    expect((await get<Overview>("/api/review")).change?.head).toBe("a".repeat(40));
    const after = overviewSchema.parse(await send("POST", "/api/reload", {}));
    expect(after.change?.head).toBe("c".repeat(40));
    expect((await get<Marks>("/api/marks")).contextChanged).toHaveLength(2);
    expect(headSchema.parse(await get("/api/head")).moved).toBeUndefined();
    // A tab that still shows the old head may mark what it shows.
    await send("POST", "/api/marks", { hashes: [names[3]], isReviewed: true });
    expect((await get<Marks>("/api/marks")).reviewed).toHaveLength(3);
  });

  test("a tab of the earlier snapshot is told, and gets no hunk of another one", async () => {
    let now = makeReview();
    const { api, send } = await start({ open: async () => makeSource(now) });
    const name = (await api("/api/review")).headers.get("x-headwater-snapshot") ?? "";
    const headers = { "x-headwater-snapshot": name };
    expect((await api("/api/hunk/h1", { headers })).status).toBe(200);
    now = makeReview(moved);
    await send("POST", "/api/reload", {});
    const stale = await api("/api/hunk/h1", { headers });
    expect((await api("/api/core/c1", { headers })).status).toBe(409);
    expect([stale.status, await stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: "stale-revision" }),
    ]);
    expect((await api("/api/review", { headers })).status).toBe(200);
    const again = await api("/api/hunk/h1");
    expect(again.status).toBe(200);
    expect(again.headers.get("x-headwater-snapshot")).not.toBe(name);
  });

  test("it is noticed by itself while somebody listens, and said again when it moves back", async () => {
    const [here, there] = [makeReview(), makeReview(moved)];
    let now = here;
    const session = startSession({ open: async () => makeSource(now) });
    await session.finished;
    const events = session.events(0, AbortSignal.timeout(30_000));
    const types: string[] = [];
    now = there;
    for await (const event of events) {
      types.push(event.type);
      if (event.type === "head-moved" && types.filter((type) => type === "head-moved").length === 1)
        now = here;
      else if (event.type === "head-moved") {
        expect(event.data).toMatchObject({ head: "a".repeat(40), changedFiles: 0 });
        break;
      }
    }
    expect(types.filter((type) => type === "head-moved")).toHaveLength(2);
  });

  test("another branch is another review: it is said, and not loaded into this page", async () => {
    let now = makeReview();
    const { get, api } = await start({ open: async () => makeSource(now) });
    now = makeReview({ reviewId: "local-other", head: "d".repeat(40) });
    expect(headSchema.parse(await get("/api/head")).moved?.detail).toContain("another change");
    const refused = await api("/api/reload", { method: "POST", body: "{}" });
    expect(refused.status).toBe(409);
    expect((await get<Overview>("/api/review")).change?.reviewId).toBe("local-made");
  });

  test("a reload that fails leaves all as it was", async () => {
    let isBroken = false;
    const sources: { isClosed: boolean }[] = [];
    const open = async () => {
      const source = makeSource(makeReview({ head: (isBroken ? "e" : "a").repeat(40) }), {
        ...(isBroken ? { diff: async () => Promise.reject(new UserError("git-failed", "git broke.")) } : {}),
      });
      sources.push(source);
      return source;
    };
    const { get, api } = await start({ open });
    isBroken = true;
    const failed = await api("/api/reload", { method: "POST", body: "{}" });
    expect(failed.status).toBe(500);
    expect(await failed.json()).toMatchObject({ code: "git-failed" });
    expect(await get("/api/review")).toMatchObject({ stage: "ready", change: { head: "a".repeat(40) } });
    expect(sources.map((source) => source.isClosed)).toEqual([false, true]);
  });
});
