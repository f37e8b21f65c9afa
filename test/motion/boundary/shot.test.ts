import { expect, test } from "vitest";
import { throwProblem } from "../../../problems/impact/ball-impact.js";
import { sqrt, sub } from "../../../src/expr/expr.js";
import { last } from "../../../src/mechanics/model.js";
import { type Shot, shot } from "../../../src/motion/boundary/shot.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { marcher } from "../../../src/motion/march/march.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { solve } from "../../../src/motion/solve.js";

const thrown: Problem = { ...throwProblem, name: "thrown", title: "", grid: { steps: 45, h: 0.01 } };

function shotAt(problem: Problem, set: Record<string, number | string>): Shot {
  const setup = setUp(problem, set);
  const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
  const range = { setup, marcher: marcher(setup.compiled), path, signal: undefined, onShot: () => {} };
  const steps = shot(range, setup.parameters);
  for (let turn = steps.next(); ; turn = steps.next()) if (turn.done) return turn.value;
}

test("forces that an open contact leaves undetermined do not move: Fritz John has the slopes of the projection", () => {
  // through the air, into the table and out again or not
  for (const vz of [-0.9, -2]) {
    const set = { "launch.vz": vz };
    const law = shotAt(thrown, { ...set, frictionLaw: "fritz-john" });
    const own = shotAt(thrown, { ...set, frictionLaw: "projection" });
    expect(law.march.status).toBe("solved");
    for (const i of [0, 1])
      for (const j of [0, 1]) expect(law.jacobian.get(i, j)).toBeCloseTo(own.jacobian.get(i, j), 8);
  }
});

test("a shot whose conditions are no numbers failed, and a solve of them ends with a sentence", async () => {
  const [x, z] = thrown.boundary!;
  const rooted: Problem = { ...thrown, boundary: [x, { ...z, residual: sqrt(sub(last("ball.z"), 5)) }] };
  expect(shotAt(rooted, {}).march.status).toBe("not-finite");
  const { status, message } = await solve(rooted);
  expect(status).toBe("not-finite");
  expect(message).toContain("end.z (frees launch.vz)");
});
