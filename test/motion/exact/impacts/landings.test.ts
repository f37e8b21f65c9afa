import { expect, it } from "vitest";
import { atRest, type Problem, rigid, simulate } from "../../../../src/index.js";

const g = 9.81;
/** What friction does at an impact: a change of the sliding velocity u of a disc's rim, to a third in its speed and two in its spin. */
const rubbed = (u: number, most: number): number => -Math.sign(u) * Math.min(most, Math.abs(u) / 3);

// where it gives nothing back it falls along the wall, which it touches without a force; beside it a box comes to lie on its corners
it.each([
  [0.3, 0.3, 1e-4],
  [0.5, 0, 1e-7],
])("a disc hits a wall, then the floor: friction %d, restitution %d", async (friction, restitution, accuracy) => {
  const radius = 0.06;
  const model = rigid({
    gravity: [0, -g, 0],
    bodies: [
      { name: "disc", space: "planar", shape: { kind: "ball", radius }, density: 50 },
      { name: "box", space: "planar", shape: { kind: "box", half: [0.1, 0.05, 0.1] }, density: 50 },
    ],
    world: [
      { name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: -0.6 } },
      { name: "wall", shape: { kind: "half-space", normal: [-1, 0, 0], tangent: [0, 1, 0], offset: -0.8 } },
    ],
    contacts: "all",
    materials: [{ friction, restitution }],
  });
  const start = { "disc.x": 0.6, "disc.y": 0.3, "disc.vx": 1, "disc.omega": -3 };
  const box = { "box.y": -0.2, "box.theta": 0.3, "box.vx": -1 };
  const problem = { name: "p", title: "p", model, parameters: {}, start: { ...atRest(model), ...start, ...box } };
  const { status, message, trajectory } = await simulate({ ...problem, grid: { end: 0.5, accuracy }, values: {} });
  expect(status, message).toBe("solved");
  const end = (name: string): number => trajectory.columns[name].at(-1)!;

  const hit = 0.8 - radius - 0.6;
  const up = rubbed(-g * hit - 3 * radius, friction * (1 + restitution));
  const [vx, vy, omega] = [-restitution, up - g * hit, -3 + (2 * up) / radius];
  const fall = 0.3 - (g * hit * hit) / 2 - (-0.6 + radius);
  const flight = (vy + Math.sqrt(vy * vy + 2 * g * fall)) / g;
  const along = rubbed(vx + omega * radius, friction * (1 + restitution) * (g * flight - vy));
  const left = 0.5 - hit - flight;
  expect(end("disc.x")).toBeCloseTo(0.8 - radius + vx * flight + (vx + along) * left, 6);
  expect(end("disc.omega")).toBeCloseTo(omega + (2 * along) / radius, 5);
  expect(end("box.y")).toBeCloseTo(-0.55, 6);
});

// the branches behind a blow are those of the impact, where rounding of gaps hides them in the step that looks for them
it("a capsule lands on a slope, and no bounce of rounding stops it", async () => {
  const model = rigid({
    gravity: [0, -g, 0],
    bodies: [
      {
        name: "b0",
        space: "planar",
        shape: { kind: "capsule", radius: 0.042455058267805726, from: [-0.08, 0, 0], to: [0.08, 0, 0] },
        density: 54.520689360797405,
      },
    ],
    world: [
      {
        name: "floor",
        shape: {
          kind: "half-space",
          normal: [0.22790168059546578, 0.9736841500105474, 0],
          tangent: [0.9736841500105474, -0.22790168059546578, 0],
          offset: -0.6,
        },
      },
      { name: "peg", shape: { kind: "ball", radius: 0.1, centre: [0.05206653540953993, -0.45, 0] } },
    ],
    contacts: "all",
    materials: [{ friction: 0.5, restitution: 0 }],
  });
  const start = {
    ...atRest(model),
    "b0.x": -0.512676174682565,
    "b0.y": 0.1557732028886676,
    "b0.theta": -0.22551827179268003,
    "b0.vx": -0.9232985824346542,
    "b0.vy": -0.9714913635980338,
    "b0.omega": 1.8207030044868588,
  };
  const problem = { name: "p", title: "p", model, parameters: {}, start, values: {} };
  const exact = await simulate({ ...problem, grid: { end: 0.5, accuracy: 1e-7 } });
  expect(exact.status, exact.message).toBe("solved");
  const steps = await simulate({ ...problem, grid: { steps: 2000, h: 0.5 / 2000 } });
  for (const name of ["b0.x", "b0.y", "b0.theta"])
    expect(Math.abs(exact.trajectory.columns[name].at(-1)! - steps.trajectory.columns[name].at(-1)!)).toBeLessThan(
      3e-3,
    );
});

// places on edges are unknowns beside forces, and an impact leaves them as they are
it("a box and a capsule hit each other in flight, as short steps say", async () => {
  const hit = async (law: "restitution" | "rebound", grid: Problem["grid"]) => {
    const model = rigid({
      gravity: [0, -g, 0],
      bodies: [
        { name: "box", space: "planar", shape: { kind: "box", half: [0.09, 0.08, 0.1] }, density: 90 },
        {
          name: "capsule",
          space: "planar",
          shape: { kind: "capsule", radius: 0.04, from: [-0.08, 0, 0], to: [0.08, 0, 0] },
          density: 70,
        },
      ],
      contacts: "all",
      materials: [{ friction: 0, [law]: 0.3 }],
    });
    const box = { "box.x": -0.48, "box.y": 0.036, "box.theta": -2.95, "box.vx": 2, "box.omega": -0.9 };
    const capsule = { "capsule.x": -0.033, "capsule.y": 0.13, "capsule.theta": -2.1 };
    const rates = { "capsule.vx": -1.6, "capsule.vy": -0.93, "capsule.omega": 3 };
    const start = { ...atRest(model), ...box, ...capsule, ...rates };
    return await simulate({ name: "p", title: "p", model, parameters: {}, start, grid, values: {} });
  };
  const exact = await hit("restitution", { end: 0.09 });
  expect(exact.status, exact.message).toBe("solved");
  const steps = await hit("rebound", { steps: 3000, h: 0.09 / 3000 });
  for (const name of ["box.omega", "capsule.omega", "box.vx", "capsule.vy"])
    expect(Math.abs(exact.trajectory.columns[name].at(-1)! - steps.trajectory.columns[name].at(-1)!)).toBeLessThan(
      0.02,
    );
});
