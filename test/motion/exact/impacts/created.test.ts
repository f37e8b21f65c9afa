import { expect, it } from "vitest";
import { atRest, type Problem, rigid, simulate } from "../../../../src/index.js";

const half = 0.4;
const gap = 0.03;

/** A door on a hinge at its far end, on one side of a gap. */
const hinge = (body: string, side: number) =>
  ({
    name: `${body}Hinge`,
    kind: "hinge",
    body,
    at: [side * half, 0, 0],
    to: { at: [side * (2 * half + gap), 0, 0] },
  }) as const;

const door = (name: string) =>
  ({ name, space: "planar", shape: { kind: "box", half: [half, 0.02, 0.1] }, density: 200 }) as const;

// gaps of corners were looked at beside the sides that were nearest long ago: doors struck each other a metre and a half apart
it("doors that turn past each other without a touch go on as they turn", async () => {
  const model = rigid({
    gravity: [0, 0, 0],
    bodies: [door("left"), door("right")],
    contacts: "all",
    materials: [{ friction: 0, restitution: 0.9 }],
    joints: [hinge("left", -1), hinge("right", 1)],
  });
  const [left, right] = [1.221, -3.297];
  const start = {
    ...atRest(model),
    "left.x": -half - gap,
    "right.x": half + gap,
    "left.omega": left,
    "right.omega": right,
    "left.vy": left * half,
    "right.vy": -right * half,
  };
  const grid = { end: 1.6, accuracy: 1e-4 };
  const problem: Problem = { name: "doors", title: "doors", model, parameters: {}, start, grid, values: {} };
  const { status, message, trajectory } = await simulate(problem);
  expect(status, message).toBe("solved");
  expect(trajectory.columns["left.theta"].at(-1)).toBeCloseTo(1.6 * left, 6);
  expect(trajectory.columns["right.theta"].at(-1)).toBeCloseTo(1.6 * right, 6);
});

/** The lower end of a rod strikes a floor aslant. */
async function rod(law: "restitution" | "impulseRestitution") {
  const model = rigid({
    gravity: [0, 0, 0],
    bodies: [
      {
        name: "rod",
        space: "planar",
        shape: { kind: "segment", from: [-0.5, 0, 0], to: [0.5, 0, 0] },
        mass: 1,
        inertia: 1 / 12,
      },
    ],
    world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
    contacts: "all",
    materials: [{ friction: 0.5, [law]: 1 }],
  });
  const place = { "rod.y": 0.5 * Math.sin(0.9) + 0.01, "rod.theta": 0.9, "rod.vx": 0.2, "rod.vy": -1 };
  const start = { ...atRest(model), ...place };
  return simulate({ name: "rod", title: "rod", model, parameters: {}, start, grid: { end: 0.03 }, values: {} });
}

// Kane, Levinson, Dynamics (1985): friction at a blow by Newton's law gives energy where it turns the sliding round
it("energy that an impact creates is told, and by which law it creates none", async () => {
  const { status, message, trajectory } = await rod("restitution");
  expect(status).toBe("unphysical");
  expect(message).toContain("Poisson's (impulseRestitution) creates none");
  const { columns, certificate } = trajectory;
  const [vx, vy, omega] = ["vx", "vy", "omega"].map((name) => columns[`rod.${name}`].at(-1)!);
  const gained = 0.5 * (vx * vx + vy * vy + (omega * omega) / 12) - 0.5 * 1.04;
  expect(gained).toBeGreaterThan(0.06);
  expect(certificate.energyCreated.value).toBeCloseTo(gained, 9);
  expect((await rod("impulseRestitution")).status).toBe("solved");
});
