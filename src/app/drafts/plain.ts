import { must } from "../../checks/fields.js";

export type Triple = readonly [number, number, number];

export const number = must<number>("a finite number", Number.isFinite);

export const numbers = (size: number) => (given: unknown) =>
  Array.isArray(given) && given.length === size && Array.from(given).every(Number.isFinite);

export const triple = must<Triple>("3 finite numbers", numbers(3));

/** Names become those of states and parameters, in which a dot begins the next word. */
export const word = must<string>(
  "a name of letters, digits, - and _ that begins with a letter",
  (given) => typeof given === "string" && /^\p{L}[\p{L}\p{N}_-]{0,39}$/u.test(given),
);

export const pair = must<readonly [string, string]>(
  "two names",
  (given) => Array.isArray(given) && given.length === 2 && Array.from(given).every((one) => typeof one === "string"),
);
