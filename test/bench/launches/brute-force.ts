/** How values that are freed are mapped to what must be zero, and the sequence of events there; undefined where nobody knows. */
export type Map2 = (
  u: readonly number[],
) => { readonly misses: readonly number[]; readonly sequence: string } | undefined;

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
export function everyRoot(map: Map2, box: Box, points: number): Root[] {
  const roots: Root[] = [];
  const spans = box.map(([low, high]) => high - low);
  const take = (guess: readonly number[], sequence: string): void => {
    const values = polished(map, spans, guess, sequence);
    if (values === undefined || values.some((x, j) => x < box[j][0] || x > box[j][1])) return;
    const isKnown = ({ values: other, sequence: its }: Root): boolean =>
      its === sequence && values.every((x, j) => Math.abs(x - other[j]) <= same * spans[j]);
    if (!roots.some(isKnown)) roots.push({ values, sequence });
  };
  const at = (j: number, part: number): number => box[j][0] + part * spans[j];
  if (box.length === 1) {
    const all = Array.from({ length: points }, (_, k) => ({
      u: at(0, k / (points - 1)),
      end: map([at(0, k / (points - 1))]),
    }));
    for (let k = 1; k < points; k++) {
      const [a, b] = [all[k - 1], all[k]];
      if (a.end === undefined || b.end === undefined || a.end.sequence !== b.end.sequence) continue;
      const [ya, yb] = [a.end.misses[0], b.end.misses[0]];
      if (ya * yb <= 0) take([a.u + (ya / (ya - yb)) * (b.u - a.u)], a.end.sequence);
    }
    return roots;
  }
  const side = Math.round(Math.sqrt(points));
  const row = (i: number) =>
    Array.from({ length: side }, (_, k) => map([at(0, i / (side - 1)), at(1, k / (side - 1))]));
  let before = row(0);
  for (let i = 1; i < side; i++) {
    const now = row(i);
    for (let k = 1; k < side; k++)
      for (const corners of [
        [
          [i - 1, k - 1],
          [i, k - 1],
          [i - 1, k],
        ],
        [
          [i, k],
          [i - 1, k],
          [i, k - 1],
        ],
      ] as const) {
        const ends = corners.map(([m, n]) => (m === i ? now : before)[n]);
        const [a, b, c] = ends;
        if (a === undefined || b?.sequence !== a.sequence || c?.sequence !== a.sequence) continue;
        const parts = partsOf(a.misses, b.misses, c.misses);
        if (parts === undefined) continue;
        const guess = [0, 1].map((j) =>
          at(
            j,
            corners.reduce((sum, corner, m) => sum + (parts[m] * corner[j]) / (side - 1), 0),
          ),
        );
        take(guess, a.sequence);
      }
    before = now;
  }
  return roots;
}

/** The parts of three places whose sum is zero, if it lies in their triangle, or beside it by as much as its sides may bend. */
function partsOf(a: readonly number[], b: readonly number[], c: readonly number[]): number[] | undefined {
  const [bx, by, cx, cy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
  const area = bx * cy - by * cx;
  if (area === 0) return undefined;
  const m = (-a[0] * cy + a[1] * cx) / area;
  const n = (-bx * a[1] + by * a[0]) / area;
  const beside = -0.2;
  return m >= beside && n >= beside && m + n <= 1 - beside ? [1 - m - n, m, n] : undefined;
}

/** Newton's method by differences that stays in a sequence. */
function polished(
  map: Map2,
  spans: readonly number[],
  guess: readonly number[],
  sequence: string,
): number[] | undefined {
  let u = [...guess];
  for (let i = 0; i < 30; i++) {
    const here = map(u);
    if (here?.sequence !== sequence) return undefined;
    if (Math.max(...here.misses.map(Math.abs)) <= met) return u;
    const columns = u.map((x, j) => {
      for (const h of [apart * spans[j], -apart * spans[j]]) {
        const beside = map(u.with(j, x + h));
        if (beside?.sequence === sequence) return beside.misses.map((y, k) => (y - here.misses[k]) / h);
      }
      return undefined;
    });
    const [p, q] = columns;
    if (p === undefined || (u.length === 2 && q === undefined)) return undefined;
    const step =
      q === undefined
        ? [here.misses[0] / p[0]]
        : [
            (here.misses[0] * q[1] - here.misses[1] * q[0]) / (p[0] * q[1] - p[1] * q[0]),
            (p[0] * here.misses[1] - p[1] * here.misses[0]) / (p[0] * q[1] - p[1] * q[0]),
          ];
    if (!step.every(Number.isFinite)) return undefined;
    // beyond the border of the window is another map
    let next: number[] | undefined;
    for (let part = 1; part > 1e-3 && next === undefined; part /= 2) {
      const tried = u.map((x, j) => x - part * step[j]);
      if (map(tried)?.sequence === sequence) next = tried;
    }
    if (next === undefined) return undefined;
    u = next;
  }
  return undefined;
}
