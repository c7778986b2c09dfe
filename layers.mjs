// Who may import whom: a folder may import itself and what its line names; nothing else, not even a type.
// The check made from this table is scripts/check-layers.mjs.
export const layers = {
  kit: [],
  "engine/diff": ["kit"],
  "engine/index": ["kit"],
  "engine/graph": ["kit", "engine/index"],
  "engine/reach": ["kit", "engine/index", "engine/graph"],
  "engine/review": [
    "kit",
    "engine/diff",
    "engine/index",
    "engine/graph",
    "engine/reach",
    "engine/discussion",
  ],
  "engine/critique": ["kit", "engine/diff"],
  "engine/discussion": ["kit", "engine/diff"],
  languages: ["kit", "engine/index", "engine/graph"],
  adapters: ["kit", "engine"], // an adapter never imports another adapter
  app: ["kit", "engine", "languages", "adapters", "wire"],
  lib: ["kit", "engine", "languages", "adapters", "app", "wire"], // the public entries: re-exports only
  wire: ["kit", "engine"], // types only
  doors: ["kit", "wire", "app"],
  web: ["wire"], // types only
};
