import { describe, expect, it } from "vitest";
import { drawn } from "../../../src/app/playground/maker/seek/reliable.js";
import {
  among,
  cheapest,
  findText,
  firstSeek,
  isVia,
  ranked,
  seekOf,
} from "../../../src/app/playground/maker/seek/seek.js";
import type { Branch } from "../../../src/app/playground/messages.js";
import { linkOf, nowhere, placeOf } from "../../../src/app/run/place.js";

const branch = (launch: readonly number[], sequence = "flight", status = "solved"): Branch => ({
  name: "",
  status,
  values: {},
  launch,
  sequence,
});
/** Free values by their units. */
const freeing = (...units: readonly string[]) => ({
  conditions: units.map((unit, i) => ({ name: "", unit, text: "", frees: [`free.${i}`] })),
  parameters: units.map((unit, i) => ({ name: `free.${i}`, unit, meaning: "", initial: 0 })),
});

describe("the best of several launches", () => {
  it("is the slowest, else the one of least effort, and none where places are free", () => {
    const thrown = [branch([3, 4, 9]), branch([0, 2, 50]), branch([0, 1, 0], "flight", "infeasible")];
    const slow = cheapest({ branches: thrown, info: freeing("m/s", "m/s", "rad/s") });
    expect(slow).toMatchObject({ best: 1, words: ["5 m/s", "2 m/s", "1 m/s"], text: "The cheapest of 2: 2 m/s" });
    expect(cheapest({ branches: [branch([-3]), branch([2])], info: freeing("N m") })).toMatchObject({ best: 1 });
    expect(cheapest({ branches: [branch([1]), branch([2])], info: freeing("m") })).toBeUndefined();
    expect(ranked([branch([1], "flight", "no-progress")], [1], ["one"], () => "")).toBeUndefined();
  });

  it("comes by way of a part that its contacts name, or that is the only one", async () => {
    const both = branch([4], "flight, impact (ball-top and ball-right__2), flight");
    expect([isVia(both, "top"), isVia(both, "right"), isVia(both, "t"), isVia(both, "flight")]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([isVia(branch([1]), "wall"), isVia(branch([1], "flight, contact"), "wall")]).toEqual([false, true]);
    const all = [branch([1]), both, branch([3], "flight, impact (ball-top), flight")];
    const best = (part: string) => among(all, part, async (some) => cheapest({ branches: some, info: freeing("m/s") }));
    expect(await best("top")).toEqual({
      best: 2,
      words: ["", "4 m/s", "3 m/s"],
      text: "The cheapest of 2: 3 m/s, by way of top",
    });
    expect(await best("left")).toBeUndefined();
  });

  it("is thrown with a scatter of its whole speed, of a radian, or of itself, by the same draws for every launch", () => {
    const launches = [
      [3, 4, 0.5, 20],
      [0, 1, 0.5, 20],
    ];
    const columns = drawn(launches, ["m/s", "m/s", "rad", "rad/s"], 0.01);
    const throws = columns[0].length / launches.length;
    const deviations = columns.map((column, i) =>
      launches.map((launch, j) => {
        const part = column.slice(j * throws, (j + 1) * throws);
        return Math.sqrt(part.reduce((sum, x) => sum + (x - launch[i]) ** 2, 0) / throws);
      }),
    );
    const expected = [
      [0.05, 0.01],
      [0.05, 0.01],
      [0.01, 0.01],
      [0.2, 0.2],
    ];
    // points of low discrepancy know a deviation to a few hundredths
    expected.forEach((pair, i) => {
      for (const [j, one] of pair.entries()) expect(deviations[i][j] / one).toBeCloseTo(1, 1);
    });
    expect((columns[0][5] - 3) / 0.05).toBeCloseTo(columns[0][throws + 5] / 0.01, 9);
  });
});

describe("what is sought", () => {
  it("stands in a link, and comes back from it; nonsense is left out", () => {
    const all = [
      { ...firstSeek, via: "top" },
      { ...firstSeek, way: "cheapest" as const },
      { ...firstSeek, way: "reliable" as const, scatter: 0.02, within: 0.1, via: "wall-2" },
    ];
    for (const seek of all) {
      const find = findText(seek);
      expect(seekOf(placeOf(linkOf({ ...nowhere, problem: "draft:x", find: find! })).find)).toEqual(seek);
    }
    expect(findText(firstSeek)).toBeUndefined();
    expect(seekOf(placeOf("#problem=draft:x&find=best NaN -1").find)).toEqual(firstSeek);
  });
});
