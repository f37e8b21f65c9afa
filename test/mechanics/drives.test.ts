import { describe, expect, it } from "vitest";
import { problem as belt } from "../../problems/drives/belt.js";
import { problem as toss } from "../../problems/drives/toss.js";
import { problem as tray } from "../../problems/drives/tray.js";
import { cos, frame, input, mul, parameter, sin } from "../../src/index.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate, solve } from "../../src/motion/solve.js";

const factors = [0.5, 0.8, 1.25, 2];

/** A problem of a scene, with no parameters but those given. */
function sceneProblem(scene: Scene<Contact>, start: Problem["start"], grid: Problem["grid"]): Problem {
  const model = rigid(scene);
  return {
    name: "test/drives",
    title: "A scene with drives",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid,
    values: {},
  };
}

const ends = ({ trajectory: { columns } }: Result, name: string): number => columns[name][columns[name].length - 1];

describe("a block on a belt", () => {
  const defaults: Readonly<Record<string, number>> = { "belt.v": 1, friction: 0.5, gravity: 9.81 };
  const cases = [
    ...Object.entries(defaults).flatMap(([name, value]) => factors.map((factor) => ({ [name]: factor * value }))),
    { "belt.v": -1 },
    { "belt.v": 0.5, "block.v": 2 },
    { "belt.v": -0.5, "block.v": 1 },
  ];

  it.each(cases)("slips and sticks as the closed form says: %o", async (set) => {
    const { status, values, trajectory } = await simulate(belt, { set });
    expect(status).toBe("solved");
    const { "belt.v": v, "block.v": w = 0, friction, gravity } = { ...defaults, ...set } as Record<string, number>;
    const slipTime = Math.abs(v - w) / (friction * gravity);
    const slipDistance = (v - w) ** 2 / (2 * friction * gravity);
    expect(Math.abs(Number(values["slip.time"]) / slipTime - 1)).toBeLessThan(0.02);
    expect(Math.abs(Number(values["slip.distance"]) / slipDistance - 1)).toBeLessThan(0.02);
    // a belt works, and nothing else makes energy
    expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
    expect(Math.abs(Number(values["belt.work"]) - v * (v - w))).toBeLessThan(0.02 * Math.abs(v * (v - w)));
  });

  it("errs by a tenth on a grid ten times finer", async () => {
    const error = async (steps: number): Promise<number> => {
      const { values } = await simulate(belt, { set: { "grid.steps": steps } });
      return Math.abs(Number(values["slip.distance"]) - 1 / 9.81);
    };
    const [coarse, fine] = [await error(300), await error(3000)];
    expect(fine).toBeLessThan(coarse / 8);
  });

  it("gives no distance and no time where it still slips at the end", async () => {
    const { values } = await simulate(belt, { set: { time: 0.1 } });
    expect(values["slip.distance"]).toBeNull();
    expect(values["slip.time"]).toBeNull();
  });

  it("is tossed onto its mark, and the toss holds on a grid ten times finer", async () => {
    const { status, values } = await solve(toss);
    expect(status).toBe("solved");
    const again = await simulate(toss, { set: { "launch.v": Number(values["launch.v"]), "grid.steps": 8000 } });
    const time = Number(again.run.parameters.time);
    expect(Math.abs(ends(again, "block.x") - (0.5 - 0.6 * time))).toBeLessThan(0.005);
    expect(Math.abs(ends(again, "block.vx") + 0.6)).toBeLessThan(1e-6);
  });
});

/** Mean speed of a point on the tray by explicit steps: friction takes the slip away as fast as it can. */
function carried({ skew = 0.5, frequency = 3, friction = 0.3, stroke = 0.02 }, periods: number): number {
  const turn = 2 * Math.PI * frequency;
  const steps = 100_000;
  const dt = periods / frequency / steps;
  const most = friction * 9.81 * dt;
  let [x, v] = [0, 0];
  for (let i = 0; i < steps; i++) {
    const t = (i + 0.5) * dt;
    const slip = stroke * turn * (Math.cos(turn * t) - skew * Math.cos(2 * turn * t)) - v;
    v += Math.max(-most, Math.min(most, slip));
    x += v * dt;
  }
  return (x * frequency) / periods;
}

describe("a shaken tray", () => {
  it.each([
    {},
    { skew: 0.25 },
    { skew: 1 },
    { frequency: 1.5 },
    { frequency: 6 },
    { friction: 0.15 },
    { friction: 0.6 },
  ])("carries the block as an independent integration does: %o", async (set) => {
    const { status, values, trajectory } = await simulate(tray, { set: { ...set, periods: 2, "grid.steps": 600 } });
    expect(status).toBe("solved");
    const speed = carried(set, 2);
    // of the tray's own speed, which the block may have in either direction
    expect(Math.abs(Number(values["mean.speed"]) - speed)).toBeLessThan(0.02 * Math.max(Math.abs(speed), 0.05));
    expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-10);
  });

  it("errs by a tenth on a grid ten times finer", async () => {
    const error = async (steps: number): Promise<number> => {
      const { values } = await simulate(tray, { set: { periods: 2, "grid.steps": steps } });
      return Math.abs(Number(values["mean.speed"]) - carried({}, 2));
    };
    const [coarse, fine] = [await error(300), await error(3000)];
    expect(fine).toBeLessThan(coarse / 6);
  });

  // two corners come to slip within a nanosecond, and the tray's velocity is no difference over an element
  it.each([1e-4, 1e-6, 1e-8])("by the method exact it does as its steps do in the limit, to %s", async (accuracy) => {
    const set = { "grid.method": "exact", "grid.accuracy": accuracy };
    const { status, message, values, trajectory } = await simulate(tray, { set });
    expect(status, message).toBe("solved");
    // 18000 and 36000 steps, continued to none
    expect(Math.abs(Number(values["mean.speed"]) - 0.0587757)).toBeLessThan(2e-6);
    const turn = 2 * Math.PI * 3;
    trajectory.columns["tray.vx"].forEach((v, k) => {
      const phase = turn * trajectory.t[k];
      expect(v).toBeCloseTo(0.02 * turn * (Math.cos(phase) - 0.5 * Math.cos(2 * phase)), 9);
    });
  });

  it("carries nothing where forward and back are alike", async () => {
    const { values } = await simulate(tray, { set: { skew: 0, periods: 6, "grid.steps": 1200 } });
    // the first stroke goes forward
    expect(Math.abs(Number(values["mean.speed"]))).toBeLessThan(0.02);
  });
});

describe("driven bodies", () => {
  const ball = { kind: "ball", radius: 0.1 } as const;
  const floor = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } as const;
  const carriedBall = (driven: NonNullable<Scene<Contact>["driven"]>[number]): Scene<Contact> => ({
    gravity: [0, 0, -10],
    bodies: [{ name: "ball", space: "spatial", mass: 2, inertia: 0.008 }],
    driven: [driven],
    contacts: [{ name: "lift", body: "ball", shape: ball, against: { body: "floor", shape: floor }, friction: 0.4 }],
  });

  it("do the work of lifting what rests on them", async () => {
    const lift = carriedBall({
      name: "floor",
      space: "spatial",
      velocity: { linear: [0, 0, 0.3] },
    });
    const result = await simulate(sceneProblem(lift, { "ball.z": 0.1, "ball.vz": 0.3 }, { steps: 50, h: 0.01 }));
    expect(result.status).toBe("solved");
    expect(ends(result, "ball.z")).toBeCloseTo(0.25, 12);
    expect(ends(result, "floor.z")).toBeCloseTo(0.15, 12);
    // m g v h
    expect(ends(result, "appliedWork")).toBeCloseTo(2 * 10 * 0.3 * 0.01, 12);
    expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
  });

  it("are where their pose says, and move alike by pose and by velocity", async () => {
    const angle = mul(3, frame.t);
    const by = async (driven: Parameters<typeof carriedBall>[0]): Promise<Result> =>
      simulate(sceneProblem(carriedBall(driven), { "ball.z": 0.1, "ball.x": 0.2 }, { steps: 200, h: 0.001 }));
    const told = await by({
      name: "floor",
      space: "spatial",
      pose: {
        position: [0, 0, 0],
        orientation: [cos(mul(0.5, angle)), 0, 0, sin(mul(0.5, angle))],
      },
    });
    const spun = await by({ name: "floor", space: "spatial", velocity: { linear: [0, 0, 0], angular: [0, 0, 3] } });
    for (const result of [told, spun]) expect(result.status).toBe("solved");
    expect(ends(told, "floor.e0")).toBeCloseTo(Math.cos(0.3), 12);
    expect(ends(told, "floor.wz")).toBeCloseTo(3, 4);
    for (const name of ["ball.x", "ball.y", "ball.wx"]) expect(ends(spun, name)).toBeCloseTo(ends(told, name), 4);
    // it is taken along
    expect(ends(told, "ball.vy")).toBeGreaterThan(0.1);
  });

  it("turn at any time as fast as their pose says, by the method exact", async () => {
    const half = mul(0.5, mul(frame.t, frame.t));
    const orientation = [cos(half), 0, 0, sin(half)] as const;
    const turning = carriedBall({ name: "floor", space: "spatial", pose: { position: [0, 0, 0], orientation } });
    const start = { "ball.z": 1, "ball.x": 0.2 };
    // who has a restitution has events, and so a continuous motion
    const contacts = turning.contacts.map((contact) => ({ ...contact, restitution: 0 }));
    const question = sceneProblem({ ...turning, contacts }, start, { steps: 20, h: 0.01, method: "exact" });
    const { status, message, trajectory } = await simulate(question);
    expect(status, message).toBe("solved");
    trajectory.columns["floor.wz"].forEach((w, k) => {
      expect(w).toBeCloseTo(2 * trajectory.t[k], 9);
    });
  });

  it("start where they are told to be, and say so where they do not", async () => {
    const scene = carriedBall({ name: "floor", space: "spatial", pose: { position: [0, 0, sin(frame.t)] } });
    const problem = sceneProblem(scene, { "ball.z": 0.1 }, { steps: 2, h: 0.01 });
    expect((await simulate(problem)).trajectory.columns["floor.vz"][0]).toBe(1);
    const wrong = { ...problem, start: { ...problem.start, "floor.z": 1 } };
    await expect(simulate(wrong)).rejects.toThrow("floor.z must start where it is told to be.");
  });

  it("may follow an input", async () => {
    const scene = carriedBall({ name: "floor", space: "spatial", velocity: { linear: [0, 0, input("rise")] } });
    const problem: Problem = {
      ...sceneProblem(scene, { "ball.z": 0.1 }, { steps: 10, h: 0.01 }),
      parameters: { rise: { value: 0.2, unit: "m/s", meaning: "speed" } },
      inputs: { rise: parameter("rise") },
    };
    const result = await simulate(problem);
    expect(ends(result, "ball.z")).toBeCloseTo(0.12, 12);
  });

  it("move the same whichever way the world is turned", async () => {
    const run = (turn: number): Promise<Result> => {
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const along = [c, 0, -s] as const;
      const up = [s, 0, c] as const;
      const scene: Scene<Contact> = {
        gravity: [-10 * s, 0, -10 * c],
        bodies: [{ name: "ball", space: "spatial", mass: 2, inertia: 0.008 }],
        contacts: [
          {
            name: "belt",
            body: "ball",
            shape: ball,
            against: { kind: "half-space", normal: up, tangent: along, offset: 0 },
            surfaceVelocity: [0.5 * c, 0.2, -0.5 * s],
            friction: 0.3,
            rolling: 0.004,
          },
        ],
      };
      const start = { "ball.x": 0.1 * s, "ball.z": 0.1 * c };
      return simulate(sceneProblem(scene, start, { steps: 100, h: 0.005 }));
    };
    const [straight, turned] = [await run(0), await run(0.7)];
    for (const { status } of [straight, turned]) expect(status).toBe("solved");
    const x = ends(turned, "ball.x") * Math.cos(0.7) - ends(turned, "ball.z") * Math.sin(0.7);
    expect(x).toBeCloseTo(ends(straight, "ball.x"), 9);
    expect(ends(turned, "ball.y")).toBeCloseTo(ends(straight, "ball.y"), 9);
    expect(ends(turned, "energy")).toBeCloseTo(ends(straight, "energy"), 8);
    expect(ends(straight, "ball.x")).toBeGreaterThan(0.01);
  });

  it("are refused in one sentence where they cannot be", () => {
    const scene = carriedBall({ name: "floor", space: "spatial", pose: { position: [0, 0, 0] } });
    const [lift] = scene.contacts;
    const [, pushed] = [lift, { ...lift, body: "floor", against: { body: "ball", shape: ball }, shape: floor }];
    expect(() => rigid({ ...scene, driven: [{ name: "floor", space: "spatial" }] })).toThrow(
      "floor must have a pose, a velocity or an acceleration, and only one of them.",
    );
    expect(() => rigid({ ...scene, driven: [] })).toThrow('scene has no body "floor"');
    expect(() => rigid({ ...scene, contacts: [pushed] })).toThrow('contact "lift" is of the driven body "floor"');
    const planar = { name: "floor", space: "planar", pose: { position: [0, 0, 0] } } as const;
    expect(() => rigid({ ...scene, driven: [planar] })).toThrow(
      'contact "lift" is between a planar and a spatial body',
    );
    const named = { name: "ball", space: "spatial", pose: { position: [0, 0, 0] } } as const;
    expect(() => rigid({ ...scene, driven: [...(scene.driven ?? []), named] })).toThrow('"ball" twice');
    expect(() => rigid({ ...scene, contacts: [{ ...lift, surfaceVelocity: [1, 0] as never }] })).toThrow(
      "lift.surfaceVelocity must be 3 finite numbers or formulas",
    );
  });
});

it("a body that is accelerated starts anywhere, and what it pushes goes along: v = v₀ + a t, at the work of the force", async () => {
  const scene: Scene<Contact> = {
    gravity: [0, 0, 0],
    bodies: [{ name: "block", space: "planar", mass: 2, inertia: 1 }],
    driven: [{ name: "finger", space: "planar", acceleration: { linear: [3, 0, 0] } }],
    contacts: [
      {
        name: "push",
        body: "block",
        shape: { kind: "point", at: [0, 0, 0] },
        against: {
          body: "finger",
          shape: { kind: "half-space", normal: [1, 0, 0], tangent: [0, 1, 0], offset: 0 },
        },
        friction: 0,
      },
    ],
  };
  const start = { "finger.vx": 0.5, "block.vx": 0.5 };
  const found = await simulate(sceneProblem(scene, start, { steps: 100, h: 0.01 }));
  expect(found.status).toBe("solved");
  expect(ends(found, "finger.vx")).toBeCloseTo(3.5, 12);
  // backward Euler is ahead by a h t/2
  expect(ends(found, "finger.x")).toBeCloseTo(0.5 + 1.5 + 0.015, 12);
  expect(ends(found, "block.x")).toBeCloseTo(ends(found, "finger.x"), 9);
  expect(ends(found, "push.normalForce")).toBeCloseTo(6, 9);
  const work = found.trajectory.columns.appliedWork.slice(1).reduce((sum, x) => sum + x, 0);
  expect(work).toBeCloseTo(6 * ends(found, "block.x"), 9);
  expect(() => rigid({ ...scene, driven: [{ name: "finger", space: "planar" }] })).toThrow(
    "finger must have a pose, a velocity or an acceleration, and only one of them.",
  );
});
