/** What the forge does not do, as GitHub says it. REST and GraphQL write it each in its own form. */
export class Refusal extends Error {
  readonly status: number;
  /** Short texts of the review operations, or objects where GitHub names a field. */
  readonly errors: readonly (string | FieldError)[];

  constructor(status: number, message: string, errors: readonly (string | FieldError)[] = []) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

export interface FieldError {
  readonly resource: string;
  readonly code: string;
  readonly field: string;
  readonly message?: string;
}

export function unprocessable(...errors: readonly string[]): Refusal {
  return new Refusal(422, "Unprocessable Entity", errors);
}

export function validationFailed(...errors: readonly (string | FieldError)[]): Refusal {
  return new Refusal(422, "Validation Failed", errors);
}

export function notFound(): Refusal {
  return new Refusal(404, "Not Found");
}
