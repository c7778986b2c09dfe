import { diagnose } from "../../app/doctor.ts";
import { UserError } from "../../kit/errors.ts";
import { forgesOf, homeFolder } from "./asked-change.ts";
import { writeAll } from "./output.ts";
import { findProduct } from "./product.ts";
import type { Surroundings } from "./surroundings.ts";

export async function doctorCommand(
  around: Surroundings,
  options: { json?: true },
  signal: AbortSignal,
): Promise<void> {
  const product = findProduct();
  const { environment } = around;
  const findings = await diagnose(
    {
      homeDir: homeFolder(around),
      forges: forgesOf(around),
      environment,
      nodeVersion: process.versions.node,
      version: product.version,
      isPageBuilt: product.webFolder !== undefined,
    },
    signal,
  );
  const words = findings.map(
    ({ name, isFine, detail, advice }) =>
      `${isFine ? "ok  " : "MISS"}  ${name}: ${detail}${advice ? ` ${advice}` : ""}\n`,
  );
  await writeAll(around.stdout, options.json ? [`${JSON.stringify({ findings })}\n`] : words);
  const missing = findings.filter(({ isFine }) => !isFine).map(({ name }) => name);
  if (missing.length > 0) {
    throw new UserError("something-missing", `Not all is well: ${missing.join(", ")}.`);
  }
}
