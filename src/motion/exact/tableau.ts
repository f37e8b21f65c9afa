import { basisSlope as slope, basis as value } from "../compile/between.js";

/** Collocation on the nodes 0, c_1 … c_s = 1 of a step: what its stages need to know of the polynomial through them. */
export interface Tableau {
  readonly stages: number;
  /** 0, c_1 … c_s, and without the 0: watches ask for places on an element a million times. */
  readonly nodes: { readonly all: readonly number[]; readonly own: readonly number[] };
  readonly c: Float64Array;
  /** d_ij = ℓ'_j(c_i), s × s by rows: h Y'(c_i) = Σ_j d_ij (Y_j − y_0). It is A⁻¹ of the method. */
  readonly d: Float64Array;
  /** Σ_j d_ij: minus the slope of the basis of y_0 at c_i. */
  readonly ofStart: Float64Array;
  /** Weights of the quadrature of order 2s − 1. */
  readonly b: Float64Array;
  /** L_i(0) of the polynomial through the stages alone: slopes of stages, continued to the start. */
  readonly back: Float64Array;
  /** Length of the implicit step that filters the estimate of the error, as a part of h. */
  readonly gamma: number;
}

/** Orders of the methods: Radau IIA with three stages, with five where much accuracy is asked for, and with two as an independent check. */
export type Order = 9 | 5 | 3;

const root = Math.sqrt(6);

/** Nodes of order 9, the zeros of P_5(2x − 1) − P_4(2x − 1), and their weights, (1 + t)/(50 P_4(t)²) at t = 2x − 1. */
const nine = {
  c: [0.05710419611451768, 0.2768430136381238, 0.5835904323689168, 0.8602401356562195, 1],
  b: [0.14371356079122594, 0.28135601514946207, 0.31182652297574126, 0.22310390108357073, 0.04],
};

/** Radau IIA of order 9, 5 or 3 (Hairer and Wanner, Solving Ordinary Differential Equations II, IV.5). */
export function radau(order: Order): Tableau {
  if (order === 9) return tableau(nine.c, nine.b, 0.15906584442746913);
  if (order === 5)
    return tableau([(4 - root) / 10, (4 + root) / 10, 1], [(16 - root) / 36, (16 + root) / 36, 1 / 9], 0.27488882959);
  return tableau([1 / 3, 1], [3 / 4, 1 / 4], 0.2);
}

function tableau(c: readonly number[], b: readonly number[], gamma: number): Tableau {
  const stages = c.length;
  const nodes = [0, ...c];
  const d = new Float64Array(stages * stages);
  const ofStart = new Float64Array(stages);
  for (let i = 0; i < stages; i++)
    for (let j = 0; j < stages; j++) {
      d[i * stages + j] = slope(nodes, j + 1, c[i]);
      ofStart[i] += d[i * stages + j];
    }
  const back = Float64Array.from(c, (_, i) => value(c, i, 0));
  return {
    stages,
    nodes: { all: nodes, own: c },
    c: Float64Array.from(c),
    d,
    ofStart,
    b: Float64Array.from(b),
    back,
    gamma,
  };
}

/** Weights of start and stages, of their slopes, and of the stages alone, at a part of a step. */
export interface Place {
  part: number;
  readonly of: Float64Array;
  readonly slopes: Float64Array;
  readonly stages: Float64Array;
}

/** The polynomials of a step at the part `tau` of it. */
export function placeAt({ nodes: { all, own }, stages }: Tableau, tau: number, into: Place): void {
  into.part = tau;
  for (let j = 0; j <= stages; j++) {
    into.of[j] = value(all, j, tau);
    into.slopes[j] = slope(all, j, tau);
  }
  for (let j = 0; j < stages; j++) into.stages[j] = value(own, j, tau);
}

/** Memory for a place. */
export const emptyPlace = ({ stages }: Tableau): Place => ({
  part: 0,
  of: new Float64Array(stages + 1),
  slopes: new Float64Array(stages + 1),
  stages: new Float64Array(stages),
});
