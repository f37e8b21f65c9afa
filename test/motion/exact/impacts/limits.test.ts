import { expect, it } from "vitest";
import { atRest, type Problem, rigid, simulate } from "../../../../src/index.js";

const [half, thick, radius, reach] = [0.4, 0.02, 0.05, 0.6];

/** A ball flies at a door that hangs on a hinge, whose limit lets it open by an angle. */
function door(opens: number, restitution: number, accuracy: number): Problem {
  const model = rigid({
    gravity: [0, 0, 0],
    bodies: [
      { name: "door", space: "planar", shape: { kind: "box", half: [half, thick, 0.1] }, density: 200 },
      { name: "ball", space: "planar", shape: { kind: "ball", radius }, density: 500 },
    ],
    contacts: "all",
    materials: [{ friction: 0, restitution }],
    joints: [
      {
        name: "hinge",
        kind: "hinge",
        body: "door",
        at: [-half, 0, 0],
        to: { at: [-half, 0, 0] },
        limits: { lower: -1.5, upper: opens },
      },
    ],
  });
  const start = { ...atRest(model), "ball.x": reach - half, "ball.y": -0.3, "ball.vy": 1 };
  return { name: "door", title: "door", model, parameters: {}, start, grid: { end: 0.7, accuracy }, values: {} };
}

// the limit holds without a force, which rounding opened: a ball was bridged as if nothing were given back, or nothing went on
it.each([
  [0, 0.3, 1e-4],
  [0, 0, 1e-7],
  [0.2, 0.3, 1e-4],
])("a door that opens by %d rad, on its limit, gives a ball back %d of its speed", async (opens, e, accuracy) => {
  const problem = door(opens, e, accuracy);
  const { status, message, trajectory } = await simulate(problem);
  expect(status, message).toBe("solved");
  // the first blow is at a free door: e = (ω r − v)/1, m v + I ω/r = m with I about the hinge
  const mass = 500 * Math.PI * radius ** 2;
  const inertia = (800 * half * thick * ((2 * half) ** 2 + (2 * thick) ** 2)) / 12 + 800 * half * thick * half ** 2;
  const after = (mass - (e * inertia) / reach ** 2) / (mass + inertia / reach ** 2);
  const before = opens > 0 ? after : 1;
  const [sin, cos] = [Math.sin(opens), Math.cos(opens)];
  // along the face it goes on, across it e of it comes back
  const [along, across] = [before * sin, -e * before * cos];
  const end = (name: string): number => trajectory.columns[name].at(-1)!;
  expect(end("ball.vx")).toBeCloseTo(along * cos - across * sin, 6);
  expect(end("ball.vy")).toBeCloseTo(along * sin + across * cos, 6);
  expect(end("door.theta")).toBeCloseTo(opens, 8);
});
