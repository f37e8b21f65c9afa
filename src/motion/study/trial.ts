import type { Stepwise } from "../../algebra/stepwise.js";

/** One draw and its end: by how much each of the asks is held, in its own unit; below zero it is missed. */
export interface Trial {
  readonly margins: Float64Array;
  /** ∂margin/∂x, asks × what is chosen; left out where nobody knows them. */
  readonly slopes?: Float64Array;
}

/**
 * Scatter, tried again and again with the same draws whatever is chosen (common random numbers): then the shares of two
 * choices differ by what was chosen and not by luck, and a smoothed share has slopes. Draws are made once, by `pointsOf` and
 * `quantile`; `run` applies draw k to the choice x, and gives undefined where the motion breaks off, which is no success.
 */
export interface Trials {
  readonly count: number;
  /** How many numbers must all be at least zero. */
  readonly asks: number;
  /** True where `run` tells slopes when it is asked to. */
  readonly isSmooth: boolean;
  readonly run: (x: Float64Array, draw: number, withSlopes: boolean) => Stepwise<Trial | undefined>;
}

/** True of a draw of which every ask is held. */
export const passes = (trial: Trial | undefined): boolean => trial?.margins.every((margin) => margin >= 0) === true;
