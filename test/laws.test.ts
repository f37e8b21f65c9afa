import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as place } from "../problems/rolling/ball-place.js";
import { problem as roll } from "../problems/rolling/ball-roll.js";
import { problem as rigidRoll } from "../problems/rolling/ball-roll-pyramid.js";
import type { Settings } from "../src/motion/problem/parameters.js";
import { simulate, solve } from "../src/motion/solve.js";
import { contacts, launches, real, smoothedCone } from "./arbitraries.js";

const compliantLaws = ["projection", "fritz-john", "pyramid"];

/** Turns the horizontal part of launch and spin about the table's normal. */
function turned(set: Record<string, number>, angle: number): Record<string, number> {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const turn = (x: string, y: string) => ({ [x]: c * set[x] - s * set[y], [y]: s * set[x] + c * set[y] });
  return { ...set, ...turn("launch.vx", "launch.vy"), ...turn("spin.x", "spin.y") };
}

describe("laws of contact at every solved step", () => {
  it.each(compliantLaws)("complementarity, cone and dissipation hold under %s", async (frictionLaw) => {
    await fc.assert(
      fc.asyncProperty(launches, contacts, async (launch, contact) => {
        const result = await simulate(roll, { set: { ...launch, ...contact, frictionLaw } });
        expect(result.status).toBe("solved");
        const { complementarity, coneExcess, energyCreated, penetration } = result.trajectory.certificate;
        // newtons against weights of 0.5 to 10 N, joules against energies of about 1 J
        expect(complementarity.value).toBeLessThan(1e-9);
        expect(coneExcess.value).toBeLessThan(frictionLaw === "fritz-john" ? smoothedCone(result) : 1e-9);
        expect(penetration.value).toBeLessThan(1e-12);
        expect(energyCreated.value).toBeLessThan(1e-11);
      }),
      { numRuns: 60 },
    );
  });

  it.each(["pyramid", "projection"])("the rigid step keeps them under %s", async (frictionLaw) => {
    await fc.assert(
      fc.asyncProperty(launches, async (launch) => {
        const result = await simulate(rigidRoll, { set: { ...launch, frictionLaw } });
        expect(result.status).toBe("solved");
        const { complementarity, coneExcess, energyCreated, penetration } = result.trajectory.certificate;
        expect(complementarity.value).toBeLessThan(1e-9);
        expect(coneExcess.value).toBeLessThan(1e-9);
        expect(penetration.value).toBeLessThan(1e-12);
        expect(energyCreated.value).toBeLessThan(1e-11);
      }),
      { numRuns: 60 },
    );
  });

  it.each(compliantLaws)("friction opposes slip, and the normal force bounds it as %s says", async (frictionLaw) => {
    await fc.assert(
      fc.asyncProperty(launches, async (launch) => {
        const {
          status,
          trajectory,
          run: { parameters },
        } = await simulate(roll, { set: { ...launch, frictionLaw } });
        expect(status).toBe("solved");
        const { columns } = trajectory;
        const column = (name: string): Float64Array => columns[`table.${name}`];
        for (let k = 1; k < trajectory.t.length; k++) {
          const [t, o] = [column("tangentForce")[k], column("orthogonalForce")[k]];
          const power = t * column("slidingVelocityT")[k] + o * column("slidingVelocityO")[k];
          expect(power).toBeLessThan(1e-12);
          const bound = (parameters.friction as number) * column("normalForce")[k];
          // the pyramid bounds each component, the cone is smoothed by γ = 1e-4 N
          const size = frictionLaw === "pyramid" ? Math.max(Math.abs(t), Math.abs(o)) : Math.hypot(t, o);
          const room = frictionLaw === "pyramid" ? bound : Math.sqrt(bound * (bound + 2e-4));
          expect(size).toBeLessThanOrEqual(room + 1e-10);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("momentum is conserved in free flight, exactly, and gravity adds m g h a step", async () => {
    await fc.assert(
      fc.asyncProperty(launches, async (launch) => {
        const { trajectory } = await simulate(roll, { set: { ...launch, "start.z": 100, "grid.steps": 30 } });
        expect(trajectory.t).toHaveLength(31);
        const column = (name: string): Float64Array => trajectory.columns[`ball.${name}`];
        for (let k = 1; k < trajectory.t.length; k++) {
          for (const name of ["vx", "vy", "wx", "wy", "wz"]) expect(column(name)[k]).toBeCloseTo(column(name)[0], 12);
          expect(column("vz")[k] - column("vz")[k - 1]).toBeCloseTo(-9.8 * 0.01, 12);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("equivariance", () => {
  it("moving start and target moves the solution with them", async () => {
    await fc.assert(
      fc.asyncProperty(real(-5, 5), real(-5, 5), async (x, y) => {
        const here = await solve(place);
        const there = await solve(place, {
          set: { "start.x": x, "start.y": y, "target.x": 1 + x, "target.y": -0.1 + y },
        });
        expect(there.values["launch.vx"]).toBeCloseTo(here.values["launch.vx"]!, 9);
        expect(there.values["launch.vy"]).toBeCloseTo(here.values["launch.vy"]!, 9);
      }),
      { numRuns: 10 },
    );
  });

  it.each(["projection", "fritz-john"])(
    "turning the launch about the normal turns the motion with it under %s",
    async (frictionLaw) => {
      await fc.assert(
        fc.asyncProperty(launches, real(0, 6.28), async (launch, angle) => {
          const set: Settings = { ...launch, frictionLaw };
          const here = (await simulate(roll, { set })).values;
          const there = (await simulate(roll, { set: { ...turned(launch, angle), frictionLaw } })).values;
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          expect(there["end.x"]).toBeCloseTo(c * here["end.x"]! - s * here["end.y"]!, 9);
          expect(there["end.y"]).toBeCloseTo(s * here["end.x"]! + c * here["end.y"]!, 9);
        }),
        { numRuns: 30 },
      );
    },
  );

  it("the pyramid is not equivariant: turned by 45°, the roll ends more than a centimetre elsewhere", async () => {
    const launch = { "launch.vx": 1, "launch.vy": 0.5, "spin.x": 40, "spin.y": -20, "spin.z": -10 };
    const here = (await simulate(rigidRoll, { set: launch })).values;
    const there = (await simulate(rigidRoll, { set: turned(launch, Math.PI / 4) })).values;
    const [x, y] = [there["end.x"]!, there["end.y"]!].map((v) => v * Math.SQRT1_2) as [number, number];
    expect(Math.hypot(x + y - here["end.x"]!, y - x - here["end.y"]!)).toBeGreaterThan(0.01);
  });

  it("decimetres, grams and other units give the same launch", async () => {
    // lengths ×10, masses ×1000: forces ×10⁴, stiffness and damping ×1000, inertia ×10⁵
    const set = {
      radius: 0.5,
      mass: 200,
      gravity: 98,
      stiffness: 1e7,
      damping: 1e4,
      coneSmoothing: 1,
      "launch.vx": 10,
      "launch.vy": 5,
      "target.x": 10,
      "target.y": -1,
    };
    const si = (await solve(place)).values;
    const other = await solve(place, { set });
    expect(other.status).toBe("solved");
    expect(other.values["launch.vx"]! / 10).toBeCloseTo(si["launch.vx"]!, 9);
    expect(other.values["launch.vy"]! / 10).toBeCloseTo(si["launch.vy"]!, 9);
    expect(other.values["stick.step"]).toBe(si["stick.step"]);
  });
});
