import { describe, expect, it } from "vitest";
import { compareModels, fit as estimate } from "../../../src/data.js";
import { atRest, compliant, last, type Model, mul, type Problem, parameter as p, rigid } from "../../../src/index.js";
import type { Fitting, Recording } from "../../../src/motion/fit/fitting.js";

const [radius, g, height, e] = [0.05, 9.81, 0.1, 0.6];
const ball = { name: "ball", space: "spatial", mass: 0.2, inertia: 2e-4 } as const;
const floor = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } as const;
const touch = { name: "floor", body: "ball", shape: { kind: "ball", radius }, against: floor, friction: 0.3 } as const;
const scene = { gravity: [0, 0, -g], bodies: [ball] } as const;

function modelOf(choice: (parameter: string) => string): Model {
  const law = choice("law");
  if (law === "soft")
    return compliant({
      ...scene,
      contacts: [{ ...touch, stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: 1e-4 }],
    });
  return rigid({ ...scene, contacts: [{ ...touch, rebound: p("restitution") }] });
}

const number = (value: number, more = {}) => ({ value, unit: "1", meaning: "of a test", ...more });

const problem: Problem = {
  name: "drop",
  title: "A ball falls and bounces",
  model: modelOf,
  parameters: {
    law: { value: "soft", unit: "", meaning: "of the contact", choices: ["soft", "rigid"] },
    stiffness: number(4e4, { min: 1e3, max: 1e6 }),
    damping: number(20, { min: 0, max: 300 }),
    restitution: number(0.4, { min: 0, max: 0.95 }),
    "start.vz": number(0),
  },
  start: {
    ...atRest(modelOf(() => "soft")),
    ...atRest(modelOf(() => "rigid")),
    "ball.z": height,
    "ball.vz": p("start.vz"),
  },
  grid: { steps: 200, h: 1e-3 },
  values: {},
};

const soft = { when: { law: ["soft"] } };
const question: Fitting = {
  measured: { z: { of: last("ball.z"), noise: 5e-4 } },
  shared: { stiffness: soft, damping: soft, restitution: { when: { law: ["rigid"] } } },
  each: { "start.vz": {} },
  shots: 1,
  rowsAfterTouch: 8,
  heldRowsAfterTouch: -1,
  predicts: [6],
};

/** A ball dropped at v that is rigid and bounces at e, in closed form, 100 times a second. */
function drop(v: number): Recording {
  const until = (v + Math.sqrt(v * v + 2 * g * (height - radius))) / g;
  const speed = g * until - v;
  const t = Float64Array.from({ length: 22 }, (_, i) => 0.01 * i);
  const z = t.map((time) => {
    if (time < until) return height + v * time - 0.5 * g * time ** 2;
    const after = time - until;
    return Math.max(radius, radius + e * speed * after - 0.5 * g * after ** 2);
  });
  return { name: `drop at ${v}`, t, columns: { z } };
}

const drops = [0, 0.2, -0.3].map(drop);

describe("laws of contact as models of the same recordings", () => {
  it("are asked for their own numbers and the same rows, and foretell recordings that were held by their flight alone", async () => {
    const models = { soft: {}, rigid: { law: "rigid" }, plastic: { law: "rigid", restitution: 0 } };
    const compared = await compareModels(problem, question, drops, { models, folds: 3 });
    const [spring, bouncing, plastic] = compared.models;
    // steps half as long find a floor three times as stiff; and a ball that stays down explains nothing of one that bounces
    expect(compared.models.map(({ status }) => status)).toEqual(["coarse", "solved", "infeasible"]);
    expect([spring, bouncing, plastic].map(({ unknowns }) => unknowns)).toEqual([5, 4, 3]);
    expect(Object.keys(spring.estimates)).toEqual(["stiffness", "damping"]);
    expect(Object.keys(bouncing.estimates)).toEqual(["restitution"]);
    expect(bouncing.estimates.restitution.value).toBeCloseTo(e, 1);
    const rows = compared.models.map(({ chiSquare, unknowns }) => chiSquare.degrees + unknowns);
    expect(new Set(rows).size).toBe(1);
    // a law that does not bounce is told as far off as it is: 6 rows behind the touch the ball is two centimetres up
    expect(plastic.behind).toBeGreaterThan(100);
    const missOf = ({ held }: typeof plastic): number => held?.predictions[0].misses.z.median ?? Number.NaN;
    expect(missOf(plastic)).toBeGreaterThan(0.015);
    expect(missOf(bouncing)).toBeLessThan(0.1 * missOf(plastic));
    expect(plastic.held?.residual).toBeGreaterThan(5 * (bouncing.held?.residual ?? 99));
  });

  it("tell two minima that one recording does not tell apart, and that an error of the law is in all of its rows", async () => {
    const twice: Problem = {
      ...problem,
      parameters: { ...problem.parameters, root: number(0.5, { min: -2, max: 2 }) },
    };
    const [one] = drops;
    const recording = { ...one, columns: { ...one.columns, square: one.t.map(() => 1) } };
    const square = { of: mul(p("root"), p("root")), noise: 0.1 };
    const asked = { ...question, measured: { ...question.measured, square }, shared: { ...question.shared, root: {} } };
    const set = { law: "rigid" };
    const { estimates, message } = await estimate(twice, asked, [recording], { set });
    const [low, high] = estimates.root.interval;
    expect(low).toBeLessThan(-1);
    expect(high).toBeGreaterThan(1);
    expect(message).toMatch(/Elsewhere the recordings are explained as well \(root -?1\)/);
    expect(message).toMatch(/One recording: what the law gets wrong at a contact/);
    const alone = await estimate(twice, asked, [recording], { set, starts: 1 });
    expect(Math.min(...alone.estimates.root.interval)).toBeGreaterThan(0.9);
    await expect(estimate(twice, asked, [recording], { set, starts: 0 })).rejects.toThrow(
      /starts must be a whole number/,
    );
  });

  it.each<[string, Partial<Fitting>, Record<string, string>, RegExp]>([
    [
      "a choice that there is not",
      { shared: { damping: { when: { law: ["sofd"] } } } },
      {},
      /when\.law.*did you mean soft/,
    ],
    ["choices of what has none", { shared: { damping: { when: { damping: ["1"] } } } }, {}, /parameter with choices/],
  ])("are refused with %s", async (_, more, set, why) => {
    await expect(estimate(problem, { ...question, ...more }, drops.slice(0, 1), { set })).rejects.toThrow(why);
  });

  it("share a start, which may not give what no law has", async () => {
    const start = { ...problem.start, "floor.deformed": 0 };
    await expect(estimate({ ...problem, start }, question, drops)).rejects.toThrow(
      /There is no state "floor\.deformed"/,
    );
  });
});
