import type { Bound } from "./bind.js";
import { observe } from "./certificate.js";
import type { Path } from "./march.js";
import { fillInputs } from "./stack.js";

/** A pair 0 ≤ a ⟂ b ≥ 0 with both sides at zero: the motion has no derivative there. */
export interface Kink {
  readonly pair: string;
  /** 1-based. */
  readonly step: number;
}

/** What counts as zero, in parts of the largest value of its side along the path: a contact that only just touches. */
const nearby = 1e-9;

/** Pairs that stand at their kink somewhere along a finished path, a step each, the first of every pair. */
export function kinksOf(bound: Bound, parameters: Float64Array, path: Path): Kink[] {
  const { compiled, steps } = bound;
  const count = steps.h.length;
  const inputs = new Float64Array(count * compiled.model.inputs.length);
  fillInputs(compiled, parameters, steps, inputs);
  return observe(bound, parameters, inputs, path, count).pairs.flatMap(({ name, a, b }) => {
    const [zeroA, zeroB] = [nearby * largest(a), nearby * largest(b)];
    const step = a.findIndex((x, k) => Math.abs(x) <= zeroA && Math.abs(b[k]!) <= zeroB);
    return step < 0 || zeroB === 0 ? [] : [{ pair: name, step: step + 1 }];
  });
}

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
