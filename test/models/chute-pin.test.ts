import { expect, it } from "vitest";
import { problem } from "../../problems/feeder/chute-pin.js";
import { simulate } from "../../src/motion/solve.js";

it.each([
  { stiffness: 2e4, mass: 0.1 },
  { stiffness: 4e4, way: 0.3, slope: 1 },
  { stiffness: 1e6, friction: 0 },
  { stiffness: 1e7, "pin.radius": 0.001 },
  { "pin.height": 0.006, halfLength: 0.03 },
  { "pin.height": 0.019, halfHeight: 0.02 },
])("a block on a chute is held by the pin before it, never in it or behind it: %o", async (set) => {
  const { status, values, trajectory, run } = await simulate(problem, { set });
  expect(status).toBe("solved");
  expect(Math.abs(values["end.speed"] ?? Number.NaN)).toBeLessThan(1e-6);
  const number = (name: string): number => Number(run.parameters[name]);
  const { columns } = trajectory;
  const [c, s] = [Math.cos(number("slope")), Math.sin(number("slope"))];
  const front = columns["block.x"].map((x, k) => c * x - s * columns["block.y"][k] + number("halfLength"));
  // the pin stands between the way and the way and its diameter, and is never half in
  const begin = number("halfLength") + number("way");
  expect(Math.max(...front)).toBeGreaterThan(begin);
  expect(Math.max(...front)).toBeLessThan(begin + number("pin.radius"));
});

it("a pin so soft that the block would sink in to its middle is not called solved", async () => {
  const stiffness = { ...problem.parameters.stiffness, value: 500, min: 1 };
  const { status, message } = await simulate({ ...problem, parameters: { ...problem.parameters, stiffness } });
  expect(status).toBe("unphysical");
  expect(message).toMatch(/against a law/);
});
