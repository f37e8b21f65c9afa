/** The world outside a command: where text goes, whether a person watches, and who may interrupt. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard output is a terminal: colours. */
  readonly colours: boolean;
  /** Standard error is a terminal: live progress. */
  readonly live: boolean;
  readonly cwd: string;
  readonly signal?: AbortSignal;
}
