import { randomBytes } from "node:crypto";

/** A browser that is not open by then was not started. */
const PASS_MS = 120_000;

/** Keys that open the page once. They may be seen by others, as an address on a command line is. */
export interface Passes {
  make(): string;
  /** Whether this is a pass that nobody has used, made a short time ago. It is used then. */
  use(pass: string): boolean;
}

export function createPasses(nowMs: () => number = () => performance.now()): Passes {
  const madeAtMs = new Map<string, number>();
  return {
    make() {
      const pass = randomBytes(24).toString("base64url");
      madeAtMs.set(pass, nowMs());
      return pass;
    },
    use(pass) {
      const at = madeAtMs.get(pass);
      for (const [other, made] of madeAtMs) if (nowMs() - made > PASS_MS) madeAtMs.delete(other);
      return madeAtMs.delete(pass) && at !== undefined && nowMs() - at <= PASS_MS;
    },
  };
}
