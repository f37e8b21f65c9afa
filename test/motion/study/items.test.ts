import { describe, expect, it } from "vitest";
import { problem } from "../../../problems/rolling/disk.js";
import { firstMissed, parseAsks } from "../../../src/motion/study/asks.js";
import { type Items, itemsOf } from "../../../src/motion/study/items.js";
import { doubled } from "../../../src/motion/study/neighbours.js";
import { pointsOf } from "../../../src/motion/study/points.js";
import { checkStudy, type StudyQuestion } from "../../../src/motion/study/study.js";

const items = (question: StudyQuestion): Items => itemsOf(checkStudy(problem, question));
const all = ({ count }: Items): number[] => Array.from({ length: count }, (_, item) => item);

describe("the items of a study", () => {
  it("are the product of what is counted, ends included, the last name fastest", () => {
    const grid = items({
      over: {
        friction: { from: 0.1, to: 0.4, count: 4 },
        mass: [1, 2],
        "target.x": { from: 0.02, to: 0.03, count: 2 },
      },
    });
    expect(grid.count).toBe(16);
    expect(grid.settings(0)).toEqual({ friction: 0.1, mass: 1, "target.x": 0.02 });
    expect(grid.settings(1)).toEqual({ friction: 0.1, mass: 1, "target.x": 0.03 });
    expect(grid.settings(15)).toEqual({ friction: 0.4, mass: 2, "target.x": 0.03 });
    expect(new Set(all(grid).map((item) => JSON.stringify(grid.settings(item)))).size).toBe(16);
  });

  it("take the rows of a table together, and samples together", () => {
    const table = items({
      over: { friction: { column: [0.1, 0.2] }, mass: { column: [1, 3] }, "target.x": [0.02, 0.03] },
    });
    expect(all(table).map(table.settings)).toEqual([
      { friction: 0.1, mass: 1, "target.x": 0.02 },
      { friction: 0.1, mass: 1, "target.x": 0.03 },
      { friction: 0.2, mass: 3, "target.x": 0.02 },
      { friction: 0.2, mass: 3, "target.x": 0.03 },
    ]);
    expect(items({ over: { friction: { uniform: [0.1, 0.4] }, mass: { normal: [1, 0.1] } }, samples: 9 }).count).toBe(
      9,
    );
  });

  it.each<[string, StudyQuestion]>([
    ["a grid", { over: { friction: { from: 0.1, to: 0.4, count: 23 }, mass: { from: 1, to: 2, count: 17 } } }],
    ["samples", { over: { friction: { uniform: [0.1, 0.4] }, mass: { normal: [1, 0.1] } }, samples: 300 }],
    [
      "samples on a grid",
      { over: { friction: { uniform: [0.1, 0.4] }, mass: { from: 1, to: 2, count: 9 } }, samples: 20 },
    ],
  ])("of %s start from items of lower levels, and all but one have a parent", (_, question) => {
    const study = items(question);
    let parentless = 0;
    for (const item of all(study)) {
      const parent = study.parent(item);
      if (parent === undefined) parentless++;
      else expect(study.level(parent)).toBeLessThan(study.level(item));
      expect(study.level(item)).toBeLessThan(study.levels);
    }
    expect(parentless).toBe(1);
  });

  it("have their parents next to them where they are most: half of a line, three quarters of a grid", () => {
    const line = items({ over: { friction: { from: 0.1, to: 0.4, count: 63 } } });
    const beside = all(line).filter((item) => Math.abs((line.parent(item) ?? 1e9) - item) === 1);
    expect(beside).toHaveLength(32);
    const grid = items({ over: { friction: { from: 0.1, to: 0.4, count: 31 }, mass: { from: 1, to: 2, count: 31 } } });
    const last = all(grid).filter((item) => grid.level(item) === grid.levels - 1);
    expect(last.length / grid.count).toBeGreaterThan(0.7);
    for (const item of last) {
      const parent = grid.parent(item) ?? Number.NaN;
      expect(Math.abs((parent % 31) - (item % 31))).toBeLessThanOrEqual(1);
      expect(Math.abs(Math.floor(parent / 31) - Math.floor(item / 31))).toBeLessThanOrEqual(1);
    }
  });

  it("of choices and their neighbours stay among themselves", () => {
    const lists = itemsOf({
      verb: "solve",
      set: {},
      design: "grid",
      samples: 1,
      seed: 1,
      where: [],
      over: { law: ["a", "b"], friction: { from: 0, to: 1, count: 5 } },
    });
    for (const item of all(lists)) {
      const parent = lists.parent(item);
      if (parent !== undefined) expect(lists.settings(parent).law).toBe(lists.settings(item).law);
    }
  });

  it("keep numbers, settings and parents when there are more samples", () => {
    const question: StudyQuestion = { over: { friction: { uniform: [0.1, 0.4] }, mass: [1, 2] }, design: "halton" };
    const few = items({ ...question, samples: 21 });
    const many = items({ ...question, samples: 100 });
    for (const item of all(few)) {
      expect(many.settings(item)).toEqual(few.settings(item));
      expect(many.parent(item)).toBe(few.parent(item));
      expect(many.level(item)).toBe(few.level(item));
    }
  });

  it("of samples have near parents: hardly farther than the nearest, on average", () => {
    const [samples, dimensions] = [512, 3];
    const points = pointsOf("random", { samples, dimensions, seed: 4 });
    const { parents } = doubled(points, dimensions);
    const distance = (i: number, j: number): number =>
      Math.hypot(...[0, 1, 2].map((d) => points[i * 3 + d] - points[j * 3 + d]));
    let [chosen, least] = [0, 0];
    for (let i = 256; i < samples; i++) {
      expect(parents[i]).toBeLessThan(256);
      chosen += distance(i, parents[i]);
      least += Math.min(...Array.from({ length: 256 }, (_, j) => distance(i, j)));
    }
    expect(chosen / least).toBeLessThan(1.05);
  });
});

describe("what is asked of an item", () => {
  it.each<[string, Record<string, number | null>, boolean]>([
    ["launch.v in 1..2", { "launch.v": 1 }, true],
    ["launch.v in 1..2", { "launch.v": 2.001 }, false],
    ["launch.v in ..2", { "launch.v": -5 }, true],
    ["launch.v in .5...75", { "launch.v": 0.75 }, true],
    ["launch.v - 2*friction in -1..0", { "launch.v": 0.5, friction: 0.3 }, true],
    ["abs(launch.v)^2 in 4..", { "launch.v": -2 }, true],
    ["stick.step in 1..20", { "stick.step": null }, false],
  ])("%s of %j: %s", (text, numbers, expected) => {
    expect(firstMissed(parseAsks([text], problem), numbers) === undefined).toBe(expected);
  });

  it.each([
    ["launch.w in 1..2", /no value or parameter "launch.w"; did you mean launch.v\?/],
    ["launch.v", /is no question: write a formula in a\.\.b/],
    ["launch.v in 2..1", /the smaller number comes first/],
    ["launch.v in a..2", /bound that is no number/],
    ["sine(launch.v) in 1..2", /calls sine, .*did you mean sin/],
    ["launch.v + in 1..2", /cannot be read/],
  ])("%s is refused", (text, why) => {
    expect(() => parseAsks([text], problem)).toThrow(why);
  });
});
