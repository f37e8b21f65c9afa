import { expect, it } from "vitest";
import { atRest, type Problem, rigid, simulate } from "../../../../src/index.js";

const g = 9.81;

// what holds a place, not its rate, leaves a speed of rounding: a sense of slip is none of it
it("drives a cart with dry friction onto the end of its rail, where its bar swings on", async () => {
  const [half, tilt] = [0.25, 0.1];
  const model = rigid({
    gravity: [0, -g, 0],
    bodies: [
      { name: "cart", space: "planar", mass: 2, inertia: 0.02 },
      { name: "bar", space: "planar", mass: 0.5, inertia: 0.0105 },
    ],
    joints: [
      {
        name: "rail",
        kind: "slider",
        body: "cart",
        axis: [1, 0, 0],
        motor: { force: 6 },
        friction: 1,
        limits: { upper: 0.8 },
      },
      {
        name: "pin",
        kind: "hinge",
        body: "bar",
        at: [0, -half, 0],
        to: { body: "cart", at: [0, 0.05, 0] },
        limits: { lower: -0.5 },
      },
    ],
    contacts: [],
  });
  const bar = { "bar.theta": tilt, "bar.x": -half * Math.sin(tilt), "bar.y": 0.05 + half * Math.cos(tilt) };
  const problem: Problem = {
    name: "p",
    title: "p",
    model,
    parameters: {},
    start: { ...atRest(model), ...bar },
    grid: { end: 1 },
    values: {},
  };
  const { status, message, trajectory } = await simulate(problem);
  expect(status, message).toBe("solved");
  const on = (steps: number) => simulate({ ...problem, grid: { steps, h: 1 / steps } }, { gridError: false });
  const [long, short] = [await on(1000), await on(2000)];
  for (const name of ["cart.x", "bar.theta", "bar.omega"]) {
    const [own, half, whole] = [trajectory, short.trajectory, long.trajectory].map(
      ({ columns }) => columns[name].at(-1)!,
    );
    // of first order: what is left of half the steps goes as the steps do
    expect(Math.abs(own - (2 * half - whole)), name).toBeLessThan(1e-2);
  }
});

it("lets a ball roll to and fro between two slopes until it lies in both", async () => {
  const [s, radius] = [Math.SQRT1_2, 0.1];
  const model = rigid({
    gravity: [0, -g, 0],
    bodies: [{ name: "b", space: "planar", shape: { kind: "ball", radius }, density: 100 }],
    world: [
      { name: "left", shape: { kind: "half-space", normal: [s, s, 0], tangent: [s, -s, 0], offset: 0 } },
      { name: "right", shape: { kind: "half-space", normal: [-s, s, 0], tangent: [s, s, 0], offset: 0 } },
    ],
    contacts: "all",
    materials: [{ friction: 0.375, restitution: 0.4 }],
  });
  const { status, message, trajectory } = await simulate({
    name: "p",
    title: "p",
    model,
    parameters: {},
    start: { ...atRest(model), "b.x": -0.6, "b.y": 0.8 + radius / s },
    grid: { end: 2 },
    values: {},
  });
  expect(status, message).toBe("solved");
  expect(trajectory.columns["b.x"].at(-1)).toBeCloseTo(0, 6);
  expect(trajectory.columns["b.y"].at(-1)).toBeCloseTo(radius / s, 6);
});
