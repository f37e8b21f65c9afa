import { describe, expect, it } from "vitest";
import { problem as clock } from "../../problems/joints/clock.js";
import { problem as fourBar } from "../../problems/joints/four-bar.js";
import { problem as pendulum } from "../../problems/joints/pendulum.js";
import { fromAxisAngle, multiplyQuaternions, rotate } from "../../src/algebra/rotation.js";
import { frame, sin } from "../../src/index.js";
import type { Freedom, Joint } from "../../src/mechanics/actions/joint-data.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";

type JointScene = Omit<Scene<Contact>, "contacts">;

function run(scene: JointScene, start: Problem["start"], grid: Problem["grid"]): Promise<Result> {
  const model = rigid({ ...scene, contacts: [] });
  return simulate({
    name: "test/joints",
    title: "A scene with joints",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid,
    values: {},
  });
}

const column = ({ trajectory: { columns } }: Result, name: string): Float64Array => columns[name];
const ends = (result: Result, name: string): number => column(result, name)[column(result, name).length - 1];

function periodOf(amplitude: number, length: number, gravity: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  for (let i = 0; i < 8; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI * Math.sqrt(length / gravity)) / a;
}

describe("a pendulum", () => {
  const right = Math.PI / 2;
  it.each([
    [right, 1, 9.81],
    [0.5 * right, 1, 9.81],
    [0.8 * right, 1, 9.81],
    [1.25 * right, 1, 9.81],
    [2.4, 1, 9.81],
    [right, 0.5, 9.81],
    [right, 1, 19.62],
  ])(
    "of amplitude %d rad, length %d m and gravity %d m/s² has the period of the elliptic integral",
    async (A, l, g) => {
      const result = await simulate(pendulum, { set: { amplitude: A, length: l, gravity: g } });
      expect(result.status).toBe("solved");
      expect(Math.abs(Number(result.values.period) / periodOf(A, l, g) - 1)).toBeLessThan(0.02);
      expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
      // the rod keeps its length
      const [x, y] = [column(result, "bob.x"), column(result, "bob.y")];
      expect(Math.max(...x.map((_, k) => Math.abs(Math.hypot(x[k], y[k]) - l)))).toBeLessThan(1e-13);
    },
  );

  it("errs by a tenth on a grid ten times finer", async () => {
    const error = async (steps: number): Promise<number> => {
      const { values } = await simulate(pendulum, { set: { "grid.steps": steps } });
      return Math.abs(Number(values.period) - periodOf(right, 1, 9.81));
    };
    expect(await error(8000)).toBeLessThan((await error(800)) / 8);
  });

  it("has no period where it has not swung long enough", async () => {
    expect((await simulate(pendulum, { set: { time: 1 } })).values.period).toBeNull();
  });
});

describe("a clock", () => {
  it("lets one pin pass a period, and its weight keeps up a swing that wears down without", async () => {
    const set = { time: 2, "grid.steps": 2000 };
    const [going, bare] = [await simulate(clock, { set }), await simulate(clock, { set: { ...set, torque: 0 } })];
    expect([going.status, bare.status]).toEqual(["solved", "solved"]);
    const { period, pins } = going.values;
    expect(pins! * period!).toBeGreaterThan(1.9);
    expect(pins! * period!).toBeLessThan(2.2);
    expect(Math.abs(bare.values.pins!)).toBeLessThan(0.5);
    // the greatest angles of the second swing
    const swing = ({ trajectory }: Result): number =>
      Math.max(...trajectory.columns["pendulum.theta"].slice(800, 1300));
    expect(swing(going)).toBeGreaterThan(0.1);
    expect(swing(bare)).toBeLessThan(0.1);
    expect(going.trajectory.certificate.energyCreated.value).toBeLessThan(1e-6);
  });
});

describe("a four-bar linkage", () => {
  it.each([{ crank: 0.05 }, { coupler: 0.24 }, { rocker: 0.2 }, { ground: 0.28 }, { speed: 2.5 }, { density: 1 }])(
    "turns once round, and turns back where crank and coupler are in line: %o",
    async (set) => {
      const { status, values, trajectory } = await simulate(fourBar, { set });
      const { crank, coupler, rocker, ground } = { crank: 0.1, coupler: 0.3, rocker: 0.25, ground: 0.35, ...set };
      const turning = (reach: number): number =>
        Math.PI - Math.acos((ground ** 2 + rocker ** 2 - reach ** 2) / (2 * ground * rocker));
      expect(status).toBe("solved");
      expect(Math.abs(Number(values.turns) - 1)).toBeLessThan(0.005);
      expect(Math.abs(Number(values["rocker.max"]) - turning(coupler - crank))).toBeLessThan(2e-4);
      expect(Math.abs(Number(values["rocker.min"]) - turning(coupler + crank))).toBeLessThan(2e-4);
      expect(Number(values["loop.gap"])).toBeLessThan(1e-13);
      expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
    },
  );
});

const at = [0.1, -0.2, 0.3] as const;
const to = [-0.2, 0.1, 0.15] as const;
const axis = [0.6, 0, 0.8] as const;
const kinds: readonly Joint[] = (
  [
    { kind: "ball" },
    { kind: "hinge", axis },
    { kind: "fixed" },
    { kind: "slider", axis },
    { kind: "cylindrical", axis },
    { kind: "planar", axis },
    { kind: "universal", axis, to: { axis: [-0.8, 0, 0.6] } },
    { kind: "distance", length: Math.hypot(0.3, -0.3, 0.15) },
  ] as const
).map((one) => {
  const { kind } = one;
  const second = "to" in one ? one.to : {};
  return {
    ...one,
    name: "joint",
    body: "a",
    at,
    to: { ...second, body: "b", at: kind === "distance" ? [0, 0, 0] : to },
  };
});

/** Two bodies whose axes are alike, such that the joint is closed; all turned by a rotation. */
function pair(one: Joint, turn: readonly number[], gravity: readonly [number, number, number], round = false) {
  const shift = one.kind === "distance" ? [0.2, -0.1, -0.15] : [to[0] - at[0], to[1] - at[1], to[2] - at[2]];
  const place = rotate(turn, shift);
  const velocities = { a: [0.3, -0.2, 0.5, 2, -1, 3], b: [-0.1, 0.4, 0.2, -1, 2, 1] };
  const start: Record<string, number> = { "a.x": place[0], "a.y": place[1], "a.z": place[2] };
  for (const [name, [vx, vy, vz, wx, wy, wz]] of Object.entries(velocities)) {
    const [v, w] = [rotate(turn, [vx, vy, vz]), rotate(turn, [wx, wy, wz])];
    ["x", "y", "z"].forEach((along, i) => {
      start[`${name}.v${along}`] = v[i];
      start[`${name}.w${along}`] = w[i];
    });
    ["e0", "ex", "ey", "ez"].forEach((e, i) => {
      start[`${name}.${e}`] = turn[i];
    });
  }
  const scene: JointScene = {
    gravity: rotate(turn, gravity),
    bodies: [
      { name: "a", space: "spatial", mass: 2, inertia: round ? 0.04 : [0.05, 0.04, 0.03] },
      { name: "b", space: "spatial", mass: 1, inertia: round ? 0.015 : [0.01, 0.02, 0.015] },
    ],
    joints: [one],
  };
  return { scene, start };
}

const still = [1, 0, 0, 0] as const;
const pose = (result: Result, name: string) => ({
  x: ["x", "y", "z"].map((i) => ends(result, `${name}.${i}`)),
  e: ["e0", "ex", "ey", "ez"].map((i) => ends(result, `${name}.${i}`)),
});

/** A direction of a body at the end; quaternions have lost length. */
function turned(result: Result, name: string, local: readonly number[]): number[] {
  const { e } = pose(result, name);
  const length = Math.hypot(...e);
  return rotate(
    e.map((x) => x / length),
    local,
  );
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

describe.each(kinds)("a joint that is $kind", (one) => {
  it("is closed at the end, creates no energy, and keeps momentum", async () => {
    // the gyroscopic term of other bodies may create energy by itself
    const { scene, start } = pair(one, still, [0, 0, 0], true);
    const result = await run(scene, start, { steps: 200, h: 0.002 });
    expect(result.status).toBe("solved");
    const [a, b] = [pose(result, "a"), pose(result, "b")];
    const second = one.to?.at ?? [0, 0, 0];
    const [p, q] = [turned(result, "a", at), turned(result, "b", second as readonly number[])];
    const apart = a.x.map((x, i) => x + p[i] - b.x[i] - q[i]);
    const n = turned(result, "b", (one.to?.axis ?? axis) as readonly number[]);
    const along = dot(apart, n);
    const far = {
      ball: Math.hypot(...apart),
      hinge: Math.hypot(...apart),
      fixed: Math.hypot(...apart),
      universal: Math.hypot(...apart),
      slider: Math.hypot(...apart.map((x, i) => x - along * n[i])),
      cylindrical: Math.hypot(...apart.map((x, i) => x - along * n[i])),
      planar: Math.abs(along),
      distance: Math.abs(Math.hypot(...apart) - Math.hypot(0.3, 0.3, 0.15)),
    }[one.kind];
    expect(far).toBeLessThan(1e-12);
    const m = turned(result, "a", axis);
    const tilt = Math.hypot(...m.map((x, i) => x - n[i]));
    if (["hinge", "fixed", "slider", "cylindrical", "planar"].includes(one.kind)) expect(tilt).toBeLessThan(1e-11);
    if (one.kind === "universal") expect(Math.abs(dot(m, n))).toBeLessThan(1e-12);
    expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-13);
    const [vx, vz] = ["vx", "vz"].map((v) => 2 * ends(result, `a.${v}`) + ends(result, `b.${v}`));
    expect(vx).toBeCloseTo(0.5, 11);
    expect(vz).toBeCloseTo(1.2, 11);
    // it moves
    expect(ends(result, "energy")).toBeGreaterThan(0.3);
  });

  it("loses energy by what the scheme does, in proportion to the step, once its first step has closed it", async () => {
    const lost = async (steps: number): Promise<number> => {
      const { scene, start } = pair(one, still, [0, 0, -3]);
      const result = await run(scene, start, { steps, h: 0.2 / steps });
      return column(result, "energy")[1] - ends(result, "energy");
    };
    const [coarse, fine] = [await lost(50), await lost(200)];
    expect(fine).toBeGreaterThan(0);
    expect(coarse / fine).toBeGreaterThan(3);
    expect(coarse / fine).toBeLessThan(5.5);
  });

  it("moves alike whichever way the scene is turned", async () => {
    const turn = multiplyQuaternions(fromAxisAngle([1, 0, 0], 0.7), fromAxisAngle([0, 0.6, 0.8], 1.9));
    const grid = { steps: 60, h: 0.004 };
    const runs = [still, turn].map((by) => {
      const { scene, start } = pair(one, by, [0, 0, -3]);
      return run(scene, start, grid);
    });
    const [straight, other] = await Promise.all(runs);
    const x = rotate(turn, pose(straight, "a").x);
    pose(other, "a").x.forEach((value, i) => {
      expect(value).toBeCloseTo(x[i], 8);
    });
    expect(ends(other, "energy")).toBeCloseTo(ends(straight, "energy"), 8);
  });
});

describe("along the freedom of a joint", () => {
  const rod = (more: Partial<Joint>, gravity = -10): JointScene => ({
    gravity: [0, gravity, 0],
    bodies: [{ name: "rod", space: "planar", mass: 1, inertia: 0.1 }],
    joints: [{ name: "pivot", kind: "hinge", body: "rod", at: [0, 0.5, 0], ...more }],
  });
  const about = 0.1 + 0.25;
  const hung = (angle: number) => ({
    "rod.theta": angle,
    "rod.x": 0.5 * Math.sin(angle),
    "rod.y": -0.5 * Math.cos(angle),
  });

  it("limits stop, and push only there", async () => {
    const result = await run(rod({ limits: { lower: -0.2, upper: 1.2 } }), hung(1), { steps: 800, h: 0.002 });
    expect(result.status).toBe("solved");
    const [angle, force] = [column(result, "rod.theta"), column(result, "pivot.lowerForce")];
    for (let k = 1; k < angle.length; k++) {
      expect(angle[k]).toBeGreaterThan(-0.2 - 1e-12);
      if (angle[k] > -0.2 + 1e-9) expect(Math.abs(force[k])).toBeLessThan(1e-9);
    }
    expect(Math.max(...force.slice(1))).toBeGreaterThan(1);
    expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
    expect(result.trajectory.certificate.complementarity.value).toBeLessThan(1e-9);
  });

  it.each([
    ["lower", { lower: 0.3 }, 0.3],
    ["upper", { upper: -0.3 }, -0.3],
  ] as const)("a %s stop that bears a rod pushes with its weight", async (side, limits, angle) => {
    const result = await run(rod({ limits }), hung(angle), { steps: 4, h: 0.01 });
    expect(ends(result, `pivot.${side}Force`)).toBeCloseTo(5 * Math.sin(0.3), 9);
  });

  it("friction holds up to its most, truly, and wears a swing out", async () => {
    // m g l sin 1 = 4.2 N m
    const held = await run(rod({ friction: 4.3 }), hung(1), { steps: 200, h: 0.005 });
    expect(held.status).toBe("solved");
    expect(Math.abs(ends(held, "rod.theta") - 1)).toBeLessThan(1e-12);
    expect(ends(held, "pivot.frictionForce")).toBeCloseTo(5 * Math.sin(1), 9);
    const slips = await run(rod({ friction: 1 }), hung(1), { steps: 2000, h: 0.005 });
    expect(slips.status).toBe("solved");
    expect(Math.abs(ends(slips, "rod.omega"))).toBeLessThan(1e-10);
    expect(Math.abs(ends(slips, "rod.theta"))).toBeLessThan(Math.asin(1 / 5));
  });

  it("a spring and a damper are those of the closed form", async () => {
    const grid = { steps: 4000, h: 0.0005 };
    const sprung = await run(rod({ spring: { stiffness: 3.5, rest: 0.1 }, damping: 0.35 }, 0), hung(0), grid);
    expect(sprung.status).toBe("solved");
    // ω₀² = 10, c/2I = ½
    const [decay, omega] = [0.5, Math.sqrt(10 - 0.25)];
    const t = 2;
    const free = Math.exp(-decay * t) * (Math.cos(omega * t) + (decay / omega) * Math.sin(omega * t));
    expect(Math.abs(ends(sprung, "rod.theta") - 0.1 * (1 - free))).toBeLessThan(1e-3);
    expect(sprung.trajectory.certificate.energyCreated.value).toBeLessThan(1e-14);
  });

  it("a motor gives its moment, as a formula of time too, and a servo keeps its velocity within its most", async () => {
    const pushed = await run(rod({ motor: { force: sin(frame.t) } }, 0), hung(0), { steps: 1000, h: 0.001 });
    expect(ends(pushed, "rod.omega")).toBeCloseTo((1 - Math.cos(1)) / about, 2);
    const most = 0.7;
    const servo = await run(rod({ motor: { velocity: 2, most } }, 0), hung(0), { steps: 2000, h: 0.001 });
    expect(servo.status).toBe("solved");
    expect(column(servo, "rod.omega")[501]).toBeCloseTo((most / about) * 0.501, 3);
    expect(ends(servo, "rod.omega")).toBeCloseTo(2, 11);
    // its work is the energy that the rod has, and what backward Euler lost
    const work = column(servo, "appliedWork").reduce((sum, x) => (Number.isNaN(x) ? sum : sum + x), 0);
    expect(Math.abs(work - ends(servo, "energy"))).toBeLessThan(0.01);
    expect(servo.trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
  });

  it("a slider falls along its axis onto its stop, in the plane and in space", async () => {
    const slide: JointScene = {
      gravity: [0, -10, 0],
      bodies: [{ name: "car", space: "planar", mass: 3, inertia: 0.1 }],
      joints: [{ name: "rail", kind: "slider", body: "car", axis: [0.6, -0.8, 0], limits: { upper: 1 } }],
    };
    const early = await run(slide, {}, { steps: 250, h: 0.001 });
    // ½ g 0.8 t²
    expect(ends(early, "rail.way")).toBeCloseTo(0.25, 2);
    expect(ends(early, "car.x")).toBeCloseTo(0.6 * ends(early, "rail.way"), 12);
    const late = await run(slide, {}, { steps: 800, h: 0.001 });
    expect(ends(late, "rail.way")).toBeCloseTo(1, 12);
    expect(ends(late, "rail.upperForce")).toBeCloseTo(24, 8);
  });

  it("the angle of a hinge in space is that about its axis", async () => {
    const scene: JointScene = {
      gravity: [0, 0, 0],
      bodies: [{ name: "wheel", space: "spatial", mass: 1, inertia: [0.1, 0.1, 0.2] }],
      joints: [{ name: "axle", kind: "hinge", body: "wheel", axis: [0, 0, 1], damping: 0.02 }],
    };
    const result = await run(scene, { "wheel.wz": 2 }, { steps: 1000, h: 0.001 });
    expect(ends(result, "axle.angle")).toBeCloseTo((2 / 0.1) * (1 - Math.exp(-0.1)), 2);
    expect(ends(result, "wheel.wz")).toBeCloseTo(2 * Math.exp(-0.1), 3);
  });
});

describe("along the freedoms of joints that have several", () => {
  const z = [0, 0, 1] as const;
  const one = (more: Partial<Joint>, gravity = 0): JointScene => ({
    gravity: [0, 0, gravity],
    bodies: [{ name: "top", space: "spatial", mass: 2, inertia: [0.1, 0.1, 0.1] }],
    joints: [{ name: "knee", kind: "ball", body: "top", ...more }],
  });

  it("what is cylindrical falls on its stop while a servo turns it", async () => {
    const freedoms = { along: { limits: { lower: -0.3 } }, about: { motor: { velocity: 2, most: 0.5 } } };
    const result = await run(one({ kind: "cylindrical", axis: z, freedoms }, -10), {}, { steps: 200, h: 0.005 });
    expect(result.status).toBe("solved");
    expect(ends(result, "knee.along.way")).toBeCloseTo(-0.3, 10);
    expect(ends(result, "knee.along.lowerForce")).toBeCloseTo(20, 8);
    // 0.5/0.1 rad/s² until it is there
    expect(column(result, "top.wz")[40]).toBeCloseTo(1, 9);
    expect(ends(result, "knee.about.rate")).toBeCloseTo(2, 8);
    expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-9);
  });

  it("a universal joint turns about the axes of both sides, with a damper and a spring of their own", async () => {
    const sides = { kind: "universal", axis: [1, 0, 0], to: { axis: [0, 1, 0] } } as const;
    const damped = one({ ...sides, freedoms: { first: { damping: 0.2 } } });
    const slowed = await run(damped, { "top.wx": 1 }, { steps: 500, h: 0.001 });
    expect(ends(slowed, "top.wx")).toBeCloseTo(Math.exp(-1), 3);
    expect(ends(slowed, "knee.first.angle")).toBeCloseTo(0.5 * (1 - Math.exp(-1)), 3);
    const sprung = one({ ...sides, freedoms: { second: { spring: { stiffness: 10 } } } });
    const swung = await run(sprung, { "top.wy": 1 }, { steps: 1000, h: 0.0002 });
    // ω = 10
    expect(ends(swung, "knee.second.angle")).toBeCloseTo(0.1 * Math.sin(2), 3);
    expect(ends(swung, "top.wy")).toBeCloseTo(Math.cos(2), 2);
  });

  it("what is planar is stopped by friction along one way and turned by a motor", async () => {
    const freedoms = { u: { friction: 4 }, w: { damping: 1 }, about: { motor: { force: 0.3 } } };
    const start = { "top.vx": 1, "top.vy": 1 };
    const result = await run(one({ kind: "planar", axis: z, freedoms }), start, { steps: 1000, h: 0.001 });
    expect(result.status).toBe("solved");
    // v²/2a with a = 2 m/s², and v exp(−t/2)
    expect(ends(result, "knee.u.way")).toBeCloseTo(0.25, 2);
    expect(Math.abs(ends(result, "top.vx"))).toBeLessThan(1e-11);
    expect(ends(result, "top.vy")).toBeCloseTo(Math.exp(-0.5), 3);
    expect(ends(result, "knee.about.angle")).toBeCloseTo(1.5, 2);
  });

  it("a ball is sprung towards where it is not turned, and stops", async () => {
    const spring = { spring: { stiffness: 10 } };
    const start = { "top.wx": 0.5, "top.wy": 0.3 };
    const result = await run(one({ freedoms: { x: spring, y: { limits: { upper: 0.02 } } } }), start, {
      steps: 1000,
      h: 0.0002,
    });
    expect(result.status).toBe("solved");
    expect(ends(result, "top.wx")).toBeCloseTo(0.5 * Math.cos(2), 2);
    expect(Math.max(...column(result, "knee.y.angle").slice(1))).toBeLessThan(0.02 + 1e-9);
    expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
  });

  describe.each<[string, (acts: Freedom) => Partial<Joint>]>([
    ["hinge", (acts) => ({ kind: "hinge", axis: z, ...acts })],
    ["cylindrical", (acts) => ({ kind: "cylindrical", axis: z, freedoms: { about: acts } })],
    ["ball", (acts) => ({ kind: "ball", freedoms: { z: acts } })],
  ])("a %s turns on and on", (_, acting) => {
    // 30 rad in 3 s, six times past half a turn; steps of backward Euler in closed form
    const spun = async (acts: Freedom): Promise<Float64Array> => {
      const result = await run(one(acting(acts)), { "top.wz": 10 }, { steps: 60, h: 0.05 });
      expect(result.status).toBe("solved");
      return column(result, "top.wz");
    };

    it("against a damper, against friction, and as a servo says", async () => {
      (await spun({ damping: 0.05 })).forEach((w, k) => {
        expect(w).toBeCloseTo(10 * (1 + (0.05 * 0.05) / 0.1) ** -k, 8);
      });
      (await spun({ friction: 0.2 })).forEach((w, k) => {
        expect(w).toBeCloseTo(10 - 0.1 * k, 8);
      });
      const driven = await spun({ motor: { velocity: 20, most: 1 } });
      expect(driven[10]).toBeCloseTo(15, 8);
      expect(driven.at(-1)).toBeCloseTo(20, 8);
    });
  });

  it("a ball is sprung by its rotation vector up to half a turn, and its limits lie within that", async () => {
    const each = (stiffness: number) => ({ spring: { stiffness } });
    const swing = async (steps: number) => {
      const freedoms = { x: each(0.3), y: each(0.3), z: each(0.3) };
      return run(one({ freedoms }), { "top.wx": 3, "top.wy": 4 }, { steps, h: 0.9 / steps });
    };
    // |φ| = 5/√3 sin √3 t about one axis: 2.886 rad at its largest
    const [coarse, fine] = [await swing(100), await swing(200)];
    const missed = (result: Result): number =>
      Math.hypot(ends(result, "knee.x.angle"), ends(result, "knee.y.angle")) -
      (5 / Math.sqrt(3)) * Math.sin(0.9 * Math.sqrt(3));
    expect(Math.abs(missed(fine))).toBeLessThan(0.03);
    expect(missed(coarse) / missed(fine)).toBeCloseTo(2, 0);
    // unlike springs turn it about other axes, and store what they take
    const unlike = one({ freedoms: { x: each(0.3), y: each(0.1), z: each(0.2) } });
    const lost = async (steps: number): Promise<number> => {
      const result = await run(unlike, { "top.wx": 2, "top.wy": 1, "top.wz": 1.5 }, { steps, h: 2 / steps });
      const half = (of: string, k: number): number => 0.5 * k * ends(result, of) ** 2;
      const stored = half("knee.x.angle", 0.3) + half("knee.y.angle", 0.1) + half("knee.z.angle", 0.2);
      return 0.05 * 7.25 - stored - ["top.wx", "top.wy", "top.wz"].reduce((sum, w) => sum + half(w, 0.1), 0);
    };
    const losses = [await lost(100), await lost(200)];
    expect(losses[1]).toBeGreaterThan(0);
    expect(losses[0] / losses[1]).toBeCloseTo(2, 0);
    await expect(run(one({ freedoms: { z: { limits: { upper: 4 } } } }), {}, { steps: 1, h: 0.1 })).rejects.toThrow(
      "knee.z.limits.upper must lie between −π and π",
    );
  });

  it("a distance without a length is a rope, a strut or a winch", async () => {
    const rope = one({ kind: "distance", to: { at: [0, 0, 1] }, limits: { upper: 1.2 } }, -10);
    const hangs = await run(rope, {}, { steps: 100, h: 0.005 });
    expect(ends(hangs, "knee.way")).toBeCloseTo(1.2, 10);
    expect(ends(hangs, "knee.upperForce")).toBeCloseTo(20, 8);
    const winch = one({ kind: "distance", to: { at: [0, 0, 1] }, motor: { velocity: -0.5, most: 50 } }, -10);
    const drawn = await run(winch, {}, { steps: 100, h: 0.005 });
    // 15 m/s² until it is as fast as told
    expect(ends(drawn, "top.z")).toBeCloseTo(0.25 - 0.5 ** 2 / 30, 2);
    expect(ends(drawn, "knee.motorForce")).toBeCloseTo(-20, 8);
  });
});

describe("what is held more often than needed", () => {
  it("is held by the least force: a door on two hinges", async () => {
    const hinge = (name: string, z: number): Joint => ({
      name,
      kind: "hinge",
      body: "door",
      at: [-0.4, 0, z],
      axis: [0, 0, 1],
      to: { at: [0, 0, z] },
    });
    const scene: JointScene = {
      gravity: [0, 0, -10],
      bodies: [{ name: "door", space: "spatial", mass: 20, inertia: [4, 5, 1] }],
      joints: [hinge("low", -0.8), hinge("high", 0.8)],
    };
    const result = await run(scene, { "door.x": 0.4, "door.wz": 0.5, "door.vy": 0.2 }, { steps: 200, h: 0.005 });
    expect(result.status).toBe("solved");
    const [low, high] = ["low.forceZ", "high.forceZ"].map((name) => ends(result, name));
    expect(low).toBeCloseTo(100, 4);
    expect(high).toBeCloseTo(100, 4);
    expect(ends(result, "door.wz")).toBeCloseTo(0.5, 2);
    expect(Math.abs(Math.hypot(ends(result, "door.x"), ends(result, "door.y")) - 0.4)).toBeLessThan(1e-12);
    expect(result.trajectory.certificate.energyCreated.value).toBeLessThan(1e-11);
  });
});

describe("joints that cannot be", () => {
  const scene = (one: Partial<Joint>): JointScene => ({
    gravity: [0, 0, -10],
    bodies: [
      { name: "a", space: "spatial", mass: 1, inertia: 0.1 },
      { name: "b", space: "spatial", mass: 1, inertia: 0.1 },
      { name: "flat", space: "planar", mass: 1, inertia: 0.1 },
    ],
    joints: [{ name: "knee", kind: "ball", body: "a", ...one }],
  });
  const refused: readonly (readonly [Partial<Joint>, string])[] = [
    [{ to: { body: "a" } }, 'joint "knee" is of a body with itself'],
    [{ to: { body: "c" } }, 'joint "knee": scene has no body "c"'],
    [{ to: { body: "flat" } }, 'joint "knee" is between a planar and a spatial body'],
    [
      { body: "flat" },
      'joint "knee": a ball joint is not of the plane, where there are hinge, fixed, slider, distance',
    ],
    [{ kind: "hinge", axis: [0, 0, 0] }, "knee.axis must be a unit vector."],
    [{ kind: "slider" }, "knee.axis must be a unit vector."],
    [{ kind: "distance" }, "knee.length must be given for a distance, or limits, a spring or a motor of it."],
    [{ kind: "distance", length: -1 }, "knee.length must be above 0."],
    [
      { friction: 1 },
      "knee.friction is for a hinge or a slider, not for a ball joint: say it of one of its freedoms x, y, z.",
    ],
    [
      { kind: "distance", length: 1, damping: 1 },
      "knee.damping is for a hinge or a slider, not for a distance joint: it has no freedom for it.",
    ],
    [{ freedoms: { u: { damping: 1 } } }, "knee.freedoms.u is no freedom of a ball joint; known are x, y, z."],
    [{ freedoms: { x: { damping: -1 } } }, "knee.x.damping must not be negative."],
    [
      { kind: "hinge", axis, freedoms: { about: {} } },
      "knee.freedoms.about is no freedom of a hinge joint; it has no freedoms by names.",
    ],
    [{ kind: "hinge", axis, friction: -1 }, "knee.friction must not be negative."],
    [{ kind: "hinge", axis, damping: -1 }, "knee.damping must not be negative."],
    [{ kind: "hinge", axis, motor: { velocity: 1, most: -1 } }, "knee.motor.most must not be negative."],
    [
      { kind: "hinge", axis, limits: { lower: 1, upper: -1 } },
      "knee.limits must have the upper one above the lower one.",
    ],
    [{ kind: "hinge", axis, limits: { lower: 1 } }, "knee.limits.lower must hold at the start."],
    [{ kind: "hinge", axis, limits: { upper: -0.1 } }, "knee.limits.upper must hold at the start."],
    [{ at: [0, 0, 1] }, "knee must be closed at the start."],
  ];
  it.each(refused)("%o", async (one, message) => {
    await expect((async () => run(scene(one), {}, { steps: 2, h: 0.01 }))()).rejects.toThrow(message);
  });

  it("two of one name", () => {
    const { joints = [], ...rest } = scene({});
    expect(() => rigid({ ...rest, contacts: [], joints: [...joints, ...joints] })).toThrow('the name "knee" twice');
  });
});

it("what holds a place is a force, and what holds a turn a torque", () => {
  const bodies = ["a", "b"].map((name) => ({ name, space: "planar" as const, mass: 1, inertia: 1 }));
  const units = (kind: "hinge" | "fixed"): string[] => {
    const joints: Joint[] = [{ name: "j", kind, body: "a", to: { body: "b" } }];
    return rigid({ gravity: [0, 0, 0], bodies, contacts: [], joints }).inside.map(({ unit }) => unit);
  };
  expect(units("hinge")).toEqual(["N", "N"]);
  expect(units("fixed")).toEqual(["N", "N", "N m"]);
});
