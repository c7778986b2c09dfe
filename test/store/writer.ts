// Appends words to a state file until it is killed, and says how many are on disk.
import { stateFile } from "../../src/adapters/store/store.ts";

const [path = "", prefix = ""] = process.argv.slice(2);
const file = stateFile<readonly string[]>(path, {
  version: 3,
  empty: [],
  parse: (value) => value as string[],
  format: (value) => value,
});
for (let i = 0; ; i++) {
  await file.update((words) => [...words, `${prefix}${i}`]);
  process.send?.(i + 1);
}
