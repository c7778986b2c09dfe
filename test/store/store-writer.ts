import { sqliteStore } from "../../src/adapters/store/store.ts";

/** Writes entries one after the other until it is killed: their names begin with the second argument. */
const [path = "", name = "", count = "0"] = process.argv.slice(2);
const store = sqliteStore(path);
for (let at = 0; at < Number(count); at++) {
  const key = { blob: `${name}-${at}`, path: "a.ts", language: "l", grammar: "1", version: 1 };
  await store.write([{ key, sizeBytes: at, bytes: new Uint8Array(2_000).fill(at % 251) }]);
  process.stdout.write(`${at}\n`);
}
await store.close();
