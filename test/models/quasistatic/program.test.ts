import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { stepOfInstance } from "../../../src/models/quasistatic/instance.js";
import type { QuasistaticLayout } from "../../../src/models/quasistatic/layout.js";
import type { QuasistaticStep, QuasistaticUnknowns } from "../../../src/models/quasistatic/linearised.js";
import { quasistaticProgram } from "../../../src/models/quasistatic/program.js";
import { type LpSolver, loadLp } from "../../../src/solve/lp/lp.js";
import { type MiqpSolution, type MiqpSolver, miqpSolver } from "../../../src/solve/miqp/miqp.js";
import { real } from "../../arbitraries.js";
import { family } from "../../solve/miqp/families.js";

let lp: LpSolver;
beforeAll(async () => {
  lp = await loadLp();
});

const radius = 0.05;
const mass = 1;
const gravity = 9.81;
const h = 0.01;
const stiffness = 1e4;

/** The gripper and cylinder of Pang, Tedrake (2018), V-A, (24)–(29), at q = (x_c, y_c, x_l, x_r, y_g) in step l. */
function gripper(q: readonly number[], l: number, hypotheticalGaps?: readonly number[]): QuasistaticStep {
  const [xc, yc, xl, xr] = q as [number, number, number, number];
  const speeds = l <= 39 ? [0.1, -0.1, 0.1] : [-0.1, 0.1, 0];
  const contact = (gap: number, normal: number[], edge: number[], i: number) => ({
    gap,
    normal,
    edges: [edge, edge.map((v) => -v)],
    friction: 0.5,
    stiffness,
    ...(hypotheticalGaps === undefined ? {} : { hypotheticalGap: hypotheticalGaps[i] }),
  });
  return {
    contacts: [
      contact(xc - xl - radius, [1, 0, -1, 0, 0], [0, 1, 0, 0, -1], 0),
      contact(xr - xc - radius, [-1, 0, 0, 1, 0], [0, 1, 0, 0, -1], 1),
      contact(yc - radius, [0, 1, 0, 0, 0], [1, 0, 0, 0, 0], 2),
    ],
    impulse: [0, -mass * gravity * h],
    command: speeds.map((v) => v * h),
    h,
  };
}

interface Step {
  readonly q: readonly number[];
  readonly found: MiqpSolution;
  readonly f: number;
  readonly unknowns: QuasistaticUnknowns;
}

/** All 60 steps; with `delayed`, the elastic bound uses the hypothetical gap of the step before. */
function march(delayed: boolean): Step[] {
  const solver = miqpSolver(lp);
  let q: readonly number[] = [0, radius, -radius - 0.02, radius + 0.02, 0.01];
  let before: readonly number[] = [1, 1, 1];
  const steps: Step[] = [];
  for (let l = 1; l <= 60; l++) {
    const step = gripper(q, l, delayed ? before : undefined);
    const program = quasistaticProgram(step);
    const found = solver.solve(program.miqp, program.hints);
    const unknowns = program.unknowns(found.x);
    const moves = [...unknowns.dqU, ...step.command];
    before = step.contacts.map(({ gap, normal }) => gap + normal.reduce((sum, v, k) => sum + v * moves[k], 0));
    q = q.map((v, k) => v + (k < 2 ? unknowns.dqU[k] : unknowns.dqA[k - 2]));
    steps.push({ q, found, f: found.objective * program.objectiveUnit, unknowns });
  }
  solver.dispose();
  return steps;
}

describe("the gripper and cylinder of V-A", () => {
  it("squeezes in steps 21 to 39, lifts, and drops when released, every step proven", () => {
    const steps = march(false);
    steps.forEach(({ found, f, unknowns }, k) => {
      const l = k + 1;
      const squeezes = l >= 21 && l <= 39;
      expect(found.status, `l = ${l}`).toBe("optimal");
      expect(found.choice.ties).toBe("all modes");
      expect(Math.abs(f - (squeezes ? 2e-6 : 0)), `l = ${l}`).toBeLessThanOrEqual(1e-15);
      const [left, right, up] = unknowns.dqA;
      const sideways = squeezes ? 0 : l <= 20 ? 0.001 : -0.001;
      expect([left, right, up]).toEqual([sideways, -sideways, l <= 39 ? 0.001 : 0].map((v) => expect.closeTo(v, 10)));
      if (squeezes) expect(Math.min(...unknowns.normalImpulse.slice(0, 2)) / h).toBeGreaterThanOrEqual(10 - 1e-9);
      else if (l !== 20) expect(unknowns.normalImpulse[2]).toBeCloseTo(mass * gravity * h, 10);
    });
    expect(Math.max(...steps.map(({ q }) => q[1]))).toBeCloseTo(0.069, 10);
    expect(steps[38].q[1] - steps[39].q[1]).toBeCloseTo(0.019, 10);
  });

  it("squeezes and lets go one step later with the bound of the step before", () => {
    const steps = march(true);
    for (const [k, { f }] of steps.entries())
      expect(Math.abs(f - (k + 1 >= 21 && k + 1 <= 40 ? 2e-6 : 0))).toBeLessThanOrEqual(1e-15);
    const forces = steps.map(({ unknowns }) => unknowns.normalImpulse[0] / h);
    expect(forces[20]).toBeLessThan(10);
    expect(forces[21]).toBeGreaterThanOrEqual(10 - 1e-9);
  });
});

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, v, k) => sum + v * b[k], 0);

/** What a step may miss its laws by, in units of the step: points that miss rows by 1e-9 are not accepted. */
const accuracy = 2e-9;

/** (23a) to (23f) in SI units. */
function expectStep(step: QuasistaticStep, unknowns: QuasistaticUnknowns, layout: QuasistaticLayout): void {
  const { dqU, dqA, normalImpulse, edgeImpulse, slip } = unknowns;
  const moves = [...dqU, ...dqA];
  const commanded = [...dqU, ...step.command];
  const balance = [...step.impulse];
  const length = accuracy * layout.length;
  const impulse = accuracy * layout.impulse;
  const expectPair = (distance: number, push: number): void => {
    expect(distance).toBeGreaterThanOrEqual(-length);
    expect(push).toBeGreaterThanOrEqual(-impulse);
    expect(distance <= length || push <= impulse, `${distance} m ⟂ ${push} N s`).toBe(true);
  };
  let edge = 0;
  step.contacts.forEach((contact, i) => {
    const force = normalImpulse[i];
    expectPair(contact.gap + dot(contact.normal, moves), force);
    const hypothetical = contact.gap + dot(contact.normal, commanded);
    expect(force / step.h + contact.stiffness * hypothetical).toBeGreaterThan(-1e-6);
    let sum = 0;
    for (const jacobian of contact.edges) {
      const push = edgeImpulse[edge++];
      expectPair(slip[i] + dot(jacobian, moves), push);
      sum += push;
      for (let k = 0; k < balance.length; k++) balance[k] += jacobian[k] * push;
    }
    for (let k = 0; k < balance.length; k++) balance[k] += contact.normal[k] * force;
    expectPair(slip[i], contact.friction * force - sum);
  });
  balance.forEach((v, k) => {
    expect(Math.abs(v)).toBeLessThanOrEqual(impulse * layout.lengths[k]);
  });
}

/** A step of the arm with other friction, stiffness and commands than the stored one. */
const varied = fc
  .record({ k: fc.integer({ min: 0, max: 189 }), friction: real(0.5, 2), stiffness: real(0.3, 3), command: real(0, 2) })
  .map(({ k, friction, stiffness, command }): QuasistaticStep => {
    const step = stepOfInstance(family("cyl36")[k]);
    return {
      ...step,
      contacts: step.contacts.map((contact) => ({
        ...contact,
        friction: friction * contact.friction,
        stiffness: stiffness * contact.stiffness,
      })),
      command: step.command.map((v) => command * v),
    };
  });

describe("a step of the arm", () => {
  const solver = (): MiqpSolver => miqpSolver(lp, { enoughNodes: 200 });

  it("meets (23a) to (23f), whatever the friction, stiffness and command", () => {
    const many = solver();
    fc.assert(
      fc.property(varied, (step) => {
        const program = quasistaticProgram(step);
        const found = many.solve(program.miqp, program.hints);
        expect(found.residual).toBeLessThanOrEqual(1e-8);
        expectStep(step, program.unknowns(found.x), program.layout);
      }),
      { numRuns: 60 },
    );
    many.dispose();
  });

  it("costs nothing where the fingers do not reach the part", () => {
    const many = solver();
    fc.assert(
      fc.property(varied, (step) => {
        const actuated = step.impulse.length;
        const reached = step.contacts.some(({ gap, normal }) => {
          const driven = normal.slice(actuated);
          return driven.some((v) => v !== 0) && gap < 2 * Math.abs(dot(driven, step.command));
        });
        fc.pre(!reached);
        const program = quasistaticProgram(step);
        const found = many.solve(program.miqp, program.hints);
        expect(found.status).toBe("optimal");
        expect(found.objective * program.objectiveUnit).toBeLessThan(1e-18);
      }),
      { numRuns: 30 },
    );
    many.dispose();
  });

  it("is the same in other units of mass and time", () => {
    const many = solver();
    const decades = real(-3, 3).map((power) => 10 ** power);
    fc.assert(
      fc.property(varied, decades, decades, (step, mass, time) => {
        const other: QuasistaticStep = {
          ...step,
          contacts: step.contacts.map((contact) => ({ ...contact, stiffness: (contact.stiffness * mass) / time ** 2 })),
          impulse: step.impulse.map((v) => (v * mass) / time),
          h: step.h * time,
        };
        const [a, b] = [step, other].map((one) => {
          const program = quasistaticProgram(one);
          many.forget();
          const { status, objective, lowerBound } = many.solve(program.miqp, program.hints);
          const unit = program.objectiveUnit;
          return { status, objective: objective * unit, lowerBound: lowerBound * unit };
        });
        fc.pre(a.status === "optimal" && b.status === "optimal");
        expect(Math.abs(a.objective - b.objective)).toBeLessThanOrEqual(2.5e-13);
      }),
      { numRuns: 30 },
    );
    many.dispose();
  });

  it("is the same in millimetres", () => {
    const instance = family("cyl36")[60];
    const step = stepOfInstance(instance);
    const base = quasistaticProgram(step);
    // lengths in millimetres; forces in newtons, so that stiffness is per millimetre and impulses on angles in N mm s
    const turned = (row: readonly number[]): number[] =>
      row.map((v, k) => v * (k >= 3 && k < 6 ? 1000 : k >= 6 ? 1 : 1));
    const small: QuasistaticStep = {
      ...step,
      contacts: step.contacts.map((contact) => ({
        ...contact,
        gap: contact.gap * 1000,
        normal: turned(contact.normal),
        edges: contact.edges.map(turned),
        stiffness: contact.stiffness / 1000,
      })),
      impulse: step.impulse.map((v, k) => (k >= 3 ? v * 1000 : v)),
      command: step.command.map((v) => v * 1000),
      lengths: step.lengths!.map((v, k) => (k >= 3 ? v * 1000 : v)),
    };
    const other = quasistaticProgram(small);
    const solver = miqpSolver(lp);
    const a = solver.solve(base.miqp, base.hints);
    solver.forget();
    const b = solver.solve(other.miqp, other.hints);
    expect(b.objective * other.objectiveUnit * 1e-6).toBeCloseTo(a.objective * base.objectiveUnit, 16);
  });

  it("costs nothing where the command is feasible, and squeezing more never loosens the bound", () => {
    const solver = miqpSolver(lp);
    const depth = real(-0.001, 0.003);
    fc.assert(
      fc.property(depth, depth, real(0.1, 1), real(1e3, 1e5), (one, two, friction, stiffness) => {
        const [less, more] = [Math.min(one, two), Math.max(one, two)].map((deep) => {
          const step = gripper([0, radius, -radius - 0.001, radius + 0.001, 0.01], 1);
          const contacts = step.contacts.map((contact) => ({ ...contact, friction, stiffness }));
          const program = quasistaticProgram({ ...step, contacts, command: [0.001 + deep, -0.001 - deep, 0.001] });
          const found = solver.solve(program.miqp, program.hints);
          expect(found.status).toBe("optimal");
          if (deep <= 0) expect(found.objective * program.objectiveUnit).toBeLessThan(1e-18);
          return found.lowerBound * program.objectiveUnit;
        });
        expect(more).toBeGreaterThanOrEqual(less - 1e-13);
      }),
      { numRuns: 30 },
    );
    solver.dispose();
  });

  it.each<[string, Partial<QuasistaticStep>]>([
    ["h must be a positive number", { h: 0 }],
    ["command holds", { command: [Number.NaN, 0, 0] }],
    ["contacts[0].normal must hold 4", { command: [0, 0] }],
    ["lengths must hold 2", { lengths: [1] }],
  ])("refuses: %s", (message, change) => {
    expect(() => quasistaticProgram({ ...gripper([0, 0.05, -0.07, 0.07, 0.01], 1), ...change })).toThrow(message);
  });
});
