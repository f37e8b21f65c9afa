import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../src/algebra/random.js";
import { lemke } from "../../../src/solve/lcp/lemke.js";

/** The largest miss of 0 ≤ z ⟂ M z + q ≥ 0. */
function miss(M: Float64Array, q: Float64Array, z: Float64Array): number {
  let worst = 0;
  q.forEach((v, i) => {
    const w = z.reduce((sum, zj, j) => sum + M[i * q.length + j] * zj, v);
    worst = Math.max(worst, Math.abs(Math.min(w, z[i])));
  });
  return worst;
}

describe("Lemke's method", () => {
  it("solves random problems with positive definite M", () => {
    const random = randomNumbers(5);
    for (let k = 0; k < 200; k++) {
      const n = 1 + Math.floor(12 * random());
      const B = Float64Array.from({ length: n * n }, () => 2 * random() - 1);
      const S = Float64Array.from({ length: n * n }, () => 2 * random() - 1);
      // B Bᵀ + I, and a skew part that makes it unsymmetric
      const M = Float64Array.from({ length: n * n }, (_, p) => {
        const i = Math.floor(p / n);
        const j = p % n;
        let sum = i === j ? 1 : 0;
        for (let l = 0; l < n; l++) sum += B[i * n + l] * B[j * n + l];
        return sum + S[i * n + j] - S[j * n + i];
      });
      const q = Float64Array.from({ length: n }, () => 4 * random() - 2);
      const z = lemke(M, q);
      expect(z, `problem ${k}`).toBeDefined();
      expect(miss(M, q, z!)).toBeLessThan(1e-9);
    }
  });

  it("solves a copositive problem of one contact: a block that slides under friction", () => {
    // (P_n, P_f left, P_f right, Γ) for a mass of 1 that falls at speed 1 and slides at speed 2, μ = 0.5
    const M = Float64Array.of(1, 0, 0, 0, 0, 1, -1, 1, 0, -1, 1, 1, 0.5, -1, -1, 0);
    const q = Float64Array.of(-1, 2, -2, 0);
    const z = lemke(M, q);
    expect([...z!]).toEqual([1, 0, 0.5, 1.5].map((v) => expect.closeTo(v, 12)));
  });

  it("has no answer where there is none", () => {
    expect(lemke(Float64Array.of(-1), Float64Array.of(-1))).toBeUndefined();
  });
});
