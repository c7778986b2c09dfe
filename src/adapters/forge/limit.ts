/** Why a forge answers no more for a while: the cause of a `rate-limited` error. */
export class ForgeLimit extends Error {
  /** How long to wait at least. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.name = "ForgeLimit";
    this.retryAfterMs = retryAfterMs;
  }
}

/** How long to wait before asking again; `undefined` for an error that is no limit. */
export function retryAfterMsOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  return error.cause instanceof ForgeLimit ? error.cause.retryAfterMs : undefined;
}
