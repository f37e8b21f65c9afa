import { expect, it, vi } from "vitest";

it("balances piles where a page forbids WebAssembly, too, by whole factors", async () => {
  const refused = vi.spyOn(WebAssembly, "Module").mockImplementation(function refuse(): never {
    throw new WebAssembly.CompileError("refused by the content security policy");
  });
  // routines are compiled once for all
  vi.resetModules();
  const { randomNumbers } = await import("../../../../src/algebra/random.js");
  const { compliant } = await import("../../../../src/models/compliant.js");
  const { simulate } = await import("../../../../src/motion/solve.js");
  const { brokenLaws } = await import("../../../../src/motion/trajectory/laws.js");
  const { ballProblem, ballScene, floor, swarm } = await import("./scenes.js");
  const launches = swarm(48, randomNumbers(3));
  const problem = ballProblem(compliant(ballScene(launches, [floor])), launches, { steps: 12, h: 0.008 });
  const result = await simulate(problem);
  expect(refused).toHaveBeenCalled();
  refused.mockRestore();
  expect(result.status).toBe("solved");
  expect(result.solution.residual).toBeLessThan(1e-11);
  expect(Math.max(...result.trajectory.columns["contacts.pushing"].slice(1))).toBeGreaterThan(50);
  expect(brokenLaws({ result, verb: "simulate" })).toEqual([]);
  vi.resetModules();
});
