import { describe, expect, it } from "vitest";
import { problem as belt } from "../../../problems/drives/belt.js";
import {
  add,
  atRest,
  type BoundaryCondition,
  frame,
  input,
  last,
  mul,
  type Problem,
  parameter as p,
  rigid,
  simulate,
  solve,
  sub,
} from "../../../src/index.js";
import { condition } from "../../../src/motion/problem/condition.js";

const [g, radius, friction] = [9.81, 0.05, 0.5];
const when = { rests: "block", name: "it" } as const;
const values: Problem["values"] = { it: { unit: "s", meaning: "when", of: { timeOf: "it" } } };

/** A block that slides on a table until it rests. */
const slid = (boundary: readonly BoundaryCondition[]): Problem => ({
  ...belt,
  parameters: { ...belt.parameters, time: { value: 0.6, unit: "s", meaning: "duration" } },
  grid: { steps: 300, h: 0.002 },
  boundary,
  values,
});
const set = { "belt.v": 0, "block.v": 1.2 };
const stops = (more: Partial<BoundaryCondition> = {}): BoundaryCondition => ({
  name: "stops",
  unit: "m",
  residual: sub(last("block.x"), 0.2),
  when,
  frees: "block.v",
  ...more,
});

describe("at rest as an event", () => {
  it.each([
    ["euler", 2e-2],
    ["exact", 1e-4],
  ])("is where a block has been slowed down, and stays, by %s", async (method, error) => {
    const {
      status,
      message,
      run,
      values: found,
    } = await solve(slid([stops()]), {
      set: { ...set, "grid.method": method },
      gridError: false,
    });
    expect(status, message).toBe("solved");
    // v² − .01² = 2 μ g .2, and it has slowed down for (v − .01)/(μ g)
    const v = Math.sqrt(2 * friction * g * 0.2 + 1e-4);
    expect(Math.abs(Number(run.parameters["block.v"]) - v)).toBeLessThan(error * v);
    expect(Math.abs(Number(found.it) - (v - 0.01) / (friction * g))).toBeLessThan(error);
  });

  it("may last on behind the span in which it is looked for, and a slow end of a long flight is none", async () => {
    const until = (to: number) => slid([stops({ when: { ...when, to } })]);
    const set1 = { ...set, "grid.method": "exact", "block.v": 1.2 };
    // it rests at .243 s
    const { trajectory } = await simulate(until(0.25), { set: set1, gridError: false });
    expect(trajectory.certificate.conditions?.[0].isNever).toBeUndefined();
    expect(trajectory.certificate.conditions?.[0].t).toBeCloseTo(1.19 / (friction * g), 4);
    const early = await simulate(until(0.2), { set: set1, gridError: false });
    expect(early.trajectory.certificate.conditions?.[0].isNever).toBe(true);
  });

  it("is told with its bounds, and is none where the motion ends before it has lasted", async () => {
    const asked = slid([stops({ when: { ...when, for: 0.5 } })]);
    const { trajectory } = await simulate(asked, { set, gridError: false });
    expect(trajectory.certificate.conditions?.[0].isNever).toBe(true);
  });

  it.each(["euler", "exact"])("is not where a throw turns round, nor where a bounce does, by %s", async (method) => {
    const model = rigid({
      gravity: [0, 0, -g],
      bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius }, mass: 0.2 }],
      world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
      contacts: "all",
      materials: [{ friction: 0, ...(method === "exact" && { restitution: 0.5 }) }],
    });
    const thrown: Problem = {
      name: "test/rests",
      title: "A ball thrown upwards",
      model,
      parameters: { vz: { value: 1, unit: "m/s", meaning: "launch velocity", min: 0, max: 3 } },
      start: { ...atRest(model), "ball.z": radius + 0.1, "ball.vz": p("vz") },
      grid: { steps: 100, h: 0.01 },
      boundary: [
        {
          name: "low",
          unit: "m",
          residual: last("ball.z"),
          within: { to: 0.1 },
          when: { rests: ["ball"], name: "it" },
        },
      ],
      values,
    };
    const found = async (steps: number) => {
      const { values: told } = await simulate(thrown, {
        set: {
          "grid.method": method,
          ...(method === "exact" ? { "grid.end": steps * 0.01 } : { "grid.steps": steps }),
        },
        gridError: false,
      });
      return told.it;
    };
    // up for .1 s, down for .206 s; then bounces of half the speed each, .206 s, .103 s, …
    expect(await found(20)).toBeNull();
    const lands = (1 + Math.sqrt(1 + 2 * g * 0.1)) / g;
    const speed = Math.sqrt(1 + 2 * g * 0.1);
    // all bounces take 2 v (.5 + .25 + …)/g; the last of them are slower than .01 m/s
    const rests = method === "exact" ? lands + (2 * speed) / g : lands;
    expect(await found(Math.ceil(100 * rests) + 20)).toBeCloseTo(rests, 1);
  });

  it("is kept by optimal motions, for as long as it lasts", async () => {
    const model = rigid({
      gravity: [0, 0, 0],
      bodies: [{ name: "puck", space: "planar", mass: 1, inertia: 1 }],
      contacts: [],
      applied: [{ body: "puck", force: [input("fx"), 0, 0], torque: [0, 0, 0] }],
    });
    const { status, message, trajectory } = await solve(
      {
        name: "test/rest on the way",
        title: "A puck that waits on its way",
        model,
        parameters: { time: { value: 1, unit: "s", meaning: "duration" } },
        inputs: { fx: { unit: "N", meaning: "force", min: -200, max: 200 } },
        start: atRest(model),
        grid: { steps: 20, h: 0.05 },
        objective: { vary: ["fx"], stage: mul(frame.h, input("fx"), input("fx")) },
        boundary: [
          {
            name: "waits",
            unit: "m",
            residual: sub(last("puck.x"), 1),
            when: { rests: "puck", for: 0.2, from: 0.5, to: 0.7 },
          },
          { name: "end", unit: "m", residual: sub(last("puck.x"), 1.2) },
        ],
        values: {},
      },
      { gridError: false },
    );
    expect(status, message).toBe("solved");
    const [{ t = 0 } = {}] = trajectory.certificate.conditions ?? [];
    const { "puck.vx": vx } = trajectory.columns;
    const waits = Array.from(vx).filter((_, k) => k * 0.05 > t - 1e-9 && k * 0.05 < t + 0.2 + 1e-9);
    expect(waits.length).toBeGreaterThan(1);
    for (const v of waits) expect(Math.abs(v)).toBeLessThan(0.01 + 1e-6);
    expect(Math.max(...vx.map(Math.abs))).toBeGreaterThan(1);
  });

  it("needs bodies that there are, and bounds above zero", () => {
    const asked = (of: object) => () =>
      condition({ name: "a", unit: "m", residual: add(last("block.x")), when: of } as BoundaryCondition, "it");
    expect(asked({ rests: "block", speed: 0 })).toThrow("it.when.speed must be a finite number above 0");
    expect(asked({ rests: 3 })).toThrow("it.when.rests must be a name");
    return expect(solve(slid([stops({ when: { rests: "blok" } })]), { set })).rejects.toThrow(
      /no body "blok"; did you mean block/,
    );
  });
});
