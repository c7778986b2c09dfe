import { describe, expect, it } from "vitest";
import type { Graph, LinkOptions } from "../../src/engine/graph/graph.ts";
import {
  BadQueryError,
  BadTargetError,
  pathString,
  type Query,
  type ReachResult,
  reach,
  resultText,
  sourceByKey,
  sourceInFile,
  sourcesByKey,
  targetByImport,
  targetByKey,
  targetsByKey,
  UnknownSourceError,
} from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

const files = {
  "main.py":
    "from handlers import handle\n\n\ndef main():\n    handle('x')\n\n\nif __name__ == '__main__':\n    main()\n",
  "handlers.py":
    "import yaml\n\n\ndef handle(s):\n    return yaml.load(s)\n\n\ndef spare(s):\n    return yaml.dump(s)\n\n\n" +
    "def call(f):\n    return f('x')\n",
};

async function link(
  texts: Readonly<Record<string, string>>,
  more: Partial<LinkOptions> = {},
): Promise<Graph> {
  const all = new Map(Object.entries(texts));
  return linkProject(await readProject(all), all, more);
}

function ask(graph: Graph, key: string, query: Partial<Query> = {}): ReachResult {
  const [result] = reach(graph, { targets: [targetByKey(key)], ...query });
  if (result === undefined) throw new Error("no result");
  return result;
}

describe("targets", () => {
  it("are keys, imports as the language writes them, and stars", async () => {
    const graph = await link(files);
    expect(ask(graph, "yaml//load").status).toBe("found");
    expect(ask(graph, "yaml//*").status).toBe("found");
    expect(ask(graph, "handlers.py:handle").status).toBe("found");
    expect(targetByImport("python", "yaml", "load").key).toBe("yaml//load");
    expect(targetsByKey(["a//b", "c"]).map((one) => one.key)).toEqual(["a//b", "c"]);
  });

  it("that no node could have are refused", () => {
    for (const key of ["", " yaml", "yaml//", "*", "yaml//*//load"]) {
      expect(() => targetByKey(key)).toThrow(BadTargetError);
    }
    expect(() => targetByImport("go", "", "x")).toThrow(BadTargetError);
  });

  it("of one key in two languages get a result each", async () => {
    const graph = await link({ ...files, "index.js": "const y = require('yaml');\ny.load('x');\n" });
    const results = reach(graph, { targets: [targetByKey("yaml//load")] });
    expect(results.map((one) => one.language).sort()).toEqual(["javascript", "python"]);
    expect(reach(graph, { targets: [targetByKey("yaml//load", "python")] })).toHaveLength(1);
  });
});

describe("sources", () => {
  it("start the search, alone or with the roots", async () => {
    const graph = await link(files);
    const sources = [sourceInFile("handlers.py", "spare")];
    expect(ask(graph, "yaml//dump").status).toBe("not-found");
    const both = ask(graph, "yaml//dump", { sources });
    expect(both.path?.[0]?.rootKind).toBe("query");
    expect(pathString(both.path ?? [])).toBe("handlers.py//spare (query) -> yaml//dump");
    expect(ask(graph, "yaml//load", { sources, sourceMode: "sources-only" }).status).toBe("not-found");
    expect(sourcesByKey(["main.py:main"])).toEqual([sourceByKey("main.py//main")]);
  });

  it("that name nothing of the project are errors, all of them in one", async () => {
    const graph = await link(files);
    const bad = () => ask(graph, "yaml//load", { sources: sourcesByKey(["main.py:mian", "yaml//load"]) });
    expect(bad).toThrow(UnknownSourceError);
    expect(bad).toThrow(/mian.*yaml\/\/load/u);
  });

  it("a search from nowhere is refused", async () => {
    const graph = await link(files);
    expect(() => ask(graph, "yaml//load", { sourceMode: "sources-only" })).toThrow(BadQueryError);
    expect(() => ask(graph, "yaml//load", { sourceMode: "all" as never })).toThrow(BadQueryError);
  });

  it("a function that is handed in from code not searched is not known", async () => {
    const askCall = async (use: string) => {
      const text = `from outside import wrap\nfrom handlers import call, spare\n\n\n${use}\n`;
      return ask(await link({ ...files, "use.py": text }), "yaml//dump", {
        sources: [sourceByKey("handlers.py:call")],
        sourceMode: "sources-only",
      });
    };
    expect((await askCall("call(wrap(spare))")).status).toBe("uncertain");
    expect((await askCall("call(spare)")).path?.map((hop) => hop.key)).toEqual([
      "handlers.py//call",
      "handlers.py//spare",
      "yaml//dump",
    ]);
  });
});

describe("answers", () => {
  it("hold the shortest path with its sites, and the calls of the target", async () => {
    const result = ask(await link(files), "yaml//load");
    expect(pathString(result.path ?? [])).toBe("main.py:9 -> main.py:5 -> handlers.py:5 -> yaml//load");
    expect(result.sites).toEqual([
      expect.objectContaining({ caller: "handlers.py//handle", line: 5, edge: "direct", isReached: true }),
    ]);
  });

  it("with a limit that was hit are uncertain and never not-found", async () => {
    const graph = await link(files);
    const shallow = ask(graph, "yaml//load", { maxDepth: 1 });
    expect(shallow.status).toBe("uncertain");
    expect(shallow.uncertainties[0]?.kind).toBe("budget");
    const cut = await link(files, { maxEdges: 1 });
    expect(ask(cut, "yaml//load").status).toBe("uncertain");
    const missing = await link(files, { files: new Map([["gone.py", "missing" as const]]) });
    expect(ask(missing, "yaml//dump").status).toBe("uncertain");
  });

  it("list three doubts of a kind and count all", async () => {
    const calls = Array.from({ length: 7 }, (_, at) => `    eval(s[${at}])\n`).join("");
    const graph = await link({
      ...files,
      "main.py": `import handlers\n\n\ndef main(s):\n${calls}\n\nmain('x')\n`,
    });
    const result = ask(graph, "yaml//dump");
    expect(result.uncertainties).toHaveLength(3);
    expect(result.searched.counts).toEqual({ "dynamic-flag": 7 });
    expect(resultText(result)).toMatch(/and 4 more$/u);
  });

  it("without roots say so, but not for what nothing names", async () => {
    const graph = await link({ "lib.py": "import yaml\n\n\ndef read(s):\n    return yaml.load(s)\n" });
    expect(graph.stats.rootFallback).toBe(true);
    const found = ask(graph, "yaml//load");
    expect([found.status, found.uncertainties[0]?.kind]).toEqual(["found", "root-fallback"]);
    expect(ask(graph, "requests//get").status).toBe("no-such-target");
  });

  it("say in one sentence what they rest on", async () => {
    const text = resultText(ask(await link(files), "yaml//dump"));
    expect(text).toMatch(
      /^yaml\/\/dump: not-found\n {2}no path from 1 root \(main\) leads to it, over \d+ symbols/u,
    );
  });
});

describe("reflection that calls methods alone", () => {
  it("concerns methods and what they reach, and no function of a package", async () => {
    const graph = await link({
      "go.mod": "module m\n",
      "main.go":
        'package main\nimport (\n\t"os"\n\t"reflect"\n\t"a.b/yaml"\n\t"a.b/toml"\n)\ntype T struct{}\nfunc (t T) Load() { yaml.Load() }\n' +
        "func spare() { toml.Load(); new(yaml.Decoder).Decode() }\nfunc main() { reflect.ValueOf(os.Args[0]).MethodByName(os.Args[1]).Call(nil) }\n",
    });
    expect(
      ["a.b/yaml//Load", "a.b/toml//Load", "main.go//spare", "a.b/yaml//Decoder//Decode"].map(
        (key) => ask(graph, key).status,
      ),
    ).toEqual(["uncertain", "not-found", "not-found", "uncertain"]);
  });
});
