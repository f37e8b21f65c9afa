import { hypot } from "../algebra/elementary/elementary.js";
import { isRecord } from "../checks/fields.js";
import { evaluate, isExpr, type Scalar } from "../expr/expr.js";
import { type Body, bodyStates, momentOf } from "../mechanics/body.js";
import { leastBodies } from "../mechanics/many-balls.js";
import { drive } from "../solve/drive.js";
import type { Status } from "../solve/mcp.js";
import { emptyPath, type Path } from "./compile/path.js";
import { type Setup, settingUp } from "./compile/setup.js";
import { preparedKernels } from "./compile/step.js";
import { unclaimed } from "./march/unclaimed.js";
import { borrow, giveBack } from "./march/workspace.js";
import { checkRunOptions } from "./problem/check-options.js";
import { uniform } from "./problem/grid.js";
import { BadInput, type Problem } from "./problem/problem.js";
import type { RunOptions } from "./session.js";

/** Start values at rest, and how well they are. */
export interface Settled {
  readonly status: Status;
  readonly message: string;
  /** Every state of the model, velocities zero: to be spread into a problem's `start`. */
  readonly start: Readonly<Record<string, number>>;
  /** The largest force [N] and moment [N m] that is not balanced on any body, and which body that is. */
  readonly force: number;
  readonly moment: number;
  readonly body: string;
}

/** Balance of forces [N] and moments [N m]; where rounding stops short of it, of the largest weight. */
const balanced = 1e-9;
/** Forces of bodies of less weight than this [N] balance to a part of their own. */
const light = 0.01;
/** Steps without a better balance after which rounding has stopped it. */
const patience = 20;
/**
 * Steps are no longer than this [s], or than the largest body takes to fall by itself where that is longer: Newton's tolerance
 * is a momentum, so that long steps know forces best.
 */
const usual = 1;
/** A body may go this part of the smallest one's radius of gyration in a step, so that none goes through another. */
const stride = 0.2;
const mostSteps = 2000;

/**
 * Start values at which a scene lies still under gravity, near those of the problem: steps of growing length, after each
 * of which every body is stopped,
 *
 *     M(q⁺) ν⁺ = h F(q⁺, ν⁺),   q⁺ = q + h G(q⁺) ν⁺,   then ν = 0,
 *
 * so that what moves goes down its potential and friction holds what it can hold. It ends where the forces and moments
 * M ν⁺/h of a step of a second balance to 1e-9 N and N m, of bodies below 10 mN to 1e-7 of the least weight, or, where rounding
 * keeps them from it, to 1e-9 of the largest weight.
 * Bodies come to rest as they would in honey: near, not at the place where they would stop after a fall.
 * @throws {BadInput} for a model that is not made of bodies and contacts, or settings that do not fit the problem.
 */
export async function settled(problem: Problem, options: Pick<RunOptions, "set" | "signal"> = {}): Promise<Settled> {
  checkRunOptions(options);
  const { set = {}, signal } = options;
  const setup = await drive(settingUp(problem, set));
  const bodies = bodiesOf(setup);
  await drive(preparedKernels(setup.compiled.kernels, false, signal));
  const workspace = borrow(setup);
  await workspace.ready(signal);
  const settling = { setup, bodies, path: emptyPath(setup.compiled.kernels, 2), h: setup.steps.h[0] };
  workspace.marcher.begin(setup.parameters, uniform(2, settling.h), settling.path, false);
  const { states } = setup.compiled.kernels.layout;
  settling.path.states.copyWithin(states, 0, states);
  const weights = bodies.map(({ weight }) => weight).filter((weight) => weight > 0);
  const weight = Math.max(1, ...weights);
  const close = balanced * Math.min(1, ...weights.map((one) => one / light));
  const longest = Math.max(usual, ...bodies.map(fallOf).filter(Number.isFinite));
  let [best, since] = [Number.POSITIVE_INFINITY, 0];
  halt(settling);
  let rest = { start: startOf(settling), force: Number.POSITIVE_INFINITY, moment: Number.POSITIVE_INFINITY, body: "" };
  let failures = 0;
  const done = (status: Status, message: string): Settled => {
    giveBack(setup, workspace);
    return { ...rest, status, message };
  };
  for (let k = 0; k < mostSteps; k++) {
    workspace.marcher.resume(1, uniform(2, settling.h), settling.path);
    const march = await drive(workspace.marcher.advancing(2, signal));
    if (signal?.aborted) return done("cancelled", `Cancelled after ${k} steps; ${said(rest)}`);
    const way = march.status === "solved" ? largestWay(settling) : Number.POSITIVE_INFINITY;
    if (!(way <= 1)) {
      settling.h /= 4;
      failures++;
      if (failures > 200 || settling.h < 1e-9)
        return done(
          march.status === "solved" ? "no-progress" : unclaimed(march).status,
          `No step could be taken; ${said(rest)}`,
        );
      continue;
    }
    const unbalanced = imbalance(settling);
    onward(settling);
    rest = { start: startOf(settling), ...unbalanced };
    const worst = Math.max(rest.force, rest.moment);
    since = worst < best ? 0 : since + 1;
    best = Math.min(best, worst);
    const tolerance = since < patience || weight <= 1 ? close : balanced * weight;
    if (settling.h === longest && worst <= tolerance)
      return done("solved", `At rest after ${k + 1} steps; ${said(rest)}`);
    if (way < 0.5) settling.h = Math.min(longest, 2 * settling.h);
  }
  return done("no-progress", `Not at rest after ${mostSteps} steps; ${said(rest)} Does anything hold it?`);
}

/** The next step begins at the end of this one, with every body stopped, and its quaternion of length one. */
function onward({ setup, path, bodies }: Settling): void {
  const { states, insides } = setup.compiled.kernels.layout;
  path.states.copyWithin(states, 2 * states, 3 * states);
  path.insides.copyWithin(0, insides, 2 * insides);
  halt({ setup, path, bodies });
}

function halt({ setup, path, bodies }: Pick<Settling, "setup" | "path" | "bodies">): void {
  const state = path.states.subarray(setup.compiled.kernels.layout.states);
  for (const { velocities, spins, quaternion } of bodies) {
    for (const i of [...velocities, ...spins]) state[i] = 0;
    const length = hypot(...quaternion.map((i) => state[i]));
    for (const i of quaternion) state[i] /= length;
  }
}

/** The farthest way of any body in the step, and of its matter by turning, over what it may be. */
function largestWay({ setup, path, bodies, h }: Settling): number {
  const end = path.states.subarray(2 * setup.compiled.kernels.layout.states);
  const most = stride * Math.min(...bodies.map(({ size }) => size));
  const way = ({ velocities, spins, size }: Resting): number =>
    h * Math.max(speed(end, velocities), size * speed(end, spins));
  return Math.max(...bodies.map(way)) / most;
}

/** m |ν⁺|/h and I |ω⁺|/h, the largest of all bodies. */
function imbalance({ setup, path, bodies, h }: Settling): { force: number; moment: number; body: string } {
  const end = path.states.subarray(2 * setup.compiled.kernels.layout.states);
  const all = bodies.map(({ name, velocities, spins, mass, inertia }) => ({
    body: name,
    force: (mass * speed(end, velocities)) / h,
    moment: (inertia * speed(end, spins)) / h,
  }));
  const worst = ({ force, moment }: { force: number; moment: number }): number => Math.max(force, moment);
  const [first] = [...all].sort((a, b) => worst(b) - worst(a));
  return {
    force: Math.max(...all.map(({ force }) => force)),
    moment: Math.max(...all.map(({ moment }) => moment)),
    body: first.body,
  };
}

const speed = (state: Float64Array, at: readonly number[]): number => hypot(...at.map((i) => state[i]));

function startOf({ setup, path }: Pick<Settling, "setup" | "path">): Record<string, number> {
  const { layout, model } = setup.compiled.kernels;
  return Object.fromEntries(model.state.map(({ name }, i) => [name, path.states[layout.states + i]]));
}

const said = ({ force, moment, body }: Omit<Settled, "status" | "message">): string =>
  `forces balance to ${force.toExponential(1)} N and moments to ${moment.toExponential(1)} N m, the worst on ${body}.`;

/** The time in which a body falls by its own size [s]. */
const fallOf = ({ size, mass, weight }: Resting): number => Math.sqrt((size * mass) / weight);

/** A body by the places of its velocities in a state, with its mass, moments and weight at the parameters. */
interface Resting {
  readonly name: string;
  readonly velocities: readonly number[];
  readonly spins: readonly number[];
  readonly quaternion: readonly number[];
  readonly mass: number;
  readonly inertia: number;
  readonly weight: number;
  /** Its largest radius of gyration [m]. */
  readonly size: number;
}

interface Settling {
  readonly setup: Setup;
  readonly bodies: readonly Resting[];
  /** Two steps: the first has what the second begins with. */
  readonly path: Path;
  h: number;
}

interface Parts {
  readonly gravity: readonly Scalar[];
  readonly bodies: readonly Body[];
}

const hasParts = (scene: unknown): scene is Parts =>
  isRecord(scene) && Array.isArray(scene.bodies) && Array.isArray(scene.gravity);

function bodiesOf(setup: Setup): Resting[] {
  const { model, parameters: names } = setup.compiled;
  const view = model.views?.scene;
  // their states do not tell how deep contacts rest, so that no start can
  if (view?.kind === "shaped")
    throw new BadInput(
      "model",
      `model must have fewer than ${leastBodies} bodies under contacts "all" to be settled: start them apart and simulate until they rest.`,
    );
  if (view?.kind !== "contacts" || !hasParts(view.scene))
    throw new BadInput("model", `model must be made of bodies and contacts to be settled, it is "${model.name}".`);
  const value = (x: Scalar): number =>
    isExpr(x) ? evaluate(x, (leaf) => setup.parameters[names.indexOf(leaf.replace(/^parameters\./, ""))]) : x;
  const gravity = hypot(...view.scene.gravity.map(value));
  const at = (state: string): number => model.state.findIndex(({ name }) => name === state);
  return view.scene.bodies.map((body) => {
    const own = bodyStates(body).map(({ name, unit }) => ({ index: at(name), unit }));
    const unit = (wanted: string): number[] => own.filter((one) => one.unit === wanted).map(({ index }) => index);
    const [mass, inertia] = [value(body.mass), Math.max(...([0, 1, 2] as const).map((i) => value(momentOf(body, i))))];
    return {
      name: body.name,
      velocities: unit("m/s"),
      spins: unit("rad/s"),
      quaternion: unit("1"),
      mass,
      inertia,
      weight: mass * gravity,
      size: Math.sqrt(inertia / mass),
    };
  });
}
