import { allLanguages } from "../languages/registry.ts";
import { serveSourceReading } from "./source-thread.ts";

/** What a thread that reads source files does, until the process that started it ends it. */
export function readSourcesForProcess(): Promise<void> {
  return serveSourceReading(allLanguages);
}
