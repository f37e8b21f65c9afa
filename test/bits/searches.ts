/**
 * What people ask of packaged problems besides their defaults: launches that are searched for, errors of grids, marches gone on
 * with, optimal motions from elsewhere, and options that are refused; each within some hundredths of a second.
 */
import { registry } from "../../problems/registry.js";
import { fromTriplets } from "../../src/algebra/sparse.js";
import { constant, f } from "../../src/expr/expr.js";
import { design, simulate, solve } from "../../src/index.js";
import { handles } from "../../src/motion/problem/handles.js";
import type { Settings } from "../../src/motion/problem/parameters.js";
import type { Result } from "../../src/motion/result.js";
import { solveMcp } from "../../src/motion/solve-mcp.js";
import { checkKinds, checkSettings } from "../../src/solve/miqp/door.js";
import { leftAfter } from "../motion/march/left-after.js";
import { type Part, refusalLater, refusalOf, told } from "./told.js";

const verbs = { simulate, solve, design };

/** What an answer says, as people see it. */
const seen = ({ status, message, values, solution, trajectory, run, solutions = [] }: Result): unknown => [
  status,
  message,
  values,
  solution.iterations,
  solution.worst,
  trajectory.t,
  trajectory.columns,
  trajectory.certificate,
  trajectory.segments,
  run.parameters,
  run.regularity,
  solutions.length,
];

/** A problem by a verb, as a program may ask. */
async function asked(verb: keyof typeof verbs, name: string, options: object): Promise<readonly [string, ...Part[]]> {
  const { problem } = await registry[name]();
  return refusalLater(async () => seen(await verbs[verb](problem, options)));
}

type Ask = readonly [verb: keyof typeof verbs, name: string, options: object];

const plain = { gridError: false };

/** A motion that somebody drew for the block. */
const drawn = {
  t: [0, 1, 2],
  columns: Object.fromEntries(
    ["push", "block.x", "block.y", "block.theta", "block.vx", "block.vy", "block.omega"].map((name, i) => [
      name,
      [
        [0, 4, -4],
        [0, 0.6, 1],
      ][i] ?? [0, 0, 0],
    ]),
  ),
};

/** Runs of their own, by what they are about. */
const asks: Readonly<Record<string, readonly Ask[]>> = {
  "refined grids": [["solve", "impact/ball-bounce", { set: { "grid.tolerance": 0.5 }, ...plain }]],
  "launches that are not near": [
    ["solve", "impact/ball-bounce-coarse", { set: { "start.z": 0.2 }, ...plain }],
    ["solve", "rolling/ball-place", { set: { "target.x": 5 }, ...plain }],
    ["solve", "rolling/ball-place", { set: { "target.x": 5 }, strategy: "global", guess: "line", ...plain }],
    ["solve", "impact/ball-launch", { set: { "target.x": 3 }, guess: "line", ...plain }],
    ["solve", "rolling/disk-as-printed", plain],
    ["solve", "rolling/ball-as-printed", plain],
    ["solve", "rolling/ball-return", { search: { all: true, samples: 12 }, ...plain }],
  ],
  "a bank shot with a finer motion": [["solve", "impact/bank-shot", {}]],
  "errors of grids": [
    ["solve", "rolling/disk", {}],
    ["solve", "rolling/ball-place", {}],
    ["simulate", "rolling/ball-roll", {}],
    ["simulate", "patch/block-stop", { set: { "grid.steps": 20 } }],
    ["solve", "drag/throw", {}],
    ["solve", "optimal/block", { set: { "grid.steps": 8 } }],
    ["solve", "optimal/disk", { set: { "grid.steps": 10 } }],
    ["simulate", "joints/pendulum", { set: { time: 1, "grid.steps": 80 } }],
  ],
  "continuous motions that are aimed": [
    ["solve", "exact/bank", { set: { "grid.accuracy": 1e-6 } }],
    ["solve", "exact/bank", { set: { "target.x": 0.3 }, guess: [0.1], ...plain }],
    ["solve", "rolling/ball-place", { set: { "grid.method": "exact" }, ...plain }],
    ["solve", "optimal/block", { set: { "grid.method": "exact" } }],
    ["solve", "rolling/disk", { set: { "grid.method": "exact", "grid.h": 0.1 } }],
  ],
  "optimal motions from elsewhere": [
    [
      "solve",
      "optimal/block",
      {
        set: { "grid.steps": 8 },
        search: { from: drawn },
        ...plain,
      },
    ],
    ["solve", "optimal/block", { set: { "grid.steps": 6 }, search: { starts: 2, seed: 3 }, ...plain }],
    ["solve", "optimal/block", { set: { "grid.steps": 6, "control.max": 0.5 }, ...plain }],
    ["solve", "optimal/block", { set: { "grid.steps": 6 }, search: { from: { t: [0], columns: { pusch: [0] } } } }],
  ],
  "options that are refused": [
    ["solve", "rolling/disk", { set: { frictoin: 1 } }],
    ["solve", "rolling/disk", { set: { friction: -1 } }],
    ["solve", "rolling/disk", { set: { friction: "many" } }],
    ["solve", "rolling/disk", { set: { friction: Number.NaN } }],
    ["solve", "rolling/disk", { set: { "grid.steps": 10, "grid.h": 1, "grid.end": 3 } }],
    ["solve", "rolling/disk", { set: { "grid.steps": 0 } }],
    ["solve", "rolling/disk", { set: { "grid.steps": 10, "grid.end": 0.01 }, ...plain }],
    ["solve", "rolling/disk", { set: { "grid.end": 0.0105 }, ...plain }],
    ["solve", "rolling/disk", { set: { "grid.h": 1e-9, "grid.end": 1e9 } }],
    ["solve", "optimal/block", { set: { "grid.h": 0.1 } }],
    ["solve", "optimal/block", { set: { "grid.end": 3 } }],
    ["solve", "grasp/gripper-lcp", { set: { command: "lft" } }],
    ["solve", "rolling/disk", { guess: [1, 2, 3, 4, 5, 6, 7] }],
    ["solve", "rolling/disk", { guess: { "launch.vw": 1 } }],
    ["solve", "rolling/disk", { guess: [Number.NaN] }],
    ["solve", "rolling/disk", { guess: "best" }],
    ["solve", "rolling/disk", { strategy: "local" }],
    ["solve", "rolling/disk", { search: { starts: -1 } }],
    ["solve", "rolling/disk", { search: { samples: 0, all: true } }],
    ["solve", "rolling/disk", { search: { scan: { name: "friction", from: 0, to: 1 }, all: true } }],
    ["solve", "rolling/disk", { search: { scan: { name: "launch.vx", from: 3, to: 1 }, all: true } }],
    ["solve", "rolling/disk", { search: { branch: "no such" } }],
    ["solve", "rolling/disk", { signal: 3 }],
    ["solve", "rolling/disk", { resume: {} }],
    ["simulate", "rolling/disk", { search: { all: true } }],
    ["design", "rolling/disk", {}],
    ["design", "feeder/reorient-design", { search: { evaluations: 0 } }],
    ["design", "feeder/reorient-design", { strategy: "auto" }],
    ["solve", "rolling/disk", { set: { "launch.vx": 3 } }],
  ],
};

/** A march of programs that is left in its middle, gone on with, and what it cannot be gone on with. */
async function goneOn(name: string, set: Settings): Promise<readonly (readonly [string, ...Part[]])[]> {
  const { problem } = await registry[name]();
  const { run } = await leftAfter(problem, 7, { set });
  const { unfinished } = run;
  if (unfinished === undefined) return [["whole"]];
  const { path } = unfinished;
  const changes: readonly object[] = [
    {},
    { steps: 0 },
    { of: unfinished.of + 1 },
    { names: [] },
    { parameters: unfinished.parameters.map((x) => x + 1) },
    { path: { ...path, states: path.states.slice(1) } },
    { path: { ...path, insides: path.insides.slice(1) } },
    { path: { ...path, programs: undefined } },
  ];
  const answers: (readonly [string, ...Part[]])[] = [];
  for (const change of changes)
    answers.push(
      await refusalLater(async () => {
        const { status, values, trajectory } = await simulate(problem, {
          set,
          resume: { ...unfinished, ...change },
        } as never);
        return [status, values, trajectory.columns];
      }),
    );
  return answers;
}

const one = Float64Array.of(1);
const identity = fromTriplets([1, 1], [0], [0], one);
const program = { H: identity, c: one, A: identity, rowLower: one, rowUpper: one, lower: one, upper: one, pairs: [] };

/** Wrong kinds at the doors of solvers. */
const wrongPrograms: readonly (readonly [object, object?])[] = [
  [{}],
  [{ H: 3 }],
  [{ H: { ...identity, colPtr: Int32Array.of(0, 2) } }],
  [{ A: { ...identity, rowIdx: Int32Array.of(7) } }],
  [{ A: { ...identity, values: [1] } }],
  [{ c: [1] }],
  [{ upper: "x".repeat(100) }],
  [{ pairs: {} }],
  [{ pairs: [[0]] }],
  [{ pairs: [[0, 0.5]] }],
  [{}, { rank: Uint8Array.of(1) }],
  [{}, { rank: new Uint8Array(0), ties: [one], modes: () => [] }],
  [{}, { ties: [Float64Array.of(1, 2)] }],
  [{}, { ties: [Float64Array.of(Number.NaN)] }],
  [{}, { ties: new Array(2) }],
  [{}, { modeOf: 3 }],
];
const wrongSettings: readonly unknown[] = [
  {},
  3,
  { gap: 0 },
  { gap: 1e-3, maxNodes: 0, enoughNodes: Number.POSITIVE_INFINITY, globalTies: 3, formulation: "big-m" },
  { maxNodes: -1 },
  { maxNodes: 0.5 },
  { maxNodes: Number.POSITIVE_INFINITY },
  { formulation: "x" },
  { gap: undefined },
  { toString: 1 },
];
const wrongMcps: readonly object[] = [
  {},
  { start: [1, 2] },
  { start: [Number.NaN] },
  { lower: [1], upper: [0] },
  { lower: [Number.POSITIVE_INFINITY] },
  { rows: () => [] },
  { rows: () => [constant(1), constant(2)] },
  { rows: 3 },
  { names: ["a", "b"] },
  { names: [1] },
];

/** Groups of answers by their names. */
export const searchRuns: Readonly<Record<string, () => string | Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(asks).map(([name, several]) => [
      name,
      async () => {
        const answers = [];
        for (const ask of several) answers.push(await asked(...ask));
        return told(answers);
      },
    ]),
  ),
  "marches gone on with": async () =>
    told([
      ...(await goneOn("grasp/gripper", { "grid.steps": 12 })),
      ...(await goneOn("grasp/gripper-lcp", { "grid.steps": 12 })),
    ]),
  "doors of solvers": () =>
    told([
      ...wrongPrograms.map(([change, hints = {}]) => refusalOf(() => checkKinds({ ...program, ...change }, hints))),
      ...wrongSettings.map((given) => refusalOf(() => checkSettings(given))),
      ...[undefined, null, [], 3].map((given) => refusalOf(() => checkKinds(given, {}))),
      ...wrongMcps.map((change) =>
        refusalOf(() => {
          const mcp = { start: [0.5], lower: [0], upper: [2], rows: ([x]: readonly never[]) => [f`${x}^2 - 1`] };
          const { status, z, message } = solveMcp({ ...mcp, ...change } as never);
          return [status, z, message];
        }),
      ),
    ]),
  "names of a scene": () => {
    const bodies = [
      { name: "a", space: "planar" },
      { name: "b", space: "spatial" },
    ] as const;
    const contacts = [{ name: "floor" }] as const;
    return told([
      ["listed", JSON.stringify(handles({ bodies, contacts, driven: [{ name: "c", space: "planar" }] }))],
      ["all", JSON.stringify(handles({ bodies, contacts: "all" }))],
    ]);
  },
};
