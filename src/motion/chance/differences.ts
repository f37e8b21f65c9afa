import type { Setup } from "../compile/setup.js";
import type { ColumnBand } from "./band.js";

/** A span of time in which slopes and samples tell two bands of a column. */
export interface Difference {
  readonly column: string;
  /** From when to when [s], the first span and the last one. */
  readonly from: number;
  readonly to: number;
  /** True where they still differ at the end of the motion. */
  readonly isLasting: boolean;
  /** Both standard deviations where they differ most, by their ratio or by the distance of the means. */
  readonly linear: number;
  readonly sampled: number;
}

/** A part of the band by which deviations and means may differ beyond chance: curved motions do by as much. */
const part = 0.15;
/** Standard errors of a sampled mean and deviation that are chance. */
const chance = 4;
/** A deviation below this part of the largest that its column has is none, nor is one below so many scales of its state. */
const [none, rounding] = [1e-3, 1e-8];

/** The sizes by which two bands are compared, point by point. */
interface Compared {
  readonly t: Float64Array;
  readonly samples: number;
  readonly size: Float64Array;
}

/**
 * Columns whose two bands differ by more than chance and curvature, those first that do at the end. Entries of one quaternion
 * are compared by the largest deviation among them: one that stands at its extremum has none by its slope.
 */
export function differencesOf(
  { compiled: { model }, steps: { t } }: Setup,
  columns: Readonly<Record<string, ColumnBand>>,
  samples: number,
): Difference[] {
  const quaternions = (model.views?.bodies ?? []).flatMap(({ orientation }) =>
    typeof orientation === "object" ? [orientation] : [],
  );
  const found = model.state.flatMap(({ name, scale }) => {
    const group = quaternions.find((one) => one.includes(name)) ?? [name];
    const bands = group.flatMap((one) => (columns[one] === undefined ? [] : [columns[one]]));
    const size = t.map((_, k) =>
      Math.max(...bands.map(({ linear, deviation }) => Math.max(linear?.[k] ?? 0, deviation[k]))),
    );
    const largest = Math.max(rounding * scale, none * size.reduce((a, b) => Math.max(a, b), 0));
    return differenceIn(name, columns[name], {
      t,
      samples,
      size: size.map((one) => (one > largest ? one : Number.POSITIVE_INFINITY)),
    });
  });
  return [...found.filter(({ isLasting }) => isLasting), ...found.filter(({ isLasting }) => !isLasting)];
}

function differenceIn(column: string, band: ColumnBand, { t, samples, size }: Compared): Difference[] {
  const { linear, nominal, mean, deviation } = band;
  if (linear === undefined) return [];
  const error = chance / Math.sqrt(samples);
  const apart = t.map((_, k) => {
    // the error of a deviation is its own over the root of 2 N, where samples are about normal
    const excess = Math.abs(deviation[k] - linear[k]) / size[k] - part - error / Math.SQRT2;
    const shift = Math.abs(mean[k] - nominal[k]) / size[k] - part - error;
    return Math.max(0, excess, shift);
  });
  const first = apart.findIndex((x) => x > 0);
  if (first < 0) return [];
  const last = apart.findLastIndex((x) => x > 0);
  const worst = apart.reduce((best, x, k) => (x > apart[best] ? k : best), first);
  const isLasting = last === t.length - 1;
  return [{ column, from: t[first], to: t[last], isLasting, linear: linear[worst], sampled: deviation[worst] }];
}
