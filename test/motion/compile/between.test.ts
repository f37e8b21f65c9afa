import { expect, it } from "vitest";
import { placeAt } from "../../../src/motion/compile/between.js";

it("a time lies in the step that it is in or ends", () => {
  const h = Float64Array.of(0.5, 0.25, 0.125, 1, 2);
  const t = Float64Array.of(0, 0.5, 0.75, 0.875, 1.875, 3.875);
  for (let step = 0; step < h.length; step++)
    for (const part of [0.25, 0.5, 1]) expect(placeAt({ t, h }, t[step] + part * h[step])).toEqual({ step, part });
  expect(placeAt({ t, h }, 0)).toEqual({ step: 0, part: 0 });
  expect(placeAt({ t, h }, 9)).toEqual({ step: 4, part: 1 });
});
