import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, evaluate, mul, type Scalar, toExpr } from "../../src/expr/expr.js";
import type { Body } from "../../src/mechanics/body.js";
import { type Matrix, uncoupled } from "../../src/mechanics/distributed.js";
import { frame, type Model, next } from "../../src/mechanics/model.js";
import { atRest } from "../../src/mechanics/scene.js";
import { type Patch, squarePatch } from "../../src/mechanics/shape.js";
import { distributed } from "../../src/models/distributed.js";
import { bind } from "../../src/motion/bind.js";
import type { Problem } from "../../src/motion/problem.js";
import { simulate } from "../../src/motion/result.js";
import { real } from "../arbitraries.js";
import { floor } from "./scenes.js";

const three: Patch = { kind: "patch", points: [-0.1, 0, 0.1].map((x) => [x, -0.05, 0] as const) };
const slab: Body = { name: "slab", space: "planar", mass: 1, inertia: 0.01 };

/** k (I + BBᵀ): symmetric and positive definite. */
function full(k: number, numbers: readonly number[], order: number): number[][] {
  const B = Array.from({ length: order }, (_, i) => numbers.slice(i * order, (i + 1) * order));
  return B.map((row, i) =>
    B.map((other, j) => k * ((i === j ? 1 : 0) + row.reduce((s, x, l) => s + x * other[l]!, 0))),
  );
}

/** The same with nothing between normal and tangential deformations: nn and tt full, nt zero. */
const blocks = (k: number, numbers: readonly number[]): number[][] =>
  full(k, numbers, 6).map((row, i) => row.map((x, j) => (i < 3 === j < 3 ? x : 0)));

function sliding(stiffness: Matrix, damping: Matrix, start: Record<string, number>, friction = 0.4): Problem {
  const model = distributed({
    gravity: [0, -9.8, 0],
    bodies: [slab],
    contacts: [
      { name: "base", body: "slab", shape: three, against: floor, friction, stiffness, damping, coneSmoothing: 1e-4 },
    ],
  });
  return {
    name: "patch",
    title: "a slab on a patch",
    model,
    parameters: {},
    start: { ...atRest(model), "slab.y": 0.06, ...start },
    grid: { steps: 60, h: 0.003 },
    values: {},
  };
}

describe("distributed contact patches", () => {
  const matrices = fc.array(real(-0.6, 0.6), { minLength: 36, maxLength: 36 });
  const starts = fc.record({
    "slab.vx": real(-2, 2),
    "slab.vy": real(-1, 0),
    "slab.omega": real(-3, 3),
    "slab.theta": real(-0.3, 0.3),
  });

  it("keep complementarity and cone at every solved step with full blocks nn and tt of K and C", async () => {
    await fc.assert(
      fc.asyncProperty(matrices, matrices, starts, async (K, C, start) => {
        // of every solved step: the Newton of a coupled patch may stop at a landing, and then says so
        const { trajectory } = await simulate(sliding(blocks(3e3, K), blocks(20, C), start));
        const { complementarity, coneExcess, penetration } = trajectory.certificate;
        expect(complementarity.value).toBeLessThan(1e-8);
        expect(coneExcess.value).toBeLessThan(1e-8);
        expect(penetration.value).toBeLessThan(1e-10);
      }),
      { numRuns: 12 },
    );
  });

  it("keep them with every block full", async () => {
    const numbers = Array.from({ length: 36 }, (_, i) => 0.2 * Math.sin(7 * i + 1));
    const K = full(3e3, numbers, 6);
    expect(Math.abs(K[0]![4]!)).toBeGreaterThan(10);
    const { status, trajectory } = await simulate(sliding(K, full(20, numbers, 6), { "slab.vx": 1, "slab.vy": -0.5 }));
    expect(status).toBe("solved");
    expect(trajectory.certificate.complementarity.value).toBeLessThan(1e-8);
    expect(trajectory.certificate.coneExcess.value).toBeLessThan(1e-8);
  });

  it("without turning, energy never grows", async () => {
    await fc.assert(
      fc.asyncProperty(matrices, matrices, starts, async (K, C, { "slab.vx": vx, "slab.vy": vy }) => {
        const heavy = sliding(blocks(3e3, K), blocks(20, C), { "slab.vx": vx, "slab.vy": vy }, 0);
        const { trajectory } = await simulate(heavy);
        // corners that turn may create O(h); this slab turns little, as nothing rubs on it
        expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-4);
      }),
      { numRuns: 8 },
    );
  });

  it("the explicit form of what does not couple is the implicit one", async () => {
    const start = { "slab.vx": 1, "slab.theta": 0.1 };
    const plain = await simulate(sliding(uncoupled(6, 3e3), uncoupled(6, 20), start));
    // a coupling too small to be felt keeps the deformations as unknowns
    const touched = uncoupled(6, 3e3).map((row, i) => row.map((x, j): Scalar => (i + j === 1 ? 1e-9 : x)));
    const coupled = await simulate(sliding(touched, uncoupled(6, 20), start));
    for (const name of ["slab.x", "slab.y", "slab.theta", "base.2.normalForce", "base.3.tangentForce"])
      expect(coupled.trajectory.columns[name]!.at(-1)).toBeCloseTo(plain.trajectory.columns[name]!.at(-1)!, 7);
  });

  it("takes a stiffness that depends on q", async () => {
    const K = uncoupled(6, mul(3e3, add(1, mul(next("slab.x"), next("slab.x")))));
    const { status, trajectory } = await simulate(sliding(K, uncoupled(6, 20), { "slab.vx": 1 }));
    expect(status).toBe("solved");
    expect(trajectory.certificate.complementarity.value).toBeLessThan(1e-8);
  });

  it("refuses matrices of the wrong order, without symmetry, or not positive definite", () => {
    expect(() => sliding(uncoupled(5, 1), uncoupled(6, 1), {})).toThrow(/6 × 6/);
    const skew = uncoupled(6, 10).map((row, i) => row.map((x, j) => (i === 0 && j === 1 ? 1 : x)));
    expect(() => bind(sliding(skew, uncoupled(6, 1), {}))).toThrow(/symmetric/);
    expect(() => bind(sliding(uncoupled(6, -1), uncoupled(6, 1), {}))).toThrow(/positive definite/);
    expect(() => bind(sliding(uncoupled(6, 1), uncoupled(6, 0), {}))).not.toThrow();
  });

  it("a square patch is centred and has n_s² elements", () => {
    const { points } = squarePatch(3, 0.3, -1);
    expect(points).toHaveLength(9);
    for (const axis of [0, 1] as const) {
      const sum = points.reduce<Scalar>((total, p) => add(total, p[axis]), 0);
      expect(evaluate(toExpr(sum), () => 0)).toBeCloseTo(0, 12);
    }
  });
});

describe("a mass that depends on the configuration", () => {
  it("M(q⁺)(v⁺ − v) = h f of a user's model: a cart that gets heavier along its way", async () => {
    // m(x) = 1 + x, force 1 N
    const model: Model = {
      name: "cart",
      state: [
        { name: "x", unit: "m", scale: 1 },
        { name: "v", unit: "m/s", scale: 1 },
      ],
      inside: [],
      parameters: [],
      inputs: [],
      step: ({ now, next, h }) => ({
        rows: [{ unknown: "v", residual: add(mul(add(1, next("x")), add(next("v"), mul(-1, now("v")))), mul(-1, h)) }],
        defines: { x: add(now("x"), mul(h, next("v"))) },
        pairs: [],
        observe: {},
      }),
    };
    expect(model.step(frame).rows).toHaveLength(1);
    const problem: Problem = {
      name: "cart",
      title: "",
      model,
      parameters: {},
      start: { x: 0, v: 0 },
      grid: { steps: 2000, h: 0.001 },
      values: {},
    };
    const { columns } = (await simulate(problem)).trajectory;
    // (1 + x) ẍ = 1 has the integral ½ v² = ln(1 + x)
    expect(0.5 * columns.v!.at(-1)! ** 2).toBeCloseTo(Math.log(1 + columns.x!.at(-1)!), 2);
  });
});
