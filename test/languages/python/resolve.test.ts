import { describe, expect, it } from "vitest";
import { createPathTree, type ProjectView, type ResolvedModule } from "../../../src/engine/graph/graph.ts";
import type { FileIndex } from "../../../src/engine/index/index.ts";
import { python } from "../../../src/languages/python/python.ts";
import { read } from "./read.ts";

interface Request {
  readonly from: string;
  /** An import statement of one name. */
  readonly statement: string;
  /** A path, "folder PATH", "outside NAME" or "missing". */
  readonly to: string;
}

interface Layout {
  readonly what: string;
  /** Paths, each empty unless it has a text. */
  readonly files: readonly (string | readonly [string, string])[];
  readonly imports: readonly Request[];
}

const layouts: readonly Layout[] = [
  {
    what: "relative levels start at the package of the importer",
    files: ["a/__init__.py", "a/m.py", "a/b/__init__.py", "a/b/m.py", "a/b/n.py"],
    imports: [
      { from: "a/b/n.py", statement: "from . import m", to: "a/b/m.py" },
      { from: "a/b/__init__.py", statement: "from .m import x", to: "a/b/m.py" },
      { from: "a/b/n.py", statement: "from ..m import x", to: "a/m.py" },
      { from: "a/b/n.py", statement: "from .. import b", to: "a/b/__init__.py" },
      { from: "a/b/n.py", statement: "from .gone import x", to: "missing" },
      { from: "a/m.py", statement: "from .... import x", to: "missing" },
    ],
  },
  {
    what: "a package comes before a module of its name, code before a stub, and a module before a bare folder",
    files: [
      "p/__init__.py",
      "p.py",
      "q.py",
      "q.pyi",
      "q/data.py",
      "r.pyi",
      "s/__init__.pyi",
      "s/t.py",
      "app.py",
    ],
    imports: [
      { from: "app.py", statement: "import p", to: "p/__init__.py" },
      { from: "app.py", statement: "import q", to: "q.py" },
      { from: "app.py", statement: "import r", to: "r.pyi" },
      { from: "app.py", statement: "import s.t as t", to: "s/t.py" },
      { from: "app.py", statement: "import q.data as d", to: "q/data.py" },
    ],
  },
  {
    what: "a src layout needs no manifest",
    files: ["src/pkg/__init__.py", "src/pkg/m.py", "tests/test_m.py", "pkg/notes.txt"],
    imports: [
      { from: "tests/test_m.py", statement: "from pkg.m import x", to: "src/pkg/m.py" },
      { from: "src/pkg/m.py", statement: "import pkg", to: "src/pkg/__init__.py" },
    ],
  },
  {
    what: "what is not in the project is outside, under the name as written",
    files: ["pkg/__init__.py", "pkg/m.py"],
    imports: [
      { from: "pkg/m.py", statement: "import os.path as p", to: "outside os.path" },
      { from: "pkg/m.py", statement: "from yaml import load", to: "outside yaml" },
      { from: "pkg/m.py", statement: "from pkg.generated import x", to: "missing" },
    ],
  },
  {
    what: "a module hides one of Python's own only beside the script or at the top",
    files: [
      "pkg/__init__.py",
      "pkg/json.py",
      "pkg/m.py",
      "tool/json.py",
      "tool/run.py",
      "logging/x.py",
      "enum.py",
    ],
    imports: [
      { from: "pkg/m.py", statement: "import json", to: "outside json" },
      { from: "tool/run.py", statement: "import json", to: "tool/json.py" },
      { from: "pkg/m.py", statement: "import logging", to: "outside logging" },
      { from: "pkg/m.py", statement: "import enum", to: "enum.py" },
    ],
  },
  {
    what: "a folder without __init__.py is a package of what lies in it, and gives way to a dependency",
    files: [
      "jobs/deep/a.py",
      "alembic/env.py",
      "redis/tools.py",
      "main.py",
      ["pyproject.toml", "[project]\ndependencies = [\"Redis>=4; python_version > '3'\"]\n"],
    ],
    imports: [
      { from: "main.py", statement: "from jobs.deep import a", to: "jobs/deep/a.py" },
      { from: "main.py", statement: "import jobs.deep as d", to: "folder jobs/deep" },
      { from: "main.py", statement: "from alembic import context", to: "outside alembic" },
      { from: "main.py", statement: "from alembic import env", to: "alembic/env.py" },
      { from: "main.py", statement: "import redis", to: "outside redis" },
    ],
  },
  {
    what: "a package without __init__.py may lie in several projects",
    files: [
      "api/pyproject.toml",
      "api/src/acme/api/__init__.py",
      "sdk/pyproject.toml",
      "sdk/src/acme/sdk/__init__.py",
      "sdk/tests/test_sdk.py",
    ],
    imports: [
      {
        from: "sdk/src/acme/sdk/__init__.py",
        statement: "from acme.api import x",
        to: "api/src/acme/api/__init__.py",
      },
      {
        from: "sdk/tests/test_sdk.py",
        statement: "from acme import sdk",
        to: "sdk/src/acme/sdk/__init__.py",
      },
      {
        from: "sdk/tests/test_sdk.py",
        statement: "from acme import api",
        to: "api/src/acme/api/__init__.py",
      },
    ],
  },
  {
    what: "of two projects with a module of one name each sees its own",
    files: [
      "one/setup.py",
      "one/util.py",
      "one/app/__init__.py",
      "two/setup.py",
      "two/util.py",
      "two/app/__init__.py",
    ],
    imports: [
      { from: "one/app/__init__.py", statement: "import util", to: "one/util.py" },
      { from: "two/app/__init__.py", statement: "import util", to: "two/util.py" },
    ],
  },
  {
    what: "a project that is a fixture of tests is not imported from outside",
    files: [
      "app.py",
      "tests/fixtures/demo/pyproject.toml",
      "tests/fixtures/demo/yaml.py",
      "tests/fixtures/demo/x.py",
    ],
    imports: [
      { from: "app.py", statement: "import yaml", to: "outside yaml" },
      { from: "tests/fixtures/demo/x.py", statement: "import yaml", to: "tests/fixtures/demo/yaml.py" },
    ],
  },
  {
    what: "a plain folder around the file may be on the path of Python",
    files: ["backend/app/core.py", "backend/app/api/views.py"],
    imports: [
      { from: "backend/app/api/views.py", statement: "from app.core import x", to: "backend/app/core.py" },
    ],
  },
  ...[
    ["pyproject.toml", '[tool.setuptools]\npackage-dir = {"" = "lib"}\n'],
    ["pyproject.toml", '[tool.setuptools.packages.find]\nwhere = ["lib"]\n'],
    ["pyproject.toml", '[tool.poetry]\npackages = [{ include = "pkg", from = "lib" }]\n'],
    ["pyproject.toml", '[tool.hatch.build.targets.wheel]\npackages = ["lib/pkg"]\n'],
    ["pyproject.toml", '[tool.hatch.build.targets.wheel]\nsources = ["lib"]\n'],
    ["pyproject.toml", '[tool.pdm.build]\npackage-dir = "lib"\n'],
    ["pyproject.toml", '[tool.pytest.ini_options]\npythonpath = ["lib"]\n'],
    ["setup.cfg", "[metadata]\nname = x\n[options]\npackage_dir =\n    = lib\npackages = find:\n"],
    ["setup.cfg", "[options.packages.find]\nwhere = lib\n"],
    ["setup.py", "setup(name='x', package_dir={'': 'lib'})\n"],
    ["setup.py", 'setup(packages=find_packages(where="lib"))\n'],
    ["pytest.ini", "[pytest]\npythonpath = . lib\n"],
  ].map(
    (manifest): Layout => ({
      what: `${manifest[0]} names the folder of packages: ${JSON.stringify(manifest[1])}`,
      files: ["lib/pkg/__init__.py", "tests/t.py", manifest as [string, string]],
      imports: [{ from: "tests/t.py", statement: "import pkg", to: "lib/pkg/__init__.py" }],
    }),
  ),
  ...[
    ["pyproject.toml", '[tool.setuptools]\npackage-dir = {"pkg.inner" = "code"}\n'],
    ["pyproject.toml", '[tool.hatch.build.targets.wheel.sources]\n"code" = "pkg/inner"\n'],
    ["setup.py", "setup(package_dir={'pkg.inner': 'code'})\n"],
  ].map(
    (manifest): Layout => ({
      what: `${manifest[0]} puts a folder under another name: ${JSON.stringify(manifest[1])}`,
      files: ["code/__init__.py", "code/m.py", "tests/t.py", manifest as [string, string]],
      imports: [
        { from: "tests/t.py", statement: "import pkg.inner as i", to: "code/__init__.py" },
        { from: "tests/t.py", statement: "from pkg.inner.m import x", to: "code/m.py" },
      ],
    }),
  ),
  {
    what: "a manifest that cannot be read says nothing",
    files: ["pkg/__init__.py", "t.py", ["pyproject.toml", "[tool.setuptools\npackage-dir = 3"]],
    imports: [{ from: "t.py", statement: "import pkg", to: "pkg/__init__.py" }],
  },
];

describe("Python imports", () => {
  for (const { what, files, imports } of layouts) {
    it(what, async () => {
      const project = projectOf(files);
      const resolver = python.createResolver(project);
      const found: Request[] = [];
      for (const request of imports) {
        const file = await read(`${request.statement}\n`, request.from);
        const entry = file.imports[0];
        if (entry === undefined) throw new Error(`${request.statement} imports nothing`);
        const module = resolver.resolve(file, entry);
        const inside = entry.kind === "named" ? resolver.submodule?.(module, entry.imported) : undefined;
        found.push({ ...request, to: textOf(inside ?? module) });
      }
      expect(found).toEqual(imports);
    });
  }
});

describe("a star import", () => {
  it("brings what __all__ lists, and else what has no underscore", async () => {
    const texts = {
      "listed.py": "__all__ = ['_a']\ndef _a(): pass\ndef b(): pass\n",
      "plain.py": "def _a(): pass\ndef b(): pass\n",
      "more.py": "from . import listed\n__all__ = ['c'] + listed.__all__\n",
    };
    const records = new Map<string, FileIndex>();
    for (const [path, text] of Object.entries(texts)) records.set(path, await read(text, path));
    const tree = createPathTree(Object.keys(texts));
    const resolver = python.createResolver({
      tree,
      manifest: () => undefined,
      index: (path) => records.get(path),
    });
    const brings = (path: string) =>
      ["_a", "b", "c"].filter((name) => resolver.isInWildcard?.(records.get(path) as FileIndex, name));
    expect(brings("listed.py")).toEqual(["_a"]);
    expect(brings("plain.py")).toEqual(["b", "c"]);
    expect(brings("more.py")).toEqual(["_a", "c"]);
  });
});

function projectOf(files: Layout["files"]): ProjectView {
  const texts = new Map(
    files.map((file) => (typeof file === "string" ? [file, ""] : file) as [string, string]),
  );
  return {
    tree: createPathTree(texts.keys()),
    manifest: (path) => (python.isManifest(path) ? texts.get(path) : undefined),
    index: () => undefined,
  };
}

function textOf(module: ResolvedModule): string {
  switch (module.kind) {
    case "files":
      return module.paths.join(" ");
    case "folder":
      return `folder ${module.path}`;
    case "outside":
      return `outside ${module.name}`;
    case "missing":
      return "missing";
  }
}
