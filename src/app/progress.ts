import type { ProgressInfo } from "../motion/result.js";
import type { Io } from "./io.js";

/** Writes one line an iteration to a terminal; silent when nobody watches. */
export function progress(io: Io): (info: ProgressInfo) => void {
  if (!io.live) return () => {};
  return ({ phase, iteration, residual, stepLength, stepKind }) => {
    const step = iteration === 0 ? "" : `  step ${stepLength.toPrecision(2)} ${stepKind}`;
    io.err(`${phase.padEnd(7)}${String(iteration).padStart(4)}  residual ${residual.toExponential(2)}${step}\n`);
  };
}
