import { format, isExpr, type Scalar } from "../../expr/expr.js";
import { setUp } from "../../motion/compile/setup.js";
import { isPreference, momentOf, restOf } from "../../motion/problem/condition.js";
import { formulaOf, gridDeclarations, rangeInWords, type Settings } from "../../motion/problem/parameters.js";
import type { Parameter, Problem } from "../../motion/problem/problem.js";
import type { Region, RegionOfPoint } from "../../motion/problem/region.js";
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

/** A condition as people read it: its number, what must hold of it and when, and the parameters that it frees. */
export interface ConditionWords {
  readonly name: string;
  readonly unit: string;
  readonly residual: string;
  readonly text: string;
  readonly frees: readonly string[];
}

const number = (x: Scalar): string => conditionText(isExpr(x) ? format(x) : String(x));
const point = (xs: readonly Scalar[]): string => `(${xs.map(number).join(", ")})`;

/** The conditions of a problem in words: `last.ball.x - target.x = 0`, `ball inside ball … at some time (holed)`. */
export function conditionsInWords({ boundary = [] }: Problem): ConditionWords[] {
  return boundary.map((condition) => {
    const { name, unit, residual, within, frees = [], tolerance } = condition;
    if (isPreference(residual)) {
      const [of, way] = "least" in residual ? [residual.least, "small"] : [residual.most, "large"];
      const subject = conditionText(format(of));
      const text = `${subject} as ${way} as can be${whenText(condition)}`;
      return { name, unit, residual: subject, text, frees: [frees].flat() };
    }
    const subject = isExpr(residual) ? conditionText(format(residual)) : pointText(residual);
    const { from, to } = within ?? {};
    const banded = `${from === undefined ? "" : `${number(from)} ≤ `}${isExpr(residual) ? subject : `distance, ${subject},`}${to === undefined ? "" : ` ≤ ${number(to)}`}`;
    const holds = within !== undefined ? banded : isExpr(residual) ? `${subject} = 0` : subject;
    const near = tolerance === undefined ? "" : `, to ± ${tolerance} ${unit}`;
    return { name, unit, residual: subject, text: `${holds}${whenText(condition)}${near}`, frees: [frees].flat() };
  });
}

type Condition = NonNullable<Problem["boundary"]>[number];

function pointText({ body, point: p, inside, outside }: RegionOfPoint): string {
  const of = p === undefined ? body : `point ${point(p)} of ${body}`;
  return outside === undefined
    ? `${of} inside ${inside ? regionText(inside) : ""}`
    : `${of} outside ${regionText(outside)}`;
}

function regionText(region: Region): string {
  if (region.kind === "ball") return `the ball about ${point(region.centre)} of radius ${number(region.radius)}`;
  if (region.kind === "box") return `the box about ${point(region.centre)} of half-lengths ${point(region.half)}`;
  if (region.kind === "polygon") return `the polygon ${region.vertices.map(point).join(" ")}`;
  if (region.kind === "turn") return turnText(region);
  if (region.kind === "pose") return `${regionText(region.place)} and ${turnText(region.turn)}`;
  return `the half-space ${point(region.normal)}·x ≤ ${number(region.offset)}`;
}

type Rest = Extract<Exclude<Condition["when"], string | undefined>, { rests: unknown }>;

function restText(when: Rest): string {
  const { speed, spin, lasts } = restOf(when);
  const names = [when.rests].flat();
  return `${names.join(" and ")} ${names.length > 1 ? "rest" : "rests"} (below ${speed} m/s and ${spin} rad/s for ${lasts} s)`;
}

const turnText = ({ to, by }: Extract<Region, { kind: "pose" }>["turn"]): string =>
  `all turns by at most ${number(by)} rad from ${typeof to === "object" && "every" in to ? point(to) : number(to)}`;

function whenText(condition: Condition): string {
  const { kind, label, from, to } = momentOf(condition);
  if (kind === "end") return "";
  if (kind === "at") return ` at ${number(from)} s`;
  const begin = isExpr(from) || Number.isFinite(from) ? ` from ${number(from)} s` : "";
  const end = isExpr(to) || Number.isFinite(to) ? ` until ${number(to)} s` : "";
  const { when } = condition;
  if (kind === "event" && typeof when === "object") {
    const named = label === "" ? "" : ` (${label})`;
    const what =
      "touch" in when
        ? `${when.touch.join(" and ")} touch`
        : "rests" in when
          ? restText(when)
          : "leaves" in when
            ? `${pointText(when.leaves)} holds no longer`
            : "reaches" in when
              ? `${conditionText(format(when.reaches))} reaches 0`
              : "";
    return ` when first ${what}${named}${begin}${end}`;
  }
  return `${kind === "always" ? " always" : ` at some time (${label})`}${begin}${end}`;
}
