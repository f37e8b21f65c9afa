import { beforeAll, describe, expect, it } from "vitest";
import { problem as armBox } from "../../problems/grasp/arm-box.js";
import { problem as gripper, methods as gripperMethods } from "../../problems/grasp/gripper.js";
import { problem as push } from "../../problems/grasp/push.js";
import { reportData } from "../../src/app/report/charts.js";
import type {
  BarsFigure,
  Figure,
  ModesFigure,
  ReplayFigure,
  ReportData,
  SeriesFigure,
} from "../../src/app/report/figures.js";
import { modelOf } from "../../src/app/report/motion.js";
import { facesOf, pairsOf, quasistaticScene } from "../../src/app/report/quasistatic.js";
import { binned, solveTimesTable, timing } from "../../src/app/report/solve-times.js";
import { type Result, simulate } from "../../src/motion/result.js";

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
    const others = [{ method: "later", result: await simulate(gripper, { set: gripperMethods[1]!.set! }) }];
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
    expect([first(own!), last(own!)]).toEqual([21, 39]);
    expect([first(later!), last(later!)]).toEqual([22, 40]);
  });

  it("has a strip for each contact, empty where it does not push", () => {
    const [{ rows }] = ofKind<ModesFigure>(data, "modes") as [ModesFigure];
    expect(rows.map(({ name }) => name)).toEqual(["left", "right", "table"]);
    expect(rows[2]!.parts.map(({ from, to, state }) => [from, Number(to.toFixed(9)), state])).toEqual([
      [0, 0.2, "sticks"],
      [0.39, 0.6, "sticks"],
    ]);
  });

  it("moves fingers and cylinder in a picture, with the forces on the cylinder", () => {
    const [{ runs }] = ofKind<ReplayFigure>(data, "replay") as [ReplayFigure];
    const { bodies, forces, contacts } = runs[0]!;
    expect(bodies.map(({ name, outlines }) => [name, outlines[0]!.kind])).toEqual([
      ["cylinder", "circle"],
      ["left", "polygon"],
      ["right", "polygon"],
    ]);
    expect([bodies[1]!.x[0], bodies[1]!.y[0], bodies[1]!.y[39]]).toEqual([-0.07, 0.01, 0.049]);
    const left = forces[30]!.find(([contact]) => contacts[contact]!.name === "left")!;
    // where, pressed to the right, carried upwards
    [-0.05, 0.06, 10, 0, 0, 4.905].forEach((x, i) => {
      expect(left[i + 1]).toBeCloseTo(x, 6);
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
    const model = typeof armBox.model === "function" ? armBox.model(() => "") : armBox.model;
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
    const { spatial, figures } = reportData(await simulate(armBox, { set: { "grid.steps": 2, "grid.h": 0.005 } }));
    expect(figures[0]!.kind).toBe("spatial");
    const { bodies, contacts } = spatial!;
    expect(bodies.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["part", "leftFinger", "rightFinger", "palm", "arm1"]),
    );
    expect(bodies[0]!.poses[0]).toEqual([0.6, 0, 0.03, 1, 0, 0, 0]);
    expect(contacts.map(({ name }) => name)).toEqual(["table", "left", "right"]);
    expect(contacts[0]!.normal.at(-1)![2]).toBeCloseTo(0.4 * 9.81, 3);
    expect(contacts[1]!.normal.at(-1)).toBeNull();
  });

  it("draws no objective where every command can be followed", async () => {
    const result = await simulate(push, { set: { "grid.steps": 30 } });
    const titles = reportData(result).figures.map(({ title }) => title);
    expect(titles).toContain("Contact mode");
    expect(titles).not.toContain("Objective and lower bound");
    expect(titles).not.toContain("Held back");
    expect(pairsOf(modelOf(result))).toBe(12);
  });

  it("keeps apart the average, the worst and the spread of times", () => {
    const { average, median, worst, deviation, step } = timing([Number.NaN, 1, 2, 9]);
    expect([average, median, worst, step]).toEqual([4, 2, 9, 3]);
    expect(deviation).toBeCloseTo(Math.sqrt((9 + 4 + 25) / 3), 12);
  });

  it("counts values beyond the edges at the ends", () => {
    expect(binned([0, 1, 1.5, 4, 99, Number.NaN], [1, 2, 3, 5])).toEqual([
      { from: 1, to: 2, count: 3 },
      { from: 2, to: 3, count: 0 },
      { from: 3, to: 5, count: 2 },
    ]);
  });
});
