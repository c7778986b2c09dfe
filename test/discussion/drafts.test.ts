import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type DraftContent, openDrafts } from "../../src/app/drafts.ts";

const root = mkdtempSync(join(tmpdir(), "headwater-drafts-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let homes = 0;
const newHome = () => join(root, `home${++homes}`);
const content = (body: string): DraftContent => ({
  about: { kind: "place", place: { path: "a b.ts", side: "LEFT", line: 3 } },
  body,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  head: "h".repeat(40),
  base: "b".repeat(40),
  quoted: { start: 2, lines: ["x"], before: [], after: [], hasTwin: false },
});

describe("drafts on disk", () => {
  it("are there for the next process, in the order of writing, with all that they say", async () => {
    const home = newHome();
    const files = openDrafts(home, "host/o/r#1");
    const first = await files.add(content("one"));
    const second = await files.add({ ...content("two 😀"), about: { kind: "review" } });
    const { drafts, problems } = await openDrafts(home, "host/o/r#1").read();
    expect(problems).toEqual([]);
    expect(drafts).toEqual([first, second]);
    expect((await openDrafts(home, "other").read()).drafts).toEqual([]);
  });

  it("refuse a change and a removal by who has read an older one", async () => {
    const files = openDrafts(newHome(), "r");
    const { id, revision } = await files.add(content("one"));
    const edit = (body: string) => (draft: DraftContent) => ({ ...draft, body });
    const other = await files.change(id, revision, edit("two"));
    expect(other.body).toBe("two");
    await expect(files.change(id, revision, edit("three"))).rejects.toMatchObject({ code: "stale-revision" });
    await expect(files.remove(id, revision)).rejects.toMatchObject({ code: "stale-revision" });
    expect((await files.read()).drafts[0]?.body).toBe("two");
    await files.remove(id, other.revision);
    expect((await files.read()).drafts).toEqual([]);
    await expect(files.change(id, other.revision, edit("four"))).rejects.toMatchObject({ code: "not-found" });
    await expect(files.remove("../../settings", undefined)).rejects.toMatchObject({ code: "not-found" });
  });

  it("let one of several writers at once through, and lose none of many", async () => {
    const home = newHome();
    const files = openDrafts(home, "r");
    const { id, revision } = await files.add(content("one"));
    const edits = Array.from({ length: 8 }, (_, i) =>
      openDrafts(home, "r").change(id, revision, (draft) => ({ ...draft, body: `by ${i}` })),
    );
    const settled = await Promise.allSettled(edits);
    expect(settled.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, (_, i) => openDrafts(home, "r").add(content(`${i}`))));
    expect((await files.read()).drafts).toHaveLength(21);
  });

  it("say of a torn file that it is torn, and leave it", async () => {
    const home = newHome();
    const files = openDrafts(home, "r");
    const { id } = await files.add(content("one"));
    const folder = join(home, "reviews", "r", "drafts");
    writeFileSync(join(folder, `${id}.json`), '{"version":1,"revision":1,"value":{"bo');
    const { id: good } = await files.add(content("good"));
    const { drafts, problems } = await openDrafts(home, "r").read();
    expect(drafts.map((draft) => draft.id)).toEqual([good]);
    expect(problems).toEqual([expect.stringContaining("is torn")]);
    expect(existsSync(join(folder, `${id}.json`))).toBe(true);
  });

  it("survive a process that is killed while it writes: each that was answered is whole", async () => {
    const home = newHome();
    const program = `
      const { openDrafts } = await import(${JSON.stringify(new URL("../../src/app/drafts.ts", import.meta.url).href)});
      const files = openDrafts(${JSON.stringify(home)}, "r");
      for (let i = 0; ; i++) {
        const { id } = await files.add(${JSON.stringify(content("x".repeat(20_000)))});
        process.stdout.write(id + "\\n");
      }`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", () => resolve());
      child.stdout.on("data", (text) => {
        said += text;
        if (said.split("\n").length > 30) child.kill("SIGKILL");
      });
    });
    const answered = said.split("\n").slice(0, -1);
    expect(answered.length).toBeGreaterThan(20);
    const { drafts, problems } = await openDrafts(home, "r").read();
    expect(problems).toEqual([]);
    const there = new Set(drafts.map((draft) => draft.id));
    expect(answered.filter((id) => !there.has(id))).toEqual([]);
    expect(drafts.every((draft) => draft.body.length === 20_000)).toBe(true);
    expect(readdirSync(join(home, "reviews", "r", "drafts")).length).toBeLessThan(there.size + 3);
  });
});
