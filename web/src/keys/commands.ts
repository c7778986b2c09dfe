import type { Action } from "./key-table.ts";

/** What the page in view does for an action. Answers false when it has nothing to do here. */
export type Commands = Partial<Record<Action, () => boolean | undefined>>;

export interface CommandStack {
  /** Adds commands over those already there, until the function that it returns is called. */
  add(commands: Commands): () => void;
  /** Runs the newest command for an action. Answers whether there was one. */
  run(action: Action): boolean;
}

export function createCommandStack(): CommandStack {
  const stack: Commands[] = [];
  return {
    add(commands) {
      stack.push(commands);
      return () => {
        const at = stack.indexOf(commands);
        if (at >= 0) stack.splice(at, 1);
      };
    },
    run(action) {
      for (const commands of [...stack].reverse()) {
        const command = commands[action];
        if (command && command() !== false) return true;
      }
      return false;
    },
  };
}
