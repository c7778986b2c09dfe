import { readFile, stat } from "node:fs/promises";
import { codeOf, reasonOf } from "../adapters/store/store.ts";
import type { RootRule } from "../engine/graph/graph.ts";
import { UserError } from "../kit/errors.ts";
import { rootRulesSchema } from "../wire/graph.ts";

/** Rules are written by hand. */
const MAX_RULES_BYTES = 1024 * 1024;

/**
 * The root rules of a YAML or JSON file: `rules:`, a list.
 *
 * @throws UserError  `bad-rules`, with the place of the first mistake
 */
export async function readRules(path: string): Promise<readonly RootRule[]> {
  const refuse = (why: string, cause?: unknown) =>
    new UserError("bad-rules", `The rules of ${path} cannot be used: ${why}.`, { cause });
  let text: string;
  try {
    const info = await stat(path);
    if (info.size > MAX_RULES_BYTES) throw refuse(`they have more than ${MAX_RULES_BYTES} bytes`);
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw refuse(codeOf(error) === "ENOENT" ? "there is no such file" : reasonOf(error), error);
  }
  const { parse, YAMLParseError } = await import("yaml");
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof ReferenceError) {
      throw refuse(error.message.split("\n")[0]?.replace(/[.:]$/, "") ?? "", error);
    }
    throw error;
  }
  const parsed = rootRulesSchema.safeParse(value);
  if (parsed.success) return parsed.data.rules as readonly RootRule[];
  const [issue] = parsed.error.issues;
  throw refuse(
    `${issue?.path.join(".") || "the file"}: ${issue?.message.replace(/^./, (c) => c.toLowerCase())}`,
  );
}
