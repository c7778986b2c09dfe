import { errorCatalog, UserError } from "../kit/errors.ts";
import type { ApiError } from "../wire/api.ts";

/** An error as it leaves the process. What is not a `UserError` is a mistake of Headwater, and says so. */
export function apiError(error: unknown): ApiError {
  if (error instanceof UserError) {
    return { code: error.code, message: error.message, hint: errorCatalog[error.code].hint };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "bug", message, hint: errorCatalog.bug.hint };
}
