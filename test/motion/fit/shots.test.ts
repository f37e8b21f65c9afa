import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../src/algebra/random.js";
import type { RigidContact } from "../../../src/geometry.js";
import { atRest, compliant, last, neg, type Problem, parameter as p, rigid } from "../../../src/index.js";
import { fit as estimate } from "../../../src/motion/fit/fit.js";
import type { Fitting, Recording } from "../../../src/motion/fit/fitting.js";
import { explained } from "../../../src/motion/fit/motions.js";
import { questionOf } from "../../../src/motion/fit/question.js";
import { piecesOf } from "../../../src/motion/fit/shots/pieces.js";
import { tied } from "../../../src/motion/fit/shots/shots.js";
import { finish } from "../../finish.js";

const modelOf = (bounces: Pick<RigidContact, "rebound" | "restitution">) =>
  rigid({
    gravity: [0, neg(p("gravity")), 0],
    bodies: [{ name: "ball", space: "planar", mass: 0.06, inertia: 2e-5 }],
    contacts: [
      {
        name: "floor",
        body: "ball",
        shape: { kind: "ball", radius: 0.03 },
        against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
        friction: 0.3,
        ...bounces,
      },
    ],
  });
const model = modelOf({ rebound: p("restitution") });
const launch = { unit: "m", meaning: "launch", min: -10, max: 10 };
const bouncing: Problem = {
  name: "bouncing",
  title: "A ball that bounces",
  model,
  parameters: {
    gravity: { value: 12, unit: "m/s²", meaning: "gravity", min: 5, max: 15 },
    restitution: { value: 0.9, unit: "1", meaning: "restitution", min: 0.05, max: 0.98 },
    height: { ...launch, value: 1 },
    rise: { ...launch, unit: "m/s", value: 0 },
  },
  start: { ...atRest(model), "ball.y": p("height"), "ball.vy": p("rise") },
  grid: { steps: 400, h: 0.004 },
  values: {},
};
const noise = 0.002;
const asked: Fitting = {
  measured: { y: { of: last("ball.y"), noise } },
  shared: { gravity: {}, restitution: {} },
  each: { height: { guess: "y" }, rise: {} },
};

/** A ball by the closed form of Newton's restitution, .72, with g = 9.81: thrown up with .5 m/s from a metre. */
function recorded(seed: number, rows: number): Recording {
  const random = randomNumbers(seed);
  let [y, v, from] = [1 - 0.03, 0.5, 0];
  const t = Float64Array.from({ length: rows }, (_, i) => i / 60);
  const heights = t.map((time) => {
    for (;;) {
      const touch = from + (v + Math.sqrt(v * v + 2 * 9.81 * y)) / 9.81;
      if (time < touch) break;
      [v, y, from] = [0.72 * (9.81 * (touch - from) - v), 0, touch];
    }
    const bell = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return 0.03 + y + v * (time - from) - 0.5 * 9.81 * (time - from) ** 2 + noise * bell;
  });
  return { name: `ball ${seed}`, t, columns: { y: heights } };
}

describe("many shots", () => {
  it("find a ball that bounces and bounces from a guess that leads one shot nowhere", async () => {
    const ball = recorded(1, 120);
    const one = await estimate(bouncing, { ...asked, shots: 1 }, [ball], { starts: 1 });
    const many = await estimate(bouncing, asked, [ball], { starts: 1 });
    expect(one.chiSquare.value).toBeGreaterThan(4 * one.chiSquare.degrees);
    expect([many.status, many.chiSquare.value < 2 * many.chiSquare.degrees]).toEqual(["solved", true]);
    expect(many.estimates.restitution.value).toBeCloseTo(0.72, 2);
    expect(many.estimates.gravity.value).toBeCloseTo(9.81, 0);
    // impacts at the ends of steps of 4 ms are worth more than noise
    expect(many.message).toContain("Steps half as long move");
  });

  it("find it by motions to an accuracy, and when its film began", async () => {
    const impacts = modelOf({ restitution: p("restitution") });
    const start = { ...atRest(impacts), "ball.y": p("height"), "ball.vy": p("rise") };
    const exact: Problem = { ...bouncing, model: impacts, start, grid: { end: 1.6 } };
    const ball = recorded(1, 120);
    // what happened before row 12 nobody saw
    const rows = (values: Float64Array): Float64Array => values.slice(12).filter((_, i) => i % 2 === 0);
    const late: Recording = { name: "late", t: rows(ball.t), columns: { y: rows(ball.columns.y) } };
    const film: Fitting = { ...asked, each: { "clock.offset": {} }, shots: 4 };
    const question = questionOf(exact, film, [late], { height: 1, rise: 0.5 });
    const motions = finish(explained(question, { height: 1, rise: 0.5 }));
    // pieces begin with their first rows, but for the first one, which begins earlier
    const found = finish(tied(question, motions, Float64Array.of(12, 0.9, 0), undefined))!;
    [9.81, 0.72, 0.2].forEach((truth, i) => {
      expect(found[i] / truth).toBeCloseTo(1, 1);
    });
    for (const motion of motions) motion.finish();
  });

  it("find what each of two recordings has of its own", () => {
    const balls = [recorded(1, 60), recorded(2, 60)];
    const set = { height: 1, rise: 0 };
    const question = questionOf(bouncing, { ...asked, shots: 4 }, balls, set);
    const motions = finish(explained(question, set));
    const found = finish(tied(question, motions, Float64Array.of(12, 0.9, 1, 0, 1, 0), undefined))!;
    for (const motion of motions) motion.finish();
    [9.81, 0.72, 1, 0.5, 1, 0.5].forEach((truth, i) => {
      expect(Math.abs(found[i] - truth)).toBeLessThan(0.15);
    });
  });

  it("seek on steps where a motion to an accuracy has some, and on elements where only these know its impacts", () => {
    const soft = compliant({
      gravity: [0, neg(p("gravity")), 0],
      bodies: [{ name: "ball", space: "planar", mass: 0.06, shape: { kind: "ball", radius: 0.03 } }],
      world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
      contacts: "all",
      materials: [{ friction: 0.3, stiffness: 2000, damping: 0.5 }],
    });
    const hard = modelOf({ restitution: p("restitution") });
    const ways = [soft, hard].map((model) => {
      const start = { ...atRest(model), "ball.y": p("height"), "ball.vy": p("rise") };
      const problem: Problem = { ...bouncing, model, start, grid: { end: 1.6 } };
      const set = { height: 1, rise: 0, restitution: 0.05, "grid.method": "exact" };
      const question = questionOf(problem, asked, [recorded(1, 60)], set);
      const motions = finish(explained(question, set));
      const { motions: pieces } = finish(piecesOf(question, motions, 3));
      const found = pieces[0].map(({ setup }) => setup.exact !== undefined);
      for (const one of [...motions, ...pieces[0]]) one.finish();
      return found;
    });
    expect(ways).toEqual([
      [false, false, false],
      [true, true, true],
    ]);
  });
});
