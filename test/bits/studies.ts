/** Studies and fits without a machine that runs their items: which items there are, and what their rows say. */
import { problem as belt } from "../../problems/drives/belt.js";
import { problem as gripper } from "../../problems/grasp/gripper.js";
import { problem as disk } from "../../problems/rolling/disk.js";
import { randomNumbers } from "../../src/algebra/random.js";
import { first, last } from "../../src/index.js";
import { fit as estimate } from "../../src/motion/fit/fit.js";
import type { Fitting, Recording } from "../../src/motion/fit/fitting.js";
import type { FitOptions } from "../../src/motion/fit/result.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import { analyse } from "../../src/motion/study/analysis/analysis.js";
import { distributed } from "../../src/motion/study/analysis/distribution.js";
import { paretoFront } from "../../src/motion/study/analysis/pareto.js";
import { firstMissed, parseAsks, valueOfFormula } from "../../src/motion/study/asks.js";
import { type Items, itemsOf } from "../../src/motion/study/items.js";
import { isSequence, radicalInverse } from "../../src/motion/study/points.js";
import { mostDimensions, sobolSequence } from "../../src/motion/study/sobol.js";
import { checkStudy, pointsOfSamples, type StudyQuestion } from "../../src/motion/study/study.js";
import { asked, set, slide } from "../motion/fit/slide.js";
import { type Part, partsOf, refusalLater, refusalOf, told } from "./told.js";

const friction = { uniform: [0.1, 0.4] } as const;
const mass = { normal: [1, 0.1] } as const;
const target = { triangular: [0.01, 0.02, 0.05] } as const;

/** Studies of every kind, and those that are none. */
const questions: readonly (readonly [Problem, unknown])[] = [
  [disk, { over: { friction: { from: 0.1, to: 0.4, count: 7 }, mass: [1, 2, 0.5] } }],
  [disk, { over: { friction: { from: 0.1, to: 0.1, count: 1 }, mass: { column: [1, 3, 2] } } }],
  [disk, { over: { friction: { column: [0.1, 0.3, 0.2, 0.2, 0.9] }, mass: { column: [1, 3, 4, 4, 0.1] } } }],
  [disk, { over: { friction, mass, "target.x": target }, samples: 13 }],
  [disk, { over: { friction, mass, "target.x": target }, samples: 12, design: "lhs", seed: 4 }],
  [disk, { over: { friction, mass, "target.x": target }, samples: 21, design: "sobol", seed: 0 }],
  [disk, { over: { friction, mass, "target.x": target }, samples: 20, design: "halton", verb: "simulate" }],
  [disk, { over: { friction, mass }, samples: 6, design: "saltelli", where: ["friction*mass in .1.."] }],
  [disk, { over: { friction: { from: 0.1, to: 0.4 }, mass: { from: 1, to: 2, count: 4 } }, samples: 5 }],
  [disk, { over: { "grid.steps": [10, 20], friction: [0.2] }, set: { mass: 2 }, verb: "simulate" }],
  [gripper, { over: { command: ["squeeze", "lift"] }, verb: "simulate" }],
  [gripper, { over: { command: ["squeeze", "left"] }, verb: "simulate" }],
  [disk, { over: { "grid.method": ["euler", "exact"] } }],
  [disk, { over: { "grid.method": ["eulr"] } }],
  [disk, { over: {} }],
  [disk, {}],
  [disk, { over: { frictoin: [1] } }],
  [disk, { over: { friction: [] } }],
  [disk, { over: { friction: [-1] } }],
  [disk, { over: { friction: { normal: [0.3, 0] } }, samples: 2 }],
  [disk, { over: { friction: { uniform: [0.3, 0.3] } }, samples: 2 }],
  [disk, { over: { friction: { uniform: [0.3] } }, samples: 2 }],
  [disk, { over: { friction: { from: 0.3, to: 0.1, count: 3 } } }],
  [disk, { over: { friction: { from: 0.3, to: 0.4, count: 1 } } }],
  [disk, { over: { friction: { from: 0.3, to: 0.4, count: 0 } } }],
  [disk, { over: { friction: { triangular: [0.3, 0.5, 0.4] } }, samples: 2 }],
  [disk, { over: { friction: { triangular: [0.3, 0.2, 0.4] } }, samples: 2 }],
  [disk, { over: { friction: {} } }],
  [disk, { over: { friction: "x" } }],
  [disk, { over: { friction }, samples: 3, design: "grid" }],
  [disk, { over: { friction } }],
  [disk, { over: { friction }, samples: 3, design: "sobl" }],
  [disk, { over: { friction }, samples: 3, seed: -1 }],
  [disk, { over: { friction }, samples: 3, seed: 0.5 }],
  [disk, { over: { friction: [0.2] }, samples: 3 }],
  [disk, { over: { friction: [0.2] }, design: "sobol" }],
  [disk, { over: { friction: [0.2] }, design: "grid" }],
  [disk, { over: { friction: { column: [0.1, 0.2] }, mass: { column: [1] } } }],
  [disk, { over: { friction: { column: [] } } }],
  [disk, { over: { friction: { column: ["a"] } } }],
  [disk, { over: { friction }, samples: 10_000_001 }],
  [disk, { over: { friction }, samples: 3_333_334, design: "saltelli" }],
  [disk, { over: { friction: [0.2, 0.3] }, set: { friction: 0.2 } }],
  [disk, { over: { friction: [0.2, 0.3] }, set: { friction: null } }],
  [disk, { over: { "launch.vx": [1] } }],
  [disk, { over: { "launch.vx": [1] }, verb: "simulate" }],
  [disk, { over: { friction: [0.2] }, verb: "design" }],
  [disk, { over: { friction: [0.2] }, verb: "solv" }],
  ...[
    "friction",
    "friction in 1",
    "friction in 2..1",
    "friction in a..",
    "frictoin in 0..",
    "friction in ..",
    "(1 in 0..1",
  ].map((where) => [disk, { over: { friction: [0.2] }, where: [where] }] as const),
];

/** Every item with the level it is on and whose answer it starts from. */
const itemsTold = ({ count, levels, settings, level, parent }: Items): Part[] => [
  count,
  levels,
  ...Array.from({ length: Math.min(count, 60) }, (_, i) => [
    ...partsOf(settings(i)),
    level(i),
    parent(i) ?? "none",
  ]).flat(),
];

/** What the rows of a study say, with holes among them. */
function findings(question: StudyQuestion): readonly Part[] {
  const study = checkStudy(disk, question);
  const { count } = itemsOf(study);
  const random = randomNumbers(7);
  const column = (): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => (i % 11 === 5 ? Number.NaN : Math.round(8 * random()) - 3));
  const items = Array.from({ length: count }, (_, i) => i);
  const passed = items.map((i) => (i % 3 === 0 ? 0 : 1));
  const causes = items.map((i) => (i % 3 === 0 ? ["singular", "far", "far", "near"][(i / 3) % 4] : ""));
  const values = { one: column(), other: column(), none: new Float64Array(count).fill(Number.NaN) };
  const varied = { friction: column(), same: new Float64Array(count).fill(2) };
  const front = [values.one, values.other] as const;
  return [
    ...partsOf(analyse(study, { items, passed, causes, varied, values }, front)),
    ...partsOf(analyse(study, { items: items.slice(3), passed, causes, varied, values })),
  ];
}

const sevenfold: Fitting = {
  ...asked,
  shared: { friction: { guess: 0.3, prior: { mean: 0.4, deviation: 0.1 } } },
  each: { "block.v": { guess: "v" } },
  given: { "belt.v": "belt" },
  rowsAfterTouch: 20,
  predicts: [5, 25],
  misses: { along: { columns: ["x"], unit: "mm", times: 1000 } },
};

const withColumns = (one: Recording): Recording => {
  const same = (x: number): Float64Array => one.t.map(() => x);
  return { ...one, columns: { ...one.columns, v: same(0.9), belt: same(0) } };
};

/** Questions to recordings of slides. */
const fits: readonly (readonly [Fitting, readonly Recording[], FitOptions?])[] = [
  [asked, [slide(1), slide(2, { v: 0.9, rows: 12 })], { profile: true }],
  [asked, [slide(1), slide(2, { v: 0.9 }), slide(3, { v: 1.3, rows: 9 })], { folds: 3 }],
  [{ ...asked, loss: { kind: "huber", width: 1.5 } }, [slide(4, { wild: 0.02 })]],
  [{ ...asked, loss: { kind: "cauchy", width: 2 } }, [slide(4, { wild: 0.02 })]],
  [sevenfold, [withColumns(slide(5)), withColumns(slide(6, { v: 0.7 }))]],
  [{ ...sevenfold, rowsAfterTouch: [2, 4, 8] }, [withColumns(slide(5))]],
  [{ ...sevenfold, rowsAfterTouch: -2 }, [withColumns(slide(5))]],
  [{ ...asked, shared: { friction: { guess: 0.3 }, gravity: { guess: 9 } } }, [slide(1)]],
  [{ ...asked, shared: {}, each: { "block.v": {}, friction: { guess: 0.01 } } }, [slide(7), slide(8)]],
  [{ ...asked, rate: 200, signs: [["x"]] }, [slide(1, { rows: 5 })]],
  [{ ...asked, measured: { x: { of: last("block.x"), noise: 5e-4, unitsPerMeasured: 2 } } }, [slide(1)]],
  // and those that are none
  [asked, []],
  [asked, [slide(1)], { folds: 2 }],
  [asked, [slide(1), slide(2)], { folds: 1.5 }],
  [{ ...asked, shared: { frictoin: {} } }, [slide(1)]],
  [{ ...asked, each: { friction: {} } }, [slide(1)]],
  [{ ...asked, given: { gravty: "x" } }, [slide(1)]],
  [{ ...asked, given: { gravity: "g" } }, [slide(1)]],
  [{ ...asked, misses: { far: { columns: ["y"], unit: "m" } } }, [slide(1)]],
  [{ ...asked, signs: [["y"]] }, [slide(1)]],
  [{ ...asked, each: { "block.v": { guess: "vx" } } }, [slide(1)]],
  [{ ...asked, measured: { x: { of: first("block.x"), noise: 1 } } }, [slide(1)]],
  [{ ...asked, shared: {}, each: {} }, [slide(1)]],
  [asked, [slide(1, { rows: 1 })]],
  [asked, [slide(1, { rows: 2 })]],
  [asked, [{ ...slide(1), t: slide(1).t.map(() => 0) }]],
  [asked, [slide(1)], { set: { ...set, "grid.method": "exact" } }],
];

/** Groups of answers by their names. */
export const studyRuns: Readonly<Record<string, () => string | Promise<string>>> = {
  "items of studies": () =>
    told(
      questions.map(([problem, question]) =>
        refusalOf(() => {
          const study = checkStudy(problem, question as StudyQuestion);
          return [pointsOfSamples(study), isSequence(study.design), ...itemsTold(itemsOf(study))];
        }),
      ),
    ),
  "points of studies": () =>
    told([
      ["sobol", sobolSequence(mostDimensions, 40), sobolSequence(2, 300)],
      ["halton", ...[2, 3, 5].flatMap((base) => [1, 7, 30, 1001].map((i) => radicalInverse(i, base)))],
    ]),
  "findings of studies": () =>
    told([
      ["grid", ...findings({ over: { friction: { from: 0.1, to: 0.4, count: 40 } } })],
      ["saltelli", ...findings({ over: { friction, mass }, samples: 16, design: "saltelli" })],
      ["one row", ...partsOf(distributed([3])), ...partsOf(distributed([2, 1])), ...partsOf(paretoFront([1], [2]))],
    ]),
  "questions to items": () => {
    const texts = ["friction + 2*mass in 1..2", "friction in ..0.5", "target.x in .01..", "sqrt(mass)*pi in 0..9"];
    const asks = parseAsks(texts, disk);
    const items = [
      { friction: 0.2, mass: 0.5, "target.x": 0.02 },
      { friction: 0.6, mass: 0.4, "target.x": 0.01 },
      { friction: 0.5, mass: 0.75, "target.x": 0.009 },
      { friction: 0, mass: null, "target.x": 0.02 },
    ];
    return told(
      items.map((numbers) => [
        firstMissed(asks, numbers)?.text ?? "passed",
        ...asks.map(({ formula }) => valueOfFormula(formula, numbers)),
      ]),
    );
  },
  fits: async () => {
    const answers = [];
    for (const [question, recordings, options] of fits)
      answers.push(await refusalLater(() => estimate(belt, question, recordings, { set, ...options })));
    return told(answers);
  },
};
