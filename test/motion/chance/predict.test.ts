import { describe, expect, it } from "vitest";
import { predict } from "../../../src/data.js";
import { add, atRest, compliant, last, type Problem, parameter as p, rigid } from "../../../src/index.js";

const model = compliant({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, mass: 0.2 }],
  world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
  contacts: "all",
  materials: [{ friction: 0.3, stiffness: 1000, damping: 2, coneSmoothing: 1e-4 }],
});

/** Φ by the trapezoidal rule. */
function normalShare(x: number): number {
  const n = 2000;
  const density = (u: number): number => Math.exp(-0.5 * u * u) / Math.sqrt(2 * Math.PI);
  let sum = 0.5;
  for (let k = 0; k < n; k++) sum += (x / n) * 0.5 * (density((x * k) / n) + density((x * (k + 1)) / n));
  return sum;
}

/** A ball in the air above a floor. */
function thrown(height: number, steps = 50): Problem {
  return {
    name: "test/thrown",
    title: "A ball in the air",
    model,
    parameters: {
      vx: { value: 2, unit: "m/s", meaning: "launch velocity", min: 0 },
      height: { value: height, unit: "m", meaning: "where it begins" },
    },
    start: { ...atRest(model), "ball.z": p("height"), "ball.vx": p("vx") },
    grid: { steps, h: 0.01 },
    values: {
      "end.x": { unit: "m", meaning: "where it ends", of: last("ball.x") },
      highest: { unit: "m", meaning: "its highest point", of: { reduce: "maximum", column: "ball.z" } },
    },
  };
}

describe("a motion of which not everything is known", () => {
  it("has the covariance of a free throw in closed form, by slopes and by samples", async () => {
    // x(t) = x₀ + v t: σ² = σ₀² + t² σ_v² + 2 t ρ σ₀ σ_v
    const found = await predict(thrown(3), {
      over: { vx: { normal: [2, 0.1] }, "ball.x": { normal: [0.3, 0.02] } },
      correlation: { vx: { "ball.x": -0.6 } },
      samples: 512,
    });
    expect(found.status).toBe("solved");
    const { nominal, linear, deviation, mean } = found.columns["ball.x"];
    found.t.forEach((t, k) => {
      const sigma = Math.sqrt(0.02 ** 2 + t * t * 0.01 - 2 * t * 0.6 * 0.1 * 0.02);
      expect(nominal[k]).toBeCloseTo(0.3 + 2 * t, 12);
      expect(linear?.[k]).toBeCloseTo(sigma, 12);
      expect(Math.abs(deviation[k] / sigma - 1)).toBeLessThan(0.05);
      expect(Math.abs(mean[k] - nominal[k])).toBeLessThan(0.05 * sigma);
    });
    const { linear: ofEnd = Number.NaN, interval } = found.values["end.x"];
    expect(ofEnd).toBeCloseTo(Math.sqrt(0.0004 + 0.0025 - 0.0012), 12);
    expect(interval[1] - interval[0]).toBeCloseTo(2 * 1.96 * ofEnd, 1);
    expect(found.values.highest.deviation).toBe(0);
    expect(found.sequences).toMatchObject([{ sequence: "flight", isNominal: true, share: 1 }]);
    expect(found.differences).toEqual([]);
  });

  it("tells where motions part, with the share of each contact sequence", async () => {
    // it falls by g h² N (N + 1)/2 = .4512 m within 30 steps: of heights about that some touch the floor, P = Φ(.5)
    const fall = 0.5 * 9.81 * 0.01 ** 2 * 30 * 31;
    const found = await predict(thrown(1, 30), {
      over: { height: { normal: [fall + 0.05 - 0.005, 0.01] } },
      samples: 1024,
    });
    const [first, second] = found.sequences;
    expect(first.sequence).toBe("flight, contact");
    expect(first.isNominal).toBe(true);
    expect(Math.abs(first.share - 0.6915)).toBeLessThan(0.01);
    expect(second.sequence).toBe("flight");
    expect(found.differences.find(({ column }) => column === "ball.vz")?.isLasting).toBe(true);
    expect(found.message).toContain("They part into 2 contact sequences");
    expect(found.message).toContain("trust the samples");
  });

  it("gives the probability of conditions, of a launch that it finds itself", async () => {
    const problem: Problem = {
      ...thrown(3),
      boundary: [{ name: "reach", unit: "m", residual: last("ball.x"), within: { from: 0.9, to: 1.1 }, frees: "vx" }],
    };
    const found = await predict(problem, { over: { "ball.x": { uniform: [-0.2, 0.2] } }, samples: 400 });
    // the declared launch ends at 1 m without its error: half of a uniform error of ±.2 is within ±.1
    expect(found.chances.launch.vx).toBeCloseTo(2, 6);
    expect(found.chances.success?.share).toBeCloseTo(0.5, 1);
  });

  it("counts no motion against a law as one that meets its conditions", async () => {
    const { start, ...rest } = thrown(0.06, 10);
    const problem: Problem = {
      ...rest,
      parameters: { ...rest.parameters, vz: { value: -15, unit: "m/s", meaning: "how it is thrown at the floor" } },
      start: { ...start, "ball.vz": p("vz") },
      boundary: [{ name: "reach", unit: "m", residual: last("ball.x"), within: { from: 0.1, to: 0.3 } }],
    };
    const hard = await predict(problem, { over: { vz: { uniform: [-20, -10] } }, samples: 8 });
    expect(hard.status).toBe("unphysical");
    expect(hard.message).toContain("The motion of the means is against a law: deepest deformation");
    expect(hard.message).toContain("8 motions are against a law, and meet no condition.");
    expect(hard.chances).toMatchObject({ unlawful: 8, success: { passed: 0 } });
    const soft = await predict(problem, { over: { vz: { uniform: [-0.2, -0.1] } }, samples: 8 });
    expect(soft.status).toBe("solved");
    expect(soft.chances.unlawful).toBeUndefined();
    expect(soft.chances.success?.passed).toBe(8);
  });

  it("goes through impacts by elements in closed form, with the share of those that bounced", async () => {
    const rebounding = rigid({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "ball", space: "planar", mass: 0.2, inertia: 1e-4 }],
      contacts: [
        {
          name: "floor",
          body: "ball",
          shape: { kind: "ball", radius: 0.05 },
          against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
          friction: 0,
          restitution: p("restitution"),
        },
      ],
    });
    const dropped = (end: number): Problem => ({
      name: "test/dropped",
      title: "A ball is dropped",
      model: rebounding,
      parameters: {
        restitution: { value: 0.8, unit: "1", meaning: "restitution", min: 0, max: 1 },
        height: { value: 1, unit: "m", meaning: "gap at first", above: 0 },
      },
      start: { ...atRest(rebounding), "ball.y": add(p("height"), 0.05) },
      grid: { end },
      boundary: [{ name: "high", unit: "m", residual: last("ball.y"), within: { from: 0.4 } }],
      values: { "end.y": { unit: "m", meaning: "where it ends", of: last("ball.y") } },
    });
    const over = { restitution: { normal: [0.8, 0.01] }, height: { normal: [1, 0.01] } } as const;
    const at = (e: number, h: number, t: number): number => {
      const fall = Math.sqrt((2 * h) / 9.81);
      const on = t - fall;
      return 0.05 + (on < 0 ? h - 4.905 * t * t : e * 9.81 * fall * on - 4.905 * on * on);
    };
    const found = await predict(dropped(0.7), { over, samples: 256 });
    expect([found.status, found.t.length]).toEqual(["solved", 101]);
    const { nominal, linear, deviation } = found.columns["ball.y"];
    found.t.forEach((t, k) => {
      expect(nominal[k]).toBeCloseTo(at(0.8, 1, t), 7);
      // before and behind the impact, which takes no time
      if (Math.abs(t - 0.4515) < 0.01) return;
      const slopes = [at(0.8 + 1e-6, 1, t) - at(0.8 - 1e-6, 1, t), at(0.8, 1 + 1e-6, t) - at(0.8, 1 - 1e-6, t)];
      const sigma = (0.01 / 2e-6) * Math.hypot(...slopes);
      expect(Math.abs(linear![k] - sigma)).toBeLessThan(1e-5 * sigma + 1e-9);
      expect(Math.abs(deviation[k] / sigma - 1)).toBeLessThan(0.1);
    });
    expect(found.values["end.y"].linear).toBeCloseTo(linear![100], 12);
    // 95 % of all end there: y is about normal
    const share = normalShare((at(0.8, 1, 0.7) - 0.4) / linear![100]);
    expect(Math.abs(found.chances.success!.share - share)).toBeLessThan(0.03);
    // it ends when a ball from .99 m meets the floor: P(height < .99) = Φ(−1)
    const parted = await predict(dropped(Math.sqrt((2 * 0.99) / 9.81)), { over, samples: 256 });
    const bounced = parted.sequences.find(({ isNominal }) => !isNominal)!;
    expect(parted.sequences[0]).toMatchObject({ sequence: "flight", isNominal: true });
    expect(Math.abs(bounced.share - 0.1587)).toBeLessThan(0.01);
  });

  it("tells no band apart from its slopes by what elements err where the scatter is finer than the accuracy", async () => {
    const bounced: Problem = {
      name: "test/bounced",
      title: "A soft ball bounces",
      model,
      parameters: { vz: { value: 2, unit: "m/s", meaning: "launch velocity" } },
      start: { ...atRest(model), "ball.z": 0.5, "ball.vz": p("vz") },
      grid: { method: "exact", steps: 50, h: 0.03 },
      values: {},
    };
    const { columns, differences, message } = await predict(bounced, {
      over: { vz: { normal: [2, 1e-6] } },
      samples: 40,
    });
    const { nominal, mean, linear } = columns["ball.z"];
    const end = nominal.length - 1;
    expect(Math.abs(mean[end] - nominal[end])).toBeLessThan(0.2 * linear![end]);
    expect(differences).toEqual([]);
    expect(message).toContain("Bands by slopes and by samples agree.");
  });

  it("refuses what cannot scatter in one sentence", async () => {
    const problem = thrown(3);
    const asked = (over: object, more: object = {}) => predict(problem, { over, ...more } as never);
    await expect(asked({})).rejects.toThrow("Nothing scatters");
    const began = performance.now();
    await expect(predict(problem, { over: { vx: { normal: [2, 0.1] } }, samples: 1e9 })).rejects.toThrow(
      /are more than a prediction may hold: at most \d+ samples fit/,
    );
    // to draw them would take minutes
    expect(performance.now() - began).toBeLessThan(5000);
    await expect(asked({ vz: { normal: [0, 1] } })).rejects.toThrow(/parameter or start value/);
    await expect(asked({ vx: [1, 2] })).rejects.toThrow("vx must have a distribution");
    await expect(asked({ vx: { normal: [1, 0] } })).rejects.toThrow("standard deviation of vx");
    await expect(asked({ vx: { normal: [0, 1] } })).rejects.toThrow("vx, which scatters, must be from 0 m/s");
    await expect(asked({ vx: { normal: [2, 0.1] } }, { set: { vx: 2 } })).rejects.toThrow("set and scatters");
    const two = { vx: { normal: [2, 0.1] }, "ball.x": { normal: [0, 1] } };
    await expect(asked(two, { correlation: { vx: { "ball.x": 1.2 } } })).rejects.toThrow("between -1 and 1");
  });
});

it("is cancelled before its formulas are made, and says of how many motions it has none", async () => {
  const { model, ...rest } = thrown(3);
  if (typeof model === "function") throw new TypeError("the ball's model knows no choices");
  let steps = 0;
  const step: typeof model.step = (frame) => {
    steps++;
    return model.step(frame);
  };
  const asked = { over: { vx: { normal: [2, 0.1] } }, samples: 40, verb: "simulate" } as const;
  const found = await predict({ ...rest, model: { ...model, step } }, { ...asked, signal: AbortSignal.abort() });
  expect([found.status, found.message]).toEqual(["cancelled", "Cancelled after 0 of 40 motions."]);
  expect([found.t.length, found.chances.samples, steps]).toEqual([0, 0, 0]);
});
