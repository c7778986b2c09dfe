import { describe, expect, it } from "vitest";
import { resolverOf } from "./records.ts";

const json = (value: unknown) => JSON.stringify(value);

describe("relative imports", () => {
  it("try extensions and indexes, code before declarations", () => {
    const resolve = resolverOf({
      "src/a.ts": "",
      "src/b.tsx": "",
      "src/c.js": "",
      "src/c.d.ts": "",
      "src/d.d.ts": "",
      "src/e/index.ts": "",
      "src/f.ts": "",
      "src/f/index.ts": "",
      "src/g.mts": "",
      "src/h.vue": "",
      "src/i/package.json": json({ main: "lib/main.js" }),
      "src/i/lib/main.js": "",
      "src/index.ts": "",
    });
    expect(resolve("src/a.ts", "./b")).toBe("src/b.tsx");
    expect(resolve("src/a.ts", "./b.js")).toBe("src/b.tsx");
    expect(resolve("src/c.js", "./c")).toBe("src/c.js");
    expect(resolve("src/a.ts", "./c.js")).toBe("src/c.js + src/c.d.ts");
    expect(resolve("src/a.ts", "./c.js", true)).toBe("src/c.d.ts");
    expect(resolve("src/a.ts", "./d")).toBe("src/d.d.ts");
    expect(resolve("src/a.ts", "./e")).toBe("src/e/index.ts");
    expect(resolve("src/a.ts", "./e/index.js")).toBe("src/e/index.ts");
    expect(resolve("src/a.ts", "./f")).toBe("src/f.ts");
    expect(resolve("src/a.ts", "./f/")).toBe("src/f/index.ts");
    expect(resolve("src/a.ts", "./g.mjs")).toBe("src/g.mts");
    expect(resolve("src/a.ts", "./h.vue?raw")).toBe("src/h.vue");
    expect(resolve("src/a.ts", "./i")).toBe("src/i/lib/main.js");
    expect(resolve("src/e/index.ts", "..")).toBe("src/index.ts");
    expect(resolve("src/a.ts", ".")).toBe("src/index.ts");
    expect(resolve("src/a.ts", "./gone")).toBe("missing");
    expect(resolve("src/a.ts", "../../outside")).toBe("missing");
  });

  it("mean the file itself where JavaScript asks, its source where TypeScript does", () => {
    const resolve = resolverOf({ "a.js": "", "a.ts": "", "b.js": "", "c.ts": "" });
    expect(resolve("b.js", "./a.js")).toBe("a.js");
    expect(resolve("b.js", "./a")).toBe("a.js");
    expect(resolve("c.ts", "./a.js")).toBe("a.ts");
  });

  it("look through rootDirs", () => {
    const resolve = resolverOf({
      "tsconfig.json": json({ compilerOptions: { rootDirs: ["src", "generated"] } }),
      "src/deep/a.ts": "",
      "generated/deep/b.ts": "",
    });
    expect(resolve("src/deep/a.ts", "./b")).toBe("generated/deep/b.ts");
  });
});

describe("aliases of tsconfig", () => {
  it("come through a chain of extends, and the nearest paths replace the others", () => {
    const resolve = resolverOf({
      "tsconfig.base.json": `{ // comment
        "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["libs/*/src", "libs/*"], "@one": ["one.ts"], }, },
      }`,
      "apps/tsconfig.json": json({ extends: "../tsconfig.base" }),
      "apps/web/tsconfig.json": json({ extends: ["../tsconfig.json"] }),
      "apps/own/tsconfig.json": json({
        extends: "../tsconfig.json",
        compilerOptions: { paths: { "~/*": ["$" + "{configDir}/src/*"] } },
      }),
      "apps/web/a.ts": "",
      "apps/own/a.ts": "",
      "apps/own/src/x.ts": "",
      "libs/core/src/index.ts": "",
      "libs/flat.ts": "",
      "one.ts": "",
    });
    expect(resolve("apps/web/a.ts", "@lib/core")).toBe("libs/core/src/index.ts");
    expect(resolve("apps/web/a.ts", "@lib/flat")).toBe("libs/flat.ts");
    expect(resolve("apps/web/a.ts", "@one")).toBe("one.ts");
    expect(resolve("apps/web/a.ts", "libs/flat")).toBe("libs/flat.ts");
    expect(resolve("apps/own/a.ts", "~/x")).toBe("apps/own/src/x.ts");
    expect(resolve("apps/own/a.ts", "@one")).toBe("outside @one");
  });

  it("take the longest match, survive a circle, and are found in the parts that a config names", () => {
    const resolve = resolverOf({
      "tsconfig.json": json({ files: [], references: [{ path: "./tsconfig.app.json" }] }),
      "tsconfig.app.json": json({
        extends: "./tsconfig.app.json",
        compilerOptions: { paths: { "@/*": ["./src/*"], "@/deep/*": ["./other/*"] } },
      }),
      "src/a.ts": "",
      "src/deep/b.ts": "",
      "other/b.ts": "",
    });
    expect(resolve("src/a.ts", "@/a")).toBe("src/a.ts");
    expect(resolve("src/a.ts", "@/deep/b")).toBe("other/b.ts");
  });

  it("may come from a package of the workspace", () => {
    const resolve = resolverOf({
      "package.json": json({ workspaces: ["config", "app"] }),
      "config/package.json": json({ name: "@acme/config" }),
      "config/base.json": json({ compilerOptions: { baseUrl: "../app", paths: { "#x": ["x.ts"] } } }),
      "app/package.json": json({ name: "app" }),
      "app/tsconfig.json": json({ extends: "@acme/config/base.json" }),
      "app/a.ts": "",
      "app/x.ts": "",
    });
    expect(resolve("app/a.ts", "#x")).toBe("app/x.ts");
  });
});

describe("packages of the project", () => {
  const workspace = {
    "pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n  - '!packages/skipped'\n",
    "package.json": json({ name: "root", private: true }),
    "packages/app/package.json": json({
      name: "app",
      dependencies: { linked: "file:../../vendored/linked" },
    }),
    "packages/app/a.ts": "",
    "packages/app/a.cjs": "",
    "packages/codec/package.json": json({
      name: "@acme/codec",
      exports: {
        ".": { types: "./dist/index.d.ts", import: "./dist/index.mjs", require: "./dist/index.cjs" },
        "./deep/*": "./dist/deep/*.js",
        "./both": { import: "./esm.mjs", require: "./common.cjs" },
        "./internal/*": null,
      },
    }),
    "packages/codec/src/index.ts": "",
    "packages/codec/src/deep/one.tsx": "",
    "packages/codec/src/deep/two/index.ts": "",
    "packages/codec/src/internal/x.ts": "",
    "packages/codec/esm.mjs": "",
    "packages/codec/common.cjs": "",
    "packages/old/package.json": json({ name: "old", main: "build/lib/main.js", types: "types.d.ts" }),
    "packages/old/tsconfig.json": json({ compilerOptions: { outDir: "build", rootDir: "source" } }),
    "packages/old/source/lib/main.ts": "",
    "packages/old/types.d.ts": "",
    "packages/old/extra.js": "",
    "packages/skipped/package.json": json({ name: "skipped" }),
    "packages/skipped/index.js": "",
    "vendored/linked/package.json": json({ name: "linked" }),
    "vendored/linked/index.js": "",
    "examples/react/package.json": json({ name: "react", main: "index.js" }),
    "examples/react/index.js": "",
  };
  const resolve = resolverOf(workspace);

  it("are found by the workspace, and lead to their source when they are not built", () => {
    expect(resolve("packages/app/a.ts", "@acme/codec")).toBe("packages/codec/src/index.ts");
    expect(resolve("packages/app/a.ts", "@acme/codec/deep/one")).toBe("packages/codec/src/deep/one.tsx");
    expect(resolve("packages/app/a.ts", "@acme/codec/deep/two")).toBe("packages/codec/src/deep/two/index.ts");
    expect(resolve("packages/app/a.ts", "old")).toBe("packages/old/source/lib/main.ts");
    expect(resolve("packages/app/a.ts", "old", true)).toBe("packages/old/types.d.ts");
    expect(resolve("packages/app/a.ts", "old/extra")).toBe("packages/old/extra.js");
    expect(resolve("packages/app/a.ts", "linked")).toBe("vendored/linked/index.js");
    expect(resolve("packages/codec/src/index.ts", "@acme/codec/both")).toBe("packages/codec/esm.mjs");
  });

  it("choose by the conditions of the importing file", () => {
    expect(resolve("packages/app/a.ts", "@acme/codec/both")).toBe("packages/codec/esm.mjs");
    expect(resolve("packages/app/a.cjs", "@acme/codec/both")).toBe("packages/codec/common.cjs");
  });

  it("give only what they export", () => {
    expect(resolve("packages/app/a.ts", "@acme/codec/internal/x")).toBe("missing");
    expect(resolve("packages/app/a.ts", "@acme/codec/src/index")).toBe("missing");
  });

  it("are no namesakes of packages from outside", () => {
    expect(resolve("packages/app/a.ts", "react")).toBe("outside react");
    expect(resolve("packages/app/a.ts", "skipped")).toBe("outside skipped");
    expect(resolve("packages/app/a.ts", "lodash/fp")).toBe("outside lodash/fp");
    expect(resolve("packages/app/a.ts", "@scope/pkg/sub")).toBe("outside @scope/pkg/sub");
    expect(resolve("packages/app/a.ts", "node:fs/promises")).toBe("outside fs/promises");
    expect(resolve("packages/app/a.ts", "https://deno.land/x/y.ts")).toBe("outside https://deno.land/x/y.ts");
  });

  it("see custom conditions of the tsconfig, and their own imports", () => {
    const own = resolverOf({
      "package.json": json({
        name: "self",
        imports: {
          "#db": { browser: "./db-browser.js", node: "./db-node.js", default: "./db-browser.js" },
          "#util/*.js": "./util/*.js",
          "#yaml": "js-yaml",
        },
        exports: { ".": { "@self/source": "./src/index.ts", import: "./made/main.js" } },
      }),
      "tsconfig.json": json({ compilerOptions: { customConditions: ["@self/source"] } }),
      "src/index.ts": "",
      "made/main.js": "",
      "db-node.js": "",
      "db-browser.js": "",
      "util/text/pad.js": "",
    });
    expect(own("src/index.ts", "self")).toBe("src/index.ts");
    expect(own("src/index.ts", "#db")).toBe("db-node.js");
    expect(own("src/index.ts", "#util/text/pad.js")).toBe("util/text/pad.js");
    expect(own("src/index.ts", "#yaml")).toBe("outside js-yaml");
    expect(own("src/index.ts", "#gone")).toBe("missing");
  });

  it("mean a published version where a package depends on its own name", () => {
    const own = resolverOf({
      "package.json": json({ name: "self", main: "index.js", devDependencies: { self: "^1.0.0" } }),
      "index.js": "",
      "bench.js": "",
    });
    expect(own("bench.js", "self")).toBe("outside self");
  });

  it("survive manifests that no one wrote", () => {
    const broken = resolverOf({
      "package.json": '{ "name": "x", "workspaces": [',
      "tsconfig.json": "[".repeat(100_000),
      "pnpm-workspace.yaml": "packages: [\n",
      "a.ts": "",
      "b.ts": "",
    });
    expect(broken("a.ts", "./b")).toBe("b.ts");
    expect(broken("a.ts", "y")).toBe("outside y");
    const shapes = resolverOf({
      "package.json": json({
        name: 1,
        exports: [[[null]]],
        imports: { "#a": 5 },
        workspaces: { packages: 3 },
      }),
      "tsconfig.json": json({ extends: 4, compilerOptions: { paths: { "*": "x" }, baseUrl: [] } }),
      "a.ts": "",
    });
    expect(shapes("a.ts", "#a")).toBe("missing");
    expect(shapes("a.ts", "constructor")).toBe("outside constructor");
  });
});
