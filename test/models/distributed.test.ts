import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, evaluate, mul, type Scalar, toExpr } from "../../src/expr/expr.js";
import { type HalfSpace, type Patch, squarePatch } from "../../src/geometry/shape.js";
import type { Body } from "../../src/mechanics/body.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import { type DistributedContact, type Matrix, uncoupled } from "../../src/mechanics/distributed.js";
import { frame, type Model, next } from "../../src/mechanics/model.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import { distributed } from "../../src/models/distributed.js";
import { setUp } from "../../src/motion/compile/setup.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import { real } from "../arbitraries.js";
import { expectMomentumKept, floor } from "./scenes.js";

type Vector = readonly [number, number, number];

const three: Patch = { kind: "patch", points: [-0.1, 0, 0.1].map((x) => [x, -0.05, 0] as const) };
const slab: Body = { name: "slab", space: "planar", mass: 1, inertia: 0.01 };

/** k (I + BBᵀ): symmetric and positive definite. */
function full(k: number, numbers: readonly number[], order: number): number[][] {
  const B = Array.from({ length: order }, (_, i) => numbers.slice(i * order, (i + 1) * order));
  return B.map((row, i) => B.map((other, j) => k * ((i === j ? 1 : 0) + row.reduce((s, x, l) => s + x * other[l], 0))));
}

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

/** A slab on a patch of 2 × 2 elements that comes down on the floor, or on a plate in free space. */
function landing(
  compliance: Pick<DistributedContact, "stiffness" | "damping" | "friction"> & Partial<DistributedContact>,
  velocity: Vector,
  spin: Vector,
  free: boolean,
): Problem {
  const ground: HalfSpace = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
  const body: Body = { name: "slab", space: "spatial", mass: 1, inertia: [0.005, 0.006, 0.008] };
  const plate: Body = { name: "plate", space: "spatial", mass: 2, inertia: 0.1 };
  const base: DistributedContact = {
    name: "base",
    body: "slab",
    shape: squarePatch(2, 0.2, -0.05),
    against: free ? { body: "plate", shape: ground } : ground,
    coneSmoothing: 1e-4,
    ...compliance,
  };
  const model = distributed({
    gravity: free ? [0, 0, 0] : [0, 0, -9.8],
    bodies: free ? [body, plate] : [body],
    contacts: [base],
  });
  const start: Record<string, number> = { "slab.z": 0.1 };
  (["x", "y", "z"] as const).forEach((axis, i) => {
    start[`slab.v${axis}`] = velocity[i] - (axis === "z" ? 1 : 0);
    start[`slab.w${axis}`] = 3 * spin[i];
    if (free) start[`plate.w${axis}`] = -spin[i];
  });
  return {
    name: "landing",
    title: "a slab lands on a patch",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps: 60, h: 0.003 },
    values: {},
  };
}

/**
 * Computed to the end, with complementarity and cone kept. Stiff corners that turn fast may create more energy in a step
 * than a certificate lets pass, and the status then says so: energy has tests of its own.
 */
function expectPatchLaws({ status, message, trajectory }: Result): void {
  if (status === "unphysical") expect(message).toMatch(/^Computed, but against a law: energy created/);
  else expect(status, message).toBe("solved");
  expect(trajectory.t.length).toBe(61);
  const { complementarity, coneExcess, penetration } = trajectory.certificate;
  expect(complementarity.value).toBeLessThan(1e-8);
  expect(coneExcess.value).toBeLessThan(1e-8);
  expect(penetration.value).toBeLessThan(1e-10);
}

it("deformations count in tenths of a millimetre, and are states of their own", () => {
  const { model } = setUp(sliding(uncoupled(6, 3e3), uncoupled(6, 20), {})).compiled;
  const own = model.state.filter(({ name }) => name.startsWith("base."));
  expect(own.map(({ unit, scale }) => [unit, scale])).toEqual(Array.from({ length: 6 }, () => ["m", 1e-4]));
});

describe("distributed contact patches", () => {
  const matrices = fc.array(real(-0.6, 0.6), { minLength: 36, maxLength: 36 });
  const starts = fc.record({
    "slab.vx": real(-2, 2),
    "slab.vy": real(-1, 0),
    "slab.omega": real(-3, 3),
    "slab.theta": real(-0.3, 0.3),
  });

  it("land, slide and stick with every block of K and C full", async () => {
    await fc.assert(
      fc.asyncProperty(matrices, matrices, starts, async (K, C, start) => {
        expectPatchLaws(await simulate(sliding(full(3e3, K, 6), full(20, C, 6), start)));
      }),
      { numRuns: 20 },
    );
  });

  it("without turning, energy never grows", async () => {
    await fc.assert(
      fc.asyncProperty(matrices, matrices, starts, async (K, C, { "slab.vx": vx, "slab.vy": vy }) => {
        const heavy = sliding(full(3e3, K, 6), full(20, C, 6), { "slab.vx": vx, "slab.vy": vy }, 0);
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
      expect(coupled.trajectory.columns[name].at(-1)).toBeCloseTo(plain.trajectory.columns[name].at(-1)!, 7);
  });

  it("land in space with every block full, on a floor or on a plate that turns, and keep all momentum", async () => {
    const order = 12;
    const numbers = fc.array(real(-0.8, 0.8), { minLength: order * order, maxLength: order * order });
    const vectors = fc.tuple(real(-1, 1), real(-1, 1), real(-1, 1));
    await fc.assert(
      fc.asyncProperty(numbers, numbers, vectors, vectors, real(0, 1), async (K, C, velocity, spin, friction) => {
        const [stiffness, damping] = [full(3e3, K, order), full(20, C, order)];
        expectPatchLaws(await simulate(landing({ stiffness, damping, friction }, velocity, spin, false)));
        const free = landing({ stiffness, damping, friction }, velocity, spin, true);
        const result = await simulate(free);
        expectPatchLaws(result);
        expectMomentumKept(result.model.views?.scene?.scene as Scene<CompliantContact>, result.trajectory);
      }),
      { numRuns: 5 },
    );
  });

  it("takes a stiffness that depends on q", async () => {
    const K = uncoupled(6, mul(3e3, add(1, mul(next("slab.x"), next("slab.x")))));
    const { status, trajectory } = await simulate(sliding(K, uncoupled(6, 20), { "slab.vx": 1 }));
    expect(status).toBe("solved");
    expect(trajectory.certificate.complementarity.value).toBeLessThan(1e-8);
    // every element answers K(q⁺) δ⁺ + C (δ⁺ − δ)/h, and the energy of a step is counted with the K of its own ends
    const column = (name: string): Float64Array => trajectory.columns[name];
    const stiff = (k: number): number => 3e3 * (1 + column("slab.x")[k] ** 2);
    const energy = (k: number): number => {
      const at = (name: string): number => column(`slab.${name}`)[k];
      const given = [1, 2, 3].flatMap((i) => ["N", "T"].map((axis) => column(`base.${i}.deformation${axis}`)[k] ** 2));
      const stored = 0.5 * stiff(k) * given.reduce((sum, x) => sum + x);
      return 0.5 * (at("vx") ** 2 + at("vy") ** 2 + 0.01 * at("omega") ** 2) + 9.8 * at("y") + stored;
    };
    for (let k = 1; k <= 60; k++) {
      const delta = column("base.2.deformationT");
      const force = stiff(k) * delta[k] + (20 * (delta[k] - delta[k - 1])) / 0.003;
      expect(column("base.2.tangentForce")[k]).toBeCloseTo(force, 8);
      expect(column("energyCreated")[k]).toBeCloseTo(energy(k) - energy(k - 1), 9);
    }
  });

  it("refuses matrices of the wrong order, without symmetry, or not positive definite", () => {
    expect(() => sliding(uncoupled(5, 1), uncoupled(6, 1), {})).toThrow(/6 × 6/);
    const skew = uncoupled(6, 10).map((row, i) => row.map((x, j) => (i === 0 && j === 1 ? 1 : x)));
    expect(() => setUp(sliding(skew, uncoupled(6, 1), {}))).toThrow(/symmetric/);
    expect(() => setUp(sliding(uncoupled(6, -1), uncoupled(6, 1), {}))).toThrow(/positive definite/);
    expect(() => setUp(sliding(uncoupled(6, 1), uncoupled(6, 0), {}))).not.toThrow();
    // a couple makes a direction of its own soft: 1 − c² of two, 1 − 2c² of a chain of three
    const coupled = (pairs: readonly (readonly [number, number])[], by: number): Matrix =>
      uncoupled(6, 1).map((row, i) =>
        row.map((x, j) => (pairs.some(([a, b]) => (a === i && b === j) || (a === j && b === i)) ? by : x)),
      );
    const refuses = (A: Matrix, isIndefinite: boolean): void => {
      const made = expect(() => setUp(sliding(A, uncoupled(6, 1), {})));
      if (isIndefinite) made.toThrow(/positive definite/);
      else made.not.toThrow();
    };
    for (const k of [0, 4]) {
      refuses(coupled([[k, k + 1]], 1.01), true);
      refuses(coupled([[k, k + 1]], 0.99), false);
    }
    const chain = [
      [1, 2],
      [2, 3],
    ] as const;
    refuses(coupled(chain, 0.71), true);
    refuses(coupled(chain, 0.7), false);
  });

  it("of balls land as their lowest points do, as long as nothing turns", async () => {
    const law = { stiffness: uncoupled(12, 4000), damping: uncoupled(12, 5), friction: 0 };
    const of = (shape: Patch) => simulate(landing({ ...law, shape }, [0.2, 0, 0], [0, 0, 0], false));
    const points = await of(squarePatch(2, 0.2, -0.07));
    const balls = await of({ ...squarePatch(2, 0.2, -0.05), rounding: 0.02 });
    expect(balls.status).toBe("solved");
    expect(Math.min(...balls.trajectory.columns["slab.z"])).toBeLessThan(0.07);
    balls.trajectory.columns["slab.z"].forEach((z, k) => {
      expect(Math.abs(z - points.trajectory.columns["slab.z"][k])).toBeLessThan(1e-12);
    });
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
    expect(0.5 * columns.v.at(-1)! ** 2).toBeCloseTo(Math.log(1 + columns.x.at(-1)!), 2);
  });
});
