import { Command, InvalidArgumentError, Option } from "commander";
import { debugOption } from "./debug-option.ts";
import type { DiffCommandOptions, ExtractOptions, ReviewOptions } from "./options.ts";
import { findProduct } from "./product.ts";
import { addProjectCommands } from "./project-commands.ts";
import type { PrsOptions } from "./prs-command.ts";
import type { DraftsOptions, SubmitOptions } from "./submit-command.ts";
import type { Surroundings } from "./surroundings.ts";

const changeHelp = `
CHANGE is one of
  (nothing)       this branch with its uncommitted tracked changes, against its detected base
  BRANCH          the branch, from where it left its detected base
  A..B or A...B   from the merge base of A and B to B
  COMMIT          one commit, against its first parent
  PULL REQUEST    its address, OWNER/REPO#7, or 7 or #7 in a clone of its repository
`;

const examples = `
Examples
  headwater                          review this branch in the browser
  headwater main..feature            review what feature adds to main
  headwater HEAD                     review the last commit
  headwater review --base v1.2       review the working tree against v1.2
  headwater diff HEAD --json         the parsed diff of the last commit
  headwater extract --out graph.json the review as a file
  headwater https://github.com/acme/app/pull/7   review a pull request
  headwater prs                      the open pull requests of this repository
  headwater submit 7 --event comment --dry-run
                                     what a review of pull request 7 would send
  headwater reach yaml//load         whether code that runs reaches a symbol

\`headwater review --help\` and so on list the options of each command. Marks, settings and caches are kept
in ~/.headwater, or where HEADWATER_HOME says. Exit codes: 0 done, 2 wrong input, 3 failed surroundings.
`;

/** The commands. Each one's code is loaded when it is asked for: starting up must stay quick. */
export function buildProgram(around: Surroundings, signal: AbortSignal): Command {
  const program = new Command("headwater")
    .description("Reads a code change from its source, downstream.")
    .version(findProduct().version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", changeHelp + examples)
    .enablePositionalOptions(false)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => around.stdout.write(text),
      writeErr: (text) => around.stderr.write(text),
      // Errors are reported in one place, with their hint.
      outputError: () => undefined,
    });

  changeCommand(program, "review", "open the review of a change in the browser (the default)", {
    isDefault: true,
  })
    .option(
      "--port <number>",
      "serve on this port (default: the one of last time, or a free one)",
      portNumber,
    )
    .option("--no-open", "print the address only")
    .action(async (change: string | undefined, options: ReviewOptions) => {
      const { reviewCommand } = await import("./review-command.ts");
      await reviewCommand(around, change, options, signal);
    });

  changeCommand(program, "diff", "print the changed files and hunks")
    .option("--json", "print the parsed diff as JSON")
    .action(async (change: string | undefined, options: DiffCommandOptions) => {
      const { diffCommand } = await import("./diff-command.ts");
      await diffCommand(around, change, options, signal);
    });

  changeCommand(program, "extract", "print the review of a change as JSON")
    .option("--out <file>", "write it to this file")
    .addOption(new Option("--json", "print JSON, which it always does").hideHelp())
    .action(async (change: string | undefined, options: ExtractOptions) => {
      const { extractCommand } = await import("./extract-command.ts");
      await extractCommand(around, change, options, signal);
    });

  changeCommand(program, "drafts", "list the comments on a change that are not sent yet")
    .option("--add <place>", "write one first, at PATH, PATH:LINE or PATH:FIRST-LAST")
    .option("--body <text>", "what it says")
    .addOption(
      new Option("--side <side>", "LEFT for lines before the change")
        .choices(["LEFT", "RIGHT"])
        .default("RIGHT"),
    )
    .option("--json", "print JSON")
    .action(async (change: string | undefined, options: DraftsOptions) => {
      const { draftsCommand } = await import("./submit-command.ts");
      await draftsCommand(around, change, options, signal);
    });

  changeCommand(program, "submit", "send the drafts on a pull request as one review")
    .addOption(
      new Option("--event <event>", "what the review says")
        .choices(["comment", "approve", "request-changes"])
        .default("comment"),
    )
    .option("--body <text>", "the text of the review")
    .option("--body-file <file>", "a file with the text of the review")
    .option("--dry-run", "print the requests that would be made, and make none")
    .option("--json", "print JSON")
    .action(async (change: string | undefined, options: SubmitOptions) => {
      const { submitCommand } = await import("./submit-command.ts");
      await submitCommand(around, change, options, signal);
    });

  program
    .command("prs")
    .description("list the open pull requests of the repository")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--json", "print JSON")
    .addOption(debugOption())
    .action(async (options: PrsOptions) => {
      const { prsCommand } = await import("./prs-command.ts");
      await prsCommand(around, options, signal);
    });

  addProjectCommands(program, around, signal);
  addCacheCommands(program, around);
  program
    .command("doctor")
    .description("say what is installed, what is missing, and what to do about it")
    .option("--json", "print JSON")
    .addOption(debugOption())
    .action(async (options: { json?: true }) => {
      const { doctorCommand } = await import("./doctor-command.ts");
      await doctorCommand(around, options, signal);
    });
  return program;
}

function addCacheCommands(program: Command, around: Surroundings): void {
  const cache = program.command("cache").description("what is kept to be quick the next time");
  cache
    .command("stats")
    .description("say how much is kept")
    .option("--json", "print JSON")
    .addOption(debugOption())
    .action(async (options: { json?: true }) => {
      const { cacheStatsCommand } = await import("./cache-commands.ts");
      await cacheStatsCommand(around, options);
    });
  cache
    .command("prune")
    .description("remove what is old or too much")
    .option("--all", "remove every kept graph")
    .option("--json", "print JSON")
    .addOption(debugOption())
    .action(async (options: { all?: true; json?: true }) => {
      const { cachePruneCommand } = await import("./cache-commands.ts");
      await cachePruneCommand(around, options);
    });
}

function changeCommand(
  program: Command,
  name: string,
  about: string,
  options: { isDefault?: boolean } = {},
): Command {
  return program
    .command(name, options)
    .description(about)
    .argument("[change]", "what to read (see below)")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--base <rev>", "the revision to compare with, whatever its name looks like")
    .option("--head <rev>", "the revision to read, whatever its name looks like")
    .option("--untracked", "add files that are neither tracked nor ignored")
    .option("--copies", "find copied files too")
    .option("--refresh", "do not use what was kept from an earlier run")
    .option("--no-forge", "do not ask the forge for the base of this branch's pull request")
    .addOption(debugOption())
    .addHelpText("after", changeHelp);
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("It must be a number up to 65535.");
  return port;
}
