import { evaluate, isExpr, type Scalar } from "../../../expr/expr.js";
import type { Drawing } from "./drawing.js";
import type { Figure } from "./figures.js";

/** The controls of an optimal motion between their bounds, and what every step costs. */
export function controlFigures({ result, pick }: Drawing): Figure[] {
  const {
    problem,
    run: { parameters },
    trajectory,
    run: { regularity: { order } = {} },
  } = result;
  if (order === undefined) return [];
  const { columns } = trajectory;
  const number = (x: Scalar): number =>
    isExpr(x) ? evaluate(x, (leaf) => Number(parameters[leaf.replace("parameters.", "")])) : x;
  const controls = Object.entries(problem.inputs ?? {}).flatMap(([name, given]): Figure[] => {
    if (isExpr(given) || columns[name] === undefined) return [];
    const bound = (label: string, x: Scalar | undefined) =>
      x === undefined ? [] : [{ name: label, values: pick(columns[name].map(() => number(x))), limit: true as const }];
    return [
      {
        kind: "series",
        title: `Control ${name}`,
        label: name,
        unit: given.unit,
        text: `${given.meaning}, as it was found, between its bounds.`,
        lines: [{ name, values: pick(columns[name]) }, ...bound("smallest", given.min), ...bound("largest", given.max)],
        zero: true,
        events: [],
      },
    ];
  });
  const spent: Figure = {
    kind: "series",
    title: "Cost by step",
    label: "cost of the step",
    unit: "1",
    text: `What every step adds to the cost. ${parts(columns.cost, result.values.cost)}`,
    lines: [{ name: "cost", values: pick(columns.cost) }],
    zero: true,
    events: [],
  };
  return [...controls, ...(columns.cost.some((x) => x !== 0 && !Number.isNaN(x)) ? [spent] : [])];
}

/** The cost of all steps, what the end adds, and both together. */
function parts(steps: Float64Array, all: number | null | undefined): string {
  if (all === undefined || all === null) return "The whole cost is unknown.";
  const sum = steps.reduce((total, x) => total + (Number.isNaN(x) ? 0 : x), 0);
  const told = (x: number): string => String(Number(x.toPrecision(6)));
  // what is rounding of the sum is no part
  const atEnd = Math.abs(all - sum) > 1e-9 * Math.abs(all) ? all - sum : 0;
  return `The steps cost ${told(sum)}, the end ${told(atEnd)}, ${told(all)} in all.`;
}
