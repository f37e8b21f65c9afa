import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rectangle, type Shape } from "../../src/geometry/shape.js";
import { uniform } from "../../src/geometry/uniform.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { endContacts } from "../../src/mechanics/expand.js";
import { atRest, type ShapedScene } from "../../src/mechanics/scene.js";
import { vertexContacts } from "../../src/mechanics/vertices.js";
import { compliant } from "../../src/models/compliant.js";
import { rigid } from "../../src/models/rigid.js";
import { simulate } from "../../src/motion/solve.js";
import { real } from "../arbitraries.js";

const ball: Shape = { kind: "ball", radius: 0.05 };
const { mass, inertia } = uniform(ball, 800);
const floor: Shape = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
const tilted = [Math.cos(0.3), 0, Math.sin(0.3), 0] as const;

const obstacles: readonly (readonly [string, Shape])[] = [
  ["a table with four ends", { ...floor, offset: 0.2, stretch: [-0.3, 0.3], breadth: [-0.2, 0.2] }],
  [
    "a tilted box with round edges",
    { kind: "box", half: [0.1, 0.1, 0.1], rounding: 0.02, pose: { position: [0, 0, 0.1], orientation: tilted } },
  ],
  ["a post", { kind: "capsule", from: [0, 0, 0], to: [0, 0.1, 0.2], radius: 0.04 }],
  ["a can", { kind: "cylinder", radius: 0.1, halfLength: 0.1, pose: { position: [0, 0, 0.1] } }],
];

/** From above, towards the obstacle. */
const throws = fc.record({
  x: real(-0.3, 0.3),
  y: real(-0.2, 0.2),
  z: real(0.4, 0.6),
  vx: real(-1, 1),
  vy: real(-1, 1),
  vz: real(-1, 0),
  wy: real(-20, 20),
});

describe.each(obstacles)("a ball thrown on a floor and on %s", (_, obstacle) => {
  const contact = (name: string, against: Shape): Contact => ({
    name,
    body: "ball",
    shape: ball,
    against,
    friction: 0.3,
  });
  const contacts = [contact("floor", floor), contact("obstacle", obstacle)];
  const scene = {
    gravity: [0, 0, -9.81] as const,
    bodies: [{ name: "ball", space: "spatial" as const, mass, inertia }],
  };
  const models = {
    compliant: compliant({
      ...scene,
      contacts: contacts.map((one) => ({ ...one, stiffness: 1e4, damping: 5, coneSmoothing: 1e-4 })),
    }),
    rigid: rigid({ ...scene, contacts }),
  };

  it.each(Object.entries(models))("keeps every law, %s", async (name, model) => {
    await fc.assert(
      fc.asyncProperty(throws, async (thrown) => {
        const { status, message, trajectory } = await simulate({
          name: "thrown",
          title: "A ball thrown on an obstacle",
          model,
          parameters: {},
          start: {
            ...atRest(model),
            ...Object.fromEntries(Object.entries(thrown).map(([key, x]) => [`ball.${key}`, x])),
          },
          grid: { steps: 500, h: 0.001 },
          values: {},
        });
        expect(status, message).toBe("solved");
        // nothing falls through the floor, which a deformed ball lies a little in
        expect(Math.min(...trajectory.columns["ball.z"])).toBeGreaterThan(name === "rigid" ? 0.05 - 1e-9 : 0.02);
      }),
      { numRuns: 5 },
    );
  });
});

type Hanging = Omit<ShapedScene<Contact>, "materials">;

it("listed vertices and ends hang over the end of a table as all contacts do", async () => {
  const law = { friction: 0.4, stiffness: 5e4, damping: 100, coneSmoothing: 1e-4 };
  const bodies = [{ name: "b", space: "planar", mass: 2, inertia: 0.01 }] as const;
  const table: Shape = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0, stretch: [-1, 0.5] };
  const whole = { name: "t", body: "b", shape: rectangle(0.1, 0.05), against: table, ...law };
  const lowest = async (contacts: readonly CompliantContact[]): Promise<number> => {
    const model = compliant({ gravity: [0, -9.81, 0], bodies, contacts });
    const start = { ...atRest(model), "b.x": 0.52, "b.y": 0.0501 };
    const grid = { steps: 90, h: 2e-3 };
    const motion = await simulate({ name: "e", title: "e", model, parameters: {}, start, grid, values: {} });
    // the edge is under the part, in its own axes
    const { "b.x": xs, "b.y": ys, "b.theta": theta } = motion.trajectory.columns;
    return Math.max(...xs.map((x, k) => -Math.sin(theta[k]) * (0.5 - x) - Math.cos(theta[k]) * ys[k]));
  };
  expect(await lowest([...vertexContacts(whole), ...endContacts(whole, "planar")])).toBeLessThan(-0.049);
  // without them the edge is deep in the part
  expect(await lowest(vertexContacts(whole))).toBeGreaterThan(-0.03);
});

describe.each([
  [
    "compliant",
    (scene: Hanging) =>
      compliant({ ...scene, materials: [{ friction: 0.4, stiffness: 5e4, damping: 100, coneSmoothing: 1e-4 }] }),
  ],
  ["rigid", (scene: Hanging) => rigid({ ...scene, materials: [{ friction: 0.4 }] })],
] as const)("under the %s law a box that hangs over the end of a table", (_, law) => {
  const [half, thick, end] = [0.1, 0.05, 0.5];
  // by its weight of 157 N, and a little more as it tips
  const dent = 5e-3;
  const put = async (x: number) => {
    const model = law({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "b", space: "planar", shape: { kind: "box", half: [half, thick, 0.05] }, density: 800 }],
      world: [
        {
          name: "t",
          shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0, stretch: [-1, end] },
        },
      ],
      contacts: "all",
    });
    const start = { ...atRest(model), "b.x": x, "b.y": thick + 1e-4 };
    const motion = await simulate({
      name: "e",
      title: "e",
      model,
      parameters: {},
      start,
      grid: { steps: 90, h: 2e-3 },
      values: {},
    });
    expect(motion.status, motion.message).toBe("solved");
    const { "b.x": xs, "b.y": ys, "b.theta": theta } = motion.trajectory.columns;
    return { xs, ys, theta };
  };

  it("lies still while its middle is over the table, though its front corners hang in the air", async () => {
    const { xs, theta } = await put(0.45);
    expect(xs[90]).toBeCloseTo(0.45, 2);
    expect(Math.abs(theta[90])).toBeLessThan(0.02);
  });

  it("tips about the edge, which stays outside of it", async () => {
    const { xs, ys, theta } = await put(0.52);
    expect(theta[90]).toBeLessThan(-0.1);
    xs.forEach((x, k) => {
      const [dx, dy] = [end - x, -ys[k]];
      const across = -Math.sin(theta[k]) * dx + Math.cos(theta[k]) * dy;
      const along = Math.cos(theta[k]) * dx + Math.sin(theta[k]) * dy;
      if (Math.abs(along) < half) expect(across).toBeLessThan(-thick + dent);
    });
  });
});
