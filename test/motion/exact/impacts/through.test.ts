import { expect, it } from "vitest";
import { finish } from "../../../../src/algebra/stepwise.js";
import { atRest, type Problem, parameter, rigid } from "../../../../src/index.js";
import { setUp } from "../../../../src/motion/compile/setup.js";
import { fireOnce } from "../../../../src/motion/exact/boundary.js";
import { walkerOf } from "../../../../src/motion/exact/exact.js";
import { borrow } from "../../../../src/motion/march/workspace.js";

const [radius, away, restitution] = [0.03, 1.2, 0.8];
const model = rigid({
  gravity: [0, 0, 0],
  bodies: ["a", "b"].map((name) => ({ name, space: "planar", shape: { kind: "ball", radius }, mass: 0.2 })),
  world: [],
  contacts: "all",
  materials: [{ friction: 0, restitution }],
});
const problem: Problem = {
  name: "test/through",
  title: "A ball is thrown at another one",
  model,
  parameters: { v: { value: 2, unit: "m/s", meaning: "speed at the start" } },
  start: { ...atRest(model), "a.vx": parameter("v"), "b.x": away },
  grid: { end: 2, accuracy: 1e-6 },
  values: {},
};

it.each([2, 3.875])(
  "finds an impact at %d m/s without detours where an element would come out behind the other ball",
  (speed) => {
    const setup = setUp(problem, { v: speed });
    const task = { setup, workspace: borrow(setup), signal: undefined };
    // no element is kept short by pictures: the gap is positive at both ends of that which meets the other ball
    const notes = { longest: 1, accept() {}, rest() {}, struck() {} };
    const { march } = finish(fireOnce(task, setup.parameters, { tolerance: 1e-4, sensitivities: false, notes }));
    const hit = (away - 2 * radius) / speed;
    expect(march.status, march.message).toBe("solved");
    expect(march.elements.filter(({ event }) => event >= 0)).toHaveLength(1);
    expect(march.state[0]).toBeCloseTo(away - 2 * radius + 0.5 * (1 - restitution) * speed * (2 - hit), 12);
    // six elements, and 49 solves before a length was known at which the balls are in each other
    expect(walkerOf(task).element.parts.work.solves).toBeLessThan(20);
  },
);
