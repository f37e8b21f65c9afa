import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** In a process of its own: routines are compiled once for all. */
const script = `
  let refused = 0;
  WebAssembly.Module = function refuse() {
    refused++;
    throw new WebAssembly.CompileError("refused by the content security policy");
  };
  const built = ${JSON.stringify(new URL("../../../../dist/", import.meta.url).href)};
  const { randomNumbers } = await import(built + "src/algebra/random.js");
  const { compliant } = await import(built + "src/models/compliant.js");
  const { simulate } = await import(built + "src/motion/solve.js");
  const { brokenLaws } = await import(built + "src/motion/trajectory/laws.js");
  const { ballProblem, ballScene, floor, swarm } = await import(built + "test/motion/march/many/scenes.js");
  const launches = swarm(48, randomNumbers(3));
  const problem = ballProblem(compliant(ballScene(launches, [floor])), launches, { steps: 12, h: 0.008 });
  const result = await simulate(problem);
  console.log(JSON.stringify({
    refused,
    status: result.status,
    residual: result.solution.residual,
    most: Math.max(...result.trajectory.columns["contacts.pushing"].slice(1)),
    broken: brokenLaws({ result, verb: "simulate" }),
  }));
`;

it("balances piles where a page forbids WebAssembly, too, by whole factors", () => {
  const cwd = fileURLToPath(new URL("../../../..", import.meta.url));
  const words = ["--input-type=module", "--eval", script];
  const told = JSON.parse(execFileSync(process.execPath, words, { cwd, encoding: "utf8" }));
  expect(told.refused).toBeGreaterThan(0);
  expect(told.status).toBe("solved");
  expect(told.residual).toBeLessThan(1e-11);
  expect(told.most).toBeGreaterThan(50);
  expect(told.broken).toEqual([]);
});
