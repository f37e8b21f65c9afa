import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problem as blockSpin } from "../../../problems/patch/block-spin.js";
import { problem as blockStop } from "../../../problems/patch/block-stop.js";
import { problem as blockTip } from "../../../problems/patch/block-tip.js";
import { problem as desk } from "../../../problems/patch/desk.js";
import { problem as drop } from "../../../problems/patch/drop.js";
import { problem as tbarPairs } from "../../../problems/patch/tbar-pairs.js";
import { problem as tbarRock } from "../../../problems/patch/tbar-rock.js";
import type { Settings } from "../../../src/motion/problem/parameters.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";

type Line = Readonly<Record<string, number>> & { readonly ecp_rel: readonly [number, number] };
interface BarLine {
  readonly q: readonly number[];
  readonly Q: readonly number[];
  readonly v: readonly number[];
  readonly w: readonly number[];
  readonly ecp: readonly number[];
  readonly pn: number;
}
const xie = JSON.parse(readFileSync(join(import.meta.dirname, "../../reference/xie.json"), "utf8")) as {
  desk: { table: Record<string, Line>; tolerance: number };
  tbar_T1: { segments: unknown; max_tilt: number; table: Record<string, BarLine>; tolerance: number };
};

async function solved(problem: Problem, set: Settings = {}): Promise<Result> {
  const result = await simulate(problem, { set });
  expect(result.status).toBe("solved");
  return result;
}

const column = ({ trajectory }: Result, name: string): Float64Array => trajectory.columns[name];
const bodyStates = ["x", "y", "z", "e0", "ex", "ey", "ez", "vx", "vy", "vz", "wx", "wy", "wz"];

/** The largest difference of any state over all steps. */
function difference(a: Result, b: Result, body: string): number {
  const gaps = bodyStates.flatMap((name) => {
    const wanted = column(b, `${body}.${name}`);
    return Array.from(column(a, `${body}.${name}`), (x, k) => Math.abs(x - wanted[k]));
  });
  return Math.max(...gaps);
}

describe("the desk", () => {
  it("has every listed number of every listed step", async () => {
    const result = await solved(desk);
    const turn = column(result, "desk.turn").slice(1);
    for (const [step, line] of Object.entries(xie.desk.table)) {
      const k = Number(step);
      const at = (name: string): number => column(result, name)[k];
      const pairs: readonly (readonly [number, number])[] = [
        [at("desk.x"), line.x],
        [at("desk.y"), line.y],
        [turn.slice(0, k).reduce((sum, angle) => sum + angle), line.theta_quat],
        [at("desk.vx"), line.vx],
        [at("desk.vy"), line.vy],
        [at("desk.wz"), line.wz],
        [at("floor.normalImpulse"), line.pn],
        [at("floor.tangentImpulse"), line.pt],
        [at("floor.orthogonalImpulse"), line.po],
        [at("floor.rotationImpulse"), line.pr],
        [at("floor.slip"), line.sigma],
        [at("floor.ecp.x") - at("desk.x"), line.ecp_rel[0]],
        [at("floor.ecp.y") - at("desk.y"), line.ecp_rel[1]],
        [at("floor.ecp.z"), 0],
      ];
      for (const [found, wanted] of pairs) expect(Math.abs(found - wanted)).toBeLessThanOrEqual(xie.desk.tolerance);
    }
  });

  it("moves alike under the paper's rows (14), (15) of friction", async () => {
    const [law, own] = [await solved(desk, { frictionLaw: "fritz-john" }), await solved(desk)];
    for (const name of ["vx", "vy", "vz", "wx", "wy", "wz"].map((velocity) => `desk.${velocity}`)) {
      const wanted = column(own, name);
      column(law, name).forEach((v, k) => {
        expect(Math.abs(v - wanted[k])).toBeLessThan(1e-12);
      });
    }
    // positions add up what is left of 400 steps
    expect(difference(law, own, "desk")).toBeLessThan(1e-11);
  });
});

describe("the T-bar", () => {
  it("rocks through the segments and states of the reference, without penetration", async () => {
    const result = await solved(tbarRock);
    expect(result.trajectory.segments).toEqual(xie.tbar_T1.segments);
    for (const [step, line] of Object.entries(xie.tbar_T1.table)) {
      const at = (name: string): number => column(result, name)[Number(step)];
      const sign = at("bar.e0") * line.Q[0] < 0 ? -1 : 1;
      const found = [...bodyStates.map((name) => at(`bar.${name}`) * (name.startsWith("e") ? sign : 1))];
      const wanted = [...line.q, ...line.Q, ...line.v, ...line.w];
      found.push(...["x", "y", "z"].map((axis) => at(`table.ecp.${axis}`)), at("table.normalImpulse"));
      wanted.push(...line.ecp, line.pn);
      found.forEach((x, i) => {
        expect(Math.abs(x - wanted[i])).toBeLessThanOrEqual(xie.tbar_T1.tolerance);
      });
    }
    const heights = column(result, "table.ecp.z").slice(1);
    expect(Math.max(...heights.map(Math.abs))).toBeLessThanOrEqual(1e-12);
    expect(result.values.minHeight).toBeGreaterThanOrEqual(-1e-12);
    expect(Math.abs(result.values["tilt.max"]! - xie.tbar_T1.max_tilt)).toBeLessThanOrEqual(1e-8);
  });

  it("rocks alike under the paper's rows of friction", async () => {
    const law = await solved(tbarRock, { frictionLaw: "fritz-john" });
    expect(difference(law, await solved(tbarRock), "bar")).toBeLessThan(1e-8);
  });

  it("goes from one pair of points to the other through single points, with no surface between", async () => {
    const result = await solved(tbarPairs);
    const segments = result.trajectory.segments!.map(({ contact, vertices }) => `${contact} ${vertices}`);
    const from = segments.indexOf("line 0,1");
    const to = segments.indexOf("line 4,5");
    const between = segments.slice(from + 1, to);
    expect(from).toBeGreaterThan(0);
    expect(between).toEqual(["point 0", "point 5"]);
    expect(segments.at(-1)).toBe("surface 0,1,2,3,4,5");
    expect(result.solution.residual).toBeLessThanOrEqual(1e-10);
    expect(result.values.minHeight).toBeGreaterThanOrEqual(-1e-12);
  });
});

describe("closed forms, in every step", () => {
  const speeds = (result: Result, name: string): number[] => [...column(result, `block.${name}`)];

  it("sliding: |v|⁺ = max(|v| − μgh, 0), the contact point μH ahead", async () => {
    const result = await solved(blockStop);
    let speed = 0.5;
    for (let k = 1; k <= 30; k++) {
      const moves = speed > 0.22 * 0.098;
      speed = Math.max(speed - 0.22 * 0.098, 0);
      expect(Math.abs(speeds(result, "vx")[k] - 0.6 * speed)).toBeLessThan(1e-12);
      expect(Math.abs(speeds(result, "vy")[k] - 0.8 * speed)).toBeLessThan(1e-12);
      if (!moves) continue;
      expect(Math.abs(column(result, "floor.ecp.x")[k] - column(result, "block.x")[k] - 0.0066)).toBeLessThan(1e-12);
      expect(Math.abs(column(result, "floor.ecp.y")[k] - column(result, "block.y")[k] - 0.0088)).toBeLessThan(1e-12);
    }
  });

  it("sliding along one axis of the ellipsoid: v⁺ = max(v − μ e_t g h, 0)", async () => {
    const result = await solved(blockStop, { "start.vy": 0, "frictionAxes.t": 0.5 });
    speeds(result, "vx").forEach((v, k) => {
      expect(Math.abs(v - Math.max(0.3 - k * 0.11 * 0.098, 0))).toBeLessThan(1e-12);
    });
  });

  it("spinning: ω⁺ = max(ω − e_r μ m g h / I_z, 0)", async () => {
    const result = await solved(blockSpin);
    speeds(result, "wz").forEach((w, k) => {
      expect(Math.abs(w - Math.max(3 - 0.3234 * k, 0))).toBeLessThan(1e-12);
    });
    // friction is on its ellipsoid and takes e_r μ m g h ω⁺ a step, until less of it is enough to stop the block
    const [excess, work] = ["coneExcess", "frictionWork"].map((name) => column(result, `floor.${name}`));
    for (let k = 1; k <= 9; k++) {
      expect(Math.abs(excess[k])).toBeLessThan(1e-12);
      expect(work[k] + 0.1 * 0.22 * 0.098 * (3 - 0.3234 * k)).toBeCloseTo(0, 12);
    }
    expect(excess[11]).toBeLessThan(-1e-3);
  });

  it("spinning and sliding with the centre on the floor and e_r² = I_z/m: all velocities shrink alike", async () => {
    const axis = Math.sqrt(0.04 / 6);
    const start = { "start.vx": 0.3, "start.vy": 0.4, "start.wz": 3 };
    const result = await solved(blockStop, { ...start, height: 0, "frictionAxes.r": axis });
    const S0 = Math.hypot(0.5, 3 * axis);
    for (let k = 0; k <= 30; k++) {
      const left = Math.max(1 - (k * 0.22 * 0.098) / S0, 0);
      expect(Math.abs(speeds(result, "vx")[k] - 0.3 * left)).toBeLessThan(1e-12);
      expect(Math.abs(speeds(result, "vy")[k] - 0.4 * left)).toBeLessThan(1e-12);
      expect(Math.abs(speeds(result, "wz")[k] - 3 * left)).toBeLessThan(1e-12);
    }
  });

  it("falling: v⁺ = max(v − gh, −gap/h)", async () => {
    const result = await solved(drop);
    const v = speeds(result, "vz");
    const z = speeds(result, "z");
    for (let k = 1; k <= 30; k++)
      expect(Math.abs(v[k] - Math.max(v[k - 1] - 0.098, -(z[k - 1] - 0.05) / 0.01))).toBeLessThan(1e-12);
  });

  it.each([
    ["sliding", { friction: 0.22 }, (9.8 * (0.1 - 0.22 * 0.05)) / 0.04],
    ["sticking", { friction: 2, "push.height": 0.09 }, (9.8 * 0.1) / 0.09],
  ])("tipping while %s, above the threshold only", async (_, set, threshold) => {
    const below = await solved(blockTip, { ...set, "push.force": threshold * (1 - 1e-6) });
    expect(below.values["tilt.max"]).toBeLessThan(1e-12);
    const above = await solved(blockTip, { ...set, "push.force": threshold * (1 + 1e-3) });
    expect(above.values["tilt.max"]).toBeGreaterThan(1e-6);
    expect(above.values.minHeight).toBeGreaterThan(-1e-12);
  });
});
