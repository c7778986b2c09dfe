import { type Environment, findGit, gitEnvironment } from "./environment.ts";
import { runGit } from "./run-git.ts";

/** The version of the git that would be used, as it says it itself. Throws `git-missing`. */
export async function gitVersion(environment: Environment, signal: AbortSignal): Promise<string> {
  const program = findGit(environment);
  const place = { program, folder: "/", variables: gitEnvironment(environment), options: [] };
  const { output } = await runGit(place, ["--version"], {}, signal);
  return output
    .toString("utf8")
    .trim()
    .replace(/^git version /, "");
}
