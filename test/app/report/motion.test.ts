import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problem as reorient } from "../../../problems/feeder/reorient.js";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as coarse } from "../../../problems/impact/ball-bounce-coarse.js";
import { evenInTime, framesOf, turnsOf } from "../../../src/app/motion-view/frames.js";
import type { SceneData } from "../../../src/app/motion-view/scene/scene-data.js";
import { scenePictures } from "../../../src/app/motion-view/scene-pictures.js";
import { branchesOf } from "../../../src/app/report/charts/branches.js";
import { reportData } from "../../../src/app/report/charts/charts.js";
import { isOfAll, type SeriesFigure } from "../../../src/app/report/charts/figures.js";
import { thin } from "../../../src/app/report/charts/thin.js";
import { spotAt } from "../../../src/app/report/client/chart.js";
import { type Motion, motionsOf } from "../../../src/app/report/motions.js";
import { launchRows } from "../../../src/app/report/tables/launches.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { bankshot, scratch } from "../cli/run.js";

/** The numbers of one picture in a list of so many for each. */
const at = (values: ArrayLike<number>, picture: number, size: number): number[] =>
  Array.from({ length: size }, (_, i) => values[size * picture + i]);

/** Where, normal force and friction of every contact at every picture where it pushes. */
const forcesOf = ({ t, contacts }: SceneData) =>
  contacts.flatMap(({ name, friction, point, normal, tangential }) =>
    Array.from({ length: t.length }, (_, k) => ({
      name,
      friction,
      at: at(point, k, 3),
      normal: at(normal, k, 3),
      tangential: at(tangential, k, 3),
    })).filter((force) => Math.hypot(...force.normal) > 0),
  );

describe("the motion of a planar part", async () => {
  const result = await simulate(reorient);
  const [{ scene }] = motionsOf(result) as [Motion];

  it("knows the part, the corner and the palm at the parameters of the run", () => {
    expect(scene.plane).toBe("xy");
    expect(scene.bodies.map(({ name }) => name)).toEqual(["part", "chute"]);
    expect(scene.bodies[0].shapes).toEqual([
      {
        kind: "mesh",
        vertices: [
          [-2, -1, 0],
          [2, -1, 0],
          [2, 1, 0],
          [-2, 1, 0],
        ],
        faces: [[0, 1, 2, 3]],
      },
    ]);
    expect(scene.world).toEqual([
      { kind: "point", at: [5, 5, 0] },
      { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0, stretch: [0.2, 3.2] },
    ]);
  });

  it("shows the poses of the trajectory at its times, from the first to the last", () => {
    const { t, columns } = result.trajectory;
    expect(scene.t.length).toBeLessThanOrEqual(600);
    expect([scene.t[0], scene.t[scene.t.length - 1]]).toEqual([0, 1.5]);
    const k = t.findIndex((time) => Math.abs(time - scene.t[200]) < 1e-9);
    expect(k).toBe(scene.step[200]);
    const [x, y, , w, , , z] = at(scene.bodies[0].poses, 200, 7) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect([x, y]).toEqual([expect.closeTo(columns["part.x"][k], 6), expect.closeTo(columns["part.y"][k], 6)]);
    expect(2 * Math.atan2(z, w)).toBeCloseTo(columns["part.theta"][k], 6);
  });

  it("has forces at the contact points, along the surfaces' normals, and inside their cones", () => {
    const forces = forcesOf(scene);
    expect(forces.length).toBeGreaterThan(10);
    for (const {
      name,
      friction,
      at: [x, y],
      normal,
      tangential,
    } of forces) {
      if (name === "corner") expect([x, y]).toEqual([5, 5]);
      else {
        expect(Math.abs(y)).toBeLessThan(0.2);
        expect([normal[0], normal[1] > 0]).toEqual([0, true]);
      }
      const [pressing, rubbing] = [Math.hypot(...normal), Math.hypot(...tangential)];
      expect(Math.abs(normal[0] * tangential[0] + normal[1] * tangential[1])).toBeLessThan(
        1e-3 * pressing * rubbing + 1e-4,
      );
      // the cone is rounded by 1e-4 N, and five decimals are kept of each force
      expect(rubbing).toBeLessThan(friction! * pressing + 1.3e-4);
    }
    // the part lies to the left of the corner that it meets, and is pushed back
    expect(forces.find(({ name }) => name === "corner")!.normal[0]).toBeLessThan(0);
  });
});

describe("the motion of a thrown ball", async () => {
  const result = await solve(bounce);
  const [{ scene }] = motionsOf(result) as [Motion];

  it("is seen from the side, with its target", () => {
    expect(scene.plane).toBe("xz");
    expect(scene.bodies[0].shapes).toEqual([{ kind: "ball", centre: [0, 0, 0], radius: 0.05 }]);
    expect(scene.targets).toEqual([[expect.closeTo(0.4, 9), expect.closeTo(0, 9), expect.closeTo(0.4, 9)]]);
  });

  it("shows the impact and the flight, though most steps are in the impact", () => {
    const forces = forcesOf(scene);
    expect(forces.length).toBeGreaterThan(20);
    const gaps = Array.from(scene.t)
      .slice(1)
      .map((time, i) => time - scene.t[i]);
    expect(Math.max(...gaps)).toBeLessThan(0.01);
    const peak = result.trajectory.columns["table.normalForce"].reduce((a, b) => Math.max(a, b || 0), 0);
    expect(Math.max(...forces.map(({ normal }) => normal[2]))).toBeCloseTo(peak, 3);
  });

  it("leaves out the view from above, and keeps the size in bounds", () => {
    const data = reportData(result);
    expect(data.figures.filter(({ kind }) => kind === "path").map(({ title }) => title)).toEqual([
      "Path from the side",
    ]);
    expect(JSON.stringify([data, scene]).length).toBeLessThan(4e5);
  });

  it("thins to some of its pictures, whole ones", () => {
    const few = scenePictures(scene, [3, 7]);
    expect([few.t, few.step]).toEqual([
      [scene.t[3], scene.t[7]],
      [scene.step[3], scene.step[7]],
    ]);
    expect(few.bodies[0].poses).toEqual([...at(scene.bodies[0].poses, 3, 7), ...at(scene.bodies[0].poses, 7, 7)]);
    for (const { point, normal, tangential } of few.contacts)
      expect([point.length, normal.length, tangential.length]).toEqual([6, 6, 6]);
  });
});

describe("all launches", async () => {
  const result = await solve(coarse, {
    search: { all: true, scan: { name: "launch.vz", from: -4, to: -3.9 }, samples: 20 },
  });

  it("stand in one table, in one picture, and in the viewer", () => {
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
    const motions = motionsOf(result);
    expect(motions.map(({ name }) => name)).toEqual(branches.names);
    for (const { scene } of motions) expect(scene.t.length).toBeLessThanOrEqual(500);
  });

  it("bring their own charts, the first those of the report", () => {
    const [first, ...others] = motionsOf(result);
    const figures = reportData(result).figures.filter((figure) => !isOfAll(figure));
    expect(figures.length).toBeGreaterThan(3);
    expect(first.charts).toBeUndefined();
    others.forEach(({ charts }, i) => {
      expect(charts!.figures.map(({ title }) => title)).toEqual(figures.map(({ title }) => title));
      const { t, columns } = result.solutions![i + 1].trajectory;
      const position = charts!.figures.find(({ title }) => title === "Position over time") as SeriesFigure;
      const x = position.lines.find(({ name }) => name === "ball.x")!.values;
      charts!.step.forEach((k, at) => {
        expect(charts!.t[at]).toBeCloseTo(t[k], 8);
        expect(x[at]).toBeCloseTo(columns["ball.x"][k], 5);
      });
    });
    expect(JSON.stringify(others.map(({ charts }) => charts)).length).toBeLessThan(2.5e5);
  });

  it("come with a report that says how to find them again", async () => {
    const cwd = scratch();
    const words = "solve impact/ball-bounce-coarse --all --scan launch.vz=-4..-3.9 --samples 20";
    await bankshot([...words.split(" "), "--out", "out"], { cwd });
    const page = readFileSync(join(cwd, "out/report.html"), "utf8");
    expect(page.length).toBeLessThan(1.5e6);
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
    const gaps = kept.slice(1).map((k, i) => t[k] - t[kept[i]]);
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

  it("follow the time between them, and end where a line ends", () => {
    const line = { t: [0, 1, 1.5], x: [0, 2, 4], y: [0, 0, 1] };
    expect(spotAt(line, 1.25)).toEqual([3, 0.5]);
    expect(spotAt(line, 0)).toEqual([0, 0]);
    expect([spotAt(line, -0.1), spotAt(line, 1.6)]).toEqual([undefined, undefined]);
  });
});
