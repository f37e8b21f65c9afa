import { describe, expect, it } from "vitest";
import { problem as push } from "../../../problems/grasp/push.js";
import { problem as block } from "../../../problems/optimal/block.js";
import { problem as pile } from "../../../problems/touch/pile.js";
import { evaluate } from "../../../src/expr/expr.js";
import type { CompliantContact } from "../../../src/mechanics/compliance.js";
import type { Scene } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { rigid } from "../../../src/models/rigid.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { smoothStep } from "../../../src/motion/optimal/smooth-step.js";
import type { Problem } from "../../../src/motion/problem/problem.js";

it("a model whose steps are a program, or are put together, has no smooth rows, and is told which", () => {
  const no = (problem: Problem) => () => smoothStep(setUp(problem).compiled.model, {}, []);
  expect(no(push)).toThrow("every step of the model quasistatic is a program");
  expect(no(pile)).toThrow(/the model [a-z ]+ has none/);
});

it("a control may neither rise nor fall faster than its rate", () => {
  const { model } = setUp(block).compiled;
  const { rows } = smoothStep(model, { push: { unit: "N", meaning: "push", rate: 20 } }, []);
  const numbers: Record<string, number> = { "inputs.push": 2, "before.push": 5, h: 0.05 };
  const slackOf = (name: string): number => {
    const row = rows.find((one) => one.name === name);
    if (row === undefined) throw new Error(`no row ${name}`);
    // with its slack at zero the row is minus what is left of the rate
    return -evaluate(row.residual, (leaf) => numbers[leaf] ?? 0);
  };
  expect(slackOf("rise of push")).toBeCloseTo(20 * 0.05 + 3, 12);
  expect(slackOf("fall of push")).toBeCloseTo(20 * 0.05 - 3, 12);
});

describe("compliant contacts", () => {
  const scene: Scene<CompliantContact> = {
    gravity: [0, -9.81, 0],
    bodies: [{ name: "block", space: "planar", mass: 1, inertia: 1 }],
    contacts: [
      {
        name: "floor",
        body: "block",
        shape: { kind: "point", at: [0, 0, 0] },
        against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
        friction: 0.5,
        stiffness: 1000,
        damping: 10,
        coneSmoothing: 0,
      },
    ],
  };

  it("under the pyramid give pairs of their own, which a step of the march meets", () => {
    const model = compliant(scene, "pyramid");
    const { unknowns, rows, pairs, across } = smoothStep(model, {}, [], true);
    // a slip that forces decide may jump, and so may what holds a spring open; what is beside it goes on from step to step
    expect(across).toEqual(pairs.map(([force, slack]) => [slack, force]));
    const named = pairs.map(([a, b]) => [unknowns[a].name, unknowns[b].name]);
    const members = ["normalForce", "forwardSlipT", "backwardSlipT"].map((name) => `floor.${name}`);
    expect(named).toEqual(members.map((name) => [name, `slack of ${name}`]));
    // pressed in by 4.9 mm and drawn along at 1 m/s: it slides
    const h = 0.01;
    const numbers: Record<string, number> = { h, "next.block.y": -0.00981, "next.block.vx": 1 };
    const normal = 0.00981 * (1000 + 10 / h);
    numbers["inside.floor.normalForce"] = normal;
    numbers["inside.floor.tangentForce"] = -0.5 * normal;
    numbers["next.floor.deformationN"] = 0.00981;
    numbers["next.floor.deformationT"] = (-0.5 * normal) / (1000 + 10 / h);
    numbers["inside.floor.forwardSlipT"] = 1 + numbers["next.floor.deformationT"] / h;
    numbers["slack.floor.backwardSlipT"] = normal;
    for (const member of [...members, "floor.tangentForce"]) {
      const row = rows.find(({ name }) => name === member);
      if (row === undefined) throw new Error(`no row ${member}`);
      expect(Math.abs(evaluate(row.residual, (leaf) => numbers[leaf] ?? 0)), member).toBeLessThan(1e-12);
    }
  });

  it("that are rigid keep gaps from step to step, which states decide, while forces jump", () => {
    const { pairs, across, unknowns } = smoothStep(rigid(scene, "pyramid"), {}, [], true);
    const gap = pairs.findIndex(([force]) => unknowns[force].name === "floor.normalForce");
    expect(across[gap]).toEqual(pairs[gap]);
  });

  it("under a quadratic cone are refused by the row that has a kink", () => {
    expect(() => smoothStep(compliant(scene), {}, [])).toThrow("row floor.tangentForce has a");
  });
});
