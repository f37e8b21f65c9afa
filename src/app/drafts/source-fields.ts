import { BadInput } from "../../motion/problem/problem.js";
import { Call, type Source } from "./source.js";

type Triple = readonly [number, number, number];
export type Fields = Readonly<Record<string, Source>>;

export const strange = (expected: string): BadInput =>
  new BadInput("code", `In the form that the page writes ${expected}.`);

export function record(source: Source | undefined, what: string): Fields {
  if (typeof source !== "object" || Array.isArray(source) || source instanceof Call)
    throw strange(`${what} is a record`);
  return source as Fields;
}

export function list(source: Source | undefined, what: string): readonly Source[] {
  if (!Array.isArray(source)) throw strange(`${what} is a list`);
  return source as readonly Source[];
}

export function number(source: Source | undefined, what: string): number {
  if (typeof source !== "number") throw strange(`${what} is a number`);
  return source;
}

export function text(source: Source | undefined, what: string): string {
  if (typeof source !== "string") throw strange(`${what} is a text`);
  return source;
}

export function pair(source: Source, what: string): [number, number] {
  const [x, y] = list(source, what);
  return [number(x, what), number(y, what)];
}

export function triple(source: Source | undefined, what: string): Triple {
  const [x, y, z] = list(source, what);
  return [number(x, what), number(y, what), number(z, what)];
}
