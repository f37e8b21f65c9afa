import { evaluate, isExpr, type Scalar } from "../../expr/expr.js";
import type { Drawing } from "./charts.js";
import type { Figure } from "./figures.js";

/** The controls of an optimal motion between their bounds, and what every step costs. */
export function controlFigures({ result, pick }: Drawing): Figure[] {
  const { problem, parameters, trajectory, order } = result;
  if (order === undefined) return [];
  const { columns } = trajectory;
  const number = (x: Scalar): number =>
    isExpr(x) ? evaluate(x, (leaf) => Number(parameters[leaf.replace("parameters.", "")])) : x;
  const controls = Object.entries(problem.inputs ?? {}).flatMap(([name, given]): Figure[] => {
    if (isExpr(given) || columns[name] === undefined) return [];
    const bound = (label: string, x: Scalar | undefined) =>
      x === undefined ? [] : [{ name: label, values: pick(columns[name]!.map(() => number(x))), limit: true as const }];
    return [
      {
        kind: "series",
        title: `Control ${name}`,
        label: name,
        unit: given.unit,
        text: `${given.meaning}, as it was found, between its bounds.`,
        lines: [
          { name, values: pick(columns[name]!) },
          ...bound("smallest", given.min),
          ...bound("largest", given.max),
        ],
        zero: true,
        events: [],
      },
    ];
  });
  const spent: Figure = {
    kind: "series",
    title: "Cost by step",
    label: "cost of the step",
    unit: "",
    text: `What every step adds to the cost, ${result.values.cost?.toPrecision(6) ?? "unknown"} in all.`,
    lines: [{ name: "cost", values: pick(columns.cost!) }],
    zero: true,
    events: [],
  };
  return [...controls, ...(columns.cost!.some((x) => x !== 0 && !Number.isNaN(x)) ? [spent] : [])];
}
