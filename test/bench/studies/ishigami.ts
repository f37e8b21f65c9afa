import { problem as disk } from "../../../problems/rolling/disk.js";
import { add, type Expr, mul, type Problem, parameter as p, pow, sin } from "../../../src/index.js";

const angle = (meaning: string) => ({ value: 0.5, unit: "rad", meaning, min: -Math.PI, max: Math.PI });
const value: Expr = add(sin(p("a")), mul(7, pow(sin(p("b")), 2)), mul(0.1, pow(p("c"), 4), sin(p("a"))));

/** The function of T. Ishigami and T. Homma (1990), sin a + 7 sin² b + .1 c⁴ sin a, as a value of a motion of one step. */
export const ishigami: Problem = {
  ...disk,
  name: "ishigami",
  title: "The Ishigami function",
  parameters: { ...disk.parameters, a: angle("first"), b: angle("second"), c: angle("third") },
  grid: { steps: 1, h: 0.001 },
  values: { f: { unit: "1", meaning: "the function", of: value } },
};

const [A, B] = [7, 0.1];
const fromFirst = 0.5 * (1 + (B * Math.PI ** 4) / 5) ** 2;
const fromSecond = A ** 2 / 8;
const fromBoth = (8 * B ** 2 * Math.PI ** 8) / 225;
const variance = fromFirst + fromSecond + fromBoth;

/** Sobol' indices in closed form: first and total of every angle. */
export const indices: Readonly<Record<string, { readonly first: number; readonly total: number }>> = {
  a: { first: fromFirst / variance, total: (fromFirst + fromBoth) / variance },
  b: { first: fromSecond / variance, total: fromSecond / variance },
  c: { first: 0, total: fromBoth / variance },
};
