import { describe, expect, it } from "vitest";
import { problem as belt } from "../../../problems/drives/belt.js";
import { atRest, compliant, last, type Problem, parameter as p, simulate, sub } from "../../../src/index.js";
import { unitFactor } from "../../../src/motion/fit/columns/units.js";
import { fit as estimate } from "../../../src/motion/fit/fit.js";
import type { Fitting, Recording } from "../../../src/motion/fit/fitting.js";
import type { FitResult } from "../../../src/motion/fit/result.js";
import { asked, set, slide } from "./slide.js";

describe("units of columns", () => {
  it("are those of lengths, times, masses, angles, forces, and products and ratios of them", () => {
    const factor = (from: string, to: string) => unitFactor(from, to);
    expect(factor("mm", "m")).toBeCloseTo(1e-3, 15);
    expect(factor("deg/s", "rad/s")).toBeCloseTo(Math.PI / 180, 15);
    expect(factor("km/h", "m/s")).toBeCloseTo(1 / 3.6, 12);
    expect(factor("g mm²", "kg m²")).toBeCloseTo(1e-9, 20);
    expect(factor("mN m", "J")).toBeCloseTo(1e-3, 15);
    expect(factor("lbf", "N")).toBeCloseTo(4.4482216, 5);
    expect(factor("1/ms", "1/s")).toBeCloseTo(1000, 9);
    expect(factor("min", "m")).toBe("min is no unit of what is in m");
    expect(factor("m", "s")).toBe("m is no unit of what is in s");
    expect(factor("furlongs per fortnight", "m/s")).toMatch(/there is no unit/);
  });

  it("are converted with their noise, and leave residuals in their own", async () => {
    const plain = slide(1);
    const mm: Recording = { ...plain, columns: { x: plain.columns.x.map((x) => 1000 * x) } };
    const inMm: Fitting = { ...asked, measured: { x: { of: last("block.x"), noise: 0.5 } }, units: { x: "mm" } };
    const [one, other] = [await estimate(belt, asked, [plain], { set }), await estimate(belt, inMm, [mm], { set })];
    expect(other.estimates.friction.value).toBeCloseTo(one.estimates.friction.value, 10);
    expect(other.estimates.friction.deviation).toBeCloseTo(one.estimates.friction.deviation, 10);
    expect(other.residuals.x / one.residuals.x).toBeCloseTo(1000, 6);
  });

  it("are refused by the name of the column where they do not fit", async () => {
    const ask = (units: Fitting["units"], more: Partial<Fitting> = {}) =>
      estimate(belt, { ...asked, units, ...more } as Fitting, [slide(1)], { set });
    await expect(ask({ x: "kg" })).rejects.toThrow("The unit of column x does not fit: kg is no unit of what is in m");
    await expect(ask({ x: "smoots" })).rejects.toThrow("The unit of column x does not fit: there is no unit smoots");
    // of a formula the terms say it, of a guess its parameter
    const measured = { x: { of: sub(last("block.x"), p("friction")), noise: 1 } };
    await expect(ask({ x: "s" }, { measured })).rejects.toThrow("s is no unit of what is in m");
    await expect(ask({ x: "mm" }, { each: { "block.v": { guess: "x" } } })).rejects.toThrow(
      "mm is no unit of what is in m/s",
    );
  });
});

const model = compliant({
  gravity: [0, 0, -9.81],
  bodies: [
    { name: "box", space: "spatial", mass: 1, inertia: [1, 2, 3], shape: { kind: "box", half: [0.3, 0.2, 0.1] } },
  ],
  world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
  contacts: "all",
  materials: [{ friction: 0.3, stiffness: 2000, damping: 3, coneSmoothing: 1e-4 }],
});
const number = (value: number, unit: string) => ({ value, unit, meaning: "launch", min: -20, max: 20 });
const thrown: Problem = {
  name: "thrown",
  title: "A box is thrown",
  model,
  parameters: { vx: number(1, "m/s"), wz: number(4, "rad/s"), wx: number(2, "rad/s"), z: number(3, "m") },
  start: { ...atRest(model), "box.z": p("z"), "box.vx": p("vx"), "box.wx": p("wx"), "box.wz": p("wz") },
  grid: { steps: 40, h: 0.01 },
  values: {},
};

/** The body as a camera and a gyroscope of other habits see it, from a motion and by arithmetic of this test. */
async function seen(): Promise<Recording> {
  const { trajectory } = await simulate(thrown, { gridError: false });
  const rows = trajectory.t.length;
  const of = (name: string, k: number): number => trajectory.columns[`box.${name}`][k];
  const columns: Record<string, Float64Array> = Object.fromEntries(
    ["a", "b", "c", "q1", "q2", "q3", "q4", "g1", "g2", "g3", "u1", "u2", "u3"].map((name) => [
      name,
      new Float64Array(rows),
    ]),
  );
  for (let k = 0; k < rows; k++) {
    const q = ["e0", "ex", "ey", "ez"].map((name) => of(name, k));
    const size = Math.hypot(...q);
    const [w, x, y, z] = q.map((e) => e / size);
    // columns of the rotation matrix, body to world
    const R = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
    const back = (v: readonly number[]): number[] =>
      [0, 1, 2].map((j) => R.reduce((sum, row, i) => sum + row[j] * v[i], 0));
    const corner = R.map((row) => row[0] * 0.3 + row[1] * 0.2 + row[2] * 0.1);
    ["x", "y", "z"].forEach((axis, i) => {
      columns[["a", "b", "c"][i]][k] = 100 * (of(axis, k) + corner[i]);
    });
    // scalar last, world to body, and the other sign now and then
    const sign = k % 7 < 3 ? 1 : -1;
    [-x, -y, -z, w].forEach((e, i) => {
      columns[`q${i + 1}`][k] = sign * e;
    });
    const spin = back(["wx", "wy", "wz"].map((name) => of(name, k)));
    const velocity = back(["vx", "vy", "vz"].map((name) => of(name, k)));
    for (let i = 0; i < 3; i++) {
      columns[`g${i + 1}`][k] = (180 / Math.PI) * spin[i];
      columns[`u${i + 1}`][k] = velocity[i];
    }
  }
  return { name: "camera", t: trajectory.t, columns };
}

const camera: Fitting = {
  measured: {},
  observed: [
    { kind: "position", body: "box", columns: ["a", "b", "c"], noise: 0.1, point: [0.3, 0.2, 0.1] },
    {
      kind: "orientation",
      body: "box",
      columns: ["q1", "q2", "q3", "q4"],
      noise: 0.01,
      order: "xyzw",
      maps: "world-to-body",
    },
    { kind: "spin", body: "box", columns: ["g1", "g2", "g3"], noise: 1, axes: "body" },
    { kind: "velocity", body: "box", columns: ["u1", "u2", "u3"], noise: 0.1, axes: "body" },
  ],
  units: { a: "cm", b: "cm", c: "cm", g1: "deg/s", g2: "deg/s", g3: "deg/s" },
  shared: {},
  each: { vx: { guess: 0.5 }, wx: { guess: 1 }, wz: { guess: 3 } },
};

describe("columns of a body", () => {
  it("are mapped: an observed point, quaternions of either order and way, axes of the body, units", async () => {
    const recording = await seen();
    const { status, message, recordings, chiSquare, replays } = await estimate(thrown, camera, [recording], {
      replay: true,
    });
    expect(status, message).toBe("solved");
    const { vx, wx, wz } = recordings[0].estimates;
    expect([vx.value, wx.value, wz.value]).toEqual([1, 2, 4].map((x) => expect.closeTo(x, 7)));
    expect(chiSquare.value).toBeLessThan(1e-10);
    // the recording as states of the model, beside the motion that explains it, and its columns in their units
    const [{ recorded, trajectory, columns }] = replays ?? [];
    for (const state of ["box.x", "box.ez", "box.wx"]) {
      expect(recorded.columns[state].length).toBe(recording.t.length);
      expect(recorded.columns[state].at(-1)).toBeCloseTo(trajectory.columns[state].at(-1) ?? Number.NaN, 6);
    }
    expect(columns.a.measured.at(-1)).toBeCloseTo(recording.columns.a.at(-1) ?? Number.NaN, 6);
    expect(columns.g1.noise).toBeCloseTo(1, 9);
  });

  it("are the same turned round: a camera may begin with either sign of a quaternion", async () => {
    const recording = await seen();
    const quaternion = ["q1", "q2", "q3", "q4"];
    const columns = Object.fromEntries(
      Object.entries(recording.columns).map(([name, of]) => [name, quaternion.includes(name) ? of.map((x) => -x) : of]),
    );
    const [one, other] = [
      await estimate(thrown, camera, [recording]),
      await estimate(thrown, camera, [{ ...recording, columns }]),
    ];
    expect(other.chiSquare.value).toBeLessThan(1e-10);
    expect(other.recordings[0].estimates).toEqual(one.recordings[0].estimates);
  });

  it("are refused where body, count or state is none, or a recording begins inside of something", async () => {
    const recording = await seen();
    const [first] = camera.observed ?? [];
    const ask = (change: object, z = 3) =>
      estimate(thrown, { ...camera, observed: [{ ...first, ...change }] } as Fitting, [recording], { set: { z } });
    await expect(ask({ body: "bax" })).rejects.toThrow('There is no body "bax"');
    await expect(ask({ columns: ["a", "b"] })).rejects.toThrow("the position of box has 3, these are 2");
    await expect(ask({ kind: "speed" })).rejects.toThrow("fit.observed[0].kind");
    await expect(ask({ order: "xyzw" })).rejects.toThrow("order");
    await expect(ask({}, 0.05)).rejects.toThrow(/camera begins with box 0.05\d* inside/);
    const beyond = { ...recording, columns: { ...recording.columns, z: recording.t.map(() => 50) } };
    await expect(estimate(thrown, { ...camera, given: { z: "z" } }, [beyond])).rejects.toMatchObject({
      field: "data",
      message: expect.stringMatching(/^camera begins where the problem allows no motion: z must be .*it is 50/),
    });
  });
});

describe("the clock of a recording", () => {
  it("is found with what else is unknown, where that is asked", async () => {
    const problem: Problem = { ...thrown, start: { ...thrown.start, "box.wx": 0, "box.wz": 0 } };
    const { trajectory } = await simulate(problem, { gridError: false });
    const z = trajectory.columns["box.z"];
    // rows of a clock that was started .0437 s after the motion, and goes 3 % too slowly
    const [offset, rate] = [0.0437, 1.03];
    const t = Float64Array.from({ length: 25 }, (_, i) => 0.0123 * i);
    const at = (time: number): number => {
      const k = Math.floor(time / 0.01);
      return z[k] + (time / 0.01 - k) * (z[k + 1] - z[k]);
    };
    const recording = { name: "late", t, columns: { z: t.map((time) => at(offset + rate * time)) } };
    const question: Fitting = {
      measured: { z: { of: last("box.z"), noise: 1e-3 } },
      shared: { "clock.rate": {} },
      each: { "clock.offset": { guess: 0.01 } },
    };
    const { status, message, estimates, recordings } = await estimate(problem, question, [recording]);
    expect(status, message).toBe("solved");
    expect(estimates["clock.rate"].value).toBeCloseTo(rate, 6);
    expect(recordings[0].estimates["clock.offset"].value).toBeCloseTo(offset, 6);
    // two rows of one column say nothing of three
    const few = { ...recording, t: t.slice(0, 2), columns: { z: recording.columns.z.slice(0, 2) } };
    await expect(estimate(problem, { ...question, each: { ...question.each, z: {} } }, [few])).rejects.toThrow(
      "There are 3 unknowns, and only 2 measurements to find them by",
    );
  });

  it("that begins before its motion tells nothing of how well it is known, and says by how many rows", async () => {
    // a block that lies for 30 ms, and slides then: rows of the rest are on no straight line before the slide
    const { t, columns } = slide(1, { rows: 40 });
    const late = { name: "early", t, columns: { x: t.map((_, i) => (i < 6 ? 0 : columns.x[i - 6])) } };
    const by = (bounds: object): Promise<FitResult> =>
      estimate(belt, { ...asked, each: { "block.v": { guess: 1 }, "clock.offset": bounds } }, [late], { set });
    const free = await by({ guess: -0.01 });
    expect(free.status).toBe("singular");
    expect(free.message).toMatch(
      /Recordings begin before their motions \(early by [1-9] rows?\), which tell nothing of that/,
    );
    expect(free.estimates.friction.interval).toEqual([Number.NaN, Number.NaN]);
    // a clock that is on time, to its own uncertainty, is no early one
    const onTime = { ...late, columns };
    const { status, message, estimates } = await estimate(
      belt,
      {
        ...asked,
        each: { "block.v": { guess: 1 }, "clock.offset": { guess: 0, prior: { mean: 0, deviation: 0.002 } } },
      },
      [onTime],
      { set },
    );
    expect(status, message).toBe("solved");
    expect(Math.abs(estimates.friction.value - 0.45)).toBeLessThan(3 * estimates.friction.deviation);
  });
});
