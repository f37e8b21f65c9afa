import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groundPlane } from "../../../problems/patch/patch-scene.js";
import { evaluate, toExpr } from "../../../src/expr/expr.js";
import { boxHull } from "../../../src/geometry/convex.js";
import type { Components } from "../../../src/geometry/shape.js";
import { frame, parameter as p } from "../../../src/mechanics/model.js";
import { type PatchForms, patchModel } from "../../../src/models/patch/patch.js";
import type { PatchScene } from "../../../src/models/patch/patch-scene.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";
import { real } from "../../arbitraries.js";

const half = [0.1, 0.06, 0.04] as const;
const corners = boxHull(...half).vertices.map((vertex) => vertex.map((x) => evaluate(toExpr(x), () => 0)));
const states = ["x", "y", "z", "e0", "ex", "ey", "ez", "vx", "vy", "vz", "wx", "wy", "wz"];
const names = [...states, "friction", "eT", "eO", "eR", "fx", "fy", "fz", "tx", "ty", "tz"];

const scene = (tangent: Components): PatchScene => ({
  gravity: [0, 0, -9.8],
  bodies: [{ name: "block", space: "spatial", mass: 2, inertia: [0.0035, 0.0077, 0.0091] }],
  contacts: [
    {
      name: "floor",
      body: "block",
      shape: boxHull(...half),
      against: { ...groundPlane, tangent },
      friction: p("friction"),
      frictionAxes: [p("eT"), p("eO"), p("eR")],
    },
  ],
  applied: [{ body: "block", force: [p("fx"), p("fy"), p("fz")], torque: [p("tx"), p("ty"), p("tz")] }],
});

/** A block thrown on the floor, every number a parameter; t along x unless the floor is turned. */
const thrown = (tangent: Components = [1, 0, 0], forms: PatchForms = {}): Problem => ({
  name: "test/thrown",
  title: "thrown block",
  model: patchModel(scene(tangent), forms),
  parameters: Object.fromEntries(
    names.map((name) => [name, { value: /^e[0TOR]$/.test(name) ? 1 : 0, unit: "", meaning: name }]),
  ),
  start: Object.fromEntries(states.map((name) => [`block.${name}`, p(name)])),
  grid: { steps: 40, h: 0.01 },
  values: {},
});

const vector = (size: number): fc.Arbitrary<[number, number, number]> =>
  fc.tuple(real(-size, size), real(-size, size), real(-size, size));

type Throw = Readonly<Record<string, number>>;

/** Throws that meet the floor within a few steps, flat, on an edge or on a corner, pushed about by a constant wrench. */
const throws: fc.Arbitrary<Throw> = fc
  .record({
    turn: fc.oneof(fc.constant([0, 0, 0] as const), vector(1.5)),
    v: fc.tuple(real(-1, 1), real(-1, 1), real(-1, 0.5)),
    w: vector(5),
    force: fc.tuple(real(-15, 15), real(-15, 15), real(-15, 5)),
    torque: vector(0.8),
    lift: fc.oneof(fc.constant(0), real(0, 0.02)),
    friction: real(0.05, 1),
    axes: fc.tuple(real(0.4, 1.5), real(0.4, 1.5), real(0.02, 0.15)),
  })
  .map(({ turn, v, w, force, torque, lift, friction, axes }) => {
    const angle = Math.hypot(...turn);
    const s = angle === 0 ? 0 : Math.sin(angle / 2) / angle;
    const [e0, ex, ey, ez] = [Math.cos(angle / 2), s * turn[0], s * turn[1], s * turn[2]];
    // the third row of R: how high the lowest corner is under the centre
    const row = [2 * (ex * ez - e0 * ey), 2 * (ey * ez + e0 * ex), 1 - 2 * (ex * ex + ey * ey)];
    const z = lift + row.reduce((sum, x, i) => sum + Math.abs(x) * half[i], 0);
    const [vx, vy, vz] = v;
    const [wx, wy, wz] = w;
    const [fx, fy, fz] = force;
    const [tx, ty, tz] = torque;
    const [eT, eO, eR] = axes;
    const motion = { x: 0, y: 0, z, e0, ex, ey, ez, vx, vy, vz, wx, wy, wz };
    return { ...motion, friction, eT, eO, eR, fx, fy, fz, tx, ty, tz };
  });

async function solved(problem: Problem, set: Throw): Promise<Result> {
  const result = await simulate(problem, { set });
  expect(result.status, result.message).toBe("solved");
  return result;
}

/** From this turn in a step on [rad], the explicit gyroscopic term may create more energy than the laws allow. */
const fast = 0.25;

/** A motion that is solved; one that its wrench has spun too fast for the step may be against the law of energy, and no other. */
async function marched(problem: Problem, set: Throw): Promise<Result> {
  const result = await simulate(problem, { set });
  if (result.status === "solved") return result;
  expect(result.status).toBe("unphysical");
  expect(result.message).toMatch(/^Computed, but against a law: energy created [^;,]* \(energyCreated, step \d+\)\. /);
  const [wx, wy, wz] = ["wx", "wy", "wz"].map((name) => result.trajectory.columns[`block.${name}`]);
  const spins = Array.from(wx, (_, k) => Math.hypot(wx[k], wy[k], wz[k]));
  expect(0.01 * Math.max(...spins)).toBeGreaterThan(fast);
  return result;
}

const runs = { numRuns: 25 };

describe("laws of the patch at every solved step", () => {
  const model = thrown();

  it("are judged by the normal impulse, and by the multiplier of every face of the block", () => {
    const faces = Array.from({ length: 6 }, (_, i) => `floor.faceMultiplier.${i}`);
    const { pairs } = patchModel(scene([1, 0, 0])).step(frame);
    expect(pairs.map(({ name }) => name)).toEqual(["floor.normal", ...faces]);
  });

  it("no penetration, complementarity, friction within its ellipsoid and against the slip, contact point in the hull", async () => {
    await fc.assert(
      fc.asyncProperty(throws, async (set) => {
        const { trajectory } = await marched(model, set);
        const { penetration, complementarity, coneExcess, quaternionDrift } = trajectory.certificate;
        expect(penetration.value).toBeLessThan(1e-12);
        expect(complementarity.value).toBeLessThan(1e-11);
        expect(coneExcess.value).toBeLessThan(1e-11);
        expect(quaternionDrift.value).toBeLessThan(1e-14);
        const at = (name: string, k: number): number => trajectory.columns[`floor.${name}`][k];
        for (let k = 1; k < trajectory.t.length; k++) {
          expect(at("frictionWork", k)).toBeLessThan(1e-12);
          if (at("normalImpulse", k) < 1e-9) continue;
          expect(Math.abs(at("ecp.z", k))).toBeLessThan(1e-12);
          const touching = corners.filter((_, i) => at(`height.${i}`, k) < 1e-9);
          expect(touching.length).toBeGreaterThan(0);
          ["x", "y", "z"].forEach((axis, i) => {
            const own = touching.map((vertex) => vertex[i]);
            expect(at(`ecpBody.${axis}`, k)).toBeGreaterThan(Math.min(...own) - 1e-9);
            expect(at(`ecpBody.${axis}`, k)).toBeLessThan(Math.max(...own) + 1e-9);
          });
        }
      }),
      runs,
    );
  });

  /** Steps until two motions that should be one differ by more than rounding allows: landings amplify it. */
  function expectSame(a: Result, b: Result, image: (state: Throw) => Throw): void {
    const state = ({ trajectory }: Result, k: number): Throw =>
      Object.fromEntries(states.map((name) => [name, trajectory.columns[`block.${name}`][k]]));
    for (let k = 0; k < a.trajectory.t.length; k++) {
      const [found, wanted] = [state(b, k), image(state(a, k))];
      const sign = Math.sign(found.e0 * wanted.e0 + found.ex * wanted.ex + found.ey * wanted.ey + found.ez * wanted.ez);
      for (const name of states) {
        const of = name.startsWith("e") ? sign : 1;
        expect(Math.abs(of * found[name] - wanted[name])).toBeLessThan(1e-6);
      }
    }
  }

  it("turned about the vertical, floor and all, the motion is the same", async () => {
    const angle = 0.8;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const turned = thrown([c, s, 0]);
    const [C, S] = [Math.cos(angle / 2), Math.sin(angle / 2)];
    const image = (set: Throw): Throw => {
      const pairs = ["", "v", "w", "f", "t"].flatMap((kind) => {
        const [x, y] = [set[`${kind}x`], set[`${kind}y`]];
        if (x === undefined || y === undefined) return [];
        return [
          [`${kind}x`, c * x - s * y],
          [`${kind}y`, s * x + c * y],
        ];
      });
      const e = {
        e0: C * set.e0 - S * set.ez,
        ex: C * set.ex - S * set.ey,
        ey: C * set.ey + S * set.ex,
        ez: C * set.ez + S * set.e0,
      };
      return { ...set, ...Object.fromEntries(pairs), ...e };
    };
    await fc.assert(
      fc.asyncProperty(throws, async (set) => {
        expectSame(await marched(model, set), await marched(turned, image(set)), image);
      }),
      runs,
    );
  });

  it("mirrored in the plane y = 0 the motion is mirrored", async () => {
    // vectors lose their y, turns keep it and lose the others; the block is its own image
    const image = (set: Throw): Throw => {
      const minus = ["y", "ex", "ez", "vy", "wx", "wz", "fy", "tx", "tz"].filter((name) => set[name] !== undefined);
      return { ...set, ...Object.fromEntries(minus.map((name) => [name, -set[name]])) };
    };
    await fc.assert(
      fc.asyncProperty(throws, async (set) => {
        expectSame(await marched(model, set), await marched(model, image(set)), image);
      }),
      runs,
    );
  });
});

describe("a block that is held up and spun ever faster", () => {
  // up to 46 rad/s in 0.4 s: about half a radian a step
  const still = Object.fromEntries(names.map((name) => [name, 0]));
  const spun = {
    ...still,
    z: 0.04,
    e0: 1,
    vz: 1,
    friction: 0.3,
    eT: 0.7,
    eO: 0.5,
    eR: 0.15,
    fx: 15,
    fz: 15,
    tx: -0.8,
    tz: -0.8,
  };

  it("is too fast for the explicit gyroscopic term, which creates energy without end, and that is told", async () => {
    const { status, message, trajectory } = await simulate(thrown(), { set: spun });
    expect(status).toBe("unphysical");
    expect(message).toMatch(/energy created .* J \(energyCreated, step \d+\)/);
    expect(trajectory.t.length).toBeGreaterThan(10);
  });

  it("is solved with the implicit term, to a spin that the torque can give", async () => {
    const { trajectory } = await solved(thrown([1, 0, 0], { gyroscopic: "implicit" }), spun);
    const speed = Math.hypot(...["wx", "wy", "wz"].map((name) => trajectory.columns[`block.${name}`].at(-1)!));
    expect(speed).toBeGreaterThan(30);
    // as if all torque went into the turn that is easiest
    expect(speed).toBeLessThan((0.4 * 0.8 * Math.SQRT2) / 0.0035);
  });
});
