import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulate } from "../../src/motion/result.js";
import { momentum, roundScenes } from "./scenes.js";

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
