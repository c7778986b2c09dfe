/*
 * Where lines that were quoted from a file stand in another state of it. Lines are compared as they are, without the
 * LF that ends them; indexes count from 0.
 *
 * Lines that are alike in several places are told apart by what is around them. Where that does not decide, they are
 * said to be gone: a remark under the wrong one of two equal lines is worse than one that asks to be placed again.
 */

/** Lines quoted from a file, with so much around them that they are found again. */
export interface QuotedLines {
  /** Index of the first of `lines` in the file. */
  readonly start: number;
  readonly lines: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The file had the same lines elsewhere too. */
  readonly hasTwin: boolean;
}

export type FollowedLines =
  | { readonly kind: "found"; readonly start: number }
  | { readonly kind: "gone"; readonly why: "lines-gone" | "several-places" };

/** So many lines around are kept with a quote, for when the file as it was is no longer there. */
const KEPT_AROUND = 10;
/** Equal lines are compared so far up and down; twins that are alike for longer count as the same. */
const COMPARED_AROUND = 2_000;
/** So many pairs of an old and a new place are weighed against each other; with more, it is said to be several places. */
const MAX_PAIRS = 20_000;

/** @param start,end  indexes of the first line and after the last one */
export function quoteLines(file: readonly string[], start: number, end: number): QuotedLines {
  const lines = file.slice(start, end);
  return {
    start,
    lines,
    before: file.slice(Math.max(0, start - KEPT_AROUND), start),
    after: file.slice(end, end + KEPT_AROUND),
    hasTwin: occurrences(file, lines).length > 1,
  };
}

/**
 * Where the quoted lines stand in `now`. With `then`, the whole file that they were quoted from, equal lines are told
 * apart as far as the text allows; without it, by the lines that were kept around them.
 */
export function followLines(
  quoted: QuotedLines,
  then: readonly string[] | undefined,
  now: readonly string[],
): FollowedLines {
  const places = occurrences(now, quoted.lines);
  if (places.length === 0) return { kind: "gone", why: "lines-gone" };
  if (then === undefined) return followByKept(quoted, now, places);
  const origins = occurrences(then, quoted.lines);
  if (!origins.includes(quoted.start)) return followByKept(quoted, now, places);
  if (origins.length * places.length > MAX_PAIRS) return { kind: "gone", why: "several-places" };
  const claims = origins.map((origin) =>
    places.map((place) => claimOf(then, origin, now, place, quoted.lines.length)),
  );
  const place = decide(claims, origins.indexOf(quoted.start));
  return place === undefined
    ? { kind: "gone", why: "several-places" }
    : { kind: "found", start: places[place] ?? 0 };
}

/** How far an old and a new place agree upwards and downwards; an end of the file that both reach counts as a line. */
interface Claim {
  readonly up: number;
  readonly down: number;
}

/** At least as good both ways, and better in one. */
function beats(a: Claim | undefined, b: Claim | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.up >= b.up && a.down >= b.down && a.up + a.down > b.up + b.down;
}

/**
 * The one place that is `mine`: it suits better than all others that no other origin suits better, and no other
 * origin that has no place of its own could be it.
 */
function decide(claims: readonly (readonly Claim[])[], mine: number): number | undefined {
  const own = claims[mine] ?? [];
  const others = claims.filter((_, origin) => origin !== mine);
  const free = own.flatMap((claim, place) =>
    others.some((other) => beats(other[place], claim)) ? [] : [place],
  );
  const best = free.find((place) => free.every((other) => other === place || beats(own[place], own[other])));
  if (best === undefined) return undefined;
  const isSure = others.every((other) => beats(own[best], other[best]) || isSettled(claims, other, best));
  return isSure ? best : undefined;
}

/** Whether another origin has a place of its own: there it beats all, and there it is best. */
function isSettled(claims: readonly (readonly Claim[])[], origin: readonly Claim[], taken: number): boolean {
  return origin.some(
    (claim, place) =>
      place !== taken &&
      claims.every((other) => other === origin || beats(claim, other[place])) &&
      origin.every((other, index) => index === place || beats(claim, other)),
  );
}

function claimOf(
  then: readonly string[],
  origin: number,
  now: readonly string[],
  place: number,
  count: number,
): Claim {
  return {
    up: agreement(then, origin - 1, now, place - 1, -1),
    down: agreement(then, origin + count, now, place + count, 1),
  };
}

function agreement(
  then: readonly string[],
  from: number,
  now: readonly string[],
  to: number,
  step: 1 | -1,
): number {
  for (let count = 0; count < COMPARED_AROUND; count++) {
    const a = then[from + count * step];
    const b = now[to + count * step];
    if (a === undefined && b === undefined) return count + 1;
    if (a !== b) return count;
  }
  return COMPARED_AROUND;
}

/** Without the file as it was, a twin that is there no more cannot be told: then all that was kept around must agree. */
function followByKept(quoted: QuotedLines, now: readonly string[], places: readonly number[]): FollowedLines {
  const around = [...quoted.before, ...quoted.lines, ...quoted.after];
  const origin = quoted.before.length;
  const claims = places.map((place) => claimWithin(around, origin, quoted, now, place));
  const best = claims.findIndex((claim) => claims.every((other) => other === claim || beats(claim, other)));
  const start = places[best];
  const claim = claims[best];
  if (start === undefined || claim === undefined) return { kind: "gone", why: "several-places" };
  const agreesAll = claim.up >= quoted.before.length && claim.down >= quoted.after.length;
  if (quoted.hasTwin && !agreesAll) return { kind: "gone", why: "several-places" };
  return { kind: "found", start };
}

/** The end of what was kept is not the end of the file. */
function claimWithin(
  around: readonly string[],
  origin: number,
  quoted: QuotedLines,
  now: readonly string[],
  place: number,
): Claim {
  const { up, down } = claimOf(around, origin, now, place, quoted.lines.length);
  return { up: Math.min(up, quoted.before.length), down: Math.min(down, quoted.after.length) };
}

/** The indexes at which `lines` stand in `file`. */
function occurrences(file: readonly string[], lines: readonly string[]): number[] {
  const found: number[] = [];
  if (lines.length === 0) return found;
  for (let start = 0; start + lines.length <= file.length; start++) {
    if (file[start] === lines[0] && lines.every((line, index) => file[start + index] === line))
      found.push(start);
  }
  return found;
}
