import { createContext } from "react";
import type { Gap } from "./gaps.ts";

/** What the parts of a diff can ask of the page that shows it. */
export interface DiffActions {
  expand(gap: Gap, direction: "up" | "down", lines: number): void;
  readonly isWhole: boolean;
  /** Absent where there is no more of the file to show. */
  readonly toggleWhole?: (() => void) | undefined;
  /** Only where files fold. */
  readonly toggleFile?: ((path: string) => void) | undefined;
}

export const DiffActionsContext = createContext<DiffActions>({ expand: () => {}, isWhole: false });
