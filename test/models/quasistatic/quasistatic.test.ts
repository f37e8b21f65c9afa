import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as graspPlan } from "../../../problems/grasp/grasp-plan.js";
import { problem as gripper } from "../../../problems/grasp/gripper.js";
import { problem as gripperLcp } from "../../../problems/grasp/gripper-lcp.js";
import { problem as push } from "../../../problems/grasp/push.js";
import { constant, type Scalar } from "../../../src/expr/expr.js";
import { now } from "../../../src/mechanics/model.js";
import { type QuasistaticScheme, quasistatic } from "../../../src/models/quasistatic/quasistatic.js";
import { drivesOf, partStates, type QuasistaticScene } from "../../../src/models/quasistatic/scene.js";
import { design } from "../../../src/motion/design.js";
import { BadInput, type Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";
import { real } from "../../arbitraries.js";

/** Forces [N] and gaps as forces: parts of a weight of about 10 N. */
const accuracy = 1e-8;

function expectLaws({ trajectory: { certificate, columns } }: Result): void {
  expect(certificate.complementarity.value).toBeLessThan(accuracy);
  expect(certificate.coneExcess.value).toBeLessThan(accuracy);
  expect(certificate.penetration.value).toBeLessThan(1e-10);
  for (const [name, values] of Object.entries(columns))
    if (name.endsWith(".imbalance"))
      for (const value of values.subarray(1)) expect(Math.abs(value)).toBeLessThan(accuracy);
}

describe("the planar gripper, step by step", async () => {
  const result = await simulate(gripper);
  const {
    columns,
    steps: { labels },
  } = result.trajectory;
  const squeezing = (l: number): boolean => l >= 21 && l <= 39;

  it("keeps the laws of (23) in every step, all of them proven", () => {
    expect(result.status).toBe("solved");
    expectLaws(result);
  });

  it("has the objective and the driven increments of the exact enumeration", () => {
    for (let l = 1; l <= 60; l++) {
      expect(Math.abs(columns.objective[l] - (squeezing(l) ? 2e-6 : 0)), `f in step ${l}`).toBeLessThan(1e-15);
      expect(columns.lowerBound[l]).toBeGreaterThan(columns.objective[l] - 1e-12);
      const [closing, lifting] = [squeezing(l) ? 0 : l <= 20 ? 1e-3 : -1e-3, l <= 39 ? 1e-3 : 0];
      expect(columns["left.x.increment"][l]).toBeCloseTo(closing, 12);
      expect(columns["right.x.increment"][l]).toBeCloseTo(-closing, 12);
      expect(columns["gripper.y.increment"][l]).toBeCloseTo(lifting, 12);
      expect(columns["cylinder.x.increment"][l]).toBeCloseTo(0, 12);
    }
  });

  it("carries the weight by two forces of 10 N or more while it squeezes, by the table else", () => {
    for (let l = 1; l <= 60; l++) {
      const [left, right, table] = ["left", "right", "table"].map((name) => columns[`${name}.normalForce`][l]);
      // in step 20 the fingers touch, and may carry what they like
      if (!squeezing(l) && l !== 20) expect(table).toBeCloseTo(9.81, 9);
      if (squeezing(l)) {
        expect(left).toBeGreaterThanOrEqual(10 - 1e-9);
        expect(right).toBeGreaterThanOrEqual(10 - 1e-9);
        expect(labels!.mode[l]).toBe("oo-");
      }
    }
  });

  it("imagines the penetration that the command would have made (Fig. 5e)", () => {
    for (let l = 1; l <= 39; l++) {
      expect(columns["left.hypotheticalGap"][l]).toBeCloseTo(l <= 20 ? 0.02 - 1e-3 * l : -1e-3, 12);
      expect(columns["left.separation"][l]).toBeCloseTo(Math.max(0, 0.02 - 1e-3 * l), 12);
    }
  });

  it("with the delayed bound squeezes one step later, at the same objective", async () => {
    const late = (await simulate(gripper, { set: { scheme: "miqp-delayed" } })).trajectory.columns;
    const forces = (from: Record<string, Float64Array>, l: number): boolean => from["left.normalForce"][l] > 9;
    for (let l = 1; l <= 39; l++) {
      expect(Math.abs(late.objective[l] - columns.objective[l])).toBeLessThan(1e-15);
      expect(forces(late, l + 1)).toBe(forces(columns, l));
    }
  });

  it("refuses fingertips above the cylinder's centre", async () => {
    await expect(simulate(gripper, { set: { "start.height": 0.04 } })).rejects.toThrow(BadInput);
    await expect(simulate(gripper, { set: { "start.height": 0.04 } })).rejects.toThrow(/fingertips below the centre/);
  });
});

describe("Trinkle's step", () => {
  it("says which commands squeeze, and which contacts", async () => {
    const { status, message, trajectory } = await simulate(gripperLcp, { set: { command: "squeeze" } });
    expect(status).toBe("infeasible");
    expect(message).toBe(
      "Step 21 (t = 0.2100 s) was not solved: the command of left.x and right.x squeezes: whatever gives way, " +
        "contact left by 1 mm and right by 1 mm would be pressed in.",
    );
    expect(trajectory.t).toHaveLength(21);
  });

  it("agrees with the program where nothing squeezes", async () => {
    const [lcp, miqp] = await Promise.all(["lcp", "miqp"].map((scheme) => simulate(push, { set: { scheme } })));
    for (const result of [lcp, miqp]) {
      expect(result.status).toBe("solved");
      expectLaws(result);
    }
    // slips of open contacts, and what is known of the objective, are no part of the motion
    const compared = Object.keys(lcp.trajectory.columns).filter(
      (name) => !/slip|objective|lowerBound|nodes|unproven/.test(name),
    );
    expect(compared.length).toBeGreaterThan(30);
    for (const name of compared)
      lcp.trajectory.columns[name].forEach((value, k) => {
        if (k > 0) expect(Math.abs(value - miqp.trajectory.columns[name][k]), `${name} ${k}`).toBeLessThan(1e-8);
      });
  });

  it("says that nothing can balance a part that nothing holds", async () => {
    const floating = quasistatic(
      {
        gravity: [0, -10, 0],
        parts: [{ name: "part", space: "planar", turns: false, mass: 1, halfDiameter: 1 }],
        movers: [{ name: "wall", slides: [{ drive: "wall.x", along: [1, 0, 0] }] }],
        contacts: [
          {
            name: "side",
            body: "part",
            shape: { kind: "ball", radius: 0.1 },
            against: { body: "wall", shape: { kind: "half-space", normal: [1, 0, 0], tangent: [0, 1, 0], offset: 0 } },
            friction: 0.5,
            stiffness: 1e3,
          },
        ],
        commands: { "wall.x": 0 },
      },
      "lcp",
    );
    const { status, message } = await simulate(problemOf(floating, { "part.x": 0.2, "part.y": 0, "wall.x": 0 }, 1));
    expect(["infeasible", "no-progress"]).toContain(status);
    expect(message).toMatch(/no forces within the friction cones/);
  });
});

/** A problem of a few steps of 10 ms. */
function problemOf(model: Problem["model"], start: Record<string, Scalar>, steps: number): Problem {
  return { name: "test", title: "", model, parameters: {}, start, grid: { steps, h: 0.01 }, values: {} };
}

/** The planar gripper at the cylinder, with a gap of half a step to go: four steps in which it touches and lifts. */
const grips = fc.record({
  mass: real(0.2, 2),
  friction: real(0.2, 1),
  stiffness: real(2e3, 5e4),
  "squeeze.speed": real(0.02, 0.3),
  "lift.speed": real(0, 0.2),
});

const touching = (grip: Record<string, number>, more: Record<string, number> = {}) => ({
  ...grip,
  "start.gap": 0.005 * grip["squeeze.speed"],
  "grid.steps": 4,
  ...more,
});

describe("laws of a grasp", () => {
  it("balance, cone, complementarity and no penetration, whatever is gripped", async () => {
    await fc.assert(
      fc.asyncProperty(grips, async (grip) => {
        const result = await simulate(gripper, { set: touching(grip) });
        expect(result.status).toBe("solved");
        expectLaws(result);
        const { columns } = result.trajectory;
        for (let l = 1; l <= 4; l++)
          for (const contact of ["left", "right", "table"]) {
            const bound = -grip.stiffness * columns[`${contact}.hypotheticalGap`][l];
            expect(columns[`${contact}.normalForce`][l]).toBeGreaterThan(bound - 1e-6);
          }
      }),
      { numRuns: 6 },
    );
  });

  it("a command that can be followed is followed", async () => {
    await fc.assert(
      fc.asyncProperty(grips, async (grip) => {
        const { trajectory } = await simulate(gripper, { set: touching(grip, { "release.step": 0 }) });
        for (const f of trajectory.columns.objective.subarray(1)) expect(Math.abs(f)).toBeLessThan(1e-18);
      }),
      { numRuns: 4 },
    );
  });

  it("units of length change nothing but lengths", async () => {
    const scale = 10;
    await fc.assert(
      fc.asyncProperty(grips, async (grip) => {
        const small = touching(grip);
        const big = touching({
          ...grip,
          "squeeze.speed": scale * grip["squeeze.speed"],
          "lift.speed": scale * grip["lift.speed"],
        });
        const both = await Promise.all([
          simulate(gripper, { set: small }),
          simulate(gripper, {
            set: { ...big, radius: 0.05 * scale, gravity: 9.81 * scale, "start.height": 0.01 * scale },
          }),
        ]);
        const [a, b] = both.map(({ trajectory }) => trajectory.columns) as [
          Result["trajectory"]["columns"],
          Result["trajectory"]["columns"],
        ];
        for (let l = 1; l <= 4; l++) {
          expect(scale ** 2 * a.objective[l]).toBeCloseTo(b.objective[l], 12);
          expect(scale * a["cylinder.y"][l]).toBeCloseTo(b["cylinder.y"][l], 9);
          expect(scale * a["left.normalForce"][l]).toBeCloseTo(b["left.normalForce"][l], 5);
        }
      }),
      { numRuns: 4 },
    );
  });

  it("more squeeze never loosens the lower bound", async () => {
    await fc.assert(
      fc.asyncProperty(grips, real(1, 3), async (grip, more) => {
        const forces = await Promise.all(
          [1, more].map(async (factor) => {
            const speed = factor * grip["squeeze.speed"];
            const set = { ...touching({ ...grip, "squeeze.speed": speed }), "start.gap": 1e-6, "grid.steps": 2 };
            return (await simulate(gripper, { set })).trajectory.columns["left.normalForce"][2];
          }),
        );
        const bounds = [1, more].map((factor) => grip.stiffness * factor * grip["squeeze.speed"] * 0.01);
        bounds.forEach((bound, i) => {
          expect(forces[i]).toBeGreaterThan(bound * (1 - 1e-9) - 1e-9);
        });
      }),
      { numRuns: 4 },
    );
  });
});

/** A box on a floor in space with a given polygon, pulled by a force [N] and pushed by nothing. */
function pulled(force: readonly [number, number], edges: number, scheme: QuasistaticScheme): Problem {
  const scene: QuasistaticScene = {
    gravity: [0, 0, -10],
    parts: [{ name: "box", space: "spatial", mass: 1, halfDiameter: 0.1 }],
    movers: [{ name: "far", slides: [{ drive: "far.x", along: [1, 0, 0] }] }],
    edges,
    wrenches: [{ body: "box", force: [force[0], force[1], 0], torque: [0, 0, 0] }],
    contacts: [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([x, y], i) => ({
      name: `foot${i + 1}`,
      body: "box",
      shape: { kind: "point", at: [0.1 * x, 0.1 * y, -0.01] },
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: 0.5,
      stiffness: 1e4,
    })),
    commands: { "far.x": 0.1 },
  };
  const start = Object.fromEntries([...partStates(scene.parts[0]), ...drivesOf(scene)].map(({ name }) => [name, 0]));
  return problemOf(quasistatic(scene, scheme), { ...start, "box.z": 0.01, "box.e0": 1 }, 2);
}

describe("a generalised external force", () => {
  it.each([
    [4, "miqp"],
    [6, "miqp"],
    [8, "lcp"],
  ] as const)("is balanced by friction within a polygon of %i edges (%s)", async (edges, scheme) => {
    const result = await simulate(pulled([2, 1], edges, scheme));
    expect(result.status).toBe("solved");
    expectLaws(result);
    const { columns } = result.trajectory;
    const sum = (axis: string): number => [1, 2, 3, 4].reduce((s, i) => s + columns[`foot${i}.${axis}`][1], 0);
    expect(sum("normalForce")).toBeCloseTo(10, 8);
    expect(sum("tangentForce")).toBeCloseTo(-2, 8);
    expect(sum("orthogonalForce")).toBeCloseTo(-1, 8);
    expect(columns["box.x"][2]).toBeCloseTo(0, 12);
  });

  it("beyond all polygons nothing balances", async () => {
    const { status, message } = await simulate(pulled([6, 0], 4, "miqp"));
    expect(status).toBe("infeasible");
    expect(message).toMatch(/no forces within the friction cones/);
  });
});

describe("a run that is cancelled", () => {
  it("keeps the steps that it has finished", async () => {
    const cancel = new AbortController();
    const cut = await simulate(gripper, { signal: cancel.signal, onIteration: () => cancel.abort() });
    expect(cut.status).toBe("cancelled");
    expect(cut.message).toBe("Cancelled after 20 of 60 steps.");
    expect(cut.trajectory.t.length).toBe(21);
    const whole = await simulate(gripper, { set: { "grid.steps": 20 } });
    for (const name of ["cylinder.y", "left.x", "objective"])
      expect(cut.trajectory.columns[name], name).toEqual(whole.trajectory.columns[name]);
  });
});

describe("a plan of a grasp", () => {
  it.each(["SLSQP", "MMA", "LBFGS"])("is not made by %s, which asks for derivatives", async (method) => {
    const objective = { ...graspPlan.objective!, method };
    await expect(design({ ...graspPlan, objective })).rejects.toThrow(
      `The steps of the model quasistatic have no derivatives, which ${method} needs; choose COBYLA, BOBYQA, `,
    );
  });

  it("squeezes as hard as friction asks, and lifts as fast as the steps that are left allow", async () => {
    const set = { friction: 0.4 };
    const { values, status } = await design(graspPlan, { set, search: { evaluations: 60 } });
    expect(status).toBe("solved");
    // 2 μ K Δ = 1.2 m g, and the lift begins with the step after those that close the gap
    const squeeze = (1.2 * 9.81) / (2 * 0.4 * 1e4 * 0.02);
    expect(values["design.squeeze.speed"]).toBeCloseTo(squeeze, 7);
    const closing = Math.ceil(0.01 / (squeeze * 0.02));
    expect(values["design.lift.speed"]).toBeCloseTo(0.02 / ((30 - closing) * 0.02), 6);
    expect(values["end.y"]).toBeCloseTo(0.07, 7);
  });
});

describe("what it refuses", () => {
  const scene: QuasistaticScene = {
    gravity: [0, 0, 0],
    parts: [{ name: "part", space: "planar", mass: 1, halfDiameter: 1 }],
    movers: [],
    contacts: [],
  };

  it("contacts of nobody, and shapes without a distance", () => {
    const contact = { name: "c", friction: 0, stiffness: 1, shape: { kind: "ball", radius: 1 } as const };
    const floor = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } as const;
    expect(() => quasistatic({ ...scene, contacts: [{ ...contact, body: "ghost", against: floor }] })).toThrow(
      /no part, slider or link "ghost"/,
    );
    const other = { ...contact, body: "part", against: contact.shape };
    expect(() => quasistatic({ ...scene, contacts: [other] })).toThrow(/no distance is known from a ball to a ball/);
  });

  it.each(["nobody", "__proto__", "constructor"])("a drive %s that nobody commands", async (drive) => {
    const made = typeof push.model === "function" ? push.model(() => "miqp") : push.model;
    const pushing = made.views?.scene?.scene as QuasistaticScene;
    const movers = pushing.movers.map((mover) =>
      "slides" in mover ? { ...mover, slides: mover.slides.map((slide) => ({ ...slide, drive })) } : mover,
    );
    const asked = { ...push, model: quasistatic({ ...pushing, movers }, "miqp") };
    await expect(simulate(asked)).rejects.toThrow(BadInput);
  });

  it("to free or vary what a step has no derivatives by", async () => {
    const boundary = [{ name: "b", unit: "m", residual: now("x"), frees: "mass" }];
    await expect(simulate({ ...gripper, boundary: [{ ...boundary[0], residual: constant(0) }] })).rejects.toThrow(
      /have no derivatives/,
    );
  });
});
