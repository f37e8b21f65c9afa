import { randomNumbers } from "../../algebra/random.js";
import { BadInput } from "../problem/problem.js";
import { mostDimensions, sobolSequence } from "./sobol.js";
import type { StudyDesign } from "./study.js";

/** Which points are asked for: so many, in so many dimensions, by a seed. */
export interface PointsAsked {
  readonly samples: number;
  readonly dimensions: number;
  readonly seed: number;
}

/** Half of the last digit of a 32-bit fraction: keeps a coordinate away from 0 and 1, where quantiles are infinite. */
const half = 2 ** -33;
const perDigit = 2 ** -32;

/**
 * Points of the unit cube (0, 1)ᵈ, row by row. All but those of a Latin hypercube are a sequence: more samples of one seed
 * begin with the same points.
 * @throws {BadInput} where a sequence has no so many dimensions.
 */
export function pointsOf(design: Exclude<StudyDesign, "grid">, asked: PointsAsked): Float64Array {
  switch (design) {
    case "random":
      return randomPoints(asked);
    case "lhs":
      return latinHypercube(asked);
    case "sobol":
      return shiftedSobol(asked);
    case "halton":
      return shiftedHalton(asked);
    case "saltelli":
      return saltelliPoints(asked);
  }
}

/** True where more samples of a design begin with those that there are. */
export const isSequence = (design: StudyDesign): boolean => design !== "lhs" && design !== "grid";

function randomPoints({ samples, dimensions, seed }: PointsAsked): Float64Array {
  const random = randomNumbers(seed);
  return Float64Array.from({ length: samples * dimensions }, () => random() + half);
}

/** Each of `samples` equal parts of every axis holds one point (McKay, Beckman, Conover 1979). */
function latinHypercube({ samples, dimensions, seed }: PointsAsked): Float64Array {
  const random = randomNumbers(seed);
  const points = new Float64Array(samples * dimensions);
  const order = new Uint32Array(samples);
  for (let d = 0; d < dimensions; d++) {
    for (let i = 0; i < samples; i++) order[i] = i;
    for (let i = samples - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    for (let i = 0; i < samples; i++) points[i * dimensions + d] = (order[i] + random() + half) / samples;
  }
  return points;
}

/** Sobol' points whose digits a seed flips alike in all of them, which keeps every property of their nets. */
function shiftedSobol({ samples, dimensions, seed }: PointsAsked): Float64Array {
  if (dimensions > mostDimensions)
    throw new BadInput(
      "design",
      `A Sobol' sequence has at most ${mostDimensions} dimensions here, not ${dimensions}: take random or lhs.`,
    );
  const random = randomNumbers(seed);
  const shifts = Uint32Array.from({ length: dimensions }, () => Math.floor(random() / perDigit));
  const digits = sobolSequence(dimensions, samples);
  return Float64Array.from(digits, (x, i) => ((x ^ shifts[i % dimensions]) >>> 0) * perDigit + half);
}

/**
 * Saltelli's scheme on Sobol' points of twice the dimensions (A. Saltelli 2002): of every base sample with halves a and b the
 * points a, b, and for each dimension a with that coordinate of b.
 */
function saltelliPoints({ samples, dimensions, seed }: PointsAsked): Float64Array {
  const base = shiftedSobol({ samples, dimensions: 2 * dimensions, seed });
  const rows = dimensions + 2;
  return Float64Array.from({ length: samples * rows * dimensions }, (_, i) => {
    const d = i % dimensions;
    const row = ((i - d) / dimensions) % rows;
    const sample = Math.floor(i / (rows * dimensions));
    const ofB = row === 1 || row === d + 2;
    return base[sample * 2 * dimensions + d + (ofB ? dimensions : 0)];
  });
}

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

/** The digits of i in a base, mirrored at the point: the Halton sequence has one base a dimension (J. Halton 1960). */
export function radicalInverse(i: number, base: number): number {
  let inverse = 0;
  for (let rest = i, scale = 1 / base; rest > 0; rest = Math.floor(rest / base), scale /= base)
    inverse += (rest % base) * scale;
  return inverse;
}

/** Halton points, all moved by one vector of a seed modulo 1 (Cranley, Patterson 1976). */
function shiftedHalton({ samples, dimensions, seed }: PointsAsked): Float64Array {
  if (dimensions > primes.length)
    throw new BadInput(
      "design",
      `A Halton sequence has at most ${primes.length} dimensions here, not ${dimensions}: take random or lhs.`,
    );
  const random = randomNumbers(seed);
  const shifts = Float64Array.from({ length: dimensions }, () => random() + half);
  return Float64Array.from({ length: samples * dimensions }, (_, i) => {
    const d = i % dimensions;
    const x = (radicalInverse((i - d) / dimensions, primes[d]) + shifts[d]) % 1;
    return Math.min(Math.max(x, half), 1 - half);
  });
}
