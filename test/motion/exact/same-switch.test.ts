import { expect, it } from "vitest";
import { problemOfDraft } from "../../../src/app/drafts/problem-of-draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import { leaves } from "../../../src/expr/expr.js";
import { equation, sub } from "../../../src/index.js";
import { frame } from "../../../src/mechanics/model.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import type { Asked } from "../../../src/motion/exact/asked.js";
import { branchFormulas } from "../../../src/motion/exact/branches.js";
import { closingPairs } from "../../../src/motion/exact/closing.js";
import { evened } from "../../../src/motion/exact/plan.js";

// a ball that touches a box in space, past whose edges its centre went, chattered between the same switch at both ends of a step
it("has no switch of its own for the start of a step, where one asks the same at its end", () => {
  const inSpace = templates.find(({ name }) => name === "In space")!.draft;
  const box = {
    name: "box",
    shape: { kind: "box" as const, half: [0.1, 0.1, 0.1] as const },
    at: [0.6, 0.2, 0.1] as const,
  };
  const { compiled } = setUp(problemOfDraft({ ...inSpace, bodies: [...inSpace.bodies, box] }), {
    "grid.method": "exact",
  });
  const { distances } = branchFormulas(compiled);
  const starts = new Set(compiled.model.state.map(({ name }) => frame.now(name)));
  const ends = new Set(compiled.model.state.map(({ name }) => frame.next(name)));
  const alone = distances.filter((distance) => {
    const of = leaves([distance]);
    return of.some((leaf) => starts.has(leaf)) && !of.some((leaf) => ends.has(leaf));
  });
  expect(distances.length).toBeGreaterThan(20);
  expect(alone).toEqual([]);
});

const modes = Float64Array.of(1, -1);
const plan = (...lengths: readonly (readonly [h: number, event: number])[]): Asked["plan"] =>
  lengths.map(([h, event]) => ({ h, modes, event }));
const lengths = (given: Asked["plan"]): number[] | undefined =>
  evened({ plan: given } as Asked).plan?.map(({ h }) => h);

it("a sliver up to an event takes half of what is before it, of the first switch as of any other", () => {
  for (const event of [0, 1]) expect(lengths(plan([0.8, -1], [0.2, event], [1, -1]))).toEqual([0.5, 0.5, 1]);
  expect(lengths(plan([0.8, -1], [0.2, -1]))).toEqual([0.5, 0.5]);
});

it("what is long enough, has no event, or follows one, stays", () => {
  expect(lengths(plan([0.8, -1], [0.4, 0], [1, -1]))).toEqual([0.8, 0.4, 1]);
  expect(lengths(plan([0.8, -1], [0.2, -1], [1, 0]))).toEqual([0.8, 0.2, 1]);
  expect(lengths(plan([0.8, 0], [0.2, 1], [1, -1]))).toEqual([0.8, 0.2, 1]);
  expect(evened({} as Asked)).toEqual({});
});

it("what strikes where it closes are contacts, and rooms of places: neither rates nor forces", () => {
  const { compiled } = setUp({
    name: "pairs",
    title: "Pairs of all kinds",
    model: {
      name: "pairs",
      state: [
        { name: "q", unit: "rad", scale: 1 },
        { name: "w", unit: "rad/s", scale: 1 },
        { name: "v", unit: "m/s", scale: 1 },
      ],
      inside: [{ name: "f", unit: "N", scale: 1 }],
      parameters: [],
      inputs: [],
      step: ({ now, next, inside }) => ({
        rows: ["q", "w", "v"]
          .map((name) => equation(name, sub(next(name), now(name))))
          .concat(equation("f", inside("f"))),
        pairs: [
          { name: "room", a: inside("f"), b: sub(1, next("q")) },
          { name: "turning", a: inside("f"), b: next("w") },
          { name: "sliding", a: inside("f"), b: now("v") },
          { name: "pushing", a: inside("f"), b: inside("f") },
          { name: "touching", contact: "c", a: inside("f"), b: next("v") },
        ],
        observe: {},
      }),
    },
    parameters: {},
    start: { q: 0, w: 0, v: 0 },
    grid: { steps: 1, h: 1 },
    values: {},
  });
  expect(closingPairs(compiled).map(({ name }) => name)).toEqual(["room", "touching"]);
});
