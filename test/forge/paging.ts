import type { Call } from "./call.ts";
import { Refusal } from "./refusals.ts";

/** One page of a list, with the Link header that leads to the others. */
export function paged<T>(
  call: Call,
  all: readonly T[],
): { readonly items: readonly T[]; readonly headers: Readonly<Record<string, string>> } {
  const size = Math.min(100, Math.max(1, Number(call.search.get("per_page") ?? 30) || 30));
  const page = Math.max(1, Number(call.search.get("page") ?? 1) || 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const items = all.slice((page - 1) * size, page * size);
  const link = (to: number, rel: string) => {
    const search = new URLSearchParams(call.search);
    search.set("page", String(to));
    return `<${call.urls.api}${call.path}?${search}>; rel="${rel}"`;
  };
  const links = [];
  if (page > 1) links.push(link(page - 1, "prev"));
  if (page < last) links.push(link(page + 1, "next"), link(last, "last"));
  if (page > 1) links.push(link(1, "first"));
  return { items, headers: links.length > 0 ? { link: links.join(", ") } : {} };
}

export interface ConnectionArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

/** A GraphQL connection: as at GitHub, one must say how many, and at most 100. */
export function connection<T, R>(
  name: string,
  all: readonly T[],
  asked: ConnectionArguments,
  show: (item: T) => R,
) {
  const count = asked.first ?? asked.last;
  if (count === undefined || count === null) {
    throw new Refusal(
      200,
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
      [{ resource: name, code: "MISSING_PAGINATION_BOUNDARIES", field: "first" }],
    );
  }
  if (count > 100 || count < 1) {
    throw new Refusal(
      200,
      `Requesting ${count} records on the \`${name}\` connection exceeds the \`first\` limit of 100 records.`,
      [{ resource: name, code: "EXCESSIVE_PAGINATION", field: "first" }],
    );
  }
  const from = asked.after ? positionIn(asked.after) + 1 : 0;
  const to = asked.before ? positionIn(asked.before) : all.length;
  const isLast = asked.first === undefined || asked.first === null;
  const start = isLast ? Math.max(from, to - count) : from;
  const end = isLast ? to : Math.min(to, from + count);
  const shown = all.slice(start, end).map(show);
  return {
    totalCount: all.length,
    nodes: shown,
    edges: shown.map((node, index) => ({ cursor: cursorAt(start + index), node })),
    pageInfo: {
      hasNextPage: end < all.length,
      hasPreviousPage: start > 0,
      startCursor: shown.length > 0 ? cursorAt(start) : null,
      endCursor: shown.length > 0 ? cursorAt(end - 1) : null,
    },
  };
}

function cursorAt(index: number): string {
  return Buffer.from(`cursor:${index}`).toString("base64");
}

function positionIn(cursor: string): number {
  const found = /^cursor:(\d+)$/.exec(Buffer.from(cursor, "base64").toString());
  if (found === null) throw new Refusal(200, `\`${cursor}\` does not appear to be a valid cursor.`);
  return Number(found[1]);
}
