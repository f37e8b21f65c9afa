import type { Expr } from "../../expr/expr.js";
import type { QuasistaticStep, QuasistaticUnknowns } from "./linearised.js";

/** The sizes of a step: unactuated and actuated coordinates, and of every contact its edges and its pair of faces. */
export interface StepSize {
  readonly nu: number;
  readonly na: number;
  readonly edges: readonly number[];
  readonly faces: readonly number[];
}

/** Names for people. */
export interface StepNames {
  readonly unactuated: readonly string[];
  readonly actuated: readonly string[];
  readonly contacts: readonly string[];
}

/** Names of the numbers of a step, which stand one after the other; matrices by rows. */
type Numbers = "Jn" | "Jf" | "phi" | "tau" | "command" | "stiffness" | "friction" | "lengths" | "h";

function partsOf({ nu, na, edges }: StepSize): readonly (readonly [Numbers, number])[] {
  const nc = edges.length;
  const nd = total(edges);
  return [
    ["Jn", nc * (nu + na)],
    ["Jf", nd * (nu + na)],
    ["phi", nc],
    ["tau", nu],
    ["command", na],
    ["stiffness", nc],
    ["friction", nc],
    ["lengths", nu],
    ["h", 1],
  ];
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Formulas for all numbers of a step, in the order in which `readStep` reads them. */
export function writeStep(size: StepSize, formulas: Readonly<Record<Numbers, readonly Expr[]>>): Expr[] {
  return partsOf(size).flatMap(([name]) => formulas[name]);
}

/** The step that stands in an array of numbers. */
export function readStep(size: StepSize, data: Float64Array): QuasistaticStep {
  const { nu, na, edges, faces } = size;
  let at = 0;
  const all = Object.fromEntries(
    partsOf(size).map(([name, length]) => {
      at += length;
      return [name, Array.from(data.subarray(at - length, at))] as const;
    }),
  ) as Record<Numbers, number[]>;
  const row = (matrix: number[], i: number): number[] => matrix.slice(i * (nu + na), (i + 1) * (nu + na));
  let edge = 0;
  const contacts = edges.map((count, i) => {
    edge += count;
    return {
      gap: all.phi[i],
      normal: row(all.Jn, i),
      edges: Array.from({ length: count }, (_, k) => row(all.Jf, edge - count + k)),
      friction: all.friction[i],
      stiffness: all.stiffness[i],
      face: faces[i],
    };
  });
  return { contacts, impulse: all.tau, command: all.command, h: all.h[0], lengths: all.lengths };
}

/** The answer to a step, as views of one array: writing to them writes to the array. */
export interface StepAnswer {
  readonly increments: Float64Array;
  /** Impulses [N s], and slips Γ [m]. */
  readonly normal: Float64Array;
  readonly edge: Float64Array;
  readonly slip: Float64Array;
  /** ‖Δq_a − Δq̄_a‖², a lower bound of the least there is, nodes of the search, and 1 where the gap is not closed. */
  readonly rating: Float64Array;
}

/** The parts of an answer. */
export function readAnswer({ nu, na, edges }: StepSize, answer: Float64Array): StepAnswer {
  let at = 0;
  const take = (length: number): Float64Array => {
    at += length;
    return answer.subarray(at - length, at);
  };
  return {
    increments: take(nu + na),
    normal: take(edges.length),
    edge: take(total(edges)),
    slip: take(edges.length),
    rating: take(4),
  };
}

/** Writes unknowns into an answer; a step that follows its command has no objective. */
export function writeAnswer(size: StepSize, unknowns: QuasistaticUnknowns, answer: Float64Array): void {
  const { increments, normal, edge, slip, rating } = readAnswer(size, answer);
  increments.set(unknowns.dqU);
  increments.set(unknowns.dqA, size.nu);
  normal.set(unknowns.normalImpulse);
  edge.set(unknowns.edgeImpulse);
  slip.set(unknowns.slip);
  rating.fill(0);
}
