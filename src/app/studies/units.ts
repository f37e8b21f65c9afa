import type { Problem } from "../../motion/problem/problem.js";

/** Units of parameters and values by their names. */
export function unitsOf({ parameters, values }: Problem): Record<string, string> {
  return Object.fromEntries(
    [...Object.entries(parameters), ...Object.entries(values)].map(([name, { unit }]) => [name, unit]),
  );
}
