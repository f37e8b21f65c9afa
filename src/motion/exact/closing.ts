import { gradient } from "../../expr/derivative.js";
import { add, constant, type Expr, leaves, mul, neg, substituteAll } from "../../expr/expr.js";
import { frame, type Pair } from "../../mechanics/model.js";
import { isRate } from "../compile/between.js";
import type { Compiled } from "../compile/compile-problem.js";

/** The pairs of a force and a gap or a room, which strike where they close: of contacts, and of limits of joints. */
export function closingPairs({ model }: Compiled): Pair[] {
  const rates = new Set(model.state.filter(isRate).map(({ name }) => name));
  const isOfPlaces = ({ b }: Pair): boolean =>
    leaves([b]).every(({ name }) => !name.startsWith("inside.") && !rates.has(name.replace(/^(next|now)\./, "")));
  return model.step(frame).pairs.filter((pair) => pair.contact !== undefined || isOfPlaces(pair));
}

/** q̇ of places by velocities, as their definitions say, by their names. */
export function ratesOf({ kernels: { block, layout, defined }, model }: Compiled): Map<string, Expr> {
  const formulas = block.formulas();
  const rates = new Map<string, Expr>();
  const instant = new Map<Expr, Expr>(model.state.map(({ name }) => [frame.now(name), frame.next(name)] as const));
  instant.set(frame.h, constant(0));
  // the instant is the end of the step
  instant.set(frame.t, add(frame.t, frame.h));
  for (const place of defined.at) {
    const k = place - layout.next;
    if (k < 0 || k >= layout.states) continue;
    const away = gradient(formulas[k], [frame.h]).get(frame.h);
    if (away !== undefined) rates.set(model.state[k].name, substituteAll([neg(away)], instant)[0]);
  }
  return rates;
}

/** h times the rate of a row by places, and by the time with which what is driven moves. */
export function rateOf(row: Expr, rates: ReadonlyMap<string, Expr>): Expr {
  const slopes = gradient(row, [...[...rates.keys()].map((q) => frame.next(q)), frame.t]);
  const terms = [...rates].flatMap(([q, rate]) => {
    const slope = slopes.get(frame.next(q));
    return slope === undefined ? [] : [mul(slope, rate)];
  });
  return mul(frame.h, add(0, ...terms, slopes.get(frame.t) ?? 0));
}
