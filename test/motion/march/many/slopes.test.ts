import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../../src/algebra/random.js";
import { sub } from "../../../../src/expr/expr.js";
import { viscoelastic } from "../../../../src/mechanics/compliance.js";
import { assemblyModel } from "../../../../src/mechanics/many-balls.js";
import { last, type Model, parameter as p } from "../../../../src/mechanics/model.js";
import { sceneModel } from "../../../../src/mechanics/scene.js";
import { compliant } from "../../../../src/models/compliant.js";
import { type Setup, setUp } from "../../../../src/motion/compile/setup.js";
import { predict } from "../../../../src/motion/predict.js";
import type { Settings } from "../../../../src/motion/problem/parameters.js";
import type { Problem } from "../../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../../src/motion/solve.js";
import { marched as marchedWhole } from "../marched.js";
import { ballProblem, ballScene, floor, type Launch, swarm } from "./scenes.js";

const law = viscoelastic("projection");

/** Two balls that meet over the floor. */
const two: readonly Launch[] = [
  { name: "a", radius: 0.03, at: [-0.05, 0, 0.032], velocity: [1, 0.1, 0], spin: [3, 20, -5] },
  { name: "b", radius: 0.034, at: [0.05, 0.01, 0.036], velocity: [-1.8, 0, 0], spin: [0, -10, 30] },
];

const random = randomNumbers(3);
const any = (size: number): number => size * (2 * random() - 1);

/** So many balls, pressed against each other by a tenth of a millimetre, that their island is not factored. */
const pile: readonly Launch[] = Array.from({ length: 45 }, (_, i) => ({
  name: `ball${i}`,
  radius: 0.03 + any(2e-5),
  at: [0.0599 * (i % 3), 0.0599 * (Math.floor(i / 3) % 3), 0.03 + 0.0599 * Math.floor(i / 9)],
  velocity: [any(0.3), any(0.3), any(0.3)],
  spin: [any(5), any(5), any(5)],
}));

const many = (launches: readonly Launch[]): Model => {
  const model = assemblyModel(ballScene(launches, [floor]), law, 1);
  if (model === undefined) throw new Error("balls among half-spaces are an assembly");
  return model;
};

/** The same problem with a velocity and a spin of the first ball, and numbers of the scene, as what conditions free. */
function freeing(
  model: Model,
  launches: readonly Launch[],
  more: readonly string[],
  grid: { steps: number; h: number },
): Problem {
  const problem = ballProblem(model, launches, grid);
  const [{ name, velocity, spin }] = launches;
  const number = (value: number) => ({ value, unit: "1", meaning: "a launch" });
  return {
    ...problem,
    parameters: {
      ...problem.parameters,
      vx: number(velocity[0]),
      wy: number(spin[1]),
      ...(more.includes("time") && { time: number(grid.steps * grid.h) }),
    },
    start: { ...problem.start, [`${name}.vx`]: p("vx"), [`${name}.wy`]: p("wy") },
    boundary: ["vx", "wy", ...more].map((frees) => ({ name: frees, unit: "m", residual: last(`${name}.x`), frees })),
  };
}

/** The end of a motion, and its slopes by each freed value: of the bodies, whose states rows have, too. */
async function marched(setup: Setup, change?: readonly [number, number]) {
  const { halvings, end, slopes } = await marchedWhole(setup, change);
  const bodies = setup.compiled.model.state.flatMap(({ name }, i) => (/^\w+\.(v|w|e)?[xyz0]$/.test(name) ? [i] : []));
  const ofBodies = (all: Float64Array): number[] => bodies.map((i) => all[i]);
  return { halvings, end: ofBodies(end), slopes: slopes.map(ofBodies) };
}

const largest = (numbers: readonly number[]): number => Math.max(...numbers.map(Math.abs));
const farthest = (one: readonly number[], other: readonly number[]): number => largest(one.map((x, i) => x - other[i]));

/** A ball that is shot at eight others on the floor. */
const shot: readonly Launch[] = [
  { name: "cue", radius: 0.03, at: [-0.2, 0, 0.03], velocity: [2, 0, 0], spin: [0, 0, 0] },
  ...Array.from({ length: 8 }, (_, i): Launch => {
    const row = i < 1 ? 0 : i < 3 ? 1 : i < 6 ? 2 : 3;
    const across = [0, -0.5, 0.5, -1, 0, 1, -0.5, 0.5][i];
    return {
      name: `ball${i}`,
      radius: 0.03,
      at: [0.053 * row, 0.0605 * across, 0.03],
      velocity: [0, 0, 0],
      spin: [0, 0, 0],
    };
  }),
];

/** The same shot, whose speeds along and across are found. */
function aimed(x: number, y: number, along: number): Problem {
  const problem = ballProblem(compliant(ballScene(shot, [floor])), shot, { steps: 50, h: 0.003 });
  const speed = (value: number) => ({ value, unit: "m/s", meaning: "a speed of the cue ball", min: -4, max: 4 });
  return {
    ...problem,
    parameters: { ...problem.parameters, along: speed(along), across: speed(0.02) },
    start: { ...problem.start, "cue.vx": p("along"), "cue.vy": p("across") },
    boundary: [
      { name: "x", unit: "m", residual: sub(last("ball4.x"), x), frees: "along" },
      { name: "y", unit: "m", residual: sub(last("ball4.y"), y), frees: "across" },
    ],
  };
}

describe("a shot at many balls", () => {
  it("is found that brings one of them to a place, and none that brings it nowhere near", async () => {
    const there = await simulate({ ...aimed(0, 0, 2.3), boundary: [] }, { set: { across: 0.03 } });
    const [x, y] = ["x", "y"].map((axis) => there.trajectory.columns[`ball4.${axis}`][50]);
    const found = await solve(aimed(x, y, 2.2));
    expect(found.status).toBe("solved");
    const { along, across } = found.run.parameters;
    const again = await simulate(
      { ...aimed(x, y, 2), boundary: [] },
      { set: { along: Number(along), across: Number(across) } },
    );
    expect(Math.abs(again.trajectory.columns["ball4.x"][50] - x)).toBeLessThan(1e-9);
    expect(Math.abs(again.trajectory.columns["ball4.y"][50] - y)).toBeLessThan(1e-9);
    expect(x).toBeGreaterThan(0.11);
    const beyond = await solve({ ...aimed(30, y, 2), grid: { steps: 8, h: 0.003 } });
    expect(beyond.status).toBe("no-progress");
    expect(beyond.solution.worst[0].row).toBe("x");
    await expect(solve(aimed(x, y, 2), { strategy: "global" })).rejects.toThrow(
      "the model compliant of many bodies has none",
    );
  });
});

describe("slopes of the steps of many balls", () => {
  it.each<[Settings, readonly string[]]>([
    [{}, ["friction", "stiffness", "damping", "density", "time"]],
    [{ friction: 0, damping: 0 }, ["stiffness", "gravity"]],
  ])("are those of the rows of the scene, with %o, by %s", async (set, more) => {
    const models = [sceneModel("compliant", ballScene(two, [floor]), law), many(two)];
    const [rows, own] = await Promise.all(
      models.map((model) => marched(setUp(freeing(model, two, more, { steps: 60, h: 0.002 }), set))),
    );
    expect(farthest(own.end, rows.end)).toBeLessThan(1e-9);
    for (const [f, slopes] of rows.slopes.entries())
      expect(farthest(own.slopes[f], slopes)).toBeLessThan(1e-8 * (1 + largest(slopes)));
    expect(Math.min(...own.slopes.map(largest))).toBeGreaterThan(0);
  });

  it("are those of differences where an island is too large to be factored", async () => {
    const setup = setUp(freeing(many(pile), pile, ["friction"], { steps: 8, h: 0.002 }));
    const { slopes } = await marched(setup);
    for (const [f, k] of setup.compiled.freed.entries()) {
      const d = 1e-6 * Math.abs(setup.parameters[k]);
      const [up, down] = [await marched(setup, [k, d]), await marched(setup, [k, -d])];
      const differences = up.end.map((x, i) => (x - down.end[i]) / (2 * d));
      expect(farthest(slopes[f], differences)).toBeLessThan(1e-4 * largest(slopes[f]));
    }
  });
});

describe("slopes of a step that is taken in halves", () => {
  it("are those of differences", async () => {
    const launches = swarm(12, randomNumbers(4));
    const setup = setUp(freeing(many(launches), launches, ["friction", "time"], { steps: 4, h: 0.02 }), {
      friction: 1,
    });
    const { slopes, halvings } = await marched(setup);
    expect(halvings).toBeGreaterThan(0);
    for (const [f, k] of setup.compiled.freed.entries()) {
      const d = 1e-7 * Math.abs(setup.parameters[k]);
      const [up, down] = [await marched(setup, [k, d]), await marched(setup, [k, -d])];
      const differences = up.end.map((x, i) => (x - down.end[i]) / (2 * d));
      expect(farthest(slopes[f], differences)).toBeLessThan(1e-4 * largest(slopes[f]));
    }
  });
});

describe("what slopes of many balls are asked for besides", () => {
  it("gives a prediction its bands, and a duration that is found the error of its grid by marches alone", async () => {
    const problem = { ...aimed(0, 0, 2.2), boundary: [], grid: { steps: 30, h: 0.003 } };
    const { columns } = await predict(problem, { over: { along: { normal: [2.2, 1e-5] } }, samples: 24 });
    const { linear = [], deviation } = columns["cue.x"];
    expect(linear[15]).toBeGreaterThan(1e-7);
    expect(Math.abs(deviation[15] / linear[15] - 1)).toBeLessThan(0.2);
    const x = { name: "x", unit: "m", residual: sub(last("cue.x"), -0.1), frees: "time" };
    const time = { value: 0.04, unit: "s", meaning: "the duration", above: 0 };
    const found = await solve(
      { ...problem, parameters: { ...problem.parameters, time }, boundary: [x] },
      { gridError: true },
    );
    expect(found.status).toBe("solved");
    // 0.1 m at 2.2 m/s, less what friction takes
    expect(Number(found.run.parameters.time)).toBeGreaterThan(0.1 / 2.2);
    expect(Number(found.run.parameters.time)).toBeLessThan(0.12 / 2.2);
    expect(found.run.gridError?.fineH).toBeCloseTo(Number(found.run.parameters.time) / 120, 9);
  });

  it("is refused as an event where no contact is told alone", async () => {
    const more = Array.from(
      { length: 5 },
      (_, i): Launch => ({ ...shot[0], name: `more${i}`, at: [-0.4 - 0.1 * i, 0, 0.03] }),
    );
    const launches = [...shot, ...more];
    const problem = ballProblem(compliant(ballScene(launches, [floor])), launches);
    const touch = {
      name: "x",
      unit: "m",
      residual: last("cue.x"),
      when: { touch: ["cue", "ball0"] as const },
      frees: "friction",
    };
    await expect(solve({ ...problem, boundary: [touch] })).rejects.toThrow(
      "use reaches, with the distance of cue and ball0",
    );
  });
});
