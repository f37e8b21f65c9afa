import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as combination } from "../../../problems/impact/combination.js";
import { problem as block } from "../../../problems/patch/block-spin.js";
import { add, type Expr, mul } from "../../../src/expr/expr.js";
import { first, last, parameter as p } from "../../../src/mechanics/model.js";
import { shot } from "../../../src/motion/boundary/shot.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { type Setup, setUp } from "../../../src/motion/compile/setup.js";
import { adjoint, endSlopes } from "../../../src/motion/march/adjoint.js";
import { marcher } from "../../../src/motion/march/march.js";
import { equationsOf } from "../../../src/motion/problem/condition.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { impactCount, phasesOf } from "../../../src/motion/trajectory/phases.js";
import { real } from "../../arbitraries.js";
import { driven, ends, pushParameters } from "../../bench/driven.js";
import { finish } from "../../finish.js";

/** Slopes of the rows by both ways, and how many impacts there were; undefined where the motion breaks off. */
function both(setup: Setup) {
  const { compiled, parameters, steps } = setup;
  const path = emptyPath(compiled.kernels, steps.h.length);
  const range = { setup, marcher: marcher(compiled), path, signal: undefined, onShot: () => {} };
  const { march, values, jacobian } = finish(shot(range, parameters));
  if (march.status !== "solved") return undefined;
  const forwards = Float64Array.from(jacobian.to1DArray());
  const backwards = endSlopes(adjoint(compiled), setup, parameters, path);
  expect(backwards.values).toEqual(values);
  return { forwards, backwards: backwards.slopes, impacts: impactCount(phasesOf(setup, parameters, path)) };
}

/** Agreement to 1e-10 of the largest slope of a row. */
function agree({ forwards, backwards }: { forwards: Float64Array; backwards: Float64Array }, columns: number): void {
  for (let r = 0; r < forwards.length / columns; r++) {
    const row = forwards.subarray(r * columns, (r + 1) * columns);
    const size = row.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    row.forEach((x, f) => {
      expect(Math.abs(x - backwards[r * columns + f]), `row ${r}, column ${f}`).toBeLessThanOrEqual(1e-10 * size);
    });
  }
}

describe("the adjoint agrees with slopes carried forwards", () => {
  it("on random motions of the feeder's part through its impacts, by 39 parameters", () => {
    const vary = [
      "corner.x",
      "corner.y",
      "friction",
      "stiffness",
      "damping",
      "mass",
      "start.x",
      "start.angle",
      "launch.speed",
      ...Object.keys(pushParameters),
    ];
    const problem = driven(900);
    const impacts = new Set<number>();
    fc.assert(
      fc.property(
        fc.record({
          "corner.x": real(4.75, 5.25),
          "corner.y": real(4.75, 5.25),
          friction: real(0.1, 0.8),
          "launch.speed": real(1.5, 2.5),
          "push.x.3": real(-2, 2),
          "turn.6": real(-1, 1),
        }),
        (set) => {
          const found = both(setUp(problem, set, true, { vary, rows: ends }));
          fc.pre(found !== undefined);
          agree(found, vary.length);
          impacts.add(found.impacts);
        },
      ),
      { numRuns: 12 },
    );
    expect(Math.max(...impacts)).toBeGreaterThan(0);
  });

  const cases: [string, Problem, string[], Expr[]][] = [
    [
      "a ball that bounces, in space",
      { ...bounce, grid: { steps: 450, h: 0.001 } },
      ["launch.vx", "launch.vz", "friction", "radius", "damping"],
      [last("ball.x"), mul(last("ball.wy"), first("ball.vx")), add(last("ball.z"), mul(2, p("radius")))],
    ],
    [
      "two balls",
      combination,
      ["launch.vx", "launch.vy", "friction"],
      equationsOf(combination).map(({ residual }) => residual),
    ],
    [
      // while it still spins: at rest nothing is left of the launch but rounding
      "a patch whose forces have bounds",
      { ...block, grid: { steps: 8, h: 0.01 } },
      ["start.wz", "friction", "mass"],
      [last("block.wz"), mul(last("block.x"), p("mass"))],
    ],
  ];
  it.each(cases)("%s", (_name, problem, vary, rows) => {
    const found = both(setUp({ ...problem }, {}, true, { vary, rows }));
    expect(found).toBeDefined();
    agree(found!, vary.length);
  });
});

describe("inputs that follow what is freed", () => {
  it("count in the slopes: differences of a pushed flight", () => {
    const vary = ["push.x.2", "turn.4"];
    const rows = [last("part.x"), last("part.theta")];
    const problem = driven(300);
    const at = (set: Record<string, number>) => both(setUp(problem, set, true, { vary, rows }))!;
    const valueAt = (set: Record<string, number>): Float64Array => {
      const setup = setUp(problem, set, true, { vary, rows });
      const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
      return endSlopesOf(setup, path);
    };
    const { forwards } = at({});
    vary.forEach((name, f) => {
      const [up, down] = [1, -1].map((sign) => valueAt({ [name]: sign * 1e-2 }));
      rows.forEach((_, r) => {
        expect(forwards[r * 2 + f]).toBeCloseTo((up[r] - down[r]) / 2e-2, 8);
      });
    });
  });
});

function endSlopesOf(setup: Setup, path: ReturnType<typeof emptyPath>): Float64Array {
  const march = marcher(setup.compiled);
  march.begin(setup.parameters, setup.steps, path, false);
  march.advance(setup.steps.h.length);
  return endSlopes(adjoint(setup.compiled), setup, setup.parameters, path).values;
}
