import { add, div, type Expr, mul, pow, type Scalar, sub } from "../../../src/expr/expr.js";
import type { RowsMcp } from "../../../src/motion/solve-mcp.js";
import { kehoe } from "./kehoe.js";
import { scarf } from "./scarf.js";

/** A published MCP with its standard starts. `solutions`: all that are known, to four digits or better. */
export interface Published {
  readonly name: string;
  readonly source: string;
  readonly lower: readonly number[];
  readonly upper?: readonly number[];
  readonly rows: RowsMcp["rows"];
  readonly starts: readonly (readonly number[])[];
  readonly solutions: readonly (readonly number[])[];
}

const fill = (n: number, x: number): number[] => new Array<number>(n).fill(x);

/** Σ_j M[i][j] z_j + q_i */
function linear(M: readonly (readonly number[])[], q: readonly number[]): RowsMcp["rows"] {
  return (z) => M.map((row, i) => add(...row.map((m, j) => mul(m, z[j])), q[i]));
}

/** The eight starts of MCPLIB for both four-variable problems. */
const kojimaStarts = [
  [0, 0, 0, 0],
  [1, 1, 1, 1],
  [100, 100, 100, 100],
  [1, 0, 1, 0],
  [1, 0, 0, 0],
  [0, 1, 1, 0],
  [0, 1, 0, 1],
  [1.25, 0, 0, 0.5],
];

const kojimaShindo: Published = {
  name: "Kojima–Shindo",
  source:
    "Kojima, Shindo, J. Oper. Res. Soc. Japan 29 (1986) 352; MCPLIB kojshin (Dirkse, Ferris 1995), AMPL kojshin.mod",
  lower: fill(4, 0),
  rows: ([x1, x2, x3, x4]) => [
    add(mul(3, x1, x1), mul(2, x1, x2), mul(2, x2, x2), x3, mul(3, x4), -6),
    add(mul(2, x1, x1), x1, mul(x2, x2), mul(10, x3), mul(2, x4), -2),
    add(mul(3, x1, x1), mul(x1, x2), mul(2, x2, x2), mul(2, x3), mul(9, x4), -9),
    add(mul(x1, x1), mul(3, x2, x2), mul(2, x3), mul(3, x4), -3),
  ],
  starts: kojimaStarts,
  solutions: [
    [Math.sqrt(6) / 2, 0, 0, 0.5], // degenerate: z₃ = 0 and F₃ = 0
    [1, 0, 3, 0],
  ],
};

const josephy: Published = {
  name: "Josephy",
  source:
    "Josephy, Newton's method for generalized equations, Univ. of Wisconsin (1979); MCPLIB josephy, AMPL josephy.mod",
  lower: fill(4, 0),
  rows: ([x1, x2, x3, x4]) => [
    add(mul(3, x1, x1), mul(2, x1, x2), mul(2, x2, x2), x3, mul(3, x4), -6),
    add(mul(2, x1, x1), x1, mul(x2, x2), mul(3, x3), mul(2, x4), -2),
    add(mul(3, x1, x1), mul(x1, x2), mul(2, x2, x2), mul(2, x3), mul(3, x4), -1),
    add(mul(x1, x1), mul(3, x2, x2), mul(2, x3), mul(3, x4), -3),
  ],
  starts: kojimaStarts,
  solutions: [[Math.sqrt(6) / 2, 0, 0, 0.5]],
};

/**
 * Marginal cost less marginal revenue of every firm, p(Q) = (5000 / Q)^(1/γ):
 * c_i + (q_i L_i)^(1/β_i) − p(Q) + q_i p(Q) / (γ Q) ⟂ q_i ≥ 0.
 */
function nashCournot(c: readonly number[], L: number, beta: readonly number[], gamma: number): RowsMcp["rows"] {
  return (q) => {
    const Q = add(...q);
    const price = pow(div(5000, Q), 1 / gamma);
    return q.map((qi, i) =>
      add(c[i], pow(mul(L, qi), 1 / beta[i]), mul(-1, price), div(mul(qi, price), mul(gamma, Q))),
    );
  };
}

const nash5: Published = {
  name: "Nash–Cournot, 5 firms",
  source:
    "Murphy, Sherali, Soyster, Math. Programming 24 (1982) 92; Harker, Math. Programming 41 (1988) 29; L = 1/5, γ = 1.1",
  lower: fill(5, 0),
  rows: nashCournot([10, 8, 6, 4, 2], 0.2, [1.2, 1.1, 1, 0.9, 0.8], 1.1),
  starts: [fill(5, 1), fill(5, 10), [40, 40, 40, 40, 40], [1, 2, 3, 4, 5]],
  solutions: [[36.9325, 41.8182, 43.7066, 42.6592, 39.179]],
};

const nash10: Published = {
  name: "Nash–Cournot, 10 firms",
  source: "Harker, Math. Programming 41 (1988) 29; MCPLIB nash, AMPL nash.mod, GAMS model library 269",
  lower: fill(10, 0),
  rows: nashCournot([5, 3, 8, 5, 1, 3, 7, 4, 6, 3], 10, [1.2, 1, 0.9, 0.6, 1.5, 1, 0.7, 1.1, 0.95, 0.75], 1.2),
  starts: [
    fill(10, 1),
    fill(10, 10),
    [1, 1.2, 1.4, 1.6, 1.8, 2.1, 2.3, 2.5, 2.7, 2.9],
    [7, 4, 3, 1, 18, 4, 1, 6, 3, 2],
  ],
  solutions: [[7.4415, 4.0978, 2.5906, 0.9354, 17.949, 4.0978, 1.3047, 5.5901, 3.2222, 1.6771]],
};

const munson: Published = {
  name: "Munson",
  source: "Munson's three-variable LCP, AMPL munson1.mod (as in the examples of Pyomo, mpec/munson1.py)",
  lower: fill(3, 0),
  rows: linear(
    [
      [1, 2, 3],
      [0, 1, -1],
      [1, 1, 0],
    ],
    [-1, 1, 1],
  ),
  starts: [fill(3, 0), fill(3, 1), [0, 0, 10], [-1, -1, -1]],
  solutions: [[1, 0, 0]],
};

const billups: Published = {
  name: "Billups",
  source:
    "Billups, Algorithms for complementarity problems and generalized equations, Univ. of Wisconsin (1995): merit with a false valley at 0",
  lower: [0],
  rows: ([x]) => [sub(pow(sub(1, x), 2), 1.01)],
  starts: [[0], [0.1]],
  solutions: [[1 + Math.sqrt(1.01)]],
};

const obstacleSize = 50;
const obstacleBound = (power: number, above: number): number[] =>
  Array.from({ length: obstacleSize ** 2 }, (_, k) => {
    const [i, j] = [k % obstacleSize, Math.floor(k / obstacleSize)];
    return (Math.sin((9.2 * i) / (obstacleSize + 1)) * Math.sin((9.3 * j) / (obstacleSize + 1))) ** power + above;
  });

/** 4 z_k − Σ of its neighbours − 1 / (N + 1)²: a membrane over and under an obstacle, on the unit square. */
function membrane(z: readonly Expr[]): Scalar[] {
  const N = obstacleSize;
  return z.map((here, k) => {
    const i = k % N;
    const near = [i > 0 ? z[k - 1] : undefined, i < N - 1 ? z[k + 1] : undefined, z[k - N], z[k + N]];
    return sub(sub(mul(4, here), add(...near.filter((e) => e !== undefined))), 1 / (N + 1) ** 2);
  });
}

const obstacle: Published = {
  name: "obstacle 50×50",
  source:
    "Dirkse, Ferris, MCPLIB (1995), as in PATH's example obstacle.c: force 1, start 0.1, bounds (sin 9.2x sin 9.3y)^3 and (…)^2 + 0.02",
  lower: obstacleBound(3, 0),
  upper: obstacleBound(2, 0.02),
  rows: membrane,
  starts: [fill(obstacleSize ** 2, 0.1), fill(obstacleSize ** 2, 0)],
  solutions: [],
};

/** M upper triangular with ones on the diagonal and twos above, q = −1. Pivoting methods need 2ⁿ − 1 steps. */
function murty(n: number): Published {
  return {
    name: `Murty, n = ${n}`,
    source: "Murty, Math. Programming Study 7 (1978) 61; Linear Complementarity (1988) 6.1",
    lower: fill(n, 0),
    rows: linear(
      Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (j < i ? 0 : j === i ? 1 : 2))),
      fill(n, -1),
    ),
    starts: [fill(n, 0), fill(n, 1)],
    solutions: [[...fill(n - 1, 0), 1]],
  };
}

/** M = A Aᵀ for Murty's A, q = −1: symmetric and positive definite, condition ≈ (1.6 n)⁴. */
function fathi(n: number): Published {
  const entry = (i: number, j: number): number => 4 * Math.min(i, j) + (i === j ? 1 : 2);
  return {
    name: `Fathi, n = ${n}`,
    source: "Fathi, Math. Programming 17 (1979) 335",
    lower: fill(n, 0),
    rows: linear(
      Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => entry(i, j))),
      fill(n, -1),
    ),
    starts: [fill(n, 0), fill(n, 1)],
    solutions: [[1, ...fill(n - 1, 0)]],
  };
}

export const collection: readonly Published[] = [
  kojimaShindo,
  josephy,
  nash5,
  nash10,
  munson,
  billups,
  obstacle,
  murty(10),
  murty(50),
  murty(100),
  fathi(50),
  scarf,
  kehoe,
];
