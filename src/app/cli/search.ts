import type { Search } from "../../motion/launches/launch.js";
import { BadInput } from "../../motion/problem/problem.js";

/** A search in the words of the command line. */
export interface SearchWords {
  readonly all?: boolean;
  readonly scan?: string;
  readonly samples?: string;
  readonly branch?: string;
}

/** `--all`, `--scan name=a..b`, `--samples n` and `--branch "one impact"`; undefined where none is given. */
export function parseSearch({ all, scan, samples, branch }: SearchWords): Search | undefined {
  if (all === undefined && scan === undefined && samples === undefined && branch === undefined) return undefined;
  if (all === undefined && branch === undefined)
    throw new BadInput(
      scan === undefined ? "--samples" : "--scan",
      "--scan and --samples say how to search: give --all or --branch beside them.",
    );
  return {
    ...(all !== undefined && { all }),
    ...(branch !== undefined && { branch }),
    ...(scan !== undefined && { scan: parseScan(scan) }),
    ...(samples !== undefined && { samples: number("--samples", samples) }),
  };
}

function parseScan(text: string): NonNullable<Search["scan"]> {
  const found = text.match(/^([^=]+)=(.+?)\.\.(.+)$/);
  if (found === null) throw new BadInput("--scan", `--scan takes name=a..b, such as launch.vz=-6..0, not "${text}".`);
  return { name: found[1], from: number("--scan", found[2]), to: number("--scan", found[3]) };
}

function number(field: string, text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new BadInput(field, `${field} takes finite numbers, and "${text}" is none.`);
  return value;
}
