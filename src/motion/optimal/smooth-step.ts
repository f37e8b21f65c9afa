import { lookUp } from "../../checks/look-up.js";
import { add, constant, type Expr, leaves, mul, neg, type Op, sub, toExpr, variable } from "../../expr/expr.js";
import { postorder } from "../../expr/walk.js";
import { frame, type Model, type Unknown } from "../../mechanics/model.js";
import { BadInput, type Control, type DesignConstraint } from "../problem/problem.js";
import { withoutKinks } from "./without-kinks.js";

/** An unknown of one step of an optimal motion, its bounds numbers or formulas of parameters. */
export interface StepUnknown {
  readonly name: string;
  readonly leaf: Expr;
  readonly lower: Expr;
  readonly upper: Expr;
  /** First guess from the others, where it is not a state, a force or a control. */
  readonly guess?: Expr;
}

/** States at the end of a step, or after a part of it, by their names. */
export type Along = (state: string, part: Expr | undefined) => Expr;

/** A condition on every step; one that people name as a region may have kinks, as those at the end may. */
export interface PathRow extends DesignConstraint {
  readonly isRough?: true;
  /** The residual of one that is looked at once in a step, by what states are inside it. */
  readonly along?: (at: Along) => Expr;
}

/** The equations of a step as an optimiser takes them: smooth rows, and pairs whose members are unknowns. */
export interface SmoothStep {
  readonly unknowns: readonly StepUnknown[];
  readonly rows: readonly { readonly name: string; readonly residual: Expr }[];
  /** Indices into `unknowns`. */
  readonly pairs: readonly (readonly [number, number])[];
  /** Of free step lengths: pairs of the first with the second of the step before. */
  readonly across: readonly (readonly [number, number])[];
  /** Unknowns of controls and their rates, which do not change within a step, and slacks of what is looked at once in it. */
  readonly held: readonly number[];
  /** Rows that are looked at once in a step, by what states are inside it. */
  readonly once: ReadonlyMap<number, (at: Along) => Expr>;
}

const free = { lower: constant(Number.NEGATIVE_INFINITY), upper: constant(Number.POSITIVE_INFINITY) };
const positive = { lower: constant(0), upper: constant(Number.POSITIVE_INFINITY) };

/** The length of a step where it is an unknown, and the mean of all, a number. */
export const stepLength = "step length";
export const meanStep = variable("mean.h");
/** Free steps have at least and at most so many mean lengths. */
const shortest = 0.02;
const longest = 4;

/** The control that a step is compared with where its rate of change is bounded: that of the step before. */
export const before = (name: string): Expr => variable(`before.${name}`);

/**
 * A model's step in smooth form:
 *
 *     u free ⟂ r          →  r = 0
 *     0 ≤ u ⟂ r ≥ 0       →  s − r = 0,  0 ≤ u ⟂ s ≥ 0
 *
 * in the complementarity form of the model, followed by the controls, their rates and the conditions on every step. With free step lengths, what is continuous in
 * time (a gap, a slip) and what may jump (a force) are pairs across the steps, too: 0 ≤ jumps_k ⟂ continuous_{k−1} ≥ 0,
 * so that contacts change on grid points only (Nurkanović, Sperl, Albrecht, Diehl, Numer. Math. 156, 2024).
 * @throws {BadInput} naming a row that has a kink of any other form, or bounds other than from zero.
 */
export function smoothStep(
  model: Model,
  controls: Readonly<Record<string, Control>>,
  path: readonly PathRow[],
  freeSteps = false,
): SmoothStep {
  const stage = model.step(frame);
  const { program, assembly } = stage;
  if (program !== undefined || assembly !== undefined) {
    const why =
      program === undefined ? `the model ${model.name} has none` : `every step of the model ${model.name} is a program`;
    throw new BadInput("model", `An optimal motion needs smooth rows; ${why}.`);
  }
  const form = withoutKinks(model, stage);
  const unknowns: StepUnknown[] = [];
  const rows: { name: string; residual: Expr }[] = [];
  const pairs: [number, number][] = [];
  const across: [number, number][] = [];
  const held: number[] = [];
  const inside = new Set(form.inside.map(({ name }) => frame.inside(name)));
  /** A pair of an unknown and a slack: a slack that only states decide is continuous, beside others the unknown is. */
  const pair = (unknown: number, slackAt: number, value: Expr): void => {
    pairs.push([unknown, slackAt]);
    const decided = leaves([value]).some((leaf) => inside.has(leaf));
    if (freeSteps) across.push(decided ? [slackAt, unknown] : [unknown, slackAt]);
  };
  const rowOf = new Map(form.rows.map(({ unknown, residual }) => [unknown, residual]));
  const isState = new Set(model.state.map(({ name }) => name));

  /** An unknown that must not be negative and the row that says what it is. */
  const slack = (name: string, value: Expr): number => {
    const leaf = variable(`slack.${name}`);
    unknowns.push({ name: `slack of ${name}`, leaf, ...positive, guess: value });
    rows.push({ name, residual: sub(leaf, value) });
    return unknowns.length - 1;
  };

  const declared = [...model.state, ...form.inside];
  const answers: { unknown: Unknown; at: number; leaf: Expr }[] = [];
  for (const unknown of declared) {
    const leaf = isState.has(unknown.name) ? frame.next(unknown.name) : frame.inside(unknown.name);
    answers.push({ unknown, at: unknowns.length, leaf });
    const guess = form.guess[unknown.name];
    unknowns.push({ name: unknown.name, leaf, ...boundsOf(unknown), ...(guess && { guess }) });
  }
  for (const { unknown, at, leaf } of answers) {
    const { name } = unknown;
    const formula = form.defines[name];
    const residual = formula === undefined ? lookUp(rowOf, name) : sub(leaf, formula);
    if (unknown.lower !== undefined) pair(at, slack(name, residual), residual);
    else rows.push({ name, residual });
  }
  for (const [name, control] of Object.entries(controls)) {
    const leaf = frame.inputs(name);
    held.push(unknowns.length);
    unknowns.push({
      name,
      leaf,
      lower: toExpr(control.min ?? Number.NEGATIVE_INFINITY),
      upper: toExpr(control.max ?? Number.POSITIVE_INFINITY),
    });
    if (control.rate === undefined) continue;
    const change = sub(leaf, before(name));
    const most = mul(control.rate, frame.h);
    held.push(slack(`rise of ${name}`, sub(most, change)), slack(`fall of ${name}`, sub(most, neg(change))));
  }
  const once = new Map<number, (at: Along) => Expr>();
  for (const { name, residual, must, along } of path) {
    if (must === "be-zero") {
      if (along) once.set(rows.length, along);
      rows.push({ name, residual });
      continue;
    }
    const { leaf } = unknowns[slack(name, neg(residual))];
    if (along === undefined) continue;
    held.push(unknowns.length - 1);
    once.set(rows.length - 1, (at) => add(leaf, along(at)));
  }
  const rough = new Set(path.filter(({ isRough }) => isRough).map(({ name }) => name));
  for (const { name, residual } of rows) if (!rough.has(name)) refuseKinks(name, residual);
  if (freeSteps)
    unknowns.push({ name: stepLength, leaf: frame.h, lower: mul(shortest, meanStep), upper: mul(longest, meanStep) });
  return { unknowns, rows, pairs, across, held, once };
}

function boundsOf({ name, lower, upper }: Unknown): { lower: Expr; upper: Expr } {
  if (upper !== undefined || (lower !== undefined && lower !== 0))
    throw new BadInput("model", `An optimal motion takes unknowns that are free or from zero on; ${name} is neither.`);
  return lower === undefined ? free : positive;
}

const kinks: readonly Op[] = ["max", "min", "abs", "select"];

function refuseKinks(name: string, residual: Expr): void {
  const kink = postorder([residual]).find(({ op }) => kinks.includes(op));
  if (kink !== undefined)
    throw new BadInput(
      "model",
      `An optimal motion needs smooth rows, and row ${name} has a ${kink.op}: write it as a complementarity pair.`,
    );
}
