import type { Stepwise } from "../../../algebra/stepwise.js";
import { compileRows, type RowKernel } from "../../../expr/compile.js";
import type { Expr } from "../../../expr/expr.js";
import { first, last, parameter } from "../../../mechanics/model.js";
import { durationName } from "../../compile/compile-problem.js";
import { type Setup, setUp } from "../../compile/setup.js";
import type { ElementRecord, Notes } from "../../exact/asked.js";
import { branchesMade } from "../../exact/branches.js";
import { exactOf, unseen, walkerOf } from "../../exact/exact.js";
import type { Held } from "../../exact/held.js";
import type { Task } from "../../march/task.js";
import { borrow, type Workspace } from "../../march/workspace.js";
import { declaredStep } from "../../problem/grid.js";
import type { Parameter, Problem } from "../../problem/problem.js";
import type { OptimalTask } from "../task.js";
import { changeOf, pieceModel, startOf } from "./piece-model.js";

/** The parts of which a motion is computed: pieces over which controls are held, one after the other. */
export interface Pieces {
  /** The problem whose starts, changes of controls and varied parameters have slopes. */
  readonly setup: Setup;
  readonly workspace: Workspace;
  readonly asked: OptimalTask;
  /** Places of the controls among all inputs. */
  readonly controlAt: readonly number[];
  /** Varied parameters but the duration. */
  readonly varied: readonly string[];
  /** Places of all varied ones among the parameters of the problem. */
  readonly varyAt: readonly number[];
  /** How states begin, by varied parameters. */
  readonly start: RowKernel;
  /** Conditions at the ends, then the cost there, by first and last states and varied parameters. */
  readonly ends: RowKernel;
}

/** The unknowns: controls, piece by piece, and varied parameters; and everything else of the motion. */
export interface PiecePoint {
  readonly inputs: Float64Array;
  readonly parameters: Float64Array;
  readonly end: number;
}

/** Pieces as they were marched. */
export interface MarchedPieces {
  /** States at the start, and at the ends of all pieces, the cost so far with them. */
  readonly states: readonly Float64Array[];
  /** Of every piece ∂(its end)/∂(its start, its controls, varied parameters), by column. */
  readonly slopes: readonly Float64Array[];
  /** Rates of states at its end. */
  readonly rates: readonly Float64Array[];
  readonly elements: readonly ElementRecord[];
  readonly events: readonly PieceEvent[];
}

/** A switch that is passed inside a piece, and ∂(its time)/∂(the start of the piece, its controls, varied parameters). */
export interface PieceEvent {
  readonly event: number;
  readonly piece: number;
  readonly t: number;
  readonly by: Float64Array;
}

/** How pieces are marched: each from where the one before ended, or from states of its own. */
export interface PieceMarch {
  readonly tolerance: number;
  readonly plan?: readonly ElementRecord[];
  readonly from?: readonly Float64Array[];
}

const known = new WeakMap<Workspace, Pieces>();

/** The pieces of a task, whose formulas are compiled once. */
export function piecesOf(task: Task, asked: OptimalTask): Pieces {
  const found = known.get(task.workspace);
  if (found?.asked === asked) return found;
  const { compiled, settings, parameters } = task.setup;
  const { problem, model } = compiled;
  const controls = Object.keys(asked.controls);
  const varied = asked.varied.map(({ name }) => name).filter((name) => name !== asked.time);
  const own = pieceModel(model, controls, asked.formulas.stage);
  const zero = (value: number, meaning: string): Parameter => ({ value, unit: "", meaning });
  const starts = startKernel(task.setup, asked);
  const begin = new Float64Array(own.state.length);
  starts.residual(parameters, begin);
  const { boundary: _, objective: __, grid: ___, ...motion } = problem;
  const { accuracy, end } = exactOf(task.setup);
  const isInTime = problem.parameters[durationName] !== undefined;
  const made: Problem = {
    ...motion,
    model: own,
    values: {},
    grid: { method: "exact", accuracy, ...(!isInTime && { end }) },
    parameters: {
      ...problem.parameters,
      ...Object.fromEntries(own.state.map(({ name }, i) => [startOf(name), zero(begin[i], `${name} at the start`)])),
      ...Object.fromEntries(controls.map((name) => [changeOf(name), zero(0, `change of ${name}`)])),
    },
    start: Object.fromEntries(own.state.map(({ name }) => [name, parameter(startOf(name))])),
  };
  const vary = [...own.state.map(({ name }) => startOf(name)), ...controls.map(changeOf), ...varied];
  const set = Object.fromEntries(Object.entries(settings).filter(([name]) => !name.startsWith("grid.")));
  const setup = setUp(made, set, true, { vary, rows: [] });
  const pieces: Pieces = {
    setup,
    workspace: borrow(setup),
    asked,
    controlAt: controls.map((name) => model.inputs.indexOf(name)),
    varied,
    varyAt: asked.varied.map(({ name }) => compiled.parameters.indexOf(name)),
    start: starts,
    ends: endKernel(task.setup, asked),
  };
  known.set(task.workspace, pieces);
  return pieces;
}

const variedLeaves = ({ varied }: OptimalTask): Expr[] => varied.map(({ name }) => parameter(name));

function startKernel({ compiled }: Setup, asked: OptimalTask): RowKernel {
  const { start, write } = asked.formulas;
  return compileRows(compiled.parameters.map(parameter), variedLeaves(asked), write(start));
}

function endKernel({ compiled }: Setup, asked: OptimalTask): RowKernel {
  const { ends, formulas } = asked;
  const states = compiled.model.state.map(({ name }) => name);
  const of = [...states.map(first), ...states.map(last)];
  const rows = formulas.write([...ends.map(({ residual }) => residual), formulas.cost]);
  return compileRows([...of, ...compiled.parameters.map(parameter)], [...of, ...variedLeaves(asked)], rows);
}

/** Marches all pieces; undefined where that breaks off, or a plan is lost. */
export function* marchPieces(
  task: Task,
  { setup, workspace, start }: Pieces,
  { inputs, parameters: given, end }: PiecePoint,
  { tolerance, plan, from }: PieceMarch,
): Stepwise<MarchedPieces | undefined> {
  const { compiled } = setup;
  const { freed, kernels } = compiled;
  const { states: n } = kernels.layout;
  const count = task.setup.steps.h.length;
  const width = compiled.model.inputs.length;
  const parameters = setup.parameters.slice();
  task.setup.compiled.parameters.forEach((name, i) => {
    parameters[compiled.parameters.indexOf(name)] = given[i];
  });
  const begin = new Float64Array(n);
  start.residual(given, begin);
  const first = from?.[0] ?? begin;
  first.forEach((x, i) => {
    parameters[freed[i]] = x;
  });
  const states: Float64Array[] = [first.slice()];
  const [slopes, rates]: Float64Array[][] = [[], []];
  const events: PieceEvent[] = [];
  const held: Held[] = Array.from({ length: count }, (_, k) => ({
    until: k + 1 === count ? end : ((k + 1) / count) * end,
    inputs: inputs.slice(k * width, (k + 1) * width),
    step: declaredStep(task.setup.steps, k),
  }));
  const notes: Notes = {
    ...unseen,
    passed: (event, t, times) => events.push({ event, piece: slopes.length, t, by: times.slice() }),
    piece(now, sensitivity) {
      slopes.push(sensitivity.slice());
      rates.push(now.slopes.slice());
      states.push(now.state.slice());
      sensitivity.fill(0);
      for (let i = 0; i < n; i++) sensitivity[i * n + i] = 1;
      const next = from?.[states.length - 1];
      if (next !== undefined && states.length <= count) now.state = next.slice();
    },
  };
  yield* branchesMade(compiled);
  const { status, elements } = yield* walkerOf({ setup, workspace }).march(parameters, {
    end,
    tolerance,
    sensitivities: true,
    signal: task.signal,
    held,
    notes,
    ...(plan && { plan }),
  });
  if (status !== "solved" || slopes.length !== count) return undefined;
  return { states, slopes, rates, elements, events };
}
