export type Range = readonly [number, number];

/** Room around the frame of a chart [px], as `common` leaves it. */
const margins = { across: 56 + 18, down: 28 + 40 };
/** Room for a label above the highest mark and below the lowest [px]. */
const room = 2 * 22;

/** Motions that reach no further [m], or than this part of where they are, go nowhere. */
const nowhere = 1e-7;
const rounding = 1e-7;

/** Ranges with one scale for both axes, and the height that this takes: neither a thread nor a tower. */
export function equalAspect(x: Range, y: Range, width: number, tallest = Number.POSITIVE_INFINITY) {
  const inner = width - margins.across;
  const spans = [x[1] - x[0], y[1] - y[0]] as const;
  // a motion that goes nowhere, or no further than rounding and what rests sinks in, is drawn in a metre
  const isNowhere = Math.max(...spans) <= Math.max(nowhere, ...[...x, ...y].map((at) => rounding * Math.abs(at)));
  const [across, down] = isNowhere ? [1, 1] : spans;
  const scale = 0.92 * Math.min(inner / across, Math.min(0.75 * inner, tallest) / down);
  const height = Math.max(scale * down + room, Math.min(150, 0.45 * inner, tallest + room));
  return { x: widen(x, inner / scale), y: widen(y, height / scale), height: height + margins.down };
}

/** The least and the largest of the numbers that there are: a motion that broke off has none in its last places. */
export function extent(values: readonly number[]): Range {
  const there = values.filter(Number.isFinite);
  if (there.length === 0) return [0, 0];
  return there.reduce<[number, number]>(
    ([low, high], x) => [Math.min(low, x), Math.max(high, x)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

function widen([low, high]: Range, size: number): Range {
  const middle = (low + high) / 2;
  return [middle - size / 2, middle + size / 2];
}
