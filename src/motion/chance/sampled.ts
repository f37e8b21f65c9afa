import type { Stepwise } from "../../algebra/stepwise.js";
import { type Setup, withSteps } from "../compile/setup.js";
import type { Settings } from "../problem/parameters.js";
import { brokenIn } from "../trajectory/broken.js";
import { type Marching, marchSamples, type Scattering, sequenceOf, summary } from "./band.js";
import { numbersOf } from "./scatter.js";
import { readableValues, readMotion } from "./trials.js";

/** A named number with its unit, as it scatters. */
export interface ValueBand extends Scattering {
  readonly unit: string;
  /** Samples in which it does not exist. */
  readonly missing: number;
}

/** All sampled motions, as they were seen. */
export interface Sampled {
  /** States of every motion that came to its end, points × states. */
  readonly paths: readonly Float64Array[];
  /** How many motions have each contact sequence. */
  readonly sequences: ReadonlyMap<string, number>;
  readonly values: ReadonlyMap<string, readonly (number | null)[]>;
  readonly met: number;
  readonly broken: number;
  /** Motions against a law, which meet nothing. */
  readonly unlawful: number;
}

/** Marches all draws; `judge` is the setup that has the problem's conditions. */
export function* sampled(marching: Marching, judge: Setup, settings: readonly Settings[]): Stepwise<Sampled> {
  const { setup } = marching;
  const { problem, parameters: order } = setup.compiled;
  const paths: Float64Array[] = [];
  const sequences = new Map<string, number>();
  const values = new Map<string, (number | null)[]>(readableValues(problem, setup.compiled).map((name) => [name, []]));
  let [met, unlawful] = [0, 0];
  const numbers = settings.map((one) => numbersOf(problem, order, one));
  const broken = yield* marchSamples(marching, numbers, function* (sample) {
    const { setup: on, parameters, path } = sample;
    paths.push(sample.states.slice());
    const sequence = sequenceOf(on, parameters, path);
    sequences.set(sequence, (sequences.get(sequence) ?? 0) + 1);
    const reading = yield* readMotion(withSteps(judge, on.steps), parameters, path);
    const isLawful = (yield* brokenIn(on, parameters, path, on.steps.h.length)).length === 0;
    if (!isLawful) unlawful++;
    if (reading.isMet && isLawful) met++;
    for (const [name, list] of values) list.push(reading.values[name] ?? null);
  });
  return { paths, sequences, values, met, broken, unlawful };
}

/** Values on the motion of the means, and their deviations by its slopes. */
export interface OfMeans {
  readonly values: Readonly<Record<string, number | null>>;
  readonly linear: ReadonlyMap<string, number>;
}

/** The declared values as they scatter. */
export function valueBands({ compiled }: Setup, { values }: Sampled, { values: nominal, linear }: OfMeans) {
  const bands = [...values].map(([name, list]): [string, ValueBand] => {
    const known = Float64Array.from(list.flatMap((x) => (x === null ? [] : [x])));
    const { unit } = compiled.problem.values[name];
    const missing = list.length - known.length;
    return [name, { unit, nominal: nominal[name] ?? Number.NaN, linear: linear.get(name), missing, ...summary(known) }];
  });
  return Object.fromEntries(bands);
}
