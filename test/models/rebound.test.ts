import { describe, expect, it } from "vitest";
import { atRest, type Problem, parameter as p, rigid, simulate } from "../../src/index.js";

const [mass, radius, g] = [0.2, 0.05, 9.81];
const ball = { name: "ball", space: "spatial", mass, inertia: 2e-4 } as const;
const floor = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } as const;
const touch = { name: "floor", body: "ball", shape: { kind: "ball", radius }, against: floor, friction: 0.3 } as const;
const number = (value: number) => ({ value, unit: "1", meaning: "of a test" });

const model = rigid({ gravity: [0, 0, -g], bodies: [ball], contacts: [{ ...touch, rebound: p("e") }] });
const dropped: Problem = {
  name: "drop",
  title: "A rigid ball falls",
  model,
  parameters: { e: number(0.5), height: number(0.1), "launch.vx": number(0) },
  start: { ...atRest(model), "ball.z": p("height"), "ball.vx": p("launch.vx") },
  grid: { steps: 400, h: 1e-3 },
  values: {},
};

describe("a rigid contact with a rebound, on a grid", () => {
  it.each([0, 0.3, 0.8, 0.95])("parts at e = %f times the velocity at which it closed", async (e) => {
    const { status, trajectory } = await simulate(dropped, { set: { e, "grid.steps": 160 }, gridError: false });
    expect(status).toBe("solved");
    const v = trajectory.columns["ball.vz"];
    const k = v.findIndex((x, i) => i > 0 && x > v[i - 1]);
    // the step that closes stops at the floor, the next one parts
    expect(v[k + 1]).toBeCloseTo(-e * v[k - 1], 9);
    expect(trajectory.columns["ball.z"][k]).toBeCloseTo(radius, 12);
    expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-12);
  });

  it("comes to the third height of the continuous motion in proportion to the step, and then to rest", async () => {
    const fallen = 0.1 - radius;
    const miss: number[] = [];
    for (const steps of [1600, 3200]) {
      const set = { e: 0.7, "grid.steps": steps, "grid.h": 0.8 / steps };
      const { columns } = (await simulate(dropped, { set, gridError: false })).trajectory;
      const z = columns["ball.z"];
      const tops = z.filter((x, i) => i > 1 && x > z[i - 1] && x >= (z[i + 1] ?? 1));
      miss.push(Math.abs(tops[2] - radius - 0.7 ** 6 * fallen));
    }
    expect(miss[1]).toBeLessThan(0.7 * miss[0]);
    expect(miss[1]).toBeLessThan(3e-4);
    const rest = (await simulate(dropped, { set: { e: 0.3, "grid.steps": 800 }, gridError: false })).trajectory;
    expect(rest.columns["ball.z"].at(-1)).toBeCloseTo(radius, 9);
    expect(rest.columns["floor.normalForce"].at(-1)).toBeCloseTo(mass * g, 6);
  });

  it("rubs by its cone in both steps: Δv_x = μ (1 + e) v while it slides", async () => {
    const set = { e: 0.5, "launch.vx": 2, "grid.steps": 160 };
    const { columns } = (await simulate(dropped, { set, gridError: false })).trajectory;
    const v = Math.sqrt(2 * g * (0.1 - radius));
    expect(2 - (columns["ball.vx"].at(-1) ?? 0)).toBeCloseTo(0.3 * 1.5 * v, 1);
  });

  it.each([0.2, 0.4])(
    "rattles to rest in a groove, friction %f: what closes slower than 1 mm/s does not rebound",
    async (friction) => {
      const wall = (name: string, x: number) =>
        ({ name, shape: { kind: "segment", from: [0, 0, 0], to: [x, Math.abs(x), 0] } }) as const;
      const groove = rigid({
        gravity: [0, -g, 0],
        bodies: [{ name: "disc", space: "planar", shape: { kind: "ball", radius }, density: 1000 }],
        world: [wall("left", -0.5), wall("right", 0.5)],
        contacts: "all",
        materials: [{ friction, rebound: 0.3 }],
      });
      const start = { ...atRest(groove), "disc.x": -0.2, "disc.y": 0.4 };
      const grid = { end: 0.8, h: 1e-3 };
      const problem = {
        name: "groove",
        title: "A disc in a groove",
        model: groove,
        parameters: {},
        start,
        grid,
        values: {},
      };
      const { status, message, trajectory } = await simulate(problem, { gridError: false });
      expect(status, message).toBe("solved");
      const last = (name: string): number => trajectory.columns[name].at(-1)!;
      expect(last("disc.y")).toBeCloseTo(Math.SQRT2 * radius, 9);
      expect(Math.hypot(last("disc.vx"), last("disc.vy"), radius * last("disc.omega"))).toBeLessThan(1e-9);
      expect([last("disc-left.closed"), last("disc-right.closed")]).toEqual([0, 0]);
    },
  );

  it("is refused beside a restitution, above one, and by the method exact", async () => {
    const both = { ...touch, rebound: 0.5, restitution: 0.5 };
    expect(() => rigid({ gravity: [0, 0, -g], bodies: [ball], contacts: [both] })).toThrow(/must not both be given/);
    await expect(simulate(dropped, { set: { e: 1.1 } })).rejects.toThrow(/floor\.rebound must be at most 1/);
    await expect(simulate(dropped, { set: { "grid.method": "exact" } })).rejects.toThrow(/needs forces that follow/);
  });
});
