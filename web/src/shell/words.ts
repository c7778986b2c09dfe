import type { Progress } from "../review/progress.ts";
import { visible } from "./visible.ts";

/** "1 hunk", "12 hunks", "1,512 hunks": a number never stands without what it counts. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${numeral(number)} ${number === 1 ? one : many}`;
}

export function numeral(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1,200 of 3,000 files read"; work that cannot know how much there is (`total` 0) says "1,200 files read". */
export function workDone({ done, total }: Progress, what: string): string {
  return `${total > 0 ? `${numeral(done)} of ${numeral(total)}` : numeral(done)} ${what}`;
}

export function ofTotal({ done, total }: Progress): string {
  return `${numeral(done)} / ${numeral(total)}`;
}

/** The first letters of a commit or tree; a name that is no hash stays whole. */
export function shortId(id: string): string {
  return /^[0-9a-f]{40,64}$/.test(id) ? id.slice(0, 9) : visible(id);
}

/** To be shown, as are all of these: what is odd in a name is written out. */
export function fileName(path: string): string {
  return visible(path.slice(path.lastIndexOf("/") + 1));
}

export function folderName(path: string): string {
  return visible(path.slice(0, path.lastIndexOf("/") + 1));
}

export const bandNames = {
  upstream: "untouched upstream",
  "upstream-changed": "changed upstream",
  core: "core",
  "downstream-changed": "changed downstream",
  downstream: "untouched downstream",
} as const;
