// `npm run bench`: measures speed on fixtures that it makes, as ratios within this one run.
//   npm run bench                      everything that needs no repository
//   npm run bench -- page              one part: diff, extract, page
//   npm run bench -- parsing DIR...    what reading the source files of a folder costs, by language
//   npm run bench -- extract DIR...    extract of the last commit of each repository
import { measureDiff, measureExtract, measureExtractOf } from "./command.ts";
import { measurePage } from "./page.ts";
import { measureParsing, measureThreads } from "./parsing.ts";
import { printRows } from "./time.ts";

const [part, ...folders] = process.argv.slice(2);
const parts = ["diff", "extract", "page", "parsing"];
if (part !== undefined && !parts.includes(part)) {
  console.error(`There is no part called ${part}. The parts are ${parts.join(", ")}.`);
  process.exit(2);
}
const wants = (name: string) => part === undefined || part === name;
if (wants("diff")) printRows("Diff", measureDiff());
if (wants("extract")) {
  if (folders.length === 0) printRows("Extract", measureExtract());
  for (const folder of folders) printRows("Extract", measureExtractOf(folder));
}
if (wants("page")) printRows("Page", await measurePage());
if (part === "parsing") {
  for (const folder of folders) {
    console.log(`\n${folder}`);
    console.table(await measureParsing(folder));
    console.table(await measureThreads(folder, [1, 2]));
  }
}
