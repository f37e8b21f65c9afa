import { describe, expect, it } from "vitest";
import { add, constant, mul, pow, sub } from "../../../src/expr/expr.js";
import { equation } from "../../../src/index.js";
import { input, last } from "../../../src/mechanics/model.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow, giveBack } from "../../../src/motion/march/workspace.js";
import { joinPlans } from "../../../src/motion/mpc/plan.js";
import type { Plan } from "../../../src/motion/mpc/reference.js";
import { recordingOf } from "../../../src/motion/optimal/guesses.js";
import { unknownNames } from "../../../src/motion/optimal/horizon.js";
import { changesOf } from "../../../src/motion/optimal/neighbours.js";
import { optimalMotions } from "../../../src/motion/optimal/optimal.js";
import { optimalSpace } from "../../../src/motion/optimal/space.js";
import { optimalTask, otherInputs } from "../../../src/motion/optimal/task.js";
import { end } from "../../../src/motion/problem/inputs.js";
import { solve } from "../../../src/motion/solve.js";
import { drive } from "../../../src/solve/drive.js";
import { finish } from "../../finish.js";
import { voiceCoil } from "./voice-coil.js";

it("a motion to start from has every state at every time, and at least one step", () => {
  const setup = setUp(voiceCoil, { "grid.steps": 50 });
  const motion = (times: number, columns = times) => ({
    t: Float64Array.from({ length: times }, (_, k) => 0.1 * k),
    columns: Object.fromEntries(
      setup.compiled.model.state.map(({ name }) => [name, new Float64Array(columns).fill(1)]),
    ),
  });
  expect(recordingOf(motion(2), setup).path.states).toEqual(
    new Float64Array(2 * setup.compiled.model.state.length).fill(1),
  );
  for (const given of [motion(1), motion(3, 2), { ...motion(2), columns: {} }])
    expect(() => recordingOf(given, setup)).toThrow("with a value at every time");
});

it("every unknown of a horizon has a name: states at the start, steps, what is varied, slacks, coefficients", () => {
  const { model } = setUp(voiceCoil).compiled;
  const task = optimalTask(setUp(voiceCoil));
  const states = model.state.length;
  const width = task.step.unknowns.length;
  const [one] = task.ends;
  const ends = [{ ...one, name: "reach", must: "not-exceed-zero" as const }];
  const varied = [{ name: "stiffness", unit: "N/m", min: 0, max: 2 }];
  const freeAt = states + 2 * width;
  const layout = { count: 2, states, width, rows: width, freeAt, slackAt: freeAt + 1, shapeAt: freeAt + 2, tiesAt: 0 };
  const name = unknownNames({ ...task, ends, varied }, model, layout);
  const { unknowns } = task.step;
  const last = unknowns[width - 1].name;
  expect([states - 1, states, states + width - 1, states + width, freeAt - 1].map(name)).toEqual([
    `${model.state[states - 1].name} at the start`,
    `${unknowns[0].name} at step 1`,
    `${last} at step 1`,
    `${unknowns[0].name} at step 2`,
    `${last} at step 2`,
  ]);
  expect([freeAt, freeAt + 1, freeAt + 2, freeAt + 3].map(name)).toEqual([
    "stiffness",
    "slack of reach",
    "coefficient 1 of a control",
    "coefficient 2 of a control",
  ]);
});

it("an input that only the cost uses is one of the motion, too", () => {
  const { inputs = {}, objective = { vary: [] } } = voiceCoil;
  const way = mul(2, end);
  const stage = add(objective.stage ?? 0, pow(sub(input("way"), 1), 2));
  const problem = { ...voiceCoil, inputs: { ...inputs, way }, objective: { ...objective, stage } };
  const own = setUp(voiceCoil).compiled.model.inputs;
  const setup = setUp(problem, { "grid.steps": 4 });
  expect(setup.compiled.model.inputs).toEqual([...own, "way"]);
  const given = otherInputs(optimalTask(setup), setup);
  expect([...given]).toEqual([...setup.steps.t.slice(1)].map((t) => expect.closeTo(2 * t, 12)));
  // beside which conditions are looked at, step by step
  const residual = sub(last("x1"), 0.005);
  const timed = setUp(
    { ...problem, boundary: [{ name: "way", unit: "m", residual, when: { at: 0.04 } }] },
    { "grid.steps": 4 },
  );
  const both = otherInputs(optimalTask(timed), timed);
  const width = both.length / 4;
  expect(width).toBeGreaterThan(1);
  expect([0, 1, 2, 3].map((k) => both[k * width])).toEqual([...given]);
  expect([0, 1, 2, 3].map((k) => both[k * width + 1])).toEqual([0, 1, 0, 0]);
});

it("a plan of one step goes on as another one that lasts longer", () => {
  const column = (...values: number[]): Float64Array => Float64Array.from(values);
  const parameters = column();
  const plan = (t: Float64Array, x: Float64Array): Plan => ({
    t,
    path: { states: x, insides: column() },
    inputs: x.slice(1),
    multipliers: x.slice(1),
    parameters,
  });
  const rest = plan(column(0, 0.1, 0.2), column(5, 6, 7));
  const steps = { t: column(0, 0.1), h: column(0.1), inputs: column(2) };
  const joined = joinPlans({ path: { states: column(1, 2), insides: column() }, steps, parameters }, column(2), rest);
  expect([...joined.t]).toEqual([0, 0.1, 0.2]);
  expect([...joined.path.states]).toEqual([1, 2, 7]);
  expect([...joined.inputs]).toEqual([2, 7]);
});

describe("grids that only help", () => {
  /** A search on 50 steps whose coarser grids give up after some barrier steps, and whose own may. */
  async function search(most: { readonly helper: number; readonly asked: number }, stop?: AbortController) {
    const setup = setUp(voiceCoil, { "grid.steps": 50 });
    const workspace = borrow(setup);
    await workspace.ready();
    const space = finish(optimalSpace(workspace, setup));
    const levels = space.levels as readonly { maxIterations: number }[];
    const kept = levels.map(({ maxIterations }) => maxIterations);
    levels.forEach((level, i) => {
      level.maxIterations = i + 1 < levels.length ? most.helper : most.asked;
    });
    // once it is under way
    const task = { setup, workspace, signal: stop?.signal, resume: undefined, report: () => stop?.abort() };
    const motions = await optimalMotions(task, {}, drive);
    levels.forEach((level, i) => {
      level.maxIterations = kept[i];
    });
    giveBack(setup, workspace);
    return motions;
  }

  it("may fail: the asked one is solved, with its own rows", async () => {
    const [best] = await search({ helper: 1, asked: 300 });
    expect(best.found.status).toBe("solved");
    expect(best.found.setup.steps.h.length).toBe(50);
    expect(best.costs.all).toBeCloseTo(0.92285857, 7);
  });

  it("never lend their rows, be the asked one unsolved or the search stopped", async () => {
    const failed = await search({ helper: 1, asked: 1 });
    const stopped = await search({ helper: 300, asked: 300 }, new AbortController());
    expect([failed.length > 0, stopped.length > 0]).toEqual([true, true]);
    for (const motions of [failed, stopped])
      for (const { found } of motions) {
        expect(found.status).not.toBe("solved");
        expect(found.setup.steps.h.length).toBe(50);
      }
  });

  it.each([50, 53, 60])("a voice coil is driven in %d steps", async (steps) => {
    const { status, trajectory } = await solve(voiceCoil, { set: { "grid.steps": steps } });
    expect(status).toBe("solved");
    expect(trajectory.t.length).toBe(steps + 1);
  });
});

it("a motion changes where a stop of a joint begins or ceases to push, but for its first step", () => {
  const setup = setUp({
    name: "stops",
    title: "A stop that pushes",
    model: {
      name: "stops",
      state: [{ name: "q", unit: "rad", scale: 1 }],
      inside: ["other", "stop"].map((name) => ({ name, unit: "N", scale: 1 })),
      parameters: [],
      inputs: [],
      step: ({ now, next, inside }) => ({
        rows: [
          equation("q", sub(next("q"), now("q"))),
          equation("other", inside("other")),
          equation("stop", inside("stop")),
        ],
        pairs: [],
        observe: {},
      }),
      views: { joints: { angles: [], stops: ["stop"], leap: constant(0) } },
    },
    parameters: {},
    start: { q: 0 },
    grid: { steps: 6, h: 1 },
    values: {},
  });
  const path = emptyPath(setup.compiled.kernels, 6);
  path.insides.set([1, 2, 0, 0, 1, 0, 1, 4, 0, 0, 1, 0]);
  expect(changesOf(setup, setup.parameters, path)).toEqual([2, 4, 5]);
});
