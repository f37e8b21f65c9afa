import { describe, expect, it } from "vitest";
import { hinge, slider } from "../../problems/robots/joints.js";
import { mul } from "../../src/expr/expr.js";
import type { Linkage } from "../../src/mechanics/actions/linkage.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { frame } from "../../src/mechanics/model.js";
import type { Scene } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import type { Inertial } from "../../src/robots/robot.js";

const rod = (link: string, mass: number, length: number): Inertial => {
  const across = (mass * length * length) / 12;
  return { link, mass, centre: [0, 0, -length / 2], inertia: [across, across, 0, 0, 0, 0] };
};

const scene = (robot: Linkage, contacts: readonly Contact[] = []): Scene<Contact> => ({
  gravity: [0, 0, -9.81],
  bodies: [],
  contacts,
  robots: [robot],
});

const march = (model: Problem["model"], start: Problem["start"], steps: number, end: number): Promise<Result> =>
  simulate({ name: "own/robot", title: "", model, parameters: {}, start, grid: { steps, h: end / steps }, values: {} });

const doublePendulum: Linkage = {
  name: "arm",
  robot: {
    name: "double pendulum",
    links: ["root", "upper", "lower"],
    joints: [hinge(["shoulder", "root", "upper"], [0, 0, 0]), hinge(["elbow", "upper", "lower"], [0, 0, -1])],
    inertials: [rod("upper", 1, 1), rod("lower", 0.7, 0.8)],
  },
};
const swinging = { "shoulder.position": 1, "shoulder.velocity": 0.3, "elbow.position": 0.5, "elbow.velocity": -1 };

it("hinges and sliders have scales of their own: a radian and ten a second, a metre and one a second", () => {
  const robot: Linkage = {
    name: "crane",
    robot: {
      name: "crane",
      links: ["root", "trolley", "load"],
      joints: [slider(["rail", "root", "trolley"], [1, 0, 0]), hinge(["rope", "trolley", "load"], [0, 0, 0])],
      inertials: [rod("trolley", 1, 1), rod("load", 0.7, 0.8)],
    },
  };
  const { state } = rigid(scene(robot));
  expect(state.map(({ name, unit, scale }) => [name, unit, scale])).toEqual([
    ["rail.position", "m", 1],
    ["rail.velocity", "m/s", 1],
    ["rope.position", "rad", 1],
    ["rope.velocity", "rad/s", 10],
  ]);
});

describe("a robot in a scene", () => {
  it("keeps its energy, better with shorter steps as the order says", async () => {
    const model = compliant(scene(doublePendulum) as never);
    const losses = await Promise.all(
      [400, 800, 1600].map(async (steps) => {
        const { status, trajectory } = await march(model, swinging, steps, 1);
        expect(status).toBe("solved");
        expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-6);
        return trajectory.columns.energy[1] - trajectory.columns.energy[steps];
      }),
    );
    expect(losses[0] / losses[1]).toBeGreaterThan(1.8);
    expect(losses[1] / losses[2]).toBeGreaterThan(1.9);
    expect(losses[2]).toBeLessThan(0.05);
  });

  it("a drive's work is what it adds: power balance at every step", async () => {
    const driven: Linkage = {
      ...doublePendulum,
      efforts: { shoulder: 3, elbow: mul(-2, frame.next("elbow.velocity")) },
    };
    const { trajectory } = await march(compliant(scene(driven) as never), swinging, 2000, 1);
    const { energy, energyCreated, "shoulder.effort": tau, "elbow.effort": brake } = trajectory.columns;
    const [shoulder, elbow] = [trajectory.columns["shoulder.velocity"], trajectory.columns["elbow.velocity"]];
    for (let k = 2; k < energy.length; k++) {
      const work = (tau[k] * shoulder[k] + brake[k] * elbow[k]) / 2000;
      expect(energy[k] - energy[k - 1] - work).toBeCloseTo(energyCreated[k], 10);
      // the scheme itself takes ½ΔvᵀMΔv, of second order in a step
      expect(Math.abs(energyCreated[k])).toBeLessThan(1e-3);
    }
  });

  it("stops at its limits without bouncing, and the stop carries it", async () => {
    const robot: Linkage = {
      name: "arm",
      robot: {
        name: "pendulum",
        links: ["root", "rod"],
        joints: [hinge(["joint", "root", "rod"], [0, 0, 0], [0.5, 2])],
        inertials: [rod("rod", 2, 1)],
      },
    };
    const start = { "joint.position": 1.2, "joint.velocity": 0 };
    for (const make of [compliant, rigid]) {
      const { status, trajectory } = await march(make(scene(robot) as never), start, 400, 1.5);
      expect(status).toBe("solved");
      const { "joint.position": angle, "joint.velocity": rate, "joint.lowerStop": stop } = trajectory.columns;
      expect(Math.min(...angle)).toBeGreaterThan(0.5 - 1e-9);
      expect(angle[400]).toBeCloseTo(0.5, 9);
      expect(rate[400]).toBeCloseTo(0, 9);
      // it bears the moment of the weight
      expect(stop[400]).toBeCloseTo(2 * 9.81 * 0.5 * Math.sin(0.5), 6);
    }
    const loose = { ...robot, stops: [] };
    const { trajectory } = await march(compliant(scene(loose) as never), start, 400, 1.5);
    expect(Math.min(...trajectory.columns["joint.position"])).toBeLessThan(0);
  });

  it("dry friction stops a slider where v²/(2μ/m) says, and holds it there", async () => {
    const robot: Linkage = {
      name: "slide",
      robot: {
        name: "slider",
        links: ["rail", "cart"],
        joints: [slider(["slide", "rail", "cart"], [1, 0, 0])],
        inertials: [{ link: "cart", mass: 2, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] }],
        resistances: [{ joint: "slide", damping: 0, friction: 4 }],
      },
    };
    const ends = await Promise.all(
      [100, 1000].map(async (steps) => {
        const { trajectory } = await march(
          compliant(scene(robot) as never),
          { "slide.position": 0, "slide.velocity": 1 },
          steps,
          1,
        );
        expect(trajectory.columns["slide.velocity"][steps]).toBeCloseTo(0, 12);
        return trajectory.columns["slide.position"][steps];
      }),
    );
    // backward Euler is h v/2 short
    expect(ends[0]).toBeCloseTo(0.25 - 0.005, 9);
    expect(ends[1]).toBeCloseTo(0.25 - 0.0005, 9);
  });

  it("a rod on a hinge rests on the ground with half its weight", async () => {
    const robot: Linkage = {
      name: "arm",
      base: { position: [0, 0, 0.5] },
      robot: {
        name: "rod",
        links: ["root", "rod"],
        joints: [hinge(["joint", "root", "rod"], [0, 0, 0])],
        inertials: [rod("rod", 2, 1)],
      },
    };
    const tip: Contact = {
      name: "tip",
      body: "rod",
      shape: { kind: "ball", radius: 0.05, centre: [0, 0, -1] },
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: 0,
    };
    const soft = { ...tip, stiffness: 1e4, damping: 100, coneSmoothing: 1e-4 };
    const start = { "joint.position": -1.4, "joint.velocity": 0 };
    for (const [model, before] of [
      [rigid(scene(robot, [tip])), {}],
      [
        compliant(scene(robot, [soft]) as never),
        { "tip.deformationN": 0, "tip.deformationT": 0, "tip.deformationO": 0 },
      ],
    ] as const) {
      const { status, trajectory } = await march(model, { ...start, ...before }, 500, 2);
      expect(status).toBe("solved");
      expect(trajectory.columns["tip.normalForce"][500]).toBeCloseTo(9.81, 5);
      expect(trajectory.columns["rod.x"][500]).toBe(0);
      expect(trajectory.columns["joint.velocity"][500]).toBeCloseTo(0, 6);
    }
  });

  it("refuses what it does not have in one sentence", () => {
    const refused = (change: Partial<Linkage>): string => {
      try {
        compliant(scene({ ...doublePendulum, ...change }) as never);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(refused({ efforts: { wrist: 1 } })).toBe(
      'arm.efforts.wrist must be a joint that moves and mimics no other: shoulder, elbow; it is "wrist".',
    );
    expect(refused({ stops: ["elbow"] })).toMatch(/^arm\.stops\[0\] must be a joint that has limits/);
    const { robot } = doublePendulum;
    expect(refused({ robot: { ...robot, joints: [robot.joints[1], robot.joints[0]] } })).toMatch(
      /^arm\.robot\.joints\[0\]\.parent must be a link that a joint before "elbow" carries/,
    );
    expect(refused({ robot: { ...robot, links: [...robot.links, "spare"] } })).toMatch(/spare/);
  });

  it("a joint that mimics resists through its factor: a cart that draws another at twice its speed", async () => {
    const rest = [0, 0, 0, 0, 0, 0] as const;
    const origin = [0, 0, 0] as const;
    const follower = {
      ...slider(["second", "rail", "follower"], [1, 0, 0]),
      mimics: { joint: "slide", factor: 2, offset: 0 },
    };
    const robot: Linkage = {
      name: "carts",
      robot: {
        name: "two carts",
        links: ["rail", "cart", "follower"],
        joints: [slider(["slide", "rail", "cart"], [1, 0, 0]), follower],
        inertials: ["cart", "follower"].map((link) => ({ link, mass: 1, centre: origin, inertia: rest })),
        resistances: [
          { joint: "slide", damping: 0.5, friction: 1 },
          { joint: "second", damping: 0.25, friction: 0.75 },
        ],
      },
    };
    const start = { "slide.position": 0, "slide.velocity": 1 };
    const { trajectory } = await march(compliant(scene(robot) as never), start, 4000, 2);
    // (m + 2² m) a = −(d + 2² d') v − (f + 2 f'), until it rests
    const [mass, damping, friction] = [5, 1.5, 2.5];
    const stop = (mass / damping) * Math.log(1 + damping / friction);
    const way = (mass / damping) * (1 - (friction / damping) * Math.log(1 + damping / friction));
    expect(stop).toBeLessThan(2);
    expect(trajectory.columns["slide.position"][4000]).toBeCloseTo(way, 3);
    expect(trajectory.columns["slide.velocity"][4000]).toBeCloseTo(0, 12);
  });

  it("refuses to start beyond a stop, and robots where contacts follow from shapes", async () => {
    const { robot } = doublePendulum;
    const limits = { lower: -0.2, upper: 0.2, speed: 9 };
    const stopped = { ...robot, joints: [robot.joints[0], { ...robot.joints[1], kind: "revolute" as const, limits }] };
    const model = compliant(scene({ ...doublePendulum, robot: stopped }) as never);
    await expect(march(model, swinging, 10, 0.1)).rejects.toThrow(
      /^elbow\.position must be at the start within the limits of its joint, 0\.2 at the upper end/,
    );
    expect(() => compliant({ ...scene(doublePendulum), contacts: "all", world: [], materials: [] } as never)).toThrow(
      /^robots\[0\]\.shapes must be given where contacts are "all": without shapes \w+ would touch nothing\.$/,
    );
  });

  it("refuses a chain whose end weighs nothing", async () => {
    const robot = { ...doublePendulum.robot, inertials: [rod("upper", 1, 1)] };
    const model = compliant(scene({ ...doublePendulum, robot }) as never);
    await expect(march(model, swinging, 10, 0.1)).rejects.toThrow(/elbow.*must be above 0/);
    const light = { ...doublePendulum.robot, inertials: [rod("upper", -1, 1), rod("lower", 3, 1)] };
    await expect(
      march(compliant(scene({ ...doublePendulum, robot: light }) as never), swinging, 10, 0.1),
    ).rejects.toThrow(/upper\.mass.*must not be negative/);
  });
});
