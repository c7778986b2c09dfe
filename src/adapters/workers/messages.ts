/** What goes between a pool and its threads. */
export interface ToWorker {
  readonly id: number;
  readonly job: unknown;
}

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "answered"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly detail: string };
