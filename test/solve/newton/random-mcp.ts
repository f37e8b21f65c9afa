import fc from "fast-check";
import { real } from "../../arbitraries.js";
import type { Plain } from "./plain.js";

/** An Mcp whose only solution is known, and a start. */
export interface Known extends Plain {
  readonly solution: readonly number[];
  readonly start: readonly number[];
}

/** Where an unknown stands in the solution, its bounds around it, and the value that its row then has. */
const place = fc
  .record({
    kind: fc.constantFrom("free", "lower", "upper", "both", "fixed"),
    at: fc.constantFrom("inside", "lower", "upper"),
    z: real(-5, 5),
    room: real(0.1, 5),
    size: fc.oneof(fc.constant(0), real(0.01, 5)), // 0: strict complementarity fails
    start: real(-10, 10),
  })
  .map(({ kind, at, z, room, size, start }) => {
    const hasLower = kind === "lower" || kind === "both";
    const hasUpper = kind === "upper" || kind === "both";
    if (kind === "fixed") return { z, lower: z, upper: z, F: at === "upper" ? -size : size, start };
    const atLower = at === "lower" && hasLower;
    const atUpper = at === "upper" && hasUpper;
    return {
      z,
      lower: hasLower ? z - (atLower ? 0 : room) : Number.NEGATIVE_INFINITY,
      upper: hasUpper ? z + (atUpper ? 0 : room) : Number.POSITIVE_INFINITY,
      F: atLower ? size : atUpper ? -size : 0,
      start,
    };
  });

const square = (n: number): fc.Arbitrary<number[][]> =>
  fc.array(fc.array(real(-1, 1), { minLength: n, maxLength: n }), { minLength: n, maxLength: n });

const times = (A: readonly (readonly number[])[], z: ArrayLike<number>): number[] =>
  A.map((row) => row.reduce((sum, a, j) => sum + a * z[j], 0));

/** B Bᵀ + (B − Bᵀ) + I/2: positive definite and far from symmetric, so every box problem has one solution. */
function positiveDefinite(B: readonly (readonly number[])[]): number[][] {
  return B.map((row, i) =>
    B.map((other, j) => row.reduce((sum, b, k) => sum + b * other[k], i === j ? 0.5 : 0) + row[j] - B[j][i]),
  );
}

/** Upper triangular, positive on the diagonal, unknowns and rows renumbered alike: a P-matrix, seldom definite. */
function pMatrix(B: readonly (readonly number[])[], turn: number): number[][] {
  const n = B.length;
  const at = (i: number): number => (turn % 2 === 0 ? (i + turn) % n : (n - 1 - i + turn) % n);
  return B.map((_, i) =>
    B.map((__, j) => {
      const [r, c] = [at(i), at(j)];
      return r < c ? 2 * B[r][c] : r === c ? 0.75 + 0.5 * B[r][r] : 0;
    }),
  );
}

const matrix = (n: number): fc.Arbitrary<number[][]> =>
  fc.oneof(
    square(n).map(positiveDefinite),
    fc.tuple(square(n), fc.nat(2 * n)).map(([B, turn]) => pMatrix(B, turn)),
  );

function withPlaces(n: number): fc.Arbitrary<Omit<Known, "rows" | "slope"> & { F: number[] }> {
  return fc.array(place, { minLength: n, maxLength: n }).map((places) => ({
    lower: places.map(({ lower }) => lower),
    upper: places.map(({ upper }) => upper),
    solution: places.map(({ z }) => z),
    start: places.map(({ start }) => start),
    F: places.map(({ F }) => F),
  }));
}

/** F(z) = M z + q with a P-matrix M. */
export const linearMcp: fc.Arbitrary<Known> = fc.integer({ min: 1, max: 8 }).chain((n) =>
  fc.record({ places: withPlaces(n), M: matrix(n) }).map(({ places: { F, ...known }, M }) => {
    const there = times(M, known.solution);
    return {
      ...known,
      rows: (z) => times(M, z).map((f, i) => f - there[i] + F[i]),
      slope: (i, j) => M[i][j],
    };
  }),
);

/** Rising functions of one unknown and their slopes. */
const rising: readonly { readonly g: (x: number) => number; readonly slope: (x: number) => number }[] = [
  { g: (x) => x ** 3 / 10, slope: (x) => (3 * x ** 2) / 10 },
  { g: (x) => Math.exp(x / 2), slope: (x) => Math.exp(x / 2) / 2 },
  { g: (x) => 5 * Math.atan(3 * x), slope: (x) => 15 / (1 + 9 * x * x) },
  { g: (x) => Math.max(x, 3 * x - 1), slope: (x) => (x >= 3 * x - 1 ? 1 : 3) },
];

/** F(z) = M z + g(z) + q with M positive definite and every g_i rising: strongly monotone. */
export const monotoneMcp: fc.Arbitrary<Known> = fc.integer({ min: 1, max: 6 }).chain((n) =>
  fc
    .record({
      places: withPlaces(n),
      B: square(n),
      shapes: fc.array(fc.nat(rising.length - 1), { minLength: n, maxLength: n }),
    })
    .map(({ places: { F, ...known }, B, shapes }) => {
      const M = positiveDefinite(B);
      const full = (z: ArrayLike<number>): number[] => times(M, z).map((f, i) => f + rising[shapes[i]].g(z[i]));
      const there = full(known.solution);
      return {
        ...known,
        rows: (z) => full(z).map((f, i) => f - there[i] + F[i]),
        slope: (i, j, z) => M[i][j] + (i === j ? rising[shapes[i]].slope(z[i]) : 0),
      };
    }),
);
