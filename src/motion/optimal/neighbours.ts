import type { Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { phasesOf } from "../trajectory/phases.js";
import type { RecordedMotion } from "./guesses.js";

/** Changes of contact, from the first on, that are tried elsewhere. */
const most = 3;

/** The steps, from 1, in which contacts or the stops of joints begin or cease to push, but for the first step. */
export function changesOf(setup: Setup, parameters: Float64Array, path: Path): number[] {
  const { model, kernels } = setup.compiled;
  const { insides } = kernels.layout;
  const stops = (model.views?.joints?.stops ?? []).map((force) => model.inside.findIndex(({ name }) => name === force));
  const pushes = (k: number, i: number): boolean => path.insides[k * insides + i] > 0;
  const steps = Array.from(setup.steps.h.keys()).slice(1);
  const struck = steps.filter((k) => stops.some((i) => pushes(k, i) !== pushes(k - 1, i))).map((k) => k + 1);
  const touched = phasesOf(setup, parameters, path)
    .slice(1)
    .map(({ from }) => from);
  return [...new Set([...touched, ...struck])].sort((a, b) => a - b);
}

/**
 * A motion with one change of its contacts or stops a step earlier or later: time before and after it is stretched. Which step
 * has the change is what tells most local minima apart, so a minimum's neighbours are good starts for better ones.
 */
export function neighbours(motion: RecordedMotion, changes: readonly number[]): RecordedMotion[] {
  const { t } = motion;
  const end = t[t.length - 1];
  return changes.slice(0, most).flatMap((from) =>
    [1, -1].flatMap((shift) => {
      const [change, wanted] = [t[from - 1], t[from - 1 + shift]];
      if (wanted === undefined || wanted <= 0 || wanted >= end) return [];
      const warped = t.map((time) =>
        time <= change ? (time * wanted) / change : wanted + ((time - change) * (end - wanted)) / (end - change),
      );
      return [{ ...motion, t: warped }];
    }),
  );
}
