import { homeAt, stateFile } from "../adapters/store/store.ts";
import { type Settings, settingsSchema } from "../wire/api.ts";

/** HEADWATER_HOME/settings.json: the page's own under `page`, beside it what the command line reads. */
export interface SettingsFile {
  /** The port of the server; absent for a free one. */
  readonly port?: number;
  /** Whether a review opens in the browser by itself. */
  readonly isOpening: boolean;
  readonly page: Settings;
  /** What was wrong with the file. */
  readonly problem?: string;
}

/** The settings of one user, shared by all reviews. */
export interface SettingsStore {
  read(): Promise<SettingsFile>;
  /** Replaces the page's settings and leaves all else in the file alone. Throws `home-unwritable`. */
  savePage(page: Settings): Promise<SettingsFile>;
}

type Fields = Readonly<Record<string, unknown>>;

export function openSettings(homeDir: string): SettingsStore {
  const file = stateFile<Fields>(homeAt(homeDir).settings, {
    version: 1,
    empty: {},
    parse: (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined,
    format: (fields) => fields,
  });
  return {
    async read() {
      const { value, problem } = await file.read();
      return fromFields(value, problem);
    },
    async savePage(page) {
      const { value, problem } = await file.update((fields) => ({ ...fields, page }));
      return fromFields(value, problem);
    },
  };
}

function fromFields(fields: Fields, problem: string | undefined): SettingsFile {
  const { port, open } = fields;
  const problems = problem === undefined ? [] : [problem];
  if (port !== undefined && !isPort(port)) {
    problems.push(`The setting "port" is ${JSON.stringify(port)}, which is no port; it is left out.`);
  }
  return {
    ...(isPort(port) ? { port } : {}),
    isOpening: open !== false,
    page: pageSettings(fields.page),
    ...(problems.length > 0 ? { problem: problems.join(" ") } : {}),
  };
}

function isPort(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 65_536;
}

/** Each value that this version does not know falls back alone, so that one does not cost the others. */
function pageSettings(value: unknown): Settings {
  const known: Record<string, unknown> = {};
  if (typeof value === "object" && value !== null) {
    for (const [name, schema] of Object.entries(settingsSchema.shape)) {
      const parsed = schema.safeParse((value as Fields)[name]);
      if (parsed.success) known[name] = parsed.data;
    }
  }
  return settingsSchema.parse(known);
}
