import { expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { BadInput } from "../../../src/checks/bad-input.js";
import { simulate } from "../../../src/motion/solve.js";

const { problem } = problems["rolling/disk"];

it("a motion of two hundred thousand steps has its certificate", async () => {
  // as arguments of one call they would be too many
  const { status, trajectory } = await simulate(problem, { set: { "grid.steps": 200_000, "grid.h": 1e-7 } });
  expect(status).toBe("solved");
  expect(trajectory.t.length).toBe(200_001);
  expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-9);
});

it("a motion that no machine has room for is refused before anything is computed", async () => {
  const many = problems["patch/desk-legs"].problem;
  const refused = simulate(many, { set: { "grid.steps": 1_000_000 } });
  await expect(refused).rejects.toThrow(
    /^grid\.steps = 1000000 with \d+ numbers a step are more than a motion may have/,
  );
  await expect(refused).rejects.toBeInstanceOf(BadInput);
});
