import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../../../src/app/cli/main.js";

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process, as a pipe would see it. */
export async function bankshot(
  argv: readonly string[],
  also: { cwd?: string; signal?: AbortSignal; live?: boolean } = {},
): Promise<Ran> {
  let out = "";
  let err = "";
  const { cwd = process.cwd(), signal, live = false } = also;
  const io = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    colours: false,
    live,
    cwd,
    ...(signal && { signal }),
  };
  const code = await main(argv, io);
  return { code, out, err };
}

/** An empty directory of its own. */
export const scratch = (): string => mkdtempSync(join(tmpdir(), "bankshot-"));
