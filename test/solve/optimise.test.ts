import { expect, test } from "vitest";
import { add, mul, pow, sub } from "../../src/expr/expr.js";
import { optimise } from "../../src/solve/optimise.js";
import { programOf } from "./programs.js";

const inf = Number.POSITIVE_INFINITY;
const triple = { n: 2, lower: [0, 0], upper: [inf, inf], rows: () => [], pairs: [[0, 1]] as const };

test("the three small MPCCs come out at their minima from several starts", () => {
  const cases = [
    { cost: -0.5, program: programOf({ ...triple, cost: ([x, y]) => add(pow(x!, 3), mul(-1, y!), mul(0.5, y!, y!)) }) },
    {
      cost: 1,
      program: programOf({ ...triple, cost: ([x, y]) => add(pow(sub(mul(100, x!), 1), 2), pow(sub(y!, 1), 2)) }),
    },
    { cost: 0, program: programOf({ ...triple, cost: ([x, y]) => add(mul(x!, x!), mul(y!, y!), mul(-4, x!, y!)) }) },
  ];
  for (const { cost, program } of cases)
    for (const start of [
      [0, 0],
      [1, 1],
      [0.1, 2],
      [3, 0.2],
    ]) {
      const found = optimise(program, Float64Array.from(start));
      console.log(
        found.status,
        found.cost,
        cost,
        found.message,
        found.order,
        found.biactive,
        found.bStationary,
        found.z.join(),
      );
    }
});

const block = (N: number, T: number) => {
  const h = T / N,
    F = 0.3 * 9.81;
  // x v u a b p n per step
  const w = 7,
    at = (k: number, j: number) => k * w + j;
  const lower: number[] = [],
    upper: number[] = [],
    pairs: [number, number][] = [];
  for (let k = 0; k < N; k++) {
    lower.push(-inf, -inf, -10, 0, 0, 0, 0);
    upper.push(inf, inf, 10, inf, inf, inf, inf);
    pairs.push([at(k, 5), at(k, 3)], [at(k, 6), at(k, 4)]);
  }
  return programOf({
    n: N * w,
    lower,
    upper,
    pairs,
    cost: (z) => add(...Array.from({ length: N }, (_, k) => mul(h, z[at(k, 2)]!, z[at(k, 2)]!))),
    rows: (z) => [
      ...Array.from({ length: N }, (_, k) => {
        const x0 = k ? z[at(k - 1, 0)]! : 0,
          v0 = k ? z[at(k - 1, 1)]! : 0;
        const [x, v, u, a, b, p, n] = z.slice(at(k, 0), at(k, 7)) as any;
        return [
          sub(x, add(x0, mul(h, v))),
          sub(sub(v, v0), mul(h, add(u, sub(a, F)))),
          sub(add(a, b), 2 * F),
          sub(v, sub(p, n)),
        ];
      }).flat(),
      sub(z[at(N - 1, 0)]!, 1),
      z[at(N - 1, 1)]!,
    ],
  });
};
test("block", () => {
  for (const [T, want] of [
    [2, 16.48672569],
    [1.2, 17.34228624],
  ] as const) {
    const program = block(40, T);
    for (let rep = 0; rep < 3; rep++) {
      const t = performance.now();
      const found = optimise(program, new Float64Array(program.lower.length));
      console.log(
        T,
        found.status,
        found.cost,
        want,
        found.message,
        found.order,
        found.iterations,
        performance.now() - t,
        found.penalty,
        found.complementarity,
        found.biactive.length,
      );
    }
  }
});
