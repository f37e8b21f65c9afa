import { describe, expect, it } from "vitest";
import { hinge } from "../../problems/robots/joints.js";
import type { Joint } from "../../src/mechanics/actions/joint-data.js";
import type { Linkage } from "../../src/mechanics/actions/linkage.js";
import type { Body } from "../../src/mechanics/body.js";
import type { Contact } from "../../src/mechanics/contact.js";
import type { Model } from "../../src/mechanics/model.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import type { Inertial, Robot, Joint as RobotJoint } from "../../src/robots/robot.js";

const march = (model: Model, start: Problem["start"], steps: number, end: number): Promise<Result> =>
  simulate({
    name: "own/free",
    title: "",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps, h: end / steps },
    values: {},
  });

const turning = (name: string, parent: string, child: string, at: [number, number, number]): RobotJoint => ({
  ...hinge([name, parent, child], at),
  axis: [0, 0, 1],
});
/** A uniform rod along x from the origin of its axes. */
const rod = (link: string, mass: number, length: number): Inertial => {
  const across = (mass * length * length) / 12;
  return { link, mass, centre: [length / 2, 0, 0], inertia: [0, across, across, 0, 0, 0] };
};
const ground = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } as const;

const scene = (parts: Partial<Scene<Contact>>): Scene<Contact> => ({
  gravity: [0, -9.81, 0],
  bodies: [],
  contacts: [],
  ...parts,
});

/** Two rods in the plane, the first free. */
const twoRods: Linkage = {
  name: "rods",
  space: "planar",
  root: "free",
  robot: {
    name: "two rods",
    links: ["a", "b"],
    joints: [turning("elbow", "a", "b", [0.5, 0, 0])],
    inertials: [
      { ...rod("a", 1, 0.5), centre: [0, 0, 0] },
      { ...rod("b", 0.7, 0.8), centre: [0.4, 0, 0] },
    ],
  },
};
const flying = {
  "a.x": 0.2,
  "a.y": 1,
  "a.vx": 1,
  "a.vy": 2,
  "a.theta": 0.3,
  "a.omega": -2,
  "elbow.position": 0.8,
  "elbow.velocity": 3,
};

describe("a free root", () => {
  it("of one link is a body, in the plane and in space", async () => {
    const inertia = [0.02, 0.05, 0.06] as const;
    const lump = (space: "planar" | "spatial"): Robot => ({
      name: "one",
      links: ["one"],
      joints: [],
      inertials: [
        {
          link: "one",
          mass: 2,
          centre: [0, 0, 0],
          inertia: space === "planar" ? [0, 0, 0.06, 0, 0, 0] : [...inertia, 0, 0, 0],
        },
      ],
    });
    for (const space of ["planar", "spatial"] as const) {
      const touch = {
        name: "touch",
        body: "one",
        shape: { kind: "ball", radius: 0.1 },
        against: ground,
        friction: 0.4,
      } as const;
      const soft = { stiffness: 2e3, damping: 5, coneSmoothing: 1e-3 };
      const body: Body = { name: "one", space, mass: 2, inertia: space === "planar" ? 0.06 : [...inertia] };
      const begin =
        space === "planar"
          ? { "one.y": 0.3, "one.vx": 1, "one.omega": 4 }
          : { "one.y": 0.3, "one.vx": 1, "one.vz": 0.3, "one.wx": 4, "one.wy": -3, "one.wz": 1 };
      const robots: Linkage[] = [{ name: "robot", space, root: "free", robot: lump(space) }];
      for (const make of [
        (parts: Partial<Scene<Contact>>) => compliant(scene({ ...parts, contacts: [{ ...touch, ...soft }] }) as never),
        (parts: Partial<Scene<Contact>>) => rigid(scene({ ...parts, contacts: [touch] })),
      ]) {
        const [asBody, asRobot] = await Promise.all([
          march(make({ bodies: [body] }), begin, 200, 0.6),
          march(make({ robots }), begin, 200, 0.6),
        ]);
        expect(asRobot.status).toBe("solved");
        expect(Math.max(...asRobot.trajectory.columns["touch.normalForce"].slice(1))).toBeGreaterThan(10);
        for (const [name, column] of Object.entries(asBody.trajectory.columns)) {
          // an estimate of how easily the contact moves is in it
          if (name.startsWith("touch.stickMargin")) continue;
          const other = asRobot.trajectory.columns[name];
          const size = Math.max(1, ...column.filter(Number.isFinite).map(Math.abs));
          for (let k = 1; k < column.length; k++)
            expect(Math.abs(column[k] - other[k]), name).toBeLessThan(1e-7 * size);
        }
      }
    }
  });

  it("with a joint moves as two bodies with a joint row do", async () => {
    const bodies: Body[] = [
      { name: "a", space: "planar", mass: 1, inertia: 0.25 / 12 },
      { name: "b", space: "planar", mass: 0.7, inertia: (0.7 * 0.64) / 12 },
    ];
    const elbow: Joint = {
      name: "elbow",
      kind: "hinge",
      body: "b",
      at: [-0.4, 0, 0],
      to: { body: "a", at: [0.5, 0, 0] },
    };
    // the same pose and velocities, b from its middle
    const [c, s, turn, rate] = [Math.cos(0.3), Math.sin(0.3), 0.3 + 0.8, -2 + 3];
    const [cb, sb] = [Math.cos(turn), Math.sin(turn)];
    const b = {
      "b.x": 0.2 + 0.5 * c + 0.4 * cb,
      "b.y": 1 + 0.5 * s + 0.4 * sb,
      "b.theta": turn,
      "b.vx": 1 + 2 * 0.5 * s - rate * 0.4 * sb,
      "b.vy": 2 - 2 * 0.5 * c + rate * 0.4 * cb,
      "b.omega": rate,
    };
    const { "elbow.position": _, "elbow.velocity": __, ...a } = flying;
    const spring = {
      kind: "spring",
      name: "spring",
      body: "b",
      at: [0.4, 0, 0],
      to: { at: [0, 0, 0] },
      stiffness: 40,
      length: 0.5,
    } as const;
    const atB = { ...spring, at: [0.8, 0, 0] } as const;
    /** Differences of both forms after 0.3 s. */
    const differences = async (steps: number): Promise<number[]> => {
      const rows = await march(rigid(scene({ bodies, joints: [elbow], forces: [spring] })), { ...a, ...b }, steps, 0.3);
      const tree = await march(rigid(scene({ robots: [twoRods], forces: [atB] })), flying, steps, 0.3);
      expect([rows.status, tree.status]).toEqual(["solved", "solved"]);
      return ["a.x", "a.y", "a.theta", "a.vx", "a.omega"].map(
        (name) => rows.trajectory.columns[name][steps] - tree.trajectory.columns[name][steps],
      );
    };
    const [coarse, fine] = [await differences(600), await differences(1200)];
    // both are of first order: what is left at no step is nothing
    fine.forEach((one, i) => {
      expect(Math.abs(2 * one - coarse[i])).toBeLessThan(0.1 * Math.abs(one) + 1e-4);
    });
  });

  it("keeps momentum where nothing pushes, better with shorter steps, though a motor works in it", async () => {
    const errors = await Promise.all(
      [200, 400, 800].map(async (steps) => {
        const driven: Linkage = { ...twoRods, efforts: { elbow: 1.5 } };
        const { status, trajectory } = await march(
          rigid(scene({ gravity: [0, 0, 0], robots: [driven] })),
          flying,
          steps,
          0.5,
        );
        expect(status).toBe("solved");
        const { columns } = trajectory;
        // the centre of mass goes on in a straight line
        const centre = (k: number): number => {
          const [theta, bend] = [columns["a.theta"][k], columns["elbow.position"][k]];
          return columns["a.x"][k] + (0.7 * (0.5 * Math.cos(theta) + 0.4 * Math.cos(theta + bend))) / 1.7;
        };
        const vx = 1 + (0.7 * (2 * 0.5 * Math.sin(0.3) - 1 * 0.4 * Math.sin(1.1))) / 1.7;
        return Math.abs(centre(steps) - centre(0) - 0.5 * vx);
      }),
    );
    expect(errors[0] / errors[1]).toBeGreaterThan(1.8);
    expect(errors[1] / errors[2]).toBeGreaterThan(1.9);
    expect(errors[2]).toBeLessThan(5e-3);
  });

  it("lies on the ground in the end, with its weight, under both laws", async () => {
    const tips: Contact[] = [
      {
        name: "left",
        body: "a",
        shape: { kind: "ball", radius: 0.05, centre: [-0.5, 0, 0] },
        against: ground,
        friction: 0.5,
      },
      { name: "middle", body: "b", shape: { kind: "ball", radius: 0.05 }, against: ground, friction: 0.5 },
      {
        name: "right",
        body: "b",
        shape: { kind: "ball", radius: 0.05, centre: [0.8, 0, 0] },
        against: ground,
        friction: 0.5,
      },
    ];
    const soft = { stiffness: 5e3, damping: 60, coneSmoothing: 1e-3 };
    const begin = { "a.y": 0.4, "elbow.position": 0.4 };
    for (const model of [
      rigid(scene({ robots: [twoRods], contacts: tips })),
      compliant(scene({ robots: [twoRods], contacts: tips.map((tip) => ({ ...tip, ...soft })) }) as never),
    ]) {
      const { status, trajectory } = await march(model, begin, 1000, 3);
      expect(status).toBe("solved");
      const weight = tips.reduce((sum, { name }) => sum + trajectory.columns[`${name}.normalForce`][1000], 0);
      expect(weight).toBeCloseTo(1.7 * 9.81, 4);
      expect(Math.abs(trajectory.columns["a.vx"][1000])).toBeLessThan(1e-4);
      expect(trajectory.certificate.energyCreated.value).toBeLessThan(0.02);
    }
  });

  it("refuses what no plane has and a base where the root is free", () => {
    const refused = (change: Partial<Linkage>): string => {
      try {
        rigid(scene({ robots: [{ ...twoRods, ...change }] }));
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(refused({ base: { position: [0, 0, 1] } })).toMatch(/^rods\.base is for a root that stands still/);
    const tilted = { ...twoRods.robot, joints: [hinge(["elbow", "a", "b"], [0.5, 0, 0])] };
    expect(refused({ robot: tilted })).toBe(
      'rods.robot.joints[0].axis of "elbow" must be along z, because the robot is planar.',
    );
    const massless = rigid(scene({ robots: [{ ...twoRods, robot: { ...twoRods.robot, inertials: [] } }] }));
    return expect(march(massless, flying, 1, 0.1)).rejects.toThrow(/inertials of all links must be above 0/);
  });
});

describe("a joint of links", () => {
  it("closes a loop: a robot's four-bar keeps closed and turns as its lengths say", async () => {
    const bars = [0.1, 0.3, 0.25];
    const [crank, coupler, rocker] = bars;
    const linkage: Linkage = {
      name: "bars",
      space: "planar",
      robot: {
        name: "bars",
        resistances: [{ joint: "drive", damping: 0.03, friction: 0 }],
        links: ["base", "crank", "coupler", "rocker"],
        joints: [
          turning("drive", "base", "crank", [0, 0, 0]),
          turning("first", "crank", "coupler", [crank, 0, 0]),
          turning("second", "coupler", "rocker", [coupler, 0, 0]),
        ],
        inertials: [rod("crank", 0.2, crank), rod("coupler", 0.4, coupler), rod("rocker", 0.3, rocker)],
      },
      efforts: { drive: 0.6 },
    };
    // crank along x: where coupler and rocker meet, by the cosine rule
    const across = 0.35 - crank;
    const knee = Math.acos((across ** 2 + coupler ** 2 - rocker ** 2) / (2 * across * coupler));
    const bend = -Math.acos((across ** 2 - coupler ** 2 - rocker ** 2) / (2 * coupler * rocker));
    const loop: Joint = { name: "loop", kind: "hinge", body: "rocker", at: [rocker, 0, 0], to: { at: [0.35, 0, 0] } };
    const { status, trajectory } = await march(
      rigid(scene({ robots: [linkage], joints: [loop] })),
      { "first.position": knee, "second.position": bend },
      2000,
      1.2,
    );
    expect(status).toBe("solved");
    const { "rocker.x": x, "rocker.y": y, "drive.position": turned } = trajectory.columns;
    // it has gone once round, and the rocker's other end has kept its distance from the ground joint
    expect(turned[2000]).toBeGreaterThan(2 * Math.PI);
    for (let k = 1; k <= 2000; k++) expect(Math.abs(Math.hypot(x[k] - 0.35, y[k]) - rocker)).toBeLessThan(1e-10);
  });

  it("in space hinges two robots to each other, which pull with opposite forces", async () => {
    const post = (name: string, at: number): Linkage => ({
      name,
      base: { position: [at, 0, 0] },
      robot: {
        name,
        resistances: [{ joint: `${name}Hinge`, damping: 1, friction: 0 }],
        links: [`${name}Root`, `${name}Rod`],
        joints: [hinge([`${name}Hinge`, `${name}Root`, `${name}Rod`], [0, 0, 0])],
        inertials: [{ link: `${name}Rod`, mass: 1, centre: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0, 0, 0, 0] }],
      },
    });
    const bar: Joint = {
      name: "bar",
      kind: "distance",
      body: "leftRod",
      at: [0, 0, -1],
      to: { body: "rightRod", at: [0, 0, -1] },
      length: 0.5,
    };
    const model = rigid(
      scene({ gravity: [0, 0, -9.81], robots: [post("left", 0), post("right", 0.5)], joints: [bar] }),
    );
    const begin = { "leftHinge.position": 0.4, "rightHinge.position": 0.4 };
    const { status, trajectory } = await march(model, begin, 400, 1);
    expect(status).toBe("solved");
    // both swing as one does alone, and the bar bears nothing
    const alone = await march(
      rigid(scene({ gravity: [0, 0, -9.81], robots: [post("left", 0)] })),
      { "leftHinge.position": 0.4 },
      400,
      1,
    );
    for (const k of [100, 250, 400]) {
      expect(trajectory.columns["leftHinge.position"][k]).toBeCloseTo(
        alone.trajectory.columns["leftHinge.position"][k],
        7,
      );
      expect(Math.abs(trajectory.columns["bar.force"][k])).toBeLessThan(1e-5);
    }
    // pushed apart, one carries the other: the bar pulls half of what is applied
    const pushed = rigid(
      scene({
        gravity: [0, 0, -9.81],
        robots: [post("left", 0), post("right", 0.5)],
        joints: [bar],
        applied: [{ body: "leftRod", force: [0, 0, 0], torque: [0, 1, 0] }],
      }),
    );
    const driven = await march(pushed, {}, 500, 30);
    expect(driven.status).toBe("solved");
    const swing = driven.trajectory.columns["leftHinge.position"];
    expect(swing[500]).toBeCloseTo(driven.trajectory.columns["rightHinge.position"][500], 9);
    // 1 N m on two rods, each of which asks for m g l sin(angle)
    expect(2 * 9.81 * 0.5 * Math.sin(swing[500])).toBeCloseTo(1, 5);
    const borne = 9.81 * 0.5 * Math.tan(swing[500]);
    expect(Math.abs(driven.trajectory.columns["bar.force"][500])).toBeCloseTo(borne, 5);
  });
});
