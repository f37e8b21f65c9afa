import { expect, it } from "vitest";
import { vertexContacts } from "../../../src/geometry.js";
import { atRest, last, type Problem, parameter as p, rigid } from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";

const shape = { kind: "box", half: [0.06, 0.05, 0.03] } as const;
const floor = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } as const;
const model = rigid({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "box", space: "spatial", mass: 0.5, inertia: [5.7e-4, 7.5e-4, 1e-3], shapes: [shape] }],
  contacts: vertexContacts({ name: "c", body: "box", shape, against: floor, friction: p("friction") }),
});

/** A rigid block slides on four corners until it rests. */
const slide: Problem = {
  name: "slide",
  title: "A rigid block on four corners",
  model,
  parameters: {
    v: { value: 0.8, unit: "m/s", meaning: "velocity at the start", min: 0, max: 3 },
    friction: { value: 0.4, unit: "1", meaning: "friction coefficient", min: 0, max: 1.5 },
  },
  start: { ...atRest(model), "box.z": 0.03, "box.vx": p("v") },
  grid: { steps: 125, h: 0.002 },
  boundary: [{ name: "end", unit: "m", residual: last("box.x"), frees: ["v", "friction"] }],
  values: {},
};

it("slopes of a rigid block on four corners are those of its slide and its rest, though nobody knows how the corners share its weight", async () => {
  const setup = setUp(slide, {}, true);
  const { marcher, ready } = borrow(setup);
  await ready();
  const { steps } = setup;
  const [h, g, v, friction] = [steps.h[0], 9.81, 0.8, 0.4];
  const names = setup.compiled.model.state.map(({ name }) => name);
  const path = emptyPath(setup.compiled.kernels, steps.h.length);
  marcher.begin(setup.parameters, steps, path, true);
  // by backward Euler xₙ = n h v − μ g h² n (n + 1)/2 until it rests in step m
  const rests = Math.floor(v / (friction * g * h));
  for (let n = 1; n <= steps.h.length; n++) {
    expect(marcher.advance(n).status).toBe("solved");
    const m = Math.min(n, rests);
    const by = { v: m * h, friction: -(g * h * h * m * (m + 1)) / 2 };
    const S = marcher.sensitivity;
    expect(S[names.indexOf("box.x")], `step ${n}`).toBeCloseTo(by.v, 9);
    expect(S[names.length + names.indexOf("box.x")], `step ${n}`).toBeCloseTo(by.friction, 9);
    for (const still of ["box.y", "box.z", "box.wx", "box.wy", "box.wz"])
      expect(Math.abs(S[names.length + names.indexOf(still)]), `${still} in step ${n}`).toBeLessThan(1e-6);
  }
});
