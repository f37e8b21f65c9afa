import { expect, test } from "vitest";
import { certify } from "../../src/motion/certificate.js";

const nothing = { columns: {}, pairs: [] };

test("the boundary error is the largest of all conditions", () => {
  const conditions = [
    { name: "end.x", value: 1e-3 },
    { name: "end.y", value: -2 },
    { name: "end.z", value: 1 },
  ];
  expect(certify(nothing, conditions).boundaryError).toEqual({ value: 2, step: 0, row: "end.y" });
  expect(certify(nothing, []).boundaryError).toEqual({ value: 0, step: 0, row: "" });
});

test("what is no number is worse than any number, whatever comes after it", () => {
  const conditions = [
    { name: "end.x", value: Number.NaN },
    { name: "end.y", value: 0.5 },
  ];
  expect(certify(nothing, conditions).boundaryError).toEqual({ value: Number.NaN, step: 0, row: "end.x" });
  const columns = { "ball.coneExcess": Float64Array.of(0, Number.NaN, 3, Number.NaN) };
  expect(certify({ columns, pairs: [] }, []).coneExcess).toEqual({
    value: Number.NaN,
    step: 2,
    row: "ball.coneExcess",
  });
});
