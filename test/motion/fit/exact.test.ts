import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../src/algebra/random.js";
import { add, atRest, compliant, last, mul, type Problem, parameter as p, rigid, sub } from "../../../src/index.js";
import { fit as estimate } from "../../../src/motion/fit/fit.js";
import type { Fitting, Recording } from "../../../src/motion/fit/fitting.js";
import { explained } from "../../../src/motion/fit/motions.js";
import { questionOf } from "../../../src/motion/fit/question.js";
import { finish } from "../../finish.js";

const radius = 0.04;
const scene = {
  gravity: [0, mul(-1, p("gravity")), 0],
  bodies: [{ name: "ball", space: "planar", mass: 0.05, inertia: 3e-5 }],
} as const;
const floor = {
  name: "floor",
  body: "ball",
  shape: { kind: "ball", radius },
  against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  friction: 0,
} as const;
const rebounding = rigid({ ...scene, contacts: [{ ...floor, restitution: p("restitution") }] });

/** A ball that bounces, as a camera sees it: in pixels, whose rows count downwards. */
const ball: Problem = {
  name: "ball",
  title: "A filmed ball",
  model: rebounding,
  parameters: {
    gravity: { value: 9.81, unit: "m/s²", meaning: "gravity", above: 0, max: 30 },
    restitution: { value: 0.7, unit: "1", meaning: "restitution", min: 0, max: 0.99 },
    y: { value: 1, unit: "m", meaning: "height at first", min: radius, max: 3 },
    vx: { value: 1, unit: "m/s", meaning: "velocity at first", min: -5, max: 5 },
    vy: { value: 0, unit: "m/s", meaning: "velocity at first", min: -5, max: 5 },
    pixels: { value: 400, unit: "1/m", meaning: "pixels of a metre", above: 0, max: 5000 },
  },
  start: { ...atRest(rebounding), "ball.y": p("y"), "ball.vx": p("vx"), "ball.vy": p("vy") },
  grid: { end: 1 },
  values: {},
};
const camera: Fitting = {
  measured: {
    px: { of: mul(p("pixels"), last("ball.x")), noise: 1 },
    py: { of: sub(700, mul(p("pixels"), last("ball.y"))), noise: 1 },
  },
  shared: { restitution: {}, pixels: {} },
  each: { y: {}, vx: {}, vy: {}, "clock.offset": {} },
};
const truth = { restitution: 0.78, pixels: 430 };
const launch = { y: 0.9, vx: 0.8, vy: 0.3, "clock.offset": 0.03 };

/** The height of a ball that bounces, in closed form. */
function height(t: number, { y, vy }: typeof launch): number {
  let [from, speed, begun] = [y - radius, vy, 0];
  for (;;) {
    const hit = begun + (speed + Math.sqrt(speed * speed + 2 * 9.81 * from)) / 9.81;
    if (t <= hit) return radius + from + speed * (t - begun) - 0.5 * 9.81 * (t - begun) ** 2;
    speed = truth.restitution * (9.81 * (hit - begun) - speed);
    [from, begun] = [0, hit];
  }
}

/** Rows of a film whose clock begins late, with noise of a normal distribution. */
function film(seed: number, noise = 1, of = launch): Recording {
  const random = randomNumbers(seed);
  const bell = (): number => noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const t = Float64Array.from({ length: 60 }, (_, i) => 5 + i / 60);
  const since = t.map((time) => time - 5 + of["clock.offset"]);
  return {
    name: `film ${seed}`,
    t,
    columns: {
      px: since.map((time) => truth.pixels * of.vx * time + bell()),
      py: since.map((time) => 700 - truth.pixels * height(time, of) + bell()),
    },
  };
}

describe("a fit of motions to an accuracy", () => {
  it("finds what made a film of rigid bounces in closed form, its clock and pixels too", async () => {
    const second = { ...launch, y: 0.7, vx: 0.5, vy: -0.2, "clock.offset": 0.01 };
    const films = [film(1, 0), film(2, 0, second)];
    const set = { "grid.accuracy": 1e-8 };
    const { status, estimates, recordings } = await estimate(ball, camera, films, { set });
    expect(status).toBe("solved");
    for (const [name, value] of Object.entries(truth)) expect(estimates[name].value / value).toBeCloseTo(1, 5);
    for (const [name, value] of Object.entries(launch))
      expect(Math.abs(recordings[0].estimates[name].value - value)).toBeLessThan(1e-5);
  });

  it("has intervals that hold the truth as often as they say", async () => {
    const found = [];
    for (let seed = 1; seed <= 20; seed++) found.push(await estimate(ball, camera, [film(seed), film(100 + seed)]));
    const names = Object.keys(truth) as (keyof typeof truth)[];
    const held = found.flatMap(({ estimates }) =>
      names.filter((name) => {
        const [low, high] = estimates[name].interval;
        return low <= truth[name] && truth[name] <= high;
      }),
    );
    // 95 % of 40, and three deviations less
    expect(held.length).toBeGreaterThanOrEqual(34);
    expect(Math.max(...found.map(({ estimates }) => estimates.restitution.deviation))).toBeLessThan(0.005);
  });

  it("has exact slopes through impacts, at rows that stay while these move, and by a clock", () => {
    const asked = { ...camera, each: { ...camera.each, "clock.rate": {} } };
    const set = { "grid.accuracy": 1e-9 };
    const question = questionOf(ball, asked, [film(1)], set);
    const [motion] = finish(explained(question, set));
    const x = Float64Array.of(0.78, 430, 0.9, 0.8, 0.3, 0.03, 1.001);
    const at = (away: readonly number[], withSlopes: boolean) =>
      finish(
        motion.rest(
          x.map((value, i) => value + (away[i] ?? 0)),
          withSlopes,
        ),
      )!;
    const { slopes, values } = at([], true);
    const n = x.length;
    for (let j = 0; j < n; j++) {
      const by = 1e-5 * Math.max(1, Math.abs(x[j]));
      const [above, below] = [1, -1].map(
        (sign) =>
          at(
            Array.from(x, (_, i) => (i === j ? sign * by : 0)),
            false,
          ).values,
      );
      values.forEach((_, k) => {
        const difference = (above[k] - below[k]) / (2 * by);
        expect(Math.abs(slopes[k * n + j] - difference)).toBeLessThan(1e-3 * Math.max(1, Math.abs(difference)));
      });
    }
    motion.finish();
  });

  it("counts rows from the first impact, and from the first touch of what gives way", async () => {
    const soft = compliant({ ...scene, contacts: [{ ...floor, stiffness: 2e4, damping: 2 }] });
    const start = { ...atRest(soft), "ball.y": p("y"), "ball.vx": p("vx"), "ball.vy": p("vy") };
    const { "clock.offset": _, ...each } = camera.each!;
    for (const problem of [ball, { ...ball, model: soft, start }]) {
      const guessed: Problem = {
        ...problem,
        parameters: { ...problem.parameters, y: { ...problem.parameters.y, value: 0.9 } },
      };
      const asked: Fitting = { ...camera, shared: {}, each, rowsAfterTouch: 2, predicts: [4] };
      const question = questionOf(guessed, asked, [film(1)], {});
      const [motion] = finish(explained(question, {}));
      // from .86 m above the floor without a velocity
      expect(motion.touch).toBe(Math.ceil(60 * Math.sqrt((2 * (0.9 - radius)) / 9.81)));
      expect(motion.rows.asked.length).toBe(motion.touch! + 3);
      motion.finish();
    }
  });

  it("finds what made a motion through springs and dampers, by steps of Runge and Kutta of this test", async () => {
    const soft = compliant({ ...scene, contacts: [{ ...floor, stiffness: p("stiffness"), damping: p("damping") }] });
    const problem: Problem = {
      ...ball,
      model: soft,
      parameters: {
        ...ball.parameters,
        stiffness: { value: 2500, unit: "N/m", meaning: "stiffness", min: 500, max: 20000 },
        damping: { value: 1, unit: "N s/m", meaning: "damping", min: 0, max: 20 },
      },
      start: { ...atRest(soft), "ball.y": p("y"), "ball.vx": p("vx"), "ball.vy": p("vy") },
    };
    const [K, C, h] = [3000, 1.6, 2e-6];
    const rates = ([y, v]: readonly number[]): number[] => {
      const depth = radius - y;
      return [v, -9.81 + (depth > 0 ? Math.max(0, K * depth - C * v) : 0) / 0.05];
    };
    const t = Float64Array.from({ length: 50 }, (_, i) => i / 50);
    let state = [0.9, 0.3];
    let step = 0;
    const py = t.map((time) => {
      for (; step * h < time - 0.5 * h; step++) {
        const along = (k: readonly number[], part: number): number[] => state.map((x, i) => x + part * h * k[i]);
        const a = rates(state);
        const b = rates(along(a, 0.5));
        const c = rates(along(b, 0.5));
        const d = rates(along(c, 1));
        state = state.map((x, i) => x + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
      }
      return 700 - 400 * state[0];
    });
    const recording: Recording = { name: "soft", t, columns: { px: t.map((time) => 320 * time), py } };
    const asked: Fitting = { ...camera, shared: { stiffness: {}, damping: {} }, each: { y: {}, vx: {}, vy: {} } };
    const set = { "grid.accuracy": 1e-7, y: 0.9 };
    const { status, message, estimates } = await estimate(problem, asked, [recording], { set });
    expect(status, message).toBe("solved");
    expect(estimates.stiffness.value / K).toBeCloseTo(1, 3);
    expect(estimates.damping.value / C).toBeCloseTo(1, 3);
  });

  it("tells its motions beside their recordings, on their own elements", async () => {
    const { replays, status } = await estimate(ball, camera, [film(1)], { replay: true, starts: 1 });
    expect(status).toBe("solved");
    const [{ trajectory, recorded }] = replays!;
    expect(trajectory.status).toBe("solved");
    expect(trajectory.t.at(-1)).toBeCloseTo(recorded.t.at(-1)!, 6);
    recorded.columns["ball.y"].forEach((y, i) => {
      expect(Math.abs(y - height(recorded.t[i], launch))).toBeLessThan(0.02);
    });
  });

  it("begins where one shot leads nowhere with many, whose pieces are motions to an accuracy, too", async () => {
    const set = { restitution: 0.5 };
    const asked: Fitting = { ...camera, shared: { restitution: {} }, each: { y: {}, vx: {}, vy: {} }, shots: 6 };
    const of = { ...launch, "clock.offset": 0 };
    const films = [film(5, 1, of)];
    const { estimates } = await estimate(ball, asked, films, { set: { ...set, pixels: 430 }, starts: 1 });
    expect(Math.abs(estimates.restitution.value - truth.restitution)).toBeLessThan(0.01);
  });

  it("refuses models that have no motion to an accuracy in one sentence that says what to set", async () => {
    const plastic = rigid({ ...scene, contacts: [{ ...floor, friction: add(0, 0) }] });
    const start = { ...atRest(plastic), "ball.y": p("y"), "ball.vx": p("vx"), "ball.vy": p("vy") };
    await expect(estimate({ ...ball, model: plastic, start }, camera, [film(1)])).rejects.toThrow(
      /grid\.method = exact needs .* use euler\./,
    );
  });
});
