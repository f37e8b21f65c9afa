import { expect, it } from "vitest";
import { stepsOf } from "../../../src/motion/fit/walk.js";

it("the steps between rows of a recording end at the rows, as often as a march needs them", () => {
  const t = Float64Array.of(1, 1.1, 1.4, 1.45);
  const recording = { name: "rows", t, columns: {} };
  const { steps, rows } = stepsOf(recording, 0.1, new Map([[3, 2]]));
  expect([...rows]).toEqual([0, 1, 4, 6]);
  expect([...rows].map((at) => steps.t[at])).toEqual([...t].map((time) => expect.closeTo(time, 12)));
  steps.h.forEach((h, k) => {
    expect(steps.t[k + 1] - steps.t[k]).toBeCloseTo(h, 12);
  });
});
