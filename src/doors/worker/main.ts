import { readSourcesForProcess } from "../../app/source-worker.ts";

await readSourcesForProcess();
