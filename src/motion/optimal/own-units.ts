import { log2 } from "../../algebra/elementary/elementary.js";
import type { Mpcc } from "../../solve/mpcc/problem.js";
import { inUnits, type Units, unitsOf } from "../../solve/mpcc/units.js";
import { isUnusual } from "../compile/lightness.js";
import type { Level } from "./space.js";

/** Between these [kg, kg m] newtons and joules are units for the lightest body. */
const usually = [1e-3, 10] as const;
/** Lengths and durations within this factor of one are near enough to metres and seconds. */
const near = 4;

/**
 * The program of a level, in units of its own where bodies are so light or heavy that newtons and joules are none, or where
 * the level has units of the motion.
 */
export function programOf(
  { program: { program, unitOf }, setup, own }: Level,
  start: Float64Array,
): { program: Mpcc; units?: Units } {
  if (own === undefined && !isUnusual(setup, usually)) return { program };
  const of = (unknown: number): number => {
    const unit = unitOf(unknown);
    return unit === undefined ? 0 : (own?.(unit) ?? 1);
  };
  const units = unitsOf(program, { of, always: own !== undefined }, start.slice(0, program.lower.length));
  return units === undefined ? { program } : { program: inUnits(program, units), units };
}

/** Powers of two near how far some motions go and how long they last, by unit; undefined where metres and seconds are near those. */
export function ownUnits(
  { program: { unitOf }, setup }: Level,
  motions: readonly Float64Array[],
): ((unit: string) => number) | undefined {
  const T = setup.steps.t[setup.steps.h.length];
  let L = 0;
  for (const z of motions)
    z.forEach((x, i) => {
      if (Number.isFinite(x) && unitOf(i) === "m") L = Math.max(L, Math.abs(x));
    });
  if (!(L > 0)) L = 1;
  const isNear = (x: number): boolean => x <= near && x >= 1 / near;
  if (isNear(L) && isNear(T)) return undefined;
  const units: Readonly<Record<string, number>> = { m: L, s: T, "m/s": L / T, "rad/s": 1 / T };
  return (unit) => 2 ** Math.round(log2(Object.hasOwn(units, unit) ? units[unit] : 1));
}
