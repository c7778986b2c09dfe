import { keyOf, textOf } from "./bytes.ts";
import { type Cursor, takeLine } from "./cursor.ts";
import { unquoteName } from "./quoted-name.ts";

/** One line of `git diff --raw`: modes and blob ids, also of files whose patch does not say them. */
export interface RawEntry {
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly oldBlob?: string;
  readonly newBlob?: string;
}

const COLON = 0x3a;
const TAB = 0x09;

/** Reads the raw lines that may stand before a patch, by the bytes of the path after the change. */
export function parseRawEntries(cursor: Cursor): ReadonlyMap<string, RawEntry> {
  const entries = new Map<string, RawEntry>();
  while (cursor.bytes[cursor.at] === COLON) {
    const fields = splitAtTabs(takeLine(cursor));
    const [oldMode, newMode, oldBlob, newBlob] = textOf(fields[0] as Uint8Array)
      .slice(1)
      .split(" ");
    const printedPath = fields.length > 1 ? fields.at(-1) : undefined;
    if (printedPath === undefined || newBlob === undefined) continue;
    entries.set(keyOf(unquoteName(printedPath)), {
      ...(isAbsent(oldMode as string) ? {} : { oldMode: oldMode as string }),
      ...(isAbsent(newMode as string) ? {} : { newMode: newMode as string }),
      ...(isAbsent(oldBlob as string) ? {} : { oldBlob: oldBlob as string }),
      ...(isAbsent(newBlob) ? {} : { newBlob }),
    });
  }
  return entries;
}

/** git writes zeros for a side where there is no file. */
export function isAbsent(idOrMode: string): boolean {
  return /^0+$/.test(idOrMode);
}

/** A name that holds a tab is quoted, so a tab always separates. */
function splitAtTabs(line: Uint8Array): readonly Uint8Array[] {
  const fields: Uint8Array[] = [];
  let start = 0;
  for (let end = line.indexOf(TAB); end !== -1; end = line.indexOf(TAB, start)) {
    fields.push(line.subarray(start, end));
    start = end + 1;
  }
  fields.push(line.subarray(start));
  return fields;
}
