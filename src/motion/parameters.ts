import { closest } from "fastest-levenshtein";
import { type Expr, evaluate, format, isExpr, leaves } from "../expr/expr.js";
import { gridParameters } from "./grid.js";
import { BadInput, type Parameter, type Problem } from "./problem.js";

/** What a user sets: numbers, or text for a parameter with choices. */
export type Settings = Readonly<Record<string, number | string>>;

/** Every parameter's value: numbers, and the choices among forms of the model. */
export interface ParameterValues {
  readonly numbers: Readonly<Record<string, number>>;
  readonly choices: Readonly<Record<string, string>>;
}

/** "unknown parameter …" with the nearest name there is. */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const hint = known.length > 0 ? `; did you mean ${closest(name, known as string[])}?` : ".";
  return `There is no ${kind} "${name}"${hint}`;
}

/** The allowed range in words, such as "above 0" or "from 0 to 20". */
export function rangeInWords({ min, max, above, choices }: Omit<Parameter, "value">): string {
  if (choices !== undefined) return `one of ${choices.join(", ")}`;
  const lower = above !== undefined ? `above ${above}` : min !== undefined ? `from ${min}` : "";
  const upper =
    max === undefined ? "" : lower === "" ? `up to ${max}` : `${above !== undefined ? " and up" : ""} to ${max}`;
  return lower + upper || "any number";
}

/**
 * Values of all parameters: what is set, and defaults whose formulas follow what is set.
 * @throws {BadInput} for an unknown name, a value that is not finite or out of range, or formulas that go in a circle.
 */
export function resolveParameters(problem: Problem, set: Settings): ParameterValues {
  const names = Object.keys(problem.parameters);
  const numbers: Record<string, number> = {};
  const choices: Record<string, string> = {};
  for (const name of Object.keys(set))
    if (problem.parameters[name] === undefined && gridParameters[name] === undefined)
      throw new BadInput(name, unknownName("parameter", name, [...names, ...Object.keys(gridParameters)]));
  const open = new Set<string>();
  const resolve = (name: string): number => {
    if (numbers[name] !== undefined) return numbers[name];
    const declared = problem.parameters[name];
    if (declared === undefined) throw new BadInput(name, unknownName("parameter", name, names));
    if (open.has(name)) throw new BadInput(name, `The formula of parameter ${name} refers to itself.`);
    open.add(name);
    const value = set[name] ?? declared.value;
    const result = isExpr(value) ? evaluate(value, (leaf) => resolve(parameterOf(leaf))) : Number(value);
    open.delete(name);
    checkNumber(name, result, declared, typeof value === "string" ? value : undefined);
    numbers[name] = result;
    return result;
  };
  for (const [name, declared] of Object.entries(problem.parameters)) {
    if (declared.choices === undefined) resolve(name);
    else choices[name] = checkChoice(name, String(set[name] ?? declared.value), declared.choices);
  }
  return { numbers, choices };
}

/** "parameters.mass" → "mass". */
function parameterOf(leaf: string): string {
  if (!leaf.startsWith("parameters."))
    throw new BadInput(leaf, `A default formula may use parameters only, not ${leaf}.`);
  return leaf.slice("parameters.".length);
}

/** Refuses numbers that are not finite or out of the declared range. */
export function checkNumber(name: string, value: number, declared: Omit<Parameter, "value">, text?: string): void {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, above = Number.NEGATIVE_INFINITY } = declared;
  const given = text === undefined ? String(value) : text;
  if (!Number.isFinite(value) || text?.trim() === "")
    throw new BadInput(name, `${name} must be a finite number (${rangeInWords(declared)}), it is ${given || "empty"}.`);
  if (value < min || value > max || value <= above)
    throw new BadInput(name, `${name} must be ${rangeInWords(declared)} ${declared.unit}, it is ${given}.`);
}

function checkChoice(name: string, value: string, choices: readonly string[]): string {
  if (!choices.includes(value))
    throw new BadInput(
      name,
      `${name} must be one of ${choices.join(", ")}; did you mean ${closest(value, choices as string[])}?`,
    );
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
