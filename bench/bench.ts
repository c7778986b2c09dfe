// `npm run bench`: measures speed on fixtures that it makes, as ratios within this one run.
//   npm run bench                      everything that needs no repository
//   npm run bench -- page              one part: diff, extract, page, pull
//   npm run bench -- parsing DIR...    what reading the source files of a folder costs, by language
//   npm run bench -- extract DIR...    extract of the last commit of each repository
//   npm run bench -- project DIR...    the project graph of each repository, cold, warm and after an edit
//       --peer "COMMAND {}"            another tool to compare with; {} stands for the folder. It is installed
//                                      apart: "npx @optave/codegraph@3.11.2 --engine native build {}"
//       --rounds N                     how often each is run (default 5)
//       --growth                       also 1, 2, 4 and 8 copies of it, and queries on the largest

import { parseArgs } from "node:util";
import { measureDiff, measureExtract, measureExtractOf } from "./command.ts";
import { measurePage } from "./page.ts";
import { measureParsing, measureThreads } from "./parsing.ts";
import { measureGrowth, measureProject } from "./project.ts";
import { measurePullPage } from "./pull-page.ts";
import { printRows } from "./time.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { peer: { type: "string" }, rounds: { type: "string" }, growth: { type: "boolean" } },
});
const [part, ...folders] = positionals;
const parts = ["diff", "extract", "page", "pull", "parsing", "project"];
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
if (wants("pull")) printRows("Pull request", await measurePullPage());
if (part === "parsing") {
  for (const folder of folders) {
    console.log(`\n${folder}`);
    console.table(await measureParsing(folder));
    console.table(await measureThreads(folder, [1, 2]));
  }
}
if (part === "project") {
  const { peer, rounds, growth } = values;
  const options = {
    ...(peer === undefined ? {} : { peer }),
    ...(rounds === undefined ? {} : { rounds: Number(rounds) }),
  };
  for (const folder of folders) {
    const name = folder.split("/").filter(Boolean).at(-1) ?? folder;
    printRows(`Project graph of ${name}`, await measureProject(folder, options));
    if (growth === true) printRows(`Copies of ${name}`, await measureGrowth(folder));
  }
}
