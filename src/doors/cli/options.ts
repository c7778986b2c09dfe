/** What every command that reads a change takes. */
export interface ChangeOptions {
  readonly repo?: string;
  readonly base?: string;
  readonly head?: string;
  readonly untracked?: true;
  readonly copies?: true;
  readonly refresh?: true;
  /** False with `--no-forge`. */
  readonly forge?: boolean;
}

export interface ReviewOptions extends ChangeOptions {
  readonly port?: number;
  readonly open: boolean;
}

export interface DiffCommandOptions extends ChangeOptions {
  readonly json?: true;
}

export interface ExtractOptions extends ChangeOptions {
  readonly out?: string;
}
