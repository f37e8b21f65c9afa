import { describe, expect, it } from "vitest";
import {
  add,
  atRest,
  type BoundaryCondition,
  compliant,
  frame,
  input,
  last,
  mul,
  type Problem,
  parameter as p,
  type simulate,
  solve,
  sub,
} from "../../../src/index.js";
import { stateOn } from "../../../src/motion/compile/between.js";

const model = compliant({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, mass: 0.2 }],
  world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
  contacts: "all",
  materials: [{ friction: 0.3, stiffness: 2000, damping: 3, coneSmoothing: 1e-4 }],
});

/** A ball that is thrown from a metre's height, and bounces. */
const thrown = (...boundary: BoundaryCondition[]): Problem => ({
  name: "test/events",
  title: "A throw",
  model,
  parameters: {
    vx: { value: 1, unit: "m/s", meaning: "launch velocity", min: 0, max: 5 },
    vz: { value: 1, unit: "m/s", meaning: "launch velocity, upwards", min: -2, max: 3 },
  },
  start: { ...atRest(model), "ball.z": 1, "ball.vx": p("vx"), "ball.vz": p("vz") },
  grid: { steps: 120, h: 0.01 },
  boundary,
  values: { when: { unit: "s", meaning: "when it happens", of: { timeOf: "it" } } },
});

/** The state of a column on a straight line between grid points, at a time. */
function at({ t, columns }: Awaited<ReturnType<typeof simulate>>["trajectory"], column: string, time: number): number {
  const k = Math.min(t.length - 2, Math.max(0, t.findIndex((x) => x >= time) - 1));
  const part = (time - t[k]) / (t[k + 1] - t[k]);
  return (1 - part) * columns[column][k] + part * columns[column][k + 1];
}

describe("conditions in an event", () => {
  it("are met where two bodies touch for the first time, which is told", async () => {
    const found = await solve(
      thrown({
        name: "lands",
        unit: "m",
        residual: sub(last("ball.x"), 1.5),
        when: { touch: ["ball", "floor"], name: "it" },
        frees: "vx",
      }),
    );
    expect(found.status, found.message).toBe("solved");
    // it falls .95 m: 1 + t − g t²/2 = .05; Euler's grid is half a step beside it
    const t = (1 + Math.sqrt(1 + 2 * 9.81 * 0.95)) / 9.81;
    expect(Math.abs(Number(found.values.when) - t)).toBeLessThan(0.01);
    const time = Number(found.values.when);
    // the flight until then, of which the step that lands is no part any more
    expect(Number(found.run.parameters.vx) * time).toBeCloseTo(1.5, 8);
    const k = Math.floor(time / 0.01);
    const { "ball.z": z, "ball.vz": vz } = found.trajectory.columns;
    expect(z[k] + (time - 0.01 * k) * (vz[k] - 9.81 * 0.01)).toBeCloseTo(0.05, 8);
    expect(found.trajectory.certificate.conditions?.[0].miss).toBeLessThan(1e-9);
  });

  it.each([
    [0.01, -4.5],
    [0.001, -4.6],
    [0.001, -4.605],
  ])("read velocities before a touch changes them, in steps of %d s at %d m/s", async (h, speed) => {
    const touch = { touch: ["ball", "floor"] } as const;
    const asked: BoundaryCondition = {
      name: "falls",
      unit: "m/s",
      residual: sub(last("ball.vz"), speed),
      when: touch,
      frees: "vz",
    };
    const { status, message, run } = await solve(
      { ...thrown(asked), values: {}, grid: { steps: Math.round(0.35 / h), h } },
      { set: { vz: -1 }, gridError: false },
    );
    expect(status, message).toBe("solved");
    // √(v² + 2 g .95), but for Euler's fall, which is half a step ahead
    const launch = Number(run.parameters.vz);
    expect(Math.abs(-Math.sqrt(launch ** 2 + 2 * 9.81 * 0.95) - speed)).toBeLessThan(5 * h);
  });

  it("read velocities behind an impact in the step before as they go on from there", () => {
    const path = {
      states: Float64Array.from([0, 1, 0.1, 1, 0.2, 1, 0.15, -0.5, 0.09, -0.6]),
      insides: new Float64Array(0),
    };
    const state = [
      { name: "x", unit: "m", scale: 1 },
      { name: "v", unit: "m/s", scale: 1 },
    ];
    const of = new Float64Array(2);
    // velocities 1, 1, 1, −.5, −.6 at points a tenth of a second apart: behind the impact −.1 a step
    stateOn(path, { state }, { step: 4, part: 0.5, isOnward: true }, of);
    expect([...of]).toEqual([expect.closeTo(0.055, 12), expect.closeTo(-0.65, 12)]);
    for (const step of [1, 2]) {
      stateOn(path, { state }, { step, part: 0.5, isOnward: true }, of);
      expect([...of]).toEqual([expect.closeTo(0.1 * step + 0.05, 12), 1]);
    }
    stateOn(path, { state }, { step: 3, part: 0.5, isOnward: true }, of);
    expect([...of]).toEqual([expect.closeTo(0.125, 12), expect.closeTo(-0.5, 12)]);
  });

  it("move with what is freed: two of them in two events find two values in few steps", async () => {
    const asked: BoundaryCondition[] = [
      // how high it stands when it leaves a half-space, and how fast it falls where it reaches a height
      {
        name: "high",
        unit: "m",
        residual: sub(last("ball.z"), 1.2),
        when: { leaves: { body: "ball", inside: { kind: "half-space", normal: [1, 0, 0], offset: 0.8 } }, name: "it" },
        frees: "vx",
      },
      {
        name: "fast",
        unit: "m/s",
        residual: sub(last("ball.vz"), -4),
        when: { reaches: sub(0.5, last("ball.z")) },
        frees: "vz",
      },
    ];
    const found = await solve(thrown(...asked), { guess: { vx: 2, vz: 2 } });
    expect(found.status, found.message).toBe("solved");
    expect(found.run.history.length).toBeLessThan(12);
    const time = Number(found.values.when);
    expect(at(found.trajectory, "ball.x", time)).toBeCloseTo(0.8, 8);
    expect(at(found.trajectory, "ball.z", time)).toBeCloseTo(1.2, 8);
    // vz² = 16 − 2 g .5 where it started, but for a fall of half a step more by the grid
    expect(Math.abs(Number(found.run.parameters.vz) - Math.sqrt(16 - 9.81))).toBeLessThan(0.15);
  });

  it("are missed where the event never happens, and say so", async () => {
    const found = await solve(
      thrown({
        name: "far",
        unit: "m",
        residual: sub(last("ball.z"), 0.5),
        tolerance: 10,
        when: { reaches: sub(last("ball.x"), 40), name: "it" },
        frees: "vx",
      }),
    );
    expect(found.status).not.toBe("solved");
    expect(found.message).toContain("never happens");
    expect(found.trajectory.certificate.conditions?.[0].isNever).toBe(true);
    expect(Math.abs(found.trajectory.certificate.conditions?.[0].miss ?? 0)).toBeGreaterThan(10);
  });

  it("are refused where there is no such event", async () => {
    const asked = (when: object) =>
      solve(thrown({ name: "at", unit: "m", residual: last("ball.x"), frees: "vx", when } as BoundaryCondition));
    await expect(asked({ touch: ["ball", "wall"] })).rejects.toThrow("no contact is of ball and wall");
    await expect(asked({ touch: ["ball"] })).rejects.toThrow("names of two bodies");
    await expect(asked({ reaches: 3 })).rejects.toThrow("boundary[0].when.reaches");
  });

  it("are read before the blow in optimal motions, too: cheapest landings at a metre a second", async () => {
    const floor = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } as const;
    const lander = compliant({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "ball", space: "planar", shape: { kind: "ball", radius: 0.05 }, mass: 0.2 }],
      world: [{ name: "floor", shape: floor }],
      contacts: "all",
      materials: [{ friction: 0, stiffness: 2000, damping: 3 }],
      applied: [{ body: "ball", force: [0, input("thrust"), 0], torque: [0, 0, 0] }],
    });
    const { status, message, values } = await solve(
      {
        name: "test/lander",
        title: "A ball that lands softly",
        model: lander,
        parameters: {},
        inputs: { thrust: { unit: "N", meaning: "thrust", min: -20, max: 20 } },
        start: { ...atRest(lander), "ball.y": 0.6 },
        grid: { steps: 15, h: 1 / 30 },
        objective: { vary: ["thrust"], stage: mul(frame.h, input("thrust"), input("thrust")) },
        boundary: [
          {
            name: "soft",
            unit: "m/s",
            residual: add(last("ball.vy"), 1),
            when: { touch: ["ball", "floor"], name: "it" },
          },
        ],
        values: {},
      },
      { gridError: false },
    );
    expect(status, message).toBe("solved");
    // ∫ m² (a + g)² with a + g = c + d t, that brings it to −1 m/s at the floor at .5 s; steps of a thirtieth are a tenth beside it
    const T = 0.5;
    const [v, y] = [9.81 * T - 1, 0.5 * 9.81 * T * T - 0.55];
    const d = (v / T - (2 * y) / (T * T)) / (T / 2 - T / 3);
    const c = v / T - (d * T) / 2;
    const least = 0.04 * (c * c * T + c * d * T * T + (d * d * T ** 3) / 3);
    expect(Number(values.cost) / least).toBeGreaterThan(0.85);
    expect(Number(values.cost) / least).toBeLessThan(1.1);
  });
});
