import type { Expr } from "../../expr/expr.js";
import { isExpr } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import { type Measure, measureOf, siOf } from "../../motion/fit/columns/units.js";
import { BadInput, type Problem } from "../../motion/problem/problem.js";
import { regionIn } from "../../motion/problem/region.js";

/** Powers of metre, kilogram and second, a number that any unit may have, or undefined where nothing is known. */
type Dimension = readonly [number, number, number] | "any" | undefined;

/** Rounding of a factor that is one. */
const rounding = 1e-9;

/**
 * Refuses units of a problem that somebody wrote: a parameter, a condition or a control in a unit that is none of the SI, because
 * its number would be taken for one that is (5 mph for 5 m/s), and a condition in a unit that its formula cannot have. A
 * unit of one's own passes, and so does a formula of which not everything is known.
 * @throws {BadInput} naming the field, in one sentence.
 */
export function checkUnits(problem: Problem): void {
  const { parameters, boundary = [], inputs = {} } = problem;
  for (const [name, { unit }] of Object.entries(parameters)) requireSi(unit, `parameters.${name}.unit`);
  for (const [name, input] of Object.entries(inputs))
    if (!isExpr(input) && "unit" in input) requireSi(input.unit, `inputs.${name}.unit`);
  const units = unitsOf(problem);
  const known = new Map<Expr, Dimension>();
  boundary.forEach(({ name, unit, residual }, i) => {
    const at = `boundary[${i}]`;
    requireSi(unit, `${at}.unit`);
    const declared = dimensionOf(unit);
    const found = isExpr(residual)
      ? inferred(residual, units, known)
      : "inside" in residual || "outside" in residual
        ? regionIn(residual)?.kind === "turn"
          ? angleOf
          : lengthOf
        : undefined;
    if (declared === undefined || found === undefined || found === "any" || same(declared, found)) return;
    throw new BadInput(
      `${at}.unit`,
      `${at}.unit: the condition ${name} is in ${unit}, and its formula is in ${textOf(found)}.`,
    );
  });
}

const [lengthOf, angleOf] = [[1, 0, 0] as const, [0, 0, 0] as const];

function requireSi(unit: string, at: string): void {
  const measure = measureOf(unit);
  if (typeof measure === "string" || Math.abs(measure.factor - 1) < rounding) return;
  const factor = Number(measure.factor.toPrecision(6));
  throw new BadInput(at, `${at} must be of the SI, it is ${unit}: 1 ${unit} is ${factor} ${siOf(unit)}.`);
}

/** Units of leaves by their names: states at both ends, and parameters. */
function unitsOf({ model, parameters }: Problem): ReadonlyMap<string, string> {
  const units = new Map<string, string>();
  for (const [name, { unit }] of Object.entries(parameters)) units.set(`parameters.${name}`, unit);
  const { state }: Model =
    typeof model === "function" ? model((choice) => String(parameters[choice]?.value ?? "")) : model;
  for (const { name, unit } of state) for (const end of ["first", "last"]) units.set(`${end}.${name}`, unit);
  return units;
}

function dimensionOf(unit: string): Exclude<Dimension, "any"> {
  const measure: Measure | string = measureOf(unit);
  if (typeof measure === "string") return undefined;
  // an angle is a ratio of lengths
  const [m, kg, s] = measure.powers;
  return [m, kg, s];
}

const same = (a: readonly number[], b: readonly number[]): boolean => a.every((power, i) => power === b[i]);

/** The dimension of a formula, as far as its leaves say. */
function inferred(e: Expr, units: ReadonlyMap<string, string>, known: Map<Expr, Dimension>): Dimension {
  if (known.has(e)) return known.get(e);
  const found = dimensionIn(e, (arg) => inferred(arg, units, known), units);
  known.set(e, found);
  return found;
}

function dimensionIn(e: Expr, of: (arg: Expr) => Dimension, units: ReadonlyMap<string, string>): Dimension {
  const { op, args, name } = e;
  switch (op) {
    case "constant":
      return "any";
    case "variable": {
      const unit = units.get(name);
      return unit === undefined ? undefined : dimensionOf(unit);
    }
    case "neg":
    case "abs":
      return of(args[0]);
    case "add":
    case "sub":
    case "min":
    case "max":
    case "norm":
      return common(args.map(of));
    case "mul":
      return product(of(args[0]), of(args[1]), 1, args);
    case "div":
      return product(of(args[0]), of(args[1]), -1, args);
    default:
      return undefined;
  }
}

/** One dimension of all that is known; undefined where they differ, as numbers with a unit of their own make them. */
function common(all: readonly Dimension[]): Dimension {
  const told = all.filter((one) => one !== "any");
  const [first] = told;
  if (told.length === 0) return "any";
  return first !== undefined && told.every((one) => one !== undefined && same(one, first)) ? first : undefined;
}

/** A number that multiplies something may have a unit; one and minus one have none. */
function product(a: Dimension, b: Dimension, sign: 1 | -1, [x, y]: readonly Expr[]): Dimension {
  const isPure = (e: Expr): boolean => e.op === "constant" && Math.abs(e.value) === 1;
  if (a === "any" && isPure(x) && sign === 1) return b;
  if (b === "any" && isPure(y)) return a;
  if (a === undefined || b === undefined || a === "any" || b === "any") return undefined;
  return [a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2]];
}

const textOf = (powers: readonly [number, number, number]): string =>
  ["m", "kg", "s"]
    .flatMap((unit, i) => (powers[i] === 0 ? [] : [powers[i] === 1 ? unit : `${unit}^${powers[i]}`]))
    .join(" ") || "1";
