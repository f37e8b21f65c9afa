import { it } from "vitest";
import { add, sub, mul, pow, exp, log, sqrt, abs, div, sin, max, cos } from "../../src/expr/expr.js";
import { solveMcp, type RowsMcp } from "../../src/motion/mcp-rows.js";
it("trace", () => {
  const cases: Record<string, RowsMcp> = {
    "x2+1": { start: [1], rows: ([x]) => [add(pow(x!, 2), 1)] },
    "x2+1 @0": { start: [0], rows: ([x]) => [add(pow(x!, 2), 1)] },
    "x2+1 @30": { start: [30], rows: ([x]) => [add(pow(x!, 2), 1)] },
    "x2+1 lower": { start: [1], lower: [-2], upper: [5], rows: ([x]) => [sub(-1, pow(x!, 2))] },
    "lin contradictory": { start: [0, 0], rows: ([x, y]) => [sub(add(x!, y!), 1), sub(add(x!, y!), 3)], names: ["a", "b"] },
    "lin contradictory 3": { start: [0, 0, 0], rows: ([x, y, z]) => [sub(add(x!, y!), 1), sub(add(x!, y!), 3), sub(z!, 2)] },
    "lin consistent sing": { start: [0, 0], rows: ([x, y]) => [sub(add(x!, y!), 1), sub(add(mul(2, x!), mul(2, y!)), 2)] },
    "lcp infeasible": { start: [0], lower: [0], rows: ([x]) => [sub(-1, x!)] },
    "lcp2 infeas": { start: [0, 0], lower: [0, 0], rows: ([x, y]) => [sub(-1, y!), sub(x!, 1)] },
    "exp": { start: [0], rows: ([x]) => [exp(x!)] },
    "zero row": { start: [1, 2], rows: ([x]) => [sub(x!, 3), 0] },
    "const row": { start: [1, 2], rows: ([x]) => [sub(x!, 3), 1] },
    "log": { start: [1e3], rows: ([x]) => [log(x!)] },
    "log dom": { start: [-1], rows: ([x]) => [log(x!)] },
    "sqrt edge": { start: [0], lower: [0], rows: ([x]) => [sub(sqrt(x!), 2)] },
    "x^5": { start: [1], rows: ([x]) => [pow(x!, 5)] },
    "x^2": { start: [1], rows: ([x]) => [pow(x!, 2)] },
    "x^9": { start: [3], rows: ([x]) => [pow(x!, 9)] },
    "x^3 lower deg": { start: [2], lower: [0], rows: ([x]) => [pow(x!, 3)] },
    "-x2 lower": { start: [2], lower: [0], rows: ([x]) => [pow(x!, 2)] },
    "abs": { start: [2], rows: ([x]) => [abs(x!)] },
    "atan-like": { start: [20], rows: ([x]) => [div(x!, sqrt(add(1, mul(x!, x!))))] },
    "cbrt": { start: [2], rows: ([x]) => [mul(x!, pow(abs(x!), -2 / 3))] },
    "powell sing": { start: [3, -1, 0, 1], rows: ([a, b, c, d]) => [add(a!, mul(10, b!)), mul(Math.sqrt(5), sub(c!, d!)), pow(sub(b!, mul(2, c!)), 2), mul(Math.sqrt(10), pow(sub(a!, d!), 2))] },
    "rosenbrock": { start: [-1.2, 1], rows: ([x, y]) => [mul(10, sub(y!, mul(x!, x!))), sub(1, x!)] },
    "freudenstein": { start: [0.5, -2], rows: ([x, y]) => [add(-13, x!, mul(sub(mul(sub(5, y!), y!), 2), y!)), add(-29, x!, mul(sub(mul(add(y!, 1), y!), 14), y!))] },
    "sin+2": { start: [1], rows: ([x]) => [add(sin(x!), 2)] },
    "big 1e20": { start: [3], lower: [-1e20], upper: [1e20], rows: ([x]) => [sub(mul(x!, 2), 1)] },
    "big 1e300": { start: [3], lower: [-1e300], upper: [1e300], rows: ([x]) => [sub(mul(x!, 2), 1)] },
    "CPS5": { start: [0, 0], lower: [0, 0], rows: ([x, y]) => [add(sub(x!, y!), 1), sub(sub(y!, x!), 1)] },
    "all zero M": { start: [1, 1], lower: [0, 0], rows: () => [0, 0] },
    "steep": { start: [0], rows: ([x]) => [sub(exp(mul(50, x!)), 1e10)] },
    "overflow": { start: [800], rows: ([x]) => [sub(exp(x!), 1)] },
    "bounds upper": { start: [0], upper: [1], rows: ([x]) => [sub(x!, 3)] },
  };
  for (const [k, c] of Object.entries(cases)) {
    const s = solveMcp(c);
    console.log(k, "|", s.status, s.iterations, Array.from(s.z).map(x=>x.toPrecision(4)).join(","), s.message);
  }
});
