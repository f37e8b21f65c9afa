import { closest } from "../../algebra/closest.js";
import { inWords, unknownName } from "../../checks/words.js";
import { type Expr, evaluate, format, isExpr, leaves } from "../../expr/expr.js";
import { declaredMethod, gridMethods, gridParameters, methodParameters, refineParameters } from "./grid.js";
import { BadInput, type Parameter, type Problem } from "./problem.js";

/** Values that a user sets: numbers, or text for a parameter with choices. */
export type Settings = Readonly<Record<string, number | string>>;

/** Every parameter's value: numbers, and the choices among forms of the model. */
export interface ParameterValues {
  readonly numbers: Readonly<Record<string, number>>;
  readonly choices: Readonly<Record<string, string>>;
}

/** The allowed range in words, such as "above 0 m" or "from 0 to 20 m/s". */
export function rangeInWords({ min, max, above, choices, unit }: Omit<Parameter, "value">): string {
  if (choices !== undefined) return `one of ${choices.join(", ")}`;
  const lower = above !== undefined ? `above ${above}` : min !== undefined ? `from ${min}` : "";
  const upper =
    max === undefined ? "" : above !== undefined ? ` and up to ${max}` : ` ${lower === "" ? "up " : ""}to ${max}`;
  const range = (lower + upper).trim();
  if (range === "") return "any number";
  return unit === "" || unit === "1" ? range : `${range} ${unit}`;
}

/**
 * Values of all parameters: what is set, and defaults whose formulas follow what is set.
 * @throws {BadInput} for an unknown name, a value that is not finite or out of range, or formulas that go in a circle.
 */
export function resolveParameters(problem: Problem, set: Settings): ParameterValues {
  const names = Object.keys(problem.parameters);
  const grid = gridDeclarations(problem);
  const numbers: Record<string, number> = {};
  const choices: Record<string, string> = {};
  for (const name of Object.keys(set))
    if (!Object.hasOwn(problem.parameters, name) && !Object.hasOwn(grid, name))
      throw new BadInput(name, unknownName("parameter", name, [...names, ...Object.keys(grid)]));
  const open = new Set<string>();
  const resolve = (name: string): number => {
    if (numbers[name] !== undefined) return numbers[name];
    if (!Object.hasOwn(problem.parameters, name)) throw new BadInput(name, unknownName("parameter", name, names));
    const declared = problem.parameters[name];
    if (open.has(name)) throw new BadInput(name, `The formula of parameter ${name} refers to itself.`);
    open.add(name);
    // null is no number: only what is left out takes its default
    const value = set[name] === undefined ? declared.value : set[name];
    const given = isExpr(value) ? evaluate(value, (leaf) => resolve(parameterOf(leaf))) : value;
    open.delete(name);
    const formula = isExpr(value) ? formulaOf(declared) : undefined;
    numbers[name] = checkNumber(name, given, declared, formula === undefined ? name : `${name} = ${formula}`);
    return numbers[name];
  };
  for (const [name, declared] of Object.entries(problem.parameters)) {
    if (declared.choices === undefined) resolve(name);
    else choices[name] = checkChoice(name, String(set[name] ?? declared.value), declared.choices);
  }
  return { numbers, choices };
}

/** Settings of the grid of a problem. */
export function gridDeclarations({ grid }: Problem): Readonly<Record<string, Omit<Parameter, "value">>> {
  return { ...gridParameters, ...(grid.refine && refineParameters), ...methodParameters };
}

/** The settings of the grid, as numbers in their ranges. */
export function gridSettings(problem: Problem, set: Settings): Record<string, number> {
  const declared = gridDeclarations(problem);
  const names = Object.keys(declared).filter((name) => set[name] !== undefined && name !== "grid.method");
  const { accuracy } = problem.grid;
  return {
    ...(accuracy !== undefined && { "grid.accuracy": accuracy }),
    ...Object.fromEntries(names.map((name) => [name, checkNumber(name, set[name], declared[name])])),
  };
}

/** The method that is set, else that of the problem's grid. */
export function gridMethod({ grid }: Problem, set: Settings): string {
  return checkChoice("grid.method", String(set["grid.method"] ?? declaredMethod(grid)), gridMethods);
}

/** "parameters.mass" → "mass". */
function parameterOf(leaf: string): string {
  if (!leaf.startsWith("parameters."))
    throw new BadInput(leaf, `A default formula may use parameters only, not ${leaf}.`);
  return leaf.slice("parameters.".length);
}

/**
 * The number that a setting means, within its declared range; `shown` is how a refusal names it.
 * @throws {BadInput} for anything else.
 */
export function checkNumber(
  name: string,
  given: unknown,
  declared: Omit<Parameter, "value">,
  shown: string = name,
): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, above = Number.NEGATIVE_INFINITY } = declared;
  const blank = typeof given === "string" && given.trim() === "";
  const value = (typeof given === "number" || typeof given === "string") && !blank ? Number(given) : Number.NaN;
  if (!Number.isFinite(value))
    throw new BadInput(name, `${shown} must be a finite number (${rangeInWords(declared)}), it is ${inWords(given)}.`);
  if (value < min || value > max || value <= above)
    throw new BadInput(name, `${shown} must be ${rangeInWords(declared)}, it is ${value}.`);
  return value;
}

function checkChoice(name: string, value: string, choices: readonly string[]): string {
  if (!choices.includes(value))
    throw new BadInput(name, `${name} must be one of ${choices.join(", ")}; did you mean ${closest(value, choices)}?`);
  return value;
}

/** The default formula of a parameter in words people read, or undefined where the default is a plain value. */
export function formulaOf(parameter: Parameter): string | undefined {
  return isExpr(parameter.value) && parameter.value.op !== "constant"
    ? format(parameter.value).replaceAll("parameters.", "")
    : undefined;
}

/** Formulas of parameters that were not set and depend on any of `roots`, to be substituted where those vary. */
export function dependentFormulas(problem: Problem, set: Settings, roots: readonly string[]): Map<string, Expr> {
  const varying = new Set(roots);
  const found = new Map<string, Expr>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const [name, { value }] of Object.entries(problem.parameters)) {
      if (varying.has(name) || set[name] !== undefined || !isExpr(value)) continue;
      if (!leaves([value]).some((leaf) => varying.has(leaf.name.slice("parameters.".length)))) continue;
      varying.add(name);
      found.set(name, value);
      grew = true;
    }
  }
  return found;
}
