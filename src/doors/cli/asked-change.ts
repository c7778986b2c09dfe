import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Forges, openForges } from "../../app/forges.ts";
import type { StageProgress } from "../../app/session-input.ts";
import type { SourceOptions } from "../../app/session-source.ts";
import { UserError } from "../../kit/errors.ts";
import type { ChangeOptions } from "./options.ts";
import { codeStamp, findProduct } from "./product.ts";
import type { Surroundings } from "./surroundings.ts";
import { harmless, shown } from "./wording.ts";

/** HEADWATER_HOME, or its place in the home folder. */
export function homeFolder(around: Surroundings): string {
  const named = around.environment.HEADWATER_HOME;
  return named ? resolve(around.folder, named) : join(homedir(), ".headwater");
}

/** What the words of a command line ask to read. */
export function askedChange(
  around: Surroundings,
  change: string | undefined,
  options: ChangeOptions,
  onProgress?: (progress: StageProgress) => void,
): SourceOptions {
  const product = findProduct();
  return {
    repoDir: resolve(around.folder, options.repo ?? "."),
    isRepoNamed: options.repo !== undefined,
    forges: forgesOf(around, options),
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(change === undefined ? {} : { change }),
    ...(options.base === undefined ? {} : { base: options.base }),
    ...(options.head === undefined ? {} : { head: options.head }),
    includeUntracked: options.untracked === true,
    findCopies: options.copies === true,
    homeDir: homeFolder(around),
    environment: around.environment,
    version: product.version,
    builtBy: codeStamp(product),
    isRefreshing: options.refresh === true,
    onNotKept: (error) =>
      around.stderr.write(`headwater: ${harmless(error.message)} The next run will be no quicker.\n`),
    ...(canAsk(around) ? { chooseBase: (tried: readonly string[]) => askForBase(around, tried) } : {}),
  };
}

/** Where pull requests are; asked only for what needs them. */
export function forgesOf(around: Surroundings, options: { readonly forge?: boolean } = {}): Forges {
  return openForges({
    homeDir: homeFolder(around),
    environment: around.environment,
    version: findProduct().version,
    isOff: options.forge === false,
  });
}

function canAsk(around: Surroundings): boolean {
  return around.stdin.isTTY === true && around.stderr.isTTY === true;
}

async function askForBase(around: Surroundings, tried: readonly string[]): Promise<string | undefined> {
  const { isCancel, text } = await import("@clack/prompts");
  const answer = await text({
    message: `No base was found (tried ${tried.map(shown).join(", ")}). Compare with which branch or commit?`,
    input: around.stdin,
    output: around.stderr,
    validate: (value) => (value?.trim() ? undefined : "A branch, tag or commit"),
  });
  if (isCancel(answer)) throw new UserError("cancelled", "No base was chosen.");
  return answer.trim();
}
