export type Range = readonly [number, number];

/** Room around the frame of a chart [px], as `common` leaves it. */
const margins = { across: 66 + 18, down: 28 + 40 };
/** Room for a label above the highest mark and below the lowest [px], and for half a sign where labels stand beside it. */
const room = { labels: 2 * 24, signs: 2 * 10 };

/** Motions that reach no further [m], or than this part of where they are, go nowhere. */
const nowhere = 1e-7;
const rounding = 1e-7;

/**
 * Ranges with one scale for both axes, and the height that this takes: neither a thread nor a tower, and no more than a page
 * `gives` [px]. A chart that is drawn higher would be made smaller with all of its words.
 */
export function equalAspect(
  x: Range,
  y: Range,
  width: number,
  { tallest = Number.POSITIVE_INFINITY, gives = Number.POSITIVE_INFINITY, around = "labels" as keyof typeof room } = {},
) {
  const beside = room[around];
  const highest = Math.min(tallest, gives - margins.down - beside);
  const inner = width - margins.across;
  const spans = [x[1] - x[0], y[1] - y[0]] as const;
  // a motion that goes nowhere, or no further than rounding and what rests sinks in, is drawn in a metre
  const isNowhere = Math.max(...spans) <= Math.max(nowhere, ...[...x, ...y].map((at) => rounding * Math.abs(at)));
  const [across, down] = isNowhere ? [1, 1] : spans;
  const scale = 0.92 * Math.min(inner / across, Math.min(0.75 * inner, highest) / down);
  const height = Math.max(scale * down + beside, Math.min(150, 0.45 * inner, highest + beside));
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
