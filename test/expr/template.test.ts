import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  abs,
  add,
  cos,
  div,
  evaluate,
  f,
  max,
  mul,
  neg,
  norm,
  pow,
  select,
  sub,
  variable,
} from "../../src/expr/expr.js";

const [m, v, e, x] = ["m", "v", "e", "x"].map(variable);

describe("a formula as people write it", () => {
  it("is the same object as the one that functions make", () => {
    expect(f`0.5*${m}*${v}^2 - ${e}`).toBe(sub(mul(0.5, m, pow(v, 2)), e));
    expect(f`max(0, ${x}, 2 ) + abs( -${x})/norm(${m},${v})`).toBe(add(max(0, x, 2), div(abs(x), norm(m, v))));
    expect(f`select(${x} - 1, cos (pi*${x}), 1e-3)`).toBe(select(sub(x, 1), cos(mul(Math.PI, x)), 1e-3));
    expect(f`${x}`).toBe(x);
    expect(f`
      ${m} +
      ${3}
    `).toBe(add(m, 3));
  });

  it("takes powers before signs and from the right, quotients and differences from the left", () => {
    expect(f`-${x}^2`).toBe(neg(pow(x, 2)));
    expect(f`(-${x})^2`).toBe(pow(neg(x), 2));
    expect(f`${m}*-${x}^2`).toBe(mul(m, neg(pow(x, 2))));
    expect(f`--${x}^2`).toBe(pow(x, 2));
    expect(f`${v}^-${x}^2`).toBe(pow(v, neg(pow(x, 2))));
    expect(f`${v}^${x}^${e}`).toBe(pow(v, pow(x, e)));
    expect(f`(${v}^${x})^${e}`).toBe(pow(pow(v, x), e));
    expect(f`cos(${x})^2`).toBe(pow(cos(x), 2));
    expect(f`${m}/${v}/${e} - ${x} - 1`).toBe(sub(sub(div(div(m, v), e), x), 1));
    expect(f`+${x} - (${m} - ${v})`).toBe(sub(x, sub(m, v)));
  });

  it("has the value that the engine's own grammar gives to the same text", () => {
    const number = fc.integer({ min: -9, max: 9 }).map((n) => (n < 0 ? `(${n})` : String(n)));
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { depthSize: "small" },
        number,
        fc.tuple(tie("text"), fc.constantFrom("+", "-", "*", "/"), tie("text")).map(([a, op, b]) => `${a} ${op} ${b}`),
        tie("text").map((inner) => `(${inner})`),
        tie("text").map((inner) => `-(${inner})^2`),
      ),
    }));
    fc.assert(
      fc.property(text, (written) => {
        // a sign before a power is no JavaScript without parentheses
        const own = written.replace(/-(\((?:[^()]|\([^()]*\))*\))\^2/g, "-($1**2)");
        fc.pre(!own.includes("^"));
        const expected: number = new Function(`return ${own}`)();
        fc.pre(Number.isFinite(expected));
        const found = evaluate(f(Object.assign([written], { raw: [written] })), () => Number.NaN);
        expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(expected)));
      }),
    );
  });

  it.each([
    [() => f``, 'The formula "" is empty.'],
    [() => f`2 ${x}`, 'The formula "2 …" misses an operator between two parts.'],
    [() => f`${x}(${m} + 1)`, "misses an operator before a parenthesis"],
    [() => f`mass*${x}`, "names mass: what has a name is put in"],
    [() => f`last(${x})`, "calls last, which no function is called; did you mean"],
    [() => f`ball.x + 1`, "has a name with a dot"],
    [() => f`sin(${x}, 1)`, "gives sin 2 of 1 arguments"],
    [() => f`max()`, "gives max 0 of 1 or more arguments"],
    [() => f`(1, 2)`, "has parentheses that do not hold one formula"],
    [() => f`1 + (2`, "cannot be read"],
    [() => f`1 +`, "cannot be read"],
    [() => f`${x} > 1`, 'has ">", which no formula has'],
    [() => f`"a"`, "which no formula has"],
    [() => f`true`, "has true, no number"],
    [() => f`this`, "is not one formula"],
    [() => f`1e999`, "no number"],
    [() => f`1 + ${undefined as never}`, "a missing value"],
  ])("%s is refused", (make, sentence) => {
    expect(make).toThrow(sentence);
  });
});
