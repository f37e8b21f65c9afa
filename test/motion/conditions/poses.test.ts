import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../src/algebra/random.js";
import { evaluate } from "../../../src/expr/expr.js";
import {
  add,
  atRest,
  type BoundaryCondition,
  constant,
  design,
  frame,
  input,
  last,
  mul,
  type Problem,
  parameter as p,
  type Result,
  rigid,
  solve,
} from "../../../src/index.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { condition } from "../../../src/motion/problem/condition.js";
import { type Region, type RegionOfPoint, regionFormula } from "../../../src/motion/problem/region.js";
import { regionRows } from "../../../src/motion/problem/smooth-region.js";

const planar = rigid({
  gravity: [0, 0, 0],
  bodies: [{ name: "puck", space: "planar", mass: 1, inertia: 1 }],
  contacts: [],
  applied: [{ body: "puck", force: [input("fx"), 0, 0], torque: [0, 0, input("torque")] }],
});
const spatial = rigid({
  gravity: [0, 0, 0],
  bodies: [{ name: "box", space: "spatial", mass: 1, inertia: [1, 2, 3] }],
  contacts: [],
});
const launch = (value: number) => ({ value, unit: "m/s", meaning: "launch", min: -20, max: 20 });

/** A puck without gravity: it ends a second later at x = v and turned by w. */
const slid = (boundary: readonly BoundaryCondition[], more: Partial<Problem> = {}): Problem => ({
  name: "test/poses",
  title: "A puck that turns",
  model: planar,
  parameters: { v: launch(0.5), w: launch(0.5) },
  inputs: { fx: constant(0), torque: constant(0) },
  start: { ...atRest(planar), "puck.vx": p("v"), "puck.omega": p("w") },
  grid: { steps: 20, h: 0.05 },
  boundary,
  values: {},
  ...more,
});

const wide = { kind: "ball", centre: [0, 0], radius: 5 } as const;
type Pose = Extract<Region, { kind: "pose" }>;
const frees = ["v", "w"];
const pose = (x: number, to: number, more: Partial<Pose> = {}): Region => ({
  kind: "pose",
  place: { kind: "box", centre: [x, 0], half: [0.1, 0.2] },
  turn: { to, by: 0.3 },
  ...more,
});
const asked = (
  residual: RegionOfPoint,
  when?: BoundaryCondition["when"],
  more: Partial<BoundaryCondition> = {},
): BoundaryCondition => ({ name: "posed", unit: "m", residual, ...(when && { when }), ...more });
const inPose = (x: number, to: number, when?: BoundaryCondition["when"]) =>
  asked({ body: "puck", inside: pose(x, to) }, when, { frees });

const launchOf = ({ status, run: { parameters } }: Result) =>
  [status, Number(parameters.v), Number(parameters.w)] as const;

describe("regions of a pose", () => {
  // the least change from v = .5 and w = .5: to the near faces of the box of poses
  it.each<[string, readonly BoundaryCondition[], readonly [number, number]]>([
    ["at the end", [inPose(2, 1)], [1.9, 0.7]],
    ["an angle is the same after a whole turn", [inPose(2, 1 + 2 * Math.PI)], [1.9, 0.7]],
    ["turned the other way", [inPose(0.5, -1)], [0.5, -0.7]],
    ["at a time", [inPose(1, 1, { at: 0.5 })], [1.8, 1.4]],
    ["always from a time on", [inPose(2, 1, { from: 0.95 })], [2, 0.7 / 0.95]],
    ["at some time", [inPose(2, 1, { sometime: "there", to: 0.5 })], [3.8, 1.4]],
    [
      "when it leaves another pose",
      [
        asked(
          { body: "puck", inside: { kind: "half-space", normal: [-1, 0], offset: -0.5 } },
          { leaves: { body: "puck", inside: pose(0, 0, { place: wide, turn: { to: 0, by: 0.4 } }) } },
          { frees },
        ),
      ],
      // turned by .4 it must be at .5: v = 1.25 w
      [(1.25 * 1.125) / 2.5625, 1.125 / 2.5625],
    ],
  ])("%s", async (_, boundary, [v, w]) => {
    const [status, ...found] = launchOf(await solve(slid(boundary), { gridError: false }));
    expect(status).toBe("solved");
    for (const [i, value] of [v, w].entries()) expect(found[i]).toBeCloseTo(value, 6);
  });

  it("out of a pose is by the nearer way: turned away, or elsewhere, where a radian counts as the arm", async () => {
    const out = (arm: number) => asked({ body: "puck", outside: pose(0.5, 0.5, { arm }) }, undefined, { frees });
    const byTurning = await solve(slid([out(0.01)]), { gridError: false });
    const [status, v, w] = launchOf(byTurning);
    expect(status).toBe("solved");
    expect(v).toBeCloseTo(0.5, 6);
    expect(Math.abs(w - 0.5)).toBeCloseTo(0.3, 6);
    const [, moved, turned] = launchOf(await solve(slid([out(100)]), { gridError: false }));
    expect(turned).toBeCloseTo(0.5, 6);
    expect(Math.abs(moved - 0.5)).toBeCloseTo(0.1, 6);
  });

  it("a pose that cannot be reached is missed by how it is turned, told with the arm", async () => {
    const { parameters, ...rest } = slid([inPose(2, 1)]);
    const short = { ...rest, parameters: { ...parameters, w: { ...launch(0.1), min: 0, max: 0.2 } } };
    const { status, trajectory } = await solve(short, { gridError: false });
    expect(status).toBe("infeasible");
    expect(trajectory.certificate.conditions?.[0].miss).toBeCloseTo(0.5, 6);
  });

  it("chooses a design and the cheapest controls, on steps and by exact", async () => {
    const cost = add(mul(p("v"), p("v")), mul(p("w"), p("w")));
    const [status, v, w] = launchOf(
      await design(slid([{ ...inPose(2, 1), frees: [] }], { objective: { cost, vary: ["v", "w"] } })),
    );
    expect(status).toBe("solved");
    expect([v, w]).toEqual([expect.closeTo(1.9, 6), expect.closeTo(0.7, 6)]);
    const [fx, torque] = [input("fx"), input("torque")];
    const stage = mul(frame.h, add(mul(fx, fx), mul(torque, torque)));
    const push = { unit: "N", meaning: "push", min: -50, max: 50 };
    for (const method of ["euler", "exact"]) {
      const { values, ...end } = await solve(
        slid([{ ...inPose(2, 1), frees: [] }], {
          inputs: { fx: push, torque: push },
          grid: { steps: 8, h: 0.125 },
          objective: { stage, vary: ["fx", "torque"] },
          values: {
            x: { unit: "m", meaning: "end", of: last("puck.x") },
            angle: { unit: "rad", meaning: "end", of: last("puck.theta") },
          },
        }),
        { set: { v: 0, w: 0, "grid.method": method } },
      );
      expect(end.status, end.message).toBe("solved");
      expect(values.x).toBeCloseTo(1.9, 5);
      expect(values.angle).toBeCloseTo(0.7, 5);
    }
  });

  it("in space the angle to a quaternion counts, whatever its sign, and its rows have no kinks", () => {
    const { model } = setUp({ ...slid([]), model: spatial, inputs: {}, start: atRest(spatial) }).compiled;
    const random = randomNumbers(5);
    for (let k = 0; k < 50; k++) {
      const [r, q] = [0, 0].map(() => Array.from({ length: 4 }, () => random() - 0.5));
      const cosine = r.reduce((sum, x, i) => sum + x * q[i], 0) / (Math.hypot(...r) * Math.hypot(...q));
      const angle = 2 * Math.acos(Math.min(1, Math.abs(cosine)));
      const to = [r[0], r[1], r[2], r[3]] as const;
      const names = ["e0", "ex", "ey", "ez"].map((name) => `last.box.${name}`);
      const at = (leaf: string) => (names.includes(leaf) ? q[names.indexOf(leaf)] : 0);
      const of = { body: "box", inside: { kind: "turn", to, by: 0.4 } } as const;
      expect(evaluate(regionFormula(of, model, ""), at)).toBeCloseTo(angle - 0.4, 9);
      const [row] = regionRows(of, model, "");
      expect(evaluate(row, at)).toBeCloseTo((Math.sin(angle / 2) ** 2 - Math.sin(0.2) ** 2) / Math.sin(0.2), 9);
    }
  });

  it.each<[RegExp, object]>([
    [/all points of a body are turned alike/, { point: [1, 0], inside: { kind: "turn", to: 0, by: 1 } }],
    [/less than π, this one is by 4 rad/, { inside: { kind: "turn", to: 0, by: 4 } }],
    [/one of ball, box, half-space, polygon/, { inside: { ...pose(0, 0), place: { kind: "turn", to: 0, by: 1 } } }],
  ])("%s is said at the door", (sentence, residual) => {
    expect(() => condition({ name: "a", unit: "m", residual: { body: "puck", ...residual } }, "it")).toThrow(sentence);
  });

  it("an angle of the plane and a quaternion of space are not mixed up", () => {
    const { model } = setUp(slid([])).compiled;
    const turn = { kind: "turn", to: [1, 0, 0, 0], by: 0.4 } as const;
    expect(() => regionFormula({ body: "puck", inside: turn }, model, "it")).toThrow(
      "it: puck does not turn so: in the plane by an angle",
    );
  });
});
