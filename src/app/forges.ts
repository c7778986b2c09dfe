import { type Forge, findToken, openForge } from "../adapters/forge/forge.ts";
import { isLoopback } from "../adapters/git/git.ts";
import { homeAt, stateFile } from "../adapters/store/store.ts";
import { UserError } from "../kit/errors.ts";

/** A host that pull requests may be read from, and that a token may be sent to. */
export interface KnownHost {
  readonly host: string;
  /** Where people and git find it. */
  readonly webUrl: string;
  readonly apiUrl: string;
  /** Who named it: "GH_HOST", "settings.json". */
  readonly namedBy: string;
}

/** The forges that the user has named, github.com among them; a host that was merely typed is none. */
export interface Forges {
  known(): Promise<readonly KnownHost[]>;
  /** The forge at a host; the same value each time. Throws `unknown-forge`. */
  at(host: string, signal: AbortSignal): Promise<Forge>;
  /** Where `OWNER/REPO#N` is looked for. */
  defaultHost(): Promise<string>;
  /** Whether a local review may ask for the pull request of its branch. */
  mayAskForBase(): Promise<boolean>;
}

export interface ForgesOptions {
  /** HEADWATER_HOME. */
  readonly homeDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Whether `--no-forge` was given. */
  readonly isOff?: boolean;
}

interface ForgeSettings {
  readonly hosts: readonly KnownHost[];
  readonly askForge: boolean;
}

export function openForges(options: ForgesOptions): Forges {
  const { homeDir, environment, version } = options;
  let reading: Promise<ForgeSettings> | undefined;
  const opened = new Map<string, Promise<Forge>>();
  const settings = () => {
    reading ??= readSettings(homeDir, environment);
    return reading;
  };
  async function open(host: string, signal: AbortSignal): Promise<Forge> {
    const { hosts } = await settings();
    const known = hosts.find((other) => other.host === host);
    if (known === undefined) {
      const names = hosts.map((other) => other.host).join(", ");
      throw new UserError(
        "unknown-forge",
        `${host} is not a forge that Headwater may ask; known are ${names}.`,
      );
    }
    const found = await findToken(host, ofEnvironment.has(known.namedBy), environment, signal);
    const { webUrl, apiUrl } = known;
    return openForge({
      host,
      webUrl,
      apiUrl,
      version,
      ...(found === undefined ? {} : { token: found.token, tokenSource: found.source }),
    });
  }
  return {
    known: async () => (await settings()).hosts,
    at(host, signal) {
      const known = opened.get(host);
      if (known !== undefined) return known;
      const opening = open(host, signal);
      opened.set(host, opening);
      // What was stopped or refused is tried again by the next who asks.
      opening.catch(() => opened.delete(host));
      return opening;
    },
    async defaultHost() {
      const { hosts } = await settings();
      const named = hosts.find((host) => ofEnvironment.has(host.namedBy));
      return (named ?? (hosts[0] as KnownHost)).host;
    },
    async mayAskForBase() {
      return options.isOff !== true && (await settings()).askForge;
    },
  };
}

const ofEnvironment: ReadonlySet<string> = new Set(["HEADWATER_FORGE_URL", "GH_HOST"]);

const github: KnownHost = {
  host: "github.com",
  webUrl: "https://github.com",
  apiUrl: "https://api.github.com",
  namedBy: "Headwater",
};

/** github.com first, then what the environment and the settings file name; of two with one host the first named by a person. */
async function readSettings(
  homeDir: string,
  environment: ForgesOptions["environment"],
): Promise<ForgeSettings> {
  const { HEADWATER_FORGE_URL: url, GH_HOST: ghHost, HEADWATER_ASK_FORGE: ask } = environment;
  const fields = await readFields(homeDir);
  const named: KnownHost[] = [];
  if (url) named.push(hostOfUrl(url));
  if (ghHost) named.push(hostOfName(ghHost.toLowerCase(), undefined, "GH_HOST"));
  named.push(...hostsOfSettings(fields.forges));
  const hosts = named.filter(({ host }, i) => named.findIndex((other) => other.host === host) === i);
  const withGitHub = hosts.some(({ host }) => host === github.host) ? hosts : [github, ...hosts];
  return {
    hosts: withGitHub,
    askForge: ask ? !["0", "false", "no"].includes(ask) : fields.askForge !== false,
  };
}

async function readFields(homeDir: string): Promise<Readonly<Record<string, unknown>>> {
  const file = stateFile<Readonly<Record<string, unknown>>>(homeAt(homeDir).settings, {
    version: 1,
    empty: {},
    parse: (value) => (isFields(value) ? value : undefined),
    format: (fields) => fields,
  });
  return (await file.read()).value;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws UserError  `bad-option` for an entry that names no host: a token must not go astray */
function hostsOfSettings(value: unknown): readonly KnownHost[] {
  if (value === undefined) return [];
  const entries = Array.isArray(value) ? (value as unknown[]) : [value];
  return entries.map((entry) => {
    const { host, apiUrl } = isFields(entry) ? entry : {};
    if (typeof host !== "string" || (apiUrl !== undefined && typeof apiUrl !== "string")) {
      const text = JSON.stringify(entry);
      throw new UserError("bad-option", `The setting "forges" holds ${text}, which is no {host, apiUrl?}.`);
    }
    return hostOfName(host.toLowerCase(), apiUrl, "settings.json");
  });
}

function hostOfName(host: string, apiUrl: string | undefined, namedBy: string): KnownHost {
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$|^\[::1\](?::\d{1,5})?$/.test(host)) {
    throw new UserError("bad-option", `${namedBy} names ${JSON.stringify(host)}, which is no host.`);
  }
  if (host === github.host && apiUrl === undefined) return { ...github, namedBy };
  const isLocal = isLoopback(new URL(`http://${host}`).hostname);
  const webUrl = `${isLocal ? "http" : "https"}://${host}`;
  // A subdomain of ghe.com has its interface at one of its own.
  const usual = host.endsWith(".ghe.com") ? `https://api.${host}` : `${webUrl}/api/v3`;
  return { host, webUrl, apiUrl: apiUrl === undefined ? usual : checkedApiUrl(apiUrl, namedBy), namedBy };
}

/** The address of its interface, or of the host alone. */
function hostOfUrl(url: string): KnownHost {
  const namedBy = "HEADWATER_FORGE_URL";
  const checked = checkedApiUrl(url, namedBy);
  const { host, pathname } = new URL(checked);
  if (host === "api.github.com") return { ...github, namedBy };
  return hostOfName(host, pathname === "/" ? undefined : checked, namedBy);
}

function checkedApiUrl(url: string, namedBy: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isSafe =
    parsed?.protocol === "https:" || (parsed?.protocol === "http:" && isLoopback(parsed.hostname));
  if (
    parsed === undefined ||
    !isSafe ||
    parsed.username !== "" ||
    parsed.password !== "" ||
    parsed.search !== ""
  ) {
    throw new UserError(
      "bad-option",
      `${namedBy} names ${JSON.stringify(url)}; it must be an https address (http on this machine alone).`,
    );
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, "");
}
