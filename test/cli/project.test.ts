import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { graphSchema, indexSchema, reachSchema } from "../../src/wire/graph.ts";
import { makePlace, type Place, plain, run } from "./harness.ts";

/** A Python program beside the TypeScript of the place. */
function makeProgram(): Place {
  const place = makePlace();
  place.write(
    "app/main.py",
    "from handlers import parse\n\n\ndef main(path):\n    return parse(path)\n\n\nif __name__ == '__main__':\n    main('x')\n",
  );
  place.write(
    "app/handlers.py",
    "import yaml\n\n\ndef parse(path):\n    return yaml.load(path)\n\n\ndef spare():\n    return yaml.dump(1)\n",
  );
  place.git("add", ".");
  place.git("commit", "-q", "-m", "A program");
  return place;
}

async function lines(place: Place, ...args: string[]): Promise<string> {
  const { code, out, err } = await run(place, args);
  return `--> ${code}\n${plain(place, out)}${plain(place, err)}`;
}

describe("headwater index", () => {
  test("says what was read, and reads nothing twice", async () => {
    const place = makeProgram();
    const timeless = async () => (await lines(place, "index")).replace(/in \d+\.\d\d s/, "in TIME");
    expect(await timeless()).toMatchInlineSnapshot(`
      "--> 0
      Read the tracked files of REPO.
        python      2 files  20 lines
        typescript  2 files   7 lines
      4 files: 4 indexed; 27 lines.
      4 parsed, 0 from the cache, in TIME.
      "
    `);
    expect(await timeless()).toContain("0 parsed, 4 from the cache, in TIME");
    place.write("app/main.py", "main = 1\n");
    expect(await timeless()).toContain("1 parsed, 3 from the cache, in TIME");
    expect((await lines(place, "index", "--refresh")).replace(/in \d+\.\d\d s/, "")).toContain(
      "4 parsed, 0 from",
    );
  });

  test("as JSON, with the files that were not read", async () => {
    const place = makeProgram();
    place.write("app/binary.py", "\0");
    place.write("app/new.py", "x = 1\n");
    place.git("add", "app/binary.py");
    const { code, out, err } = await run(place, ["index", "--json"]);
    const index = indexSchema.parse(JSON.parse(out));
    expect([code, err]).toEqual([
      0,
      "1 source file that git does not track was not read: app/new.py. --untracked adds them.\n",
    ]);
    expect(index.byStatus).toEqual({ indexed: 4, cached: 0, missing: 0, failed: 1, truncated: 0 });
    expect(index.unread.map(({ path, detail }) => [path, detail])).toEqual([
      ["app/binary.py", "It holds NUL bytes, which no source file does."],
    ]);
    const more = indexSchema.parse(JSON.parse((await run(place, ["index", "--json", "--untracked"])).out));
    expect([more.files, more.notes]).toEqual([6, []]);
  });
});

describe("headwater graph", () => {
  test("gives one JSON form, from the disk, from a revision and written out", async () => {
    const place = makeProgram();
    const printed = await run(place, ["graph"]);
    const graph = graphSchema.parse(JSON.parse(printed.out));
    expect(graph.edges.map(({ from, to, kind }) => `${from} -> ${to} ${kind}`)).toContain(
      "app/main.py//main -> app/handlers.py//parse direct",
    );
    expect((await run(place, ["graph", "--rev", "HEAD"])).out).toBe(printed.out);
    expect((await run(place, ["graph", "--workers", "1", "--refresh"])).out).toBe(printed.out);
    expect(await lines(place, "graph", "--out", "graph.json")).toBe("--> 0\nWrote REPO/graph.json.\n");
    expect(readFileSync(join(place.repo, "graph.json"), "utf8")).toBe(printed.out);
  });

  test("--explain names the rule and the site of each edge, and the way round where there is none", async () => {
    const place = makeProgram();
    expect(
      await lines(place, "graph", "--explain", "app/main.py:main", "app/handlers.py:parse"),
    ).toMatchInlineSnapshot(`
      "--> 0
      app/main.py//main -> app/handlers.py//parse: 1 edge
        direct (high) at app/main.py:5:12: call
      "
    `);
    expect(await lines(place, "graph", "--explain", "app/main.py", "yaml//load")).toMatchInlineSnapshot(`
      "--> 0
      app/main.py -> yaml//load: no edge
        In 3 steps: app/main.py (query) -> app/main.py:5 -> app/handlers.py:5 -> yaml//load
      "
    `);
    expect(
      await lines(place, "graph", "--explain", "app/main.py:main", "app/handlers.py:spare"),
    ).toMatchInlineSnapshot(`
      "--> 0
      app/main.py//main -> app/handlers.py//spare: no edge
        No path leads from one to the other.
      "
    `);
  });
});

describe("headwater reach", () => {
  test("answers for each target, and says what the answer rests on", async () => {
    const place = makeProgram();
    expect(await lines(place, "reach", "yaml//load", "yaml//dump", "yaml//lod")).toMatchInlineSnapshot(`
      "--> 0
      yaml//load: found
        it is reached from the program's own start in 3 steps, each of which is sure; the code of 1 package was not read.
        app/main.py:9 -> app/main.py:5 -> app/handlers.py:5 -> yaml//load

      yaml//dump: not-found
        no path from 1 root (main) leads to it, over 6 symbols and 5 edges, and nothing that is unknown on the way concerns it; the code of 1 package was not read.

      yaml//lod: no-such-target
        nothing in the project names it; the code of 1 package was not read.
        Did you mean yaml//load?

      Code of the project calls into packages that were not read: yaml.
      "
    `);
  });

  test("sources, depth, deadline and language", async () => {
    const place = makeProgram();
    const status = async (...args: string[]) => {
      const { out } = await run(place, ["reach", ...args, "--json"]);
      return reachSchema.parse(JSON.parse(out)).results.map((result) => `${result.target} ${result.status}`);
    };
    expect(await status("yaml//dump", "--source", "app/handlers.py:spare")).toEqual(["yaml//dump found"]);
    expect(await status("yaml//load", "--source", "app/handlers.py//spare", "--sources-only")).toEqual([
      "yaml//load not-found",
    ]);
    expect(await status("yaml//load", "--depth", "1")).toEqual(["yaml//load uncertain"]);
    expect(await status("yaml//load", "--lang", "Go")).toEqual(["yaml//load no-such-target"]);
    expect(await status("app/handlers.py:parse")).toEqual(["app/handlers.py//parse found"]);
  });

  test("a target that nothing is called is said to be so, also where something unknown could name it", async () => {
    const place = makeProgram();
    place.write("app/main.py", "from handlers import parse\n\nparse(eval('1'))\n");
    const { out } = await run(place, ["reach", "yaml.lod"]);
    expect(out.split("\n")[0]).toBe("yaml.lod: uncertain");
    expect(out).toContain("No symbol of the project is written so. Did you mean yaml//load?");
    expect((await run(place, ["reach", "yaml//dump"])).out).not.toContain("No symbol");
  });

  test("--fail-on ends with 1 after the answer", async () => {
    const place = makeProgram();
    const failed = await run(place, ["reach", "yaml//load", "--fail-on", "found,uncertain"]);
    expect(failed.code).toBe(1);
    expect(failed.out).toContain("yaml//load: found");
    expect(failed.err).toBe("headwater: yaml//load is found. This is what --fail-on asks for.\n");
    expect((await run(place, ["reach", "yaml//dump", "--fail-on", "found"])).code).toBe(0);
  });

  test("rules of the user", async () => {
    const place = makeProgram();
    const rules = {
      rules: [
        { id: "my spare", kind: "framework", match: { by: "name", names: ["spare"], level: "module" } },
      ],
    };
    place.write("../rules.json", JSON.stringify(rules));
    expect((await run(place, ["reach", "yaml//dump", "--rules", "../rules.json"])).out).toContain(
      "yaml//dump: found",
    );
  });
});

describe("a graph of an earlier run", () => {
  test("is used for the same files and rules, and for no others", async () => {
    const place = makeProgram();
    const ask = async (...args: string[]) =>
      (await run(place, ["reach", "yaml//dump", ...args])).out.split("\n")[0];
    const folder = join(place.home, "cache", "graphs");
    // Which graph was the last one of a project is kept beside them.
    const isGraph = (name: string) => !readFileSync(join(folder, name), "latin1").includes('"blobs":');
    const kept = () => readdirSync(folder).filter(isGraph).length;
    expect([await ask(), await ask(), kept()]).toEqual(["yaml//dump: not-found", "yaml//dump: not-found", 1]);
    place.write("app/main.py", "from handlers import spare\nspare()\n");
    expect([await ask(), kept()]).toEqual(["yaml//dump: found", 2]);
    expect([await ask("--rev", "HEAD"), kept()]).toEqual(["yaml//dump: not-found", 2]);
    place.git("checkout", "-q", "--", "app/main.py");
    place.write("setup.cfg", "[options.entry_points]\nconsole_scripts =\n    spare = app.handlers:spare\n");
    place.git("add", "setup.cfg");
    await ask();
    expect(kept()).toBe(3);
    place.write("app/binary.py", "\0");
    place.git("add", "app/binary.py");
    expect([await ask(), await ask(), kept()]).toEqual([await ask("--refresh"), await ask("--refresh"), 4]);
  });
});

describe("wrong input is one clear line", () => {
  test("what was typed", async () => {
    const place = makeProgram();
    place.write("../bad.yaml", "rules:\n  - id: x\n    kind: wrong\n");
    place.write("../torn.yaml", "rules: [\n");
    const commands = [
      "reach",
      "reach yaml//",
      "reach yaml//load --source app/main.py:mian",
      "reach yaml//load --sources-only",
      "reach yaml//load --lang cobol",
      "reach yaml//load --fail-on never",
      "reach yaml//load --depth x",
      "reach yaml//load --rules ../none.yaml",
      "reach yaml//load --rules ../bad.yaml",
      "reach yaml//load --rules ../torn.yaml",
      "graph --explain app/main.py",
      "graph --explain app/main.py nothing",
      "graph more",
      "index --rev nothing",
      "index --repo ../nowhere",
      "index --workers -1",
    ];
    const parts: string[] = [];
    for (const words of commands) {
      const { code, out, err } = await run(place, words.split(" "));
      expect(out).toBe("");
      parts.push(
        `$ headwater ${words} --> ${code}\n${plain(place, err).replaceAll(join(place.home, ".."), "TMP")}`,
      );
    }
    expect(parts.join("")).toMatchInlineSnapshot(`
      "$ headwater reach --> 2
      headwater: Missing required argument 'target'. See \`headwater --help\`.
      $ headwater reach yaml// --> 2
      headwater: "yaml//" is no target: a segment is empty. Write it as a key: \`yaml//load\`, \`os//exec//Command\`, \`src/app.py//main\`.
      $ headwater reach yaml//load --source app/main.py:mian --> 2
      headwater: "app/main.py//mian" is no definition or file of the project. Did you mean app/main.py//main? Write it as a key or as path:name.name; \`headwater graph\` lists all keys.
      $ headwater reach yaml//load --sources-only --> 2
      headwater: --sources-only needs at least one --source. See \`headwater --help\`.
      $ headwater reach yaml//load --lang cobol --> 2
      headwater: There is no language "cobol". It is one of typescript, tsx, javascript, go, java, python, rust. See \`headwater --help\`.
      $ headwater reach yaml//load --fail-on never --> 2
      headwater: --fail-on "never" is no status; it is a list of found, not-found, uncertain, no-such-target. See \`headwater --help\`.
      $ headwater reach yaml//load --depth x --> 2
      headwater: Option '--depth <n>' argument 'x' is invalid. It must be a whole number. See \`headwater --help\`.
      $ headwater reach yaml//load --rules ../none.yaml --> 2
      headwater: The rules of TMP/none.yaml cannot be used: there is no such file. docs/SPEC.md says how root rules are written.
      $ headwater reach yaml//load --rules ../bad.yaml --> 2
      headwater: The rules of TMP/bad.yaml cannot be used: rules.0.kind: invalid option: expected one of "main"|"manifest"|"framework"|"test". docs/SPEC.md says how root rules are written.
      $ headwater reach yaml//load --rules ../torn.yaml --> 2
      headwater: The rules of TMP/torn.yaml cannot be used: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1. docs/SPEC.md says how root rules are written.
      $ headwater graph --explain app/main.py --> 2
      headwater: --explain takes two keys: FROM TO. See \`headwater --help\`.
      $ headwater graph --explain app/main.py nothing --> 2
      headwater: "nothing" is no node of the graph. Write it as a key or as path:name.name; \`headwater graph\` lists all keys.
      $ headwater graph more --> 2
      headwater: Too many arguments for 'graph'. Expected 0 arguments but got 1. See \`headwater --help\`.
      $ headwater index --rev nothing --> 2
      headwater: nothing is no commit in REPO. Check the name with \`git branch -a\` or \`git log\`.
      $ headwater index --repo ../nowhere --> 2
      headwater: TMP/nowhere does not exist. Name an existing folder with --repo DIR.
      $ headwater index --workers -1 --> 2
      headwater: Option '--workers <n>' argument '-1' is invalid. It must be a whole number. See \`headwater --help\`.
      "
    `);
  });

  test("an empty folder, a folder without git, and git that is missing are no errors", async () => {
    const place = makeProgram();
    const folder = join(place.home, "..", "plain");
    mkdirSync(folder);
    const named = (text: string) => text.replaceAll(folder, "PLAIN").replace(/in \d+\.\d\d s/, "in TIME");
    expect(named(await lines(place, "index", "--repo", folder))).toMatchInlineSnapshot(`
      "--> 0
      Read the files of PLAIN.
      0 files: none; 0 lines.
      0 parsed, 0 from the cache, in TIME.
      There is no file of a language that Headwater reads.
      "
    `);
    for (const asked of [["graph"], ["reach", "yaml//load"]]) {
      const { code, err } = await run(place, [...asked, "--repo", folder]);
      expect([code, named(err)]).toEqual([
        0,
        "There is no file of a language that Headwater reads in PLAIN.\n",
      ]);
    }
    writeFileSync(join(folder, "a.go"), "package main\n\nfunc main() { println(1) }\n");
    mkdirSync(join(folder, "node_modules"));
    writeFileSync(join(folder, "node_modules", "b.js"), "b();\n");
    expect(named(await lines(place, "index", "--repo", folder))).toMatchInlineSnapshot(`
      "--> 0
      Read the files of PLAIN.
        go  1 file  4 lines
      1 file: 1 indexed; 4 lines.
      1 parsed, 0 from the cache, in TIME.
      Folders with code of others or of a build were not read: node_modules.
      "
    `);
    const elsewhere = await run(place, ["reach", "--repo", folder, "--lang", "python", "a.go//main"]);
    expect(elsewhere.out).toContain("It is a symbol of another language: ask without --lang.");
    const noGit = await run(place, ["index"], { PATH: "/nonexistent" });
    expect([noGit.code, noGit.err]).toEqual([
      0,
      "git was not found on PATH. All files of the folder are read, those that git ignores too.\n",
    ]);
    expect(noGit.out).toContain("4 files: 4 indexed");
  });

  test("a home that cannot be written costs only time, and is said", async () => {
    const place = makeProgram();
    writeFileSync(join(place.home, "..", "file"), "");
    const home = join(place.home, "..", "file", "home");
    const folder = join(place.repo, "app");
    const { code, err } = await run(place, ["index", "--repo", folder], {
      HEADWATER_HOME: home,
      PATH: "/nonexistent",
    });
    expect(code).toBe(0);
    expect(err).toContain("What is read now is not kept for the next run.");
    expect(existsSync(home)).toBe(false);
  });
});

test("the cache of records is shown and pruned", async () => {
  const place = makeProgram();
  await run(place, ["index"]);
  const stats = await run(place, ["cache", "stats"]);
  expect(stats.err).toBe("");
  expect(stats.out).toContain("4 records");
  const pruned = await run(place, ["cache", "prune", "--all"]);
  expect(pruned.out).toContain("4 records");
  expect((await run(place, ["cache", "stats"])).out).toContain("0 records");
});
