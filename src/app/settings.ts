import { resolveGrid } from "../motion/grid.js";
import type { Settings } from "../motion/parameters.js";
import { resolveParameters } from "../motion/parameters.js";
import { BadInput, type Problem } from "../motion/problem.js";

/** `["mass=0.3", …]` as settings; of two settings of one name the later one counts. */
export function parseSettings(texts: readonly string[]): Settings {
  const set: Record<string, number | string> = {};
  for (const text of texts) {
    const equals = text.indexOf("=");
    if (equals < 1) throw new BadInput("--set", `--set takes name=value, not "${text}".`);
    set[text.slice(0, equals).trim()] = numberOrText(text.slice(equals + 1));
  }
  return set;
}

// what is no finite number stays as the user wrote it, so that a refusal can quote it
function numberOrText(text: string): number | string {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}

/** Whether everything has its declared value: settings that repeat the default change nothing. */
export function isDefault(problem: Problem, set: Settings): boolean {
  const declared = resolveParameters(problem, {});
  const used = resolveParameters(problem, set);
  const grid = resolveGrid(problem.grid, gridNumbers(set), used.numbers.time);
  const grids = resolveGrid(problem.grid, {}, declared.numbers.time);
  return (
    Object.entries(declared.numbers).every(([name, value]) => used.numbers[name] === value) &&
    Object.entries(declared.choices).every(([name, value]) => used.choices[name] === value) &&
    grid.steps === grids.steps &&
    grid.h === grids.h &&
    (set["grid.tolerance"] === undefined || Number(set["grid.tolerance"]) === problem.grid.refine?.tolerance)
  );
}

/** The settings of the time grid, as numbers. */
export function gridNumbers(set: Settings): Record<string, number> {
  return Object.fromEntries(
    Object.entries(set)
      .filter(([name]) => name.startsWith("grid."))
      .map(([name, value]) => [name, Number(value)]),
  );
}
