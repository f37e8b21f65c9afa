import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problem as reorient } from "../../problems/feeder/reorient.js";
import { problem as bounce } from "../../problems/impact/ball-bounce.js";
import { problem as coarse } from "../../problems/impact/ball-bounce-coarse.js";
import { problem as rolling } from "../../problems/rolling/ball-roll.js";
import { reportData } from "../../src/app/report/charts.js";
import { pictureAfter } from "../../src/app/report/client/chart.js";
import { boundsOf, momentAt } from "../../src/app/report/client/moment.js";
import type { Force, ReplayRun } from "../../src/app/report/figures.js";
import { framesOf, turnsOf } from "../../src/app/report/frames.js";
import { launchRows } from "../../src/app/report/launches-table.js";
import { branchesOf, replayOf } from "../../src/app/report/replay.js";
import { evenInTime, thin } from "../../src/app/report/thin.js";
import { type Result, simulate, solve } from "../../src/motion/result.js";
import { bankshot, scratch } from "./run.js";

const runOf = (result: Result): ReplayRun => replayOf(result)!.runs[0]!;

describe("the replay of a planar part", async () => {
  const result = await simulate(reorient);
  const run = runOf(result);

  it("knows the part, the corner and the palm at the parameters of the run", () => {
    expect(run.bodies).toHaveLength(1);
    expect(run.bodies[0]!.outlines).toEqual([
      {
        kind: "polygon",
        points: [
          [-2, -1],
          [2, -1],
          [2, 1],
          [-2, 1],
        ],
      },
    ]);
    expect(run.world).toEqual([
      { kind: "point", at: [5, 5] },
      { kind: "half-plane", normal: [0, 1], tangent: [1, 0], offset: 0, stretch: [0.2, 3.2] },
    ]);
  });

  it("shows the poses of the trajectory at its times, from the first to the last", () => {
    const { t, columns } = result.trajectory;
    expect(run.t.length).toBeLessThanOrEqual(600);
    expect([run.t[0], run.t.at(-1)]).toEqual([0, 1.5]);
    const k = t.findIndex((time) => Math.abs(time - run.t[200]!) < 1e-9);
    const [pose] = momentAt(run, run.t[200]!).poses;
    expect(pose!.x).toBeCloseTo(columns["part.x"]![k]!, 4);
    expect(pose!.angle).toBeCloseTo(columns["part.theta"]![k]!, 4);
  });

  it("has forces at the contact points, along the surfaces' normals, and inside their cones", () => {
    const forces = run.forces.flat();
    expect(forces.length).toBeGreaterThan(10);
    for (const [contact, x, y, nx, ny, fx, fy] of forces) {
      const { name, friction } = run.contacts[contact]!;
      if (name === "corner") expect([x, y]).toEqual([5, 5]);
      else {
        expect(Math.abs(y)).toBeLessThan(0.2);
        expect([nx, ny > 0]).toEqual([0, true]);
      }
      const [normal, tangential] = [Math.hypot(nx, ny), Math.hypot(fx, fy)];
      expect(Math.abs(nx * fx + ny * fy)).toBeLessThan(1e-2 * normal * tangential + 1e-9);
      // four digits are kept of each
      expect(tangential).toBeLessThan(friction! * normal * 1.001 + 1e-2);
    }
    const corner = forces.find(([contact]) => run.contacts[contact]!.name === "corner")!;
    // the part lies to the left of the corner that it meets, and is pushed back
    expect(corner[3]).toBeLessThan(0);
  });

  it("keeps the report far below a megabyte", async () => {
    const cwd = scratch();
    await bankshot(["simulate", "feeder/reorient", "--out", "out"], { cwd });
    expect(readFileSync(join(cwd, "out/report.html")).length).toBeLessThan(1e6);
  });
});

describe("the replay of a thrown ball", async () => {
  const result = await solve(bounce);
  const figure = replayOf(result)!;
  const run = figure.runs[0]!;

  it("is seen from the side, with its target", () => {
    expect(figure.labels).toEqual(["x (m)", "z (m)"]);
    expect(run.world).toEqual([{ kind: "half-plane", normal: [0, 1], tangent: [1, 0], offset: 0 }]);
    expect(run.bodies[0]!.outlines).toEqual([{ kind: "circle", centre: [0, 0], radius: 0.05 }]);
    expect(run.targets).toEqual([[expect.closeTo(0.4, 9), expect.closeTo(0.4, 9)]]);
  });

  it("rolls clockwise when its spin about y is positive", () => {
    const { angle } = run.bodies[0]!;
    expect(result.trajectory.columns["ball.wy"]!.at(-1)).toBeGreaterThan(0);
    expect(angle.at(-1)).toBeLessThan(angle[0]! - 1);
  });

  it("shows the impact and the flight, though most steps are in the impact", () => {
    const touching = run.forces.filter((now) => now.length > 0).length;
    expect(touching).toBeGreaterThan(20);
    const gaps = run.t.slice(1).map((time, i) => time - run.t[i]!);
    expect(Math.max(...gaps)).toBeLessThan(0.01);
    const peak = result.trajectory.columns["table.normalForce"]!.reduce((a, b) => Math.max(a, b || 0), 0);
    const size = ([, , , , nz]: Force): number => nz;
    expect(Math.max(...run.forces.flat().map(size))).toBeCloseTo(peak, 0);
  });

  it("leaves out the view from above, and keeps the size in bounds", () => {
    const data = reportData(result);
    expect(data.figures.filter(({ kind }) => kind === "path").map(({ title }) => title)).toEqual([
      "Path from the side",
    ]);
    expect(JSON.stringify(data).length).toBeLessThan(6e5);
  });

  it("is not made for a ball on its table, nor for a model without a scene", async () => {
    const rolled = await simulate(rolling);
    expect(replayOf(rolled)).toBeUndefined();
    const { model } = bounce;
    const bare = typeof model === "function" ? model(() => "projection") : model;
    const { scene: _, ...without } = bare;
    expect(replayOf({ ...result, problem: { ...bounce, model: without } })).toBeUndefined();
  });
});

describe("all launches", async () => {
  const result = await solve(coarse, {
    search: { all: true, scan: { name: "launch.vz", from: -4, to: -3.9 }, samples: 20 },
  });

  it("stand in one table, in one picture, and in the replay", () => {
    const rows = launchRows({ verb: "solve", result });
    expect(rows.map(({ launch }) => launch[1])).toEqual([
      expect.closeTo(-3.9824119, 6),
      expect.closeTo(-3.971128, 6),
      expect.closeTo(-3.9453459, 6),
    ]);
    for (const { sequence, residual, boundaryError } of rows) {
      expect(sequence).toBe("flight, impact, flight");
      expect(residual).toBeLessThan(1e-8);
      expect(boundaryError).toBeLessThan(1e-8);
    }
    const branches = branchesOf(result)!;
    expect(branches.names[0]).toBe("1: flight, impact, flight (launch.vx 1.119, launch.vz -3.982)");
    expect(branches.lines).toHaveLength(3);
    for (const { x, y } of branches.lines) expect([x.at(-1), y.at(-1)]).toEqual([0.4, 0.4]);
    expect(replayOf(result)!.runs.map(({ name }) => name)).toEqual(branches.names);
  });

  it("come with a report that says how to find them again", async () => {
    const cwd = scratch();
    const words = "solve impact/ball-bounce-coarse --all --scan launch.vz=-4..-3.9 --samples 20";
    await bankshot([...words.split(" "), "--out", "out"], { cwd });
    const page = readFileSync(join(cwd, "out/report.html"), "utf8");
    expect(page.length).toBeLessThan(1e6);
    for (const text of ["<h2>3 launches</h2>", "1: flight, impact, flight", "-3.98241187", `bankshot ${words}`])
      expect(page.includes(text), text).toBe(true);
  });

  it("need no picture where there is one", () => {
    expect(branchesOf({ ...result, solutions: [result] })).toBeUndefined();
    expect(launchRows({ verb: "solve", result: { ...result, solutions: [] } })).toEqual([]);
  });
});

describe("pictures", () => {
  it("thin to both ends, the impacts, and even times, on any grid", () => {
    // a thousand short steps between long ones
    const lengths = Array.from({ length: 3000 }, (_, k) => (k >= 1000 && k < 2000 ? 1e-6 : 1e-3));
    const t = [0];
    for (const h of lengths) t.push(t.at(-1)! + h);
    const kept = framesOf(t, [1234, 1235], 200);
    for (const k of [0, 1234, 1235, 3000]) expect(kept).toContain(k);
    expect(kept.length).toBeLessThanOrEqual(200);
    const gaps = kept.slice(1).map((k, i) => t[k]! - t[kept[i]!]!);
    expect(Math.max(...gaps)).toBeLessThan(0.025);
    expect(kept.filter((k) => k > 1000 && k < 2000).length).toBeGreaterThan(10);
    expect(framesOf([0, 1, 2], [1])).toEqual([0, 1, 2]);
    const drawn = thin(t, [], []);
    expect(drawn.filter((k) => k < 1000).length).toBeGreaterThan(200);
    expect(evenInTime([0, 1, 1.1, 4], 4)).toEqual([0, 1, 2]);
  });

  it("know where forces begin, are largest and end", () => {
    expect(turnsOf([Number.NaN, 0, 0, 1, 3, 2, 0, 0])).toEqual([2, 3, 4, 5, 6]);
    expect(turnsOf([Number.NaN, 0, 5])).toEqual([1, 2]);
    expect(turnsOf([Number.NaN, 0, 0])).toEqual([]);
  });

  it("follow the time between them, and forces the step that is under way", () => {
    const force: Force = [0, 0, 0, 0, 1, 0, 0];
    const run: ReplayRun = {
      name: "a",
      t: [0, 1, 1.5],
      world: [],
      bodies: [
        {
          name: "b",
          outlines: [{ kind: "circle", centre: [0, 0], radius: 1 }],
          x: [0, 2, 4],
          y: [0, 0, 0],
          angle: [0, 0, 0],
        },
      ],
      contacts: [{ name: "c", friction: 0.3 }],
      forces: [[], [], [force]],
      targets: [],
    };
    expect(momentAt(run, 1.25).poses[0]).toEqual({ x: 3, y: 0, angle: 0 });
    expect(momentAt(run, 1.25).forces).toEqual([force]);
    expect(momentAt(run, 1).forces).toEqual([]);
    expect([-1, 0, 0.5, 9].map((time) => pictureAfter(run.t, time))).toEqual([0, 0, 1, 2]);
    expect(boundsOf([run])).toEqual({ x: [-1, 5], y: [-1, 1] });
  });
});
