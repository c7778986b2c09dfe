export type RailTab = "walk" | "files" | "found";

/** What the rail shows. It lives as long as the tab; whether it is folded is a setting. */
export interface RailState {
  readonly tab: RailTab;
  /** On a narrow window the rail is a sheet over the page, and closed at first. */
  readonly isSheetOpen: boolean;
  readonly query: string;
  /** Cores that the reader opened or folded against the rule that only the present one is open. */
  readonly toggledCores: ReadonlySet<string>;
  readonly closedFolders: ReadonlySet<string>;
}

export const firstRail: RailState = {
  tab: "walk",
  isSheetOpen: false,
  query: "",
  toggledCores: new Set(),
  closedFolders: new Set(),
};

export function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
