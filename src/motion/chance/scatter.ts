/**
 * Motions of which not everything is known: parameters and start values scatter, and what comes of it is asked. `scatter.ts`
 * says what scatters and draws it, `band.ts` follows it through a motion by its slopes and by samples, `trials.ts` judges drawn
 * motions by conditions, which is what the search for the most probable success needs. The verbs are `predict.ts` and
 * `safest.ts` above.
 *
 * @module motion/chance
 */
import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { unknownName } from "../../checks/words.js";
import { parameter } from "../../mechanics/model.js";
import { distribution, momentsOf } from "../problem/distribution.js";
import { checkNumber, dependentFormulas, resolveParameters, type Settings } from "../problem/parameters.js";
import { BadInput, type Problem } from "../problem/problem.js";
import { normalQuantile, quantile } from "../study/distributions.js";
import { pointsOf } from "../study/points.js";
import { mostDimensions } from "../study/sobol.js";
import { type Distribution, distributionOf, type Spread, spread } from "../study/study.js";

/** Correlations of normally distributed parameters by two names; what is left out is 0. */
export type Correlations = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Distributions by names of parameters and of states that start so, and how they move together. */
export interface Scattered {
  readonly over: Readonly<Record<string, Spread>>;
  readonly correlation?: Correlations | undefined;
}

/** All that scatters, with its moments. */
export interface Scatter {
  readonly names: readonly string[];
  readonly means: readonly number[];
  /** Covariance, names × names. */
  readonly covariance: Matrix;
  /** Settings of so many draws by a seed; fewer draws are the first of more. */
  draws(count: number, seed: number): Settings[];
}

/** A correlation matrix with smaller pivots than this is no correlation of anything. */
const rounding = 1e-12;

/**
 * All that scatters, checked.
 * @throws {BadInput} naming the parameter: one that there is not, a distribution without a spread, correlations that cannot be.
 */
export function scatterOf(problem: Problem, { over, correlation = {} }: Scattered): Scatter {
  const names = Object.keys(over);
  if (names.length === 0) throw new BadInput("over", "Nothing scatters: say what, such as friction~normal(.3,.02).");
  const given = names.map((name) => checked(problem, name, over[name]));
  const factor = factorOf(names, given, correlation);
  const moments = given.map(momentsOf);
  const covariance = Matrix.zeros(names.length, names.length);
  const correlated = factor.mmul(factor.transpose());
  names.forEach((_, i) => {
    names.forEach((__, j) => {
      const [a, b] = [moments[i].variance, moments[j].variance];
      covariance.set(i, j, i === j ? a : correlated.get(i, j) * Math.sqrt(a * b));
    });
  });
  return {
    names,
    means: moments.map(({ mean }) => mean),
    covariance,
    draws(count, seed) {
      const dimensions = names.length;
      const design = dimensions <= mostDimensions ? "sobol" : "random";
      const points = pointsOf(design, { samples: count, dimensions, seed });
      return Array.from({ length: count }, (_, k) => {
        const point = points.subarray(k * dimensions, (k + 1) * dimensions);
        const drawn = names.map((name, i) => [name, drawnValue(given[i], point, factor, i)] as const);
        return Object.fromEntries(drawn);
      });
    },
  };
}

/** A normal one by the row L of the correlation's factor, m + s Σ L_j Φ⁻¹(u_j); others by their own quantile. */
function drawnValue(given: Distribution, point: Float64Array, factor: Matrix, i: number): number {
  if (!("normal" in given)) return quantile(given, point[i]);
  const [mean, deviation] = given.normal;
  let z = 0;
  for (let j = 0; j <= i; j++) if (factor.get(i, j) !== 0) z += factor.get(i, j) * normalQuantile(point[j]);
  return mean + deviation * z;
}

function checked(problem: Problem, name: string, asked: Spread): Distribution {
  spread(asked, name);
  const isParameter = Object.hasOwn(problem.parameters, name) && problem.parameters[name].choices === undefined;
  if (!isParameter && !Object.hasOwn(problem.start, name)) {
    const numeric = Object.keys(problem.parameters).filter((one) => problem.parameters[one].choices === undefined);
    throw new BadInput(
      name,
      unknownName("parameter or start value", name, [...numeric, ...Object.keys(problem.start)]),
    );
  }
  const given = distributionOf(asked);
  if (given === undefined)
    throw new BadInput(name, `${name} must have a distribution here, such as ${name}~normal(mean,deviation).`);
  distribution(given, name);
  if (name === "time" || dependentFormulas(problem, {}, [name]).has("time"))
    throw new BadInput(name, `${name} decides the duration of the motion, which cannot scatter.`);
  return given;
}

/** The lower factor L of the correlation matrix, L Lᵀ. */
function factorOf(names: readonly string[], given: readonly Distribution[], correlation: Correlations): Matrix {
  const matrix = Matrix.eye(names.length);
  for (const [one, others] of Object.entries(correlation))
    for (const [other, r] of Object.entries(others)) {
      const [i, j] = [one, other].map((name) => {
        if (names.includes(name)) return names.indexOf(name);
        throw new BadInput("correlation", `correlation: ${unknownName("name that scatters", name, names)}`);
      });
      if (i === j) continue;
      if (!(Math.abs(r) < 1))
        throw new BadInput(
          "correlation",
          `The correlation of ${one} and ${other} must lie between -1 and 1, it is ${r}.`,
        );
      const back = correlation[other]?.[one];
      if (back !== undefined && back !== r)
        throw new BadInput("correlation", `The correlation of ${one} and ${other} is said twice, as ${r} and ${back}.`);
      for (const k of [i, j])
        if (r !== 0 && !("normal" in given[k]))
          throw new BadInput("correlation", `${names[k]} is correlated and must have a normal distribution.`);
      matrix.set(i, j, r);
      matrix.set(j, i, r);
    }
  const factor = new CholeskyDecomposition(matrix);
  const { lowerTriangularMatrix } = factor;
  if (!factor.isPositiveDefinite() || lowerTriangularMatrix.diagonal().some((x) => !(x * x > rounding)))
    throw new BadInput(
      "correlation",
      "These correlations contradict each other: their matrix is not positive definite.",
    );
  return lowerTriangularMatrix;
}

/** The same problem, in which start values that scatter are parameters. */
export function withStarts(problem: Problem, names: readonly string[]): Problem {
  const states = names.filter((name) => !Object.hasOwn(problem.parameters, name));
  if (states.length === 0) return problem;
  const parameters = { ...problem.parameters };
  const start = { ...problem.start };
  for (const name of states) {
    parameters[name] = { value: problem.start[name], unit: "", meaning: `start value of ${name}` };
    start[name] = parameter(name);
  }
  return { ...problem, parameters, start };
}

/**
 * Refuses draws that their parameters do not allow, before anything is computed.
 * @throws {BadInput} naming the parameter and the value that was drawn.
 */
export function checkDraws(problem: Problem, names: readonly string[], draws: readonly Settings[]): void {
  for (const name of names) {
    const declared = problem.parameters[name];
    for (const draw of draws) checkNumber(name, draw[name], declared, `${name}, which scatters,`);
  }
}

/** All parameters in the order of a compilation, with settings. */
export function numbersOf(problem: Problem, order: readonly string[], set: Settings): Float64Array {
  const { numbers } = resolveParameters(problem, set);
  return Float64Array.from(order, (name) => numbers[name]);
}
