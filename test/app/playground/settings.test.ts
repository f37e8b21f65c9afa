import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import type { ParameterInfo } from "../../../src/app/playground/messages.js";
import {
  clamp,
  groupParameters,
  numberTyped,
  sliderRange,
  withoutSetting,
  withSetting,
} from "../../../src/app/playground/settings.js";
import { resolveGrid } from "../../../src/motion/problem/grid.js";

const parameter = (declared: Partial<ParameterInfo> = {}): ParameterInfo => ({
  name: "x",
  unit: "m",
  meaning: "",
  initial: 1,
  ...declared,
});

describe("a number that is typed", () => {
  it.each([
    ["3", "m/s", 3],
    ["\u22121.5e-2", "m", -0.015],
    [" .5 ", "m", 0.5],
    ["10 mph", "m/s", 4.4704],
    ["36 km/h", "m/s", 10],
    ["4in", "m", 0.1016],
    ["90 deg", "rad", Math.PI / 2],
    ["90\u00b0", "\u00b0", 90],
    ["1 rad", "\u00b0", 180 / Math.PI],
    ["30 rpm", "rad/s", Math.PI],
    ["2 ", "", 2],
  ])("%j in a field of %s is %d", async (text, unit, value) => {
    expect(await numberTyped(text, unit)).toBeCloseTo(value, 12);
  });

  it.each([
    ["3 kg", "m", '"3 kg": kg is no unit of what is in m.'],
    ["3 furlong", "m", '"3 furlong": there is no unit furlong.'],
    ["three", "m", '"three" is no number.'],
    ["1e999", "m", '"1e999" is no number.'],
    ["2 m", "", '"2 m": m is no unit of what is in 1.'],
  ])("%j in a field of %s is refused", async (text, unit, sentence) => {
    expect(await numberTyped(text, unit)).toBe(sentence);
  });
});

describe("settings of a grid", () => {
  it("never contradict each other, in whatever order they are made", () => {
    const { grid } = problems["rolling/ball-place"].problem;
    const values = { "grid.steps": 50, "grid.h": 0.02, "grid.end": 2 } as const;
    const names = fc.array(fc.constantFrom("grid.steps", "grid.h", "grid.end"), { maxLength: 8 });
    fc.assert(
      fc.property(names, (order) => {
        const set = order.reduce((before, name) => withSetting(before, name, values[name]), {});
        expect(() => resolveGrid(grid, set as Record<string, number>)).not.toThrow();
        const last = order.at(-1);
        if (last !== undefined) expect(set).toHaveProperty([last], values[last]);
      }),
    );
  });

  it("leave others alone", () => {
    expect(withSetting({ mass: 1, "grid.end": 2 }, "mass", 3)).toEqual({ mass: 3, "grid.end": 2 });
    expect(withoutSetting({ mass: 1, x: 2 }, "mass")).toEqual({ x: 2 });
  });
});

describe("a slider", () => {
  it.each([
    ["declared ends", { min: -20, max: 20 }, 1, { min: -20, max: 20, step: 0.2 }],
    ["no ends, around where it is", { initial: -0.1 }, -0.1, { min: -1.1, max: 0.9, step: 0.01 }],
    ["no ends, of a speed", { initial: 0.3, unit: "m/s" }, 0.3, { min: -2, max: 2, step: 0.02 }],
    ["no ends, of an angle", { initial: 0, unit: "rad" }, 0, { min: -5, max: 5, step: 0.05 }],
    ["a lower end", { min: 0, initial: 0.2, unit: "1" }, 0.2, { min: 0, max: 0.5, step: 0.005 }],
    ["a whole number", { min: 1, max: 1000, initial: 101, unit: "1" }, 101, { min: 1, max: 1000, step: 1 }],
  ])("goes over a round range with %s", (_, declared, value, range) => {
    expect(sliderRange(parameter(declared), value)).toEqual(range);
  });

  it("never goes to an end that is not allowed", () => {
    const { min, step } = sliderRange(parameter({ above: 0, initial: 0.2 }), 0.2);
    expect(min).toBe(step);
    expect(min).toBeGreaterThan(0);
  });

  it("stays where it is while a value in it is dragged, by the size of the scene and not by the value", () => {
    const extent = { size: 12.4, duration: 2 };
    const place = parameter({ initial: 5 });
    const before = sliderRange(place, 5, { extent });
    expect(before).toEqual({ min: -14, max: 26, step: 0.2 });
    for (const value of [before.min, -3, 7, before.max]) expect(sliderRange(place, value, { extent })).toEqual(before);
    const kept = { min: 4, max: 6 };
    expect(sliderRange(place, 5.5, { kept, extent })).toMatchObject(kept);
    expect(sliderRange(place, 98_000, { kept, extent })).toMatchObject({ min: 4, max: 98_000 });
  });

  it("holds the value, wherever it is", () => {
    const ends = {
      min: fc.option(fc.double({ min: -10, max: 0, noNaN: true }), { nil: undefined }),
      max: fc.constant(undefined),
    };
    fc.assert(
      fc.property(fc.record(ends), fc.double({ min: 0, max: 1e6, noNaN: true }), ({ min }, value) => {
        const range = sliderRange(parameter(min === undefined ? {} : { min }), value);
        expect(range.min).toBeLessThanOrEqual(value);
        expect(range.max).toBeGreaterThanOrEqual(value);
        expect(range.step).toBeGreaterThan(0);
      }),
    );
  });
});

it("keeps a dragged value in its range", () => {
  expect(clamp(parameter({ min: 0, max: 1 }), 2)).toBe(1);
  expect(clamp(parameter({ min: 0, max: 1 }), -2)).toBe(0);
  expect(clamp(parameter({ above: 0 }), -2)).toBeGreaterThan(0);
  expect(clamp(parameter(), -2)).toBe(-2);
});

it("groups parameters by the first part of their names: targets first, the grid last, every one once", () => {
  const names = ["mass", "launch.vx", "launch.vy", "start.z", "target.x", "target.y", "grid.steps", "grid.h"];
  const groups = groupParameters(names.map((name) => parameter({ name })));
  expect(groups.map(([heading]) => heading)).toEqual(["target", "launch", "", "grid"]);
  expect(groups.flatMap(([, members]) => members.map(({ name }) => name)).sort()).toEqual([...names].sort());
});
