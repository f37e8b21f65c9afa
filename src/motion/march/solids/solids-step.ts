/**
 * The march of many bodies of any convex shapes, at a cost of what touches: pairs that are near each other are found by
 * their bounds, and only they have unknowns; bodies that may push each other make an island, solved as one small Mcp whose
 * rows are those of a scene. The kernels are one for each kind of contact, however many there are.
 *
 * @module motion/march/solids
 */
import { once } from "../../../algebra/once.js";
import type { Stepwise } from "../../../algebra/stepwise.js";
import { nearPairs } from "../../../geometry/near-pairs.js";
import type { Solids } from "../../../mechanics/assembly.js";
import { solidEnd, solidInputs } from "../../../mechanics/solids/solid-kinds.js";
import type { Compiled } from "../../compile/compile-problem.js";
import type { AssemblyKernel } from "../../compile/step.js";
import { type Engine, manyMarcher } from "../many/many-march.js";
import type { Standing, StepVerdict } from "../many/many-step.js";
import type { Marcher } from "../march.js";
import { fullSteps, mostFull, takeFullSteps } from "./full-steps.js";
import { gather, gathered, guessUnknowns } from "./gather.js";
import { attainable, loadVelocities, type Near, type SolidIsland, solidIsland, tolerance } from "./island.js";
import { settleContact } from "./local.js";
import { contactSlopes } from "./slope-kernels.js";
import { solidSlopes } from "./slopes.js";
import type { SolidStep } from "./solid-memory.js";
import { finishSolids, solidsEnergy } from "./solids-end.js";
import { size, turning } from "./speeds.js";
import { bodyInputs, loadBody, reachAt, type SolidWorld, solidWorld } from "./world.js";

export { preparedSlopes } from "./slope-kernels.js";
export { preparedKinds } from "./world.js";

/** Room around a body for its motion in a step: so much of the motion that is expected, and this part of its reach. */
const inflation = { motion: 1.2, reach: 0.01 };
/** A body that moved on beyond its room gets so much more than it moved. */
const widening = 1.5;
/** Tries with wider rooms: each is at least half as wide again. */
const mostTries = 20;

/** The march of an assembly of solids. */
export const solidsMarch = (compiled: Compiled, kernel: AssemblyKernel, solids: Solids): Marcher =>
  manyMarcher(compiled, kernel, solidsEngine(kernel, solids));

/** The steps of an assembly of solids. */
function solidsEngine(kernel: AssemblyKernel, solids: Solids): Engine {
  const world = solidWorld(kernel.assembly, solids);
  const n = world.bodies;
  const step: SolidStep = {
    world,
    inputs: Array.from({ length: n }, () => new Float64Array(bodyInputs.size)),
    contacts: gathered(),
    space: {
      near: nearPairs(),
      points: new Float64Array(3 * n),
      room: new Float64Array(n),
      reach: new Float64Array(n),
    },
    islands: new Map(),
    full: fullSteps(n, world.solids.sizes),
    verdict: { solved: true, residual: 0, iterations: 0, worst: -1 },
  };
  return {
    read(numbers, lightness) {
      world.numbers.set(numbers);
      world.numbers[numbers.length] = lightness;
    },
    solving: (standing, h) => solving(step, standing, h),
    finish: (standing, observed) => finishSolids(step, standing, observed),
    energy: (states) => solidsEnergy(step, states),
    slopes: once(() => solidSlopes(step, contactSlopes(kernel, solids))),
  };
}

/**
 * Solves a step of h [s], with a pause after each contact and each iteration of an island; where a body moved on beyond its room, it gets a wider one and the step is solved again, so that
 * no contact is missed.
 */
function* solving(step: SolidStep, standing: Standing, h: number): Stepwise<StepVerdict> {
  const { world, contacts, space, verdict, inputs } = step;
  const { states } = standing;
  const { points, room, reach, near } = space;
  for (let i = 0; i < world.bodies; i++) {
    loadBody(world, i, { states, h }, inputs[i]);
    for (let axis = 0; axis < world.solids.sizes.linear; axis++)
      points[3 * i + axis] = states[world.solids.sizes.states * i + axis];
    room[i] = inflation.motion * wayOf(world, i, states, h) + inflation.reach * reachAt(world, i);
  }
  verdict.iterations = 0;
  verdict.worst = -1;
  for (let k = 0; k < mostTries; k++) {
    for (let i = 0; i < world.bodies; i++) reach[i] = reachAt(world, i) + room[i];
    near.find({ count: world.bodies, points, reach });
    gather(contacts, world, standing, { rows: near.rows, room, h });
    for (const contact of contacts.near) {
      if (contact.now.pushes) continue;
      lookAhead(step, contact, h);
      yield;
    }
    // each time at least one more of the contacts pushes
    for (let isMissing = true; isMissing; ) {
      yield* solveIslands(step, states, h);
      if (!verdict.solved) return verdict;
      isMissing = yield* findMissed(step);
    }
    if (!widen(step, h)) return verdict;
  }
  verdict.solved = false;
  verdict.worst = 0;
  return verdict;
}

const end = new Float64Array(solidEnd.size);

/** Finds the nearest points of a contact at velocities as they stand in its inputs, and if it would push there. */
function look(contact: Near): void {
  settleContact(contact);
  contact.kernels.end.run(contact.x, end);
  contact.now.pushes = !(end[solidEnd.normalForce] <= 0);
}

/** Looks if a contact would push in free flight. */
function lookAhead({ inputs, world }: SolidStep, contact: Near, h: number): void {
  const { x, a, b, start, kernels } = contact;
  if (contact.now.isNew) guessUnknowns(contact);
  else
    for (let k = 0; k < kernels.unknowns; k++)
      x[solidInputs.unknowns + k] = k < world.solids.sizes.friction ? 0 : start[k];
  const { velocities } = solidInputs;
  const { places, linear, velocities: count } = world.solids.sizes;
  for (let k = 0; k < count; k++) {
    const falling = k < linear ? h * world.numbers[k] : 0;
    x[velocities + k] = inputs[a][places + k] + falling;
    if (b < world.bodies) x[velocities + 6 + k] = inputs[b][places + k] + falling;
  }
  look(contact);
}

/** Looks at all contacts that were left out of their islands; true where one of them would push. */
function* findMissed({ inputs, contacts: { near } }: SolidStep): Stepwise<boolean> {
  let isMissing = false;
  const { velocities, unknowns } = solidInputs;
  for (const contact of near) {
    if (contact.now.pushes) continue;
    const { x, a, b, kernels } = contact;
    for (let k = 0; k < kernels.sizes.velocities; k++) {
      x[velocities + k] = inputs[a][bodyInputs.velocities + k];
      if (kernels.kind.moving) x[velocities + 6 + k] = inputs[b][bodyInputs.velocities + k];
    }
    for (let k = 0; k < kernels.sizes.friction; k++) x[unknowns + k] = 0;
    look(contact);
    isMissing ||= contact.now.pushes;
    yield;
  }
  return isMissing;
}

/** How far any point of a body may come in h [m], as it moves at the start and falls. */
function wayOf(world: SolidWorld, body: number, states: Float64Array, h: number): number {
  const { sizes } = world.solids;
  const at = sizes.states * body + sizes.places;
  const fall = h * size(world.numbers, 0, 3);
  return h * (size(states, at, sizes.linear) + fall + turning(sizes, states, at) * reachAt(world, body));
}

/** Gives more room to bodies that moved out of theirs; true where there are such. */
function widen({ world, inputs, space: { room } }: SolidStep, h: number): boolean {
  let isWider = false;
  for (let i = 0; i < world.bodies; i++) {
    const at = bodyInputs.velocities;
    const { sizes } = world.solids;
    const moved = h * (size(inputs[i], at, sizes.linear) + turning(sizes, inputs[i], at) * reachAt(world, i));
    if (moved <= room[i]) continue;
    room[i] = widening * moved + inflation.reach * reachAt(world, i);
    isWider = true;
  }
  return isWider;
}

/** Solves island by island, up to the first that cannot be. */
function* solveIslands(step: SolidStep, states: Float64Array, h: number): Stepwise<void> {
  const { world, contacts, verdict, inputs } = step;
  const before = step.islands;
  step.islands = new Map();
  verdict.solved = true;
  verdict.residual = 0;
  for (const { bodies, near } of islandsOf(
    world,
    contacts.near.filter(({ now }) => now.pushes),
  )) {
    const known = before.get(bodies[0]);
    const isSame = known !== undefined && same(known.bodies, bodies) && same(known.contacts, near);
    const island = isSame ? known : solidIsland(world, inputs, bodies, near);
    step.islands.set(bodies[0], island);
    const residual = yield* solveIsland(step, island, states, h);
    if (!(residual * (1 / h) <= verdict.residual)) verdict.residual = residual / h;
    if (residual <= attainable) continue;
    verdict.solved = false;
    verdict.worst = bodies[0];
    return;
  }
}

const same = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((x, i) => x === other[i]);

/** Bodies joined by the contacts between them, never over the world, in the order of the first of each. */
function islandsOf({ bodies }: SolidWorld, near: readonly Near[]) {
  const root = Array.from({ length: bodies }, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (root[at] !== at) at = root[at];
    return at;
  };
  for (const { a, b } of near) {
    if (b >= bodies) continue;
    const [p, q] = [find(a), find(b)];
    root[Math.max(p, q)] = Math.min(p, q);
  }
  const islands = new Map<number, { bodies: number[]; near: Near[] }>();
  const islandOf = (body: number): { bodies: number[]; near: Near[] } => {
    const found = islands.get(find(body)) ?? { bodies: [], near: [] };
    islands.set(find(body), found);
    return found;
  };
  for (let i = 0; i < bodies; i++) islandOf(i).bodies.push(i);
  for (const contact of near) islandOf(contact.a).near.push(contact);
  return islands.values();
}

/** An island is begun from the step before, and then from free flight with nearest points found anew. */
const ways = ["before", "anew"] as const;

/**
 * Solves an island by full steps, and where they go in circles by the Newton that searches along lines. Returns the natural
 * residual, and leaves the solution in the inputs of its bodies and contacts.
 */
function* solveIsland(step: SolidStep, island: SolidIsland, states: Float64Array, h: number): Stepwise<number> {
  const { bodies, contacts, offsets, sizes } = island;
  const { numbers } = step.world;
  const z = new Float64Array(island.size);
  const took = { count: 0 };
  let residual = Infinity;
  const isSmall = bodies.length <= mostFull;
  for (const way of isSmall ? ways : []) {
    yield* begin(way);
    residual = yield* takeFullSteps(step.full, island, step.inputs, { z, tolerance, took });
    step.verdict.iterations += took.count;
    if (residual <= attainable) return residual;
  }
  const careful = island.careful();
  const { mcp, solver } = careful;
  for (const way of ways) {
    yield* begin(way);
    const state = yield* solver.parts.init(mcp, z, careful.state);
    careful.state = state;
    while (solver.done(state) === undefined && !(state.iterate.residual <= attainable)) {
      yield* solver.parts.step(state);
      yield;
    }
    step.verdict.iterations += state.iterate.iteration;
    residual = state.iterate.residual;
    // leaves the solution, and not the last trial, in all inputs
    mcp.evaluate(state.iterate.z, new Float64Array(z.length));
    if (residual <= attainable) break;
  }
  return residual;

  function* begin(way: (typeof ways)[number]): Stepwise<void> {
    bodies.forEach((body, i) => {
      for (let k = 0; k < sizes.velocities; k++) {
        const falling = way === "anew" && k < sizes.linear ? h * numbers[k] : 0;
        z[sizes.velocities * i + k] = states[sizes.states * body + sizes.places + k] + falling;
      }
    });
    for (let c = 0; c < contacts.length; c++) {
      const contact = contacts[c];
      const { x, kernels, start } = contact;
      if (way === "anew" || contact.now.isNew) {
        guessUnknowns(contact);
        loadVelocities(island, contact, z);
        settleContact(contact);
        for (let k = 0; k < kernels.unknowns; k++) z[offsets[c] + k] = x[solidInputs.unknowns + k];
        yield;
      } else for (let k = 0; k < kernels.unknowns; k++) z[offsets[c] + k] = start[k];
    }
  }
}
