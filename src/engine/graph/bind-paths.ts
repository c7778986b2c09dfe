import type { FileIndex } from "../index/index.ts";
import type { Head } from "./bind-names.ts";
import type { Place } from "./bind-place.ts";

/** Where a path of names has led, and the paths that go on from there. */
export interface PathEnd {
  /** Present from the moment that it is asked for. */
  places: readonly Place[] | undefined;
  /** The places are those that it leads to, and not what whoever asks in a circle is told. */
  isDone: boolean;
  next: Map<string, PathEnd> | undefined;
}

/** What paths of names have led to, by the file and what their first name is bound to. */
export interface PathCache {
  /** `within` is the place that decides what an unbound name means. */
  start(file: FileIndex, name: string, head: Head, within: number): PathEnd;
  end(start: PathEnd, parts: readonly string[]): PathEnd;
  /** The end of the path with one more name. */
  after(end: PathEnd, name: string): PathEnd;
  /** The places of the longest part of a path that is done, from its first name, and how many names it has. */
  longest(
    start: PathEnd,
    parts: readonly string[],
  ): { readonly places: readonly Place[] | undefined; readonly length: number };
}

interface FilePaths {
  readonly declarations: Map<number, PathEnd>;
  readonly imports: Map<number, PathEnd>;
  /** By the place that they are seen from. */
  readonly others: Map<number, Map<string, PathEnd>>;
}

/** Numbers and one name at a time: a text that says all of it takes longer to make than most paths to follow. */
export function createPathCache(): PathCache {
  const byFile = new WeakMap<FileIndex, FilePaths>();
  let lastFile: FileIndex | undefined;
  let lastPaths: FilePaths | undefined;
  return { start, end, after, longest };

  function pathsOf(file: FileIndex): FilePaths {
    if (file === lastFile && lastPaths !== undefined) return lastPaths;
    let paths = byFile.get(file);
    if (paths === undefined) {
      paths = { declarations: new Map(), imports: new Map(), others: new Map() };
      byFile.set(file, paths);
    }
    lastFile = file;
    lastPaths = paths;
    return paths;
  }

  function start(file: FileIndex, name: string, head: Head, within: number): PathEnd {
    const paths = pathsOf(file);
    if (head.import >= 0) return entryOf(paths.imports, head.import);
    if (head.declaration >= 0 && within < 0) return entryOf(paths.declarations, head.declaration);
    // A name for the value around means the same wherever it is bound, as seen from one place.
    let named = paths.others.get(within);
    if (named === undefined) {
      named = new Map();
      paths.others.set(within, named);
    }
    return entryOf(named, head.declaration >= 0 ? `${name}\0${head.declaration}` : name);
  }
}

function end(start: PathEnd, parts: readonly string[]): PathEnd {
  let at = start;
  for (let index = 1; index < parts.length; index++) at = after(at, parts[index] as string);
  return at;
}

function after(at: PathEnd, name: string): PathEnd {
  at.next ??= new Map();
  return entryOf(at.next, name);
}

function longest(start: PathEnd, parts: readonly string[]) {
  let places = start.isDone ? start.places : undefined;
  let length = 1;
  let at: PathEnd | undefined = start;
  for (let index = 1; index < parts.length; index++) {
    at = at.next?.get(parts[index] as string);
    if (at === undefined) break;
    if (!at.isDone) continue;
    places = at.places;
    length = index + 1;
  }
  return { places, length };
}

function entryOf<Key>(map: Map<Key, PathEnd>, key: Key): PathEnd {
  let entry = map.get(key);
  if (entry === undefined) {
    entry = { places: undefined, isDone: false, next: undefined };
    map.set(key, entry);
  }
  return entry;
}
