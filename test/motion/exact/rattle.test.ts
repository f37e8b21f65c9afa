import { expect, it } from "vitest";
import { atRest, rigid, simulate } from "../../../src/index.js";

/** A disk that flies to and fro in a room between two walls, each of which gives back a part of its speed. */
function rattle(room: number, restitution: number) {
  const side = (name: string, x: 1 | -1) =>
    ({
      name,
      shape: { kind: "half-space", normal: [x, 0, 0], tangent: [0, -x, 0], offset: -0.05 - room / 2 },
    }) as const;
  const model = rigid({
    gravity: [0, 0, 0],
    bodies: [{ name: "disk", space: "planar", shape: { kind: "ball", radius: 0.05 }, mass: 1 }],
    world: [side("left", 1), side("right", -1)],
    contacts: "all",
    materials: [{ friction: 0, restitution }],
  });
  return {
    name: "rattle",
    title: "A disk rattles between two walls",
    model,
    parameters: {},
    start: { ...atRest(model), "disk.vx": 10 },
    grid: { end: 1 },
    values: {},
  };
}

/** Its speed after a second: half of the room first, then all of it, slower by the restitution after every blow. */
function speedOf(room: number, restitution: number): number {
  let speed = 10;
  for (let t = room / 2 / speed; t < 1; t += room / speed) speed *= restitution;
  return speed;
}

it.each([
  [2e-5, 0.9],
  [2e-5, 0.95],
  [5e-5, 0.9],
  [5e-5, 0.95],
  [3e-4, 0.8],
])("impacts that crowd in a room of %s m give back what their restitution %s says", async (room, restitution) => {
  const { status, trajectory } = await simulate(rattle(room, restitution));
  expect(status).toBe("solved");
  expect(Math.abs(trajectory.columns["disk.vx"].at(-1) ?? Number.NaN)).toBeCloseTo(speedOf(room, restitution), 9);
});
