/**
 * Motions by the ways that no packaged problem takes within a second, on grids so short that they mean little: searches for
 * launches, closed loops, maps of designs, steps that are halved, boxes on their corners, distributed contacts.
 */
import { problem as disk } from "../../problems/optimal/disk.js";
import { registry } from "../../problems/registry.js";
import { problem as roll } from "../../problems/rolling/ball-roll.js";
import { add, mul, pow, sub } from "../../src/expr/expr.js";
import { design, type Problem, simulate, solve } from "../../src/index.js";
import { equation, last, type Model, parameter } from "../../src/mechanics/model.js";
import { atRest } from "../../src/mechanics/scene.js";
import { vertexContacts } from "../../src/mechanics/vertices.js";
import { compliant } from "../../src/models/compliant.js";
import { landscape } from "../../src/motion/design/landscape.js";
import { piecewise } from "../../src/motion/problem/inputs.js";
import type { Result } from "../../src/motion/result.js";
import { settled } from "../../src/motion/settled.js";
import type { RunOptions } from "../../src/solvers.js";
import { driven } from "../motion/mpc/closed-loop.js";
import { type Part, told } from "./told.js";

const answerOf = ({ status, values, solution, trajectory }: Result): readonly [string, ...Part[]] => [
  status,
  solution.iterations,
  ...Object.values(values).map((v) => v ?? Number.NaN),
  ...Object.keys(trajectory.columns)
    .sort()
    .map((name) => trajectory.columns[name]),
];

const verbs = { simulate, solve, design };

/** A packaged problem by a verb. */
async function packaged(verb: keyof typeof verbs, name: string, options: RunOptions): Promise<string> {
  const { problem } = await registry[name]();
  return ofResult(await verbs[verb](problem, options));
}

const ofResult = (result: Result): string => told([result, ...(result.solutions ?? [])].map(answerOf));

/** x' = k x², whose implicit step has a solution only where 4 h k x ≤ 1: the second step must be halved. */
const growth: Model = {
  name: "growth",
  state: [{ name: "x", unit: "1", scale: 1 }],
  inside: [],
  parameters: [],
  inputs: ["rate"],
  step: ({ now, next, inputs, h }) => ({
    rows: [equation("x", sub(sub(next("x"), now("x")), mul(h, inputs("rate"), next("x"), next("x"))))],
    pairs: [],
    observe: {},
  }),
};

const short = (name: string, model: Model, start: Readonly<Record<string, number>>, h: number): Problem => ({
  name,
  title: name,
  model,
  parameters: {},
  start,
  grid: { steps: 12, h },
  values: {},
});

/** A box that comes down on a corner. */
function tumbling(): Problem {
  const contact = {
    name: "corner",
    body: "box",
    shape: { kind: "box", half: [0.2, 0.1, 0.15] },
    against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
    friction: 0.4,
    coneSmoothing: 1e-4,
    stiffness: 1000,
    damping: 5,
  } as const;
  const model = compliant({
    gravity: [0, 0, -9.81],
    bodies: [{ name: "box", space: "spatial", mass: 1, inertia: [0.011, 0.021, 0.017] }],
    contacts: vertexContacts(contact),
  });
  const start = { ...atRest(model), "box.z": 0.17, "box.vx": 1, "box.vz": -1, "box.wy": 3, "box.wx": 1 };
  return short("tumbling", model, start, 0.005);
}

/** A ball on a table that is to come far with little speed. */
const { boundary: _, ...unbound } = roll;
const thrown: Problem = {
  ...unbound,
  grid: { steps: 8, h: 0.01 },
  objective: {
    cost: add(pow(parameter("launch.vx"), 2), pow(parameter("launch.vy"), 2)),
    vary: ["launch.vx", "launch.vy"],
    constraints: [{ name: "far", unit: "m", residual: sub(0.1, last("ball.x")), must: "not-exceed-zero" }],
  },
};

/** Groups of answers by their names. */
export const motionRuns: Readonly<Record<string, () => Promise<string>>> = {
  "halved steps": async () => {
    const start = { x: 1 };
    const inputs = { rate: piecewise([{ from: 1, to: 2, value: 1 }]) };
    const problem = { ...short("growth", growth, start, 0.3), grid: { steps: 3, h: 0.3 }, inputs };
    return told([answerOf(await simulate(problem)), answerOf(await solve(problem))]);
  },
  "a box on its corners": async () => ofResult(await simulate(tumbling())),
  "a box at rest": async () => {
    const { status, start, force, moment } = await settled(tumbling());
    return told([[status, ...Object.values(start), force, moment]]);
  },
  "distributed contacts": () => packaged("simulate", "rolling/slab-slide", { set: { "grid.steps": 8 } }),
  launches: () =>
    packaged("solve", "impact/ball-bounce-coarse", {
      search: { all: true, samples: 4, scan: { name: "launch.vz", from: -4, to: 0 } },
    }),
  "closed loops": async () => {
    const { last: end, moves } = await driven(disk, { steps: 6, h: 0.1 }, 4, { h: 0.01, set: { friction: 0.4 } });
    return told([["driven", ...Object.values(end)], ...moves.map(({ status }) => [status] as const)]);
  },
  "a map of designs": async () => {
    const map = await landscape(thrown, { set: {}, at: {}, patience: 1e9 });
    return told([["map", map?.simulations, map?.cost, ...(map?.constraints ?? []).map(({ values }) => values[0])]]);
  },
  "a design": async () => ofResult(await design(thrown)),
  "designs of a feeder": () =>
    packaged("design", "feeder/reorient-design", {
      set: { "grid.steps": 40 },
      search: { evaluations: 4 },
    } as RunOptions),
};
