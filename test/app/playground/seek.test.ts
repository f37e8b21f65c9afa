import { describe, expect, it } from "vitest";
import type { Hold } from "../../../src/app/drafts/ask/ask.js";
import { tally } from "../../../src/app/drafts/ask/tally.js";
import { checkDraft } from "../../../src/app/drafts/draft.js";
import { templates } from "../../../src/app/drafts/templates.js";
import {
  held,
  heldWhen,
  heldWithin,
  lasting,
  removed,
  renamed,
  timed,
  whenOf,
} from "../../../src/app/playground/maker/edit.js";
import { asksOf, drawn } from "../../../src/app/playground/maker/seek/reliable.js";
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
      [3, 4, 0.5, 20, 1.5],
      [0, 1, 0.5, 20, 2],
    ];
    const columns = drawn(launches, ["m/s", "m/s", "rad", "rad/s", "s"], 0.01);
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
    // how long it is watched is no launch
    expect(deviations[4]).toEqual([0, 0]);
    // points of low discrepancy know a deviation to a few hundredths
    expected.forEach((pair, i) => {
      for (const [j, one] of pair.entries()) expect(deviations[i][j] / one).toBeCloseTo(1, 1);
    });
    expect((columns[0][5] - 3) / 0.05).toBeCloseTo(columns[0][throws + 5] / 0.01, 9);
  });
});

describe("ends that count", () => {
  it("lie in the region that was asked for, else so near as the hand is asked, or as their kind is", () => {
    const hold: Hold[] = [
      { body: "ball", what: "x", value: 1, within: 0.02 },
      { body: "ball", what: "y", value: 1 },
      { body: "ball", what: "turn", value: 0.5 },
      { body: "ball", what: "vx", value: 0 },
      { body: "ball", what: "spin", value: 0, within: 2 },
    ];
    const draft = { ...templates[0].draft, ask: { ...templates[0].draft.ask, hold } };
    expect(asksOf(draft, 0.25)).toEqual([
      "end.ball.x in 0.98..1.02",
      "end.ball.y in 0.75..1.25",
      "end.ball.turn in 0.4..0.6",
      "end.ball.vx in -0.1..0.1",
      "end.ball.spin in -2..2",
    ]);
  });
});

describe("another time than the end", () => {
  const [ball] = templates[2].draft.bodies;
  const base = heldWhen(templates[2].draft, "ball", { touch: "top" });

  it("is that of all that must hold of a body, and of what is asked next", () => {
    const more = held(base, "ball", "turn", 0.3);
    expect(more.ask.hold.map(({ when }) => when)).toEqual(Array(3).fill({ touch: "top" }));
    expect(heldWhen(more, "ball", undefined).ask.hold[2]).toEqual({ body: "ball", what: "turn", value: 0.3 });
    const near = heldWithin(more, "ball", "turn", 0.1);
    expect(near.ask.hold[2]).toEqual({ body: "ball", what: "turn", value: 0.3, when: { touch: "top" }, within: 0.1 });
  });

  it("follows what is touched: another name, and the end where that is gone", () => {
    expect(whenOf(renamed(base, "top", "roof"), "ball")).toEqual({ touch: "roof" });
    expect(whenOf(removed(base, { role: "part", name: "top" }), "ball")).toBeUndefined();
    expect(() => checkDraft(renamed(renamed(base, "top", "roof"), ball.name, "stone"))).not.toThrow();
  });

  it("is one of the free values where the duration is", () => {
    const found = timed(base, true);
    expect(tally(found)).toMatchObject({ free: 3, text: "Two conditions, three free values" });
    expect(lasting(found, 1e9).ask.end).toBe(found.ask.time?.max);
    expect(timed(found, false)).toEqual(base);
  });
});

describe("what is sought", () => {
  it("stands in a link, and comes back from it; nonsense is left out", () => {
    const all = [
      { ...firstSeek, via: "top" },
      { ...firstSeek, way: "cheapest" as const },
      { ...firstSeek, way: "nearest" as const },
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
