/**
 * Everything that viewer, report, playground and thumbnails all know of a motion: how contacts and bodies move, by the views of the
 * model; laws of the certificate in words, targets, outlines, numbers as people read them, colours. Nothing here draws,
 * and nothing knows a page. `scene/` makes of it the plain data that every viewer takes.
 *
 * @module app/motion-view
 */
import { type Expr, evaluate, leaves } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import { type ContactView, coordinateOf } from "../../mechanics/views.js";
import { equationsOf } from "../../motion/problem/condition.js";
import type { Problem } from "../../motion/problem/problem.js";
import type { Result } from "../../motion/result.js";
import { bodiesOf } from "./bodies.js";

/** How a body or contact moves at the end of a step. */
export type Contacting = "slips" | "sticks" | "free" | "touches" | "moves";

/** How a contact moves: its columns by their meaning, as far as the model has them. */
export interface ContactMotion {
  readonly view: ContactView;
  readonly normal: Float64Array;
  readonly tangential: readonly Float64Array[];
  readonly radius?: Float64Array;
  /** Slip speed. */
  readonly slip?: Float64Array;
  readonly state: readonly Contacting[];
}

/** Every contact that pushes with a force; of impulses the segments of patches tell. */
export function contactsOf({ model, trajectory }: Result): ContactMotion[] {
  const of = (name: string | undefined): Float64Array[] => {
    const column = name === undefined ? undefined : trajectory.columns[name];
    return column === undefined ? [] : [column];
  };
  return (model.views?.contacts ?? []).flatMap((view) => {
    const { columns, unit = "N" } = view;
    const [normal] = of(columns.normal);
    if (normal === undefined || unit !== "N") return [];
    const [radius] = of(columns.coneRadius);
    const [slipT, slipO] = (columns.slip ?? []).flatMap(of);
    return {
      view,
      normal,
      tangential: (columns.tangential ?? []).flatMap(of),
      ...(radius && { radius }),
      ...(slipT && { slip: slipT.map((s, k) => Math.hypot(s, slipO?.[k] ?? 0)) }),
      state: contacting(normal, of(columns.stickMargin)[0]),
    };
  });
}

function contacting(normal: Float64Array, margin: Float64Array | undefined): Contacting[] {
  const state = Array.from(normal, (force, k): Contacting => {
    if (!(force > 0)) return "free";
    if (margin === undefined) return "touches";
    return margin[k] > 0 ? "sticks" : "slips";
  });
  // forces belong to the step that ends there: the start looks as its first step does
  if (state.length > 1) state[0] = state[1];
  return state;
}

/** How a body moves at every grid point: it slips where any of its contacts slips. */
export function bodyState(body: string, contacts: readonly ContactMotion[], points: number): Contacting[] {
  const its = contacts.filter(({ view }) => view.body === undefined || view.body === body);
  const order = ["slips", "sticks", "touches", "free"] as const;
  return Array.from(
    { length: points },
    (_, k) => order.find((word) => its.some(({ state }) => state[k] === word)) ?? "moves",
  );
}

/** A condition at the end on one state of the model. */
export interface EndCondition {
  readonly state: string;
  readonly residual: Expr;
}

/**
 * The boundary conditions and constraints of an objective that ask for the end of one state: of the coordinate that they
 * say they are about, else of the only state at the end that their formula has.
 */
export function endConditions(problem: Problem, model: Model): EndCondition[] {
  const { objective } = problem;
  const constraints = (objective?.constraints ?? []).filter(({ must }) => must === "be-zero");
  return [...equationsOf(problem), ...constraints].flatMap(({ about, residual }): EndCondition[] => {
    const body = bodiesOf(model).find(({ name }) => name === about?.body);
    const stated = body && about && coordinateOf(body, about.coordinate);
    if (stated !== undefined) return [{ state: stated, residual }];
    const ends = leaves([residual]).filter(({ name }) => name.startsWith("last."));
    return ends.length === 1 ? [{ state: ends[0].name.slice("last.".length), residual }] : [];
  });
}

/** End values of states that conditions ask for, where they are linear in them. */
export function targetsOf({ problem, model, run: { parameters }, trajectory }: Result): Map<string, number> {
  const targets = new Map<string, number>();
  for (const { state, residual } of endConditions(problem, model)) {
    const at = (end: number): number => valueAt(residual, state, end);
    const slope = at(1) - at(0);
    const target = -at(0) / slope;
    // a third point tells a line from a curve
    if (Number.isFinite(target) && Math.abs(at(2) - at(1) - slope) <= 1e-9 * Math.abs(slope))
      targets.set(state, target);
    // the place of a link is no state: what is left of its condition is how far it is from its target
    const end = model.state.some(({ name }) => name === state) ? undefined : trajectory.columns[state]?.at(-1);
    if (end !== undefined) targets.set(state, end - at(end));
  }
  return targets;

  function valueAt(residual: Expr, state: string, end: number): number {
    return evaluate(residual, (leaf) => {
      const name = leaf.slice(leaf.indexOf(".") + 1);
      if (leaf.startsWith("last.")) return name === state ? end : (trajectory.columns[name]?.at(-1) ?? Number.NaN);
      return leaf.startsWith("first.") ? (trajectory.columns[name]?.[0] ?? Number.NaN) : Number(parameters[name]);
    });
  }
}

/** Grid points where a state begins to hold after another one. */
export function changes(state: readonly Contacting[]): { k: number; to: Contacting }[] {
  return state.flatMap((to, k) => (k > 0 && to !== state[k - 1] ? [{ k, to }] : []));
}
