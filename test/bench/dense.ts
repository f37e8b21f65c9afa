import { LuDecomposition, Matrix } from "ml-matrix";
import { factorDense, solveDense } from "../../src/algebra/dense.js";
import type { BenchRow } from "./lu.js";
import { median } from "./median.js";

/** Unknowns of a ball's step. */
const n = 8;
const inner = 2000; // one solve is too short for the clock

/** Factor and solve of a step's matrix: our in-place routine beside ml-matrix, which decided for the former. */
export async function benchDense(): Promise<BenchRow[]> {
  const a = Float64Array.from({ length: n * n }, (_, p) => Math.sin(3 * p + 1) + (p % (n + 1) === 0 ? 4 : 0));
  const b = Float64Array.from({ length: n }, (_, i) => Math.cos(i));
  const [work, x, pivots] = [new Float64Array(n * n), new Float64Array(n), new Int32Array(n)];
  const ours = await median(51, () => {
    for (let k = 0; k < inner; k++) {
      work.set(a);
      x.set(b);
      factorDense(work, n, pivots);
      solveDense(work, n, pivots, x);
    }
  });
  const peerMatrix = Matrix.from1DArray(n, n, [...a]);
  const peerRight = Matrix.columnVector([...b]);
  const peer = await median(51, () => {
    for (let k = 0; k < inner; k++) new LuDecomposition(peerMatrix).solve(peerRight);
  });
  const micro = (time: number): string => `${((1000 * time) / inner).toFixed(2)} µs`;
  return [
    {
      name: `dense ${n}×${n} factor and solve`,
      value: `${micro(ours)}; ml-matrix ${micro(peer)}, ${(peer / ours).toFixed(1)} times as long`,
    },
  ];
}
