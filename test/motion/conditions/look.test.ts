import { expect, it } from "vitest";
import { finish } from "../../../src/algebra/stepwise.js";
import { add, atRest, last, type Problem, parameter, pow, rigid, sub } from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { glance, look } from "../../../src/motion/conditions/look.js";
import { marcher } from "../../../src/motion/march/march.js";

const model = rigid({
  gravity: [0, 0, 0],
  bodies: [{ name: "puck", space: "planar", mass: 1, inertia: 1 }],
  contacts: [],
});
/** A puck that slides past a place, .1 beside it. */
const problem: Problem = {
  name: "test/past",
  title: "A puck slides past",
  model,
  parameters: { v: { value: 1.7, unit: "m/s", meaning: "speed", min: 0, max: 5 } },
  start: { ...atRest(model), "puck.vx": parameter("v") },
  grid: { steps: 10, h: 0.1 },
  boundary: [
    {
      name: "near",
      unit: "m²",
      residual: add(pow(sub(last("puck.x"), 0.83), 2), 0.01),
      when: { sometime: "it" },
      frees: "v",
    },
  ],
  values: {},
};

it("a condition of some time is looked at where it is nearest, and bends there as its second derivative says", () => {
  const setup = setUp(problem);
  const ground = {
    setup,
    marcher: marcher(setup.compiled),
    path: emptyPath(setup.compiled.kernels, setup.steps.h.length),
    signal: undefined,
    onShot() {},
  };
  const {
    sights,
    further: { bends },
    rates,
    slopes,
  } = finish(look(ground, setup.parameters));
  expect(sights).toHaveLength(1);
  const [{ step, part, value }] = sights;
  expect(0.1 * (step + part)).toBeCloseTo(0.83 / 1.7, 6);
  expect(value).toBeCloseTo(0.01, 9);
  // r = (v t − a)² + b: r″ = 2 v², and neither r′ nor ∂r/∂v is there
  expect(bends[0]).toBeCloseTo(2 * 1.7 ** 2, 4);
  expect(rates[0]).toBeCloseTo(0, 5);
  expect(slopes[0]).toBeCloseTo(0, 5);
  // and without slopes it is seen alike
  expect(finish(glance(ground, Float64Array.of(1.7)))).toEqual(sights);
});
