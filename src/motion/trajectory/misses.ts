import type { Stepwise } from "../../algebra/stepwise.js";
import type { Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { momentOf } from "../problem/condition.js";
import { type Sight, sightsOf, timeOf } from "./sights.js";

/** How a condition came out: by how much it is missed [own unit], where that is more than what it may be, and when. */
export interface ConditionMiss {
  readonly name: string;
  readonly unit: string;
  /** Distance of its number from the set in which it must lie, signed below and above zero; 0 inside. */
  readonly miss: number;
  /** The most that may be missed: its tolerance, or what rounding leaves. */
  readonly tolerance: number;
  /** When it was looked at [s]: the end, its time, the time found, or the worst of all times. */
  readonly t: number;
  /** The name of the time that was found. */
  readonly time?: string;
  /** True where the event in which it is to be looked at never happens: then it is missed, by how far that is away too. */
  readonly isNever?: true;
}

/** A condition without a tolerance is met where it is missed by no more than this [own unit]. */
export const exactly = 1e-9;

/** True of a condition that is met. */
export const isMet = ({ miss, tolerance }: ConditionMiss): boolean => Math.abs(miss) <= tolerance;

/** "end.x by 0.120 m" */
export const missInWords = ({ name, unit, miss, isNever }: Omit<ConditionMiss, "tolerance" | "t">): string =>
  isNever ? `${name}, since that never happens` : `${name} by ${miss.toPrecision(3)}${unit === "1" ? "" : ` ${unit}`}`;

/** How every condition came out on a finished motion. */
export function* missesOf(setup: Setup, parameters: Float64Array, path: Path): Stepwise<ConditionMiss[]> {
  return missesIn(setup, yield* sightsOf(setup, parameters, path));
}

/** The same of sights; the worst of a condition stands for it. */
export function missesIn(setup: Setup, sights: readonly Sight[]): ConditionMiss[] {
  const { boundary, conditions } = setup.compiled;
  return boundary.flatMap((condition, i) => {
    const all = sights.filter(({ row }) => conditions[row].condition === i);
    // what is preferred is not missed
    const never = all.find(({ row, value }) => conditions[row].isEvent === true && !(value <= 0));
    if (never === undefined && all.some(({ row }) => conditions[row].must === "be-least")) return [];
    const own = all.filter(({ row }) => conditions[row].isEvent !== true);
    const found = own.reduce<{ miss: number; at: Sight | undefined }>(
      (worst, sight) => {
        const miss = missAt(setup, sight);
        // no number is worse than any
        return worst.at === undefined || !(Math.abs(miss) <= Math.abs(worst.miss)) ? { miss, at: sight } : worst;
      },
      { miss: Number.NaN, at: undefined },
    );
    const { name, unit, tolerance = exactly } = condition;
    const { kind, label } = momentOf(condition);
    const t = found.at === undefined ? Number.NaN : timeOf(setup, found.at);
    const time = (kind === "sometime" || kind === "event") && label !== "" ? { time: label } : {};
    if (never === undefined) return { name, unit, miss: found.miss, tolerance, t, ...time };
    // more than may be missed, whatever it is then
    const miss = Math.max(Math.abs(found.miss), tolerance) + never.value;
    return { name, unit, miss, tolerance, t, ...time, isNever: true };
  });
}

/** The distance of a row from its set. */
const missAt = ({ compiled }: Setup, { row, value }: Sight): number => {
  const { must } = compiled.conditions[row];
  return must === "be-zero" ? value : must === "be-least" || value <= 0 ? 0 : value;
};
