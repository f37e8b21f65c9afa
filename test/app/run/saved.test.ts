import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { findProblem } from "../../../src/app/run/find.js";
import { definitionOf, problemOf } from "../../../src/app/run/saved/definition.js";
import { formulasOf, sameModel } from "../../../src/app/run/saved/models.js";
import { fromJson, toJson } from "../../../src/app/run/saved/problem-json.js";
import { frame, type Model } from "../../../src/mechanics/model.js";
import { modelScene } from "../../../src/models/scenes.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";
import { bankshot, scratch } from "../cli/run.js";
import { cartFile } from "../cli/user-problem.js";

const solved = async (argv: readonly string[], cwd: string) => {
  const { code, out, err } = await bankshot([...argv, "--json"], { cwd });
  expect(code, err).toBe(0);
  return JSON.parse(out);
};

/** The model where one parameter is chosen, and the others are as they are declared. */
const formOf = ({ model, parameters }: (typeof problems)[string]["problem"], name: string, choice: string): Model =>
  typeof model === "function" ? model((other) => (other === name ? choice : parameters[other].choices![0])) : model;

/** Formulas, numbers and words are the same; and formulas are equal exactly when they are one object. */
function expectSame(again: Problem, problem: Problem): void {
  const { model: _before, ...rest } = problem;
  const { model: _after, ...restAgain } = again;
  expect(restAgain).toEqual(rest);
  const chosen = Object.entries(problem.parameters).flatMap(([name, { choices = [] }]) =>
    choices.map((choice) => [name, choice] as const),
  );
  for (const [name, choice] of chosen.length > 0 ? chosen : [["", ""]])
    expect(sameModel(formOf(again, name, choice), formOf(problem, name, choice))).toBe(true);
}

/** The first problem of every kind of scene, with and without a choice of laws, on steps and to an accuracy. */
const ofEachKind = [
  ...new Map(
    Object.entries(problems)
      .map(([name, { problem }]): [string, [string, Problem]] => {
        const { model, parameters, grid } = problem;
        const isChosen = typeof model === "function";
        const made = isChosen ? model((choice) => String(parameters[choice].value)) : model;
        return [`${modelScene(made)?.kind} ${isChosen} ${"method" in grid}`, [name, problem]];
      })
      .reverse(),
  ).values(),
];

describe("a problem as data", () => {
  it.each(Object.entries(problems))("%s comes back the same", (_, { problem }) => {
    expectSame(fromJson(toJson(problem)), problem);
  });

  it("names the scene where a known law makes the model, and keeps the choice of laws", () => {
    const { model } = definitionOf(problems["rolling/ball-place"].problem)!;
    expect(model).toMatchObject({ kind: "scene", model: "compliant", law: { parameter: "frictionLaw" } });
    const slab = definitionOf(problems["rolling/slab-slide"].problem)!;
    expect(slab.model).toMatchObject({ kind: "scene", model: "distributed", law: { is: "projection" } });
  });

  it("writes the equations down where nobody else knows them, in any frame", () => {
    const { problem } = problems["rolling/disk"];
    const own = { ...(problem.model as Model), name: "own" };
    const again = problemOf(JSON.parse(JSON.stringify(definitionOf({ ...problem, model: own })))).model as Model;
    expect(sameModel(again, own)).toBe(true);
    const other = { ...frame, next: frame.now };
    expect(formulasOf(again.step(other))).toEqual(formulasOf(own.step(other)));
  });
});

describe("a saved result", () => {
  /** What another version reads of a result of the problem. */
  const readAgain = async (problem: Problem): Promise<Problem> => {
    const cwd = scratch();
    const definition = definitionOf(problem);
    const replay = { version: "0.0.0", verb: "simulate", set: {}, start: "auto", strategy: "auto", definition };
    writeFileSync(join(cwd, "result.json"), JSON.stringify({ replay }));
    const { problem: again, source } = await findProblem("result.json", cwd);
    expect(source).toEqual({ data: join(cwd, "result.json") });
    return again;
  };

  it.each(Object.entries(problems))("of %s is the same problem in another version", async (_, { problem }) => {
    expectSame(await readAgain(problem), problem);
  });

  // of the others the formulas are the same objects, and make the same kernels
  it.each(ofEachKind)("of %s moves by the same bits in another version", async (name, problem) => {
    const again = await readAgain(problem);
    // a motion to an accuracy chooses its own steps
    const set = "method" in problem.grid ? {} : { "grid.steps": 3 };
    const [before, after] = [await simulate(problem, { set }), await simulate(again, { set })];
    expect(after.trajectory.columns).toEqual(before.trajectory.columns);
    expect(after.values).toEqual(before.values);
    expect(after.message, name).toBe(before.message);
  });

  it("searches again as it was searched", async () => {
    const cwd = scratch();
    const words = ["--all", "--scan", "launch.vz=-4..-3.9", "--samples", "20"];
    const before = await solved(["solve", "impact/ball-bounce-coarse", ...words, "--out", "kept"], cwd);
    const after = await solved(["solve", "kept/result.json"], cwd);
    expect(after.solutions).toHaveLength(3);
    expect(after.solutions.map(({ values }: { values: unknown }) => values)).toEqual(
      before.solutions.map(({ values }: { values: unknown }) => values),
    );
  });

  it("solves to the same bits, with its settings, guess and strategy", async () => {
    const cwd = scratch();
    const argv = [
      "--set",
      "friction=0.3",
      "--set",
      "frictionLaw=fritz-john",
      "--set",
      "grid.steps=60",
      "--start",
      "launch=1.2,0.4",
    ];
    const before = await solved(["solve", "rolling/ball-place", ...argv, "--out", "kept"], cwd);
    const after = await solved(["solve", "kept/result.json"], cwd);
    expect(after.values).toEqual(before.values);
    expect(after.iterations).toBe(before.iterations);
    const other = await solved(
      ["solve", "kept/result.json", "--set", "frictionLaw=projection", "--set", "friction=0.2"],
      cwd,
    );
    const fresh = await solved(
      ["solve", "rolling/ball-place", "--set", "grid.steps=60", "--start", "launch=1.2,0.4"],
      cwd,
    );
    expect(other.values).toEqual(fresh.values);
  });

  it("needs neither the file nor the version that it came from", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "cart.ts"), cartFile);
    const before = await solved(["solve", "cart.ts", "--set", "wind=along", "--out", "."], cwd);
    rmSync(join(cwd, "cart.ts"));
    expect((await solved(["solve", "result.json"], cwd)).values).toEqual(before.values);
    const turned = await solved(["solve", "result.json", "--set", "wind=against"], cwd);
    expect(turned.values.launch).not.toBe(before.values.launch);

    const disk = await solved(["solve", "rolling/disk", "--out", "disk"], cwd);
    const path = join(cwd, "disk/result.json");
    const saved = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...saved, replay: { ...saved.replay, version: "0.0.0" } }));
    expect((await solved(["solve", "disk/result.json"], cwd)).values).toEqual(disk.values);
  });

  it("mentions no directory of the machine it was made on", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "cart.ts"), cartFile);
    await solved(["solve", join(cwd, "cart.ts"), "--out", "here"], cwd);
    for (const name of ["result.json", "report.html"])
      expect(readFileSync(join(cwd, "here", name), "utf8")).not.toContain(cwd);
  });
});

describe("a user's file", () => {
  it("is judged by the laws it knows: no contact, no friction cone", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "cart.ts"), cartFile);
    const { out } = await bankshot(["solve", "cart.ts"], { cwd });
    expect(out).toContain("Boundary error");
    expect(out).not.toContain("Friction cone");
  });

  it("imports bankshot wherever it lies, and is checked like any other", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "cart.ts"), cartFile);
    expect(await bankshot(["check", "cart.ts"], { cwd })).toMatchObject({
      code: 0,
      out: expect.stringContaining("all hold"),
    });
    const shown = JSON.parse((await bankshot(["show", "cart.ts", "--json"], { cwd })).out);
    expect(shown.parameters.target).toMatchObject({ formula: "2*pull", value: 2 });
  });
});

describe("the scenes of the package's models", () => {
  it("are known by their kinds, and made again by their makers", () => {
    const kinds = Object.values(problems).flatMap(({ problem: { model, parameters } }) => {
      const made = typeof model === "function" ? model((name) => String(parameters[name].value)) : model;
      return modelScene(made)?.kind ?? "of its own";
    });
    expect(new Set(kinds)).toEqual(
      new Set(["contacts", "shaped", "patch", "patch-union", "sliding", "quasistatic", "of its own"]),
    );
    expect(definitionOf(problems["patch/desk-sliding"].problem)?.model).toMatchObject({
      kind: "scene",
      model: "sliding",
    });
  });
});
