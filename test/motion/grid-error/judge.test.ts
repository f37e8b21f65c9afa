import { expect, it } from "vitest";
import { problem as roll } from "../../../problems/rolling/ball-roll.js";
import { simulate } from "../../../src/index.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { confirmed } from "../../../src/motion/design/grid-error.js";
import { judged } from "../../../src/motion/grid-error/judge.js";

const setup = setUp(roll);
const found = await simulate(roll, { gridError: false });
const errorOf = (value: number) => ({
  error: { value, row: "ball.x" },
  gridError: { h: 0.01, values: {}, steps: 100 },
  isLost: false,
});

it("an error above the tolerance of a problem is told, one at it or below is not, and neither changes a status", () => {
  const judge = (value: number, tolerance?: number): string => {
    const { status, message } = judged(
      found,
      tolerance === undefined ? setup : { ...setup, tolerance },
      errorOf(value),
    );
    expect(status).toBe("solved");
    return message;
  };
  expect(judge(2e-3, 1e-3)).toMatch(/Grid error 2\.0e-3 \(ball\.x\), more than the tolerance 0\.001 of the problem\./);
  for (const told of [judge(1e-3, 1e-3), judge(1e-4, 1e-3), judge(1)]) expect(told).not.toMatch(/Grid error/);
});

it("an error above the accuracy that was asked makes a motion coarse, one that is no number too", () => {
  const judge = (value: number) => judged(found, { ...setup, accuracy: 1e-3 }, errorOf(value)).status;
  expect([1e-3, 1.001e-3, Number.NaN].map(judge)).toEqual(["solved", "coarse", "coarse"]);
  expect(judged({ ...found, status: "no-progress" }, { ...setup, accuracy: 1e-3 }, errorOf(1)).status).toBe(
    "no-progress",
  );
  expect(judged(found, { ...setup, accuracy: 1e-3 }, undefined).status).toBe("coarse");
  expect(judged(found, setup, undefined)).toBe(found);
});

it("a design is coarse where a finer computation moves its values, and no better where its search did not end", () => {
  const off = (by: number) => {
    const [[name, value]] = Object.entries(found.values).filter(([, v]) => typeof v === "number");
    return { ...found, values: { ...found.values, [name]: Number(value) + by } };
  };
  expect(confirmed(found, off(1), 1e-3).status).toBe("coarse");
  expect(confirmed({ ...found, status: "no-progress" }, off(1), 1e-3).status).toBe("no-progress");
  expect(confirmed(found, found, 1e-3).status).toBe("solved");
});
