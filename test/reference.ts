import { readFileSync } from "node:fs";
import { join } from "node:path";

interface ReferenceValue {
  readonly value: number | readonly number[] | readonly (readonly number[])[];
  readonly tolerance: number;
}

const song = JSON.parse(readFileSync(join(import.meta.dirname, "reference/song.json"), "utf8")) as {
  values: Record<string, ReferenceValue>;
};

/** An independently computed value for Song, Kumar, Pang (2005), with its own accuracy. */
export function reference(name: string): number {
  const { value } = entry(name);
  if (typeof value !== "number") throw new Error(`${name} is not one number`);
  return value;
}

/** The same for a list of numbers. */
export function references(name: string): readonly number[] {
  const { value } = entry(name);
  if (!Array.isArray(value) || value.some((x) => typeof x !== "number")) throw new Error(`${name} is not a list`);
  return value as readonly number[];
}

/** The same for a list of lists. */
export function referencePairs(name: string): readonly (readonly number[])[] {
  const { value } = entry(name);
  if (!Array.isArray(value) || value.some((x) => !Array.isArray(x))) throw new Error(`${name} is not a list of lists`);
  return value as readonly (readonly number[])[];
}

function entry(name: string): ReferenceValue {
  const found = song.values[name];
  if (found === undefined) throw new Error(`no reference value ${name}`);
  return found;
}
