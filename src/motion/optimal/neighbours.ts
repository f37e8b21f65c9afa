import type { Phase } from "../trajectory/phases.js";
import type { RecordedMotion } from "./guesses.js";

/** Changes of contact, from the first on, that are tried elsewhere. */
const most = 3;

/**
 * A motion with one change of its contacts a step earlier or later: time before and after it is stretched. Which step
 * has the change is what tells most local minima apart, so a minimum's neighbours are good starts for better ones.
 */
export function neighbours(motion: RecordedMotion, phases: readonly Phase[]): RecordedMotion[] {
  const { t } = motion;
  const end = t[t.length - 1];
  return phases.slice(1, 1 + most).flatMap(({ from }) =>
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
