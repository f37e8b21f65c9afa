import { expect, it } from "vitest";
import { abs, add, constant, type Expr, mul, pow, sin, sub } from "../../../src/expr/expr.js";
import { parameter as p } from "../../../src/mechanics/model.js";
import { type DesignSearch, searchFrom } from "../../../src/motion/design/search.js";
import { placed, put } from "./placed.js";

/** Σ (x_i − a_i)² over ten variables, under teeth at whose kinks SLSQP stands still. */
const toothed = (() => {
  const names = Array.from({ length: 10 }, (_, i) => `x${i}`);
  const sumOf = (term: (i: number) => Expr): Expr => names.reduce<Expr>((sum, _, i) => add(sum, term(i)), constant(0));
  const bowl = sumOf((i) => pow(sub(p(`x${i}`), 0.2 + 0.03 * i), 2));
  const phase = sumOf((i) => mul(1 + 0.3 * i, p(`x${i}`)));
  const { parameters, ...rest } = placed();
  const more = names.map((name) => [name, { value: 0.5, unit: "m", meaning: "a coordinate", min: 0, max: 1 }]);
  return {
    ...rest,
    model: { ...put, parameters: [...put.parameters, ...names] },
    parameters: { ...parameters, ...Object.fromEntries(more) },
    objective: { cost: add(bowl, mul(0.001, abs(sin(mul(400, phase))))), vary: names },
  };
})();

it("COBYLA has evaluations of its own where it goes on from a design that meets its constraints, unless they are asked for", async () => {
  const found = (search: DesignSearch) => searchFrom(toothed, 0, { search });
  const own = await found({});
  expect(own.status, own.message).toBe("solved");
  expect(own.remark).toContain("COBYLA went on");
  // of both methods
  expect(own.simulations).toBeGreaterThan(201);
  const asked = await found({ evaluations: 200 });
  expect(asked.status, asked.message).toBe("iteration-limit");
  expect(asked.simulations).toBeLessThanOrEqual(201);
});
