/** Motions of which not everything is known: predictions, designs for the probability of success, and inputs that are held. */
import { predict } from "../../src/data.js";
import { add, mul, sub } from "../../src/expr/expr.js";
import {
  atRest,
  compliant,
  design,
  input,
  last,
  type Problem,
  parameter as p,
  simulate,
  solve,
} from "../../src/index.js";
import { landscape } from "../../src/motion/design/landscape.js";
import { piecewise } from "../../src/motion/problem/inputs.js";
import { partsOf, refusalLater, told } from "./told.js";

const model = compliant({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, mass: 0.2 }],
  world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
  contacts: "all",
  materials: [{ friction: 0.3, stiffness: 1000, damping: 2, coneSmoothing: 1e-4 }],
  applied: [{ body: "ball", force: [input("gust"), 0, 0], torque: [0, 0, 0] }],
});

const number = (value: number, min = -20, max = 20) => ({ value, unit: "1", meaning: "a number", min, max });

/** A ball that falls on a floor and is blown along it for a while. */
const blown: Problem = {
  name: "bits/blown",
  title: "blown",
  model,
  parameters: { vx: number(1), vz: number(0), push: number(0.4), extra: number(0.1) },
  inputs: { gust: piecewise([{ from: 3, to: 7, value: p("push") }]) },
  start: { ...atRest(model), "ball.z": 0.2, "ball.vx": p("vx"), "ball.vz": p("vz") },
  grid: { steps: 14, h: 0.02 },
  values: {
    end: { unit: "m", meaning: "where it ends", of: last("ball.x") },
    lowest: { unit: "m", meaning: "its lowest point", of: { reduce: "minimum", column: "ball.z" } },
  },
};

const near: Problem = {
  ...blown,
  boundary: [
    { name: "x", unit: "m", residual: last("ball.x"), within: { from: 0.3, to: 0.4 }, frees: ["vx", "vz"] },
    { name: "z", unit: "m", residual: sub(last("ball.z"), 0.07), tolerance: 0.02 },
  ],
};

const asked: readonly (readonly [Problem, object])[] = [
  [blown, { over: { vx: { normal: [1, 0.1] }, push: { uniform: [0.2, 0.5] } }, samples: 12 }],
  [blown, { over: { vz: { triangular: [-1, 0, 0.5] }, "ball.z": { normal: [0.2, 0.02] } }, samples: 9, seed: 3 }],
  [
    near,
    {
      over: { vx: { normal: [1, 0.1] }, vz: { normal: [0, 0.2] } },
      correlation: { vx: { vz: 0.5 } },
      verb: "simulate",
      samples: 16,
    },
  ],
  [near, { over: { push: { normal: [0.4, 0.05] } }, samples: 8 }],
  [near, { over: { vz: { normal: [-19, 0.2] } }, verb: "simulate", samples: 5 }],
  [near, { over: { vx: { normal: [1, 0.1] } }, samples: 8 }],
  [blown, { over: {} }],
  [blown, { over: { vx: { normal: [1, 0] } } }],
  [blown, { over: { vx: { normal: [1, 0.1] } }, sampels: 3 }],
  [blown, { over: { vx: { normal: [1, 0.1] } }, samples: 0 }],
  [blown, { over: { vx: { uniform: [19, 21] } }, samples: 4 }],
  [blown, { over: { vx: { normal: [1, 0.1] } }, set: { vx: 2 } }],
  [blown, { over: { vx: { normal: [1, 0.1] } }, correlation: { vx: { vz: 0.5 } } }],
];

/** Groups of answers by their names. */
export const chanceRuns: Readonly<Record<string, () => Promise<string>>> = {
  predictions: async () => {
    const answers = [];
    for (const [problem, options] of asked) answers.push(await refusalLater(() => predict(problem, options as never)));
    return told(answers);
  },
  "the most probable success": async () => {
    const scattered = (over: object, more: object = {}) =>
      refusalLater(async () => {
        const problem = { ...near, objective: { vary: ["vx", "vz"], over }, ...more } as Problem;
        const { status, message, values, run } = await design(problem, { search: { samples: 8, starts: 2 } });
        return [status, message, values, run.history.length];
      });
    return told([
      await scattered({ push: { normal: [0.4, 0.1] } }),
      await scattered({ push: { normal: [0.4, 0.1] }, "ball.z": { uniform: [0.15, 0.2] } }),
      await scattered({ vx: { normal: [1, 0.1] } }),
      await scattered({ push: { normal: [0.4, 0.1] } }, { boundary: [] }),
    ]);
  },
  "inputs that are held": async () => {
    const far: Problem = {
      ...blown,
      boundary: [{ name: "x", unit: "m", residual: sub(last("ball.x"), 0.4), frees: "push" }],
    };
    const exact = { set: { "grid.method": "exact" } };
    const seen = ({ status, message, values, trajectory, run }: Awaited<ReturnType<typeof solve>>) => [
      ...partsOf([status, message, values, trajectory.t, trajectory.columns["ball.x"], run.parameters]),
    ];
    return told([
      ["simulated", ...seen(await simulate(blown, exact))],
      ["found", ...seen(await solve(far, exact))],
      ["by steps", ...seen(await solve(far))],
    ]);
  },
  "a map of four variables": async () => {
    const problem: Problem = {
      ...blown,
      grid: { steps: 5, h: 0.02 },
      objective: {
        cost: add(mul(last("ball.x"), last("ball.x")), mul(p("vz"), p("vz"))),
        vary: ["extra", "vx", "push", "vz"],
        constraints: [{ name: "near", unit: "m", residual: sub(last("ball.x"), 1), must: "not-exceed-zero" }],
      },
    };
    return told([
      await refusalLater(async () => {
        const map = await landscape(problem, { set: {}, at: {}, patience: 1e9 });
        return [map?.simulations, map?.cost, map?.axes, ...(map?.constraints ?? []).map(({ values }) => values[0])];
      }),
    ]);
  },
};
