import type { DiffActions } from "../diff/diff-actions.ts";
import type { Reader } from "../diff/diff-stage.tsx";
import { useCommands } from "../session-context.ts";

interface ExpandingProps {
  readonly reader: Reader;
  readonly actions: DiffActions;
  readonly expandAround: (hunk: string | undefined) => boolean;
}

/** The keys for more context. */
export function Expanding({ reader, actions, expandAround }: ExpandingProps) {
  useCommands({
    expand: () => expandAround(reader.cursor.active()?.hunk),
    "whole-file": () => {
      if (!actions.toggleWhole) return false;
      actions.toggleWhole();
      return true;
    },
  });
  return null;
}
