import { compile, compileRows, type Switch, switches } from "../../expr/compile.js";
import { type Expr, neg, substituteAll } from "../../expr/expr.js";
import { postorder } from "../../expr/walk.js";
import { frame as leafOf } from "../../mechanics/model.js";
import type { Path } from "../compile/path.js";
import { stepReader } from "../compile/read-step.js";
import type { Setup } from "../compile/setup.js";
import { observe } from "./certificate.js";

/** A place where a motion has no derivative: a pair 0 ≤ a ⟂ b ≥ 0 with both sides at zero, or a formula at a switch. */
export interface Kink {
  /** The pair, or the unknown that the formula decides and the kind of the switch. */
  readonly what: string;
  /** 1-based. */
  readonly step: number;
}

/** Zero, in parts of the largest value along the path: a contact that only just touches. */
const nearby = 1e-9;

/**
 * The kinks of a finished path, the first of every pair, then the first of every switch in another step: the end of a
 * palm under a vertex, a corner between two faces, a force on its cone.
 */
export function kinksOf(setup: Setup, parameters: Float64Array, path: Path): Kink[] {
  // the contacts of many bodies are told together
  if (path.assembly !== undefined) return [];
  const pairs = observe(setup, parameters, path, setup.steps.h.length).pairs.flatMap(({ name, a, b }) => {
    const [zeroA, zeroB] = [nearby * largest(a), nearby * largest(b)];
    const step = a.findIndex((x, k) => Math.abs(x) <= zeroA && Math.abs(b[k]) <= zeroB);
    return step < 0 || zeroB === 0 ? [] : [{ what: name, step: step + 1 }];
  });
  const named = new Set(pairs.map(({ step }) => step));
  return [...pairs, ...switchesOf(setup, parameters, path).filter(({ step }) => !named.has(step))];
}

const largest = (values: Float64Array): number =>
  values.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0);

/** Switches of the step's formulas that change sign at a step, where the formulas jump or bend with them. */
function switchesOf(setup: Setup, parameters: Float64Array, path: Path): Kink[] {
  const { kernels } = setup.compiled;
  const { layout } = kernels;
  const count = setup.steps.h.length;
  // the shortest formula that jumps names a switch best: the force of a contact rather than the body that it moves
  const formulas = [...kernels.whole.formulas()].sort((a, b) => sizeOf(a.of) - sizeOf(b.of));
  const found = switches(formulas.map(({ of }) => of));
  const kernel = compile(
    layout.leaves,
    found.map(({ distance }) => distance),
  );
  const read = stepReader(setup.compiled);
  const distances = found.map(() => new Float64Array(count));
  const frame = new Float64Array(layout.leaves.length);
  const values = new Float64Array(found.length);
  frame.set(parameters, layout.parameters);
  for (let k = 0; k < count; k++) {
    read(setup, { parameters, path }, k, frame);
    kernel.run(frame, values);
    for (let s = 0; s < found.length; s++) distances[s][k] = values[s];
  }
  return found.flatMap((at, s) => {
    const zero = nearby * largest(distances[s]);
    const isZero = (k: number): boolean => k >= 0 && k < count && Math.abs(distances[s][k]) <= zero;
    // what stays at zero, such as the slip of a body at rest, is not passed through
    const k = distances[s].findIndex((_, i) => zero > 0 && isZero(i) && !isZero(i - 1) && !isZero(i + 1));
    if (k < 0) return [];
    read(setup, { parameters, path }, k, frame);
    const decided = formulas.find(({ of }) => jumps(setup, at, of, frame));
    return decided === undefined ? [] : [{ what: `${decided.unknown} (${at.kind})`, step: k + 1 }];
  });
}

const sizeOf = (formula: Expr): number => postorder([formula]).length;

/** True where a formula or its slopes differ between the two sides of a switch. */
function jumps({ compiled }: Setup, { kind, expr }: Switch, formula: Expr, frame: Float64Array): boolean {
  const { layout, implicit } = compiled.kernels;
  const sides = kind === "select" ? expr.args.slice(1) : kind === "min" || kind === "max" ? expr.args : [expr.args[0]];
  const [one, other = neg(one)] = sides;
  const rows = [one, other].map((side) => substituteAll([formula], new Map([[expr, side]]))[0]);
  if (rows[0] === rows[1]) return false;
  const states = new Set(compiled.model.state.map(({ name }) => name));
  const by = [
    ...implicit.unknowns.map(({ name }) => (states.has(name) ? leafOf.next(name) : leafOf.inside(name))),
    ...compiled.model.state.map(({ name }) => leafOf.now(name)),
    ...compiled.freed.map((index) => leafOf.parameters(compiled.parameters[index])),
  ];
  const [first, second] = rows.map((row) => {
    const kernel = compileRows(layout.leaves, by, [row], { mode: "interpreted" });
    const value = new Float64Array(1);
    const entries = new Float64Array(kernel.pattern.row.length);
    kernel.jacobian(frame, value, entries);
    const slopes = new Float64Array(1 + by.length);
    slopes[0] = value[0];
    for (let p = 0; p < entries.length; p++) slopes[1 + kernel.pattern.col[p]] = entries[p];
    return slopes;
  });
  return first.some((x, i) => Math.abs(x - second[i]) > nearby * (Math.abs(x) + Math.abs(second[i])));
}
