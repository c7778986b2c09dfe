import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { UserError } from "../../kit/errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables that git runs with: those of the caller without a single `GIT_*`, and over them what keeps
 * every configuration but the repository's own out, programs from starting and the network from being used.
 */
export function gitEnvironment(environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !name.toUpperCase().startsWith("GIT_")) kept[name] = value;
  }
  return {
    ...kept,
    LC_ALL: "C",
    LANGUAGE: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_GRAFT_FILE: "/dev/null",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GIT_LITERAL_PATHSPECS: "1",
    // A missing object of a partial clone is missing: git versions before 2.44 know only the second of these.
    // It lists the protocols that may be used, and any word in it could be one that somebody has a helper for.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "",
  };
}

/** Configuration that stands above the repository's own. */
export const pinnedConfig: readonly string[] = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.quotePath=true",
  "core.warnAmbiguousRefs=false",
  "core.pager=cat",
  "color.ui=false",
  "protocol.allow=never",
  "gc.auto=0",
  "maintenance.auto=false",
  "submodule.recurse=false",
  "i18n.logOutputEncoding=UTF-8",
].flatMap((setting) => ["-c", setting]);

/** The git program, from the absolute folders of PATH alone: a relative one could be the repository under review. */
export function findGit(environment: Environment): string {
  for (const folder of (environment.PATH ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    for (const name of process.platform === "win32" ? ["git.exe"] : ["git"]) {
      const file = join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  throw new UserError("git-missing", "git was not found on PATH.");
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
