import { runCommandLine } from "./run.ts";
import { harmless } from "./wording.ts";

// What nobody caught is a mistake of Headwater: it ends with one line, and with its stack for who asks for it.
process.on("uncaughtException", (error) => {
  const message = `headwater: ${error.message}. This is a mistake of Headwater; please report it.`;
  process.stderr.write(harmless(`${message}\n${process.argv.includes("--debug") ? `${error.stack}\n` : ""}`));
  process.exit(3);
});

// The one place that reads the process; all that follows is handed over.
const ending = runCommandLine({
  args: process.argv.slice(2),
  environment: process.env,
  folder: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onStop: (stop) => {
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
    process.on("SIGHUP", stop);
  },
});
// Without an `await` here, since the bundle of the command line is no module.
void ending.then((exitCode) => {
  process.exitCode = exitCode;
});
