import { describe, expect, it } from "vitest";
import { problem as rollOut } from "../../problems/resist/roll-out.js";
import { problem as spinDown } from "../../problems/resist/spin-down.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import type { Joint as RobotJoint } from "../../src/robots/robot.js";

const factors = [0.5, 0.8, 1.25, 2];
const around = (defaults: Readonly<Record<string, number>>): Record<string, number>[] =>
  Object.entries(defaults).flatMap(([name, value]) => factors.map((factor) => ({ [name]: factor * value })));

describe("a ball that rolls out", () => {
  const defaults = { "launch.v": 1, rolling: 0.005, radius: 0.05, gravity: 9.81 };

  it.each([...around(defaults), { mass: 0.1 }, { mass: 1 }])("stops at 7 v² r/(10 rolling g): %o", async (set) => {
    const { status, values, trajectory } = await simulate(rollOut, { set });
    const { "launch.v": v, rolling, radius, gravity } = { ...defaults, ...set };
    expect(status).toBe("solved");
    expect(
      Math.abs(Number(values["stop.distance"]) / ((7 * v * v * radius) / (10 * rolling * gravity)) - 1),
    ).toBeLessThan(0.02);
    expect(Math.abs(Number(values["end.v"]))).toBeLessThan(1e-12);
    expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-14);
    expect(trajectory.certificate.coneExcess.value).toBeLessThan(1e-10);
  });

  it("errs by a tenth on a grid ten times finer", async () => {
    const error = async (steps: number): Promise<number> => {
      const { values } = await simulate(rollOut, { set: { "grid.steps": steps } });
      return Math.abs(Number(values["stop.distance"]) - 0.035 / 0.04905);
    };
    expect(await error(4000)).toBeLessThan((await error(400)) / 8);
  });

  it("has no distance where it still rolls", async () => {
    const { values } = await simulate(rollOut, { set: { time: 0.5 } });
    expect(values["stop.distance"]).toBeNull();
  });
});

describe("a ball that spins", () => {
  const defaults = { spin: 50, spinning: 0.001, radius: 0.05, gravity: 9.81 };

  it.each(around(defaults))("stands after spin I/(spinning m g): %o", async (set) => {
    const { status, values } = await simulate(spinDown, { set });
    const { spin, spinning, radius, gravity } = { ...defaults, ...set };
    expect(status).toBe("solved");
    const time = (spin * 0.4 * radius * radius) / (spinning * gravity);
    expect(Math.abs(Number(values["stop.time"]) / time - 1)).toBeLessThan(0.02);
  });

  it("has no time where it still spins", async () => {
    const { values } = await simulate(spinDown, { set: { time: 3 } });
    expect(values["stop.time"]).toBeNull();
  });
});

const radius = 0.1;
const contact = (more: Partial<Contact>): Contact => ({
  name: "slope",
  body: "ball",
  shape: { kind: "ball", radius },
  against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
  friction: 0.8,
  ...more,
});

/** Gravity is turned instead of the slope. */
const onSlope = (slope: number, more: Partial<Contact>): Scene<Contact> => ({
  gravity: [10 * Math.sin(slope), 0, -10 * Math.cos(slope)],
  bodies: [{ name: "ball", space: "spatial", mass: 2, inertia: 0.008 }],
  contacts: [contact(more)],
});

const run = (scene: Scene<Contact>, start: Problem["start"], steps = 100): Promise<Result> => {
  const model = rigid(scene);
  return simulate({
    name: "test/resistance",
    title: "A scene with resistance",
    model,
    parameters: {},
    start: { ...atRest(model), ...(scene.bodies.length > 0 && { "ball.z": radius }), ...start },
    grid: { steps, h: 0.005 },
    values: {},
  });
};

const ends = ({ trajectory: { columns } }: Result, name: string): number => columns[name][columns[name].length - 1];

describe("resistance", () => {
  it("holds a ball on a slope up to tan(slope) = rolling/r, truly", async () => {
    const slope = 0.2;
    const held = await run(onSlope(slope, { rolling: 1.01 * radius * Math.tan(slope) }), {});
    expect(held.status).toBe("solved");
    expect(Math.abs(ends(held, "ball.x"))).toBeLessThan(1e-12);
    expect(ends(held, "slope.rollingMargin")).toBeGreaterThan(0);
    const rolls = await run(onSlope(slope, { rolling: 0.9 * radius * Math.tan(slope) }), {});
    // a tenth of what drives it is left
    const a = (0.1 * 10 * Math.sin(slope)) / 1.4;
    expect(ends(rolls, "ball.vx")).toBeCloseTo(a * 0.5, 9);
  });

  it("only takes energy, whichever way the ball turns", async () => {
    const directions = [
      [3, -2, 5],
      [-1, 4, -8],
      [0, 0, 20],
      [0.1, 0, 0],
    ];
    for (const [wx, wy, wz] of directions) {
      const spun = { "ball.wx": wx, "ball.wy": wy, "ball.wz": wz, "ball.vx": 0.4, "ball.vy": -0.3 };
      const result = await run(onSlope(0, { rolling: 0.01, spinning: 0.05 }), spun);
      expect(result.status).toBe("solved");
      const { columns, certificate } = result.trajectory;
      for (const power of columns["slope.resistingPower"].slice(1)) expect(power).toBeLessThan(1e-12);
      expect(certificate.energyCreated.value).toBeLessThan(1e-12);
      expect(certificate.coneExcess.value).toBeLessThan(1e-9);
      expect(ends(result, "ball.wz")).toBeCloseTo(0, 9);
    }
  });

  it("acts on both bodies alike: the angular momentum of two balls about an axis through them stays", async () => {
    const model = rigid({
      gravity: [0, 0, 0],
      bodies: ["ball", "other"].map((name) => ({ name, space: "spatial", mass: 2, inertia: 0.008 }) as const),
      contacts: [
        contact({ against: { body: "other", shape: { kind: "ball", radius } }, spinning: 0.05, rolling: 0.05 }),
      ],
    });
    const result = await simulate({
      name: "test/pair",
      title: "Two balls that are pressed together and spin",
      model,
      parameters: {},
      start: { ...atRest(model), "ball.z": 0.201, "ball.vz": -2, "other.vz": 2, "ball.wz": 30, "other.wz": -4 },
      grid: { steps: 20, h: 0.001 },
      values: {},
    });
    expect(result.status).toBe("solved");
    expect(ends(result, "ball.wz") + ends(result, "other.wz")).toBeCloseTo(26, 9);
    expect(ends(result, "ball.wz")).toBeLessThan(29);
    expect(ends(result, "ball.vz") + ends(result, "other.vz")).toBeCloseTo(0, 9);
  });

  it("is nothing where its coefficient is zero", async () => {
    const rolling = { "ball.vx": 0.5, "ball.wy": 5 };
    const [free, none] = [await run(onSlope(0, {}), rolling), await run(onSlope(0, { rolling: 0 }), rolling)];
    expect(ends(none, "ball.x")).toBeCloseTo(ends(free, "ball.x"), 12);
    expect(none.status).toBe("solved");
  });

  it("goes with compliant contacts and in the plane too", async () => {
    const table: CompliantContact = {
      ...contact({ rolling: 0.004 }),
      name: "table",
      against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
      stiffness: 1e6,
      damping: 1000,
      coneSmoothing: 0,
    } as CompliantContact;
    const model = compliant({
      gravity: [0, -10, 0],
      bodies: [{ name: "ball", space: "planar", mass: 2, inertia: 0.01 }],
      contacts: [table],
    });
    const depth = 20 / 1e6;
    const result = await simulate({
      name: "test/disk",
      title: "A disk rolls out",
      model,
      parameters: {},
      start: {
        ...atRest(model),
        "ball.y": radius - depth,
        "ball.vx": 0.3,
        "ball.omega": -3,
        "table.deformationN": depth,
      },
      grid: { steps: 700, h: 0.002 },
      values: {},
    });
    expect(result.status).toBe("solved");
    // v² (1 + I/m r²) r/(2 rolling g)
    expect(Math.abs(ends(result, "ball.x") / ((0.09 * 1.5 * radius) / 0.08) - 1)).toBeLessThan(0.02);
  });

  it("stops a link as it stops a body: of a cart, and of a top", async () => {
    const joint = (name: string, axis: RobotJoint["axis"], i: number, turns = false): RobotJoint => ({
      name,
      kind: turns ? "continuous" : "prismatic",
      parent: i === 0 ? "rail" : `link${i - 1}`,
      child: turns ? "ball" : `link${i}`,
      origin: { position: [0, 0, 0], orientation: [1, 0, 0, 0] },
      axis,
      limits: { lower: -Infinity, upper: Infinity, speed: Infinity },
    });
    const linked = (joints: readonly RobotJoint[], more: Partial<Contact>): Scene<Contact> => ({
      ...onSlope(0, more),
      bodies: [],
      robots: [
        {
          name: "tree",
          robot: {
            name: "tree",
            links: ["rail", ...joints.map(({ child }) => child)],
            joints,
            inertials: [{ link: "ball", mass: 2, centre: [0, 0, 0], inertia: [0.008, 0.008, 0.008, 0, 0, 0] }],
          },
        },
      ],
    });
    const [v, rolling] = [0.2, 0.01];
    const cart = [joint("slide", [1, 0, 0], 0), joint("up", [0, 0, 1], 1), joint("roll", [0, 1, 0], 2, true)];
    const begun = { "up.position": radius, "slide.velocity": v, "roll.velocity": v / radius };
    const body = await run(onSlope(0, { rolling }), { "ball.vx": v, "ball.wy": v / radius });
    const link = await run(linked(cart, { rolling }), begun);
    expect(link.status).toBe("solved");
    for (const [one, other] of [
      ["slide.position", "ball.x"],
      ["roll.velocity", "ball.wy"],
      ["slope.rollingMargin", "slope.rollingMargin"],
    ])
      for (let k = 1; k <= 100; k++)
        expect(link.trajectory.columns[one][k]).toBeCloseTo(body.trajectory.columns[other][k], 9);
    expect(Math.abs(ends(link, "slide.position") / ((7 * v * v * radius) / (100 * rolling)) - 1)).toBeLessThan(0.03);
    expect(link.trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
    const top = [joint("up", [0, 0, 1], 0), joint("spin", [0, 0, 1], 1, true)];
    const spun = await run(linked(top, { spinning: 0.002 }), { "up.position": radius, "spin.velocity": 1.5 });
    // a moment of 0.04 N m for 0.3 s
    expect(spun.trajectory.columns["spin.velocity"][30]).toBeCloseTo(1.5 - (0.15 * 0.04) / 0.008, 9);
    expect(Math.abs(ends(spun, "spin.velocity"))).toBeLessThan(1e-12);
  });

  it("refuses what cannot be in one sentence", async () => {
    await expect(run(onSlope(0, { rolling: -0.1 }), {})).rejects.toThrow("slope.rolling must not be negative.");
    const planar: Scene<Contact> = {
      gravity: [0, -10, 0],
      bodies: [{ name: "ball", space: "planar", mass: 2, inertia: 0.01 }],
      contacts: [
        contact({ spinning: 0.1, against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }),
      ],
    };
    expect(() => rigid(planar)).toThrow('contact "slope" is in the plane, where nothing spins about its normal');
    const patch = { kind: "patch", points: [[0, 0, 0]] } as unknown;
    expect(() => rigid(onSlope(0, { rolling: 0.1, shape: patch as Contact["shape"] }))).toThrow("is a patch");
  });
});
