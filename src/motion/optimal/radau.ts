import { lookUp } from "../../checks/look-up.js";
import { add, type Expr, leaves, mul, sub, substituteAll, variable } from "../../expr/expr.js";
import { frame, type Model } from "../../mechanics/model.js";
import { radau } from "../exact/tableau.js";
import { stageOfElement } from "../grid-error/ends.js";
import type { Along, SmoothStep, StepUnknown } from "./smooth-step.js";

/** The collocation of an element: three stages, of order five. */
const { stages, nodes, c, d, ofStart, b } = radau(5);
const end = stages - 1;

/** The rows of a step or an element, and its cost. */
export interface ElementRows {
  readonly step: SmoothStep;
  readonly stage: Expr;
}

/** A stage: what its leaves are in the rows of a step, and what they are guessed to be on a straight line. */
interface Stage {
  readonly written: ReadonlyMap<Expr, Expr>;
  readonly unknowns: readonly StepUnknown[];
  /** The places of a step's unknowns among those of the element. */
  readonly places: readonly number[];
}

/**
 * An element of Radau IIA in the place of a step: its stages are steps of backward Euler, as long as the element, that end with
 * the slope of the polynomial through all of them,
 *
 *     now_i = Y_i − Σ_j d_ij (Y_j − y_0),    d = A⁻¹  (Hairer and Wanner, Solving Ordinary Differential Equations II, IV.5),
 *
 * each with forces, slacks and pairs of its own; controls are those of the whole element. The last stage is its end. Rows that
 * are looked at once in a step are looked at on the polynomial.
 */
export function elementRows(model: Model, { step, stage }: ElementRows): ElementRows {
  const { unknowns, rows, pairs, held, once } = step;
  const own = unknowns.flatMap((_, u) => (held.includes(u) ? [] : [u]));
  const ofStages = new Set([...model.state.map(({ name }) => frame.now(name)), ...own.map((u) => unknowns[u].leaf)]);
  const all = Array.from({ length: stages }, (_, i) => stageOf(model, step, own, i));
  const cost = stageOfElement(
    stage,
    model.state.map(({ name }, u) => [frame.now(name), unknowns[u].leaf]),
  );
  const guessed = new Map(all.flatMap((one) => one.unknowns.map(({ leaf, guess }) => [leaf, guess ?? leaf] as const)));
  const isOfStages = (residual: Expr): boolean => leaves([residual]).some((leaf) => ofStages.has(leaf));
  const places = new Map(model.state.map(({ name }, u) => [name, u] as const));
  const along: Along = (name, part) => {
    const values = [frame.now(name), ...all.map((_, j) => leafOf(step, lookUp(places, name), j))];
    return part === undefined ? values[stages] : add(...nodes.all.map((_, j) => mul(basis(j, part), values[j])));
  };
  return {
    step: {
      unknowns: [
        ...unknowns.map((one, u) => (own.includes(u) ? all[end].unknowns[own.indexOf(u)] : one)),
        ...all.slice(0, end).flatMap((one) => one.unknowns),
      ].map(({ guess, ...unknown }) => (guess ? { ...unknown, guess: substituteAll([guess], guessed)[0] } : unknown)),
      rows: all.flatMap(({ written }, i) =>
        rows.flatMap(({ name, residual }, r) => {
          const own = once.get(r);
          if (i < end && (own !== undefined || !isOfStages(residual))) return [];
          return { name, residual: own === undefined ? substituteAll([residual], written)[0] : own(along) };
        }),
      ),
      pairs: all.flatMap(({ places }, i) =>
        pairs.filter(([u]) => i === end || !held.includes(u)).map(([u, v]) => [places[u], places[v]] as const),
      ),
      across: [],
      held,
      once: new Map(),
    },
    stage: add(...all.map(({ written }, i) => mul(b[i], substituteAll([cost], written)[0]))),
  };
}

/** The leaf of an unknown of a step at a stage. */
const leafOf = ({ unknowns, held }: SmoothStep, u: number, k: number): Expr =>
  k === end || held.includes(u) ? unknowns[u].leaf : variable(`stage.${k + 1}.${unknowns[u].name}`);

/** ℓ_j(s) = Π_{m≠j} (s − c_m)/(c_j − c_m) of the nodes 0, c_1 … c_s. */
function basis(j: number, s: Expr): Expr {
  const others = nodes.all.filter((_, m) => m !== j);
  return mul(
    1 / others.reduce((product, c_m) => product * (nodes.all[j] - c_m), 1),
    ...others.map((c_m) => sub(s, c_m)),
  );
}

function stageOf(model: Model, step: SmoothStep, own: readonly number[], i: number): Stage {
  const { unknowns, held } = step;
  const starts = model.state.map(({ name }, u): readonly [Expr, Expr] => {
    const parts = Array.from({ length: stages }, (_, j) => mul(d[i * stages + j], leafOf(step, u, j)));
    return [frame.now(name), sub(leafOf(step, u, i), add(...parts, mul(-ofStart[i], frame.now(name))))];
  });
  const written = new Map<Expr, Expr>([
    ...unknowns.map(({ leaf }, u) => [leaf, leafOf(step, u, i)] as const),
    ...starts,
    [frame.t, add(frame.t, mul(c[i] - 1, frame.h))],
  ]);
  const straight = ({ name }: { readonly name: string }): Expr =>
    add(frame.now(name), mul(c[i], sub(frame.next(name), frame.now(name))));
  const guessOf = (u: number): Expr | undefined => {
    const { guess, leaf } = unknowns[u];
    if (guess !== undefined) return substituteAll([guess], written)[0];
    if (i === end) return undefined;
    return u < model.state.length ? straight(model.state[u]) : leaf;
  };
  return {
    written,
    unknowns: own.map((u) => {
      const { name, lower, upper } = unknowns[u];
      const guess = guessOf(u);
      return {
        name: i === end ? name : `${name} at stage ${i + 1}`,
        leaf: leafOf(step, u, i),
        lower,
        upper,
        ...(guess && { guess }),
      };
    }),
    places: unknowns.map((_, u) =>
      i === end || held.includes(u) ? u : unknowns.length + i * own.length + own.indexOf(u),
    ),
  };
}
