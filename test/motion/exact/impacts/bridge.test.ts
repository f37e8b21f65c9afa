import { expect, it } from "vitest";
import { finish } from "../../../../src/algebra/stepwise.js";
import { atRest, last, parameter, rigid, sub } from "../../../../src/index.js";
import { setUp } from "../../../../src/motion/compile/setup.js";
import { blowsOf, bridge } from "../../../../src/motion/exact/impacts/bridge.js";

type Bridging = Parameters<typeof bridge>;

/** A bridge from so long before the end of a second, where no step is asked for. */
function bridged(left: number, sensitivities: boolean): { readonly h: number | undefined; readonly t: number } {
  const model = rigid({
    gravity: [0, -9.81, 0],
    bodies: [{ name: "b", space: "planar", mass: 1, inertia: 1 }],
    contacts: [],
  });
  const speed = { value: 1, min: 0, max: 2, unit: "m/s", meaning: "speed" };
  const { compiled } = setUp({
    name: "p",
    title: "p",
    model,
    parameters: { speed },
    start: { ...atRest(model), "b.vx": parameter("speed") },
    grid: { end: 1 },
    boundary: [{ name: "x", unit: "m", residual: sub(last("b.x"), 1), frees: "speed" }],
    values: {},
  });
  const now = { t: 1 - left } as Bridging[1];
  const asked = { end: 1, tolerance: 1e-4, sensitivities } as Bridging[2];
  const bridging = { compiled, impacts: { restitutions: undefined } } as unknown as Bridging[0];
  return { h: finish(bridge(bridging, now, asked, blowsOf(1, false))), t: now.t };
}

it("a motion that comes to rounding of its end is at its end, but for slopes, which would be those of an event", () => {
  expect(bridged(2 ** -40, false)).toEqual({ h: 2 ** -40, t: 1 });
  expect(bridged(2 ** -40, true)).toEqual({ h: undefined, t: 1 - 2 ** -40 });
  expect(bridged(1e-3, false)).toEqual({ h: undefined, t: 1 - 1e-3 });
});
