import { expect, it } from "vitest";
import { atRest, type Problem, rigid, simulate } from "../../src/index.js";

const [radius, hill, speed, drop, g] = [0.05, 1, 0.3, 1e-4, 9.81];

/** A rigid ball without friction, which falls by `drop` onto the top of a round hill and slides down. */
function sliding(space: "planar" | "spatial", h: number): Problem {
  const up = space === "planar" ? 1 : 2;
  const along = (length: number): [number, number, number] => [0, up === 1 ? length : 0, up === 2 ? length : 0];
  const model = rigid({
    gravity: along(-g),
    bodies: [{ name: "ball", space, shape: { kind: "ball", radius }, density: 1000 }],
    world: [{ name: "hill", shape: { kind: "ball", radius: hill, centre: along(-hill) } }],
    contacts: "all",
    materials: [{ friction: 0 }],
  });
  const start = { ...atRest(model), [up === 1 ? "ball.y" : "ball.z"]: radius + drop, "ball.vx": speed };
  return {
    name: "own/hill",
    title: "",
    model,
    parameters: {},
    start,
    grid: { steps: Math.round(0.1 / h), h },
    values: {},
  };
}

// a gap in newtons is one of the distance of two middles, which is known to less digits than a place near the origin
it.each([
  ["planar", 1e-3],
  ["planar", 1e-5],
  ["spatial", 1e-4],
  ["spatial", 1e-5],
] as const)("a rigid ball slides down a round hill, %s, in steps of %f s", async (space, h) => {
  const { status, message, trajectory } = await simulate(sliding(space, h), { gridError: false });
  expect(status, message).toBe("solved");
  expect(message).not.toContain("halvings");
  const { columns } = trajectory;
  const last = (name: string): number => columns[`ball.${name}`].at(-1)!;
  const [x, z, vx, vz] = space === "planar" ? ["x", "y", "vx", "vy"].map(last) : ["x", "z", "vx", "vz"].map(last);
  expect(Math.abs(Math.hypot(x, z + hill) - hill - radius)).toBeLessThan(1e-14);
  // the landing takes the fall along the normal; from there all energy stays, but for what steps take
  const landed = (speed * Math.sqrt((2 * drop) / g)) / (hill + radius);
  const before = [speed, -Math.sqrt(2 * g * drop)];
  const tangent = before[0] * Math.cos(landed) - before[1] * Math.sin(landed);
  const fallen = (hill + radius) * Math.cos(landed) - (z + hill);
  expect(Math.abs((vx ** 2 + vz ** 2 - tangent ** 2) / 2 / (g * fallen) - 1)).toBeLessThan(20 * h);
});
