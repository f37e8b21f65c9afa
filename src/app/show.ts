import pc from "picocolors";
import { format, isExpr } from "../expr/expr.js";
import { bind } from "../motion/bind.js";
import { resolveGrid } from "../motion/grid.js";
import { formulaOf, gridDeclarations, rangeInWords, type Settings } from "../motion/parameters.js";
import type { Parameter, Problem, Value } from "../motion/problem.js";
import { findProblem } from "./find.js";
import type { Io } from "./io.js";
import { readable, unitText } from "./numbers.js";
import { gridNumbers, parseSettings } from "./settings.js";
import { plainTable } from "./table.js";

/** Prints what a problem declares: parameters with their values and formulas, boundary conditions and values. */
export async function show(
  reference: string,
  options: { set: readonly string[]; json?: boolean },
  io: Io,
): Promise<number> {
  const { problem, saved } = await findProblem(reference, io.cwd);
  const described = describe(problem, { ...saved?.set, ...parseSettings(options.set) });
  io.out(options.json ? `${JSON.stringify(described)}\n` : inWords(described, io.colours));
  return 0;
}

/** A parameter as it is shown: its value now, and the formula that gives it unless it is set. */
export interface Described extends Omit<Parameter, "value"> {
  readonly value: number | string;
  readonly formula?: string;
  readonly range: string;
}

type Description = ReturnType<typeof describe>;

function describe(problem: Problem, set: Settings) {
  return {
    problem: problem.name,
    title: problem.title,
    parameters: describeParameters(problem, set),
    boundary: (problem.boundary ?? []).map(({ name, unit, residual, frees }) => ({
      name,
      unit,
      residual: conditionText(format(residual)),
      frees,
    })),
    ...describeControls(problem),
    values: Object.fromEntries(Object.entries(problem.values).map(([name, value]) => [name, describeValue(value)])),
  };
}

/** All parameters, those of the time grid last, with the values they have under `set`. */
export function describeParameters(problem: Problem, set: Settings): Record<string, Described> {
  const bound = bind(problem, set);
  const time = bound.parameters[bound.compiled.parameters.indexOf("time")];
  const grid = resolveGrid(problem.grid, gridNumbers(set), time);
  const described: Record<string, Described> = {};
  for (const [name, { value: _, ...declared }] of Object.entries(problem.parameters)) {
    const formula = set[name] === undefined ? formulaOf(problem.parameters[name]!) : undefined;
    const at = bound.compiled.parameters.indexOf(name);
    const value = at < 0 ? bound.choices[name]! : bound.parameters[at]!;
    described[name] = {
      ...declared,
      value,
      range: rangeInWords({ ...declared, unit: "" }),
      ...(formula !== undefined && { formula }),
    };
  }
  for (const [name, declared] of Object.entries(gridDeclarations(problem)))
    described[name] = {
      ...declared,
      value: name === "grid.tolerance" ? bound.tolerance! : grid[name.slice("grid.".length) as keyof typeof grid],
      range: rangeInWords({ ...declared, unit: "" }),
      ...(set[name] === undefined && gridFormula(name, time !== undefined)),
    };
  return described;
}

/** What a part of the grid follows from, where it was not set. */
function gridFormula(name: string, timed: boolean): { formula?: string } {
  if (name === "grid.end") return { formula: timed ? "time" : "grid.h*grid.steps" };
  return name === "grid.h" && timed ? { formula: "time/grid.steps" } : {};
}

/** Inputs that the solver chooses, with their bounds as formulas. */
function describeControls({ inputs = {} }: Problem): { controls?: Record<string, Record<string, string>> } {
  const controls = Object.entries(inputs).flatMap(([name, given]) => {
    if (isExpr(given)) return [];
    const { unit, meaning, min, max, rate } = given;
    const bounds = Object.entries({ min, max, rate }).flatMap(([bound, x]) =>
      x === undefined ? [] : [[bound, isExpr(x) ? conditionText(format(x)) : String(x)]],
    );
    return [[name, { unit, meaning, ...Object.fromEntries(bounds) }] as const];
  });
  return controls.length === 0 ? {} : { controls: Object.fromEntries(controls) };
}

function describeValue({ unit, meaning, of }: Value) {
  return { unit, meaning, of: isExpr(of) ? conditionText(format(of)) : `${of.reduce} of ${of.column}` };
}

// parameters are named as users set them
const conditionText = (text: string): string => text.replaceAll("parameters.", "");

function inWords({ problem, title, parameters, boundary, controls, values }: Description, colours: boolean): string {
  const { bold, dim } = pc.createColors(colours);
  const parameterRows = Object.entries(parameters).map(([name, { value, formula, unit, range, meaning }]) => [
    name,
    readable(value) + (formula === undefined ? "" : dim(` = ${formula}`)),
    unitText(unit),
    dim(range),
    meaning,
  ]);
  const valueRows = Object.entries(values).map(([name, { unit, meaning }]) => [name, unitText(unit), meaning]);
  const parts = [`${bold(problem)}  ${title}`, "", bold("Parameters"), plainTable(parameterRows)];
  if (boundary.length > 0) {
    const rows = boundary.map(({ name, residual, unit, frees }) => [
      name,
      `${residual} = 0`,
      unitText(unit),
      `frees ${frees}`,
    ]);
    parts.push("", bold("Boundary conditions"), plainTable(rows));
  }
  if (controls !== undefined) {
    const rows = Object.entries(controls).map(([name, { unit = "", meaning = "", min = "", max = "", rate }]) => [
      name,
      unitText(unit),
      dim(`${min} to ${max}${rate === undefined ? "" : `, rate ${rate}`}`),
      meaning,
    ]);
    parts.push("", bold("Controls"), plainTable(rows));
  }
  parts.push("", bold("Values"), plainTable(valueRows), "");
  return parts.join("\n");
}
