import { beforeAll, describe, expect, it } from "vitest";
import { problem as armBox } from "../../../problems/grasp/arm-box.js";
import { problem as gripper, methods as gripperMethods } from "../../../problems/grasp/gripper.js";
import { problem as push } from "../../../problems/grasp/push.js";
import { facesOf, pairsOf, quasistaticScene } from "../../../src/app/motion-view/quasistatic.js";
import { sceneOf } from "../../../src/app/motion-view/scene/scene-of.js";
import { reportData } from "../../../src/app/report/charts/charts.js";
import type {
  BarsFigure,
  Figure,
  ModesFigure,
  ReportData,
  SeriesFigure,
} from "../../../src/app/report/charts/figures.js";
import { binTimes, solveTimesTable, timeStatistics } from "../../../src/app/report/charts/solve-times.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";

const ofKind = <F extends Figure>(data: ReportData, kind: F["kind"]): F[] =>
  data.figures.filter((figure): figure is F => figure.kind === kind);

describe("the report of a planar gripper", () => {
  let result: Result;
  let data: ReportData;
  const line = (title: string, name: string): (number | null)[] => {
    const { lines } = ofKind<SeriesFigure>(data, "series").find((figure) => figure.title === title)!;
    return [...lines.find((one) => one.name === name)!.values];
  };
  beforeAll(async () => {
    result = await simulate(gripper);
    const others = [{ method: "later", result: await simulate(gripper, { set: gripperMethods[1].set! }) }];
    data = reportData(result, undefined, { own: "at once", others });
  });

  it("shows what is commanded, what is held back, and what force that needs", () => {
    expect(line("Position of parts", "cylinder.y")[39]).toBeCloseTo(0.069, 9);
    expect(line("Commands", "left.x")[30]).toBeCloseTo(0.1, 9);
    expect(line("Held back", "left.x")[30]).toBeCloseTo(1e-3, 9);
    expect(line("Hypothetical penetration", "right")[30]).toBeCloseTo(1e-3, 9);
    expect(line("Normal force", "right")[30]).toBeCloseTo(10, 6);
    expect(line("Friction", "left")[30]).toBeCloseTo(9.81 / 2, 6);
    expect(line("Objective and lower bound", "lower bound")[30]).toBeCloseTo(2e-6, 15);
  });

  it("lets a delayed bound press one step later", () => {
    const first = (force: (number | null)[]): number => force.findIndex((x) => x !== null && x > 19.9);
    const last = (force: (number | null)[]): number => force.findLastIndex((x) => x !== null && x > 19.9);
    const [own, later] = ["at once", "later"].map((name) => line("Squeeze by all methods", name));
    expect([first(own), last(own)]).toEqual([21, 39]);
    expect([first(later), last(later)]).toEqual([22, 40]);
  });

  it("has a strip for each contact, empty where it does not push", () => {
    const [{ rows }] = ofKind<ModesFigure>(data, "modes") as [ModesFigure];
    expect(rows.map(({ name }) => name)).toEqual(["left", "right", "table"]);
    expect(rows[2].parts.map(({ from, to, state }) => [from, Number(to.toFixed(9)), state])).toEqual([
      [0, 0.2, "sticks"],
      [0.39, 0.6, "sticks"],
    ]);
  });

  it("moves fingers and cylinder in a scene, with the forces on the cylinder", () => {
    const { bodies, contacts, plane, step } = sceneOf(result)!;
    expect([plane, bodies.map(({ name, role }) => [name, role])]).toEqual([
      "xy",
      [
        ["cylinder", "part"],
        ["left", "tool"],
        ["right", "tool"],
      ],
    ]);
    expect(bodies[0].shapes[0]).toMatchObject({ kind: "ball", radius: 0.05 });
    const i = Array.from(step).indexOf(30);
    const of = (values: ArrayLike<number>, size: number): number[] => Array.from(values).slice(size * i, size * i + 2);
    const { poses } = bodies[1];
    expect([poses[0], poses[1], poses[7 * 39 + 1]]).toEqual([-0.07, 0.01, 0.049]);
    const left = contacts.find(({ name }) => name === "left")!;
    // where, pressed to the right, carried upwards
    [...of(left.point, 3), ...of(left.normal, 3), ...of(left.tangential, 3)].forEach((x, n) => {
      expect(x).toBeCloseTo([-0.05, 0.06, 10, 0, 0, 4.905][n], 5);
    });
  });

  it("counts every step in both histograms", () => {
    for (const { bars } of ofKind<BarsFigure>(data, "bars"))
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(60);
    const table = solveTimesTable(result).html;
    expect(table).toContain("118.7");
    expect(table).toContain("<td>12</td>");
  });
});

describe("what the report of a grasp is made of", () => {
  it("shows all contacts of a face as one, and counts the pairs of the paper", () => {
    const model = typeof armBox.model === "function" ? armBox.model(() => "miqp") : armBox.model;
    expect(pairsOf(model)).toBe(72);
    expect(
      facesOf(quasistaticScene(model)!).map(({ name, touches, driven }) => [name, touches.length, driven]),
    ).toEqual([
      ["table", 4, false],
      ["left", 4, true],
      ["right", 4, true],
    ]);
  });

  it("has links, fingers and part in space, and the forces on the part", async () => {
    const { bodies, contacts } = sceneOf(await simulate(armBox, { set: { "grid.steps": 2, "grid.h": 0.005 } }))!;
    expect(bodies.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["part", "leftFinger", "rightFinger", "palm"]),
    );
    expect(bodies.filter(({ role }) => role === "link").length).toBeGreaterThan(3);
    const part = bodies.find(({ role }) => role === "part")!;
    expect(Array.from(part.poses).slice(0, 7)).toEqual([0.6, 0, 0.03, 1, 0, 0, 0]);
    const upwards = (place: string): number =>
      contacts
        .filter(({ name }) => name.startsWith(place))
        .reduce((sum, { normal }) => sum + Array.from(normal).at(-1)!, 0);
    expect(upwards("table")).toBeCloseTo(0.4 * 9.81, 3);
    for (const { name, normal } of contacts)
      if (name.startsWith("left")) expect(Array.from(normal).slice(-3)).toEqual([0, 0, 0]);
  });

  it("draws no objective where every command can be followed", async () => {
    const result = await simulate(push, { set: { "grid.steps": 30 } });
    const titles = reportData(result).figures.map(({ title }) => title);
    expect(titles).toContain("Contact mode");
    expect(titles).not.toContain("Objective and lower bound");
    expect(titles).not.toContain("Held back");
    expect(pairsOf(result.model)).toBe(12);
  });

  it("keeps apart the average, the worst and the spread of times", () => {
    const { average, median, worst, deviation, step } = timeStatistics([Number.NaN, 1, 2, 9]);
    expect([average, median, worst, step]).toEqual([4, 2, 9, 3]);
    expect(deviation).toBeCloseTo(Math.sqrt((9 + 4 + 25) / 3), 12);
  });

  it("counts values beyond the edges at the ends", () => {
    expect(binTimes([0, 1, 1.5, 4, 99, Number.NaN], [1, 2, 3, 5])).toEqual([
      { from: 1, to: 2, count: 3 },
      { from: 2, to: 3, count: 0 },
      { from: 3, to: 5, count: 2 },
    ]);
  });
});
