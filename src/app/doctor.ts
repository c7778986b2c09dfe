import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { gitVersion } from "../adapters/git/git.ts";
import { makePrivateFolder, withLock } from "../adapters/store/store.ts";
import { UserError } from "../kit/errors.ts";
import type { Forges } from "./forges.ts";

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
  readonly forges: Forges;
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
    ...(await forges(options.forges, signal)),
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

/** How long a forge may take to say who a token belongs to. */
const FORGE_MS = 5_000;

/** Which token is used for which host, and whether it works. Without one nobody is asked. */
async function forges(known: Forges, signal: AbortSignal): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  try {
    for (const { host, namedBy } of await known.known()) {
      findings.push(await forgeAt(host, namedBy, known, signal));
    }
  } catch (error) {
    findings.push(failed("forges", error, "Mend the setting or the variable that it names."));
  }
  return findings;
}

async function forgeAt(host: string, namedBy: string, known: Forges, signal: AbortSignal): Promise<Finding> {
  const name = `forge ${host}`;
  const forge = await known.at(host, signal);
  const by = namedBy === "Headwater" ? "" : `named by ${namedBy}; `;
  const { tokenSource } = forge;
  if (tokenSource === undefined) {
    return { name, isFine: true, detail: `${by}no token: public repositories only, and nothing can be sent` };
  }
  try {
    const viewer = await forge.viewer(AbortSignal.any([signal, AbortSignal.timeout(FORGE_MS)]));
    return {
      name,
      isFine: true,
      detail: `${by}the token of ${tokenSource} works, as ${viewer?.login ?? "nobody"}`,
    };
  } catch (error) {
    if (!(error instanceof UserError) || signal.aborted) throw error;
    const detail = `${by}the token of ${tokenSource} was not tried with success: ${error.message}`;
    // Who is offline has installed nothing wrongly.
    const isRefused = error.code === "forge-refused";
    const advice = "Make a new token, or unset it and run `gh auth login`.";
    return { name, isFine: !isRefused, detail, ...(isRefused ? { advice } : {}) };
  }
}

function failed(name: string, error: unknown, advice: string): Finding {
  const detail = error instanceof Error ? error.message : String(error);
  if (!(error instanceof UserError) && name !== "languages") throw error;
  return { name, isFine: false, detail, advice };
}
