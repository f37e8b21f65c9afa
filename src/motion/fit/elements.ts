import type { Stepwise } from "../../algebra/stepwise.js";
import { placeAt, stateAt } from "../compile/between.js";
import { emptyPath } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { branchesMade } from "../exact/branches.js";
import { type Course, courses } from "../exact/course.js";
import { exactOf, exactSimulation, walkerOf } from "../exact/exact.js";
import { heldInputs } from "../exact/held.js";
import { recorder } from "../exact/record.js";
import type { Workspace } from "../march/workspace.js";
import { uniform } from "../problem/grid.js";
import { BadInput } from "../problem/problem.js";
import { type Clock, hasClock, type See, type Walk } from "./clock.js";
import type { Recording } from "./fitting.js";

/** Elements of a motion keep this part of its accuracy: differences of squares are small beside these. */
const part = 0.01;
/** And the end of an element is within this part of it. */
const rounding = 1e-9;

/** The same motion to an accuracy until another time [s], with inputs until then. */
function lasting(declared: Setup, end: number): Setup {
  const { accuracy } = exactOf(declared);
  const [h] = declared.steps.h;
  return { ...declared, exact: { accuracy, end }, steps: uniform(Math.max(1, Math.ceil(end / h - 1e-9)), h) };
}

/**
 * The walk of a recording on elements of high order between located events: row i is at t = offset + rate (t_i − t_0), on the
 * polynomial of an element, where dx/dξ at that time is that of a place which moves with the element, less ẋ times how it moves.
 */
export function walkByElements(declared: Setup, { name, t }: Recording, workspace: Workspace, clock: Clock): Walk {
  if (declared.compiled.model.inputs.length > 0 && !hasClock(declared) && t[0] !== 0)
    throw new BadInput(
      "data",
      `${name} begins at ${t[0]} s, and by grid.method = exact inputs go by the time since then: let its rows begin at 0 s, or use euler.`,
    );
  const { kernels, freed } = declared.compiled;
  const { states } = kernels.layout;
  const tolerance = part * exactOf(declared).accuracy;
  let path = emptyPath(kernels, 1);

  function read(
    course: Course,
    time: number,
    withSlopes: boolean,
    into: { state: Float64Array; slopes: Float64Array },
  ) {
    const place = placeAt(course.steps, time);
    // what is before the start is on the straight line that begins there
    const before = Math.min(0, time);
    stateAt(course.path, states, place, into.state);
    for (let s = 0; s < states; s++) {
      const rate = course.rate(place, s, 1);
      into.state[s] += rate * before;
      for (let f = 0; withSlopes && f < freed.length; f++)
        into.slopes[f * states + s] = course.sensitivity(place, f, s) - course.carried(rate, place, f);
      if (clock.offset >= 0) into.slopes[clock.offset * states + s] += rate;
    }
    return place;
  }

  function* go(
    parameters: Float64Array,
    wanted: readonly number[],
    withSlopes: boolean,
    see: See,
  ): Stepwise<number | undefined> {
    const times = clock.times(parameters, t);
    const end = endOf(times, wanted);
    const task = { setup: lasting(declared, end), workspace, signal: undefined };
    const course: Course = yield* courses(task, { tolerance, end, withSlopes })(parameters);
    path = course.path;
    const into = { state: new Float64Array(states), slopes: new Float64Array(withSlopes ? states * freed.length : 0) };
    if (course.march.status !== "solved") return wanted[0];
    for (const [k, i] of wanted.entries()) {
      const place = read(course, times[i], withSlopes, into);
      if (withSlopes && clock.rate >= 0)
        for (let s = 0; s < states; s++) into.slopes[clock.rate * states + s] += course.rate(place, s, t[i] - t[0]);
      see(k, course.march, into.state, into.slopes);
    }
    return undefined;
  }

  return {
    get path() {
      return path;
    },
    times: (parameters) => clock.times(parameters, t),
    go,
    *whole(parameters, wanted) {
      const setup = lasting(declared, endOf(clock.times(parameters, t), wanted));
      const found = yield* exactSimulation({
        ...{ setup: { ...setup, parameters }, workspace, signal: undefined, resume: undefined },
        report() {},
      });
      const { message, counts } = found;
      return {
        setup: found.setup,
        path: found.path,
        count: counts.steps,
        ...(found.status === "coarse" && { doubt: message }),
      };
    },
    refine: () => false,
  };
}

/** The last of the wanted times; of rows before the start something after it. */
const endOf = (times: Float64Array, wanted: readonly number[]): number =>
  Math.max(1e-9, ...wanted.map((row) => times[row]));

/** When a motion first touches anything until an end [s]; undefined where it does not. */
export function* touchedAt(declared: Setup, workspace: Workspace, end: number): Stepwise<number | undefined> {
  const { compiled, parameters } = declared;
  const setup = lasting(declared, end);
  yield* branchesMade(compiled);
  const walker = walkerOf({ setup, workspace });
  const pushes = compiled.kernels.observed.pushes();
  const forces = new Float64Array(pushes.outputs);
  const { time } = compiled.kernels.layout;
  let [reached, pushed]: [number, number | undefined] = [0, undefined];
  let touched: number | undefined;
  const notes = recorder(compiled, parameters, walker.element, (frame) => {
    pushes.run(frame, forces);
    if (forces.some((force) => force > 0)) pushed ??= frame[time] + frame[time + 1];
  });
  yield* walker.march(parameters, {
    ...{ end, tolerance: part * exactOf(declared).accuracy, sensitivities: false, signal: undefined },
    held: heldInputs(setup, parameters),
    notes: {
      accept(start, h) {
        notes.accept(start, h);
        reached = start.t + h;
        // at the very end of a flight a force is rounding, or begins
        if (pushed !== undefined) touched ??= pushed < reached - rounding * h ? start.t : reached;
      },
      struck() {
        touched ??= reached;
      },
      rest() {},
      stop: () => touched !== undefined,
    },
  });
  return touched;
}
