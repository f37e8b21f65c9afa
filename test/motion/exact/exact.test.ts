import { describe, expect, it } from "vitest";
import { problem as feeder } from "../../../problems/feeder/reorient.js";
import { problem as putt } from "../../../problems/golf/robust-putt.js";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as linkage } from "../../../problems/joints/four-bar.js";
import { problem as pendulum } from "../../../problems/joints/pendulum.js";
import { problem as sliding } from "../../../problems/patch/desk-sliding.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { problem as roll } from "../../../problems/rolling/ball-roll.js";
import { problem as rigidDisk } from "../../../problems/rolling/disk.js";
import { cos, frame, mul } from "../../../src/index.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import type { ElementRecord, ExactMarch } from "../../../src/motion/exact/asked.js";
import { withFreed } from "../../../src/motion/exact/boundary.js";
import { firstTolerance, stateError } from "../../../src/motion/exact/exact.js";
import { walker } from "../../../src/motion/exact/march.js";
import type { Order } from "../../../src/motion/exact/tableau.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import type { Settings } from "../../../src/motion/problem/parameters.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";
import { integrateFeeder } from "./feeder.js";

const exact = { "grid.method": "exact" } as const;

/** A motion on the branches of itself, with the slopes of its end, and the forces there. */
interface InElements extends ExactMarch {
  readonly forces: Float64Array;
}

/** A motion by `count` elements of equal lengths from each of its events to the next, from freed values that may be others. */
function inElements(
  problem: Problem,
  set: Settings,
  { order, count, freed }: { order: Order; count: number; freed?: readonly number[] },
): InElements {
  const setup = setUp(problem, set);
  const walk = walker(setup.compiled, borrow(setup).marcher, order);
  const asked = { end: setup.exact!.end, sensitivities: true, signal: undefined };
  const run = (parameters: Float64Array, tolerance: number, plan?: readonly ElementRecord[]): ExactMarch => {
    const march = walk.march(parameters, { ...asked, tolerance, ...(plan && { plan }) });
    for (let next = march.next(); ; next = march.next()) if (next.done) return next.value;
  };
  const plan: ElementRecord[] = [];
  let since = 0;
  run(setup.parameters, 1e-6).elements.forEach(({ h, modes, event }, i, all) => {
    since += h;
    if (event < 0 && i + 1 < all.length) return;
    for (let k = 0; k < count; k++) plan.push({ h: since / count, modes, event: k + 1 < count ? -1 : event });
    since = 0;
  });
  const march = run(freed === undefined ? setup.parameters : withFreed(setup, freed), 1e-6, plan);
  const { z, parts } = walk.element;
  return { ...march, forces: z.slice((parts.tableau.stages - 1) * parts.size + parts.layout.states) };
}

/** Freed values whose motion, by such elements, ends at a place in two coordinates: by Newton's method. */
function aimed(
  problem: Problem,
  set: Settings,
  by: { order: Order; count: number },
  { from, at, to }: { from: readonly number[]; at: readonly [number, number]; to: readonly number[] },
): number[] {
  let [p, q] = from;
  for (let i = 0; i < 5; i++) {
    const { state, sensitivity } = inElements(problem, set, { ...by, freed: [p, q] });
    const [[a, b], [c, d]] = at.map((k) => [sensitivity[k], sensitivity[state.length + k]]);
    const [x, y] = at.map((k, j) => state[k] - to[j]);
    p -= (d * x - b * y) / (a * d - b * c);
    q -= (a * y - c * x) / (a * d - b * c);
  }
  return [p, q];
}

const largest = (a: Float64Array, b: Float64Array): number => Math.max(...a.map((x, i) => Math.abs(x - b[i])));

// a ball that bobs on its deformation and never leaves the table; one that slides until it rolls; one that lands and leaves
const smooth = { coneSmoothing: 0, "start.z": 0.0496, "launch.vx": 3, "grid.end": 0.02 };
const rolls = { coneSmoothing: 0, "launch.vx": 1, "grid.end": 0.15 };
const lands = { coneSmoothing: 0, stiffness: 1000, damping: 1, "launch.vx": 1, "launch.vz": -1.7, "grid.end": 0.3 };

/** Elements of an arc, of which the first are few enough to have an error, and the last to have more than rounding. */
const [few, many] = [
  { 5: [8, 32], 3: [16, 64] },
  { 5: [32, 128], 3: [64, 128] },
] as const;
/** The least order that is measured. */
const orders = { 5: 4.8, 3: 2.9 } as const;

describe("elements of high order", () => {
  const slopes = ["state", "sensitivity"] as const;
  it.each([
    ["nothing switches", place, smooth, 8, [...slopes, "forces"]],
    ["a ball slides until it rolls", place, rolls, 16, slopes],
    ["a ball lands and leaves", bounce, lands, 8, slopes],
    ["a hinge holds", pendulum, { time: 0.5 }, 32, ["state", "forces"]],
  ] as const)("are of their order where %s", (_, problem, set, count, keys) => {
    const own = { ...set, ...exact };
    const reference = inElements(problem, own, { order: 9, count: 6 * count });
    for (const order of [5, 3] as const) {
      const [coarse, fine] = [count, 2 * count].map((n) => inElements(problem, own, { order, count: n }));
      expect([coarse.status, fine.status]).toEqual(["solved", "solved"]);
      for (const key of keys) {
        const [more, less] = [largest(coarse[key], reference[key]), largest(fine[key], reference[key])];
        // forces of constraints have one order a stage (Hairer and Wanner II, VII.4)
        const least = key !== "forces" ? orders[order] : order === 5 ? 2.9 : 1.9;
        expect(Math.log2(more / less), `${key}, Radau ${order}`).toBeGreaterThan(least);
      }
    }
  });

  it.each([
    ["nothing switches", place, smooth, few, { from: [3, 0.5], at: [0, 1] }],
    ["a ball slides until it rolls", place, { ...rolls, "start.z": 0.0497 }, many, { from: [1, 0.5], at: [0, 1] }],
    ["a ball lands and leaves", bounce, lands, few, { from: [1, -1.7], at: [0, 2] }],
  ] as const)("free values to their order where %s", (_, problem, set, counts, { from, at }) => {
    const own = { ...set, ...exact };
    const { state } = inElements(problem, own, { order: 9, count: 48 });
    const to = at.map((k) => state[k]);
    for (const order of [5, 3] as const) {
      const [more, less] = counts[order].map((count) => {
        const found = aimed(problem, own, { order, count }, { from, at, to });
        return Math.max(...found.map((value, i) => Math.abs(value - from[i])));
      });
      const [first, last] = counts[order];
      expect(Math.log2(more / less) / Math.log2(last / first), `Radau ${order}`).toBeGreaterThan(orders[order]);
    }
  });

  it("land the part of the feeder where an independent integration does", async () => {
    const { status, values, trajectory } = await simulate(feeder, { set: { ...exact, "grid.accuracy": 1e-6 } });
    expect(status).toBe("solved");
    const [x, y, theta] = integrateFeeder(1e-3, 1e-5);
    expect(Math.abs(values["end.x"]! - x)).toBeLessThan(1e-7);
    expect(Math.abs(values["end.y"]! - y)).toBeLessThan(1e-7);
    expect(Math.abs(values["end.theta"]! - theta)).toBeLessThan(1e-7);
    expect(trajectory.certificate.gridError!.value).toBeLessThan(1e-6);
    expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-10);
  });

  it("tell an error that is near the true one", async () => {
    const at = async (accuracy: number) => simulate(feeder, { set: { ...exact, "grid.accuracy": accuracy } });
    const best = await at(1e-8);
    for (const accuracy of [1e-3, 1e-5]) {
      const { trajectory, status } = await at(accuracy);
      expect(status).toBe("solved");
      const end = (columns: typeof trajectory.columns, name: string): number => columns[name][columns[name].length - 1];
      const scaled = ["part.x", "part.y", "part.theta", "part.vx", "part.vy", "part.omega"].map((name) => {
        const true0 = end(best.trajectory.columns, name);
        return (
          Math.abs(end(trajectory.columns, name) - true0) / Math.max(name === "part.omega" ? 10 : 1, Math.abs(true0))
        );
      });
      const truth = Math.max(...scaled);
      const { value } = trajectory.certificate.gridError!;
      expect(value / truth, `${accuracy}`).toBeGreaterThan(0.3);
      expect(value / truth, `${accuracy}`).toBeLessThan(10);
    }
  });

  it("tell it where no element may be longer than pictures ask for", async () => {
    const at = async (accuracy: number) => simulate(linkage, { set: { ...exact, "grid.accuracy": accuracy } });
    const best = await at(1e-10);
    const ended = (columns: typeof best.trajectory.columns, name: string): number => columns[name].at(-1)!;
    for (const accuracy of [1e-3, 1e-4]) {
      const { trajectory } = await at(accuracy);
      const misses = best.model.state.map(({ name, scale }) => {
        const truth = ended(best.trajectory.columns, name);
        return Math.abs(ended(trajectory.columns, name) - truth) / Math.max(scale, Math.abs(truth));
      });
      const { value } = trajectory.certificate.gridError!;
      expect(value / Math.max(...misses), `${accuracy}`).toBeGreaterThan(0.3);
      expect(value / Math.max(...misses), `${accuracy}`).toBeLessThan(10);
    }
  });

  it("are told as they were judged, where a second computation was fine enough", async () => {
    const { status, trajectory } = await simulate(putt, { set: { ...exact, "grid.accuracy": 1e-7 }, gridError: false });
    expect(status).toBe("solved");
    const { t } = trajectory;
    // a first computation may have elements of a fiftieth of the motion
    const [longest] = t
      .slice(1)
      .map((end, k) => end - t[k])
      .sort((a, b) => b - a);
    expect(longest / t[t.length - 1]).toBeLessThan(1 / 79);
  });

  it("begin with a tolerance that their ends, of order 2s − 1, make an accuracy of", () => {
    for (const accuracy of [1e-7, 1e-9]) {
      const setup = setUp(bounce, { ...exact, "grid.accuracy": accuracy });
      const task = { setup, workspace: borrow(setup), signal: undefined, resume: undefined, report() {} };
      expect(firstTolerance(task) / accuracy ** 0.6, "of five stages").toBeCloseTo(1, 9);
    }
  });

  it("follow a force that changes with time, whatever their lengths", async () => {
    const mass = 2;
    const omega = 40;
    const model = compliant({
      gravity: [0, 0, 0],
      bodies: [{ name: "ball", space: "spatial", mass, inertia: 0.04 }],
      contacts: [
        {
          name: "table",
          body: "ball",
          shape: { kind: "ball", radius: 0.05 },
          against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
          friction: 0.3,
          coneSmoothing: 0,
          stiffness: 1000,
          damping: 1,
        },
      ],
      // x = 1 − cos ω t
      forces: [
        {
          kind: "thrust",
          name: "shaker",
          body: "ball",
          force: [mul(mass * omega ** 2, cos(mul(omega, frame.t))), 0, 0],
        },
      ],
    });
    const problem: Problem = {
      name: "test/shaken",
      title: "A shaken ball",
      model,
      parameters: {},
      start: { ...atRest(model), "ball.z": 1 },
      grid: { steps: 100, h: 0.005 },
      values: {},
    };
    for (const accuracy of [1e-4, 1e-6]) {
      const { status, message, trajectory } = await simulate(problem, { set: { ...exact, "grid.accuracy": accuracy } });
      expect([status, message]).toEqual(["solved", expect.any(String)]);
      const { columns, t } = trajectory;
      const off = columns["ball.x"].map((x, k) => Math.abs(x - 1 + Math.cos(omega * t[k])));
      expect(Math.max(...off)).toBeLessThan(10 * accuracy);
    }
  });

  it("keep the same bits, whoever runs beside", async () => {
    const set = { ...exact, "launch.vx": 1.02, "launch.vz": -1.7 };
    const alone = await simulate(bounce, { set });
    const [one, two] = await Promise.all([
      simulate(bounce, { set }),
      simulate(bounce, { set: { ...set, "launch.vz": -2 } }),
    ]);
    expect(one.trajectory.columns).toEqual(alone.trajectory.columns);
    expect(two.status).toBe("solved");
  });

  it.each([0.5, 2])("agree with backward Euler on fine steps with %f of a parameter", async (factor) => {
    for (const name of ["friction", "damping", "mass"] as const) {
      const set = { [name]: factor * { friction: 0.2, damping: 10, mass: 0.2 }[name] };
      const fine = await simulate(roll, { set: { ...set, "grid.h": 0.001, "grid.steps": 1010 } });
      const own = await simulate(roll, { set: { ...set, ...exact } });
      expect(own.status).toBe("solved");
      expect(Math.abs(own.values["end.x"]! - fine.values["end.x"]!)).toBeLessThan(1e-3);
      expect(Math.abs(own.values["end.y"]! - fine.values["end.y"]!)).toBeLessThan(1e-3);
    }
  });
});

describe("the door of the method", () => {
  it.each([
    [
      { ...exact, "grid.h": 0.01 },
      /^grid\.method = exact chooses its own steps: set grid\.accuracy and grid\.end instead/,
    ],
    [{ ...exact, "grid.accuracy": 2 }, /^grid\.accuracy must be from 1e-10 to 0\.01/],
    [{ "grid.method": "exakt" }, /^grid\.method must be one of euler, exact; did you mean exact\?$/],
  ])("refuses %j", async (set, message) => {
    await expect(simulate(roll, { set })).rejects.toThrow(message);
  });

  it("lays a box flat on a segment, whose nearest points are unknowns between two bounds, as short steps do", async () => {
    const model = compliant({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "box", space: "planar", shape: { kind: "box", half: [0.03, 0.006, 0.01] }, density: 30 }],
      world: [{ name: "ledge", shape: { kind: "segment", from: [-0.5, 0, 0], to: [0.5, 0, 0] } }],
      contacts: "all",
      materials: [{ friction: 0.25, stiffness: 1e4, damping: 10 }],
    });
    const flat: Problem = {
      name: "ledge",
      title: "A box lies on a ledge",
      model,
      parameters: {},
      start: { ...atRest(model), "box.y": 0.008, "box.theta": 0.05, "box.vx": 0.3 },
      grid: { end: 0.15 },
      values: {},
    };
    const { status, message, trajectory } = await simulate(flat);
    expect(status, message).toBe("solved");
    const short = await simulate(flat, { set: { "grid.method": "euler", "grid.h": 1e-4 }, gridError: false });
    const end = (name: string) => [trajectory, short.trajectory].map(({ columns }) => columns[name].at(-1)!);
    // short steps are of first order: with a tenth of them x is 1.5e-6 from that of the method exact
    for (const [name, tolerance] of [
      ["box.x", 2e-5],
      ["box.y", 1e-6],
      ["box.theta", 1e-5],
    ] as const) {
      const [exactly, nearly] = end(name);
      expect(Math.abs(exactly - nearly), name).toBeLessThan(tolerance);
    }
  });

  it("refuses what it cannot compute", async () => {
    await expect(simulate(rigidDisk, { set: exact })).rejects.toThrow(
      /needs forces that follow from deformations, or a restitution, and .*normalForce has neither/,
    );
    // it crept in elements of a microsecond
    await expect(simulate(sliding, { set: { "grid.method": "exact" } })).rejects.toThrow(
      /needs forces, and those of floor are impulses of a step: use euler/,
    );
  });
});

it("two ends that are one have no error, in the first state", () => {
  const setup = setUp(roll);
  const state = new Float64Array(setup.compiled.model.state.length).fill(0.3);
  const [first] = setup.compiled.model.state;
  expect(stateError(setup, state, state)).toEqual({ value: 0, row: first.name });
  const other = state.map((x, i) => (i === 1 ? x * (1 + 1e-6) : x));
  expect(stateError(setup, state, other).value).toBeLessThan(1e-6);
});
