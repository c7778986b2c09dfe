// Prints what a source file declares and uses, as Headwater reads it. It needs no git.
//   node examples/index.mjs FILE             after `npm run build`
import { readFileSync } from "node:fs";
import { allLanguages, createSourceReader, declarationKey } from "headwater/index";

const path = process.argv[2] ?? "examples/index.mjs";
const reader = createSourceReader({ languages: allLanguages, workerCount: 0 });
try {
  const bytes = readFileSync(path);
  const records = await reader.read([{ path, blob: "", bytes }], new AbortController().signal);
  const record = records.get(path);
  if (record === undefined) throw new Error(`${path} is in no language that Headwater reads`);
  for (const [at, declaration] of record.declarations.entries()) {
    if (declaration.level !== "local") console.log(`${declaration.kind} ${declarationKey(record, at)}`);
  }
  for (const use of record.references) {
    if (use.role === "call")
      console.log(`line ${use.line + 1} calls ${[...use.through, use.name].join(".")}`);
  }
} finally {
  await reader.close();
}
