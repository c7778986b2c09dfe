import { runCommandLine } from "./run.ts";

// The one place that reads the process; all that follows is handed over.
process.exitCode = await runCommandLine({
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
