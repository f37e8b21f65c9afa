import { describe, expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce-coarse.js";
import { problem as block } from "../../../problems/optimal/block.js";
import { problem as walker } from "../../../problems/robots/walker.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { problem as roll } from "../../../problems/rolling/ball-roll.js";
import { problem as disk } from "../../../problems/rolling/disk.js";
import { problem as pile } from "../../../problems/touch/pile.js";
import {
  atRest,
  compliant,
  frame,
  input,
  last,
  mul,
  type Problem,
  parameter,
  pow,
  rigid,
  select,
  simulate,
  solve,
  step,
  sub,
  table,
} from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { smallness } from "../../../src/motion/grid-error/scales.js";
import { end } from "../../../src/motion/problem/inputs.js";
import type { DesignConstraint } from "../../../src/motion/problem/problem.js";
import { claimOf } from "../../bench/grid-error/true-error.js";

const within = ({ claimed, truth }: { claimed: number; truth: number }): void => {
  expect(truth).toBeGreaterThan(1e-10);
  expect(claimed / truth).toBeGreaterThan(0.3);
  expect(claimed / truth).toBeLessThan(10);
};

describe("the grid error that a certificate claims", () => {
  it.each([
    ["launches by the continuous motion", place, "solve", {}],
    ["a launch on another grid and floor", place, "solve", { "grid.steps": 60, friction: 0.25 }],
    ["launches by finer steps", disk, "solve", {}],
    ["another disk", disk, "solve", { friction: 3.2, "grid.steps": 44, "grid.h": 0.0005 }],
    ["a march by the continuous motion", roll, "simulate", { "grid.steps": 40 }],
  ] as const)("is near the true one of %s", async (_, problem, verb, set) => {
    within(await claimOf(problem, verb, { set }));
  });

  it("costs the answer no bit, is left out where nobody wants it, and tells its work", async () => {
    const [told, bare] = [await simulate(roll), await simulate(roll, { gridError: false })];
    expect(told.trajectory.columns).toEqual(bare.trajectory.columns);
    expect(told.values).toEqual(bare.values);
    expect(told.message).toBe(bare.message);
    expect(bare.trajectory.certificate.gridError).toBeUndefined();
    expect(told.run.gridError!.steps).toBeGreaterThan(10);
    expect(told.run.gridError!.values["end.x"].value).toBe(told.values["end.x"]);
    // the continuous motion has no steps that anybody could ask for
    expect(told.run.gridError!.fineH).toBeUndefined();
  });

  it("makes an answer coarse where an accuracy is asked for that it does not keep", async () => {
    const asked = await solve(disk, { set: { "grid.accuracy": 5e-3 } });
    expect(asked.status).toBe("coarse");
    expect(asked.trajectory.status).toBe("coarse");
    const steps = Number(
      /^Grid error .* more than the accuracy 0\.005: set grid\.steps = (\d+)/.exec(asked.message)?.[1],
    );
    const set = { "grid.accuracy": 5e-3, "grid.steps": steps, "grid.h": (22 * 0.001) / steps };
    const { status, trajectory } = await solve(disk, { set });
    expect(status).toBe("solved");
    expect(trajectory.certificate.gridError!.value).toBeLessThan(5e-3);
    expect(trajectory.certificate.gridError!.value).toBeGreaterThan(1e-3);
  });

  it("is that of its own end where only the grid has a launch", async () => {
    // steps of a millisecond damp as much again as the floor does: from no height allowed a ball comes back so low
    const { status, message, trajectory, run } = await solve(bounce, { set: { "target.z": 0.2 } });
    expect(status).toBe("solved");
    const set = { ...run.parameters, "grid.method": "exact" };
    const { columns } = (await simulate(bounce, { set })).trajectory;
    const fine = columns["ball.z"].at(-1)!;
    expect(fine).toBeGreaterThan(0.23);
    const { value, row } = trajectory.certificate.gridError!;
    const off = Math.abs(trajectory.columns[row].at(-1)! - columns[row].at(-1)!);
    expect(value / (off / Math.max(1, Math.abs(columns[row].at(-1)!)))).toBeCloseTo(1, 2);
    expect(message).toContain("finer motions have no launch beside this one");
  });

  it("is told by the size of a motion that is small", async () => {
    // a millimetre's fall on the floor: its coarse bounce is off by half of it
    const size = 1e-3;
    const v = Math.sqrt(2 * 9.81 * size);
    const stiffness = 1e-6 * (v / (0.01 * size)) ** 2;
    const model = compliant({
      gravity: [0, 0, -9.81],
      bodies: [{ name: "ball", space: "spatial", mass: 1e-6, shape: { kind: "ball", radius: 0.1 * size } }],
      world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
      contacts: "all",
      materials: [{ friction: 0.3, stiffness, damping: 0.2 * Math.sqrt(1e-6 * stiffness), coneSmoothing: 1e-11 }],
    });
    const problem = {
      name: "test/fall",
      title: "A grain falls",
      model,
      parameters: {},
      start: { ...atRest(model), "ball.z": 1.1 * size },
      grid: { steps: 400, h: (1.7 * v) / 9.81 / 400 },
      values: {},
    };
    const { status, trajectory } = await simulate(problem, { set: { "grid.accuracy": 0.01 } });
    expect([status, trajectory.certificate.gridError?.row]).toEqual(["coarse", "ball.z"]);
  });

  it("is of cost and constraints too where the cheapest motion was asked for", async () => {
    const { trajectory, run, values } = await solve(block);
    expect(run.gridError!.values.cost.value).toBeCloseTo(values.cost!, 10);
    expect(trajectory.certificate.gridError!.value).toBeGreaterThan(1e-4);
    // a hundred times of what its place is off by
    const [place] = block.objective!.constraints!;
    const constraints = [{ ...place, residual: mul(100, place.residual) }];
    const found = await solve(
      { ...block, objective: { ...block.objective!, constraints } },
      { set: { "grid.steps": 20 } },
    );
    const error = found.trajectory.certificate.gridError!;
    const { value, fine } = found.run.gridError!.values["end.x"];
    expect(error.row).toBe("end.x");
    expect(error.value / Math.abs(100 * (value - fine))).toBeCloseTo(4 / 3, 6);
  });
});

it("scales are those of the motion where it is small, and one where it goes a tenth of a metre and more", () => {
  const setup = setUp(pushed(parameter("mass")), { "grid.steps": 2, "grid.h": 0.1 });
  const by = (x: number, v: number): number[] => {
    const path = emptyPath(setup.compiled.kernels, 2);
    path.states.set([7, 0, 7 + x, v, 7 + x / 2, v / 2]);
    return ["m", "m/s", "rad"].map(smallness(setup, { parameters: setup.parameters, path }));
  };
  expect(by(1e-3, 0.02)).toEqual([expect.closeTo(0.01, 9), expect.closeTo(0.2, 9), 1]);
  expect(by(0.2, 3)).toEqual([1, 1, 1]);
});

/** A mass that is pushed: ẋ = v, m v̇ = u, whose motion under held pushes is known. */
const pushed = (push: NonNullable<Problem["inputs"]>[string]): Problem => ({
  name: "test/pushed",
  title: "A pushed mass",
  model: {
    name: "mass",
    state: [
      { name: "x", unit: "m", scale: 1 },
      { name: "v", unit: "m/s", scale: 1 },
    ],
    inside: [],
    parameters: ["mass"],
    inputs: ["push"],
    step: ({ now, next, parameters, inputs, h }) => ({
      rows: [
        { unknown: "x", residual: sub(next("x"), sub(now("x"), mul(-1, h, next("v")))) },
        { unknown: "v", residual: sub(mul(parameters("mass"), sub(next("v"), now("v"))), mul(h, inputs("push"))) },
      ],
      pairs: [],
      observe: {},
    }),
  },
  parameters: { mass: { value: 2, unit: "kg", meaning: "mass", above: 0 } },
  inputs: { push },
  start: { x: 0, v: 0 },
  grid: { steps: 10, h: 0.1 },
  values: { x: { unit: "m", meaning: "place", of: last("x") }, v: { unit: "m/s", meaning: "speed", of: last("v") } },
});

describe("inputs of the continuous motion", () => {
  const set = { "grid.method": "exact", "grid.accuracy": 1e-8 } as const;

  it("are held over the declared steps", async () => {
    const pushes = [3, 3, -1, 0, 0, 2, 5, 5, 5, -4];
    const { values, trajectory, status } = await simulate(pushed(table(pushes)), { set });
    expect(status).toBe("solved");
    let [x, v] = [0, 0];
    for (const u of pushes) {
      x += 0.1 * v + (0.5 * 0.01 * u) / 2;
      v += (0.1 * u) / 2;
    }
    expect(values.x).toBeCloseTo(x, 12);
    expect(values.v).toBeCloseTo(v, 12);
    // an element ends wherever an input changes, and no column knows another input
    const { t, columns } = trajectory;
    for (const at of [0.2, 0.3, 0.5, 0.6, 0.9]) expect(t.some((time) => Math.abs(time - at) < 1e-12)).toBe(true);
    for (let k = 1; k < t.length; k++) expect(columns.push[k]).toBe(pushes[Math.ceil(t[k] / 0.1 - 1e-9) - 1]);
  });

  it("follow the time where they are formulas of it, through their kinks", async () => {
    const ramp = select(sub(0.55, end), mul(4, pow(end, 2)), parameter("mass"));
    const { values, status, trajectory } = await simulate(pushed(ramp), { set });
    expect(status).toBe("solved");
    const v = ((4 * 0.55 ** 3) / 3 + 2 * 0.45) / 2;
    expect(values.v).toBeCloseTo(v, 9);
    trajectory.t.forEach((t, k) => {
      if (k > 0 && Math.abs(t - 0.55) > 1e-6)
        expect(trajectory.columns.push[k]).toBeCloseTo(t < 0.55 ? 4 * t * t : 2, 9);
    });
  });

  it("do their work at the time of each stage", async () => {
    const model = rigid({
      gravity: [0, 0, 0],
      bodies: [{ name: "puck", space: "planar", mass: 2, inertia: 1 }],
      contacts: [],
      applied: [{ body: "puck", force: [input("push"), 0, 0], torque: [0, 0, 0] }],
    });
    const { status, trajectory } = await simulate(
      { ...pushed(mul(6, end)), model, start: atRest(model), values: {} },
      { set },
    );
    expect(status).toBe("solved");
    // ∫ 6t dt = 3t² = 2v
    expect(trajectory.columns["puck.vx"].at(-1)).toBeCloseTo(1.5, 9);
    expect(Math.abs(trajectory.certificate.energyCreated.value)).toBeLessThan(1e-9);
  });

  it("have the cost of the continuous motion, which held pushes have too", async () => {
    const push = { unit: "N", meaning: "push", min: -50, max: 50 };
    const stage = mul(frame.h, pow(input("push"), 2));
    const must = (name: string, residual: DesignConstraint["residual"]): DesignConstraint => ({
      name,
      unit: "",
      residual,
      must: "be-zero",
    });
    const constraints = [must("end.x", sub(last("x"), 1)), must("end.v", last("v"))];
    const objective = { vary: ["push"], stage, constraints };
    const { status, values, run } = await solve({ ...pushed(push), objective });
    expect(status).toBe("solved");
    expect(run.gridError!.values.cost.fine).toBeCloseTo(values.cost!, 9);
  });

  it("tell the error of steps that hold them", async () => {
    const schedule = select(sub(4.5, step), 3, -2);
    const { trajectory, values, run } = await simulate(pushed(schedule));
    const v = 0.4 * 1.5 - 0.6;
    const x = 0.5 * 1.5 * 0.16 + 0.6 * 0.6 - 0.5 * 0.36;
    expect(values.v).toBeCloseTo(v, 12);
    expect(run.gridError!.values.x.fine).toBeCloseTo(x, 9);
    expect(trajectory.certificate.gridError!.value).toBeCloseTo(Math.abs(values.x! - x), 9);
  });
});

it("steps of many bodies have an error, by a second march that is made beside the first", async () => {
  const { trajectory, status } = await simulate(pile, { set: { "grid.steps": 20 } });
  expect(status).toBe("solved");
  const { value } = trajectory.certificate.gridError!;
  expect(value).toBeGreaterThan(0);
  expect(value).toBeLessThan(0.1);
});

// its steps in quarters break off at an impact that its own pass by
it("an optimal motion whose replay on steps of a quarter breaks off has the error that other parts of a step show", async () => {
  const { status, trajectory, run, message } = await solve(walker);
  expect(status).toBe("solved");
  expect(trajectory.certificate.gridError?.value).toBeGreaterThan(1);
  // its replay is chaotic: the quarter, which breaks off in a process of its own, came to its end behind other tests
  expect([2, 4, 16].map((parts) => 0.0125 / parts)).toContain(run.gridError?.fineH);
  expect(message).toContain("The same inputs with steps of");
});
