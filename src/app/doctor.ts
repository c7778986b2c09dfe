import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { gitVersion } from "../adapters/git/git.ts";
import { makePrivateFolder, withLock } from "../adapters/store/store.ts";
import { UserError } from "../kit/errors.ts";

/** One thing that was looked at. */
export interface Finding {
  readonly name: string;
  readonly isFine: boolean;
  readonly detail: string;
  /** What to do about it, where something is to do. */
  readonly advice?: string;
}

export interface DiagnoseOptions {
  readonly homeDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly nodeVersion: string;
  readonly version: string;
  readonly isPageBuilt: boolean;
}

const OLDEST_GIT = [2, 36] as const;
/** A cache, an index copy and a few thousand marks fit into this. */
const SPARE_BYTES = 100 * 1024 * 1024;

/** What is installed, what is missing, and what to do about it. Looks, and changes nothing but a lock file. */
export async function diagnose(options: DiagnoseOptions, signal: AbortSignal): Promise<readonly Finding[]> {
  return [
    { name: "headwater", isFine: true, detail: options.version },
    node(options.nodeVersion),
    await git(options, signal),
    await home(options.homeDir),
    await parsers(),
    options.isPageBuilt
      ? { name: "page", isFine: true, detail: "built" }
      : {
          name: "page",
          isFine: false,
          detail: "not built.",
          advice: "Run `npm run build` in Headwater's own folder.",
        },
  ];
}

function node(version: string): Finding {
  const isFine = Number(version.split(".")[0]) >= 20;
  return {
    name: "node",
    isFine,
    detail: version,
    ...(isFine ? {} : { advice: "Install Node 20 or later." }),
  };
}

async function git(options: DiagnoseOptions, signal: AbortSignal): Promise<Finding> {
  try {
    const version = await gitVersion(options.environment, signal);
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const isFine = major > OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor >= OLDEST_GIT[1]);
    return {
      name: "git",
      isFine,
      detail: version,
      ...(isFine ? {} : { advice: "Install git 2.36 or later." }),
    };
  } catch (error) {
    return failed("git", error, "Install git 2.36 or later and make sure that it is on PATH.");
  }
}

async function home(homeDir: string): Promise<Finding> {
  const advice = "Free some space or set HEADWATER_HOME to a writable folder.";
  try {
    await makePrivateFolder(homeDir);
    await withLock(join(homeDir, "doctor.lock"), async () => undefined);
    const { bavail, bsize } = await statfs(homeDir);
    const isFine = bavail * bsize > SPARE_BYTES;
    const detail = `${homeDir}, ${Math.floor((bavail * bsize) / 1024 / 1024)} MiB free`;
    return { name: "home", isFine, detail, ...(isFine ? {} : { advice }) };
  } catch (error) {
    return failed("home", error, advice);
  }
}

/** Loads every grammar, as the first review would. */
async function parsers(): Promise<Finding> {
  try {
    const [{ createSourceParser }, { allLanguages }] = await Promise.all([
      import("../adapters/parser/parser.ts"),
      import("../languages/registry.ts"),
    ]);
    const files = [...new Set(allLanguages.map((language) => language.grammar.file))];
    await createSourceParser(files);
    const names = allLanguages.map((language) => language.id).sort();
    return { name: "languages", isFine: true, detail: names.join(", ") || "none" };
  } catch (error) {
    return failed("languages", error, "Run `npm ci` in Headwater's own folder.");
  }
}

function failed(name: string, error: unknown, advice: string): Finding {
  const detail = error instanceof Error ? error.message : String(error);
  if (!(error instanceof UserError) && name !== "languages") throw error;
  return { name, isFine: false, detail, advice };
}
