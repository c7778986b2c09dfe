import { type ErrorCode, errorCatalog, UserError } from "../../kit/errors.ts";
import { expectErrors } from "./output.ts";
import { buildProgram } from "./program.ts";
import type { Surroundings } from "./surroundings.ts";
import { harmless } from "./wording.ts";

/** Runs one command and gives its exit code. Nothing is thrown: every error becomes a line on stderr. */
export async function runCommandLine(around: Surroundings): Promise<number> {
  expectErrors(around.stdout);
  expectErrors(around.stderr);
  const stop = new AbortController();
  let asked = 0;
  around.onStop(() => {
    asked++;
    stop.abort(new UserError("cancelled", "Stopped."));
    // Who asks twice does not want to wait for what is being tidied up.
    if (asked > 1) process.exit(130);
  });
  const isDebugging = around.args.includes("--debug");
  try {
    const program = buildProgram(around, stop.signal);
    await program.parseAsync([...around.args], { from: "user" });
    return 0;
  } catch (error) {
    return report(error, stop.signal, isDebugging, around.stderr);
  }
}

function report(
  error: unknown,
  signal: AbortSignal,
  isDebugging: boolean,
  stderr: NodeJS.WritableStream,
): number {
  const ofCommander = commanderError(error);
  if (ofCommander?.isHelp) return 0;
  // What breaks because of a stop is the stop.
  const known = ofCommander ?? (signal.aborted ? signal.reason : error);
  const code: ErrorCode = known instanceof UserError ? known.code : (ofCommander?.code ?? "bug");
  const message = ofCommander?.message ?? (known instanceof Error ? known.message : String(known));
  stderr.write(`headwater: ${endSentence(message)} ${errorCatalog[code].hint}\n`);
  if (isDebugging && error instanceof Error) {
    stderr.write(`${harmless(error.stack ?? "")}\n`);
    if (error.cause instanceof Error)
      stderr.write(`Caused by: ${harmless(error.cause.stack ?? error.cause.message)}\n`);
  }
  return errorCatalog[code].exitCode;
}

/** commander throws its own errors: for help and version, which are none, and for what was typed wrongly. */
function commanderError(error: unknown): { isHelp: boolean; code: ErrorCode; message: string } | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  if (!error.code.startsWith("commander.")) return undefined;
  const isHelp = ["commander.help", "commander.helpDisplayed", "commander.version"].includes(error.code);
  // commander shows its help also where the command is missing or unknown, and ends with 1 then.
  if (isHelp && "exitCode" in error && error.exitCode !== 0) {
    return { isHelp: false, code: "bad-option", message: "There is no such command, or none was named." };
  }
  const text = error.message.replace(/^error: /, "").replace(/\s*\n\s*/g, ". ");
  const message = text.charAt(0).toUpperCase() + text.slice(1).replace(/\((Did you mean [^)]*)\)/, "$1");
  return { isHelp, code: "bad-option", message };
}

function endSentence(text: string): string {
  // Names of the repository stand in errors too, and must not steer the terminal.
  const line = harmless(text.trim().replace(/\s*\n\s*/g, " "));
  return /[.!?:]$/.test(line) ? line : `${line}.`;
}
