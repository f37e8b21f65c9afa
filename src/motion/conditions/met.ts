import { type Setup, withSteps } from "../compile/setup.js";
import { type ConditionMiss, exactly, isMet, missesIn } from "../trajectory/misses.js";
import type { Goal } from "./goal.js";
import type { Ended } from "./least.js";

/** An answer: the freed values, and what is known of them. */
export interface Met {
  readonly ended: Ended;
  /** True where only the least change from the guess decides between motions that are as good. */
  readonly isNearest: boolean;
  /** The squares that were lowered, where nothing else must hold. */
  readonly goal?: Goal;
  /** The preferred number, and whether its search came to its end, where something is preferred among others. */
  readonly preferred?: { readonly value: number; readonly isLeast: boolean };
}

/** How every condition came out. */
export const missesOf = (setup: Setup, { ended }: Met): ConditionMiss[] =>
  missesIn(withSteps(setup, ended.at.look.steps), ended.at.look.sights);

/** True of an answer that meets all conditions. */
export const isGood = (setup: Setup, met: Met | undefined): boolean =>
  met !== undefined && missesOf(setup, met).every(isMet);

/** True of an answer that is closer: by what must hold exactly, and where that is as good by the others. */
export function isCloser(setup: Setup, a: Met, b: Met): boolean {
  const sums = [a, b].map((met) => {
    const misses = missesOf(setup, met);
    const sum = (of: readonly ConditionMiss[]): number =>
      of.filter((one) => !isMet(one)).reduce((all, one) => all + over(one) ** 2, 0);
    return [sum(misses.filter(isExact)), sum(misses.filter((one) => !isExact(one)))];
  });
  const exact = sums.map(([one]) => one);
  return isBelow(exact[0], exact[1]) || (!isBelow(exact[1], exact[0]) && isBelow(sums[0][1], sums[1][1]));
}

/** True of a number that is lower by more than rounding: of two that are as good the first stays, which is that of the guess. */
const isBelow = (a: number, b: number): boolean => a < b * (1 - exactly);

const isExact = ({ tolerance }: ConditionMiss): boolean => tolerance === exactly;

/** Misses over what may be missed, a miss that may not be over one unit. */
const over = ({ miss, tolerance }: ConditionMiss): number => Math.abs(miss) / (tolerance === exactly ? 1 : tolerance);

/** The largest miss first. */
export const byMiss = (a: ConditionMiss, b: ConditionMiss): number => over(b) - over(a);
