import { describe, expect, it } from "vitest";
import { hinge } from "../../problems/robots/joints.js";
import type { RigidFrictionLaw } from "../../src/geometry.js";
import { type Problem, rigid, simulate } from "../../src/index.js";
import type { Linkage } from "../../src/mechanics/actions/linkage.js";

const g = 9.81;
const [upper, lower, radius, height] = [0.6, 0.8, 0.05, 1.2];

interface Laws {
  readonly friction: number;
  readonly rub?: number;
  readonly restitution?: number;
  readonly rebound?: number;
  readonly law?: RigidFrictionLaw;
}

/** An arm of two links in one vertical plane that falls until its tip is on the floor; its joints rub as they are told. */
function falling({ friction, rub = 0, restitution, rebound, law }: Laws): Problem {
  const arm: Linkage = {
    name: "arm",
    base: { position: [0, 0, height] },
    robot: {
      name: "two links",
      links: ["root", "upper", "lower"],
      joints: [hinge(["shoulder", "root", "upper"], [0, 0, 0]), hinge(["elbow", "upper", "lower"], [0, 0, -upper])],
      inertials: [
        { link: "upper", mass: 1, centre: [0, 0, -upper / 2], inertia: [0.03, 0.03, 0, 0, 0, 0] },
        { link: "lower", mass: 1, centre: [0, 0, -lower / 2], inertia: [0.05, 0.05, 0, 0, 0, 0] },
      ],
      resistances: ["shoulder", "elbow"].map((joint) => ({ joint, damping: rub / 20, friction: rub })),
    },
  };
  const tip = {
    name: "tip",
    body: "lower",
    shape: { kind: "ball", radius, centre: [0, 0, -lower] },
    against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
    friction,
    ...(restitution !== undefined && { restitution }),
    ...(rebound !== undefined && { rebound }),
  } as const;
  const model = rigid({ gravity: [0, 0, -g], bodies: [], contacts: [tip], robots: [arm] }, law);
  const start = {
    ...(rebound !== undefined && { "tip.closed": 0, "tip.stored": 0 }),
    "shoulder.position": 1.2,
    "shoulder.velocity": 0,
    "elbow.position": 0.3,
    "elbow.velocity": 0,
  };
  return { name: "own/arm", title: "", model, parameters: {}, start, grid: { end: 1.2 }, values: {} };
}

const steps = (h: number) => ({ set: { "grid.method": "euler", "grid.h": h }, gridError: false });

describe("the tip of an arm whose links stay in one plane", () => {
  // nothing slides across the plane, and friction there could be any force: matrices had no inverse
  it.each([
    [2e-5, "projection"],
    [1e-3, "pyramid"],
    [1e-4, "pyramid"],
  ] as const)(
    "comes to rest on a rigid floor in steps of %f s with a %s, where statics say what it presses with",
    async (h, law) => {
      const { status, message, trajectory } = await simulate(falling({ friction: 0.3, law }), steps(h));
      expect(status, message).toBe("solved");
      const last = (name: string): number => trajectory.columns[name].at(-1)!;
      expect(Math.abs(last("shoulder.velocity"))).toBeLessThan(1e-9);
      expect(last("tip.orthogonalForce")).toBe(0);
      // weights of both links about the shoulder and of the lower one about the elbow are borne by the tip
      const [a, b] = [last("shoulder.position"), last("shoulder.position") + last("elbow.position")];
      const [xu, xl] = [-upper * Math.sin(a), -lower * Math.sin(b)];
      const [zu, zl] = [-upper * Math.cos(a), -lower * Math.cos(b)];
      const [n, t] = [last("tip.normalForce"), last("tip.tangentForce")];
      // the tip touches with its lowest point
      const [x, z] = [xu + xl, zu + zl - radius];
      expect(x * n - z * t - g * (xu / 2 + xu + xl / 2)).toBeCloseTo(0, 6);
      expect(xl * n - (zl - radius) * t - g * (xl / 2)).toBeCloseTo(0, 6);
    },
  );

  // without restitution it slides to rest, where forces jump: a tiny step of the model went astray
  it.each([
    { friction: 0.3, restitution: 0 },
    { friction: 0.3, restitution: 0.7 },
    { friction: 0.3, restitution: 0.3 },
    { friction: 0, rub: 0.2, restitution: 0 },
    // bounces shrink by less than e where a joint rubs, and what moves on while they end was told to stand still, with no force
    { friction: 0, rub: 0.2, restitution: 0.3 },
  ])("bounces and slides by exact with %o", async (laws) => {
    const { status, message, trajectory } = await simulate(falling(laws));
    expect(status, message).toBe("solved");
    expect(trajectory.certificate.complementarity.value).toBeLessThan(1e-6);
    if (laws.restitution > 0 && laws.rub === undefined) return;
    const { restitution: rebound, ...same } = laws;
    const short = await simulate(falling({ ...same, ...(rebound > 0 && { rebound }) }), steps(1e-4));
    expect(short.status, short.message).toBe("solved");
    for (const name of ["shoulder.position", "elbow.position"])
      expect(Math.abs(trajectory.columns[name].at(-1)! - short.trajectory.columns[name].at(-1)!)).toBeLessThan(3e-3);
  });
});
