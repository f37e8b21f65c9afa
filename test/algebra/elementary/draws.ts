import { atan2, cos, exp, hypot, log, pow, sin, tan } from "../../../src/algebra/elementary/elementary.js";

/** Doubles spread evenly over [from, to], the same in every engine: a linear congruence on integers. */
export function evenDoubles(count: number, from: number, to: number, seed: number): number[] {
  let state = seed >>> 0;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return from + ((to - from) * state) / 2 ** 32;
  });
}

/** A hash over a hundred thousand values of all functions; what hashes is the engine's affair. */
export function hashOfElementary<T>(hash: (bytes: Uint8Array<ArrayBuffer>) => T): T {
  const values = new Float64Array(8 * 12_500);
  const xs = evenDoubles(12_500, -30, 30, 7);
  const ys = evenDoubles(12_500, -9, 9, 8);
  for (const [i, x] of xs.entries()) {
    const y = ys[i];
    const large = x * 1e7;
    values.set(
      [exp(x), log(Math.abs(x)), sin(large), cos(x), tan(x), atan2(x, y), pow(Math.abs(x), y), hypot(x, y)],
      8 * i,
    );
  }
  return hash(new Uint8Array(values.buffer));
}
