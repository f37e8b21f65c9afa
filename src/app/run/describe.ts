import { setUp } from "../../motion/compile/setup.js";
import { formulaOf, gridDeclarations, rangeInWords, type Settings } from "../../motion/problem/parameters.js";
import type { Parameter, Problem } from "../../motion/problem/problem.js";
import { shownGrid } from "./settings.js";

/** A parameter as it is shown: its value now, and the formula that gives it unless it is set. */
export interface Described extends Omit<Parameter, "value"> {
  readonly value: number | string;
  readonly formula?: string;
  readonly range: string;
}

/** All parameters, those of the time grid last, with the values they have under `set`. */
export function describeParameters(problem: Problem, set: Settings): Record<string, Described> {
  const setup = setUp(problem, set);
  const time = setup.parameters[setup.compiled.parameters.indexOf("time")];
  const grid = { ...shownGrid(problem, set, time), ...(setup.tolerance && { "grid.tolerance": setup.tolerance }) };
  const described: Record<string, Described> = {};
  for (const [name, { value: _, ...declared }] of Object.entries(problem.parameters)) {
    const formula = set[name] === undefined ? formulaOf(problem.parameters[name]) : undefined;
    const at = setup.compiled.parameters.indexOf(name);
    const value = at < 0 ? setup.choices[name] : setup.parameters[at];
    described[name] = {
      ...declared,
      value,
      range: rangeInWords({ ...declared, unit: "" }),
      ...(formula !== undefined && { formula }),
    };
  }
  for (const [name, declared] of Object.entries(gridDeclarations(problem))) {
    const value = grid[name as keyof typeof grid];
    if (value === undefined) continue;
    described[name] = {
      ...declared,
      value,
      range: rangeInWords({ ...declared, unit: "" }),
      ...(set[name] === undefined && setup.exact === undefined && gridFormula(name, time !== undefined)),
    };
  }
  return described;
}

/** The formula of a part of the grid, where it was not set. */
function gridFormula(name: string, timed: boolean): { formula?: string } {
  if (name === "grid.end") return { formula: timed ? "time" : "grid.h*grid.steps" };
  return name === "grid.h" && timed ? { formula: "time/grid.steps" } : {};
}

/** A formula as users read it: parameters are named as they set them. */
export const conditionText = (text: string): string => text.replaceAll("parameters.", "");
