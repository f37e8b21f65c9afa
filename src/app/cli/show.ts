import pc from "picocolors";
import { type Expr, format, isExpr } from "../../expr/expr.js";
import type { Settings } from "../../motion/problem/parameters.js";
import type { Problem, Value } from "../../motion/problem/problem.js";
import { readable, unitText } from "../motion-view/numbers.js";
import { conditionsInWords, conditionText, describeParameters } from "../run/describe.js";
import { findProblem } from "../run/find.js";
import type { Io } from "./io.js";
import { parseSettings } from "./settings.js";
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

type Description = ReturnType<typeof describe>;

function describe(problem: Problem, set: Settings) {
  return {
    problem: problem.name,
    title: problem.title,
    parameters: describeParameters(problem, set),
    boundary: conditionsInWords(problem).map(({ name, unit, residual, frees, text }) => ({
      name,
      unit,
      residual,
      frees: frees.length === 1 ? frees[0] : frees,
      ...(text !== `${residual} = 0` && { holds: text }),
    })),
    ...describeControls(problem),
    values: Object.fromEntries(Object.entries(problem.values).map(([name, value]) => [name, describeValue(value)])),
  };
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
  return { unit, meaning, of: isExpr(of) ? conditionText(format(of)) : wholeText(of) };
}

const wholeText = (of: Exclude<Value["of"], Expr>): string =>
  "timeOf" in of ? `time of ${of.timeOf}` : `${of.reduce} of ${of.column}`;

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
    const rows = boundary.map(({ name, residual, unit, frees, holds = `${residual} = 0` }) => [
      name,
      holds,
      unitText(unit),
      frees.length === 0 ? "frees nothing" : `frees ${[frees].flat().join(", ")}`,
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
