import { expect, it } from "vitest";
import { problem as block } from "../../../problems/optimal/block.js";
import { evaluate } from "../../../src/expr/expr.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { smoothStep } from "../../../src/motion/optimal/smooth-step.js";

it("a control may neither rise nor fall faster than its rate", () => {
  const { model } = setUp(block).compiled;
  const { rows } = smoothStep(model, { push: { unit: "N", meaning: "push", rate: 20 } }, []);
  const numbers: Record<string, number> = { "inputs.push": 2, "before.push": 5, h: 0.05 };
  const slackOf = (name: string): number => {
    const row = rows.find((one) => one.name === name);
    if (row === undefined) throw new Error(`no row ${name}`);
    // with its slack at zero the row is minus what is left of the rate
    return -evaluate(row.residual, (leaf) => numbers[leaf] ?? 0);
  };
  expect(slackOf("rise of push")).toBeCloseTo(20 * 0.05 + 3, 12);
  expect(slackOf("fall of push")).toBeCloseTo(20 * 0.05 - 3, 12);
});
