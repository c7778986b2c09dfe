import type { Call } from "./call.ts";
import { notFound, Refusal } from "./refusals.ts";
import type { Repository } from "./state.ts";

/** What an operation answers: the body is JSON unless `text` says otherwise. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The repository that the path names, or a refusal: the same for one that is not there and one that is hidden. */
export function readable(call: Call, fullName: string): Repository {
  const { state, viewer } = call;
  const found = state.find(fullName);
  if (found?.mayRead(viewer)) return found;
  const moved = found === undefined ? state.moved.get(fullName.toLowerCase()) : undefined;
  if (moved?.mayRead(viewer)) throw new Moved(moved);
  throw notFound();
}

export class Moved extends Refusal {
  readonly repository: Repository;

  constructor(repository: Repository) {
    super(301, "Moved Permanently");
    this.repository = repository;
  }
}
