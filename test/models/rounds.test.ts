import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromAxisAngle, multiplyQuaternions, rotate } from "../../src/algebra/rotation.js";
import type { Body } from "../../src/mechanics/body.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import type { Problem } from "../../src/motion/problem.js";
import { simulate } from "../../src/motion/result.js";
import { real } from "../arbitraries.js";
import { type Compliance, compliances, momentum, problemOf, roundScenes } from "./scenes.js";

const numRuns = 15;

describe.each(["planar", "spatial"] as const)("disks and spheres, %s", (space) => {
  it("on a floor and with each other keep complementarity and cone, and energy never grows", async () => {
    await fc.assert(
      fc.asyncProperty(roundScenes(space, true), async (problem) => {
        const { status, trajectory } = await simulate(problem);
        expect(status).toBe("solved");
        const { complementarity, coneExcess, energyCreated, penetration } = trajectory.certificate;
        // newtons against impacts of some hundred newtons, joules against energies of a few joules
        expect(complementarity.value).toBeLessThan(1e-9);
        expect(coneExcess.value).toBeLessThan(1e-8);
        expect(penetration.value).toBeLessThan(1e-12);
        expect(energyCreated.value).toBeLessThan(1e-10);
      }),
      { numRuns },
    );
  });

  it("alone with each other keep their linear momentum exactly", async () => {
    await fc.assert(
      fc.asyncProperty(roundScenes(space, false), async (problem) => {
        const { status, trajectory } = await simulate(problem);
        expect(status).toBe("solved");
        for (const axis of space === "planar" ? ["x", "y"] : ["x", "y", "z"]) {
          const sum = momentum(problem, trajectory.columns, axis);
          for (const value of sum) expect(value).toBeCloseTo(sum[0]!, 10);
        }
      }),
      { numRuns },
    );
  });
});

type Vector = readonly [number, number, number];

interface Glance {
  readonly offset: readonly [number, number];
  readonly spin: Vector;
  readonly compliance: Compliance;
}

const glances: fc.Arbitrary<Glance> = fc.record({
  offset: fc.tuple(real(-0.1, 0.1), real(-0.1, 0.1)),
  spin: fc.tuple(real(-30, 30), real(-30, 30), real(-30, 30)),
  compliance: compliances,
});

const axes = ["x", "y", "z"] as const;

/** A sphere that glances off a spinning one, the whole scene turned: in the given frame it comes along z. */
function glancing({ offset, spin, compliance }: Glance, turn: (v: Vector) => Vector): Problem {
  const [radius, mass] = [0.1, 0.5];
  const shape = { kind: "round" as const, radius };
  const bodies = ["a", "b"].map(
    (name): Body => ({ name, space: "spatial", mass, inertia: 0.4 * mass * radius * radius }),
  );
  const contacts: CompliantContact[] = [
    { name: "touch", body: "a", shape, against: { body: "b", shape }, ...compliance, stiffness: 500 },
  ];
  const start: Record<string, number> = {};
  const place = (name: string, v: Vector): void => {
    for (const [i, value] of turn(v).entries()) start[`${name}${axes[i]}`] = value;
  };
  place("a.", [...offset, 0.25]);
  place("a.v", [0, 0, -2]);
  place("b.w", spin);
  return problemOf({ gravity: [0, 0, 0], bodies, contacts }, start, 120, 0.002);
}

describe("two spheres in space", () => {
  it("move alike however the scene is turned: no axis of a contact is felt, near no pole", async () => {
    const turns = fc.tuple(
      // upright, upside down, and where the choice of tangents changes
      fc.oneof(real(0, 3.15), fc.constantFrom(0, Math.PI, (2 / 3) * Math.PI)),
      real(0, 7),
      real(0, 7),
    );
    await fc.assert(
      fc.asyncProperty(glances, turns, async (glance, [tilt, azimuth, about]) => {
        const q = multiplyQuaternions(
          fromAxisAngle([Math.cos(azimuth), Math.sin(azimuth), 0], tilt),
          fromAxisAngle([0, 0, 1], about),
        );
        const turn = (v: Vector): Vector => Array.from(rotate(q, v)) as unknown as Vector;
        const here = await simulate(glancing(glance, (v) => v));
        const there = await simulate(glancing(glance, turn));
        expect([here.status, there.status]).toEqual(["solved", "solved"]);
        for (const vector of ["a.", "a.v", "a.w", "b.v", "b.w"]) {
          const end = (columns: Readonly<Record<string, Float64Array>>): Vector =>
            axes.map((axis) => columns[vector + axis]!.at(-1)!) as unknown as Vector;
          const expected = turn(end(here.trajectory.columns));
          for (const [i, value] of end(there.trajectory.columns).entries()) expect(value).toBeCloseTo(expected[i]!, 8);
        }
      }),
      { numRuns: 30 },
    );
  });
});
