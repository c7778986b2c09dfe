import { type Command, InvalidArgumentError, Option } from "commander";
import { UserError } from "../../kit/errors.ts";
import { debugOption } from "./debug-option.ts";
import type { GraphCommandOptions, ProjectCommandOptions, ReachCommandOptions } from "./project-options.ts";
import type { Surroundings } from "./surroundings.ts";

const targetHelp = `
TARGET is a key: a package and the names under it. The package may be written as an import is.
  yaml//load   lodash//template   os//exec//Command   os/exec//Command
  java.lang.Runtime//exec   gopkg.in/yaml.v3//Unmarshal   openssl//*
or a definition of the project: src/app.py//main, src/api.ts//Router//handle, src/api.ts:Router.handle
S is such a definition, or a file for its top level.

Exit codes: 0 answered; 1 a status of --fail-on; 2 wrong input; 3 the surroundings failed.
`;

/** The commands that read a whole project. */
export function addProjectCommands(program: Command, around: Surroundings, signal: AbortSignal): void {
  projectCommand(program, "index", "read every source file of a project, and say what was read")
    .option("--json", "print JSON")
    .action(async (options: ProjectCommandOptions) => {
      const { indexCommand } = await import("./index-command.ts");
      await indexCommand(around, options, signal);
    });

  projectCommand(program, "graph", "print the call graph of a project as JSON")
    .option("--out <file>", "write it to this file")
    .option("--rules <file>", "more rules of where code starts, over the built-in ones by id")
    .option("--explain <keys...>", "FROM TO: print the edges from one to the other, and what made them")
    .addOption(new Option("--json", "print JSON, also with --explain"))
    .action(async (options: GraphCommandOptions) => {
      if (options.explain !== undefined && options.explain.length !== 2) {
        throw new UserError("bad-option", "--explain takes two keys: FROM TO.");
      }
      const { graphCommand } = await import("./graph-command.ts");
      await graphCommand(around, options, signal);
    });

  projectCommand(program, "reach", "say whether code that runs reaches a symbol")
    .argument("<target...>", "what to look for (see below)")
    .option("--source <s>", "start here too (may be given again)", collect)
    .option("--sources-only", "start from the sources alone")
    .option("--lang <language>", "only symbols of this language")
    .option("--rules <file>", "more rules of where code starts, over the built-in ones by id")
    .option("--fail-on <statuses>", "end with 1 on one of these: found,uncertain,not-found,no-such-target")
    .option("--depth <n>", "follow at most this many calls", wholeNumber)
    .option("--deadline <ms>", "search for at most this long", wholeNumber)
    .option("--json", "print JSON")
    .addHelpText("after", targetHelp)
    .action(async (targets: string[], options: ReachCommandOptions) => {
      const { reachCommand } = await import("./reach-command.ts");
      await reachCommand(around, targets, options, signal);
    });
}

function projectCommand(program: Command, name: string, about: string): Command {
  return program
    .command(name)
    .description(about)
    .option("--repo <dir>", "the project (default: the current folder)")
    .option("--rev <rev>", "read this revision and not the files on disk")
    .option("--untracked", "add files that git neither tracks nor ignores")
    .option("--refresh", "do not use what was kept from an earlier run")
    .option("--workers <n>", "parse this many files at once (default: one a core)", wholeNumber)
    .addOption(debugOption());
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}
