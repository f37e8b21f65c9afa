import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { chooseRun, type RunWords } from "../../../src/app/cli/run-options.js";
import type { RunRequest } from "../../../src/app/playground/messages.js";
import { choiceOf } from "../../../src/app/playground/worker/choice.js";
import { asDeclared } from "../../../src/app/run/choice.js";
import type { Found } from "../../../src/app/run/found.js";
import { perform } from "../../../src/app/run/perform.js";
import { resultJson } from "../../../src/app/run/result-json.js";
import { sub } from "../../../src/expr/expr.js";
import { last } from "../../../src/mechanics/model.js";
import { placed, tooth } from "../../motion/design/placed.js";
import { bankshot } from "../cli/run.js";

const found = (name: string): Found => ({ ...problems[name], source: { name } });

/** One run in the words of the page, in those of the command line, and as its arguments. */
interface Asked {
  readonly name: string;
  readonly page: Omit<RunRequest, "problem">;
  readonly words: RunWords;
}

const asked: readonly Asked[] = [
  { name: "rolling/ball-place", page: { verb: "solve", set: { mass: 0.3 } }, words: { set: ["mass=0.3"] } },
  {
    name: "rolling/ball-place",
    page: { verb: "solve", set: {}, guess: [1.5, 0.5] },
    words: { set: [], start: "launch=1.5,0.5" },
  },
  { name: "impact/ball-bounce", page: { verb: "solve", set: {}, all: true }, words: { set: [], all: true } },
  {
    name: "rolling/ball-place",
    page: { verb: "simulate", set: { "grid.steps": 20 } },
    words: { set: ["grid.steps=20"] },
  },
  { name: "feeder/reorient-design", page: { verb: "design", set: {}, starts: 3 }, words: { set: [], starts: "3" } },
  { name: "optimal/block", page: { verb: "solve", set: {}, starts: 2 }, words: { set: [], starts: "2" } },
];

describe("the page and the command line", () => {
  it.each(asked)("ask for the same: $page.verb $name $words", ({ name, page, words }) => {
    expect(choiceOf(found(name).problem, page)).toEqual(chooseRun(page.verb, found(name), words));
  });

  const cheap: readonly [name: string, verb: RunRequest["verb"], told: boolean][] = [
    ["rolling/ball-place", "solve", true],
    // its expected values are those of solve; without conditions every verb finds the same motion
    ["rolling/ball-roll", "simulate", true],
    ["rolling/ball-roll", "solve", true],
    // here simulating is another question than solving
    ["rolling/ball-place", "simulate", false],
  ];

  it.each(cheap)("find the same, beside the same expected values: %s, %s", async (name, verb, told) => {
    const run = await perform(verb, found(name), choiceOf(found(name).problem, { verb, set: {} }));
    const { out } = await bankshot([verb, name, "--json"]);
    const timeless = ({ seconds: _, ...rest }: Record<string, unknown>): unknown => rest;
    expect("expected" in JSON.parse(out)).toBe(told);
    expect(timeless(JSON.parse(JSON.stringify(resultJson(run.result, run.expected))))).toEqual(
      timeless(JSON.parse(out)),
    );
  });

  it("speak of no expected value where something was changed", async () => {
    const { problem } = found("rolling/ball-roll");
    const choice = choiceOf(problem, { verb: "simulate", set: { mass: 0.3 } });
    expect((await perform("simulate", found("rolling/ball-roll"), choice)).expected).toBeUndefined();
  });
});

it("a design without a number of starts looks over its whole box, as it does by design()", async () => {
  const problem = placed(tooth(sub(last("x"), 0.873), 0.02), tooth(sub(last("y"), 0.132), 0.3));
  const { result } = await perform("design", { problem, source: { name: problem.name } }, asDeclared);
  expect(result.status).toBe("solved");
  expect(result.values["design.x"]).toBeCloseTo(0.873, 8);
});
