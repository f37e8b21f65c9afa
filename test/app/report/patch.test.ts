import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { problem as boxOnBox } from "../../../problems/patch/box-on-box.js";
import { problem as desk } from "../../../problems/patch/desk.js";
import { problem as drop } from "../../../problems/patch/drop.js";
import { problem as tbarRock } from "../../../problems/patch/tbar-rock.js";
import type { Spot } from "../../../src/app/motion-view/outlines.js";
import type { SceneData } from "../../../src/app/motion-view/scene/scene-data.js";
import { sceneOf } from "../../../src/app/motion-view/scene/scene-of.js";
import { reportData } from "../../../src/app/report/charts/charts.js";
import type {
  Figure,
  FootprintFigure,
  ReportData,
  SeriesFigure,
  SnapshotsFigure,
} from "../../../src/app/report/charts/figures.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";
import { judged } from "../../../src/motion/trajectory/laws.js";
import { bankshot, scratch } from "../cli/run.js";

const ofKind = <F extends Figure>(data: ReportData, kind: F["kind"]): F[] =>
  data.figures.filter((figure): figure is F => figure.kind === kind);
const titled = (data: ReportData, title: string): SeriesFigure =>
  ofKind<SeriesFigure>(data, "series").find((figure) => figure.title === title)!;

/** The last of a list of vectors. */
const lastOf = (vectors: ArrayLike<number>): number[] => Array.from(vectors).slice(-3);

/** How far a point is outside of a convex polygon, in either sense of going round. */
function outside([x, y]: Spot, polygon: readonly Spot[]): number {
  const sides = polygon.map(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length];
    return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
  });
  return Math.min(-Math.min(...sides), Math.max(...sides));
}

describe("the report of a bar that rocks", () => {
  let result: Result;
  let data: ReportData;
  let scene: SceneData;
  beforeAll(async () => {
    result = await simulate(tbarRock);
    data = reportData(result);
    scene = sceneOf(result)!;
  });

  it("holds shapes, poses, contact points and forces of the motion", () => {
    const { t, step, bodies, contacts } = scene;
    const { columns } = result.trajectory;
    expect(
      bodies.map(({ name, hull, shapes }) => [name, hull!.vertices.length, hull!.faces.length, shapes.length]),
    ).toEqual([["bar", 12, 8, 2]]);
    const i = Array.from(t).findIndex((time) => Math.abs(time - 3.75) < 1e-9);
    const k = step[i];
    ["x", "y", "z", "e0", "ex", "ey", "ez"].forEach((axis, n) => {
      expect(bodies[0].poses[7 * i + n]).toBeCloseTo(columns[`bar.${axis}`][k], 5);
    });
    expect(contacts[0].point[3 * i]).toBeCloseTo(columns["table.ecp.x"][k], 5);
    // at rest the table carries the weight, and the push of 1 N along x at the end
    lastOf(contacts[0].normal).forEach((x, axis) => {
      expect(x).toBeCloseTo([0, 0, 19.6][axis], 4);
    });
    expect(lastOf(contacts[0].tangential)[0]).toBeCloseTo(-1, 3);
  });

  it("tells the two points of a line of the hull from the surface of the bar", () => {
    const { patches } = scene.contacts[0];
    expect(patches.map(({ outline, polygons, points }) => [outline.length, polygons.length, points.length])).toEqual([
      [6, 2, 0],
      [2, 0, 2],
      [2, 0, 2],
    ]);
  });

  it("shows every transition at the end of its first step", () => {
    const [{ shots, scene: pictures }] = ofKind<SnapshotsFigure>(data, "snapshots") as [SnapshotsFigure];
    expect(shots.map(({ title }) => title.split(",")[0])).toEqual(
      result.trajectory.segments!.map(({ from }) => `step ${from}`),
    );
    expect(pictures.step).toEqual([1, 21, 83, 131, 193, 301, 434]);
    expect(pictures.bodies[0].poses).toHaveLength(7 * shots.length);
    expect(shots[1].text).toBe("line on 0 1, sticks");
  });

  it("draws the contact point inside the hull's patch, from above and in body axes", () => {
    const [above, body] = ofKind<FootprintFigure>(data, "footprint") as [FootprintFigure, FootprintFigure];
    for (const { patch, ecp } of above.instants) if (patch.length > 2) expect(outside(ecp!, patch)).toBeLessThan(1e-5);
    const whole = body.instants.find(({ patch }) => patch.length === 6)!.patch;
    const steps = body.paths.flatMap(({ x, y }) => x.map((u, i): Spot => [u, y[i]]));
    expect(steps.length).toBeGreaterThanOrEqual(500);
    for (const spot of steps) expect(outside(spot, whole)).toBeLessThan(1e-5);
  });

  it("puts the contact segments under the axis, without a gap", () => {
    const band = titled(data, "Applied torque").band!;
    expect(band.map(({ contact, mode }) => `${contact} ${mode}`)).toEqual(
      result.trajectory.segments!.map(({ contact, mode }) => `${contact} ${mode}`),
    );
    expect([band[0].from, band.at(-1)!.to]).toEqual([0, result.trajectory.t.at(-1)]);
    band.slice(1).forEach(({ from }, i) => {
      expect(from).toBe(band[i].to);
    });
  });

  it("judges the power of friction by its work over a step", () => {
    const law = judged({ result, verb: "simulate" }).find((one) => one.law.title === "Friction power")!;
    expect([law.good, law.unit]).toEqual([true, "W"]);
    const { columns, ...rest } = result.trajectory;
    const work = columns["table.frictionWork"].map((x, k) => (k === 7 ? 1e-3 : x));
    const forged = { ...result, trajectory: { ...rest, columns: { ...columns, "table.frictionWork": work } } };
    const broken = judged({ result: forged, verb: "simulate" }).find((one) => one.law.title === "Friction power")!;
    expect(broken.good).toBe(false);
    expect(broken.worst.value).toBeCloseTo(0.1, 12);
    expect(broken.worst.step).toBe(7);
  });
});

describe("the report of other bodies on patches", () => {
  it("has neither contact point nor force while a block falls", async () => {
    const { contacts } = sceneOf(await simulate(drop))!;
    const { point, normal, patch } = contacts[0];
    const falling = 14;
    expect(
      Array.from(point)
        .slice(0, 3 * falling)
        .concat(Array.from(normal).slice(0, 3 * falling))
        .every((x) => x === 0),
    ).toBe(true);
    expect(
      Array.from(patch)
        .slice(0, falling)
        .every((touching) => touching === -1),
    ).toBe(true);
    expect(lastOf(normal)).toEqual([0, 0, 9.8]);
  });

  it("claims no real contact where the other body may end, and has the force on the upper box", async () => {
    const { contacts, bodies } = sceneOf(await simulate(boxOnBox))!;
    expect(bodies.map(({ name }) => name)).toEqual(["lower", "upper"]);
    const [floor, lid] = contacts as [(typeof contacts)[0], (typeof contacts)[0]];
    expect([floor.patches[0].polygons.length, lid.patches[0].polygons.length]).toEqual([1, 0]);
    lastOf(lid.normal).forEach((x, i) => {
      expect(x).toBeCloseTo([0, 0, 9.8][i], 3);
    });
    // friction takes the upper box along
    expect(lastOf(lid.tangential)[0]).toBeCloseTo((14 - 0.3 * 3 * 9.8) / 3, 3);
  });

  it("fills the four feet of a desk", async () => {
    const [above] = ofKind<FootprintFigure>(reportData(await simulate(desk)), "footprint");
    expect(above.instants.length).toBeGreaterThan(2);
    for (const { polygons } of above.instants) expect(polygons).toHaveLength(4);
  });
});

describe("the methods of the desk beside each other", () => {
  let page: string;
  let data: ReportData;
  beforeAll(async () => {
    const cwd = scratch();
    const { code } = await bankshot(["simulate", "patch/desk-sliding", "--set", "friction=0.2", "--out", "out"], {
      cwd,
    });
    expect(code).toBe(0);
    page = readFileSync(join(cwd, "out/report.html"), "utf8");
    data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)![1]);
  });

  it("simulates the others with the same settings", () => {
    const differences = ofKind<SeriesFigure>(data, "series").filter(({ logarithmic }) => logarithmic);
    expect(differences.map(({ title }) => title)).toEqual([
      "Difference: one contact point",
      "Difference: four patches",
      "Difference: four patches, friction of each",
    ]);
    const largest = differences.map(({ lines }) =>
      Math.max(...lines.flatMap(({ values }) => values.map((x) => x ?? 0))),
    );
    expect(largest[0]).toBeLessThan(1e-9);
    expect(largest[1]).toBeLessThan(1e-9);
    // with an ellipsoid for each leg it cannot be the same motion
    expect(largest[2]).toBeGreaterThan(1e-2);
    expect(page).toContain("The same motion by other methods");
  });

  it("keeps the report of a long motion below one and a half megabytes", () => {
    expect(page.length).toBeLessThan(1.5e6);
    expect(page).toContain("Contact segments");
  });
});
