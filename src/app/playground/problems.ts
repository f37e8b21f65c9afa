/// <reference types="vite/client" />
import { unknownName } from "../../mechanics/words.js";
import { BadInput } from "../../motion/problem.js";
import type { Found } from "../find.js";
import { type Definition, problemOf } from "../saved/definition.js";

type Known = Pick<Found, "problem" | "expected">;

/** Every file of problems/; most of them are problems, and each is fetched when it is opened. */
const files = import.meta.glob<Known>("../../../problems/*/*.ts");
const fileOf = (name: string): string => `../../../problems/${name}.ts`;

const opened = new Map<string, Found>();

/**
 * A problem of the package by its name, or one that was defined under it.
 * @throws {BadInput} where there is none.
 */
export async function problemNamed(name: string): Promise<Found> {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const load = files[fileOf(name)];
  const { problem, expected } = (await load?.()) ?? {};
  if (problem === undefined) {
    const { problems } = await import("../../../problems/index.js");
    throw new BadInput("problem", unknownName("problem", name, Object.keys(problems)));
  }
  const found: Found = { problem, ...(expected && { expected }), source: { name } };
  opened.set(name, found);
  return found;
}

/** Makes a problem from saved data known under a name. */
export function define(name: string, definition: Definition, expected: Found["expected"]): Found {
  let problem: Found["problem"];
  try {
    problem = problemOf(definition);
  } catch (error) {
    throw new BadInput("problem", `The problem cannot be read: ${(error as Error).message.replace(/\.$/, "")}.`);
  }
  const found: Found = { problem, ...(expected && { expected }), source: { data: name } };
  opened.set(name, found);
  return found;
}
