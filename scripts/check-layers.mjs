// Turns layers.mjs into rules of dependency-cruiser and applies them to src/ and web/.
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { layers } from "../layers.mjs";
import { root } from "./prepare.mjs";

const pure = ["engine", "languages", "wire"];
const literally = (text) => text.replace(/[/.]/g, "[$&]");
const pathOf = (layer) => (layer === "web" ? "^web/" : `^src/${literally(layer)}/`);

const rules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `${layer} imports only: ${[layer, ...allowed].join(", ")}`,
  severity: "error",
  from: { path: pathOf(layer), pathNot: deeperLayers(layer) },
  to: { path: "^(src|web)/", pathNot: [ownPart(layer), ...allowed.map(pathOf)] },
}));
rules.push(
  { name: "no cycles", severity: "error", from: { path: "^(src|web)/" }, to: { circular: true } },
  {
    name: "an adapter never imports another adapter",
    severity: "error",
    from: { path: "^src/adapters/([^/]+)/" },
    to: { path: "^src/adapters/", pathNot: "^src/adapters/$1/" },
  },
  {
    name: "a language never imports another language",
    severity: "error",
    from: { path: "^src/languages/([^/]+)/" },
    to: { path: "^src/languages/[^/]+/", pathNot: "^src/languages/$1/" },
  },
  {
    name: "a part of the engine is entered by its front file",
    severity: "error",
    from: { path: "^src/(?!engine/)" },
    to: { path: "^src/engine/([^/]+)/", pathNot: "^src/engine/([^/]+)/\\1[.]ts$" },
  },
  ...Object.keys(layers)
    .filter((layer) => layer.startsWith("engine/"))
    .map((layer) => {
      const part = layer.slice("engine/".length);
      return {
        name: `${layer} is entered by its front file`,
        severity: "error",
        from: { path: "^src/engine/", pathNot: pathOf(layer) },
        to: { path: pathOf(layer), pathNot: `${pathOf(layer)}${part}[.]ts$` },
      };
    }),
  {
    name: "pure parts use no Node module",
    severity: "error",
    from: { path: pure.map(pathOf) },
    to: { dependencyTypes: ["core"] },
  },
);

const result = await cruise(
  ["src", "web"],
  {
    ruleSet: { forbidden: rules },
    validate: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^web/(dist|dev)/" },
    tsPreCompilationDeps: true,
    baseDir: root,
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".mjs", ".js"] },
  },
  undefined,
  { tsConfig: extractTSConfig(join(root, "tsconfig.json")) },
);
const { violations, totalCruised } = result.output.summary;
for (const violation of violations) {
  const cycle = violation.cycle?.map((step) => step.name ?? step).join(" -> ");
  console.error(`${violation.from} -> ${cycle ?? violation.to}: ${violation.rule.name}`);
}
if (totalCruised === 0) {
  console.error("No file was read: the check is broken.");
  process.exit(1);
}
console.error(`layers: ${totalCruised} files, ${violations.length} violations`);
process.exit(violations.length === 0 ? 0 : 1);

/** A folder whose line names a subfolder apart, as engine/diff, is judged by that line alone. */
function deeperLayers(layer) {
  return Object.keys(layers)
    .filter((other) => other.startsWith(`${layer}/`))
    .map(pathOf);
}

function ownPart(layer) {
  return pathOf(layer);
}
