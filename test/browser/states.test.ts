import { expect, test } from "vitest";
import { emptyReview, lowSignalReview, sampleReview } from "./reviews.ts";
import { browserStage, violations } from "./visit.ts";

const stage = browserStage();

const kinds: readonly (readonly [string, string])[] = [
  ["overview", "/"],
  ["page of a core", "/page/p4"],
  ["page without a change", "/page/p7"],
  ["page shown before", "/page/p11"],
  ["low-signal", "/low-signal"],
  ["files", "/files"],
  ["file", "/files/src/auth/token.ts"],
  ["no such page", "/page/p999"],
];

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing on any kind of page, ${theme}`, async () => {
    const server = await stage.serve(sampleReview());
    const page = await stage.open(server, "/", { theme });
    for (const [name, path] of kinds) {
      await page.goto(`${server.address}${path}`);
      await page.waitForSelector("h1");
      if (path.startsWith("/page/p4")) await page.locator(".diff .t4").first().waitFor();
      await page.waitForTimeout(150);
      expect(await violations(page), name).toEqual([]);
    }
    await page.keyboard.press("?");
    expect(await violations(page), "keys").toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("token");
    await page.locator(".hit").first().waitFor();
    expect(await violations(page), "found").toEqual([]);
    await page.context().close();
  });
}

test("at 800 pixels nothing but code scrolls sideways, and the rail is a sheet", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/", { width: 800 });
  for (const [name, path] of kinds) {
    await page.goto(`${server.address}${path}`);
    await page.waitForSelector("h1");
    const overflow = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll(".stage, .bar, .page-head, .rail")]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.className || element.tagName),
    );
    expect(overflow, name).toEqual([]);
  }
  expect(await page.locator(".rail").count()).toBe(0);
  await page.keyboard.press("b");
  await page.waitForSelector(".rail[data-sheet]");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".rail").count()).toBe(0);
  await page.context().close();
});

test("on a narrow page the bands keep their width, and the present node is in sight", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4", { width: 420 });
  const inSight = () =>
    page.evaluate(() => {
      const scroller = document.querySelector(".bands-scroll");
      const node = document.querySelector(".band-node[aria-current='page'] rect");
      const [outer, inner] = [scroller?.getBoundingClientRect(), node?.getBoundingClientRect()];
      if (!scroller || !outer || !inner) return "nothing is there";
      if (scroller.scrollWidth <= scroller.clientWidth) return "it does not scroll";
      return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    });
  await expect.poll(inSight).toBe(true);
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("n");
    await page.waitForTimeout(150);
    if (await page.locator(".bands-scroll").count()) await expect.poll(inSight).toBe(true);
  }
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test("low-signal files are folded with their reason, open by key, and are marked by reason", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/low-signal");
  expect(await page.locator(".reason-row h2").allTextContents()).toContain("lockfile");
  expect(server.marks.size).toBe(0);
  await page.locator(".reason-row", { hasText: "binary" }).getByRole("button").click();
  await expect.poll(() => server.marks.size).toBe(2);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForSelector("figure[data-side='old'] img");
  await page.getByText("60 × 60").waitFor();
  await page.getByText("90 × 90").waitFor();
  await page.context().close();
});

test("each kind of file without plain lines says what it is", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/");
  const says: readonly (readonly [string, RegExp])[] = [
    ["/files/docs/guide.md", /Only the name changed: it was guide\.md/],
    ["/files/scripts/run.sh", /Only the mode changed: 100644 before, 100755 now/],
    ["/files/src/empty.ts", /The file is empty/],
    ["/files/assets/font.woff2", /A binary file was added/],
    ["/files/media/intro.mp4", /Git LFS/],
    ["/files/vendor/parser", /A submodule/],
    ["/files/config/current", /a regular file before, a symbolic link now/],
  ];
  for (const [path, text] of says) {
    await page.goto(`${server.address}${path}`);
    await page.locator(".card", { hasText: text }).waitFor();
    expect(await page.locator(".mark").count(), path).toBe(1);
  }
  await page.context().close();
});

test("characters that hide or turn text are drawn as their names", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p13");
  await page.waitForSelector(".odd");
  expect(
    await page.locator(".odd").evaluateAll((all) => all.map((each) => each.getAttribute("data-odd"))),
  ).toEqual(["U+202E", "U+2066", "U+2069"]);
  await page.context().close();
});

test("nothing to review, and only low-signal, say so", async () => {
  const empty = await stage.open(await stage.serve(emptyReview()), "/");
  expect(await empty.locator("h1").textContent()).toBe("Nothing to review");
  const low = await stage.open(await stage.serve(lowSignalReview()), "/");
  await low.getByText("Only low-signal changes").waitFor();
  await low.keyboard.press("n");
  await expect.poll(() => low.locator("h1").textContent()).toBe("8 folded hunks");
  await empty.context().close();
  await low.context().close();
});

test("a wrong token is told, with what to do", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open({ ...server, address: server.address, token: "wrong-token-0123456789" }, "/");
  expect(await page.locator("h1").textContent()).toBe("This tab has no key to the review");
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test("the token leaves the address at once", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  expect(page.url()).toBe(`${server.address}/page/p4`);
  await page.reload();
  await page.waitForSelector(".diff .line");
  await page.context().close();
});

test("when the server is gone one reads on, and marks are saved when it is back", async () => {
  const review = sampleReview();
  const server = await stage.serve(review);
  const page = await stage.open(server, "/page/p4");
  await page.waitForSelector(".diff .line");
  await page.waitForTimeout(500);
  await server.close();
  await page.locator(".hunk-head .mark").click();
  await page.getByText("The server does not answer.").waitFor();
  expect(await page.locator(".hunk-head .mark").getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("n");
  await expect.poll(() => page.locator("h1").textContent()).toContain("login()");
  expect(await violations(page)).toEqual([]);

  const back = await stage.serve(review, { port: server.port, token: server.token });
  await expect.poll(() => page.getByText("The server does not answer.").count(), { timeout: 15_000 }).toBe(0);
  await expect.poll(() => back.marks.size).toBe(1);
  await page.context().close();
});

test("whoever has the address of a server that is gone is not told its token", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/");
  const { port } = server;
  await server.close();
  await page.getByText("The server does not answer.").waitFor();
  const stranger = await stage.serve(sampleReview(), { port, token: "of-the-stranger-0123456789" });
  await page.getByRole("button", { name: "Look now" }).click();
  await page.getByText("The server does not know this page.").waitFor();
  await page.reload();
  await page.waitForSelector("h1");
  expect([...stranger.told]).toEqual([]);
  expect(stranger.asked.some((path) => path.startsWith("/api/hello?"))).toBe(true);
  await page.context().close();
});

test("a mark that is refused is told, and can be dropped", async () => {
  const server = await stage.serve(sampleReview());
  server.refusal = {
    status: 507,
    code: "disk-full",
    message: "The disk is full.",
    hint: "Make room and try again.",
  };
  const page = await stage.open(server, "/page/p4");
  await page.locator(".hunk-head .mark").click();
  await page.getByText("The last marks are not saved.").waitFor();
  await page.getByText("Make room and try again.").waitFor();
  await page.getByRole("button", { name: "Drop them" }).click();
  await expect.poll(() => page.locator(".hunk-head .mark").getAttribute("aria-pressed")).toBe("false");
  await page.context().close();
});

test("when the head moves a banner says so, and nothing that is read changes by itself", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  await page.waitForSelector(".diff .line");
  await page.waitForTimeout(300);
  const text = await page.locator(".diff").textContent();
  server.moveHead({ head: "3".repeat(40), changedFiles: 2, detail: "2 files changed since." });
  await page.getByText("The change moved on.").waitFor();
  expect(await page.locator(".diff").textContent()).toBe(text);
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Read the new state" }).click(),
  ]);
  expect(server.asked).toContain("/api/reload");
  await page.context().close();
});

test("what another tab has read anew never mixes with what this one shows", async () => {
  const server = await stage.serve(sampleReview());
  const page = await stage.open(server, "/page/p4");
  await page.waitForSelector(".diff .line");
  await page.waitForTimeout(500);
  server.snapshot = "two";
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.getByText("This page could not be read").waitFor();
  await page.getByText("The change was read anew,").waitFor();
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Load the new state" }).first().click(),
  ]);
  await page.getByText("9 folded hunks").waitFor();
  await page.context().close();
});

test("two tabs on one review show each other's marks", async () => {
  const server = await stage.serve(sampleReview());
  const one = await stage.open(server, "/page/p4");
  const two = await stage.open(server, "/page/p4");
  await two.waitForTimeout(300);
  await one.locator(".hunk-head .mark").click();
  await expect.poll(() => two.locator(".hunk-head .mark").getAttribute("aria-pressed")).toBe("true");
  await one.context().close();
  await two.context().close();
});
