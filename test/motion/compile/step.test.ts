import { describe, expect, it, vi } from "vitest";
import { problem as gripper } from "../../../problems/grasp/gripper.js";
import { problem as rock } from "../../../problems/patch/tbar-rock.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { problem as wall } from "../../../problems/touch/wall.js";
import { add, constant, mul, sub } from "../../../src/expr/expr.js";
import { equation, frame, inside, type Model, next, now, type Stage } from "../../../src/mechanics/model.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { resolveDefinitions, stepKernels } from "../../../src/motion/compile/step.js";

const unknown = (name: string) => ({ name, unit: "1", scale: 1 });
const choice = { parameters: [], varied: [], formulas: new Map(), condense: true };

function modelOf(stage: Partial<Stage>): Model {
  return {
    name: "test",
    state: [unknown("x"), unknown("v")],
    inside: [unknown("f")],
    parameters: [],
    inputs: [],
    step: () => ({ rows: [], pairs: [], observe: {}, ...stage }),
  };
}

const rows = [equation("v", sub(next("v"), add(now("v"), inside("f")))), equation("f", add(inside("f"), next("x")))];
const defines = { x: add(now("x"), next("v")) };

describe("model → step", () => {
  it("leaves only implicit unknowns to a march, and all states to the horizon", () => {
    const kernels = stepKernels(modelOf({ rows, defines }), choice);
    expect(kernels.implicit.unknowns.map(({ name }) => name)).toEqual(["v", "f"]);
    expect(kernels.block.unknowns.map(({ name }) => name)).toEqual(["x", "v", "f"]);
  });

  it("writes definitions into rows: f + x + v = 0 with x⁺ = x + v", () => {
    const kernels = stepKernels(modelOf({ rows, defines }), choice);
    const frame = new Float64Array(kernels.layout.leaves.length);
    frame[0] = 2; // x
    kernels.implicit.at.forEach((at, i) => {
      frame[at] = [3, 5][i];
    });
    const values = new Float64Array(2);
    kernels.implicit.rows().residual(frame, values);
    expect([...values]).toEqual([3 - (0 + 5), 5 + (2 + 3)]);
  });

  it("condenses an inside that is defined, or keeps it as a row", () => {
    const model = modelOf({ rows: rows.slice(0, 1), defines: { ...defines, f: mul(-1, next("x")) } });
    expect(stepKernels(model, choice).block.unknowns.map(({ name }) => name)).toEqual(["x", "v"]);
    expect(stepKernels(model, { ...choice, condense: false }).block.unknowns.map(({ name }) => name)).toEqual([
      "x",
      "v",
      "f",
    ]);
  });

  it.each([
    ["an unknown without a row", modelOf({ rows: rows.slice(0, 1), defines }), /"f" has no row/],
    ["a row for nothing", modelOf({ rows: [...rows, equation("y", constant(0))], defines }), /"y"/],
    ["two answers", modelOf({ rows, defines: { ...defines, v: constant(0) } }), /"v" answers more than one/],
    ["a definition of nothing", modelOf({ rows, defines: { ...defines, y: constant(0) } }), /"y"/],
    ["a definition of itself", modelOf({ rows, defines: { x: add(next("x"), 1) } }), /refers to itself/],
  ])("refuses %s", (_, model, reason) => {
    expect(() => stepKernels(model, choice)).toThrow(reason);
  });

  it("resolves definitions through each other", () => {
    const [a, b] = [inside("a"), inside("b")];
    const resolved = resolveDefinitions(
      new Map([
        [a, add(b, 1)],
        [b, mul(2, now("x"))],
      ]),
    );
    expect(resolved.get(a)).toBe(add(mul(2, now("x")), 1));
  });
});

it("formulas of steps are made once with a model, for whoever compiles it", () => {
  for (const problem of [place, rock, gripper]) {
    const model = typeof problem.model === "function" ? problem.model(() => "miqp") : problem.model;
    expect(model.step(frame)).toBe(model.step(frame));
    const at = { ...frame, next: frame.now };
    expect(model.step(at)).not.toBe(model.step(frame));
  }
});

it("what only steps without rows tell is refused before rows of hundreds of pairs are made", () => {
  const { model } = wall;
  if (typeof model === "function" || model.views?.scene === undefined) throw new TypeError("the wall has one scene");
  const rows = vi.fn(() => model);
  const views = { ...model.views, scene: { ...model.views.scene, rows } };
  const problem = { ...wall, model: { ...model, views } };
  expect(() => setUp(problem, { "grid.method": "exact" })).toThrow(
    /^values\.deepest is of all contacts together, which is told only/,
  );
  expect(rows).not.toHaveBeenCalled();
  const { deepest: _, ...values } = wall.values;
  expect(() => setUp({ ...problem, values }, { "grid.method": "exact" })).toThrow();
  expect(rows).toHaveBeenCalledOnce();
});
