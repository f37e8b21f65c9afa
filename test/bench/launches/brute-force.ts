/** How values that are freed are mapped to what must be zero, and the sequence of events there; undefined where nobody knows. */
export type Map2 = (
  u: readonly number[],
) => { readonly misses: readonly number[]; readonly sequence: string } | undefined;

/** The same map for many values: the sequence as a number, negative where nobody knows, and what must be zero in `misses`. */
export interface Sight {
  readonly misses: Float64Array;
  readonly look: (u: number, v: number) => number;
}

/** Values that meet the conditions, and the sequence there. */
export interface Root {
  readonly values: readonly number[];
  readonly sequence: string;
}

export type Box = readonly (readonly [number, number])[];

/** Differences, in parts of the box; what is left of the conditions; and how close two roots are one, in parts of the box. */
const [apart, met, same] = [1e-7, 1e-9, 1e-7];

/**
 * Every root of a map in as many unknowns as conditions, one or two, that a grid over a box has between its points of one sequence
 * (between neighbours, in triangles), polished by Newton's method within the sequence.
 */
export function everyRoot(map: Map2, sight: Sight, box: Box, points: number): Root[] {
  const roots: Root[] = [];
  const spans = box.map(([low, high]) => high - low);
  const take = (guess: readonly number[], corner: readonly number[]): void => {
    const sequence = map(corner)?.sequence;
    const values = sequence === undefined ? undefined : polished(map, spans, guess, sequence);
    if (sequence === undefined || values?.some((x, j) => x < box[j][0] || x > box[j][1]) !== false) return;
    const isKnown = ({ values: other, sequence: its }: Root): boolean =>
      its === sequence && values.every((x, j) => Math.abs(x - other[j]) <= same * spans[j]);
    if (!roots.some(isKnown)) roots.push({ values, sequence });
  };
  const isLine = box.length === 1;
  const side = isLine ? points : Math.round(Math.sqrt(points));
  const at = (j: number, i: number): number => box[j][0] + (i / (side - 1)) * spans[j];
  if (isLine) {
    for (let k = 0, before = -1, was = 0; k < side; k++) {
      const now = sight.look(at(0, k), 0);
      const y = sight.misses[0];
      if (now >= 0 && now === before && was * y <= 0)
        take([at(0, k - 1) + (was / (was - y)) * (at(0, k) - at(0, k - 1))], [at(0, k)]);
      [before, was] = [now, y];
    }
    return roots;
  }
  // two rows of the grid: sequences, and what is missed
  let [above, below] = [0, 0].map(() => ({ code: new Float64Array(side), miss: new Float64Array(2 * side) }));
  const fill = ({ code, miss }: typeof above, i: number): void => {
    for (let k = 0; k < side; k++) {
      code[k] = sight.look(at(0, i), at(1, k));
      miss[2 * k] = sight.misses[0];
      miss[2 * k + 1] = sight.misses[1];
    }
  };
  const triangle = (i: number, k: number, across: number): void => {
    // the corner, and its neighbours in the row and across it
    const [own, other] = across > 0 ? [above, below] : [below, above];
    const beside = k + across;
    const code = own.code[k];
    if (code < 0 || own.code[beside] !== code || other.code[k] !== code) return;
    const parts = partsOf(own.miss, k, other.miss, k, own.miss, beside);
    if (parts === undefined) return;
    const [m, n] = parts;
    take([at(0, i + m * across), at(1, k + n * across)], [at(0, i), at(1, k)]);
  };
  fill(above, 0);
  for (let i = 1; i < side; i++) {
    fill(below, i);
    for (let k = 1; k < side; k++) {
      triangle(i - 1, k - 1, 1);
      triangle(i, k, -1);
    }
    [above, below] = [below, above];
  }
  return roots;
}

/** The parts of the second and the third of three places where their sum is zero, if it lies in their triangle, or beside it by as much as its sides may bend. */
function partsOf(
  a: Float64Array,
  atA: number,
  b: Float64Array,
  atB: number,
  c: Float64Array,
  atC: number,
): readonly [number, number] | undefined {
  const [x, y] = [a[2 * atA], a[2 * atA + 1]];
  const [bx, by] = [b[2 * atB] - x, b[2 * atB + 1] - y];
  const [cx, cy] = [c[2 * atC] - x, c[2 * atC + 1] - y];
  const area = bx * cy - by * cx;
  if (area === 0) return undefined;
  const m = (-x * cy + y * cx) / area;
  const n = (-bx * y + by * x) / area;
  const beside = -0.2;
  return m >= beside && n >= beside && m + n <= 1 - beside ? [m, n] : undefined;
}

/** Newton's method by differences that stays in a sequence, until misses are rounding: where they hardly move with what is free a root is far from what meets them. */
function polished(
  map: Map2,
  spans: readonly number[],
  guess: readonly number[],
  sequence: string,
): number[] | undefined {
  let u = [...guess];
  let closest: { readonly values: number[]; readonly miss: number } | undefined;
  for (let i = 0; i < 30; i++) {
    const here = map(u);
    if (here?.sequence !== sequence) return closest?.values;
    const miss = Math.max(...here.misses.map(Math.abs));
    if (closest !== undefined && miss >= 0.5 * closest.miss) return closest.values;
    if (miss <= met) closest = { values: u, miss };
    const columns = u.map((x, j) => {
      for (const h of [apart * spans[j], -apart * spans[j]]) {
        const beside = map(u.with(j, x + h));
        if (beside?.sequence === sequence) return beside.misses.map((y, k) => (y - here.misses[k]) / h);
      }
      return undefined;
    });
    const [p, q] = columns;
    if (p === undefined || (u.length === 2 && q === undefined)) return closest?.values;
    const step =
      q === undefined
        ? [here.misses[0] / p[0]]
        : [
            (here.misses[0] * q[1] - here.misses[1] * q[0]) / (p[0] * q[1] - p[1] * q[0]),
            (p[0] * here.misses[1] - p[1] * here.misses[0]) / (p[0] * q[1] - p[1] * q[0]),
          ];
    if (!step.every(Number.isFinite)) return closest?.values;
    // beyond the border of the window is another map
    let next: number[] | undefined;
    for (let part = 1; part > 1e-3 && next === undefined; part /= 2) {
      const tried = u.map((x, j) => x - part * step[j]);
      if (map(tried)?.sequence === sequence) next = tried;
    }
    if (next === undefined) return closest?.values;
    u = next;
  }
  return closest?.values;
}
