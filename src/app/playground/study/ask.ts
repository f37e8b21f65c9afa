import type { Settings } from "../../../motion/problem/parameters.js";
import type { StudyQuestion } from "../../../motion/study/study.js";
import { brief } from "../../motion-view/numbers.js";
import type { Verb } from "../../run/choice.js";
import type { ParameterInfo, ProblemInfo } from "../messages.js";
import { clamp, type Ends, short } from "../settings.js";

/** Items that a page computes at most: more are for the command line, which keeps what is done. */
export const mostItems = 500;
/** Values of an axis that are proposed: of one alone, and of two together. */
const ofOne = 25;
export const ofTwo = 13;

/** A value that varies evenly, ends included. */
export interface Axis {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The number that a motion must have to be as asked, and its bounds; one that is left out is none. */
export interface Bounds {
  readonly of: string;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** A small study as somebody chose it in the page. */
export interface Chosen {
  readonly axes: readonly Axis[];
  readonly bounds?: Bounds;
}

/** Values that can vary: numbers that the verb does not find by itself, and not the time grid. */
export function variables({ parameters, conditions, varies }: ProblemInfo, verb: Verb): ParameterInfo[] {
  const found = verb === "solve" ? conditions.flatMap(({ frees }) => frees) : verb === "design" ? varies : [];
  return parameters.filter(
    ({ name, choices }) => choices === undefined && !found.includes(name) && !name.startsWith("grid."),
  );
}

/** Numbers that bounds can be about: values, and what conditions find. */
export function numbersOf({ values, conditions }: ProblemInfo, verb: Verb): string[] {
  const found = verb === "solve" ? conditions.flatMap(({ frees }) => frees) : [];
  return [...new Set([...Object.keys(values), ...found])];
}

/** An axis about the value that is set: the middle quarter of its slider, within what is declared. */
export function axisAbout(parameter: ParameterInfo, value: number, { min, max }: Ends, isSecond: boolean): Axis {
  const reach = (max - min) / 8;
  const middle = Math.min(max - reach, Math.max(min + reach, value));
  const [from, to] = [middle - reach, middle + reach].map((x) => clamp(parameter, short(x)));
  return { name: parameter.name, from, to, count: isSecond ? ofTwo : ofOne };
}

/** Items of all axes together. */
export const itemsOf = (axes: readonly Axis[]): number => axes.reduce((all, { count }) => all * count, 1);

/** The reason for which a choice cannot be computed in the page, in one sentence; undefined where it can. */
export function faultOf({ axes, bounds }: Chosen): string | undefined {
  const [first, second] = axes;
  if (second !== undefined && first.name === second.name) return `${first.name} is varied twice: choose another value.`;
  for (const { name, from, to, count } of axes) {
    if (!Number.isFinite(from) || !Number.isFinite(to)) return `${name} needs a number at both ends.`;
    if (!(from < to)) return `${name} goes from ${brief(from)} to ${brief(to)}: the smaller number comes first.`;
    if (!Number.isInteger(count) || count < 2) return `${name} takes a whole number of values from 2.`;
  }
  const items = itemsOf(axes);
  if (items > mostItems)
    return `These are ${items} motions, and a page computes at most ${mostItems}: take fewer values, or bankshot sweep.`;
  if (bounds === undefined) return undefined;
  const { of, from, to } = bounds;
  if (from === undefined && to === undefined) return `Say between which bounds ${of} is as asked.`;
  if (from !== undefined && to !== undefined && from > to)
    return `${of} is asked from ${brief(from)} to ${brief(to)}: the smaller number comes first.`;
  return undefined;
}

/** The question of a study: what varies is not set besides. */
export function questionOf(verb: Verb, set: Settings, { axes, bounds }: Chosen): StudyQuestion {
  const over = Object.fromEntries(axes.map(({ name, from, to, count }) => [name, { from, to, count }]));
  const kept = Object.entries(set).filter(([name]) => !Object.hasOwn(over, name));
  const where = bounds === undefined ? [] : [`${bounds.of} in ${bounds.from ?? ""}..${bounds.to ?? ""}`];
  return { verb, set: Object.fromEntries(kept) as StudyQuestion["set"] & object, over, where };
}
