import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/expr/expr.js";
import { atRest, compliant, mul, type Problem, parameter as p, type Scalar, simulate } from "../../src/index.js";
import type { FrictionLaw } from "../../src/mechanics/friction.js";
import type { Model } from "../../src/mechanics/model.js";
import { dissipationOf } from "../../src/mechanics/restitution/hunt-crossley.js";
import { kelvinVoigt } from "../../src/mechanics/restitution/kelvin-voigt.js";
import type { AnyCompliantContact } from "../../src/mechanics/restitution/told.js";

const [mass, radius] = [0.2, 0.05];
const ball = { name: "ball", space: "spatial", mass, inertia: 2e-4 } as const;
const floor = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } as const;
const touch = { name: "floor", body: "ball", shape: { kind: "ball", radius }, against: floor, friction: 0.9 } as const;

/** A ball over a floor under a law; which of its fields go together is tested here, too. */
function over(law: object, frictionLaw: FrictionLaw = "projection"): Model {
  const contacts = [{ ...touch, coneSmoothing: 1e-4, ...law } as AnyCompliantContact];
  return compliant({ gravity: [0, 0, p("g.z")], bodies: [ball], contacts }, frictionLaw);
}

function thrown(model: Model, start: Readonly<Record<string, Scalar>>): Problem {
  const numbers = { "g.z": 0, e: 0.5, n: 1.5, v: 0.8, damping: 1, faster: 1 };
  return {
    name: "impact",
    title: "A ball and a floor",
    model,
    parameters: Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, { value, unit: "1", meaning: "of a test" }]),
    ),
    start: { ...atRest(model), ...start },
    grid: { steps: 400, h: 1e-4 },
    values: {},
  };
}

const [v, fall, end] = [0.8, 0.01, 0.04];

const problems = new Map<object, Problem>();

/** Height and velocity after an impact of .8 m/s, times `faster`, by the method exact. */
async function rebound(law: object, set: Readonly<Record<string, number>> = {}) {
  const start = { "ball.z": radius + fall, "ball.vz": mul(-v, p("faster")) };
  const problem = problems.get(law) ?? thrown(over(law), start);
  problems.set(law, problem);
  const accurate = { "grid.method": "exact", "grid.accuracy": 1e-6, "grid.end": end, ...set };
  const { status, message, trajectory } = await simulate(problem, { set: accurate });
  expect(status, message).toBe("solved");
  return { z: trajectory.columns["ball.z"].at(-1) ?? 0, v: trajectory.columns["ball.vz"].at(-1) ?? 0 };
}

describe("the smoothing of a cone", () => {
  it.each([
    ["of a list", { contacts: [{ ...touch, stiffness: 4e4, damping: 1 }] }, "contacts"],
    [
      "of materials",
      { world: [{ name: "floor", shape: floor }], materials: [{ friction: 0.9, stiffness: 4e4, damping: 1 }] },
      "materials",
    ],
    ["told by restitution", { contacts: [{ ...touch, restitution: 0.5, contactTime: 0.004 }] }, "contacts"],
  ] as const)("is 1e-4 N where it is left out %s, to the bit", async (_, scene, field) => {
    const bodies = [{ ...ball, shape: touch.shape }];
    const rest = { gravity: [0, 0, -9.81], bodies: "materials" in scene ? bodies : [ball], contacts: "all", ...scene };
    const told = (scene as Readonly<Record<string, readonly object[]>>)[field];
    const ends = [rest, { ...rest, [field]: told.map((one) => ({ ...one, coneSmoothing: 1e-4 })) }].map(async (all) => {
      const model = compliant(all as unknown as Parameters<typeof compliant>[0]);
      const start = { "ball.z": radius, "ball.vx": 1, "ball.vz": -0.5 };
      const { trajectory } = await simulate(
        { ...thrown(model, start), grid: { steps: 20, h: 1e-3 } },
        { gridError: false },
      );
      return trajectory.columns["ball.vx"];
    });
    const [without, given] = await Promise.all(ends);
    expect(without).toEqual(given);
    expect(without.at(-1)).toBeLessThan(0.99);
  });
});

describe("a spring and a damper", () => {
  const stiffness = 4e4;
  const plain = { stiffness, damping: p("damping") };
  const contactTime = 0.004;
  const told = { restitution: p("e"), contactTime };

  it.each([0.1, 0.8])("give back a speed that is zeta's without adhesion (ratio %f)", async (zeta) => {
    const root = Math.sqrt(1 - zeta ** 2);
    const found = (await rebound(plain, { damping: 2 * zeta * Math.sqrt(stiffness * mass) })).v / v;
    // until the force is over: π − arctan 2ζ√(1 − ζ²)/(1 − 2ζ²); until the deformation is, the contact would pull
    const swing = Math.PI - Math.atan2(2 * zeta * root, 1 - 2 * zeta ** 2);
    expect(found).toBeCloseTo(Math.exp((-zeta / root) * swing), 5);
    expect(found - Math.exp((-zeta * Math.PI) / root)).toBeGreaterThan(0.01);
  });

  it.each([1, 0.7, 0.135335, 0.05])("follow from the restitution %f and the time of contact", async (restitution) => {
    const after = await rebound(told, { e: restitution });
    expect(after.v).toBeCloseTo(restitution * v, 5);
    // it leaves where K δ = C e v
    const { stiffness, damping } = kelvinVoigt(restitution, contactTime, mass);
    const [K, C] = [stiffness, damping].map((e) => evaluate(e, () => Number.NaN));
    const left = radius - (C * restitution * v) / K;
    expect(after.z).toBeCloseTo(left + restitution * v * (end - fall / v - contactTime), 6);
  });

  it("are those of the reduced mass between two balls", async () => {
    const other = { name: "other", space: "spatial", mass: 3 * mass, inertia: 6e-4 } as const;
    const against = { body: "other", shape: { kind: "ball", radius } } as const;
    const model = compliant({
      gravity: [0, 0, 0],
      bodies: [ball, other],
      contacts: [{ ...touch, against, ...told, coneSmoothing: 1e-4 }],
    });
    const problem = thrown(model, { "ball.z": 2 * radius + fall, "ball.vz": -v });
    const exact = { "grid.method": "exact", "grid.accuracy": 1e-7, "grid.end": end };
    const { columns } = (await simulate(problem, { set: exact })).trajectory;
    expect((columns["ball.vz"].at(-1) ?? 0) - (columns["other.vz"].at(-1) ?? 0)).toBeCloseTo(0.5 * v, 5);
  });
});

describe("Hunt and Crossley's contact", () => {
  const tangential = { stiffness: 2e4, damping: 20 };
  const law = { stiffness: 2e4, damping: 20, dissipation: 1.5 };

  /** a v − ln(1 + a v) is the same before an impact and, with the rebound's sign, behind it. */
  const kept = (speed: number): number => 1.5 * speed - Math.log(1 + 1.5 * speed);

  it.each([
    ["a line", law, 1],
    ["a line", law, 2],
    ["Hertz's power", { ...law, stiffness: 2e6, exponent: p("n"), tangential }, 1],
  ])("of %s gives back less of a faster impact, as its work along the path says", async (_, given, faster) => {
    const after = (await rebound(given, { faster })).v;
    expect(after).toBeGreaterThan(0);
    expect(kept(-after)).toBeCloseTo(kept(v * faster), 5);
  });

  it("follows from the restitution of a speed", async () => {
    const told = { restitution: p("e"), impactSpeed: p("v"), stiffness: 2e4, damping: 20 };
    for (const e of [0.9, 0.3]) expect((await rebound(told, { e })).v).toBeCloseTo(e * v, 5);
    for (const e of [0.1, 0.4, 0.999]) {
      const d = evaluate(dissipationOf(e, 1), () => Number.NaN);
      expect(d * (1 + e) - Math.log1p(d)).toBeCloseTo(-Math.log1p(-e * d), 9);
    }
  });

  it("balances a weight where K dⁿ does, in steps that create no energy", async () => {
    const hertz = { ...law, stiffness: 2e5, exponent: 1.5, tangential };
    for (const [given, depth] of [
      [law, (mass * 9.81) / 2e4],
      [hertz, ((mass * 9.81) / 2e5) ** (2 / 3)],
    ] as const) {
      const dropped = thrown(over(given), { "ball.z": radius + 1e-4 });
      const long = { "g.z": -9.81, "grid.steps": 4000, "grid.h": 1e-3 };
      const { status, trajectory } = await simulate(dropped, { set: long, gridError: false });
      expect(status).toBe("solved");
      expect(radius - (trajectory.columns["ball.z"].at(-1) ?? 0)).toBeCloseTo(depth, 6);
      expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
    }
  });
});

describe("a contact along its surface", () => {
  it("has stiffness and damping of its own", async () => {
    const points = [-0.1, 0.1].map((x, i) => ({
      name: `foot${i}`,
      body: "block",
      shape: { kind: "point" as const, at: [x, -0.05, 0] as const },
      against: { kind: "half-space" as const, normal: [0, 1, 0] as const, tangent: [1, 0, 0] as const, offset: 0 },
      friction: 0.9,
      stiffness: 5e4,
      damping: 100,
      tangential: { stiffness: 8000, damping: 60 },
      coneSmoothing: 1e-4,
    }));
    const block = { name: "block", space: "planar", mass, inertia: 1e-3 } as const;
    const model = compliant({ gravity: [3, -9.81, 0], bodies: [block], contacts: points });
    const problem = thrown(model, { "block.y": 0.05 });
    const { columns } = (await simulate(problem, { set: { "grid.steps": 4000 }, gridError: false })).trajectory;
    const stretched = points.reduce((sum, { name }) => sum + (columns[`${name}.deformationT`].at(-1) ?? 0), 0);
    const pressed = points.reduce((sum, { name }) => sum + (columns[`${name}.deformationN`].at(-1) ?? 0), 0);
    expect(Math.abs(stretched)).toBeCloseTo((mass * 3) / 8000, 8);
    expect(pressed).toBeCloseTo((mass * 9.81) / 5e4, 8);
  });
});

describe("a compliant contact", () => {
  const bounce = { restitution: 0.5, contactTime: 0.01 };
  it.each<[string, object, RegExp, FrictionLaw?]>([
    [
      "stiffness beside contactTime",
      { ...bounce, stiffness: 1 },
      /floor\.stiffness and floor\.contactTime must not both/,
    ],
    ["a restitution alone", { restitution: 0.5 }, /floor\.restitution needs contactTime beside it, or impactSpeed/],
    ["an impact speed alone", { restitution: 0.5, impactSpeed: 1 }, /floor\.impactSpeed needs stiffness/],
    ["a dissipation beside restitution", { ...bounce, dissipation: 1 }, /dissipation/],
    [
      "an exponent alone",
      { stiffness: 1, damping: 1, exponent: 1.5 },
      /floor\.exponent belongs to a contact with a dissip/,
    ],
    ["a power along tangents", { stiffness: 1, damping: 1, exponent: 2, dissipation: 1 }, /tangential stiffness/],
    [
      "rows that it has not",
      { stiffness: 1, damping: 1, dissipation: 1 },
      /has no form under.*fritz-john/,
      "fritz-john",
    ],
  ])("is refused with %s", (_, law, why, frictionLaw) => {
    expect(() => over(law, frictionLaw)).toThrow(why);
  });

  it.each([
    ["restitution above 1", { restitution: 1.2, contactTime: 0.01 }, /floor\.restitution must be at most 1/],
    [
      "no dissipation",
      { restitution: 1, impactSpeed: 1, stiffness: 1, damping: 0 },
      /floor\.restitution must be below 1/,
    ],
    [
      "an exponent below 1",
      { stiffness: 1, damping: 1, dissipation: 1, exponent: 0.5, tangential: { stiffness: 1, damping: 0 } },
      /exponent/,
    ],
  ])("is refused by its numbers with %s", async (_, law, why) => {
    await expect(simulate(thrown(over(law), { "ball.z": 0.1 }))).rejects.toThrow(why);
  });
});

describe("spring and damper by restitution and time of contact", () => {
  const [T, m] = [0.01, 0.3];
  const told = (b: number, square: number): void => {
    const { stiffness, damping } = kelvinVoigt(Math.exp(-b), T, m);
    const number = (x: Scalar): number => (typeof x === "number" ? x : evaluate(x, () => Number.NaN));
    expect(number(damping)).toBeCloseTo((2 * m * b) / T, 9);
    expect((number(stiffness) * T * T) / m).toBeCloseTo(square, 9);
  };

  it.each([1e-4, 0.01, 0.06, 0.07, 0.5, 1, 2, 3])("swing by x = %f with x cot(x/2) = b", (x) => {
    const b = x / Math.tan(x / 2);
    told(b, x * x + b * b);
  });

  it.each([1e-4, 0.01, 0.06, 0.07, 0.5, 2, 5])("are damped beyond a swing by y = %f with y coth(y/2) = b", (y) => {
    const b = y / Math.tanh(y / 2);
    told(b, b * b - y * y);
  });
});
