import { readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, makePrivateFolder, unwritable } from "./home.ts";
import { withLock } from "./lock.ts";
import { writeBeside } from "./write-beside.ts";

/** What a state file holds, and how often it was written. */
export interface State<T> {
  readonly value: T;
  /** 0 while there is no file. */
  readonly revision: number;
  /** What was wrong with the file, a sentence; it was kept aside and `value` is the empty one. */
  readonly problem?: string;
}

export interface StateForm<T> {
  /** Another version in the file is not read. */
  readonly version: number;
  readonly empty: T;
  /** The value, or `undefined` where it is not of the form. */
  parse(value: unknown): T | undefined;
  /** The value as JSON has it. */
  format(value: T): unknown;
}

/**
 * A small JSON file that several processes read and change at once. Each change reads the file anew under
 * a lock, so none is lost; a file that is torn or of another version is kept aside under another name.
 */
export interface StateFile<T> {
  /** Never throws for what the file holds. Throws `home-unwritable` where it cannot be read at all. */
  read(): Promise<State<T>>;
  /**
   * The state after `change`, on disk. `change` may give back the same value: then nothing is written. It is told
   * the revision too, for those who must know that nobody has written since; where it throws, nothing is written.
   */
  update(change: (value: T, revision: number) => T): Promise<State<T>>;
}

export function stateFile<T>(path: string, form: StateForm<T>): StateFile<T> {
  let last: Promise<unknown> = Promise.resolve();
  let known: { readonly identity: string; readonly state: State<T> } | undefined;
  /** One after the other within a process: the lock is for the others. */
  function inTurn<R>(work: () => Promise<R>): Promise<R> {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  }
  /** A file is never changed, only replaced, so the same file holds what it held. */
  async function load(): Promise<State<T>> {
    const identity = await identityOf(path);
    if (identity === undefined || known?.identity !== identity) {
      const state = await readState(path, form);
      known = identity === undefined ? undefined : { identity, state };
      return state;
    }
    return known.state;
  }
  async function store(change: (value: T, revision: number) => T): Promise<State<T>> {
    const before = await load();
    const value = change(before.value, before.revision);
    if (value === before.value) return before;
    const after = await writeState(path, form, before, value);
    const identity = await identityOf(path);
    const { problem: _, ...state } = after;
    known = identity === undefined ? undefined : { identity, state };
    return after;
  }
  return {
    read: load,
    update: (change) =>
      inTurn(async () => {
        await makePrivateFolder(dirname(path));
        return withLock(`${path}.lock`, () => store(change));
      }),
  };
}

async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    // There is no file, or it cannot be looked at: reading it says which.
    return undefined;
  }
}

async function writeState<T>(
  path: string,
  form: StateForm<T>,
  before: State<T>,
  value: T,
): Promise<State<T>> {
  const revision = before.revision + 1;
  let problem = before.problem;
  try {
    if (problem !== undefined) problem = `${problem} It was kept as ${await keepAside(path)}.`;
    const text = `${JSON.stringify({ version: form.version, revision, value: form.format(value) })}\n`;
    await writeBeside(path, [text], { isDurable: true });
  } catch (error) {
    throw unwritable(path, error);
  }
  return { value, revision, ...(problem === undefined ? {} : { problem }) };
}

async function readState<T>(path: string, form: StateForm<T>): Promise<State<T>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { value: form.empty, revision: 0 };
    return { value: form.empty, revision: 0, problem: `${path} cannot be read: ${messageOf(error)}.` };
  }
  return parseState(path, text, form);
}

function parseState<T>(path: string, text: string, form: StateForm<T>): State<T> {
  const nothing = { value: form.empty, revision: 0 };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { ...nothing, problem: `${path} is torn.` };
  }
  if (typeof file !== "object" || file === null) return { ...nothing, problem: `${path} is torn.` };
  const { version, revision, value } = file as { version?: unknown; revision?: unknown; value?: unknown };
  if (version !== form.version) {
    return {
      ...nothing,
      problem: `${path} is of version ${String(version)}, not ${form.version}.`,
    };
  }
  const parsed = form.parse(value);
  if (parsed === undefined) return { ...nothing, problem: `${path} is not of its form.` };
  return { value: parsed, revision: typeof revision === "number" ? revision : 0 };
}

/** Nothing that a person made is thrown away, even where this version cannot read it. */
async function keepAside(path: string): Promise<string> {
  const aside = `${path}.aside-${new Date().toISOString().replace(/[^0-9]/g, "")}`;
  await rename(path, aside);
  return aside;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
