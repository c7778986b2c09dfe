import { serveSourceReading } from "../../src/app/source-thread.ts";
import { tinyLanguages } from "./tiny-languages.ts";

await serveSourceReading(tinyLanguages);
