import { describe, expect, it } from "vitest";
import { problem as thrown } from "../../problems/drag/throw.js";
import { cos, frame, mul } from "../../src/index.js";
import type { Force } from "../../src/mechanics/actions/force.js";
import { atRest } from "../../src/mechanics/scene.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate, solve } from "../../src/motion/solve.js";

function run(
  forces: readonly Force[],
  start: Problem["start"],
  { steps = 500, h = 0.002, gravity = 0 } = {},
): Promise<Result> {
  const model = rigid({
    gravity: [0, 0, -gravity],
    bodies: [
      { name: "a", space: "spatial", mass: 2, inertia: 0.04 },
      { name: "b", space: "spatial", mass: 1, inertia: 0.02 },
    ],
    contacts: [],
    forces,
  });
  return simulate({
    name: "test/forces",
    title: "A scene with forces",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps, h },
    values: {},
  });
}

const column = ({ trajectory: { columns } }: Result, name: string): Float64Array => columns[name];
const ends = (result: Result, name: string): number => column(result, name)[column(result, name).length - 1];

describe("a throw through air", () => {
  const defaults: Readonly<Record<string, number>> = {
    drag: 0.1,
    mass: 0.2,
    gravity: 9.81,
    "target.x": 5,
    "target.z": 1,
    time: 1,
  };
  const sets = Object.entries(defaults).flatMap(([name, value]) =>
    [0.5, 2].map((factor) => ({ [name]: factor * value })),
  );

  const launchOf = (set: Readonly<Record<string, number>>): { vx: number; vz: number } => {
    const { drag, mass, gravity, time, ...target } = { ...defaults, ...set } as Record<string, number>;
    const k = drag / mass;
    const reach = (1 - Math.exp(-k * time)) / k;
    return {
      vx: target["target.x"] / reach,
      vz: (target["target.z"] + (gravity * time) / k) / reach - gravity / k,
    };
  };

  it.each([{}, ...sets, { "target.z": -3 }])("has the launch of the closed form: %o", async (set) => {
    const { status, values } = await solve(thrown, { set });
    expect(status).toBe("solved");
    const { vx, vz } = launchOf(set);
    expect(Math.abs(Number(values["launch.vx"]) / vx - 1)).toBeLessThan(0.02);
    expect(Math.abs(Number(values["launch.vz"]) - vz)).toBeLessThan(0.02 * Math.max(Math.abs(vz), 1));
  });

  it("errs by a tenth on a grid ten times finer", async () => {
    const error = async (steps: number): Promise<number> => {
      const { values } = await solve(thrown, { set: { "grid.steps": steps } });
      return Math.abs(Number(values["launch.vz"]) - launchOf({}).vz);
    };
    expect(await error(1000)).toBeLessThan((await error(100)) / 8);
  });
});

describe("forces", () => {
  it("a spring between two bodies swings as the closed form says, and keeps their momentum", async () => {
    const spring: Force = { kind: "spring", name: "spring", body: "a", to: { body: "b" }, stiffness: 6, length: 1 };
    const result = await run([spring], { "a.x": 1.2, "b.vy": 0.2, "a.vy": 0.2 }, { steps: 4000, h: 0.0005 });
    expect(result.status).toBe("solved");
    // reduced mass 2/3, ω = 3
    expect(Math.abs(ends(result, "spring.length") - 1 - 0.2 * Math.cos(6))).toBeLessThan(2e-3);
    expect(2 * ends(result, "a.vx") + ends(result, "b.vx")).toBeCloseTo(0, 11);
    expect(2 * ends(result, "a.vy") + ends(result, "b.vy")).toBeCloseTo(0.6, 11);
    expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-14);
  });

  it("springs and tendons at arms only take energy, pushed or pulled", async () => {
    for (const kind of ["spring", "tendon"] as const) {
      const one: Force = {
        kind,
        name: "line",
        body: "a",
        at: [0.1, 0.05, 0],
        to: { body: "b", at: [0, 0.1, -0.1] },
        stiffness: 400,
        length: 0.5,
        damping: 0.3,
      };
      const start = { "a.x": 0.4, "a.vx": 2, "a.wz": 9, "b.wx": 7, "b.vy": 1.5 };
      const result = await run([one], start, { steps: 600, h: 0.002 });
      expect(result.status).toBe("solved");
      expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
      const tension = column(result, "line.tension").slice(1);
      expect(Math.max(...tension)).toBeGreaterThan(1);
      if (kind === "tendon") expect(Math.min(...tension)).toBe(0);
      else expect(Math.min(...tension)).toBeLessThan(-1);
    }
  });

  it("a tendon from the world carries a weight", async () => {
    const tendon: Force = {
      kind: "tendon",
      name: "rope",
      body: "a",
      to: { at: [0, 0, 2] },
      stiffness: 2000,
      length: 2,
      damping: 80,
    };
    const result = await run([tendon], { "b.x": 9 }, { steps: 1000, h: 0.002, gravity: 10 });
    expect(ends(result, "rope.tension")).toBeCloseTo(20, 2);
    expect(ends(result, "a.z")).toBeCloseTo(-0.01, 4);
  });

  it("quadratic drag has its end velocity, and wind takes along", async () => {
    const fall: Force = { kind: "drag", name: "air", body: "a", quadratic: 0.5 };
    const falling = await run([fall], {}, { steps: 2000, h: 0.005, gravity: 10 });
    expect(ends(falling, "a.vz")).toBeCloseTo(-Math.sqrt(20 / 0.5), 6);
    const blown = await run(
      [{ kind: "drag", name: "air", body: "a", linear: 3, wind: [2, -1, 0] }],
      {},
      { steps: 2000 },
    );
    expect(ends(blown, "a.vx")).toBeCloseTo(2 * (1 - Math.exp(-6)), 3);
    // the wind works, and nothing else makes energy
    expect(blown.trajectory.certificate.energyCreated.value).toBeLessThan(1e-14);
    expect(ends(blown, "energy")).toBeGreaterThan(4);
  });

  it("thrust turns with the body and is work", async () => {
    const engine: Force = { kind: "thrust", name: "engine", body: "a", force: [mul(4, cos(frame.t)), 0, 0] };
    const straight = await run([engine], {}, { steps: 1000, h: 0.001 });
    expect(ends(straight, "a.vx")).toBeCloseTo(2 * Math.sin(1), 3);
    const turning = await run([engine], { "a.wz": 1 }, { steps: 1000, h: 0.001 });
    // ∫ 2 cos² t and ∫ 2 cos t sin t
    expect(ends(turning, "a.vx")).toBeCloseTo(1 + Math.sin(2) / 2, 2);
    expect(ends(turning, "a.vy")).toBeCloseTo(Math.sin(1) ** 2, 2);
    expect(turning.trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
  });

  it("are refused in one sentence where they cannot be", async () => {
    const spring: Force = { kind: "spring", name: "spring", body: "a", to: {}, stiffness: -6, length: 1 };
    await expect(run([spring], {})).rejects.toThrow("spring.stiffness must not be negative.");
    await expect(run([{ kind: "drag", name: "air", body: "a", linear: -1 }], {})).rejects.toThrow(
      "air.linear must not be negative.",
    );
    await expect((async () => run([{ kind: "drag", name: "air", body: "c" }], {}))()).rejects.toThrow(
      'force "air": scene has no body "c"',
    );
  });
});
