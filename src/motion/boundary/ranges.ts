import type { Setup } from "../compile/setup.js";

/** Puts a value of freed parameter j into its declared range. */
export type Limit = (value: number, j: number) => number;

interface FreedRange {
  readonly name: string;
  readonly unit: string;
  readonly index: number;
  readonly min: number;
  readonly max: number;
}

/** Name, unit, place and declared range of every freed parameter; an end that is not declared is infinite. */
export function rangesOf({ compiled }: Setup): FreedRange[] {
  return compiled.freed.map((index) => {
    const name = compiled.parameters[index];
    const { unit, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = compiled.problem.parameters[name];
    return { name, unit, index, min, max };
  });
}

/** The declared ranges of the freed parameters. */
export function limits(setup: Setup): Limit {
  const ranges = rangesOf(setup);
  return (value, j) => Math.min(ranges[j].max, Math.max(ranges[j].min, value));
}

/** "launch.vx = 20" for every freed parameter that stands at the end of its range. */
export function atRangeEnds(setup: Setup, parameters: Float64Array): string[] {
  return rangesOf(setup).flatMap(({ name, index, min, max }) => {
    const x = parameters[index];
    // a search may end some roundings inside
    const end = [min, max].find((end) => Math.abs(x - end) <= 1e-12 * (1 + Math.abs(x)));
    return end === undefined ? [] : [`${name} = ${end}`];
  });
}

/** "launch.vx is 50.5 m/s, outside its range from -20 to 20" for the first that leaves its range. */
export function outOfRange(setup: Setup, parameters: Float64Array): string | undefined {
  const out = rangesOf(setup).find(({ index, min, max }) => parameters[index] < min || parameters[index] > max);
  return out === undefined
    ? undefined
    : `${out.name} is ${parameters[out.index].toPrecision(6)} ${out.unit}, outside its range from ${out.min} to ${out.max}`;
}
