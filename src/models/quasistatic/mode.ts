import { readAnswer, type StepSize } from "./step.js";

/** Impulses and slips below this part of the largest are none. */
const nothing = 1e-9;

/** One letter a contact: `-` does not push, `o` pushes and sticks, `x` pushes and slips. */
export function modeLetters(size: StepSize, answer: Float64Array): string {
  const { normal, slip } = readAnswer(size, answer);
  const [most, farthest] = [Math.max(...normal), Math.max(...slip)];
  return size.edges
    .map((_, i) => (normal[i] <= nothing * most ? "-" : slip[i] <= nothing * farthest ? "o" : "x"))
    .join("");
}
