import type { Motion } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";

/** Motions over less than this [m, m/s] are those of small things: a millimetre is no rounding of theirs. */
const small = 0.1;

/**
 * The part of the scales of lengths and of speeds by which errors of a motion are told: one where its widest coordinate goes
 * a tenth of a metre or more, and its largest speed is a tenth of a metre per second; less of what is smaller, in proportion.
 */
export function smallness({ compiled: { model, kernels }, steps }: Setup, { path }: Motion): (unit: string) => number {
  const { states } = kernels.layout;
  const points = steps.h.length + 1;
  const range = (i: number): number => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = 0; k < points; k++) {
      low = Math.min(low, path.states[k * states + i]);
      high = Math.max(high, path.states[k * states + i]);
    }
    return high - low;
  };
  const size = (i: number): number => {
    let most = 0;
    for (let k = 0; k < points; k++) most = Math.max(most, Math.abs(path.states[k * states + i]));
    return most;
  };
  // a coordinate of something far away goes no farther for that
  const widest = { m: 0, "m/s": 0 };
  model.state.forEach(({ unit }, i) => {
    if (unit === "m") widest.m = Math.max(widest.m, range(i));
    if (unit === "m/s") widest["m/s"] = Math.max(widest["m/s"], size(i));
  });
  return (unit) => {
    const most = unit === "m" || unit === "m/s" ? widest[unit] : 0;
    return most > 0 && most < small ? most / small : 1;
  };
}
