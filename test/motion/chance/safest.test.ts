import { describe, expect, it } from "vitest";
import { problem as feeder } from "../../../problems/feeder/yield.js";
import { add, atRest, compliant, design, last, type Problem, parameter as p, sub } from "../../../src/index.js";

const model = compliant({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, mass: 0.2 }],
  world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
  contacts: "all",
  materials: [{ friction: 0.3, stiffness: 1000, damping: 2, coneSmoothing: 1e-4 }],
});

/** A ball that flies for a second and should be within 10 cm of the target then; gusts push it on, never back. */
const thrown: Problem = {
  name: "test/gusts",
  title: "A throw in gusts",
  model,
  parameters: {
    vx: { value: 2, unit: "m/s", meaning: "launch velocity", min: 0, max: 5 },
    gust: { value: 0, unit: "m/s", meaning: "velocity that a gust adds", min: 0, max: 5 },
    target: { value: 2, unit: "m", meaning: "where it should be" },
  },
  start: { ...atRest(model), "ball.z": 9, "ball.vx": add(p("vx"), p("gust")) },
  grid: { steps: 20, h: 0.05 },
  boundary: [
    {
      name: "near",
      unit: "m",
      residual: sub(last("ball.x"), p("target")),
      within: { from: -0.1, to: 0.1 },
      frees: "vx",
    },
  ],
  objective: { vary: ["vx"], over: { gust: { triangular: [0, 0, 0.4] } } },
  values: { "end.x": { unit: "m", meaning: "where it is", of: last("ball.x") } },
};

describe("a design for the probability of success", () => {
  // motions to an accuracy are dearer, and fewer of them tell the same
  it.each([
    ["euler", 128],
    ["exact", 48],
  ])("aims where most of a lopsided scatter ends, in closed form (%s)", async (method, samples) => {
    // |vx + gust − 2| ≤ .1 with density 2 (1 − g/.4)/.4: most lies in [0, .2], P = 1 − (1/2)² at vx = 1.9
    const found = await design(thrown, { set: { "grid.method": method }, search: { samples } });
    expect(found.status).toBe("solved");
    expect(Math.abs(Number(found.values["design.vx"]) - 1.9)).toBeLessThan(0.02);
    expect(Math.abs(Number(found.values.probability) - 0.75)).toBeLessThan(0.02);
    expect(Number(found.values["probability.low"])).toBeLessThan(0.75);
    expect(Number(found.values["probability.high"])).toBeGreaterThan(0.75);
    // as declared half of the target is behind all gusts: P = 1 − (3/4)²
    expect(Math.abs(Number(found.values["probability.declared"]) - 0.4375)).toBeLessThan(0.01);
    expect(found.message).toContain("Met with probability");
  });

  it("is infeasible where no draw meets the conditions, nor does one with choices all over their ranges", async () => {
    const far = await design(thrown, { set: { target: 20 } });
    expect(far.status).toBe("infeasible");
    expect(far.values.probability).toBe(0);
    expect(far.message).toContain(
      "None of 1024 motions with other draws meets the conditions, nor does one of 256 with",
    );
  });

  it("is cancelled wherever its look over the ranges is, and claims nothing of what it did not see", async () => {
    const asked = { set: { target: 20 }, search: { samples: 8 } };
    let reports = 0;
    await design(thrown, { ...asked, onIteration: () => reports++ });
    expect(reports).toBeGreaterThan(256);
    for (const k of [reports - 250, reports - 100, reports]) {
      const stop = new AbortController();
      let told = 0;
      const onIteration = (): void => {
        if (++told === k) stop.abort();
      };
      const { status, message } = await design(thrown, { ...asked, signal: stop.signal, onIteration });
      expect(status, `aborted at report ${k}`).toBe("cancelled");
      expect(message).not.toContain("all over their ranges");
      expect(told).toBeLessThanOrEqual(k + 1);
    }
  });

  it("counts no motion against a law as a success", async () => {
    const through = await design(
      { ...thrown, start: { ...thrown.start, "ball.z": 0.06, "ball.vz": -20 } },
      { search: { samples: 8 } },
    );
    expect(through.values.probability).toBe(0);
    expect(through.status).toBe("no-progress");
    expect(through.message).toContain("broke off or are against a law");
  });

  it("refuses questions that have no probability in one sentence", async () => {
    const { objective } = thrown;
    const asked = (more: Partial<Problem>) => design({ ...thrown, ...more } as Problem);
    await expect(asked({ boundary: [] })).rejects.toThrow("nothing says what success is");
    const exact = { name: "at", unit: "m", residual: last("ball.x"), frees: "vx" };
    await expect(asked({ boundary: [exact] })).rejects.toThrow("probability 0");
    await expect(asked({ objective: { ...objective, vary: ["vx"], cost: last("ball.x") } })).rejects.toThrow(
      "objective.cost",
    );
    await expect(asked({ objective: { vary: ["vx"], over: { vx: { normal: [2, 1] } } } })).rejects.toThrow(
      "cannot scatter",
    );
    await expect(asked({ objective: { vary: ["vx"], over: { gust: { normal: [0, 1] } } } })).rejects.toThrow(
      "gust, which scatters",
    );
    await expect(asked({ objective: { vary: ["vx"], over: { gust: { normal: [0] } } } as never })).rejects.toThrow(
      "objective.over.gust",
    );
  });
});

it("a search that is cancelled does not judge its motion to the end", async () => {
  const stop = new AbortController();
  const found = await design(feeder, { signal: stop.signal, onIteration: () => stop.abort() });
  expect(found.status).toBe("cancelled");
  // the problem declares an accuracy, and a second motion takes long
  expect(found.trajectory.certificate.gridError).toBeUndefined();
});
