import { describe, expect, it } from "vitest";
import { problem as reorient } from "../../../problems/feeder/reorient.js";
import { problem as precess } from "../../../problems/patch/tbar-precess.js";
import { problem as ball } from "../../../problems/rolling/ball-place.js";
import { constant } from "../../../src/expr/expr.js";
import { rectangle } from "../../../src/geometry/shape.js";
import type { CompliantContact } from "../../../src/mechanics/compliance.js";
import { parameter } from "../../../src/mechanics/model.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { vertexContacts } from "../../../src/mechanics/vertices.js";
import { compliant } from "../../../src/models/compliant.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";
import { judged, whereWorst } from "../../../src/motion/trajectory/laws.js";
import { smoothed } from "../../../src/motion/trajectory/smoothed.js";

/** Two rectangles that fly towards each other without gravity and hit with their corners, on a coarse grid. */
const hit = ((): Problem => {
  const plate = rectangle(0.2, 0.1);
  const model = compliant({
    gravity: [0, 0, 0],
    bodies: ["a", "b"].map((name) => ({ name, space: "planar" as const, mass: 1, inertia: 0.05 / 3 })),
    contacts: vertexContacts<CompliantContact>({
      name: "touch",
      body: "a",
      shape: plate,
      against: { body: "b", shape: plate },
      friction: 0,
      stiffness: 1000,
      damping: 0,
      coneSmoothing: 1e-4,
    }),
  });
  const start = {
    "a.theta": 3,
    "a.vx": 1,
    "a.omega": 6,
    "b.x": 0.6,
    "b.y": 0.01,
    "b.theta": 0.6,
    "b.vx": -3,
    "b.vy": -0.4,
  };
  return {
    name: "hit",
    title: "Two plates that hit with their corners",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps: 100, h: 0.002 },
    values: {},
  };
})();

describe("no status is greener than its certificate", () => {
  it.each([1.1, 1.28, 1.35])(
    "a part that starts at %d m and slips past the end of the palm meets it from beside",
    async (x) => {
      const { status, trajectory, message } = await simulate(reorient, { set: { "start.x": x } });
      expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-9);
      expect(status, message).toBe("solved");
    },
  );

  it("a corner that hits hard on a coarse grid creates energy, and the motion is unphysical", async () => {
    const { status, trajectory, message } = await simulate(hit);
    expect(trajectory.certificate.energyCreated.value).toBeGreaterThan(0.1);
    expect(status).toBe("unphysical");
    expect(trajectory.status).toBe("unphysical");
    expect(message).toMatch(/^Computed, but against a law: energy created \d\.\de-1 J \(energyCreated, step \d+\)\./);
  });

  it("a gyroscopic term that creates as much as its scheme is known to leaves a motion solved", async () => {
    const result = await simulate(precess);
    expect(result.trajectory.certificate.energyCreated.value).toBeGreaterThan(1e-5);
    expect(result.status).toBe("solved");
    expect(judged({ result, verb: "simulate" }).filter(({ good }) => good === false)).toEqual([]);
  });

  it("limits shrink with the motion: a light body keeps its laws to a part of its own weight", async () => {
    const result = await simulate(ball, { set: { mass: 1e-3 } });
    const law = judged({ result, verb: "simulate" }).find(({ law: { key } }) => key === "coneExcess");
    expect(law?.law.limit?.(result)).toBeLessThan(1e-6 * 0.1);
  });
});

describe("the smoothing of a friction cone", () => {
  it("is small beside the weight of a ball by default, whatever that is, so that all balls slide alike", async () => {
    const [usual, light] = await Promise.all(
      [0.2, 2e-7].map((mass) => simulate(ball, { set: { mass, damping: 50 * mass, stiffness: 5e4 * mass } })),
    );
    expect(light.status, light.message).toBe("solved");
    expect(light.run.parameters.coneSmoothing).toBeCloseTo(1.01e-4 * 1e-6, 18);
    expect(Math.abs(Number(light.values["end.x"]) / Number(usual.values["end.x"]) - 1)).toBeLessThan(1e-5);
  });

  it("is against a law where it makes much of the friction, and the share is told", async () => {
    const mass = 2e-7;
    const set = { mass, damping: 50 * mass, stiffness: 5e4 * mass, coneSmoothing: 1e-4 };
    const { status, message } = await simulate(ball, { set });
    expect(status).toBe("unphysical");
    expect(message).toMatch(/cone smoothing \d\.\de-1 of sliding friction \(table\)/);
  });

  it.each([
    ["a contact that dissipates", "ball", 1, { damping: 0, dissipation: 1 }, "body0-floor"],
    ["many balls", "ball", 10, {}, "contacts"],
    ["many boxes", "box", 10, {}, "contacts"],
  ] as const)("is told of %s", async (_, kind, count, more, row) => {
    const [half, weight] = [0.05, 0.981];
    const stiffness = weight / 1e-3 / (kind === "box" ? 4 : 1);
    const shape = kind === "box" ? { kind, half: [half, half, half] as const } : { kind, radius: half };
    const damping = 2 * Math.sqrt(0.1 * stiffness);
    const sliding = async (coneSmoothing: number): Promise<Result> => {
      const model = compliant({
        gravity: [0, 0, -9.81],
        bodies: Array.from({ length: count }, (_, i) => ({ name: `body${i}`, space: "spatial", mass: 0.1, shape })),
        world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
        contacts: "all",
        materials: [{ friction: 0.2, stiffness, damping, coneSmoothing, ...more }],
      });
      const places = Array.from({ length: count }, (_, i) => [
        [`body${i}.z`, half - 1e-3],
        [`body${i}.y`, 0.2 * i],
        [`body${i}.vx`, 0.5],
      ]).flat();
      const start = { ...atRest(model), ...Object.fromEntries(places) };
      const problem: Problem = {
        name: "test/slide",
        title: "Bodies slide",
        model,
        parameters: {},
        start,
        grid: { steps: 20, h: 0.006 },
        values: {},
      };
      return simulate(problem, { gridError: false });
    };
    const [little, much] = [await sliding(1e-6 * weight), await sliding(weight)];
    expect(little.status, little.message).toBe("solved");
    expect([much.status, much.message]).toEqual(["unphysical", expect.stringContaining(`sliding friction (${row})`)]);
  });

  it("is told by the momentum that it takes, in closed form", () => {
    const t = Float64Array.of(0, 0.1, 0.3, 0.4);
    const [b, gamma] = [0.5, 0.2];
    const radius = Math.sqrt(b * (b + 2 * gamma));
    const columns = {
      "c.coneRadius": Float64Array.of(Number.NaN, radius, radius, radius),
      "c.tangentForce": Float64Array.of(Number.NaN, radius, -radius, 0.1),
      "c.slidingVelocityT": Float64Array.of(Number.NaN, 1, 0.5, 0),
    };
    const of = (mass: number) =>
      smoothed({
        model: {
          name: "told",
          state: [],
          inside: [],
          parameters: [],
          inputs: [],
          step() {
            throw new Error("nothing is marched");
          },
          views: {
            contacts: [
              {
                name: "c",
                columns: { coneRadius: "c.coneRadius", tangential: ["c.tangentForce"], slip: ["c.slidingVelocityT"] },
                compliance: {
                  stiffness: constant(1),
                  damping: constant(0),
                  mass: constant(mass),
                  smoothing: parameter("gamma"),
                },
              },
            ],
          },
        },
        trajectory: { t, columns },
        run: { parameters: { gamma } },
      });
    // it slides for .3 s; a heavy one hardly feels it
    expect(of(1e-3)).toEqual({ value: expect.closeTo(1 - b / radius, 12), step: 0, row: "c" });
    expect(of(10).value).toBeCloseTo((0.3 * (radius - b)) / 10, 12);
  });
});

describe("laws in plain words", async () => {
  const result = await simulate(ball);
  const { trajectory } = result;
  /** The verdict on a law whose worst is this. */
  const verdictOn = (
    law: "penetration" | "coneExcess" | "boundaryError",
    value: number,
    verb: "solve" | "simulate",
  ) => {
    const certificate = { ...trajectory.certificate, [law]: { value, step: 3, row: "end.x" } };
    const forged: Result = { ...result, trajectory: { ...trajectory, certificate } };
    return judged({ result: forged, verb }).find((one) => one.law.key === law)!;
  };

  const span = (xs: Float64Array) => Math.max(...xs) - Math.min(...xs);
  const [ballX, ballY] = ["ball.x", "ball.y"].map((name) => trajectory.columns[name]);
  it.each([
    ["penetration", Math.min(1, Math.max(span(ballX), span(ballY)))],
    ["coneExcess", Math.max(...trajectory.columns["table.normalForce"].subarray(1))],
  ] as const)("%s is kept up to a millionth of the motion's own size or force", (law, scale) => {
    expect(verdictOn(law, 0.99e-6 * scale, "simulate").good).toBe(true);
    expect(verdictOn(law, 1.01e-6 * scale, "simulate").good).toBe(false);
    expect(verdictOn(law, Number.NaN, "simulate").good).toBe(false);
  });

  it("a boundary condition is judged where it was to be met, in its own unit, and told where it was not", () => {
    expect(verdictOn("boundaryError", 0.5, "solve")).toMatchObject({ good: false, unit: "m" });
    expect(verdictOn("boundaryError", 0.5, "simulate").good).toBeUndefined();
  });

  it("the worst is told with its row, and its step where there is one", () => {
    expect(whereWorst({ value: 1, step: 3, row: "a" })).toBe("a, step 3");
    expect(whereWorst({ value: 1, step: 0, row: "end.x" })).toBe("end.x");
    expect(whereWorst({ value: 0, step: 0, row: "" })).toBe("");
  });
});
