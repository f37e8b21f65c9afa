import { expect, it, vi } from "vitest";
import { randomNumbers } from "../../../../src/algebra/random.js";
import { compliant } from "../../../../src/models/compliant.js";
import { simulate } from "../../../../src/motion/solve.js";
import { brokenLaws } from "../../../../src/motion/trajectory/laws.js";
import { ballProblem, ballScene, floor, swarm } from "./scenes.js";

it("balances piles where a page forbids WebAssembly, too, by whole factors", async () => {
  const refused = vi.spyOn(WebAssembly, "Module").mockImplementation(function refuse(): never {
    throw new WebAssembly.CompileError("refused by the content security policy");
  });
  const launches = swarm(48, randomNumbers(3));
  const problem = ballProblem(compliant(ballScene(launches, [floor])), launches, { steps: 12, h: 0.008 });
  const result = await simulate(problem);
  expect(refused).toHaveBeenCalled();
  expect(result.status).toBe("solved");
  expect(result.solution.residual).toBeLessThan(1e-11);
  expect(Math.max(...result.trajectory.columns["contacts.pushing"].slice(1))).toBeGreaterThan(50);
  expect(brokenLaws({ result, verb: "simulate" })).toEqual([]);
});
