import { Matrix } from "ml-matrix";
import { hypot } from "../../algebra/elementary/elementary.js";
import { leastNorm } from "../boundary/bounded-step.js";

/** A place in parts of the spans, and what the conditions are missed by there. */
export interface Sampled {
  readonly at: readonly number[];
  readonly misses: Float64Array;
}

/** A place between samples at which a linear model of the misses is zero, and how far its samples are from each other. */
export interface Guess {
  readonly at: readonly number[];
  readonly size: number;
}

/** Neighbours of a sample that simplices are made of; in more dimensions than `most` there are too many of these, and too large ones. */
const [neighbours, most] = [6, 3];
/** A zero may lie so far beside its simplex, in barycentric coordinates: a map bends. */
const beside = -0.2;
/** Guesses nearer to each other than this part of their simplex are one. */
const alike = 0.2;
/** A linear model is solved where it leaves no more than this part. */
const solved = 1e-6;

/**
 * Guesses of roots of a map of as many misses as coordinates, the smallest simplices first: those of a sample and its nearest
 * neighbours that hold a zero of their linear model. Samples that are on both sides of a narrow piece of the map tell of roots to
 * which no slope at a sample points.
 */
export function guessesBetween(samples: readonly Sampled[]): Guess[] {
  const n = samples[0]?.at.length ?? 0;
  if (n > most || samples.some(({ misses }) => misses.length !== n)) return [];
  const found: Guess[] = [];
  for (const [i, first] of samples.entries()) {
    const far = samples.map(({ at }) => hypot(...at.map((x, j) => x - first.at[j])));
    const nearest = [...samples.keys()]
      .filter((k) => k !== i)
      .sort((a, b) => far[a] - far[b])
      .slice(0, neighbours);
    for (const chosen of choices(nearest, n)) {
      const parts = zeroOf(
        first,
        chosen.map((k) => samples[k]),
      );
      if (parts === undefined) continue;
      const at = first.at.map((x, j) => x + sum(chosen.map((k, m) => parts[m] * (samples[k].at[j] - x))));
      found.push({ at, size: Math.max(...chosen.map((k) => far[k])) });
    }
  }
  const kept: Guess[] = [];
  for (const one of found.sort((a, b) => a.size - b.size)) {
    const isKept = ({ at }: Guess): boolean => hypot(...at.map((x, j) => x - one.at[j])) <= alike * one.size;
    if (!kept.some(isKept)) kept.push(one);
  }
  return kept;
}

/** The parts of the ways from a sample to the others that lead to zero, where that lies between them. */
function zeroOf(first: Sampled, others: readonly Sampled[]): number[] | undefined {
  const d = new Matrix(Array.from(first.misses, (miss, r) => others.map(({ misses }) => misses[r] - miss)));
  const parts = leastNorm(
    d,
    first.misses.map((miss) => -miss),
  );
  if (parts.some((part) => !(part >= beside)) || sum(parts) > 1 - beside) return undefined;
  const isSolved = first.misses.every(
    (miss, r) => Math.abs(miss + sum(parts.map((part, m) => d.get(r, m) * part))) <= solved * Math.abs(miss),
  );
  return isSolved ? parts : undefined;
}

const sum = (terms: readonly number[]): number => terms.reduce((total, term) => total + term, 0);

/** All choices of so many of some things. */
function choices(of: readonly number[], many: number): number[][] {
  if (many === 0) return [[]];
  return of.flatMap((one, i) => choices(of.slice(i + 1), many - 1).map((rest) => [one, ...rest]));
}
