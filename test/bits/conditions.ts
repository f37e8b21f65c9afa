/** Launches whose conditions are of every kind, and those that no condition may be. */
import { problem as block } from "../../problems/optimal/block.js";
import { add, mul, sub } from "../../src/expr/expr.js";
import { type BoundaryCondition, last, type Problem, parameter as p, simulate, solve } from "../../src/index.js";
import type { RegionOfPoint } from "../../src/motion/problem/region.js";
import type { Result } from "../../src/motion/result.js";
import { thrown } from "../motion/conditions/thrown.js";
import { type Part, partsOf, refusalLater, told } from "./told.js";

const frees = ["vx", "vy", "vz"];
const [x, y, z] = [last("ball.x"), last("ball.y"), last("ball.z")];
const when = { sometime: "hit" } as const;
const metre = { unit: "m", tolerance: 0.1 } as const;
const fixed = { name: "x", unit: "m", residual: sub(x, 3), frees } as const;
const region = (residual: RegionOfPoint, more: Partial<BoundaryCondition> = {}): BoundaryCondition => ({
  name: `in ${residual.inside?.kind ?? residual.outside?.kind}`,
  unit: "m",
  residual,
  ...more,
});
const vertices = [
  [2, -1],
  [4, -1],
  [4, 1],
  [3, 0.2],
  [2, 1],
] as const;

/** Sets of conditions of a throw. */
const sets: Readonly<Record<string, readonly BoundaryCondition[]>> = {
  fewer: [{ name: "sum", unit: "m", residual: add(x, mul(2, y), -7), frees }],
  more: [
    { name: "near", ...metre, residual: sub(x, 3), frees: "vx" },
    { name: "far", ...metre, residual: sub(x, 4), tolerance: 0.2 },
  ],
  mixed: [
    fixed,
    { name: "sum", unit: "m", residual: add(x, y, -5), tolerance: 1 },
    { name: "y", unit: "m", residual: sub(y, 1), tolerance: 1 },
    { name: "z", unit: "m", residual: z, within: { from: -8, to: -3 } },
  ],
  apart: [fixed, { name: "far", unit: "m", residual: sub(x, 4), tolerance: 0.01 }],
  twice: [fixed, { name: "again", unit: "m", residual: sub(mul(2, x), 6) }],
  sometime: [
    { ...fixed, residual: sub(x, 1), when },
    { name: "z", unit: "m", residual: sub(z, 0.7), when },
    { name: "y", unit: "m", residual: sub(y, 0.2), when: { ...when, from: 0.1, to: 0.9 } },
  ],
  "two times": [
    { ...fixed, residual: sub(z, 0.2), when: { sometime: "up", to: 0.3 } },
    { name: "down", unit: "m", residual: sub(z, 0.1), when: { sometime: "down", from: 0.3 } },
  ],
  "at a time": [
    { ...fixed, residual: sub(x, 1), when: { at: 0.505 } },
    { name: "y", unit: "m", residual: sub(mul(x, y), 0.4), when: { at: 0.33 }, tolerance: 0.5 },
  ],
  always: [fixed, { name: "low", unit: "m", residual: z, within: { from: -0.2 }, when: "always" }],
  "always in a span": [
    fixed,
    { name: "band", ...metre, residual: z, within: { from: 0, to: 0.3 }, when: { from: 0.1, to: 0.62 } },
  ],
  "in a ball": [region({ body: "ball", inside: { kind: "ball", centre: [4, 1, 0], radius: 0.5 } }, { frees })],
  "in a polygon": [region({ body: "ball", inside: { kind: "polygon", vertices } }, { frees })],
  "out of a polygon": [fixed, region({ body: "ball", point: [0, 0, 0.1], outside: { kind: "polygon", vertices } })],
  "through a box": [
    region(
      { body: "ball", inside: { kind: "box", centre: [1, 0.3], half: [0.1, 0.1] } },
      { when: { sometime: "in", to: 0.4 }, frees },
    ),
    region(
      { body: "ball", point: [0, 0, 0.1], outside: { kind: "half-space", normal: [0, 0, 2], offset: 1 } },
      { when: { from: 0.1 }, tolerance: 0.2 },
    ),
  ],
  "under a curve": [
    { ...fixed, residual: sub(mul(x, x, z), 3) },
    { name: "c", ...metre, residual: sub(mul(y, z), 1) },
  ],
};

const ball = { kind: "ball", centre: [0, 0], radius: 1 } as const;

/** Changes of a condition that make it none. */
const wrong: readonly object[] = [
  { within: {} },
  { within: { from: 2, to: 1 } },
  { when: "sometimes" },
  { when: { til: 1 } },
  { when: { from: 0.6, to: 0.2 } },
  { when: { at: 2 } },
  { when: { at: p("vz") } },
  { when: { at: -1 } },
  { when: { sometime: "" } },
  { tolerance: 0 },
  { frees: ["vx", "vx"] },
  { frees: ["vw"] },
  { frees: [] },
  { residual: { body: "ball" } },
  { residual: { body: "bal", inside: ball } },
  { residual: { body: "ball", inside: ball, outside: ball } },
  { residual: { body: "ball", inside: { kind: "bal" } } },
  { residual: { body: "ball", inside: { kind: "polygon", vertices: vertices.slice(0, 2) } } },
  { residual: { body: "ball", inside: { kind: "box", centre: [0, 0, 0], half: [1, 1] } } },
  { about: { body: "ball", coordinate: "w" } },
  { about: { body: "bal", coordinate: "x" } },
];

const launchOf = ({ status, message, run, trajectory, values }: Result): Part[] => [
  message,
  ...frees.map((name) => Number(run.parameters[name])),
  ...partsOf([run.regularity?.undetermined, values, trajectory.certificate.conditions]),
  status,
];

const values: Problem["values"] = { hit: { unit: "s", meaning: "when", of: { timeOf: "hit" } } };
const coarse = (boundary: readonly BoundaryCondition[]): Problem => ({
  ...thrown(boundary, boundary.some((one) => one.when === when) ? values : {}),
  grid: { steps: 40, h: 0.025 },
});

/** Groups of answers by their names. */
export const conditionRuns: Readonly<Record<string, () => Promise<string>>> = {
  conditions: async () => {
    const answers = [];
    for (const boundary of Object.values(sets)) {
      const result = await solve(coarse(boundary), { gridError: false });
      answers.push([result.status, ...launchOf(result)] as const);
    }
    return told(answers);
  },
  "conditions of a simulation": async () => {
    const answers = [];
    for (const boundary of Object.values(sets)) {
      const result = await simulate(coarse(boundary), { gridError: false });
      answers.push([result.status, ...launchOf(result)] as const);
    }
    return told(answers);
  },
  "conditions that are none": async () => {
    const answers = [];
    for (const change of wrong)
      answers.push(
        await refusalLater(async () =>
          launchOf(await solve(coarse([{ ...fixed, ...change } as BoundaryCondition]), { gridError: false })),
        ),
      );
    return told(answers);
  },
  "conditions of an optimal motion": async () => {
    const { objective, grid: _, parameters, ...rest } = block;
    const [end, slow] = objective?.constraints ?? [];
    const ending = (condition: object, more: object = {}): Promise<readonly [string, ...Part[]]> =>
      refusalLater(async () => {
        const boundary = [{ name: "end", unit: "m", residual: end.residual, ...condition }];
        const problem = {
          ...rest,
          parameters,
          grid: { steps: 12, h: 0.1 },
          objective: { ...objective, vary: ["push"], constraints: [slow] },
          boundary,
          ...more,
        } as Problem;
        const { status, message, trajectory } = await solve(problem, { gridError: false });
        return [status, message, trajectory.columns["block.x"], trajectory.columns.push];
      });
    const inside = { kind: "ball", centre: [1, 0], radius: 0.02 } as const;
    const push = (shape: object): object => ({ inputs: { push: { ...block.inputs?.push, shape } } });
    return told([
      await ending({ within: { from: -0.05, to: 0.05 } }),
      await ending({ within: { to: 0.05 } }, push({ every: 3 })),
      await ending({ residual: { body: "block", inside } }, push({ coefficients: 5 })),
      await ending({}, push({ coefficients: 2 })),
      await ending({ when: "always" }),
      await ending({ tolerance: 0.1 }),
    ]);
  },
};
