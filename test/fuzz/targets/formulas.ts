import fc from "fast-check";
import { compile } from "../../../src/expr/compile.js";
import * as E from "../../../src/expr/expr.js";
import { type Expr, evaluate, fromJson, isExpr, toJson } from "../../../src/expr/expr.js";
import { anyPoint, dags, inputs, names } from "../../expr/formulas.js";
import { anyWrong, type Mutation, mutate, mutations, plainWrong, textOf } from "../mutate.js";
import { faultOf } from "../sentence.js";
import { asAny, type Verdict } from "../target.js";

/** Constructors, which people call with whatever they have. */
const makers = {
  add: E.add,
  sub: E.sub,
  mul: E.mul,
  div: E.div,
  neg: E.neg,
  pow: E.pow,
  sqrt: E.sqrt,
  exp: E.exp,
  log: E.log,
  sin: E.sin,
  atan2: E.atan2,
  abs: E.abs,
  min: E.min,
  max: E.max,
  select: E.select,
  norm: E.norm,
} as const;

type Case =
  | { readonly kind: "values"; readonly formulas: readonly Expr[]; readonly point: readonly number[] }
  | { readonly kind: "text"; readonly formula: Expr; readonly changes: readonly Mutation[] }
  | { readonly kind: "call"; readonly maker: keyof typeof makers; readonly given: readonly number[] };

const cases: fc.Arbitrary<Case> = fc.oneof(
  fc.record({ kind: fc.constant("values" as const), formulas: dags(30, 3), point: anyPoint }),
  fc.record({
    kind: fc.constant("text" as const),
    formula: dags(20, 1).map(([e]) => e),
    changes: mutations(plainWrong),
  }),
  fc.record({
    kind: fc.constant("call" as const),
    maker: fc.constantFrom(...(Object.keys(makers) as (keyof typeof makers)[])),
    given: fc.array(fc.nat(anyWrong.length + 3), { maxLength: 4 }),
  }),
);

/** Formulas: compiled, interpreted and saved ones agree, damaged ones are refused, wrong arguments too. */
export const formulas = asAny({ about: "formulas", limit: 3, cases, judge });

function judge(one: Case): Verdict {
  if (one.kind === "values") return agreement(one.formulas, one.point);
  try {
    if (one.kind === "text") {
      const { formula, changes } = one;
      if (fromJson(JSON.parse(JSON.stringify(toJson(formula)))) !== formula)
        return { outcome: "text", fault: "a saved formula is another one" };
      fromJson(JSON.parse(textOf(mutate(toJson(formula), changes, { values: plainWrong, circles: false }))));
    } else {
      const make = makers[one.maker] as (...given: unknown[]) => unknown;
      const made = make(...one.given.map((k) => anyWrong[k - 4]?.() ?? [inputs[0], 2, -1.5, 0][k]));
      if (!isExpr(made)) return { outcome: "call", fault: `${one.maker} returned no formula` };
    }
    return { outcome: one.kind };
  } catch (error) {
    if (!(error instanceof Error)) return { outcome: "thrown", fault: "no error was thrown" };
    const fault = faultOf(error.message.replace("not undefined.", "not that."));
    const way = (error.stack ?? "").split("\n    at ").slice(1, 4).join("\n");
    return { outcome: "refused", ...(fault !== undefined && { fault: `${fault}\n${way}` }) };
  }
}

function agreement(formulas: readonly Expr[], point: readonly number[]): Verdict {
  const outputs = new Float64Array(formulas.length);
  compile(inputs, formulas).run(Float64Array.from(point), outputs);
  const at = (name: string): number => point[names.indexOf(name as (typeof names)[number])];
  for (const [k, formula] of formulas.entries()) {
    const value = evaluate(formula, at);
    if (!Object.is(value, outputs[k]) && !(value === outputs[k]))
      return { outcome: "values", fault: `a compiled formula is ${outputs[k]}, an interpreted one ${value}` };
  }
  return { outcome: "values" };
}
