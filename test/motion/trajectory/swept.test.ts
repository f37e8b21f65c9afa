import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as belt } from "../../../problems/drives/belt.js";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { rectangle, type Shape } from "../../../src/geometry/shape.js";
import type { CompliantContact } from "../../../src/mechanics/compliance.js";
import type { Contact } from "../../../src/mechanics/contact.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { vertexContacts } from "../../../src/mechanics/vertices.js";
import { compliant } from "../../../src/models/compliant.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";
import { deepest } from "../../../src/motion/trajectory/swept.js";
import { real } from "../../arbitraries.js";

/** A ball of 5 cm in space without gravity, thrown against a wall 1 cm thick and 2 m wide and high, fixed or free. */
function throwAtWall(
  start: readonly [number, number, number],
  velocity: readonly [number, number, number],
  { stiffness = 1e4, free = false, wall = { kind: "box", half: [0.005, 1, 1] } as Shape } = {},
): Problem {
  const contact: Contact = {
    name: "wall",
    body: "ball",
    shape: { kind: "ball", radius: 0.05 },
    against: free ? { body: "door", shape: wall } : wall,
    friction: 0.2,
  };
  const model = compliant({
    gravity: [0, 0, 0],
    bodies: [
      { name: "ball", space: "spatial", mass: 0.5, inertia: 5e-4 },
      ...(free ? [{ name: "door", space: "spatial" as const, mass: 20, inertia: 5 }] : []),
    ],
    contacts: [{ ...contact, stiffness, damping: 1, coneSmoothing: 0 }],
  });
  const axes = ["x", "y", "z"];
  return {
    name: "throw",
    title: "A ball thrown at a wall",
    model,
    parameters: {},
    start: {
      ...atRest(model),
      ...Object.fromEntries(
        axes.flatMap((axis, i) => [
          [`ball.${axis}`, start[i]],
          [`ball.v${axis}`, velocity[i]],
        ]),
      ),
    },
    grid: { steps: 8, h: 0.01 },
    values: {},
  };
}

const starts = fc.tuple(real(-1, -0.2), real(-1.5, 1.5), real(-1.5, 1.5));
const velocities = fc.tuple(real(5, 400), real(-20, 20), real(-20, 20));

describe("a fast ball and a thin wall", () => {
  it.each([{ free: false }, { free: true }])(
    "never go through each other unsaid, and nothing is said of a ball that flies past: %o",
    async ({ free }) => {
      await fc.assert(
        fc.asyncProperty(starts, velocities, async (start, velocity) => {
          const { status, message, trajectory } = await simulate(throwAtWall(start, velocity, { free }), {
            gridError: false,
          });
          const end = trajectory.columns["ball.x"].at(-1)!;
          const time = -start[0] / velocity[0];
          const [y, z] = [1, 2].map((i) => Math.abs(start[i] + time * velocity[i]));
          if (end > 0.1 && Math.max(y, z) < 1) {
            expect(status, message).toBe("unphysical");
            expect(message).toMatch(/passed through|deepest deformation/);
          }
          if (Math.max(y, z) > 1.1) expect(status, message).toBe("solved");
        }),
        { numRuns: 60 },
      );
    },
  );

  it("are told of a block and a thin pin, too, whose corners are on the other side at the next grid point", async () => {
    const polygon = { name: "pin", friction: 0, stiffness: 1e4, damping: 1, coneSmoothing: 0 };
    const contacts = vertexContacts<CompliantContact>({
      ...polygon,
      body: "block",
      shape: rectangle(0.05, 0.05),
      against: rectangle(0.002, 0.3),
    });
    const model = compliant({
      gravity: [0, 0, 0],
      bodies: [{ name: "block", space: "planar", mass: 1, inertia: 1e-3 }],
      contacts,
    });
    const thrown = (speed: number) =>
      simulate({
        name: "pin",
        title: "A block thrown at a pin",
        model,
        parameters: {},
        start: { ...atRest(model), "block.x": -0.2, "block.vx": speed },
        grid: { steps: 50, h: 0.004 },
        values: {},
      });
    const [held, through] = [await thrown(0.2), await thrown(60)];
    expect(held.status, held.message).toBe("solved");
    expect(through.status).toBe("unphysical");
    expect(through.message).toMatch(/passed through|deepest deformation/);
  });

  it.each([1, 100])(
    "are told of a knob on a turning arm %i times as long, whose centre does not move",
    async (size) => {
      const model = compliant({
        gravity: [0, 0, 0],
        bodies: [{ name: "arm", space: "planar", mass: 1, inertia: 0.1 }],
        contacts: [
          {
            name: "blade",
            body: "arm",
            shape: { kind: "ball", radius: 0.02, centre: [0.3 * size, 0, 0] },
            against: { kind: "segment", from: [0.15 * size, 0.1 * size, 0], to: [0.4 * size, 0.25 * size, 0] },
            friction: 0,
            stiffness: 1e4,
            damping: 1,
            coneSmoothing: 0,
          },
        ],
      });
      const turned = (omega: number) =>
        simulate({
          name: "arm",
          title: "A turning arm and a blade",
          model,
          parameters: {},
          start: { ...atRest(model), "arm.omega": omega },
          grid: { steps: 2, h: 0.01 },
          values: {},
        });
      expect((await turned(110)).message).toContain("passed through");
      expect((await turned(1)).status).toBe("solved");
    },
  );

  it("tell a wall that is too soft from one that holds", async () => {
    const thrown = (stiffness: number) =>
      simulate({ ...throwAtWall([-0.3, 0, 0], [2, 0, 0], { stiffness }), grid: { steps: 400, h: 1e-3 } });
    const [held, pierced] = [await thrown(1e4), await thrown(1e2)];
    expect(held.status).toBe("solved");
    expect(held.trajectory.columns["ball.x"].at(-1)).toBeLessThan(-0.2);
    expect(pierced.status).toBe("unphysical");
    expect(pierced.message).toContain("deepest deformation");
  });

  it("tell ground without end that is too soft from ground that holds: a ball sinks in by its radius", async () => {
    const thrown = (stiffness: number) => simulate(bounce, { set: { stiffness, "grid.h": 1e-3, "grid.end": 0.45 } });
    expect((await thrown(5e3)).status).toBe("solved");
    for (const stiffness of [5, 50]) {
      const { status, message, trajectory } = await thrown(stiffness);
      expect(Math.min(...trajectory.columns["ball.z"])).toBeLessThan(0);
      expect(status).toBe("unphysical");
      expect(message).toContain("deepest deformation");
    }
  });
});

describe("what lies on a surface without end", () => {
  const floor: Shape = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0.3 };

  /** A kilogram that is let down on a floor, or on a tray that goes up and along, until it rests. */
  async function lying(shape: Shape, z: number, stiffness: number, on: "floor" | "tray" = "floor") {
    const model = compliant({
      gravity: [0, 0, -10],
      bodies: [{ name: "body", space: "spatial", mass: 1, inertia: 0.01 }],
      contacts: [
        {
          name: "under",
          body: "body",
          shape,
          against: on === "floor" ? floor : { body: "tray", shape: floor },
          friction: 0.3,
          stiffness,
          damping: 2 * Math.sqrt(stiffness),
          coneSmoothing: 1e-4,
        },
      ],
      ...(on === "tray" && {
        driven: [{ name: "tray", space: "spatial" as const, velocity: { linear: [0.2, 0, 0.5] as const } }],
      }),
    });
    const start = { ...atRest(model), "body.z": 0.3 + z, ...(on === "tray" && { "body.vx": 0.2, "body.vz": 0.5 }) };
    const problem: Problem = {
      name: "lying",
      title: "",
      model,
      parameters: {},
      start,
      grid: { steps: 60, h: 0.05 },
      values: {},
    };
    return simulate(problem, { gridError: false });
  }
  const egg: Shape = { kind: "ellipsoid", halfAxes: [0.2, 0.2, 0.1] };

  it.each([
    ["an egg", egg, 0.1, 1000, "floor"],
    ["an egg on a tray", egg, 0.1, 400, "tray"],
    // its body hangs under the floor
    ["a hook", { kind: "point", at: [0, 0, 0.2] }, -0.2, 4000, "floor"],
  ] as const)(
    "is pressed in by its weight over its stiffness, in parts of the way to its middle: %s",
    async (...of) => {
      const [, shape, z, stiffness, on] = of;
      const result = await lying(shape, z, stiffness, on);
      expect(result.status).toBe("solved");
      expect(deepest(result).value).toBeCloseTo(10 / stiffness / Math.abs(z), 4);
    },
  );

  it.each(["floor", "tray"] as const)("has sunk where its middle is as deep as the surface of the %s", async (on) => {
    const { status, message } = await lying(egg, 0.1, 100, on);
    expect([status, message]).toEqual(["unphysical", expect.stringContaining("eepest deformation")]);
  });

  it("is a block on a belt, however it slips", async () => {
    const told = async (stiffness: number) => {
      const result = await simulate(belt, { set: { stiffness }, gridError: false });
      return [result.status, deepest(result).value];
    };
    // two corners bear a kilogram, which is a fifth as thick as it reaches
    const way = Math.hypot(0.15, 0.02) / 5;
    expect(await told(1000)).toEqual(["solved", expect.closeTo(9.81 / 2000 / way, 2)]);
    expect(await told(20)).toEqual(["unphysical", expect.closeTo(9.81 / 40 / way, 0)]);
  });
});
