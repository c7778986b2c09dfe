import type { Settings } from "../../../src/wire/api.ts";
import { type Api, ApiFailure, Unreachable } from "./api.ts";
import { createStore, type Store } from "./store.ts";

export const firstSettings: Settings = {
  theme: "system",
  diffView: "unified",
  wrap: false,
  hideWhitespace: false,
  railFolded: false,
  inspectorFolded: true,
};

export interface SettingsStore {
  readonly settings: Store<Settings>;
  /** Why the last change is not saved. */
  readonly problem: Store<ApiFailure | undefined>;
  change(part: Partial<Settings>): void;
  receive(settings: Settings): void;
}

/**
 * The server keeps the settings, since each run has another port and with it another local storage. The
 * copy in local storage only spares a flash of the wrong theme while the page loads.
 */
export function createSettingsStore(api: Api, local: Pick<Storage, "getItem" | "setItem">): SettingsStore {
  const settings = createStore<Settings>({ ...firstSettings, ...readLocal(local) });
  const problem = createStore<ApiFailure | undefined>(undefined);
  async function save(): Promise<void> {
    try {
      await api.saveSettings(settings.get());
      problem.set(undefined);
    } catch (error) {
      // A server that is gone has its own banner.
      if (error instanceof ApiFailure) problem.set(error);
      else if (!(error instanceof Unreachable)) throw error;
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    settings,
    problem,
    change(part) {
      settings.update((now) => ({ ...now, ...part }));
      local.setItem("headwater-settings", JSON.stringify(settings.get()));
      clearTimeout(timer);
      timer = setTimeout(() => void save(), 200);
    },
    receive(next) {
      local.setItem("headwater-settings", JSON.stringify(next));
      settings.set({ ...firstSettings, ...next });
    },
  };
}

function readLocal(local: Pick<Storage, "getItem">): Partial<Settings> {
  try {
    return JSON.parse(local.getItem("headwater-settings") ?? "{}") as Partial<Settings>;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
