import fc from "fast-check";
import { registry } from "../../../problems/registry.js";
import { isMade, makeModel } from "../../../src/app/run/saved/models.js";
import { evaluate, isExpr } from "../../../src/expr/expr.js";
import type { Model } from "../../../src/mechanics/model.js";
import { design } from "../../../src/motion/design.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { anyWrong, type Mutation, mutate, mutations } from "../mutate.js";
import { faultOf, refusal } from "../sentence.js";
import { asAny, type Verdict } from "../target.js";

/** Problems of every family that are solved within a moment, and one scene of each maker of models. */
const bases = [
  ...["rolling/disk", "rolling/ball-place", "rolling/slab-slide", "impact/ball-launch", "impact/bank-shot"],
  ...[
    "feeder/reorient-design",
    "patch/block-stop",
    "patch/box-on-box",
    "patch/desk-legs",
    "optimal/block",
    "optimal/disk",
  ],
  ...["grasp/push", "grasp/gripper"],
];

/** Steps of a run, and when it is interrupted [ms]. */
const [steps, patience] = [4, 150];

const options = {
  set: { "grid.steps": steps },
  guess: "auto",
  strategy: "auto",
  search: {
    all: false,
    scan: { name: "launch.v", from: 0, to: 1 },
    samples: 10,
    branch: "one impact",
    starts: 1,
    seed: 1,
  },
};

interface Case {
  readonly base: number;
  readonly of: "problem" | "scene" | "options";
  readonly verb: "solve" | "simulate" | "design";
  readonly changes: readonly Mutation[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  base: fc.nat(bases.length - 1),
  of: fc.constantFrom("problem", "problem", "scene", "scene", "options"),
  verb: fc.constantFrom("solve", "simulate", "simulate", "design"),
  changes: mutations(anyWrong),
});

/** Problems, scenes and options with wrong values anywhere; conditions of what is called solved are computed again. */
export const problems = asAny({ about: "problem objects and scenes", limit: 8, cases, judge });

async function judge({ base, of, verb, changes }: Case): Promise<Verdict> {
  const { problem } = await registry[bases[base]]();
  const wrong = (x: unknown): unknown => mutate(x, changes, { values: anyWrong, circles: true });
  try {
    const given = of === "problem" ? wrong(problem) : of === "scene" ? withScene(problem, wrong) : problem;
    const given2 = of === "options" ? wrong(options) : { set: { "grid.steps": steps } };
    const signal = AbortSignal.timeout(patience);
    const asked =
      typeof given2 === "object" && given2 !== null && !("signal" in given2) ? { ...given2, signal } : given2;
    const run = { solve, simulate, design }[verb] as (problem: unknown, options: unknown) => Promise<Result>;
    const result = await run(given, asked);
    const fault = faultOf(result.message) ?? (verb === "solve" ? faultOfResult(result) : undefined);
    return { outcome: result.status, ...(fault !== undefined && { fault: `${result.status}: ${fault}` }) };
  } catch (error) {
    return refusal(error);
  }
}

/** The problem with another scene under its law. */
function withScene(problem: Problem, wrong: (x: unknown) => unknown): Problem {
  const { model, parameters } = problem;
  const made: Model = typeof model === "function" ? model((name) => String(parameters[name].value)) : model;
  const { scene } = made.views ?? {};
  if (scene === undefined || !isMade(made.name)) return wrong(problem) as Problem;
  return { ...problem, model: makeModel(made.name, wrong(scene.scene) as object, scene.law) };
}

/** Conditions of a motion that is called solved must be met by its own columns. */
function faultOfResult({ status, problem, trajectory, run: { parameters } }: Result): string | undefined {
  if (status !== "solved" && status !== "feasible") return undefined;
  const { columns } = trajectory;
  for (const [name, column] of Object.entries(columns))
    if (problem.start !== undefined && Object.hasOwn(problem.start, name) && !column.every(Number.isFinite))
      return `the state ${name} is no number`;
  for (const { name, residual } of problem.boundary ?? []) {
    if (!isExpr(residual)) return `the condition ${name} is no formula`;
    const value = evaluate(residual, (leaf) => {
      const [space, ...rest] = leaf.split(".");
      const of = rest.join(".");
      if (space === "parameters") return Number(parameters[of]);
      const column = columns[of] ?? [];
      return space === "first" ? column[0] : (column.at(-1) ?? Number.NaN);
    });
    if (!(Math.abs(value) < 1e-6)) return `the condition ${name} is ${value}`;
  }
  return undefined;
}
