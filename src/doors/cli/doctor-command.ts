import { diagnose } from "../../app/doctor.ts";
import { homeFolder } from "./asked-change.ts";
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
      environment,
      nodeVersion: process.versions.node,
      version: product.version,
      isPageBuilt: product.webFolder !== undefined,
    },
    signal,
  );
  if (options.json) {
    around.stdout.write(`${JSON.stringify({ findings })}\n`);
    return;
  }
  for (const { name, isFine, detail, advice } of findings) {
    around.stdout.write(`${isFine ? "ok  " : "MISS"}  ${name}: ${detail}${advice ? ` ${advice}` : ""}\n`);
  }
}
