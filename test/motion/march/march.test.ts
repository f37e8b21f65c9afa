import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { problem as pendulum } from "../../../problems/joints/pendulum.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { problem as roll } from "../../../problems/rolling/ball-roll.js";
import { atRest, equation, rigid, sub } from "../../../src/index.js";
import { startState } from "../../../src/motion/compile/compile-problem.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { leaps } from "../../../src/motion/march/leap.js";
import { type Marcher, marcher, marchOn } from "../../../src/motion/march/march.js";
import { atRounding } from "../../../src/motion/march/rounding.js";
import { scaleForces, stepMcp } from "../../../src/motion/march/step-mcp.js";
import type { ProgressInfo } from "../../../src/motion/march/task.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { finish } from "../../finish.js";

const hash = (columns: Readonly<Record<string, Float64Array>>): string => {
  const digest = createHash("sha256");
  for (const [name, values] of Object.entries(columns))
    digest.update(name).update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return digest.digest("hex");
};

describe("march", () => {
  it("sensitivities are the derivative of the end state by the launch", () => {
    const setup = setUp(place);
    const { kernels, freed } = setup.compiled;
    const count = setup.steps.h.length;
    const march = marcher(setup.compiled);
    const end = (parameters: Float64Array): Float64Array => {
      const path = emptyPath(kernels, count);
      march.begin(parameters, setup.steps, path, true);
      expect(march.advance(count).status).toBe("solved");
      return path.states.slice(count * kernels.layout.states);
    };
    end(setup.parameters);
    const sensitivity = march.sensitivity.slice();
    freed.forEach((index, f) => {
      const step = 1e-6;
      const [above, below] = [setup.parameters.slice(), setup.parameters.slice()];
      above[index] += step;
      below[index] -= step;
      const [a, b] = [end(above), end(below)];
      a.forEach((x, i) => {
        expect(sensitivity[f * kernels.layout.states + i]).toBeCloseTo((x - b[i]) / (2 * step), 5);
      });
    });
  });

  it("comes in pieces as it comes at once", () => {
    const setup = setUp(roll);
    const march = marcher(setup.compiled);
    const [whole, pieces] = [emptyPath(setup.compiled.kernels, 101), emptyPath(setup.compiled.kernels, 101)];
    march.begin(setup.parameters, setup.steps, whole, false);
    march.advance(101);
    march.begin(setup.parameters, setup.steps, pieces, false);
    for (const until of [1, 50, 51, 101]) march.advance(until);
    expect(pieces.states).toEqual(whole.states);
  });

  it("same input, same bits: whatever was solved in between", async () => {
    const once = hash((await simulate(roll)).trajectory.columns);
    const launch = hash((await solve(place)).trajectory.columns);
    await simulate(roll, { set: { friction: 0.7, stiffness: 500 } });
    await solve(place, { set: { friction: 0.3, "target.x": 0.4 } });
    await solve(place, { strategy: "global", guess: "zeros" });
    expect(hash((await simulate(roll)).trajectory.columns)).toBe(once);
    expect(hash((await solve(place)).trajectory.columns)).toBe(launch);
  });

  it("two runs at the same time do not disturb each other", async () => {
    const alone = await solve(place, { set: { "grid.steps": 2000, "grid.h": 5e-4 } });
    const [one, other] = await Promise.all([
      solve(place, { set: { "grid.steps": 2000, "grid.h": 5e-4 } }),
      solve(place, { set: { "grid.steps": 2000, "grid.h": 5e-4, "target.x": 0.5 } }),
    ]);
    expect(one.values).toEqual(alone.values);
    expect(other.status).toBe("solved");
    expect(other.values["end.x"]).toBeCloseTo(0.5, 9);
  });
});

it("reports its residual, and half of its square as merit", async () => {
  const told: ProgressInfo[] = [];
  await simulate(roll, { onIteration: (info) => told.push(info) });
  expect(told).toHaveLength(1);
  expect(told[0].residual).toBeGreaterThan(0);
  expect(told[0].merit).toBe(0.5 * told[0].residual ** 2);
});

describe("a signal that was aborted before the call", () => {
  it("is honoured by motions that are over in one turn", async () => {
    const cut = await simulate(roll, { signal: AbortSignal.abort() });
    expect(cut.status).toBe("cancelled");
    expect(cut.trajectory.t.length).toBe(1);
    expect((await solve(place, { signal: AbortSignal.abort() })).status).toBe("cancelled");
  });
});

it("a row is known to the last digits of its numbers, and no better", () => {
  const { kernels } = setUp({
    name: "test/still",
    title: "A point that stays",
    model: {
      name: "still",
      state: [{ name: "x", unit: "m", scale: 1 }],
      inside: [],
      parameters: [],
      inputs: [],
      step: ({ now, next }) => ({ rows: [equation("x", sub(next("x"), now("x")))], pairs: [], observe: {} }),
    },
    parameters: {},
    start: { x: 0 },
    grid: { steps: 1, h: 1 },
    values: {},
  }).compiled;
  const { layout } = kernels;
  const rounded = (before: number, after: number): boolean => {
    const frame = new Float64Array(layout.leaves.length);
    frame[0] = before;
    return atRounding(kernels, stepMcp(kernels, frame), frame)(Float64Array.of(after), 0);
  };
  expect([rounded(1, 1), rounded(1, 1 + 2 ** -50), rounded(0, 0)]).toEqual([true, true, true]);
  // a place near the origin of a scale of one metre is added to others that are a metre away
  expect([rounded(0, 1e-15), rounded(1e-3, 1e-3 + 1e-15)]).toEqual([true, true]);
  expect([rounded(1, 1 + 1e-14), rounded(0, 1e-14), rounded(100, 100 + 1e-12)]).toEqual([false, false, false]);
});

it("knows rounding of a rate from the places that it is the difference of: a motor runs on at its velocity", async () => {
  const model = rigid({
    gravity: [0, 0, 0],
    bodies: [{ name: "tray", space: "planar", mass: 8, inertia: 1 }],
    contacts: [],
    joints: [
      {
        name: "rail",
        kind: "slider",
        axis: [1, 0, 0],
        body: "tray",
        to: { at: [0, 0, 0] },
        limits: { lower: -0.1, upper: 0.15 },
        motor: { velocity: 0.5, most: 40 },
      },
    ],
  });
  const problem = { name: "rail", title: "rail", model, parameters: {}, start: atRest(model), values: {} };
  for (const steps of [1000, 8000]) {
    const { status, message, trajectory } = await simulate({ ...problem, grid: { steps, h: 0.8 / steps } });
    expect(status, message).toBe("solved");
    expect(trajectory.columns["tray.x"].at(-1)).toBeCloseTo(0.15, 9);
    // 5 m/s² to its velocity, then on at that
    expect(trajectory.columns["tray.x"][steps / 4]).toBeCloseTo(0.025 + 0.5 * 0.1, 3);
  }
});

it("a march looks at the clock after its first step, then after more of them where they are quick", () => {
  const asked: number[] = [];
  const counting: Marcher = {
    sensitivity: new Float64Array(0),
    begin() {},
    advance: (until) => finish(counting.advancing(until)),
    *advancing(until) {
      asked.push(until);
      yield;
      return { status: "solved", steps: until, iterations: 0, residual: 0, failure: undefined };
    },
    rewind() {},
    resume() {},
    touching: () => false,
  };
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  finish(marchOn(counting, 50, undefined));
  expect(asked).toEqual([0, 1, 3, 6, 10, 15, 21, 28, 36, 44, 50]);
  asked.length = 0;
  let late = 0;
  now.mockImplementation(() => {
    late += 1000;
    return late;
  });
  finish(marchOn(counting, 3, undefined));
  expect(asked).toEqual([0, 1, 2, 3]);
  now.mockRestore();
});

it("unknowns of a step have their declared scales, and forces those of the lightest body", () => {
  const { kernels } = setUp(place).compiled;
  const { unknowns } = kernels.implicit;
  const mcp = stepMcp(kernels, new Float64Array(kernels.layout.leaves.length));
  const forces = unknowns.map(({ unit }) => unit === "N");
  expect(forces).toContain(true);
  expect(forces).toContain(false);
  for (const lightness of [1e-3, 1]) {
    scaleForces(mcp, kernels, lightness);
    expect([...mcp.scale]).toEqual(unknowns.map(({ scale }, i) => (forces[i] ? lightness * scale : scale)));
  }
});

it("a root with energy that nothing gave is a leap, of however little energy", () => {
  const { compiled, parameters } = setUp(pendulum);
  const { layout, implicit } = compiled.kernels;
  const frame = new Float64Array(layout.leaves.length);
  startState(compiled, parameters, frame);
  frame.set(parameters, layout.parameters);
  frame[layout.time + 1] = 1e-3;
  const isLeap = leaps(compiled.kernels, frame);
  const moving = (speed: number): Float64Array =>
    Float64Array.from(implicit.unknowns, ({ name }) => (name === "bob.vy" ? speed : 0));
  // a kilogram from rest: half a joule, and a falling one has what gravity gave
  expect([moving(0), moving(1), moving(-1), moving(0.01)].map((z) => isLeap?.(z))).toEqual([false, true, true, true]);
  expect(isLeap?.(moving(-9.81e-3))).toBe(false);
});
