import type { ReadStream, WriteStream } from "node:tty";

/** All that a command may know of the process it runs in. */
export interface Surroundings {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly stdin: NodeJS.ReadStream | ReadStream;
  readonly stdout: NodeJS.WriteStream | WriteStream;
  readonly stderr: NodeJS.WriteStream | WriteStream;
  /** Calls `stop` each time the user or the system asks for the end. */
  onStop(stop: () => void): void;
}
