import { expect, it } from "vitest";
import { add, constant, mul, variable } from "../../src/expr/expr.js";
import { limitOf, overStep } from "../../src/expr/limits.js";

it("says limits of means only: numbers and leaves stand in every scene, whose contacts have other names", () => {
  const [slip, force] = [variable("slip"), variable("force")];
  const mean = add(slip, mul(2, force));
  expect(overStep(mean, force)).toBe(mean);
  expect(limitOf(mean)).toBe(force);
  // of a body that cannot slide the slip is 0, and what would stop it the force itself
  for (const none of [constant(0), slip]) {
    expect(overStep(none, force)).toBe(none);
    expect(limitOf(none)).toBeUndefined();
  }
});
