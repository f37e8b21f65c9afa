import { expect, it } from "vitest";
import { atRest, type Model, type Problem, rigid, simulate } from "../../../../src/index.js";

const g = 9.81;
const floor = { name: "floor", shape: { kind: "half-space", offset: 0 } } as const;

/** A body on a rigid slope, in continuous time. */
const on = (model: Model, start: Problem["start"]): Problem => ({
  name: "feet",
  title: "What lies on several round feet",
  model,
  parameters: {},
  start: { ...atRest(model), ...start },
  grid: { end: 0.6 },
  values: {},
});

const [radius, half, mass] = [0.03, 0.1, 0.7];

/** A capsule on a slope, from this height above it, turned and spinning. */
function capsule(slope: number, friction: number, restitution: number, above: number): Problem {
  const [s, c] = [Math.sin(slope), Math.cos(slope)];
  const model = rigid({
    gravity: [0, -g, 0],
    bodies: [
      { name: "rod", space: "planar", shape: { kind: "capsule", radius, from: [-half, 0, 0], to: [half, 0, 0] }, mass },
    ],
    world: [{ ...floor, shape: { ...floor.shape, normal: [-s, c, 0], tangent: [c, s, 0] } }],
    contacts: "all",
    materials: [{ friction, restitution }],
  });
  const height = radius + above;
  const turned = above > 0 ? 0.4 : 0;
  return on(model, { "rod.x": -height * s, "rod.y": height * c, "rod.theta": slope + turned, "rod.omega": turned });
}

it.each([
  [0.25, 0.3, 0, 0],
  [0, 0.6, 0.4, 0.15],
  [0.25, 0.6, 0.4, 0.15],
])(
  "a capsule lies on both ends, slope %d rad, friction %d, restitution %d, from %d m",
  async (slope, friction, e, above) => {
    const { status, message, trajectory } = await simulate(capsule(slope, friction, e, above));
    expect(status, message).toBe("solved");
    const last = (name: string): number => trajectory.columns[name].at(-1)!;
    expect(Math.hypot(last("rod.vx"), last("rod.vy"), last("rod.omega"))).toBeLessThan(1e-6);
    const [lower, upper] = [last("rod-floor1.normalForce"), last("rod-floor2.normalForce")];
    // friction, at the radius below the middle, is borne by the lower end
    expect(lower + upper).toBeCloseTo(mass * g * Math.cos(slope), 6);
    expect((lower - upper) * half).toBeCloseTo(mass * g * Math.sin(slope) * radius, 6);
  },
);

it("a table stands on four feet on a slope", async () => {
  const [slope, friction] = [0.25, 0.6];
  const [s, c] = [Math.sin(slope), Math.cos(slope)];
  const [reach, low, foot] = [0.2, 0.1, 0.02];
  const corners = [-reach, reach].flatMap((x) => [-reach, reach].map((y) => [x, y, -low] as const));
  const table = {
    name: "table",
    space: "spatial",
    shapes: corners.map((centre, i) => ({ name: `foot${i}`, shape: { kind: "ball", radius: foot, centre } as const })),
    mass: 2,
    inertia: [0.1, 0.1, 0.1],
  } as const;
  const model = rigid({
    gravity: [0, 0, -g],
    bodies: [table],
    world: [{ ...floor, shape: { ...floor.shape, normal: [-s, 0, c], tangent: [c, 0, s] } }],
    contacts: "all",
    materials: [{ friction, restitution: 0 }],
  });
  const height = low + foot;
  const pose = { "table.e0": Math.cos(slope / 2), "table.ey": -Math.sin(slope / 2) };
  const { status, message, trajectory } = await simulate(
    on(model, { "table.x": -height * s, "table.z": height * c, ...pose }),
  );
  expect(status, message).toBe("solved");
  const forces = corners.map((_, i) => trajectory.columns[`table.foot${i}-floor.normalForce`].at(-1)!);
  const all = forces.reduce((sum, force) => sum + force, 0);
  const moment = forces.reduce((sum, force, i) => sum - force * corners[i][0], 0);
  expect(all).toBeCloseTo(2 * g * c, 5);
  expect(moment).toBeCloseTo(2 * g * s * height, 5);
  // what statics leave open is the least that holds
  expect(forces[0]).toBeCloseTo(forces[1], 6);
});

it.each([
  [["cart", "box"], 0.4],
  [["box", "cart"], 0.2],
] as const)("is carried on by a cart, which it slid on, in the order %s, with friction %d", async (order, friction) => {
  const [cartMass, speed, end] = [1, 0.4, 0.2];
  const halves = { cart: [0.1, 0.01, 0.01], box: [0.02, 0.02, 0.02] } as const;
  const model = rigid({
    gravity: [0, -g, 0],
    bodies: order.map((name) => ({
      name,
      space: "planar",
      shape: { kind: "box", half: halves[name] },
      mass: name === "cart" ? cartMass : mass,
    })),
    joints: [{ name: "rail", kind: "slider", body: "cart", axis: [1, 0, 0] }],
    contacts: "all",
    materials: [{ friction, restitution: 0 }],
  });
  const start = on(model, { "box.y": 0.03, "box.vx": speed });
  const { status, message, trajectory } = await simulate({ ...start, grid: { end } });
  expect(status, message).toBe("solved");
  // they slide against each other until both are as fast
  const [together, until] = [(mass * speed) / (mass + cartMass), speed / (friction * g * (1 + mass / cartMass))];
  const way = speed * until - 0.5 * friction * g * until ** 2 + together * (end - until);
  expect(trajectory.columns["box.x"].at(-1)).toBeCloseTo(way, 9);
  expect(trajectory.columns["cart.vx"].at(-1)).toBeCloseTo(together, 9);
});
